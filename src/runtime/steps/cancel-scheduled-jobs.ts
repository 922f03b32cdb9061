import { abandonChild } from '../children.ts';
import type { Hop } from '../hop.ts';
import { cancelStateTimers, stopClocks } from '../timers.ts';
import { proceed, type Step } from './step.ts';

/** 39: the timers of the state being left are cancelled and its clocks stop, before `exit` runs. */
export const cancelScheduledJobs: Step = {
  order: 39,
  name: 'CancelScheduledJobs',
  run(hop) {
    if (hop.transition.kind === 'start') return proceed;
    if (hop.unit.engine.trace !== undefined) hop.note = cancelNote(hop);
    cancelStateTimers(hop.unit.tx, hop.run);
    stopClocks(hop);
    hop.run.waiting = null;
    if (hop.run.child !== 0) abandonChild(hop.chain);
    return proceed;
  },
};

function cancelNote({ run }: Hop): string | undefined {
  const keys = run.timers.filter((t) => t.kind !== 'deadline').map((t) => t.key);
  return keys.length === 0 ? undefined : `cancels ${keys.join(', ')}`;
}
