import { cancelTimers } from '../timers.ts';
import { proceed, type Step } from './step.ts';

/** 79: a child's completion or an acknowledgement: what the run was kept Busy for is over. */
export const clearBusyOnResume: Step = {
  order: 79,
  name: 'ClearBusyOnResume',
  run(hop) {
    const { run } = hop;
    if (run.waiting === null || hop.stays) return proceed;
    hop.unit.tx.touch(run);
    run.waiting = null;
    cancelTimers(hop.unit.tx, run, (t) => t.kind === 'acknowledge');
    return proceed;
  },
};
