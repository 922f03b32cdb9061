/** Deliveries that a caller waits for: raises and starts inside a unit of work (language.md §7.3, §10). */
import { type ParentLink, type RowRecord, RunRecord, type RunStatus, type Ticks } from '../stores/records.ts';
import { type AdmissionKind, admit } from './admission.ts';
import type { StateInfo, TransitionInfo, WorkflowInfo } from './catalog.ts';
import { argumentsOf } from './catalog.ts';
import { runChain } from './chain.ts';
import { answersItself } from './children.ts';
import { writeValues } from './codec.ts';
import { authorize, checkCandidate, hear, notHeard } from './hearing.ts';
import { Chain, type HopSeed, noArgs, plainSeed } from './hop.ts';
import { fireUntil } from './inline-timers.ts';
import { DateTimeValue } from './library/dates.ts';
import { isExceptionOf } from './library/exceptions.ts';
import { EngineAbort, ExceptionValue, type Value } from './library/values.ts';
import { refusal } from './refusals.ts';
import { backoff } from './retry.ts';
import { traceEnd, traceStart } from './tracing.ts';
import type { Enqueued, UnitOfWork } from './unit.ts';

/** `RaiseOutcome`. */
export const Raised = { done: 0, pendingRetry: 1, queued: 2 } as const;

export function isNetworkFault(error: unknown): error is ExceptionValue {
  return error instanceof ExceptionValue && isExceptionOf(error, 'NetworkException');
}

/** The newest run of a workflow on a row. @throws WorkflowException `Instance:100017` */
export function runOn(unit: UnitOfWork, workflow: WorkflowInfo, row: RowRecord): RunRecord {
  const runs = unit.tx.runsOf(row);
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i] as RunRecord;
    if (run.workflow === workflow.key) return run;
  }
  throw refusal('Instance:100017', `${row.entity} ${row.id} has no run of ${workflow.key}.`);
}

/** A run whose version the engine does not have is never run on other code (pipeline.md §10). */
export function checkVersion(workflow: WorkflowInfo, run: RunRecord): void {
  if (run.version === workflow.model.version) return;
  throw refusal(
    'Instance:100017',
    `The run of ${workflow.key} was started on version ${run.version.slice(0, 12)}, which this engine does not have (it has ${workflow.model.version.slice(0, 12)}).`,
  );
}

/** Somebody else holds the run: a delivery its Busy flag, or another unit of work an uncommitted change. */
export function isHeld(unit: UnitOfWork, run: RunRecord, by: number): boolean {
  return (run.status === 'B' && run.owner !== 0 && run.owner !== by) || unit.tx.heldElsewhere(run);
}

/** Admission inside a transaction. @throws WorkflowException with the code of the refusal */
export function admitChain(chain: Chain, kind: AdmissionKind): void {
  const { run, unit } = chain;
  const admission = admit(kind, { status: run.status, held: isHeld(unit, run, chain.id) });
  if (!admission.admitted) throw refusal(admission.code, refusalText(admission.code, chain.workflow, run));
  if (admission.flip === 'none') return;
  takeBusy(chain);
}

export function takeBusy(chain: Chain): void {
  const { run, unit } = chain;
  unit.tx.touch(run);
  run.status = 'B';
  run.owner = chain.id;
  chain.owns = true;
}

function refusalText(
  code: string,
  workflow: WorkflowInfo,
  run: { readonly status: RunStatus; readonly state: string },
): string {
  switch (code) {
    case 'Instance:100018':
      return `The run of ${workflow.key} has finished in '${run.state}'.`;
    case 'Instance:100031':
      return `The run of ${workflow.key} is busy.`;
    default:
      return `The run of ${workflow.key} is faulted in '${run.state}'; retry or cancel it first.`;
  }
}

/** Whether the run's open child, not the run, has to answer. */
export function isForwarded(run: RunRecord, transition: TransitionInfo | undefined): boolean {
  return run.child !== 0 && (transition === undefined || !answersItself(transition));
}

