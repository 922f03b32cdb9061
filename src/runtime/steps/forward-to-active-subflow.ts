import { answersItself, forwardToChild } from '../children.ts';
import { proceed, type Step, skipEpilogue } from './step.ts';

/** 10: an event for a run with an open child goes to the deepest one, after the commit (pipeline.md §7). */
export const forwardToActiveSubflow: Step = {
  order: 10,
  name: 'ForwardToActiveSubflow',
  run(hop) {
    if (hop.run.child === 0 || answersItself(hop.transition)) return proceed;
    forwardToChild(hop);
    return skipEpilogue;
  },
};
