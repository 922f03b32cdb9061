/** What becomes of a perStep delivery whose step failed: tried again there, the error boundary, or an incident. */
import type { DeliverySeed, RunRecord } from '../../stores/records.ts';
import { type Attempt, faulted, incident, takeOut } from '../attempt.ts';
import { readValues, writeValues } from '../codec.ts';
import { boundaryOf } from '../faults.ts';
import { isNetworkFault } from '../holding.ts';
import { Chain } from '../hop.ts';
import { takeKey } from '../inbox.ts';
import type { RunJob } from '../job.ts';
import { ExceptionValue } from '../library/values.ts';
import { backoff } from '../retry.ts';
import { traceEnd } from '../tracing.ts';
import type { Enqueued, UnitOfWork } from '../unit.ts';
import { Progress } from './progress.ts';

/**
 * A network fault is tried again, the run Busy meanwhile. Else the arm of `on fault` that answers goes on in a delivery of
 * its own, so that a crash in it is redelivered; without one the run is faulted where its last step left it.
 */
export function afterStepFailure(unit: UnitOfWork, what: Attempt, error: unknown, at: Chain['at']): void {
  const { job, now } = what;
  const { run, seed, workflow } = job;
  const { engine, tx } = unit;
  const progress = Progress.of(unit, job);
  const told = new Chain(unit, seed.seq, seed.kind, workflow, run, null, now, seed.attempt);
  const kept = progress.current?.step;
  if (isNetworkFault(error) && seed.attempt < engine.retry.attempts) {
    const due = now + backoff(engine.retry, seed.attempt);
    const visit = seed.visit >= 0 || seed.kind === 'cancel' ? seed.visit : run.visit;
    replace(unit, job, { ...seed, due, attempt: seed.attempt + 1, visit, error: error.message });
    traceEnd(told, 'undone', error, 'retried', due, kept);
    return;
  }
  const arm =
    error instanceof ExceptionValue && seed.kind !== 'step'
      ? boundaryOf(engine, workflow, run.state, error)
      : undefined;
  if (arm === undefined) {
    takeOut(unit, job);
    traceEnd(told, 'undone', error, 'incident', undefined, kept);
    faulted(unit, what, error, at);
    return;
  }
  takeKey(unit, seed.key, now);
  tx.insert(incident(unit, what, error, at));
  if (seed.kind === 'childOutcome') forgetChild(unit, run);
  const bare = progress.current !== undefined && progress.current.step >= 39 && progress.current.step < 90;
  replace(unit, job, {
    kind: 'step',
    workflow: seed.workflow,
    run: seed.run,
    name: arm.key,
    payload: writeValues([error as ExceptionValue, bare]),
    actor: null,
    due: now,
  });
  traceEnd(told, 'undone', error, 'answered by on fault', undefined, kept);
}

/** Whether the delivery that the boundary answers had cancelled the timers of the state that the run is in. */
export function rearms(unit: UnitOfWork, job: RunJob): boolean {
  return readValues(job.seed.payload, unit.engine.world(unit.tx))[1] === true;
}

/** Puts another delivery in the place of the job's, which holds the run where that one did. */
function replace(unit: UnitOfWork, job: RunJob, by: Omit<Enqueued, 'row'> | DeliverySeed): void {
  const { run, seed } = job;
  takeOut(unit, job);
  const record = unit.enqueue({ ...by, row: run.row });
  if (run.status !== 'B' || run.owner !== seed.seq) return;
  unit.tx.touch(run);
  run.owner = record.seq;
}

function forgetChild(unit: UnitOfWork, run: RunRecord): void {
  unit.tx.touch(run);
  run.child = 0;
}
