/** Stored members, array elements and `?.`, read. */
import type { ElementExpr, FieldExpr, NullConditionalExpr } from '../../../ir/ir.ts';
import { fieldKind } from './field-kinds.ts';
import type { Generator } from './generator.ts';
import { elementIndex } from './places.ts';
import { storedMember } from './stored.ts';

export function emitField(g: Generator, e: FieldExpr): string {
  const kind = fieldKind(g, e);
  const js = g.expr(e.o, 'o');
  const name = g.literal(e.f, 'f');
  // A tuple is never null unless it is a `(…)?`, whose parts cannot be reached without unwrapping.
  if (kind.kind === 'tuple') return `${js}.items[${kind.index}]`;
  const o = e.o.k === 'this' ? js : g.notNull(js);
  switch (kind.kind) {
    case 'instance':
      return storedMember(g, `${o}.f`, e.f);
    case 'exception':
      return storedMember(g, `${o}.fields`, e.f);
    case 'row':
      return rowMember(g, e, storedMember(g, `${o}.v`, e.f));
    case 'anonymous':
      return `${o}.fields.get(${name})`;
    case 'reference':
      g.calling();
      return `h.reference(${o},${name})`;
    case 'collection':
      g.calling();
      return `h.collection(${o},${name})`;
  }
}

/** A required member of a struct holds nothing until it is given something, and reads as the struct's default till then. */
function rowMember(g: Generator, e: FieldExpr, js: string): string {
  const shape = g.shape(e.t);
  const struct = shape.kind === 'named' && !shape.nullable && unset.has(shape.name);
  return struct ? `(${js}??${g.constant(g.program.facts.defaultOf(e.t))})` : js;
}
const unset: ReadonlySet<string> = new Set(['DateTime', 'DateOnly', 'TimeOnly', 'Guid']);

export function emitElement(g: Generator, e: ElementExpr): string {
  const o = g.expr(e.o, 'o');
  if (e.o.k === 'local' && (e.i.k === 'local' || e.i.k === 'const')) {
    // Nothing can change either between the read and the check.
    const i = g.expr(e.i, 'i');
    return `(${g.notNull(o)}[${i}>>>0]??${g.helper('element')}(${o},${i}))`;
  }
  const a = g.temp();
  const i = g.temp();
  const index = elementIndex(g, e, a);
  g.throwing();
  return `(${a}=${o},${i}=${index},${g.notNull(a)}[${i}>>>0]??${g.helper('element')}(${a},${i}))`;
}

export function emitNullConditional(g: Generator, e: NullConditionalExpr): string {
  const o = g.expr(e.o, 'o');
  const t = g.temp();
  g.localName(e.id);
  g.scope.ids.set(e.id, { js: t, ref: false });
  const then = g.expr(e.then, 'then');
  // A call for its effect alone gives undefined; the expression's value is then not used.
  return `((${t}=${o})===null?null:${then})`;
}