export function raiseEvent(
  unit: UnitOfWork,
  workflowKey: string,
  event: string,
  row: RowRecord,
  args: readonly Value[],
  at: Value | undefined,
): number {
  const { tx, engine, host } = unit;
  const workflow = engine.workflow(workflowKey);
  const info = workflow.events.get(event);
  if (info === undefined) throw refusal('Transition:100004', `${workflowKey} declares no event '${event}'.`);
  unit.startPending();
  const run = runOn(unit, workflow, row);
  checkVersion(workflow, run);
  const actor = host.actor();
  if (run.status === 'C') throw refusal('Instance:100018', refusalText('Instance:100018', workflow, run));
  const now = at instanceof DateTimeValue ? handledAt(unit, run, at) : host.now;
  if (workflow.model.commit === 'perStep') return queueEvent(unit, workflow, run, event, args, now);

  const savepoint = tx.savepoint();
  const queued = unit.queued;
  const chain = new Chain(unit, tx.next('seq'), 'raise', workflow, run, actor, now, 1);
  traceStart(chain, event, host.chain?.id);
  const frame = host.enter(chain);
  try {
    if (at instanceof DateTimeValue) fireUntil(unit, run, now);
    authorize(unit, info, run, actor);
    const state = workflow.state(run.state);
    const seed = eventSeed(chain, state, event, args);
    if (!isForwarded(run, seed.transition)) admitChain(chain, seed.transition.kind);
    else if (run.status === 'F') throw refusal('Transition:100020', refusalText('', workflow, run));
    runChain(chain, seed);
    unit.settleWrites(savepoint.changed);
    traceEnd(chain, 'done');
    return Raised.done;
  } catch (error) {
    tx.rollbackTo(savepoint);
    unit.forgetQueued(queued);
    if (isNetworkFault(error)) {
      const due = now + backoff(engine.retry, 1);
      queueEvent(unit, workflow, run, event, args, due, {
        attempt: 2,
        visit: run.visit,
        error: error.message,
        origin: chain.origin,
      });
      traceEnd(chain, 'undone', error, 'retried', due);
      return Raised.pendingRetry;
    }
    traceEnd(chain, 'undone', error, 'thrown to the caller');
    throw asOutcome(unit, error);
  } finally {
    host.leave(frame);
  }
}

/** JavaScript's own stack gave out before the depth limit did. */
export function asOutcome(unit: UnitOfWork, error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  unit.host.aborted = true;
  return new EngineAbort('depth', 'calls are nested too deeply');
}

/** The hop that answers an event in this state. @throws WorkflowException `Transition:100020`, NotAuthorized */
export function eventSeed(chain: Chain, state: StateInfo, event: string, args: readonly Value[]): HopSeed {
  const { workflow, run, actor, unit } = chain;
  const hearing = hear(workflow, state, run, event, actor);
  if (isForwarded(run, hearing?.transition)) {
    return { ...plainSeed, transition: workflow.forward(event), trigger: 'manual', eventArgs: args };
  }
  if (hearing === undefined) throw notHeard(workflow, state, event);
  const { transition, slot } = hearing;
  if (slot !== undefined && slot.candidates !== undefined && chain.attempt === 1)
    checkCandidate(unit, slot, run, actor);
  return {
    transition,
    trigger: 'manual',
    self: transition.kind === 'updateData',
    args: argumentsOf(transition, args),
    eventArgs: args,
    slot,
    reason: undefined,
    resumeAt: 0,
    milestone: slot === undefined ? undefined : 'answered',
    person: null,
    fault: undefined,
  };
}

/** `at:` of a raise. @throws WorkflowException when it is in the future, or before what the run has handled */
function handledAt(unit: UnitOfWork, run: RunRecord, at: DateTimeValue): Ticks {
  const now = at.toTicks();
  if (now > unit.host.now)
    throw refusal('Transition:100020', 'An event may not be handled as of an instant in the future.');
  if (now < run.handledAt) {
    throw refusal('Transition:100020', 'An event may not be handled as of an instant before the last one handled.');
  }
  return now;
}

