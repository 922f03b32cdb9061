/**
 * `osy.baseline/1`: findings that are known and accepted for now. An entry is a key (fingerprint.ts) with a count; line
 * numbers are not in it, so findings may move, and one that takes another's place is new. An error is never in a baseline.
 */
import { ordinal } from '../source/walk.ts';
import { type FindingKey, keyOf, keyText, type PlacedFinding } from './fingerprint.ts';
import { readJson } from './json-text.ts';
import type { Read } from './levels.ts';

export interface BaselineEntry extends FindingKey {
  /** The app's folder, relative to the baseline file's. */
  readonly app: string;
  readonly count: number;
}

export interface Baseline {
  readonly format: 'osy.baseline/1';
  readonly findings: readonly BaselineEntry[];
}

export const emptyBaseline: Baseline = { format: 'osy.baseline/1', findings: [] };

/** An app's findings as the baseline sees them. */
export interface BaselinedApp {
  /** Its folder, relative to the baseline file's. */
  readonly app: string;
  readonly findings: readonly PlacedFinding[];
  /** It compiles. Of an app that does not, only a part is looked at, so nothing can be said of what is missing. */
  readonly complete: boolean;
}

export interface Baselined {
  /** What is not in the baseline, for each app, in its order. */
  readonly told: readonly (readonly PlacedFinding[])[];
  /** How many findings the baseline holds back. */
  readonly held: number;
  /** Entries, or the rest of their counts, that no finding answers to any more. */
  readonly gone: readonly BaselineEntry[];
}

export function readBaseline(text: string): Read<Baseline> {
  const read = readJson(text);
  if ('problem' in read) return read;
  const json = read.value;
  if (!isRecord(json) || json['format'] !== 'osy.baseline/1') {
    return { problem: `it is not a baseline: 'format' is not "osy.baseline/1"` };
  }
  const entries = json['findings'];
  if (!Array.isArray(entries)) return { problem: "'findings' is not a list" };
  const bad = entries.findIndex((each) => !isEntry(each));
  if (bad >= 0) return { problem: `'findings[${bad}]' is no entry: it needs app, finding, symbol, text and a count` };
  return { value: { format: 'osy.baseline/1', findings: entries as readonly BaselineEntry[] } };
}

function isEntry(json: unknown): json is BaselineEntry {
  return (
    isRecord(json) &&
    (['app', 'finding', 'symbol', 'text'] as const).every((key) => typeof json[key] === 'string') &&
    Number.isSafeInteger(json['count']) &&
    (json['count'] as number) > 0
  );
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Holds back what the baseline knows. Of findings that are alike the first ones are held back, up to the entry's count. */
export function applyBaseline(baseline: Baseline, apps: readonly BaselinedApp[]): Baselined {
  const left = new Map<string, number>();
  for (const entry of baseline.findings) {
    const text = keyText(entry.app, entry);
    left.set(text, (left.get(text) ?? 0) + entry.count);
  }
  let held = 0;
  const told = apps.map(({ app, findings }) =>
    findings.filter((finding) => {
      if (finding.diagnostic.level === 'error') return true;
      const text = keyText(app, keyOf(finding));
      const n = left.get(text) ?? 0;
      if (n === 0) return true;
      left.set(text, n - 1);
      held++;
      return false;
    }),
  );
  const judged = new Set(apps.filter((each) => each.complete).map((each) => each.app));
  const gone = baseline.findings.flatMap((entry) => {
    const text = keyText(entry.app, entry);
    const count = Math.min(entry.count, left.get(text) ?? 0);
    if (count === 0 || !judged.has(entry.app)) return [];
    left.set(text, (left.get(text) ?? 0) - count);
    return [{ ...entry, count }];
  });
  return { told, held, gone };
}

/** The baseline that holds back all of `apps`' findings but errors. What it says of other apps, or of broken ones, stays. */
export function updatedBaseline(before: Baseline, apps: readonly BaselinedApp[]): Baseline {
  const complete = apps.filter((each) => each.complete);
  const judged = new Set(complete.map((each) => each.app));
  const entries = new Map<string, BaselineEntry>();
  const add = (entry: BaselineEntry): void => {
    const text = keyText(entry.app, entry);
    entries.set(text, { ...entry, count: (entries.get(text)?.count ?? 0) + entry.count });
  };
  for (const { app, finding, symbol, text, count } of before.findings) {
    if (!judged.has(app)) add({ app, finding, symbol, text, count });
  }
  for (const { app, findings } of complete) {
    for (const finding of findings) {
      if (finding.diagnostic.level !== 'error') add({ app, ...keyOf(finding), count: 1 });
    }
  }
  const sorted = [...entries].sort(([a], [b]) => ordinal(a, b)).map(([, entry]) => entry);
  return { format: 'osy.baseline/1', findings: sorted };
}

export function writeBaseline(baseline: Baseline): string {
  return `${JSON.stringify(baseline, null, 2)}\n`;
}
