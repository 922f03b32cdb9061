/** Conversions of values that have a type, and what is said where there is none. */
import { notNullable, typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import { applyConversion } from '../conversion-ir.ts';
import type { Conversion } from '../conversions.ts';
import {
  boolType,
  charType,
  decimalType,
  displayType,
  displayTypes,
  doubleType,
  intType,
  isEnum,
  isReferenceType,
  isSilent,
  isValueType,
  longType,
  nullType,
  objectType,
  voidType,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { constantOf } from './constants.ts';

export function convertValue(b: Binder, value: Value, to: Type, at: Node, what: string | undefined): Expr {
  if (value.type === to || isSilent(value.type) || isSilent(to)) return value.e;
  const conversion = b.conversions.classify(value.type, to, constantOf(value.e));
  if (conversion) return applied(b, value, conversion, to);
  mismatch(b, value, to, at, what);
  return { ...b.error(at, [value.e]).e, t: to.key };
}

export function applied(b: Binder, value: Value, conversion: Conversion, to: Type): Expr {
  return applyConversion(value.e, value.type, conversion, to, b.newLocal);
}

export function mismatch(b: Binder, value: Value, to: Type, at: Node, what: string | undefined): void {
  if (value.type === voidType) {
    b.report(typeMismatch, at, { problem: 'void', what: 'this call' });
  } else if (value.type === nullType) {
    b.report(notNullable, at, { type: displayType(to) });
  } else {
    const [from, target] = displayTypes(value.type, to);
    const cast = b.conversions.classifyExplicit(value.type, to, constantOf(value.e)) !== undefined;
    b.report(typeMismatch, at, {
      problem: 'conversion',
      from,
      to: target,
      cast,
      ...(what === undefined ? {} : { of: what }),
    });
  }
}

/** `default(T)`: a constant where the type has one for it. */
export function defaultOf(type: Type, at: Node): Expr {
  const s = spanOf(at);
  const t = type.key;
  switch (type) {
    case intType:
    case charType:
    case doubleType:
      return { k: 'const', s, t, v: 0 };
    case longType:
    case decimalType:
      return { k: 'const', s, t, v: '0' };
    case boolType:
      return { k: 'const', s, t, v: false };
    default:
  }
  if (isEnum(type)) return { k: 'const', s, t, v: 0 };
  // `T?` of any T is T's own default.
  if (type.kind === 'nullable' && type.element.kind === 'param' && !isValueType(type)) return { k: 'default', s, t };
  if (type.kind === 'nullable' || type === objectType || isReferenceType(type)) return { k: 'const', s, t, v: null };
  return { k: 'default', s, t };
}