function queueEvent(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  run: RunRecord,
  event: string,
  args: readonly Value[],
  due: Ticks,
  again: Pick<Enqueued, 'attempt' | 'visit' | 'error' | 'origin'> = {},
): number {
  unit.enqueue({
    kind: 'event',
    workflow: workflow.key,
    run: run.id,
    row: run.row,
    name: event,
    payload: writeValues(args),
    actor: unit.host.actor()?.id ?? null,
    due,
    ...again,
  });
  return Raised.queued;
}

// ---------------------------------------------------------------- starts

export function startByHand(unit: UnitOfWork, workflowKey: string, row: RowRecord): number {
  const workflow = unit.engine.workflow(workflowKey);
  unit.startPending();
  return startRun(unit, workflow, row, null, false).started ? Raised.done : Raised.pendingRetry;
}

/**
 * Makes a run and brings it to rest. A network fault undoes what the start did, keeps the run Busy in its initial state
 * and queues the start again; anything else is thrown, and there is no run (language.md §10).
 */
export function startRun(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  row: RowRecord,
  parent: ParentLink | null,
  autostart: boolean,
): RunRecord {
  const { tx, host, engine } = unit;
  const open = tx.runsOf(row).find((r) => r.workflow === workflow.key && r.status !== 'C');
  if (open !== undefined) {
    throw refusal('Instance:100025', `${row.entity} ${row.id} already has an active run of ${workflow.key}.`);
  }
  const outer = tx.savepoint();
  const queued = unit.queued;
  const now = host.now;
  const run = new RunRecord({
    id: tx.next('run'),
    workflow: workflow.key,
    version: workflow.model.version,
    row,
    state: workflow.initial.name,
    at: now,
    parent,
  });
  tx.insert(run);
  if (row.v[workflow.field] !== workflow.initial.value) unit.writeTracked(row, workflow.field, workflow.initial.value);
  const inner = tx.savepoint();
  try {
    attemptStart(unit, workflow, run, tx.next('seq'), autostart ? 'autostart' : 'Start', 1, outer.changed);
    return run;
  } catch (error) {
    if (isNetworkFault(error)) {
      tx.rollbackTo(inner);
      unit.forgetQueued(queued);
      queueStart(unit, workflow, run, now + backoff(engine.retry, 1), 2, error.message);
      return run;
    }
    tx.rollbackTo(outer);
    unit.forgetQueued(queued);
    throw error;
  }
}

/** The start transition of a run that exists, at the present instant or its retry's. */
export function attemptStart(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  run: RunRecord,
  id: number,
  name: string,
  attempt: number,
  checkFrom: number,
  now: Ticks = unit.host.now,
): void {
  const { host, tx } = unit;
  const chain = new Chain(unit, id, 'start', workflow, run, host.actor(), now, attempt);
  traceStart(chain, name, host.chain?.id);
  const frame = host.enter(chain);
  try {
    takeBusy(chain);
    const startedAt = workflow.startedAt?.value(host, noArgs);
    tx.touch(run);
    run.startedAt = startedAt instanceof DateTimeValue ? startedAt.toTicks() : now;
    run.stateSince = run.startedAt;
    run.handledAt = run.startedAt;
    runChain(chain, { ...plainSeed, transition: workflow.start, trigger: 'manual' });
    unit.settleWrites(checkFrom);
    traceEnd(chain, 'done');
  } catch (error) {
    traceEnd(chain, 'undone', error, isNetworkFault(error) ? 'retried' : 'thrown to the caller');
    throw asOutcome(unit, error);
  } finally {
    host.leave(frame);
  }
}

/** Until its retry the run is Busy, held by the delivery that will try again. */
export function queueStart(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  run: RunRecord,
  due: Ticks,
  attempt: number,
  error: string,
): void {
  const record = unit.enqueue({
    kind: 'start',
    workflow: workflow.key,
    run: run.id,
    row: run.row,
    name: 'start',
    payload: '[]',
    actor: unit.host.actor()?.id ?? null,
    due,
    attempt,
    error,
  });
  unit.tx.touch(run);
  run.status = 'B';
  run.owner = record.seq;
}
