/** Constant expressions, folded as C# folds them: checked, so that what has no value is an error where it is written. */
import type { BinaryOp, ConstExpr, Domain, Expr } from '../../ir/ir.ts';
import { charType, decimalType, doubleType, intType, isByte, isEnum, longType } from '../type-table.ts';
import type { Type } from '../types.ts';

export type ConstantValue = ConstExpr['v'];
/** `undefined`: not foldable here. */
export type Folded = { readonly v: ConstantValue } | { readonly problem: 'overflow' | 'zero' } | undefined;

const overflow: Folded = { problem: 'overflow' };
const minInt = -(2n ** 31n);
const maxInt = 2n ** 31n - 1n;
const minLong = -(2n ** 63n);
const maxLong = 2n ** 63n - 1n;
const maxDecimal = 2n ** 96n - 1n;

export function constantOf(e: Expr): ConstantValue | undefined {
  return e.k === 'const' ? e.v : undefined;
}

/** A double as `ConstExpr` writes it. */
export function doubleConstant(n: number): string | number {
  if (Object.is(n, -0)) return '-0';
  return Number.isFinite(n) ? n : String(n);
}

export function doubleOf(v: ConstantValue): number {
  return Number(v);
}

export function foldBinary(op: BinaryOp, on: Domain, l: ConstantValue, r: ConstantValue): Folded {
  switch (on) {
    case 'int':
    case 'enum':
      return integral(op, BigInt(l as number), BigInt(r as number), 32);
    case 'long':
      return integral(op, BigInt(l as string), BigInt(r as string | number), 64);
    case 'double':
      return double(op, doubleOf(l), doubleOf(r));
    case 'decimal':
      return decimal(op, l as string, r as string);
    case 'bool':
      return bool(op, l as boolean, r as boolean);
    case 'string':
      if (op === 'add') return { v: `${l ?? ''}${r ?? ''}` };
      return op === 'eq' ? { v: l === r } : op === 'ne' ? { v: l !== r } : undefined;
    case 'ref':
      return undefined;
  }
}

function compare<T extends bigint | number>(op: BinaryOp, l: T, r: T): { v: boolean } | undefined {
  switch (op) {
    case 'eq':
      return { v: l === r };
    case 'ne':
      return { v: l !== r };
    case 'lt':
      return { v: l < r };
    case 'le':
      return { v: l <= r };
    case 'gt':
      return { v: l > r };
    case 'ge':
      return { v: l >= r };
    default:
      return undefined;
  }
}

function integral(op: BinaryOp, l: bigint, r: bigint, bits: 32 | 64): Folded {
  const compared = compare(op, l, r);
  if (compared) return compared;
  if ((op === 'div' || op === 'rem') && r === 0n) return { problem: 'zero' };
  let v: bigint;
  switch (op) {
    case 'add':
      v = l + r;
      break;
    case 'sub':
      v = l - r;
      break;
    case 'mul':
      v = l * r;
      break;
    case 'div':
      v = l / r;
      break;
    case 'rem':
      v = l % r;
      break;
    case 'band':
      v = l & r;
      break;
    case 'bor':
      v = l | r;
      break;
    case 'bxor':
      v = l ^ r;
      break;
    case 'shl':
      return write(BigInt.asIntN(bits, l << (r & BigInt(bits - 1))), bits);
    case 'shr':
      return write(l >> (r & BigInt(bits - 1)), bits);
    case 'ushr':
      return write(BigInt.asIntN(bits, BigInt.asUintN(bits, l) >> (r & BigInt(bits - 1))), bits);
    default:
      return undefined;
  }
  return inRange(v, bits) ? write(v, bits) : overflow;
}

function inRange(v: bigint, bits: 32 | 64): boolean {
  return bits === 32 ? v >= minInt && v <= maxInt : v >= minLong && v <= maxLong;
}

function write(v: bigint, bits: 32 | 64): Folded {
  return { v: bits === 32 ? Number(v) : String(v) };
}

function double(op: BinaryOp, l: number, r: number): Folded {
  const compared = compare(op, l, r);
  if (compared) return compared;
  switch (op) {
    case 'add':
      return { v: doubleConstant(l + r) };
    case 'sub':
      return { v: doubleConstant(l - r) };
    case 'mul':
      return { v: doubleConstant(l * r) };
    case 'div':
      return { v: doubleConstant(l / r) };
    case 'rem':
      return { v: doubleConstant(l % r) };
    default:
      return undefined;
  }
}

