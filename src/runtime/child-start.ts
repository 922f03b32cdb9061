/** The delivery that starts a child's run, or adopts the one that there is (language.md §9). */

import { StoreConflict, StoreError } from '../stores/contract.ts';
import type { RunRecord } from '../stores/records.ts';
import { childNotStarted, isUnstubbed, takeOut } from './attempt.ts';
import { type ChildStart, tellOf } from './children.ts';
import { readPayload } from './codec.ts';
import type { DeliveryPort } from './delivery-port.ts';
import type { Job } from './job.ts';
import { queueRun, startRun } from './start.ts';

export function deliverChildStart(port: DeliveryPort, job: Job): void {
  const { unit } = port;
  const { tx, engine } = unit;
  const { seed } = job;
  const { parent } = readPayload<ChildStart>(seed.payload);
  const above = tx.run(parent.run);
  if (above === undefined || above.visit !== parent.visit || above.status === 'C')
    return port.drop(job, 'its parent has moved on');
  const workflow = engine.findWorkflow(seed.workflow);
  const row = tx.row(seed.entity, seed.row);
  const fail = (error: unknown): void => {
    childNotStarted(unit, job, error);
    port.commit();
  };
  if (workflow === undefined || row === undefined) return fail('the row of the child is gone');
  const last = tx.runsOf(row).findLast((r) => r.workflow === workflow.key);
  const adopted = last !== undefined && (last.status !== 'C' || workflow.model.autostart) ? last : undefined;
  if (adopted !== undefined && adopted.status !== 'C' && adopted.parent !== null)
    return fail(`the run of ${workflow.key} on its row is the child of another run`);
  try {
    takeOut(unit, job);
    let child = adopted;
    if (child === undefined) {
      unit.host.runAs(engine.principalRow(tx, seed.actor), () => {
        const perStep = workflow.model.commit === 'perStep';
        child = perStep ? queueRun(unit, workflow, row, parent) : startRun(unit, workflow, row, parent, false);
        return null;
      });
    } else adopt(port, child, parent);
    tx.touch(above);
    above.child = (child as RunRecord).id;
    port.commit();
  } catch (error) {
    port.rollback();
    if (error instanceof StoreConflict) return;
    if (error instanceof StoreError || isUnstubbed(error)) throw error;
    fail(error);
  }
}

/** A run that has ended already tells at once, so that its parent does not wait for ever. */
function adopt({ unit }: DeliveryPort, child: RunRecord, parent: ChildStart['parent']): void {
  if (child.status !== 'C') {
    unit.tx.touch(child);
    child.parent = parent;
    return;
  }
  const outcome = child.outcome === 'success' ? 'succeeded' : child.outcome === 'error' ? 'failed' : 'cancelled';
  tellOf(unit, parent, { outcome, message: child.message, child: child.id, cause: null });
}
