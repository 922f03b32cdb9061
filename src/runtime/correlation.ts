/** `XFlow.CorrelateY(args)`: finds the one running run whose rule holds, and leaves the event for it (language.md §7.3). */
import type { RowRecord, RunRecord } from '../stores/records.ts';
import { writeValues } from './codec.ts';
import { authorize } from './hearing.ts';
import type { Value } from './library/values.ts';
import { refusal } from './refusals.ts';
import type { UnitOfWork } from './unit.ts';

/** `CorrelationOutcome`. */
export const Correlated = { deposited: 0, noSuchKey: 1, ambiguous: 2, notRunning: 3, noRule: 4 } as const;

export function correlate(unit: UnitOfWork, workflowKey: string, event: string, args: readonly Value[]): number {
  const { engine, host, tx } = unit;
  const workflow = engine.workflow(workflowKey);
  const info = workflow.events.get(event);
  if (info === undefined) throw refusal('Transition:100004', `${workflowKey} declares no event '${event}'.`);
  const rule = info.correlateOn;
  if (rule === undefined) return Correlated.noRule;
  unit.startPending();
  let known = false;
  const meant: RunRecord[] = [];
  for (const row of host.rows(workflow.entity) as Iterable<RowRecord>) {
    if (host.onRow(row, () => rule.value(host, args)) !== true) continue;
    known = true;
    const run = tx.runsOf(row).findLast((r) => r.workflow === workflow.key);
    if (run !== undefined && run.status !== 'C') meant.push(run);
  }
  if (!known) return Correlated.noSuchKey;
  if (meant.length === 0) return Correlated.notRunning;
  if (meant.length > 1) return Correlated.ambiguous;
  const [run] = meant as [RunRecord];
  authorize(unit, info, run, host.actor());
  unit.enqueue({
    kind: 'event',
    workflow: workflow.key,
    run: run.id,
    row: run.row,
    name: event,
    payload: writeValues(args),
    actor: host.actor()?.id ?? null,
  });
  return Correlated.deposited;
}
