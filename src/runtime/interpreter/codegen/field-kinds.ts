/** Where a stored member lies: in an instance, an exception, a row, a tuple or an anonymous object. */
import type { FieldExpr } from '../../../ir/ir.ts';
import { implicitFields, nameOf } from '../type-facts.ts';
import type { Generator } from './generator.ts';

export type FieldKind =
  | { readonly kind: 'instance' | 'exception' | 'row' | 'reference' | 'collection' | 'anonymous' }
  | { readonly kind: 'tuple'; readonly index: number };

export function fieldKind(g: Generator, e: FieldExpr): FieldKind {
  const field = g.text(e.f, 'f');
  const owner = g.shape(e.owner);
  if (owner.kind === 'tuple') {
    const index = Number(/^Item([1-9]\d{0,3})$/.exec(field)?.[1] ?? 0) - 1;
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
