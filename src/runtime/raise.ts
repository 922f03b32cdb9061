/** `XFlow.RaiseY(row, …)`: a delivery that a caller waits for, inside its unit of work (language.md §7.3, §10). */
import type { RowRecord, RunRecord, Ticks } from '../stores/records.ts';
import type { WorkflowInfo } from './catalog.ts';
import { runChain } from './chain.ts';
import { writeValues } from './codec.ts';
import { eventSeed, isForwarded } from './event-seed.ts';
import { authorize } from './hearing.ts';
import { admitChain, asOutcome, checkVersion, isNetworkFault, Raised, refusalText, runOn } from './holding.ts';
import { Chain } from './hop.ts';
import { fireUntil } from './inline-timers.ts';
import { DateTimeValue } from './library/dates.ts';
import type { Value } from './library/values.ts';
import { refusal } from './refusals.ts';
import { backoff } from './retry.ts';
import { traceEnd, traceStart } from './tracing.ts';
import type { Enqueued, UnitOfWork } from './unit.ts';

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
  if (workflow.model.commit === 'perStep') {
    authorize(unit, info, run, actor);
    return queueEvent(unit, workflow, run, event, args, now);
  }

  const savepoint = tx.savepoint();
  const queued = unit.queued;
  const chain = new Chain(unit, tx.next('seq'), 'raise', workflow, run, actor, now, 1);
  traceStart(chain, event, host.chain?.id);
  const frame = host.enter(chain);
  let allowed = false;
  try {
    if (at instanceof DateTimeValue) fireUntil(unit, run, now);
    authorize(unit, info, run, actor);
    const state = workflow.state(run.state);
    const seed = eventSeed(chain, state, event, args);
    allowed = true;
    if (!isForwarded(run, seed.transition)) admitChain(chain, seed.transition.kind);
    else if (run.status === 'F') throw refusal('Transition:100020', refusalText('', workflow, run));
    runChain(chain, seed);
    unit.settleWrites(savepoint.changed);
    traceEnd(chain, 'done');
    return Raised.done;
  } catch (error) {
    tx.rollbackTo(savepoint);
    unit.forgetQueued(queued);
    // A retry asks neither `Authorize` nor `Candidates` again: where they failed, there is nothing to retry.
    if (allowed && isNetworkFault(error)) {
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
