/** Boxing, casts, `as`. */
import type { AsExpr, BoxExpr, CastExpr, TypeOfExpr } from '../../../ir/ir.ts';
import { formatIrType, type TypeShape } from '../../../ir/types.ts';
import type { Generator } from './generator.ts';

const bare = (shape: TypeShape): TypeShape => ({ ...shape, nullable: false });

export function emitBox(g: Generator, e: BoxExpr): string {
  const js = g.expr(e.e, 'e');
  const from = g.shape(e.from);
  if (!g.isGeneric(e.from) && from.kind !== 'param') {
    if (from.kind === 'tuple' || !g.program.facts.isValueType(from)) return js;
    if (!from.nullable) return `${g.helper('makeBox')}(${g.type(e.from)},${js})`;
  }
  return `${g.helper('box')}(${g.constant(g.program)},${js},${g.type(e.from)})`;
}

/** The value as one that is seen as `object`. */
function seen(g: Generator, js: string, from: TypeShape): string {
  if (from.kind !== 'param' && !(g.program.facts.isValueType(from) && from.kind !== 'tuple')) return js;
  return `${g.helper('box')}(${g.constant(g.program)},${js},${g.type(formatIrType(from))})`;
}

export function emitCast(g: Generator, e: CastExpr): string {
  const js = g.expr(e.e, 'e');
  const from = g.shape(e.from);
  const to = g.shape(e.t);
  const { facts } = g.program;
  const same = facts.normal(formatIrType(bare(from))) === facts.normal(formatIrType(bare(to)));
  if (same && from.kind !== 'param') {
    if (!from.nullable || to.nullable || !facts.isValueType(from)) return js;
    g.throwing();
    return `${g.helper('value')}(${js})`;
  }
  g.throwing();
  return `${g.helper('cast')}(${g.constant(g.program)},${seen(g, js, from)},${g.type(e.t)})`;
}

export function emitAs(g: Generator, e: AsExpr): string {
  const js = seen(g, g.expr(e.e, 'e'), g.shape(e.from));
  return `${g.helper('as')}(${g.constant(g.program)},${js},${g.type(formatIrType(bare(g.shape(e.t))))})`;
}

export function emitTypeOf(g: Generator, e: TypeOfExpr): string {
  return `${g.helper('typeOf')}(${g.type(e.of)})`;
}
