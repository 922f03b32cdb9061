/** Where a stored member lies: in an instance, an exception, a row, a tuple or an anonymous object. */
import type { ElementExpr, FieldExpr, NullConditionalExpr } from '../../../ir/ir.ts';
import { implicitFields, nameOf } from '../type-facts.ts';
import type { Generator } from './generator.ts';
import { elementIndex } from './places.ts';

export type FieldKind =
  | { readonly kind: 'instance' | 'exception' | 'row' | 'reference' | 'collection' | 'anonymous' }
  | { readonly kind: 'tuple'; readonly index: number };

export function fieldKind(g: Generator, e: FieldExpr): FieldKind {
  const field = g.text(e.f, 'f');
  const owner = g.shape(e.owner);
  if (owner.kind === 'tuple') {
    const index = Number(/^Item([1-9]\d?)$/.exec(field)?.[1] ?? 0) - 1;
    return index >= 0 && index < owner.items.length ? { kind: 'tuple', index } : g.fail(`no such part: ${field}`);
  }
  if (owner.kind === 'anonymous') {
    return owner.fields.some((f) => f.name === field) ? { kind: 'anonymous' } : g.fail(`no such member: ${field}`);
  }
  if (owner.kind !== 'named') return g.fail('a member of something that has none');
  return ownedField(g, owner.name, field);
}

/** The member of an entity or class that is named without its type arguments. */
export function ownedField(g: Generator, owner: string, field: string): FieldKind {
  const { facts } = g.program;
  if (facts.entity(owner) !== undefined) {
    if (implicitFields.includes(field)) return { kind: 'row' };
    const member = facts.entityField(owner, field) ?? g.fail(`no such member: ${owner}.${field}`);
    if (member.collection !== undefined) return { kind: 'collection' };
    return { kind: facts.entity(nameOf(member.t)) === undefined ? 'row' : 'reference' };
  }
  if (!facts.hasField(owner, field)) return g.fail(`no such member: ${owner}.${field}`);
  return { kind: facts.isExceptionClass(owner) ? 'exception' : 'instance' };
}

export function emitField(g: Generator, e: FieldExpr): string {
  const kind = fieldKind(g, e);
  const js = g.expr(e.o, 'o');
  const name = g.literal(e.f, 'f');
  // A tuple is never null unless it is a `(…)?`, whose parts cannot be reached without unwrapping.
  if (kind.kind === 'tuple') return `${js}.items[${kind.index}]`;
  const o = e.o.k === 'this' ? js : g.notNull(js);
  switch (kind.kind) {
    case 'instance':
      return `${o}.f[${name}]`;
    case 'exception':
      return `${o}.fields[${name}]`;
    case 'row':
      return `${o}.v[${name}]`;
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

export function emitElement(g: Generator, e: ElementExpr): string {
  const o = g.expr(e.o, 'o');
  if (e.o.k === 'local' && (e.i.k === 'local' || e.i.k === 'const')) {
    // Nothing can change either between the read and the check.
    const i = g.expr(e.i, 'i');
    return `(${g.notNull(o)}[${i}]??${g.helper('element')}(${o},${i}))`;
  }
  const a = g.temp();
  const i = g.temp();
  const index = elementIndex(g, e, a);
  g.throwing();
  return `(${a}=${o},${i}=${index},${g.notNull(a)}[${i}]??${g.helper('element')}(${a},${i}))`;
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
