import { armDeadline, armStateTimers } from '../timers.ts';
import { proceed, type Step } from './step.ts';

/** 90: arms the timers of the state where the chain settles. */
export const schedule: Step = {
  order: 90,
  name: 'Schedule',
  run(hop) {
    const target = hop.target ?? hop.workflow.state(hop.run.state);
    if (target.timers.length > 0) armStateTimers(hop, target);
    armDeadline(hop);
    return proceed;
  },
};
