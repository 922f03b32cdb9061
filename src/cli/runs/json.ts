/** Format `osy.runs/1` (docs/formats.md). */
import { isoOfTicks } from '../../runtime/clock.ts';
import type { RunDetail, RunLine } from '../../stores/inspect/inspector.ts';
import type { RunStatus, Ticks } from '../../stores/records.ts';

export const runsFormat = 'osy.runs/1';

export const statusNames: Readonly<Record<RunStatus, string>> = {
  A: 'active',
  B: 'busy',
  P: 'passive',
  C: 'completed',
  F: 'faulted',
};

export function runsJson(runs: readonly (RunLine | RunDetail)[], counts: ReadonlyMap<RunStatus, number>): unknown {
  return {
    format: runsFormat,
    runs: runs.map(runJson),
    summary: Object.fromEntries(
      Object.entries(statusNames).map(([s, name]) => [name, counts.get(s as RunStatus) ?? 0]),
    ),
  };
}

function runJson(run: RunLine | RunDetail): unknown {
  return {
    id: run.id,
    workflow: run.workflow,
    version: run.version,
    entity: run.entity,
    row: run.row,
    state: run.state,
    status: statusNames[run.status],
    outcome: run.outcome,
    message: run.message,
    visit: run.visit,
    createdAt: isoOfTicks(run.createdAt),
    startedAt: isoOfTicks(run.startedAt),
    stateSince: isoOfTicks(run.stateSince),
    handledAt: isoOfTicks(run.handledAt),
    nextDue: iso(run.nextDue),
    openIncidents: run.openIncidents,
    child: run.child > 0 ? run.child : null,
    parent: run.parent === null ? null : { run: run.parent.run, name: run.parent.name },
    waiting: run.waiting,
    slots: run.slots,
    ...('timers' in run ? detailJson(run) : {}),
  };
}

function detailJson(run: RunDetail): object {
  return {
    timers: run.timers.map((t) => ({ ...t, due: isoOfTicks(t.due) })),
    deliveries: run.deliveries.map((d) => ({ ...d, due: isoOfTicks(d.due) })),
    transitions: run.transitions.map((t) => ({ ...t, at: isoOfTicks(t.at) })),
    incidents: run.incidents.map((i) => ({ ...i, at: isoOfTicks(i.at), resolvedAt: iso(i.resolvedAt) })),
    locks: run.locks.map((l) => ({ ...l, until: isoOfTicks(l.until) })),
  };
}

export function iso(ticks: Ticks | null): string | null {
  return ticks === null ? null : isoOfTicks(ticks);
}
