/**
 * C#'s operators on the language's own types: what the IR's `bin` and `un` mean in each domain. Generated code inlines the
 * cheap ones (`(a + b) | 0`); these say what it must agree with, and serve where it does not inline.
 */
import type { BinaryOp, Domain } from '../../ir/ir.ts';
import type { Decimal } from './decimal.ts';
import { raiseDivideByZero, raiseOverflow } from './exceptions.ts';
import type { Value } from './values.ts';

export type Binary = (left: never, right: never) => Value;
export type Unary = (operand: never) => Value;

// ---------------------------------------------------------------- int

/** @throws DivideByZeroException, OverflowException for the smallest int by -1 */
export function intDivide(a: number, b: number): number {
  if (b === 0) raiseDivideByZero();
  if (b === -1 && a === -2147483648) raiseOverflow();
  return (a / b) | 0;
}

/** @throws DivideByZeroException, OverflowException for the smallest int by -1, as .NET does */
export function intRemainder(a: number, b: number): number {
  if (b === 0) raiseDivideByZero();
  if (b === -1 && a === -2147483648) raiseOverflow();
  return (a % b) | 0;
}

const intOperators: Readonly<Record<BinaryOp, (a: number, b: number) => Value>> = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  mul: Math.imul,
  div: intDivide,
  rem: intRemainder,
  shl: (a, b) => a << b,
  shr: (a, b) => a >> b,
  ushr: (a, b) => (a >>> b) | 0,
  band: (a, b) => a & b,
  bor: (a, b) => a | b,
  bxor: (a, b) => a ^ b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

// ---------------------------------------------------------------- long

const longMax = 0x7fff_ffff_ffff_ffffn;
const longMin = -0x8000_0000_0000_0000n;

/** Cuts to 64 bits. The comparison is cheaper than `asIntN`, which always makes a new bigint. */
export function wrapLong(value: bigint): bigint {
  return value <= longMax && value >= longMin ? value : BigInt.asIntN(64, value);
}

/** @throws DivideByZeroException, OverflowException for the smallest long by -1 */
export function longDivide(a: bigint, b: bigint): bigint {
  if (b === 0n) raiseDivideByZero();
  if (b === -1n && a === longMin) raiseOverflow();
  return a / b;
}

/** @throws DivideByZeroException, OverflowException for the smallest long by -1, as .NET does */
export function longRemainder(a: bigint, b: bigint): bigint {
  if (b === 0n) raiseDivideByZero();
  if (b === -1n && a === longMin) raiseOverflow();
  return a % b;
}

const longOperators: Readonly<Record<BinaryOp, (a: bigint, b: bigint) => Value>> = {
  add: (a, b) => wrapLong(a + b),
  sub: (a, b) => wrapLong(a - b),
  mul: (a, b) => wrapLong(a * b),
  div: longDivide,
  rem: longRemainder,
  shl: (a, b) => wrapLong(a << shift(b)),
  shr: (a, b) => a >> shift(b),
  ushr: (a, b) => wrapLong(BigInt.asUintN(64, a) >> shift(b)),
  band: (a, b) => a & b,
  bor: (a, b) => a | b,
  bxor: (a, b) => a ^ b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

/** The shift count of a long is an int; its low six bits count. */
function shift(count: bigint | number): bigint {
  return BigInt(Number(count) & 63);
}

// ---------------------------------------------------------------- decimal, double

const decimalOperators: Partial<Record<BinaryOp, (a: Decimal, b: Decimal) => Value>> = {
  add: (a, b) => a.plus(b),
  sub: (a, b) => a.minus(b),
  mul: (a, b) => a.times(b),
  div: (a, b) => a.dividedBy(b),
  rem: (a, b) => a.remainder(b),
  eq: (a, b) => a.equals(b),
  ne: (a, b) => !a.equals(b),
  lt: (a, b) => a.compareTo(b) < 0,
  le: (a, b) => a.compareTo(b) <= 0,
  gt: (a, b) => a.compareTo(b) > 0,
  ge: (a, b) => a.compareTo(b) >= 0,
};

const comparisons = {
  eq: intOperators.eq,
  ne: intOperators.ne,
  lt: intOperators.lt,
  le: intOperators.le,
  gt: intOperators.gt,
  ge: intOperators.ge,
};

const doubleOperators: Partial<Record<BinaryOp, (a: number, b: number) => Value>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  rem: (a, b) => a % b,
  ...comparisons,
};

