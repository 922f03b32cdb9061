/** Accessors that the compiler writes: of auto-properties that are reached through an interface or a base class. */
import type { Expr, FieldExpr, IrFunction } from '../ir/ir.ts';
import type { FieldSymbol, OverriddenProperty, PropertySymbol } from './symbols.ts';
import { voidType } from './type-table.ts';

/** A getter and, where something sets the property, a setter, both over the field of its name. */
export function storedAccessors(
  member: FieldSymbol | PropertySymbol,
  overridden: readonly OverriddenProperty[],
): IrFunction[] {
  const { owner, name } = member;
  const s = member.nameSpan;
  const t = member.type.key;
  const self: Expr = { k: 'this', s, t: owner.fullName };
  const field: FieldExpr = { k: 'field', s, t, o: self, f: name, owner: owner.fullName };
  const isVirtual = member.kind === 'property' && member.virtual;
  const shared = {
    name: `${owner.name}.${name}`,
    owner: owner.fullName,
    ...(isVirtual ? { virtual: true } : {}),
    file: member.file,
    span: s,
    nameSpan: s,
  };
  const getter: IrFunction = {
    ...shared,
    key: `${owner.fullName}.get_${name}()`,
    kind: 'getter',
    ...overriding(overridden.flatMap((each) => each.get ?? [])),
    params: [],
    returns: t,
    body: [{ k: 'return', s, e: field }],
  };
  const settable = member.kind === 'property' ? member.set !== undefined : overridden.some((o) => o.set !== undefined);
  if (!settable) return [getter];
  const value = { id: 0, name: 'value', t };
  const setter: IrFunction = {
    ...shared,
    key: (member.kind === 'property' ? member.set : undefined) ?? `${owner.fullName}.set_${name}(${t})`,
    kind: 'setter',
    ...overriding(overridden.flatMap((each) => each.set ?? [])),
    params: [value],
    returns: voidType.key,
    body: [{ k: 'expr', s, e: { k: 'assign', s, t, to: field, v: { k: 'local', s, ...value } } }],
  };
  return [getter, setter];
}

function overriding(keys: readonly string[]): { overrides?: readonly string[] } {
  return keys.length === 0 ? {} : { overrides: keys };
}
