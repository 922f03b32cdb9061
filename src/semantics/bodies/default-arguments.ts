/** What stands in for an argument that is left out: written into the call (ir.ts, `CallExpr`). */
import type { Expr } from '../../ir/ir.ts';
import type { Node, Parameter } from '../../syntax/tree.ts';
import type { Callable, ParameterSymbol } from '../symbols.ts';
import { decimalType, longType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import { defaultOf } from './conversion.ts';
import { Scope } from './scope.ts';

const values = new WeakMap<Parameter, Expr | 'running'>();

export function defaultArgument(b: Binder, callable: Callable, param: ParameterSymbol, type: Type, at: Node): Expr {
  const s = spanOf(at);
  const { defaultValue, declaration } = param;
  if (defaultValue !== undefined) {
    if (defaultValue === null) return defaultOf(type, at);
    const of = stripNullable(type);
    const isText = of === longType || of === decimalType;
    return {
      k: 'const',
      s,
      t: type.key,
      v: isText && typeof defaultValue === 'number' ? String(defaultValue) : defaultValue,
    };
  }
  const written = declaration?.defaultValue;
  if (declaration === undefined || written === undefined) return defaultOf(type, at);
  let value = values.get(declaration);
  if (value === undefined) {
    values.set(declaration, 'running');
    const inside = b.elsewhere({ file: fileOf(b, callable), describe: `the default of '${param.name}'` });
    const scope = Scope.outermost({ kind: 'body', returns: type, sites: [], typeParams: [] });
    // Its own errors are told where the function is declared.
    value = inside.withhold(() => inside.converted(written, scope, type)).result;
    values.set(declaration, value);
  }
  if (value === 'running') return defaultOf(type, at);
  // Only what is constant can be moved into another file.
  return value.k === 'const' || value.k === 'default' ? { ...value, s } : defaultOf(type, at);
}

function fileOf(b: Binder, { origin }: Callable): number {
  switch (origin.kind) {
    case 'function':
    case 'method':
    case 'constructor':
    case 'operator':
    case 'indexer':
      return origin.symbol.file;
    case 'operation':
      return origin.symbol.client.file;
    case 'raise':
    case 'correlate':
      return origin.event.workflow.file;
    default:
      return b.body.file;
  }
}
