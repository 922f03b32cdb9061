import { noArgs } from '../hop.ts';
import { proceed, type Step } from './step.ts';

/** 40: `exit` of the state being left. */
export const onExit: Step = {
  order: 40,
  name: 'OnExit',
  run(hop) {
    const { exit } = hop.from;
    if (exit !== undefined && hop.transition.kind !== 'start') hop.execute(exit, noArgs);
    return proceed;
  },
};
