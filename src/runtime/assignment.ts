/** `XFlow.AssignSlot(row, person)`: an updateData delivery that brings about the milestone `Assigned` (pipeline.md §5). */
import type { RowRecord } from '../stores/records.ts';
import type { SlotInfo, StateInfo, WorkflowInfo } from './catalog.ts';
import { runChain } from './chain.ts';
import { writeValues } from './codec.ts';
import { checkCandidate } from './hearing.ts';
import { asOutcome, checkVersion, isNetworkFault, Raised, runOn } from './holding.ts';
import { Chain, type HopSeed, plainSeed } from './hop.ts';
import type { Row } from './interpreter/host.ts';
import { refusal } from './refusals.ts';
import { backoff } from './retry.ts';
import { traceEnd, traceStart } from './tracing.ts';
import type { UnitOfWork } from './unit.ts';

export function assignmentSeed(workflow: WorkflowInfo, state: StateInfo, slot: SlotInfo, person: Row | null): HopSeed {
  return {
    ...plainSeed,
    transition: workflow.quiet(`${state.name}/${slot.name}/Assigned`, 'updateData', 'manual'),
    trigger: 'manual',
    self: true,
    slot,
    milestone: 'assigned',
    person,
  };
}

/** @throws NotAuthorized when the slot's `Candidates` do not name the person */
export function assign(
  unit: UnitOfWork,
  workflowKey: string,
  slotName: string,
  row: RowRecord,
  person: Row | null,
): number {
  const { tx, engine, host } = unit;
  const workflow = engine.workflow(workflowKey);
  unit.startPending();
  const run = runOn(unit, workflow, row);
  checkVersion(workflow, run);
  if (run.status === 'C')
    throw refusal('Instance:100018', `The run of ${workflow.key} has finished in '${run.state}'.`);
  const state = workflow.state(run.state);
  const slot = state.slots.find((s) => s.name === slotName);
  if (slot === undefined) {
    throw refusal('Transition:100020', `State '${state.name}' of ${workflow.key} has no slot '${slotName}'.`);
  }
  const delivery = {
    kind: 'assign',
    workflow: workflow.key,
    run: run.id,
    row,
    name: slotName,
    payload: writeValues([person]),
    actor: host.actor()?.id ?? null,
    visit: run.visit,
  } as const;
  if (workflow.model.commit === 'perStep') {
    if (person !== null) checkCandidate(unit, slot, run, person);
    unit.enqueue(delivery);
    return Raised.queued;
  }
  const savepoint = tx.savepoint();
  const queued = unit.queued;
  const chain = new Chain(unit, tx.next('seq'), 'assign', workflow, run, host.actor(), host.now, 1);
  traceStart(chain, slotName, host.chain?.id);
  const frame = host.enter(chain);
  try {
    if (person !== null) checkCandidate(unit, slot, run, person);
    runChain(chain, assignmentSeed(workflow, state, slot, person));
    unit.settleWrites(savepoint.changed);
    traceEnd(chain, 'done');
    return Raised.done;
  } catch (error) {
    tx.rollbackTo(savepoint);
    unit.forgetQueued(queued);
    if (!isNetworkFault(error)) {
      traceEnd(chain, 'undone', error, 'thrown to the caller');
      throw asOutcome(unit, error);
    }
    const due = host.now + backoff(engine.retry, 1);
    unit.enqueue({ ...delivery, due, attempt: 2, error: error.message, origin: chain.origin });
    traceEnd(chain, 'undone', error, 'retried', due);
    return Raised.pendingRetry;
  } finally {
    host.leave(frame);
  }
}
