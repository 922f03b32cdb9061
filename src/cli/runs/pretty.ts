/** Runs for people. */

import type { Style } from '../../report/style.ts';
import { isoOfTicks } from '../../runtime/clock.ts';
import type { RunDetail, RunLine } from '../../stores/inspect/inspector.ts';
import type { RunStatus, Ticks } from '../../stores/records.ts';
import { counted, table } from '../table.ts';
import { statusNames } from './json.ts';

/** One line a run, and how many there are. */
export function runsPretty(
  runs: readonly RunLine[],
  counts: ReadonlyMap<RunStatus, number>,
  filtered: boolean,
  style: Style,
): string {
  const total = [...counts.values()].reduce((a, b) => a + b, 0);
  if (total === 0) return 'no runs\n';
  const lines = table(
    ['RUN', 'WORKFLOW', 'STATE', 'STATUS', 'SINCE', 'NEXT DUE'],
    runs.map((r) => [
      String(r.id),
      r.workflow,
      r.state,
      statusText(r),
      isoOfTicks(r.stateSince),
      r.nextDue === null ? '' : isoOfTicks(r.nextDue),
    ]),
  );
  const [head = '', ...rest] = lines;
  const painted = rest.map((line, i) => (runs[i]?.status === 'F' ? style.error(line) : line));
  const kinds = [...counts].map(([s, n]) => `${n} ${statusNames[s]}`).join(', ');
  const shown = filtered || runs.length < total ? `${runs.length} of ${counted(total, 'run')}` : counted(total, 'run');
  const body = runs.length === 0 ? '' : `${[style.dim(head), ...painted].join('\n')}\n`;
  return `${body}${shown}: ${kinds}\n`;
}

function statusText(run: RunLine): string {
  const outcome = run.outcome === null || run.outcome === 'success' ? '' : ` (${run.outcome})`;
  return `${statusNames[run.status]}${outcome}`;
}

/** Everything about one run. */
export function runPretty(run: RunDetail, style: Style): string {
  const facts: [string, string][] = [
    ['row', `${run.entity} ${run.row}`],
    ['state', `${run.state}, since ${isoOfTicks(run.stateSince)} (visit ${run.visit})`],
    ['status', `${statusText(run)}${run.message === null ? '' : `: ${run.message}`}`],
    ['started', isoOfTicks(run.startedAt)],
    ['version', run.version],
  ];
  if (run.parent !== null) facts.push(['parent', `run ${run.parent.run}, as its child '${run.parent.name}'`]);
  if (run.child > 0) facts.push(['child', `run ${run.child} is open`]);
  if (run.waiting !== null) facts.push(['waits for', run.waiting]);
  for (const slot of run.slots) {
    facts.push([`slot ${slot.slot}`, slot.answered ? 'answered' : (slot.person ?? 'nobody is assigned')]);
  }
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = [
    style.strong(`run ${run.id} of ${run.workflow}`),
    ...facts.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    ...section(
      'timers',
      run.timers.map((t) => `${isoOfTicks(t.due)}  ${t.key}${t.parked ? '  (waits for the run)' : ''}`),
      style,
    ),
    ...section(
      'deliveries',
      run.deliveries.map(
        (d) =>
          `${isoOfTicks(d.due)}  ${d.kind} ${d.name}, attempt ${d.attempt}${d.parked ? '  (waits for the run)' : ''}${d.error === null ? '' : `, after: ${d.error}`}`,
      ),
      style,
    ),
    ...section(
      'locks',
      run.locks.map((l) => `${l.key}, until ${isoOfTicks(l.until)}`),
      style,
    ),
    ...section(
      'transitions',
      table(
        ['AT', 'TRANSITION', 'FROM', 'TO'],
        run.transitions.map((t) => [isoOfTicks(t.at), t.key, t.from, t.to ?? '(not ended)']),
      ).slice(run.transitions.length === 0 ? 1 : 0),
      style,
    ),
    ...section(
      'incidents',
      run.incidents.flatMap((i) => [
        `${isoOfTicks(i.at)}  ${i.type}: ${i.message}${mended(i.resolvedAt)}`,
        `  in ${i.transition}, step ${i.step}${i.body === '' ? '' : `, ${i.body}`}`,
        ...i.stack.map((frame) => `    at ${frame}`),
      ]),
      style,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function mended(at: Ticks | null): string {
  return at === null ? '' : `  (resolved ${isoOfTicks(at)})`;
}

function section(name: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : [style.dim(`${name}:`), ...lines.map((line) => `  ${line}`)];
}
