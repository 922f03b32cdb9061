/**
 * One attempt of a job, and what follows when it fails (language.md §10, "nobody waits"). Both work inside a transaction
 * that the caller commits: the courier's own, or the unit of work of a raise with `at:`.
 */
import { IncidentRecord, type RunRecord, type Ticks, TimerRecord } from '../stores/records.ts';
import { runChain } from './chain.ts';
import { type ChildStart, tellOf, tellParent } from './children.ts';
import { writeValue } from './codec.ts';
import { boundaryOf } from './faults.ts';
import { finishRun } from './finish.ts';
import { giveBack } from './give-back.ts';
import { isNetworkFault, takeBusy } from './holding.ts';
import { Chain, plainSeed } from './hop.ts';
import { takeKey } from './inbox.ts';
import { firedTimer, type Job, type RunJob, seedText } from './job.ts';
import type { JobPlan } from './job-plan.ts';
import { EngineAbort, ExceptionValue } from './library/values.ts';
import type { RefusalCode } from './refusals.ts';
import { backoff } from './retry.ts';
import { attemptStart, beginClocks, queueStart } from './start.ts';
import { armNextRound, cancelTimers } from './timers.ts';
import { traceEnd, traceStart } from './tracing.ts';
import type { UnitOfWork } from './unit.ts';

export interface Attempt {
  readonly job: RunJob;
  readonly plan: Extract<JobPlan, { kind: 'run' }>;
  readonly now: Ticks;
}

/** Runs the job's chain. What it throws is to be undone and given to `afterFailure`. */
export function attempt(unit: UnitOfWork, what: Attempt): Chain {
  const { job, plan, now } = what;
  const { tx, host, engine } = unit;
  const { seed, workflow, run } = job;
  const actor = engine.principalRow(tx, seed.actor);
  const chain = new Chain(unit, seed.seq, seed.kind, workflow, run, actor, now, seed.attempt);
  chain.key = seed.key;
  chain.origin = seed.origin;
  traceStart(chain, seed.name, host.chain?.id);
  const frame = host.enter(chain);
  const from = tx.changed.length;
  try {
    takeOut(unit, job);
    beginJob(chain, what);
    const hop = runChain(chain, plan.seed(chain));
    if (plan.reminder !== undefined && hop.chain.hops === 1) armNextRound(hop, firedTimer(job), plan.reminder);
    unit.settleWrites(from);
    // What an accept had reserved and no forward has claimed.
    if (seed.kind === 'event' && run.child > 0) giveBack(unit, run, seed.seq);
    traceEnd(chain, 'done');
    return chain;
  } catch (error) {
    rememberFailure(error, chain);
    throw error;
  } finally {
    host.leave(frame);
  }
}

/** Takes hold of the run for the job. @throws what the job itself brings, where no arm answers it */
export function beginJob(chain: Chain, { job, plan }: Attempt): void {
  const { run, unit } = chain;
  const { kind } = job.seed;
  if (kind === 'start') beginClocks(chain);
  else if (plan.admission !== 'updateData' && !(kind === 'event' && run.child !== 0)) takeBusy(chain);
  if (kind === 'childOutcome') closeChild(unit, run);
  if (plan.fault !== undefined) throw plan.fault;
}

/** Where an exception left its chain; kept beside it, as an exception may be the app's own object. */
const failedAt = new WeakMap<object, Chain['at']>();

export function rememberFailure(error: unknown, chain: Chain): void {
  failedAt.set(error as object, chain.at);
}

/** @param transition what to name when it failed before any */
export function failureAt(error: unknown, transition: string): Chain['at'] {
  return failedAt.get(error as object) ?? { transition, step: '', body: '' };
}

/** Tells the trace of an attempt that ended without an outcome of the app: refused, or beaten by another process. */
export function traceAborted(
  unit: UnitOfWork,
  { job, now }: Attempt,
  outcome: 'undone' | 'dropped',
  error: unknown,
): void {
  const { seed, workflow, run } = job;
  traceEnd(new Chain(unit, seed.seq, seed.kind, workflow, run, null, now, seed.attempt), outcome, error);
}

