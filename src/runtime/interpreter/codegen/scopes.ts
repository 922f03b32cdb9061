/** Parts of a statement that declare locals of their own. */
import { BlockScope, type Generator } from './generator.ts';

/** Works in a scope of its own, fresh each round as in C#. `declared` is the text that declares what its expressions bind. */
export function inScope<T>(
  g: Generator,
  work: (scope: BlockScope) => T,
): { readonly result: T; readonly declared: string } {
  const outer = g.scope;
  const scope = new BlockScope(outer);
  g.scope = scope;
  const result = work(scope);
  g.scope = outer;
  return { result, declared: scope.hoisted.length > 0 ? `let ${scope.hoisted.join(',')};` : '' };
}
