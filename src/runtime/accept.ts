/** A request from outside that is answered before it is done: accepted (202), delivered by the next settle (pipeline.md §3). */
import type { RowRecord, RunRecord } from '../stores/records.ts';
import { admit } from './admission.ts';
import type { WorkflowInfo } from './catalog.ts';
import { forwardTarget, openChildren } from './children.ts';
import { writeValues } from './codec.ts';
import { isForwarded } from './event-seed.ts';
import { authorize, checkCandidate, hear, notHeard } from './hearing.ts';
import { admissionState, checkVersion, refusalText, runOn } from './holding.ts';
import type { Row } from './interpreter/host.ts';
import type { Value } from './library/values.ts';
import { refusal } from './refusals.ts';
import type { UnitOfWork } from './unit.ts';

/** What a host asks for. */
export interface EventRequest {
  readonly workflow: string;
  readonly event: string;
  readonly row: Row;
  /** The event's arguments; default none. */
  readonly args?: readonly Value[];
  /** The acting `[Principal]` row; default null, the system. */
  readonly actor?: Row | null;
  /** The sender's own name for the request: a second one with it is a duplicate, for that run. */
  readonly key?: string;
}

/**
 * Accepts an event: who may raise it is asked now, and the run is Busy from now on, down to the leaf that will answer. The
 * caller commits. Answers the number of the delivery.
 * @throws NotAuthorized; WorkflowException `Instance:100017` no run, `100018` finished, `100019` the key was used, `100031`
 * busy, `Transition:100004` no such event, `100020`, `100021`, `100024` not available
 */
export function accept(unit: UnitOfWork, request: EventRequest): number {
  const { engine, host } = unit;
  const { event, args = [], actor = null } = request;
  const workflow = engine.workflow(request.workflow);
  const info = workflow.events.get(event);
  if (info === undefined) throw refusal('Transition:100004', `${workflow.key} declares no event '${event}'.`);
  const row = request.row as RowRecord;
  const run = runOn(unit, workflow, row);
  checkVersion(workflow, run);
  if (run.status === 'C') throw refusal('Instance:100018', refusalText('Instance:100018', workflow, run));
  const key = request.key === undefined ? null : keyOf(unit, run, request.key);
  authorize(unit, info, run, actor);
  const enqueue = (): number =>
    unit.enqueue({
      kind: 'event',
      workflow: workflow.key,
      run: run.id,
      row,
      name: event,
      payload: writeValues(args),
      actor: actor?.id ?? null,
      due: host.now,
      key,
    }).seq;

  const state = workflow.state(run.state);
  const hearing = hear(workflow, state, run, event, actor);
  if (isForwarded(run, hearing?.transition)) {
    forwardTarget(unit, workflow, run, event, 0);
    const delivery = enqueue();
    reserveChain(unit, run, delivery);
    return delivery;
  }
  if (hearing === undefined) throw notHeard(workflow, state, event);
  if (hearing.slot !== undefined) checkCandidate(unit, hearing.slot, run, actor);
  return admitted(unit, workflow, run, hearing.transition.kind, enqueue);
}

function admitted(
  unit: UnitOfWork,
  workflow: WorkflowInfo,
  run: RunRecord,
  kind: Parameters<typeof admit>[0],
  enqueue: () => number,
): number {
  const { tx } = unit;
  const state = admissionState(unit, run, 0, kind);
  const admission = admit(kind, state);
  if (!admission.admitted) throw refusal(admission.code, refusalText(admission.code, workflow, run));
  const delivery = enqueue();
  // Who takes over from another delivery does it in the pipeline: should it fail, that one has lost nothing.
  if (admission.flip === 'none' || state.held || run.status === 'F') return delivery;
  tx.touch(run);
  run.status = 'B';
  run.owner = delivery;
  return delivery;
}

/** A client sees the deepest child: it is Busy before the answer is given, so that nobody takes it to be at rest. */
function reserveChain(unit: UnitOfWork, run: RunRecord, delivery: number): void {
  for (const below of openChildren(unit.tx, run)) unit.tx.casStatus(below, 'A', 'B', delivery);
}

/** The inbox key. @throws WorkflowException `Instance:100019` */
function keyOf(unit: UnitOfWork, run: RunRecord, given: string): string {
  const key = `${run.id}|${given}`;
  const queued = [...unit.tx.deliveries(run.id)].some((d) => d.key === key);
  if (queued || unit.tx.inbox(key) !== undefined) {
    throw refusal('Instance:100019', `A request with the key '${given}' was accepted before.`);
  }
  return key;
}
