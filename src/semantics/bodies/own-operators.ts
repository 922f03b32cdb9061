/** Operators that types declare themselves, lifted over values that may be null (C# spec 12.4). */
import type { BinaryOp, Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { ArgumentInfo } from '../arguments.ts';
import { operatorName } from '../operator-names.ts';
import { boolType, isNullableValue, isValueType, nullType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { emitCall } from './emit-call.ts';
import { infoOf } from './infos.ts';
import { binaryNames, made } from './operator-nodes.ts';

export function own(b: Binder, operator: string, left: Value, right: Value, at: Node): Value | undefined {
  const name = operatorName(operator, 2);
  if (name === undefined) return undefined;
  // An operator that both types have from a common base is one candidate.
  const of = new Map(
    [...b.members.operatorsOf(left.type, name), ...b.members.operatorsOf(right.type, name)].map((each) => [
      each.origin.kind === 'operator' ? each.origin.symbol : each.origin.kind === 'library' ? each.origin.member : each,
      each,
    ]),
  );
  if (of.size === 0) return undefined;
  // A comparison with null of what has its own `==` over values is one of references or of `T?`.
  const isNull = left.type === nullType || right.type === nullType;
  const args: ArgumentInfo[] = [left, right].map((value) => argument(value, at));
  const call = b.overloads.resolve([...of.values()], args);
  if (call.ok && !(isNull && call.params.some((param) => isValueType(param) && !isNullableValue(param)))) {
    return emitCall(
      b,
      call,
      [left, right].map((value) => ({ name: undefined, nameSpan: undefined, mode: 'value', at, value })),
      undefined,
      at,
    );
  }
  return liftedOwn(b, operator, [...of.values()], left, right, at);
}

export function argument(value: Value, at: Node): ArgumentInfo {
  return { name: undefined, mode: 'value', value: infoOf(value), span: at };
}

/** `a < b` of two `DateTime?`: false where one is null; `a - b`: null. `==` and `!=` compare nulls too. */
function liftedOwn(
  b: Binder,
  operator: string,
  of: Parameters<Binder['overloads']['resolve']>[0],
  left: Value,
  right: Value,
  at: Node,
): Value | undefined {
  const present = (value: Value): Value | undefined => {
    if (value.type === nullType) return undefined;
    return isNullableValue(value.type) ? b.val(stripNullable(value.type), value.e) : value;
  };
  const l = present(left) ?? present(right);
  const r = present(right) ?? present(left);
  if (l === undefined || r === undefined) return undefined;
  const anyNullable = [left, right].some((value) => value.type === nullType || isNullableValue(value.type));
  if (!anyNullable) return undefined;
  const call = b.overloads.resolve(of, [argument(l, at), argument(r, at)]);
  if (!call.ok) return undefined;
  const op = binaryNames[operator] as BinaryOp;
  if (op === 'eq' || op === 'ne') {
    // Equality of values that may be null is the same for every type that has one.
    const type = b.types.nullable(call.params[0] as Type);
    const sides = [b.convert(left, type, at), b.convert(right, type, at)] as const;
    return made(b, op, 'ref', boolType, ...sides, true, at);
  }
  return nullAware(b, call, left, right, at, op);
}

/** `l op r` with both operands kept in locals, where one of them may be null. */
function nullAware(
  b: Binder,
  call: Extract<ReturnType<Binder['overloads']['resolve']>, { ok: true }>,
  left: Value,
  right: Value,
  at: Node,
  op: BinaryOp,
): Value {
  const s = spanOf(at);
  const compares = op === 'lt' || op === 'le' || op === 'gt' || op === 'ge';
  const result = compares ? boolType : b.types.nullable(call.returns);
  const operand = (value: Value): { readonly id: number; readonly value: Value } => {
    const id = b.newLocal();
    const type = stripNullable(value.type);
    return { id, value: b.val(type, { k: 'local', s: value.e.s, t: type.key, id, name: '' }) };
  };
  const l = operand(left);
  const r = operand(right);
  const inner = emitCall(
    b,
    call,
    [l.value, r.value].map((value) => ({ name: undefined, nameSpan: undefined, mode: 'value', at, value })),
    undefined,
    at,
  );
  const nullable = b.types.nullable(call.returns).key;
  const nothing: Expr = { k: 'const', s, t: result.key, v: compares ? false : null };
  // The right side is evaluated even where the left is null, so both stand in one tuple that is taken apart.
  const tuple = b.types.tupleOf([left.type, right.type]);
  const bindOf = (x: { readonly id: number; readonly value: Value }) =>
    ({ p: 'type', t: x.value.type.key, sub: { p: 'bind', id: x.id, name: '', t: x.value.type.key } }) as const;
  return b.val(result, {
    k: 'switchx',
    s,
    t: result.key,
    e: { k: 'tuple', s, t: tuple.key, items: [left.e, right.e] },
    arms: [
      { s, p: { p: 'tuple', items: [bindOf(l), bindOf(r)] }, v: compares ? inner.e : { ...inner.e, t: nullable } },
      { s, p: { p: 'any' }, v: nothing },
    ],
  });
}
