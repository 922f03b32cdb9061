/** What checking an app yields (design.md, "How data walks"). */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { AppModel } from '../ir/model.ts';
import type { SourceFile, Span } from '../source/source.ts';
import type { CompilationUnit } from '../syntax/tree.ts';

/** `[SuppressWarning("name")]` on a declaration, or a comment for the next line. */
export interface Suppression {
  /** Index into `files`. */
  readonly file: number;
  /** Where it is written. */
  readonly span: Span;
  /** What it covers: findings that begin inside. */
  readonly covers: Span;
  /** The finding's name or code. */
  readonly rule: string;
  /** Set for a function or method: chains through it are accepted (findings.md). */
  readonly functionKey?: string;
}

export interface Program {
  /** In ordinal order of their paths; `file` numbers in the model are indices here. */
  readonly files: readonly SourceFile[];
  readonly units: readonly CompilationUnit[];
  readonly app: AppModel;
  readonly suppressions: readonly Suppression[];
  /** Syntax and compile errors, and lint-level findings that only the checker sees (`possible-null`, `unused-local`, `code-after-goto`, …). */
  readonly diagnostics: readonly Diagnostic[];
  /** No diagnostic is an error: the app may be lowered and run. */
  readonly ok: boolean;
}
