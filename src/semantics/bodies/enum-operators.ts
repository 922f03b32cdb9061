/** Operators of enums: compared, combined, moved along by a number (C# spec 12.4, 19.6). */
import type { BinaryOp, Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import { boolType, intType, isEnum, isNullableValue, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { constantOf } from './constants.ts';
import { arithmetic, bitwise, integerOf, made, shifts } from './operator-nodes.ts';

export function enums(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const l = stripNullable(left.type);
  const r = stripNullable(right.type);
  const lifted = isNullableValue(left.type) || isNullableValue(right.type);
  const type = isEnum(l) ? l : isEnum(r) ? r : undefined;
  if (type === undefined) return undefined;
  const both = (to: Type): Type => (lifted ? b.types.nullable(to) : to);
  const same = b.types.same(l, r);
  const fits = (value: Value): boolean => b.conversions.isImplicit(value.type, both(type), constantOf(value.e));
  if (op === 'add' || (op === 'sub' && !same)) {
    // An enum and a number: the number moves along the enum.
    const number = isEnum(l) ? right : left;
    if (isEnum(l) && isEnum(r)) return undefined;
    if (integerOf(stripNullable(number.type)) !== intType) return undefined;
    return shiftEnum(b, op, type, left, right, lifted, at);
  }
  if (!fits(left) || !fits(right)) return undefined;
  const le = b.convert(left, both(type), at);
  const re = b.convert(right, both(type), at);
  if (op === 'sub') return made(b, op, 'enum', both(intType), le, re, lifted, at);
  if (bitwise.has(op)) return made(b, op, 'enum', both(type), le, re, lifted, at);
  if (arithmetic.has(op) || shifts.has(op)) return undefined;
  return made(b, op, 'enum', boolType, le, re, lifted, at);
}

function shiftEnum(b: Binder, op: BinaryOp, type: Type, left: Value, right: Value, lifted: boolean, at: Node): Value {
  const number = (value: Value): Expr => {
    if (!isEnum(stripNullable(value.type))) return b.convert(value, lifted ? b.types.nullable(intType) : intType, at);
    const to = lifted ? b.types.nullable(intType) : intType;
    if (value.e.k === 'const') return { ...value.e, t: to.key };
    return { k: 'conv', s: value.e.s, t: to.key, from: value.type.key, e: value.e, ...(lifted ? { lifted } : {}) };
  };
  const sum = made(b, op, 'int', lifted ? b.types.nullable(intType) : intType, number(left), number(right), lifted, at);
  const result = lifted ? b.types.nullable(type) : type;
  if (sum.e.k === 'const') return b.val(result, { ...sum.e, t: result.key });
  return b.val(result, {
    k: 'conv',
    s: spanOf(at),
    t: result.key,
    from: sum.type.key,
    e: sum.e,
    ...(lifted ? { lifted } : {}),
  });
}
