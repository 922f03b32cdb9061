/** Compares what lint reports of a program with what leaves its bodies when they run. */
import { bodiesOf } from '../../src/analysis/bodies.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { lint } from '../../src/lint/lint.ts';
import { CompiledProgram } from '../../src/runtime/interpreter/program.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { explore } from './running.ts';
import type { Place, Printed } from './tree.ts';

export type Kind = 'fault' | 'refusal';

export interface Disagreement {
  readonly what: 'missed' | 'accused' | 'nowhere';
  readonly kind: Kind;
  readonly body: string;
  readonly text: string;
  readonly decisions?: readonly string[];
}

export interface Verdict {
  /** Not a program that compiles. */
  readonly refused?: readonly Diagnostic[];
  readonly disagreements: readonly Disagreement[];
  readonly bodies: number;
  readonly runs: number;
  /** Reported, seen to escape, and reported without that all ways could be gone. */
  readonly reported: number;
  readonly confirmed: number;
  readonly undecided: number;
  /** Different escapes at run time, and those that were reported. */
  readonly escaped: number;
  readonly foreseen: number;
}

/** Runs of one body, and of one in which something is reported that was not seen yet. */
const usualRuns = 80;
const mostRuns = Number(process.env['OSY_PROOF_WAYS'] ?? 1500);

interface Report {
  readonly kind: Kind;
  readonly start: number;
  readonly own: number | undefined;
  readonly text: string;
  seen: boolean;
}

export function judge(printed: Printed): Verdict {
  const { text, places } = printed;
  const checked = check([new SourceFile('proof.osy', text)]);
  const nothing = {
    disagreements: [],
    bodies: 0,
    runs: 0,
    reported: 0,
    confirmed: 0,
    undecided: 0,
    escaped: 0,
    foreseen: 0,
  };
  if (!checked.ok) return { ...nothing, refused: checked.diagnostics.filter((d) => d.level === 'error') };
  const { app } = checked;
  const found = lint(checked);
  const reports = found.flatMap((d): Report[] => {
    const kind = kinds[d.name];
    if (kind === undefined) return [];
    const { start, end } = d.span;
    return [{ kind, start, own: innermost(places, start, end)?.own, text: text.slice(start, end), seen: false }];
  });
  const program = new CompiledProgram({ functions: app.functions, types: app });
  const disagreements: Disagreement[] = [];
  let runs = 0;
  let bodies = 0;
  let undecided = 0;
  let escaped = 0;
  let foreseen = 0;
  for (const body of app.workflows.flatMap((w) => bodiesOf(w))) {
    const [from, to] = body.body.span;
    const here = reports.filter((r) => r.start >= from && r.start < to);
    const told = new Set<string>();
    const explored = explore(
      program,
      app,
      body,
      ({ type, message, kept, decisions }) => {
        const kind = kindOf(type);
        if (kind === undefined || (kind === 'fault' && kept && body.remembers) || told.has(`${kind}${message}`)) return;
        told.add(`${kind}${message}`);
        escaped++;
        const match = matching(message, kind, here, printed);
        if (match.length > 0) foreseen++;
        else
          disagreements.push({
            what: 'missed',
            kind,
            body: body.describe,
            text: ownText(message, printed),
            decisions: decisions(),
          });
        for (const report of match) if (report.kind === kind) report.seen = true;
      },
      (n) => n < usualRuns || (n < mostRuns && here.some((r) => !r.seen)),
      (own) => here.some((r) => !r.seen && String(r.own) === own),
    );
    runs += explored.runs;
    bodies++;
    for (const report of here) {
      if (report.seen) continue;
      if (!explored.complete) undecided++;
      else disagreements.push({ what: 'accused', kind: report.kind, body: body.describe, text: report.text });
    }
  }
  for (const r of reports)
    if (r.own === undefined) disagreements.push({ what: 'nowhere', kind: r.kind, body: '', text: r.text });
  return {
    disagreements,
    bodies,
    runs,
    reported: reports.length,
    confirmed: reports.filter((r) => r.seen).length,
    undecided,
    escaped,
    foreseen,
  };
}

const kinds: Readonly<Record<string, Kind>> = {
  'network-fault-unhandled': 'fault',
  'network-refusal-unhandled': 'refusal',
};

function kindOf(type: string): Kind | undefined {
  if (type === 'NetworkException' || type === 'MyFault') return 'fault';
  return type === 'ExternalServiceException' ? 'refusal' : undefined;
}

function innermost(places: readonly Place[], start: number, end: number): Place | undefined {
  let found: Place | undefined;
  for (const p of places) {
    if (p.start > start || p.end < end) continue;
    if (found === undefined || p.end - p.start < found.end - found.start) found = p;
  }
  return found;
}

/**
 * The reports that say of an escape what it is. A refusal is not reported where the fault of the same call is. A new
 * exception that is thrown in a `catch` which the network's and others reach is told at the calls in its `try`, which may be
 * in delegates made before.
 */
function matching(
  message: string,
  kind: Kind,
  reports: readonly Report[],
  { places, guards, delegates }: Printed,
): readonly Report[] {
  const [, mark, digits] = /^([sb]?)(\d+)$/.exec(message) ?? [];
  const own = Number(digits);
  const fitting = reports.filter((r) => r.kind === kind || r.kind === 'fault');
  const exact = fitting.filter((r) => r.own === own);
  if (mark === '') return exact;
  const place = places.find((p) => p.own === own);
  if (place === undefined) return [];
  const around = [place, ...guards.filter((g) => g.start <= place.start && g.end >= place.end), ...delegates];
  return fitting.filter((r) => around.some((a) => r.start >= a.start && r.start < a.end));
}

function ownText(message: string, { text, places }: Printed): string {
  const place = places.find((p) => p.own === Number(message.replace(/^[sb]/, '')));
  return `${message}: ${place === undefined ? 'nowhere' : text.slice(place.start, place.end)}`;
}
