import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import type { CompilationUnit } from '../syntax/tree.ts';
import type { GlobalScope } from './scopes.ts';
import type { TypeResolver } from './type-resolver.ts';
import type { Typing } from './typing.ts';

/** What the parts of the declaration pass share. */
export interface DeclaringContext {
  readonly files: readonly SourceFile[];
  readonly units: readonly CompilationUnit[];
  readonly typing: Typing;
  readonly scope: GlobalScope;
  readonly resolver: TypeResolver;
  report(diagnostic: Diagnostic): void;
}
