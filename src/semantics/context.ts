/** What the passes after the declarations have at hand (design.md, "How data walks"). */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Declarations } from './declarations.ts';
import type { FieldSymbol, WorkflowSymbol } from './symbols.ts';

export interface CheckContext {
  readonly declarations: Declarations;
  /** Fields that a workflow tracks, and which does: assigning one anywhere but through a run is an error (language.md §7.2). */
  readonly trackedFields: ReadonlyMap<FieldSymbol, WorkflowSymbol>;
  /** Takes a finding. */
  report(diagnostic: Diagnostic): void;
}
