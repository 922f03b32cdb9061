/** `XFlow.CorrelateY(args)`: finds the one running run whose rule holds, and leaves the event for it (language.md §7.3). */
import type { RowRecord, RunRecord } from '../stores/records.ts';
import type { Correlation } from './catalog.ts';
import { writeValues } from './codec.ts';
import { authorize } from './hearing.ts';
import type { Host } from './host.ts';
import type { Row } from './interpreter/host.ts';
import type { Value } from './library/values.ts';
import { planned } from './query/planned.ts';
import { Selection } from './query/selection.ts';
import { refusal } from './refusals.ts';
import type { UnitOfWork } from './unit.ts';

/** `CorrelationOutcome`. */
export const Correlated = { deposited: 0, noSuchKey: 1, ambiguous: 2, notRunning: 3, noRule: 4 } as const;

export function correlate(unit: UnitOfWork, workflowKey: string, event: string, args: readonly Value[]): number {
  const { engine, host, tx } = unit;
  const workflow = engine.workflow(workflowKey);
  const info = workflow.events.get(event);
  if (info === undefined) throw refusal('Transition:100004', `${workflowKey} declares no event '${event}'.`);
  if (info.correlation === undefined) return Correlated.noRule;
  unit.startPending();
  let known = false;
  const meant: RunRecord[] = [];
  for (const row of rowsMeant(host, workflow.entity, info.correlation, args)) {
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

/** Rows for which the rule holds: the store is asked as far as it can tell, the rule judges. */
function rowsMeant(
  host: Host,
  entity: string,
  { rule, plan, outside }: Correlation,
  args: readonly Value[],
): readonly RowRecord[] {
  const meant = (row: Value): boolean => host.onRow(row as unknown as Row, () => rule.value(host, args)) === true;
  const all = new Selection(host.queryOf(entity));
  if (plan === undefined || outside === undefined) return all.rows().filter((row) => meant(row as unknown as Value));
  const asked = planned(meant, plan, () => outside.value(host, args) as readonly unknown[] as readonly Value[]);
  return (all.where(asked) as Selection).rows();
}
