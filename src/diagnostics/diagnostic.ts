import type { SourceFile, Span } from '../source/source.ts';

/** `error` is a compile rule; the others are lint's (findings.md). */
export type Level = 'error' | 'must' | 'should' | 'consider';

/** A place that belongs to a finding, with a short label. */
export interface Label {
  readonly file: SourceFile;
  readonly span: Span;
  readonly message: string;
}

/** One hop of a call chain: who is called, and where the call stands. */
export interface ChainHop {
  /** What is called, as a person names it: `SendInvite`, `Mailer.Send`, `new Offer`. */
  readonly name: string;
  readonly file: SourceFile;
  readonly span: Span;
}

export interface TextEdit {
  readonly file: SourceFile;
  readonly span: Span;
  readonly newText: string;
}

/** A change that resolves a finding. A safe one keeps the meaning of the program. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/** Something that is wrong, or doubtful, at a place. */
export interface Diagnostic {
  /** `OSY3001` */
  readonly code: string;
  /** `network-fault-unhandled` */
  readonly name: string;
  readonly level: Level;
  readonly message: string;
  readonly file: SourceFile;
  readonly span: Span;
  /** What to do about it, where the message does not say it already. */
  readonly help?: string;
  readonly related?: readonly Label[];
  /** The hops from the body's own call to the network call, in order. */
  readonly chain?: readonly ChainHop[];
  readonly fix?: Fix;
}

/** One row of the catalogue: a rule that `osy` can report. */
export interface Rule<P = never> {
  readonly code: string;
  readonly name: string;
  readonly level: Level;
  /** One line for tables and `--help`. */
  readonly summary: string;
  /** The message; what it needs is a typed parameter, so that a missing one is a type error. */
  readonly message: (p: P) => string;
  /** What to do. */
  readonly help?: string | ((p: P) => string);
}

/** Declares a rule; exists for inference alone. */
export function rule<P = void>(row: Rule<P>): Rule<P> {
  return row;
}

export interface DiagnosticExtras {
  readonly related?: readonly Label[];
  readonly chain?: readonly ChainHop[];
  readonly fix?: Fix;
  /** Replaces the rule's own help. */
  readonly help?: string;
}

/** Makes a diagnostic of a rule at a place. */
export function diagnose<P>(
  row: Rule<P>,
  file: SourceFile,
  span: Span,
  params: P,
  extras: DiagnosticExtras = {},
): Diagnostic {
  const help = extras.help ?? (typeof row.help === 'function' ? row.help(params) : row.help);
  return {
    code: row.code,
    name: row.name,
    level: row.level,
    message: row.message(params),
    file,
    span: { start: span.start, end: span.end },
    ...(help === undefined ? {} : { help }),
    ...(extras.related === undefined ? {} : { related: extras.related }),
    ...(extras.chain === undefined ? {} : { chain: extras.chain }),
    ...(extras.fix === undefined ? {} : { fix: extras.fix }),
  };
}

/** File path in ordinal order, then place, then code: the order of every report. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  if (a.file.path !== b.file.path) return a.file.path < b.file.path ? -1 : 1;
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