// ---------------------------------------------------------------- bool, string, enum, references

const boolOperators: Partial<Record<BinaryOp, (a: boolean, b: boolean) => Value>> = {
  band: (a, b) => a && b,
  bor: (a, b) => a || b,
  bxor: (a, b) => a !== b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

/** `+` of two strings: null counts as empty. Operands of other types have been made text before. */
export function concat(a: string | null, b: string | null): string {
  return (a ?? '') + (b ?? '');
}

const stringOperators: Partial<Record<BinaryOp, (a: string | null, b: string | null) => Value>> = {
  add: concat,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

const referenceOperators: Partial<Record<BinaryOp, (a: Value, b: Value) => Value>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

const byDomain: Readonly<Record<Domain, Partial<Record<BinaryOp, Binary>>>> = {
  int: intOperators,
  enum: intOperators,
  long: longOperators,
  decimal: decimalOperators,
  double: doubleOperators,
  bool: boolOperators,
  string: stringOperators,
  ref: referenceOperators,
};

/** @throws TypeError for an operator that the domain does not have: a fault of whoever made the IR */
export function binaryOperator(op: BinaryOp, on: Domain): Binary {
  const operator = byDomain[on][op];
  if (operator === undefined) throw new TypeError(`no operator '${op}' on ${on}`);
  return operator;
}

const unary: Readonly<Record<string, Unary>> = {
  'neg int': (a: number) => -a | 0,
  'neg enum': (a: number) => -a | 0,
  'neg long': (a: bigint) => wrapLong(-a),
  'neg decimal': (a: Decimal) => a.negated(),
  'neg double': (a: number) => -a,
  'compl int': (a: number) => ~a,
  'compl enum': (a: number) => ~a,
  'compl long': (a: bigint) => ~a,
  'not bool': (a: boolean) => !a,
};

/** @throws TypeError as `binaryOperator` */
export function unaryOperator(op: 'neg' | 'not' | 'compl', on: Domain): Unary {
  const operator = unary[`${op} ${on}`];
  if (operator === undefined) throw new TypeError(`no operator '${op}' on ${on}`);
  return operator;
}

// ---------------------------------------------------------------- lifted operators

/** The operator on nullables: null makes null, but comparisons answer, and `&` and `|` of bool know three values. */
export function liftedBinaryOperator(op: BinaryOp, on: Domain): (left: Value, right: Value) => Value {
  const plain = binaryOperator(op, on) as (left: Value, right: Value) => Value;
  switch (op) {
    case 'eq':
      return (a, b) => (a === null || b === null ? a === b : plain(a, b));
    case 'ne':
      return (a, b) => (a === null || b === null ? a !== b : plain(a, b));
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return (a, b) => a !== null && b !== null && plain(a, b);
    case 'band':
      if (on === 'bool') return liftedAnd;
      break;
    case 'bor':
      if (on === 'bool') return liftedOr;
      break;
  }
  return (a, b) => (a === null || b === null ? null : plain(a, b));
}

export function liftedUnaryOperator(op: 'neg' | 'not' | 'compl', on: Domain): (operand: Value) => Value {
  const plain = unaryOperator(op, on) as (operand: Value) => Value;
  return (a) => (a === null ? null : plain(a));
}

/** False wins over null. */
function liftedAnd(a: Value, b: Value): Value {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

/** True wins over null. */
function liftedOr(a: Value, b: Value): Value {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}
