/**
 * Deliveries of a perStep workflow (pipeline.md §5): each step commits as it is done. What fails is undone back to the last
 * step; the next attempt, after a fault, a crash or a mended cause, takes up there and runs no body that had succeeded.
 */
import { StoreConflict, StoreError } from '../../stores/contract.ts';
import type { DeliveryRecord, Ticks } from '../../stores/records.ts';
import {
  type Attempt,
  beginJob,
  failureAt,
  isRefusal,
  isUnstubbed,
  rememberFailure,
  takeOut,
  traceAborted,
} from '../attempt.ts';
import { runChain } from '../chain.ts';
import type { DeliveryPort } from '../delivery-port.ts';
import { giveBack } from '../give-back.ts';
import { isHeld } from '../holding.ts';
import { Chain, type Hop } from '../hop.ts';
import { firedTimer, type RunJob } from '../job.ts';
import { armNextRound, armStateTimers } from '../timers.ts';
import { traceEnd, traceStart } from '../tracing.ts';
import { StepCommits } from './commits.ts';
import { afterStepFailure, rearms } from './failure.ts';
import { Progress, seedOf, stateReached } from './progress.ts';

/** A delivery that was begun before goes on, unless its run has moved on without it. */
export function resumeSteps(port: DeliveryPort, job: RunJob, progress: Progress, now: Ticks): void {
  const { unit } = port;
  const { run, seed } = job;
  const record = progress.current;
  if (run.status === 'C' || record === undefined) return port.drop(job, 'the run has finished');
  const quiet = progress.hop(1)?.kind === 'updateData' && record.hop === 1;
  if (!quiet && !(run.status === 'B' && run.owner === seed.seq)) {
    if (run.status === 'F' || isHeld(unit, run, seed.seq)) return port.park(job);
    if (run.state !== stateReached(record)) return port.drop(job, 'the run has moved on');
    unit.tx.touch(run);
    run.status = 'B';
    run.owner = seed.seq;
    port.commit();
  }
  runSteps(port, { job, now, plan: { kind: 'run', admission: 'automatic', seed: () => seedOf(unit, job, record) } });
}

/** Runs a job's steps and keeps each; what fails is told as language.md §10 says of those that nobody waits for. */
export function runSteps(port: DeliveryPort, what: Attempt): void {
  try {
    attemptSteps(port, what);
    port.commit();
  } catch (error) {
    port.rollback();
    recoverSteps(port, what, error);
  }
}

function attemptSteps(port: DeliveryPort, what: Attempt): void {
  const { unit } = port;
  const { job, plan, now } = what;
  const { run, seed, workflow } = job;
  const { tx, host, engine } = unit;
  const progress = Progress.of(unit, job);
  const kind = seed.kind === 'step' ? 'fault' : seed.kind;
  const actor = engine.principalRow(tx, seed.actor);
  const chain = new Chain(unit, seed.seq, kind, workflow, run, actor, now, seed.attempt);
  chain.key = seed.key;
  chain.origin = seed.origin;
  chain.commits = new StepCommits(unit, progress, () => port.commit());
  traceStart(chain, seed.name, undefined);
  const frame = host.enter(chain);
  try {
    const record = progress.current;
    if (record === undefined) beginJob(chain, what);
    else {
      chain.owns = run.status === 'B' && run.owner === seed.seq;
      chain.hops = record.hop - 1;
    }
    const hop = runChain(chain, plan.seed(chain));
    if (hop.chain.hops === 1) armAfter(hop, what);
    takeOut(unit, job);
    unit.settleWrites(0);
    traceEnd(chain, 'done');
  } catch (error) {
    rememberFailure(error, chain);
    throw error;
  } finally {
    host.leave(frame);
  }
}

/** A reminder's next round; and the timers that a failed delivery had cancelled, where `on fault` lets the run stay. */
function armAfter(hop: Hop, { job, plan }: Attempt): void {
  if (plan.reminder !== undefined || job.seed.kind === 'timer') {
    const timer = plan.reminder ?? job.workflow.timers.get(job.seed.name);
    if (timer?.model.kind === 'remind') armNextRound(hop, firedTimer(job), timer);
  }
  if (job.seed.kind === 'step' && hop.stays && rearms(hop.unit, job) && hop.run.child === 0) {
    armStateTimers(hop, hop.workflow.state(hop.run.state));
  }
}

function recoverSteps(port: DeliveryPort, what: Attempt, error: unknown): void {
  const { unit } = port;
  const { job } = what;
  const { run, seed, record } = job;
  // Without its store nothing can be said of the delivery: it stays what it was, to be delivered again.
  if (error instanceof StoreError) throw error;
  // Another process may have carried the run on meanwhile.
  unit.tx.alive(run);
  const { begun } = Progress.of(unit, job);
  if (error instanceof StoreConflict || isUnstubbed(error)) {
    traceAborted(unit, what, 'undone', error);
    if (error instanceof StoreConflict && begun) return port.redeliver(record as DeliveryRecord);
    if (!begun) giveBack(unit, run, seed.seq);
    port.commit();
    if (error instanceof StoreConflict) return;
    throw error;
  }
  if (!begun && isRefusal(error)) {
    traceAborted(unit, what, 'dropped', error);
    return port.drop(job, error.message);
  }
  try {
    afterStepFailure(unit, what, error, failureAt(error, seed.name));
    port.commit();
  } catch (fatal) {
    port.rollback();
    throw fatal;
  }
}
