/** Text of values by their static type, and interpolated strings. */
import type { Expr, InterpolatedExpr } from '../../../ir/ir.ts';
import { formatIrType, type TypeShape } from '../../../ir/types.ts';
import { primitiveOf } from '../type-facts.ts';
import type { Generator } from './generator.ts';

/** Text of a value of static type `shape`: never null. `e`: the expression that `js` came from. */
export function textOf(g: Generator, js: string, shape: TypeShape, e: Expr): string {
  if (e.k === 'const' && e.v === null) return '""';
  switch (primitiveOf(shape, g.program.facts)) {
    case 'string':
      return isText(e) ? js : `(${js}??"")`;
    case 'int':
    case 'long':
    case 'byte':
      return shape.nullable ? `((${js}??"")+"")` : `(${js}+"")`;
    case 'char':
      return shape.nullable ? `${g.helper('charText')}(${js})` : `${g.helper('fromChar')}(${js})`;
    case 'bool':
      return shape.nullable ? `${g.helper('boolText')}(${js})` : `(${js}?"True":"False")`;
    case 'decimal':
      if (!shape.nullable) return `${js}.toString()`;
      break;
  }
  g.calling();
  return `${g.helper('text')}(h,${js},${g.type(formatIrType(shape))})`;
}

/** An expression of type string that is never null. */
function isText(e: Expr): boolean {
  return (
    (e.k === 'const' && e.v !== null) || e.k === 'interp' || (e.k === 'bin' && e.on === 'string' && e.op === 'add')
  );
}

export function emitInterpolated(g: Generator, e: InterpolatedExpr): string {
  const parts = g.list(e.parts, 'parts').map((part, i) =>
    g.at('parts', () => {
      if (typeof part === 'string') return JSON.stringify(part);
      const js = g.at(i, () => g.expr(part.e, 'e'));
      const shape = g.shape(part.e.t);
      if (part.align === undefined && part.format === undefined) return textOf(g, js, shape, part.e);
      const width = part.align ?? 0;
      if (!Number.isSafeInteger(width)) g.fail('an alignment is not a number');
      const format = part.format === undefined ? 'null' : g.literal(part.format, 'format');
      g.calling();
      return `${g.helper('hole')}(h,${js},${g.type(part.e.t)},${width},${format})`;
    }),
  );
  return parts.length === 0 ? '""' : `(""+${parts.join('+')})`;
}
