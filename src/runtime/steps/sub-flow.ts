import { queueChildStart } from '../children.ts';
import { armDeadline } from '../timers.ts';
import { proceed, type Step, skipEpilogue } from './step.ts';

/** 70: a state with a `child` starts it after the commit and waits: the epilogue is the resume's. */
export const subFlow: Step = {
  order: 70,
  name: 'SubFlow',
  run(hop) {
    const child = hop.target?.child;
    if (child === undefined || hop.stays || hop.seed.resumeAt > 70) return proceed;
    queueChildStart(hop, child);
    armDeadline(hop);
    return skipEpilogue;
  },
};
