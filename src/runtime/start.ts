/** The beginnings of runs: by hand, by the creation of a row, as a child (language.md §7.2, §9, §10). */
import { type ParentLink, type RowRecord, RunRecord, type Ticks } from '../stores/records.ts';
import type { WorkflowInfo } from './catalog.ts';
import { runChain } from './chain.ts';
import { asOutcome, isNetworkFault, Raised, takeBusy } from './holding.ts';
import { Chain, noArgs, plainSeed } from './hop.ts';
import { DateTimeValue } from './library/dates.ts';
import { refusal } from './refusals.ts';
import { backoff } from './retry.ts';
import { traceEnd, traceStart } from './tracing.ts';
import type { UnitOfWork } from './unit.ts';

export function startByHand(unit: UnitOfWork, workflowKey: string, row: RowRecord): number {
  const workflow = unit.engine.workflow(workflowKey);
  unit.startPending();
  if (workflow.model.commit === 'perStep') {
    queueRun(unit, workflow, row, null);
    return Raised.queued;
  }
  return startRun(unit, workflow, row, null, false).started ? Raised.done : Raised.pendingRetry;
}

/** Makes a run of a perStep workflow, which begins after the commit: its steps cannot be kept inside of somebody's work. */
export function queueRun(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  row: RowRecord,
  parent: ParentLink | null,
): RunRecord {
  const run = makeRun(unit, workflow, row, parent, false);
  queueStart(unit, workflow, run, unit.host.now, 1, null);
  return run;
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
  const outer = tx.savepoint();
  const queued = unit.queued;
  const now = host.now;
  const run = makeRun(unit, workflow, row, parent, autostart);
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

/** @throws WorkflowException `Instance:100025` when the row has an active run of the workflow */
function makeRun(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  row: RowRecord,
  parent: ParentLink | null,
  autostart: boolean,
): RunRecord {
  const { tx, host } = unit;
  const open = tx.runsOf(row).find((r) => r.workflow === workflow.key && r.status !== 'C');
  if (open !== undefined) {
    throw refusal('Instance:100025', `${row.entity} ${row.id} already has an active run of ${workflow.key}.`);
  }
  const run = new RunRecord({
    id: tx.next('run'),
    workflow: workflow.key,
    version: workflow.model.version,
    row,
    state: workflow.initial.name,
    at: host.now,
    parent,
  });
  tx.insert(run);
  if (row.v[workflow.field] !== workflow.initial.value) unit.writeTracked(row, workflow.field, workflow.initial.value);
  // The row itself is marked as changed, so that of two units of work that start a run on it only one can commit.
  else if (!autostart) tx.write(row, workflow.field, workflow.initial.value, 0);
  return run;
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
  const { host } = unit;
  const chain = new Chain(unit, id, 'start', workflow, run, host.actor(), now, attempt);
  traceStart(chain, name, host.chain?.id);
  const frame = host.enter(chain);
  try {
    beginClocks(chain);
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

/** The run is Busy with its start, and begins when it is told to have begun (language.md §7.2). */
export function beginClocks(chain: Chain): void {
  const { run, unit, workflow } = chain;
  takeBusy(chain);
  const startedAt = workflow.startedAt?.value(unit.host, noArgs);
  unit.tx.touch(run);
  run.startedAt = startedAt instanceof DateTimeValue ? startedAt.toTicks() : chain.now;
  run.stateSince = run.startedAt;
  run.handledAt = run.startedAt;
}

/** Until it is delivered the run is Busy, held by the delivery that will start it. */
export function queueStart(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  run: RunRecord,
  due: Ticks,
  attempt: number,
  error: string | null,
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
