import { abandonChild } from '../children.ts';
import { cancelStateTimers, stopClocks } from '../timers.ts';
import { proceed, type Step } from './step.ts';

/** 39: the timers of the state being left are cancelled and its clocks stop, before `exit` runs. */
export const cancelScheduledJobs: Step = {
  order: 39,
  name: 'CancelScheduledJobs',
  run(hop) {
    if (hop.transition.kind === 'start') return proceed;
    cancelStateTimers(hop.unit.tx, hop.run);
    stopClocks(hop);
    if (hop.run.child !== 0) abandonChild(hop.chain);
    return proceed;
  },
};
