/** A member read from a value or a type: fields, properties, the library's, enum members. */
import type { ConstExpr, Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { MemberGroup } from '../members.ts';
import type { FieldSymbol, PropertySymbol } from '../symbols.ts';
import { errorType } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import { constantField } from './constant-fields.ts';
import { libraryConstant } from './library-constants.ts';

type NonMethods = Exclude<MemberGroup, { kind: 'methods' }>;

/** The member of `o`, which is evaluated there and then. */
export function memberValue(b: Binder, o: Value, group: NonMethods, at: Node): Value {
  const s = spanOf(at);
  const t = group.type.key;
  switch (group.kind) {
    case 'field': {
      const e: Expr = { k: 'field', s, t, o: o.e, f: group.symbol.name, owner: group.symbol.owner.fullName };
      return { k: 'value', type: group.type, e, field: group.symbol, readOnly: fieldReadOnly(b, group.symbol, o) };
    }
    case 'property': {
      const e = property(group.symbol, group.type, o, s);
      return { k: 'value', type: group.type, e, readOnly: propertyReadOnly(group.symbol) };
    }
    case 'libraryProperty': {
      const { member } = group;
      const targs = group.ownerArgs.map((arg) => arg.key);
      const rest = { s, t, m: member.key, args: [], ...(targs.length > 0 ? { targs } : {}) };
      const e: Expr = member.writable ? { k: 'libprop', o: o.e, ...rest } : { k: 'lib', o: o.e, ...rest };
      const readOnly = member.writable ? undefined : { what: `'${member.name}'`, why: 'it can only be read' };
      return { k: 'value', type: group.type, e, readOnly };
    }
    case 'tupleItem':
      return b.val(group.type, { k: 'field', s, t, o: o.e, f: group.field, owner: o.type.key });
    case 'anonymousField': {
      const e: Expr = { k: 'field', s, t, o: o.e, f: group.field, owner: o.type.key };
      const why = 'members of an anonymous object keep what they were made with';
      return { k: 'value', type: group.type, e, readOnly: { what: `'${group.field}'`, why } };
    }
    case 'enumMember':
      return b.val(group.type, { k: 'const', s, t, v: group.value });
  }
}

function property(
  symbol: PropertySymbol,
  type: Type,
  o: Value | undefined,
  s: Expr['s'],
  targs: readonly string[] = [],
): Expr {
  const dispatched = symbol.virtual || (symbol.owner.kind === 'class' && symbol.owner.form === 'interface');
  return {
    k: 'prop',
    s,
    t: type.key,
    args: [],
    ...(o === undefined ? {} : { o: o.e }),
    ...(symbol.get === undefined ? {} : { get: symbol.get }),
    ...(symbol.set === undefined ? {} : { set: symbol.set }),
    ...(dispatched && o !== undefined && !o.isBase ? { virt: true } : {}),
    ...(targs.length > 0 ? { targs } : {}),
  };
}

function propertyReadOnly(symbol: PropertySymbol): Value['readOnly'] {
  return symbol.set === undefined ? { what: `'${symbol.name}'`, why: 'it has no `set`' } : undefined;
}

/** A constructor may set its own object's read-only members. */
function fieldReadOnly(b: Binder, symbol: FieldSymbol, o: Value | undefined): Value['readOnly'] {
  const what = `'${symbol.name}'`;
  if (symbol.collection) {
    return {
      what,
      why: `it lists the rows of '${symbol.collection.entity.name}' whose '${symbol.collection.back}' is this row`,
    };
  }
  if (!symbol.readonly) return undefined;
  if (b.body.isConstructor && b.body.owner?.symbol === symbol.owner && (o === undefined || o.e.k === 'this'))
    return undefined;
  return { what, why: symbol.implicit ? 'the engine sets it' : 'it is read-only' };
}

/** A member of a type itself. Methods are the caller's. */
export function staticMember(b: Binder, group: NonMethods, at: Node): Bound {
  const s = spanOf(at);
  const t = group.type.key;
  switch (group.kind) {
    case 'field': {
      const constant = constantField(b, group.symbol);
      if (constant) return b.val(group.type, { ...constant, s, t });
      const e: Expr = { k: 'sfield', s, t, owner: group.symbol.owner.fullName, f: group.symbol.name };
      return {
        k: 'value',
        type: group.type,
        e,
        field: group.symbol,
        readOnly: fieldReadOnly(b, group.symbol, undefined),
      };
    }
    case 'property': {
      const targs = group.owner.kind === 'class' ? group.owner.args.map((arg) => arg.key) : [];
      const e = property(group.symbol, group.type, undefined, s, targs);
      return { k: 'value', type: group.type, e, readOnly: propertyReadOnly(group.symbol) };
    }
    case 'libraryProperty': {
      const constant: ConstExpr['v'] | undefined = libraryConstant(group.member.key);
      if (constant !== undefined) return b.val(group.type, { k: 'const', s, t, v: constant });
      const targs = group.ownerArgs.map((arg) => arg.key);
      const e: Expr = { k: 'lib', s, t, m: group.member.key, args: [], ...(targs.length > 0 ? { targs } : {}) };
      return {
        k: 'value',
        type: group.type,
        e,
        readOnly: { what: `'${group.member.name}'`, why: 'it can only be read' },
      };
    }
    case 'enumMember':
      return b.val(group.type, { k: 'const', s, t, v: group.value });
    case 'tupleItem':
    case 'anonymousField':
      return b.val(errorType, b.error(at).e);
  }
}
