/** `osy.findings/1`: findings as one JSON document (docs/formats.md). Within a version fields are only added. */
import type { Diagnostic, Level } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/source.ts';

export interface PositionJson {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

interface PlaceJson {
  readonly file: string;
  readonly start: PositionJson;
  readonly end: PositionJson;
}

export interface FindingJson extends PlaceJson {
  readonly code: string;
  readonly name: string;
  readonly level: Level;
  readonly message: string;
  readonly related: readonly (PlaceJson & { readonly message: string })[];
  /** The hops from the body's own call to the network call. */
  readonly chain: readonly (PlaceJson & { readonly name: string })[];
  readonly help: string | null;
}

export interface NoteJson {
  readonly file: string | null;
  readonly message: string;
}

export interface FindingsJson {
  readonly format: 'osy.findings/1';
  readonly findings: readonly FindingJson[];
  /** Files that could not be read, and the like. */
  readonly notes: readonly NoteJson[];
  readonly summary: {
    readonly files: number;
    readonly error: number;
    readonly must: number;
    readonly should: number;
    readonly consider: number;
  };
}

export function findingsJson(findings: readonly Diagnostic[], files: number, notes: readonly NoteJson[]): FindingsJson {
  const count = (level: Level): number => findings.filter((f) => f.level === level).length;
  return {
    format: 'osy.findings/1',
    findings: findings.map(findingJson),
    notes,
    summary: {
      files,
      error: count('error'),
      must: count('must'),
      should: count('should'),
      consider: count('consider'),
    },
  };
}

function findingJson(d: Diagnostic): FindingJson {
  return {
    code: d.code,
    name: d.name,
    level: d.level,
    message: d.message,
    ...place(d.file, d.span),
    related: (d.related ?? []).map((r) => ({ message: r.message, ...place(r.file, r.span) })),
    chain: (d.chain ?? []).map((h) => ({ name: h.name, ...place(h.file, h.span) })),
    help: d.help ?? null,
  };
}

function place(file: SourceFile, span: Span): PlaceJson {
  return { file: file.path, start: file.position(span.start), end: file.position(span.end) };
}
