/** An operator's node in the IR: its domain, folded where both sides are constant. */
import { invalidConstant } from '../../diagnostics/catalogue/bodies.ts';
import type { BinaryOp, Domain, Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import {
  boolType,
  charType,
  decimalType,
  doubleType,
  intType,
  isByte,
  isEnum,
  longType,
  stringType,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { checkedArithmetic } from './checked.ts';
import { type Folded, foldBinary } from './constants.ts';

export const binaryNames: Readonly<Record<string, BinaryOp>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '<<': 'shl',
  '>>': 'shr',
  '>>>': 'ushr',
  '&': 'band',
  '|': 'bor',
  '^': 'bxor',
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

export const arithmetic: ReadonlySet<BinaryOp> = new Set(['add', 'sub', 'mul', 'div', 'rem']);
export const bitwise: ReadonlySet<BinaryOp> = new Set(['band', 'bor', 'bxor']);
export const shifts: ReadonlySet<BinaryOp> = new Set(['shl', 'shr', 'ushr']);

/** The type both sides are promoted to: C#'s table for int, long, double and decimal. */
export function promoted(left: Type, right: Type): Type | undefined {
  const l = integerOf(left);
  const r = integerOf(right);
  if (l === undefined || r === undefined) return undefined;
  if (l === decimalType || r === decimalType) return l === doubleType || r === doubleType ? undefined : decimalType;
  if (l === doubleType || r === doubleType) return doubleType;
  return l === longType || r === longType ? longType : intType;
}

export function integerOf(type: Type): Type | undefined {
  if (type === charType || isByte(type)) return intType;
  return type === intType || type === longType || type === doubleType || type === decimalType ? type : undefined;
}

export function domainOf(type: Type): Domain {
  switch (type) {
    case intType:
    case charType:
      return 'int';
    case longType:
      return 'long';
    case decimalType:
      return 'decimal';
    case doubleType:
      return 'double';
    case boolType:
      return 'bool';
    case stringType:
      return 'string';
    default:
      if (isByte(type)) return 'int';
      return isEnum(type) ? 'enum' : 'ref';
  }
}

/** The operator's node, folded where both sides are constant. */
export function made(
  b: Binder,
  op: BinaryOp,
  on: Domain,
  type: Type,
  l: Expr,
  r: Expr,
  lifted: boolean,
  at: Node,
): Value {
  const s = spanOf(at);
  const t = type.key;
  if (!lifted) {
    if (l.k === 'const' && r.k === 'const') {
      const folded = settle(b, b.unchecked ? wrapped(op, on, l, r) : foldBinary(op, on, l.v, r.v), at);
      if (folded !== undefined) return b.val(type, { k: 'const', s, t, v: folded });
    } else if (r.k === 'const' && (op === 'div' || op === 'rem') && on !== 'double' && isZero(r.v)) {
      settle(b, { problem: 'zero' }, at);
    }
    if (b.checkedDepth > 0) {
      const e = checkedArithmetic(op, on, l, r, s);
      if (e) return b.val(type, e);
    }
  }
  return b.val(type, { k: 'bin', s, t, op, on, l, r, ...(lifted ? { lifted } : {}) });
}

function wrapped(op: BinaryOp, on: Domain, l: Extract<Expr, { k: 'const' }>, r: Extract<Expr, { k: 'const' }>): Folded {
  const folded = foldBinary(op, on, l.v, r.v);
  return folded && 'problem' in folded && folded.problem === 'overflow' ? undefined : folded;
}

function isZero(v: unknown): boolean {
  return v === 0 || (typeof v === 'string' && /^-?0*(\.0*)?$/.test(v) && v !== '');
}

/** The constant, or undefined where it has to be computed when it runs; says what has no value. */
export function settle(b: Binder, folded: Folded, at: Node): string | number | boolean | null | undefined {
  if (folded === undefined) return undefined;
  if ('v' in folded) return folded.v;
  const why =
    folded.problem === 'zero' ? 'this divides by zero, whatever happens' : 'this constant does not fit its type';
  b.report(invalidConstant, at, { why });
  return undefined;
}