/** Ends everything, whoever waits: the one who runs the app has to stub or allow the operation. */
export function isUnstubbed(error: unknown): boolean {
  return error instanceof EngineAbort && error.reason === 'unstubbed';
}

/**
 * The engine itself refused the delivery before any body of it ran: there is nothing to fault, and nobody to tell.
 * What a nested raise was refused has left a body and is an exception like any other.
 */
export function isRefusal(error: unknown): error is ExceptionValue {
  if (!(error instanceof ExceptionValue) || !refusals.has(error.type)) return false;
  const step = failedAt.get(error)?.step;
  return step === '' || step === 'ForwardToActiveSubflow' || step === 'CreateTransition' || step === 'SetBusy';
}

const refusals: ReadonlySet<string> = new Set(['RequirementsNotMet', 'NotAuthorized', 'WorkflowException']);

function closeChild(unit: UnitOfWork, run: RunRecord): void {
  unit.tx.touch(run);
  run.child = 0;
}

/** Takes the job's record out of the store. */
export function takeOut(unit: UnitOfWork, job: Job): void {
  const { record } = job;
  if (record === undefined) return;
  if (record instanceof TimerRecord) cancelTimers(unit.tx, record.run, (t) => t === record);
  else unit.tx.remove(record);
}

/**
 * Decides what becomes of a job whose attempt was undone: another attempt, the error boundary, or an incident.
 */
export function afterFailure(unit: UnitOfWork, what: Attempt, error: unknown): void {
  const { job, now } = what;
  const { seed, workflow, run } = job;
  const at = failureAt(error, seed.name);
  const told = new Chain(unit, seed.seq, seed.kind, workflow, run, null, now, seed.attempt);
  if (triesAgain(unit, what, error, told)) return;
  if (error instanceof ExceptionValue && answerFault(unit, what, error, at, told)) return;
  takeOut(unit, job);
  traceEnd(told, 'undone', error, 'incident');
  faulted(unit, what, error, at);
}

/** A network fault is tried again from the top, as long as the policy allows. */
function triesAgain(unit: UnitOfWork, { job, now }: Attempt, error: unknown, told: Chain): boolean {
  const { seed, run } = job;
  const { retry } = unit.engine;
  if (!isNetworkFault(error) || seed.attempt >= retry.attempts) return false;
  const due = now + backoff(retry, seed.attempt);
  takeOut(unit, job);
  unit.enqueue({
    ...seed,
    row: run.row,
    due,
    attempt: seed.attempt + 1,
    visit: seed.visit >= 0 || seed.kind === 'cancel' ? seed.visit : run.visit,
    error: error.message,
  });
  traceEnd(told, 'undone', error, 'retried', due);
  return true;
}

/** The first level of the error boundary with a matching arm answers (pipeline.md §8). */
function answerFault(unit: UnitOfWork, what: Attempt, error: ExceptionValue, at: Chain['at'], told: Chain): boolean {
  const { job, now } = what;
  const { workflow, run, seed } = job;
  const arm = boundaryOf(unit.engine, workflow, run.state, error);
  if (arm === undefined) return false;
  traceEnd(told, 'undone', error, 'answered by on fault');
  const { tx, host } = unit;
  const savepoint = tx.savepoint();
  takeKey(unit, seed.key, now);
  const chain = new Chain(unit, seed.seq, 'fault', workflow, run, null, now, seed.attempt);
  traceStart(chain, arm.key, undefined);
  const frame = host.enter(chain);
  try {
    takeOut(unit, job);
    if (seed.kind === 'childOutcome') closeChild(unit, run);
    tx.insert(incident(unit, what, error, at));
    takeBusy(chain);
    const args = arm.args === undefined ? [error] : arm.args.map(() => error);
    runChain(chain, {
      ...plainSeed,
      transition: arm,
      trigger: 'errorBoundary',
      args,
      fault: error,
      reason: 'errorBoundary',
    });
    unit.settleWrites(savepoint.changed);
    traceEnd(chain, 'done');
    return true;
  } catch (second) {
    tx.rollbackTo(savepoint);
    if (triesAgain(unit, what, second, chain)) return true;
    traceEnd(chain, 'undone', second, 'incident');
    takeOut(unit, job);
    faulted(unit, what, second, chain.at);
    return true;
  } finally {
    host.leave(frame);
  }
}

