/** `const` members of classes: their values, bound where they are declared. */
import type { ConstExpr } from '../../ir/ir.ts';
import type { FieldSymbol } from '../symbols.ts';
import type { Binder } from './binder.ts';
import { Scope } from './scope.ts';

const values = new WeakMap<FieldSymbol, ConstExpr | 'running' | 'none'>();

export function constantField(b: Binder, symbol: FieldSymbol): ConstExpr | undefined {
  const known = values.get(symbol);
  if (known !== undefined) return typeof known === 'string' ? undefined : known;
  const declaration = symbol.declaration;
  if (!declaration?.modifiers.includes('const') || declaration.initializer === undefined) return undefined;
  // A constant that mentions itself has no value; its declaration says so.
  values.set(symbol, 'running');
  const { initializer } = declaration;
  const inside = b.elsewhere({
    file: symbol.file,
    owner: { symbol: symbol.owner, isStatic: true },
    describe: `the constant '${symbol.name}'`,
  });
  const scope = Scope.outermost({ kind: 'body', returns: symbol.type, sites: [], typeParams: [] });
  const { result } = inside.withhold(() => inside.converted(initializer, scope, symbol.type));
  const value = result.k === 'const' ? result : undefined;
  values.set(symbol, value ?? 'none');
  return value;
}
