import { armAcknowledgement, armDeadline } from '../timers.ts';
import { proceed, type Step, stop } from './step.ts';

/** 75: `[AwaitAcknowledgement]`: stops after entry, Busy until the client acknowledges or the fallback fires. */
export const longPollTermination: Step = {
  order: 75,
  name: 'LongPollTermination',
  run(hop) {
    const wait = hop.target?.acknowledge;
    if (wait === undefined || hop.stays || hop.seed.resumeAt > 75) return proceed;
    armDeadline(hop);
    hop.unit.tx.touch(hop.run);
    hop.run.waiting = 'acknowledgement';
    // Busy on the client's behalf, and not on the delivery's, which is over.
    hop.run.owner = 0;
    if (hop.chain.kind === 'start') hop.run.started = true;
    hop.chain.owns = false;
    armAcknowledgement(hop, wait.fallbackAfter);
    return stop;
  },
};