function bool(op: BinaryOp, l: boolean, r: boolean): Folded {
  switch (op) {
    case 'eq':
      return { v: l === r };
    case 'ne':
    case 'bxor':
      return { v: l !== r };
    case 'band':
      return { v: l && r };
    case 'bor':
      return { v: l || r };
    default:
      return undefined;
  }
}

/** Digits and scale; the value is `digits / 10^scale`. */
function readDecimal(text: string): { digits: bigint; scale: number } {
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

function writeDecimal(digits: bigint, scale: number): Folded {
  if (scale > 28 || digits > maxDecimal || digits < -maxDecimal) return undefined;
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0');
  const body = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  return { v: negative ? `-${body}` : body };
}

/** Only what is exact; the rest is computed when it runs, by the one implementation that rounds as .NET does. */
function decimal(op: BinaryOp, left: string, right: string): Folded {
  const a = readDecimal(left);
  const b = readDecimal(right);
  if ((op === 'div' || op === 'rem') && b.digits === 0n) return { problem: 'zero' };
  const scale = Math.max(a.scale, b.scale);
  const l = a.digits * 10n ** BigInt(scale - a.scale);
  const r = b.digits * 10n ** BigInt(scale - b.scale);
  const compared = compare(op, l, r);
  if (compared) return compared;
  switch (op) {
    case 'add':
      return writeDecimal(l + r, scale);
    case 'sub':
      return writeDecimal(l - r, scale);
    case 'mul':
      return a.digits === 0n || b.digits === 0n ? undefined : writeDecimal(a.digits * b.digits, a.scale + b.scale);
    default:
      return undefined;
  }
}

export function foldUnary(op: 'neg' | 'not' | 'compl', on: Domain, v: ConstantValue): Folded {
  switch (op) {
    case 'not':
      return { v: v !== true };
    case 'compl':
      return on === 'long' ? { v: String(~BigInt(v as string)) } : { v: ~(v as number) };
    case 'neg':
      switch (on) {
        case 'int':
          return v === Number(minInt) ? overflow : { v: -(v as number) || 0 };
        case 'long': {
          const n = -BigInt(v as string);
          return n > maxLong ? overflow : { v: String(n) };
        }
        case 'double':
          return { v: doubleConstant(-doubleOf(v)) };
        case 'decimal': {
          const text = v as string;
          return { v: text.startsWith('-') ? text.slice(1) : `-${text}` };
        }
        default:
          return undefined;
      }
  }
}

/** A cast of a constant between numbers, `char` and enums. */
export function foldCast(v: ConstantValue, from: Type, to: Type, wrap: boolean): Folded {
  if (v === null || typeof v === 'boolean') return undefined;
  const integer =
    from === doubleType ? truncated(doubleOf(v)) : from === decimalType ? truncatedDecimal(String(v)) : BigInt(v);
  if (to === doubleType) return { v: doubleConstant(Number(v)) };
  if (to === decimalType) return from === doubleType ? undefined : { v: String(from === decimalType ? v : integer) };
  if (integer === undefined) return wrap ? undefined : overflow;
  if (to === longType)
    return fitInto(integer, minLong, maxLong, wrap ? (n) => BigInt.asIntN(64, n) : undefined, String);
  if (to === intType || isEnum(to)) {
    return fitInto(integer, minInt, maxInt, wrap ? (n) => BigInt.asIntN(32, n) : undefined, Number);
  }
  if (to === charType) return fitInto(integer, 0n, 0xffffn, wrap ? (n) => BigInt.asUintN(16, n) : undefined, Number);
  if (isByte(to)) return fitInto(integer, 0n, 0xffn, wrap ? (n) => BigInt.asUintN(8, n) : undefined, Number);
  return undefined;
}

function fitInto(
  n: bigint,
  min: bigint,
  max: bigint,
  wrap: ((n: bigint) => bigint) | undefined,
  write: (n: bigint) => string | number,
): Folded {
  if (n >= min && n <= max) return { v: write(n) };
  return wrap ? { v: write(wrap(n)) } : overflow;
}

function truncated(n: number): bigint | undefined {
  return Number.isFinite(n) ? BigInt(Math.trunc(n)) : undefined;
}

function truncatedDecimal(text: string): bigint {
  const { digits, scale } = readDecimal(text);
  return digits / 10n ** BigInt(scale);
}
