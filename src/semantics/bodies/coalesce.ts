/** `a ?? b` (C# spec 12.15). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import {
  displayType,
  displayTypes,
  errorType,
  isNullableValue,
  isSilent,
  isValueType,
  neverType,
  nullType,
  stripNullable,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import { constantOf } from './constants.ts';
import type { Scope } from './scope.ts';

/** `a ?? b ?? c` groups to the right; a long chain is walked without recursion. */
export function bindCoalesce(b: Binder, e: ExpressionOf<'Binary'>, scope: Scope): Value {
  const links: { readonly node: ExpressionOf<'Binary'>; readonly left: Value }[] = [];
  let at: Expression = e;
  while (at.kind === 'Binary' && at.operator === '??') {
    links.push({ node: at, left: b.value(at.left, scope) });
    at = at.right;
  }
  let right: Bound = b.bind(at, scope);
  let rightAt: Node = at;
  for (let link = links.pop(); link !== undefined; link = links.pop()) {
    right = coalesce(b, link.left, right, link.node, rightAt);
    rightAt = link.node;
  }
  return b.toValue(right, e);
}

export function coalesce(b: Binder, left: Value, right: Bound, at: Node, rightAt: Node): Value {
  const { type } = left;
  if (isSilent(type)) return b.error(at, [left.e, ...(right.k === 'value' ? [right.e] : [])]);
  if (type === nullType) return b.toValue(right, rightAt);
  if (isValueType(type) && !isNullableValue(type)) {
    const text = `a value of type '${displayType(type)}' is never null, so \`??\` has nothing to do`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Remove `??` and what follows it.' });
    return b.error(at, [left.e]);
  }
  const result = resultType(b, type, right);
  if (result === undefined) {
    const [l, r] = right.k === 'value' ? displayTypes(type, right.type) : [displayType(type), '?'];
    b.report(typeMismatch, at, { problem: 'operator', operator: '??', left: l, right: r });
    return b.error(at, [left.e]);
  }
  const present = stripNullable(type);
  const inner = stripNullable(result);
  // The left side's value where it is there; its own conversion does not see the null.
  const needs = isValueType(present) ? !b.types.same(present, inner) : false;
  const r = b.convert(right, result, rightAt);
  if (!needs) return b.val(result, { k: 'coalesce', s: spanOf(at), t: result.key, l: left.e, r });
  const id = b.newLocal();
  const local = b.val(present, { k: 'local', s: left.e.s, t: present.key, id, name: '' });
  const then = b.convert(local, inner, at);
  const nullable = b.types.nullable(inner).key;
  const l: Expr = { k: 'nullcond', s: left.e.s, t: nullable, o: left.e, id, then };
  return b.val(result, { k: 'coalesce', s: spanOf(at), t: result.key, l, r });
}

function resultType(b: Binder, left: Type, right: Bound): Type | undefined {
  const present = stripNullable(left);
  if (right.k !== 'value') {
    if (right.k === 'branches' || right.k === 'tuple') {
      return right.natural && b.conversions.isImplicit(right.natural, present) ? present : (right.natural ?? present);
    }
    return right.k === 'type' && right.type.kind === 'entity' ? left : present;
  }
  const { type } = right;
  if (type === neverType || type === errorType) return present;
  if (type === nullType) return left;
  const constant = constantOf(right.e);
  if (b.conversions.isImplicit(type, present, constant)) {
    // What may be null on the right may be null in all.
    return !isValueType(present) && type.kind === 'nullable' ? left : present;
  }
  if (b.conversions.isImplicit(type, left, constant)) return left;
  return b.conversions.isImplicit(present, type) ? type : undefined;
}