/** Incident and status `F`; a parent hears that its child failed. */
export function faulted(unit: UnitOfWork, what: Attempt, error: unknown, at: Chain['at']): void {
  const { run, seed } = what.job;
  const { tx } = unit;
  takeKey(unit, seed.key, what.now);
  tx.insert(incident(unit, what, error, at));
  tx.touch(run);
  run.status = 'F';
  run.owner = 0;
  if (seed.kind === 'childOutcome') run.child = 0;
  const cause = error instanceof ExceptionValue ? writeValue(error) : null;
  tellParent(
    unit,
    run,
    'failed',
    error instanceof Error || error instanceof ExceptionValue ? error.message : null,
    cause,
  );
}

/** The type of an incident that is a fault of the engine's, not of the app's (pipeline.md §11). */
const stepFailed: RefusalCode = 'Execution:200002';

export function incident(unit: UnitOfWork, what: Attempt, error: unknown, at: Chain['at']): IncidentRecord {
  const { job, now } = what;
  const known = error instanceof ExceptionValue;
  return new IncidentRecord({
    seq: unit.tx.next('seq'),
    run: job.run.id,
    transition: at.transition,
    step: at.step,
    body: at.body,
    type: known ? error.type : error instanceof EngineAbort ? `limit: ${error.reason}` : stepFailed,
    message: known || error instanceof Error ? error.message : String(error),
    stack: known ? [...error.stack] : [],
    at: now,
    delivery: seedText(job.seed),
  });
}

// ---------------------------------------------------------------- starts and ends

/** A queued start runs again; the run waits Busy for it. */
export function retryStart(unit: UnitOfWork, job: RunJob, now: Ticks): void {
  const { run, seed, workflow } = job;
  const from = unit.tx.changed.length;
  takeOut(unit, job);
  unit.host.runAs(unit.engine.principalRow(unit.tx, seed.actor), () => {
    attemptStart(unit, workflow, run, seed.seq, seed.name, seed.attempt, from, now);
    return null;
  });
}

export function afterFailedStart(unit: UnitOfWork, job: RunJob, now: Ticks, error: unknown): void {
  const { seed, workflow, run } = job;
  if (isNetworkFault(error) && seed.attempt < unit.engine.retry.attempts) {
    takeOut(unit, job);
    queueStart(unit, workflow, run, now + backoff(unit.engine.retry, seed.attempt), seed.attempt + 1, error.message);
    return;
  }
  const plan: Attempt['plan'] = {
    kind: 'run',
    admission: 'start',
    seed: () => ({ ...plainSeed, transition: workflow.start, trigger: 'manual' }),
  };
  afterFailure(unit, { job: { ...job, seed: { ...seed, attempt: Number.MAX_SAFE_INTEGER } }, plan, now }, error);
}

/** A child without a cancel arm ends where it is, its tracked field unchanged (language.md §9). */
export function endChild(unit: UnitOfWork, job: RunJob, now: Ticks): void {
  const chain = new Chain(unit, job.seed.seq, 'cancel', job.workflow, job.run, null, now, 1);
  traceStart(chain, 'cancel', undefined);
  takeOut(unit, job);
  finishRun(chain, 'cancel', null);
  traceEnd(chain, 'done');
}

/** A child that could not be started has failed. */
export function childNotStarted(unit: UnitOfWork, job: Job, error: unknown): void {
  takeOut(unit, job);
  const { parent } = JSON.parse(job.seed.payload) as ChildStart;
  tellOf(unit, parent, {
    outcome: 'failed',
    message: error instanceof ExceptionValue ? error.message : String(error),
    child: -1,
    cause: error instanceof ExceptionValue ? writeValue(error) : null,
  });
}
