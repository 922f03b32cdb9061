/** What a lint run has to say: the one value that every format is made of. */
import type { Diagnostic, Level } from '../diagnostics/diagnostic.ts';
import type { NoteJson } from './findings-json.ts';

/** A finding with what it is known by. */
export interface ReportedFinding {
  readonly diagnostic: Diagnostic;
  /** `OrderFlow/Pending/enter`; '' outside of every declaration. */
  readonly symbol: string;
  /** The same as long as finding, symbol and text of the line are. */
  readonly fingerprint: string;
}

export interface BaselineReport {
  readonly file: string;
  /** How many findings it holds back. */
  readonly held: number;
  /** Entries that no finding answers to any more. */
  readonly gone: readonly {
    readonly finding: string;
    readonly symbol: string;
    readonly text: string;
    readonly count: number;
  }[];
}

/** `--stats`. Times are wall clock, in milliseconds. */
export interface LintStats {
  readonly files: number;
  readonly lines: number;
  readonly totalMs: number;
  readonly passes: readonly { readonly name: string; readonly ms: number }[];
  readonly findings: readonly { readonly name: string; readonly ms: number }[];
  readonly cache: { readonly hits: number; readonly misses: number } | null;
  readonly peakMemoryMb: number;
}

export interface LintReport {
  /** Sorted as every report is. */
  readonly findings: readonly ReportedFinding[];
  /** How many files were looked at. */
  readonly files: number;
  readonly notes: readonly NoteJson[];
  readonly baselines: readonly BaselineReport[];
  /** More `should` findings than `--max-warnings` allows: they fail the run as well. */
  readonly tooManyWarnings: boolean;
  readonly stats?: LintStats;
  readonly version: string;
}

/** The finding makes the exit code 1. */
export function fails(report: LintReport, level: Level): boolean {
  return level === 'error' || level === 'must' || (level === 'should' && report.tooManyWarnings);
}

/** Message, chain and help as lines of plain text. */
export function plainLines(d: Diagnostic): readonly string[] {
  const chain = d.chain ?? [];
  const hops = chain.map(({ name, file, span }) => {
    const { line, column } = file.position(span.start);
    return `  ${name} (${file.path}:${line}:${column})`;
  });
  return [
    d.message,
    ...(hops.length === 0 ? [] : ['The way there:', ...hops]),
    ...(d.help === undefined ? [] : [`Help: ${d.help}`]),
  ];
}
