/** `osy.findings/1` with what only a lint run knows: symbols, fingerprints, fixes, the baseline, times. */
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { type FindingJson, type FindingsJson, findingsJson, type PositionJson } from './findings-json.ts';
import type { BaselineReport, LintReport, LintStats } from './lint-report.ts';

interface FixJson {
  readonly title: string;
  /** A safe one keeps the meaning of the program; `--fix` makes only those. */
  readonly safe: boolean;
  readonly edits: readonly {
    readonly file: string;
    readonly start: PositionJson;
    readonly end: PositionJson;
    readonly newText: string;
  }[];
}

export interface LintFindingJson extends FindingJson {
  readonly symbol: string;
  readonly fingerprint: string;
  readonly fix: FixJson | null;
}

export interface LintJson extends Omit<FindingsJson, 'findings'> {
  readonly findings: readonly LintFindingJson[];
  readonly baselines: readonly BaselineReport[];
  readonly stats?: LintStats;
}

export function jsonReport(report: LintReport): string {
  const diagnostics = report.findings.map(({ diagnostic }) => diagnostic);
  const plain = findingsJson(diagnostics, report.files, report.notes);
  const document: LintJson = {
    ...plain,
    findings: plain.findings.map((finding, i) => withIdentity(finding, report, i)),
    baselines: report.baselines,
    ...(report.stats === undefined ? {} : { stats: report.stats }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function withIdentity(finding: FindingJson, report: LintReport, i: number): LintFindingJson {
  const { diagnostic, symbol, fingerprint } = report.findings[i] as LintReport['findings'][number];
  return { ...finding, symbol, fingerprint, fix: fixJson(diagnostic) };
}

function fixJson({ fix }: Diagnostic): FixJson | null {
  return fix === undefined ? null : { title: fix.title, safe: fix.safe, edits: fix.edits.map(editJson) };
}

function editJson({ file, span, newText }: Fix['edits'][number]): FixJson['edits'][number] {
  return { file: file.path, start: file.position(span.start), end: file.position(span.end), newText };
}
