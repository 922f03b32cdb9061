/** `==` and `!=` where no type says what they mean: references, tuples, null (C# spec 12.12). */
import type { BinaryOp, Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import { boolType, isNullableValue, isValueType, nullType, objectType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { made } from './operator-nodes.ts';

export function equality(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  if (op !== 'eq' && op !== 'ne') return undefined;
  const { type: l } = left;
  const { type: r } = right;
  if (l === nullType && r === nullType) {
    return b.val(boolType, { k: 'const', s: spanOf(at), t: boolType.key, v: op === 'eq' });
  }
  if (l === nullType || r === nullType) {
    const other = l === nullType ? r : l;
    if (isValueType(other) && !isNullableValue(other)) return undefined;
    return made(b, op, 'ref', boolType, nullAs(left, other), nullAs(right, other), false, at);
  }
  const ls = stripNullable(l);
  const rs = stripNullable(r);
  if (ls.kind === 'tuple' && rs.kind === 'tuple') return tupleEquality(b, op, left, right, at);
  if (isValueType(ls) || isValueType(rs)) {
    // A struct of the library without an operator of its own compares by value.
    const comparable = ls.kind === 'library' && b.types.same(ls, rs);
    if (!comparable) return undefined;
    const lifted = isNullableValue(l) || isNullableValue(r);
    return made(b, op, 'ref', boolType, left.e, right.e, lifted, at);
  }
  if (ls.kind === 'param' || rs.kind === 'param') return undefined;
  const related =
    ls === objectType ||
    rs === objectType ||
    b.conversions.isImplicit(ls, rs) ||
    b.conversions.isImplicit(rs, ls) ||
    b.conversions.classifyExplicit(ls, rs) !== undefined;
  return related ? made(b, op, 'ref', boolType, left.e, right.e, false, at) : undefined;
}

function nullAs(value: Value, other: Type): Expr {
  return value.type === nullType ? { ...value.e, t: other.kind === 'nullable' ? other.key : `${other.key}?` } : value.e;
}

function tupleEquality(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const l = stripNullable(left.type);
  const r = stripNullable(right.type);
  if (l.kind !== 'tuple' || r.kind !== 'tuple' || l.items.length !== r.items.length) return undefined;
  const to = b.conversions.isImplicit(left.type, right.type) ? right.type : left.type;
  if (!b.conversions.isImplicit(left.type, to) || !b.conversions.isImplicit(right.type, to)) return undefined;
  const sides = [b.convert(left, to, at), b.convert(right, to, at)] as const;
  return made(b, op, 'ref', boolType, ...sides, isNullableValue(to), at);
}
