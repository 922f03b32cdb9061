import { noArgs, plainSeed } from '../hop.ts';
import { follows, proceed, type Step } from './step.ts';

/** 60: `enter` of the target. Its `goto` redirects: the next hop leaves the state as any other would. */
export const onEntry: Step = {
  order: 60,
  name: 'OnEntry',
  run(hop) {
    const target = hop.target ?? hop.from;
    if (target.enter === undefined) return proceed;
    const goto = hop.execute(target.enter, noArgs);
    if (goto === undefined) return proceed;
    hop.next = {
      ...plainSeed,
      transition: hop.workflow.redirect(target.name, goto),
      trigger: 'automatic',
      reason: 'redirect',
    };
    return follows;
  },
};
