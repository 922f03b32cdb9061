/** What every pass of the checker has at hand (design.md, "How data walks"). */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import type { CompilationUnit } from '../syntax/tree.ts';
import type { Declarations } from './declarations.ts';
import type { FieldSymbol, WorkflowSymbol } from './symbols.ts';
import type { TypeTable } from './type-table.ts';

export interface CheckContext {
  readonly types: TypeTable;
  readonly declarations: Declarations;
  /** In ordinal order of their paths; `file` numbers everywhere are indices here. */
  readonly files: readonly SourceFile[];
  readonly units: readonly CompilationUnit[];
  /** Fields that a workflow tracks, and which does: assigning one anywhere but through a run is an error (language.md §7.2). */
  readonly trackedFields: ReadonlyMap<FieldSymbol, WorkflowSymbol>;
  /** Takes a finding. Passes that try something out hand in a context whose `report` keeps it back. */
  report(diagnostic: Diagnostic): void;
}
