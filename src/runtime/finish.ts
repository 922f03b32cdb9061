/** The end of a run (pipeline.md §1, step 100). */
import type { RunOutcome } from '../stores/records.ts';
import { abandonChild, tellParent } from './children.ts';
import type { Chain } from './hop.ts';
import { releaseLocks } from './resource-lock.ts';
import { cancelTimers, unparkWork } from './timers.ts';

/** Completed or cancelled, both with status `C`: timers and locks are released, children cancelled, the parent told once. */
export function finishRun(chain: Chain, outcome: RunOutcome, message: string | null): void {
  const { run, unit } = chain;
  const { tx } = unit;
  cancelTimers(tx, run, () => true);
  if (run.child !== 0) abandonChild(chain);
  tx.touch(run);
  run.status = 'C';
  run.owner = 0;
  run.waiting = null;
  run.outcome = outcome;
  run.message = message;
  run.started = true;
  chain.owns = false;
  releaseLocks(tx, run);
  // What waited for it finds that it has ended.
  unparkWork(tx, run);
  if (run.parent !== null) {
    tellParent(unit, run, outcome === 'success' ? 'succeeded' : outcome === 'cancel' ? 'cancelled' : 'failed', message);
  }
}
