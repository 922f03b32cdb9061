import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BinaryOp, Expr } from '../../../src/ir/ir.ts';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { ExceptionValue } from '../../../src/runtime/library/values.ts';
import { bin, bool, dbl, dec, evaluate, int, long, nil, not } from './build.ts';

/** An expression with the value that C# gives it, or the exception's type. */
interface Modelled {
  readonly e: Expr;
  readonly v: bigint | string;
}

const outcome = (e: Expr): unknown => {
  try {
    return evaluate(e);
  } catch (x) {
    if (x instanceof ExceptionValue) return x.type;
    throw x;
  }
};

/** The second formulation: exact integers, wrapped to the width after each operation. */
function model(op: BinaryOp, width: number, a: bigint, b: bigint): bigint | string {
  const wrap = (v: bigint): bigint => BigInt.asIntN(width, v);
  const count = b & BigInt(width - 1);
  switch (op) {
    case 'add':
      return wrap(a + b);
    case 'sub':
      return wrap(a - b);
    case 'mul':
      return wrap(a * b);
    case 'div':
    case 'rem':
      if (b === 0n) return 'DivideByZeroException';
      if (b === -1n && a === -(1n << BigInt(width - 1))) return 'OverflowException';
      return op === 'div' ? wrap(a / b) : wrap(a % b);
    case 'shl':
      return wrap(a << count);
    case 'shr':
      return a >> count;
    case 'ushr':
      return wrap(BigInt.asUintN(width, a) >> count);
    case 'band':
      return a & b;
    case 'bor':
      return a | b;
    case 'bxor':
      return a ^ b;
    default:
      throw new Error(op);
  }
}

const operators: readonly BinaryOp[] = ['add', 'sub', 'mul', 'div', 'rem', 'shl', 'shr', 'ushr', 'band', 'bor', 'bxor'];

function trees(width: 32 | 64): fc.Arbitrary<Modelled> {
  const on = width === 32 ? 'int' : 'long';
  const constant = (v: bigint): Expr => (width === 32 ? int(Number(v)) : long(v));
  const edge = 1n << BigInt(width - 1);
  const leaf = fc
    .oneof(fc.constantFrom(0n, 1n, -1n, 2n, -edge, edge - 1n, 31n), fc.bigInt(-edge, edge - 1n), fc.bigInt(-20n, 20n))
    .map((v): Modelled => ({ e: constant(v), v }));
  const shift = fc.integer({ min: -70, max: 70 });
  return fc.letrec<{ tree: Modelled }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.tuple(fc.constantFrom(...operators), tie('tree'), tie('tree'), shift).map(([op, l, r, n]): Modelled => {
        const isShift = op === 'shl' || op === 'shr' || op === 'ushr';
        const right: Modelled = isShift ? { e: int(n), v: BigInt(n) } : r;
        const v =
          typeof l.v === 'string' ? l.v : typeof right.v === 'string' ? right.v : model(op, width, l.v, right.v);
        return { e: bin(op, l.e, right.e, on), v };
      }),
    ),
  })).tree;
}

describe('integers', () => {
  test('an int expression has the value that exact arithmetic wrapped to 32 bits gives', () => {
    fc.assert(
      fc.property(trees(32), ({ e, v }) => {
        expect(outcome(e)).toBe(typeof v === 'string' ? v : Number(v));
      }),
      { numRuns: 400 },
    );
  });

  test('a long expression has the value that exact arithmetic wrapped to 64 bits gives', () => {
    fc.assert(
      fc.property(trees(64), ({ e, v }) => {
        expect(outcome(e)).toBe(v);
      }),
      { numRuns: 400 },
    );
  });

  test('no int operation leaves a negative zero', () => {
    for (const e of [bin('rem', int(-4), int(2)), bin('mul', int(0), int(-3)), bin('div', int(-1), int(5))]) {
      expect(Object.is(evaluate(e), 0)).toBe(true);
    }
    expect(Object.is(evaluate({ k: 'un', s: [0, 0], t: 'int', op: 'neg', on: 'int', e: int(0) }), 0)).toBe(true);
  });
});

describe('doubles and decimals', () => {
  test('NaN is unequal to itself and in no order', () => {
    const nan = dbl('NaN');
    expect(evaluate(bin('eq', nan, nan, 'double'))).toBe(false);
    expect(evaluate(bin('ne', nan, nan, 'double'))).toBe(true);
    expect(evaluate(bin('lt', nan, dbl(1), 'double'))).toBe(false);
    expect(evaluate(bin('ge', nan, dbl(1), 'double'))).toBe(false);
    expect(evaluate(bin('div', dbl(1), dbl(0), 'double'))).toBe(Number.POSITIVE_INFINITY);
  });

  test('a decimal keeps its scale', () => {
    expect(String(evaluate(bin('add', dec('1.10'), dec('1.1'), 'decimal')))).toBe('2.20');
    expect(evaluate(bin('eq', dec('1.10'), dec('1.1'), 'decimal'))).toBe(true);
    expect(evaluate(bin('lt', dec('1.09'), dec('1.1'), 'decimal'))).toBe(true);
    expect(outcome(bin('div', dec('1'), dec('0'), 'decimal'))).toBe('DivideByZeroException');
  });
});

describe('lifted operators', () => {
  const none = nil('int?');
  const lifted = (op: BinaryOp, l: Expr, r: Expr, on: 'int' | 'bool' | 'decimal' = 'int'): unknown =>
    evaluate(bin(op, l, r, on, true));

  test('null makes null of arithmetic, and false of comparisons', () => {
    expect(lifted('add', int(1), none)).toBe(null);
    expect(lifted('div', none, int(0))).toBe(null);
    expect(lifted('lt', none, int(1))).toBe(false);
    expect(lifted('ge', none, none)).toBe(false);
    expect(lifted('eq', none, none)).toBe(true);
    expect(lifted('ne', int(1), none)).toBe(true);
    expect(lifted('add', int(1), int(2))).toBe(3);
    expect(lifted('eq', dec('1.0'), dec('1.00'), 'decimal')).toBe(true);
    expect(lifted('eq', dec('1.0'), nil('decimal?'), 'decimal')).toBe(false);
  });

  test('& and | of bool? know three values', () => {
    const values: readonly (boolean | null)[] = [true, false, null];
    const e = (v: boolean | null): Expr => (v === null ? nil('bool?') : bool(v));
    for (const a of values) {
      for (const b of values) {
        expect(lifted('band', e(a), e(b), 'bool')).toBe(
          a === false || b === false ? false : a === null || b === null ? null : true,
        );
        expect(lifted('bor', e(a), e(b), 'bool')).toBe(
          a === true || b === true ? true : a === null || b === null ? null : false,
        );
        expect(lifted('bxor', e(a), e(b), 'bool')).toBe(a === null || b === null ? null : a !== b);
      }
    }
    expect(evaluate(not(bool(true)))).toBe(false);
  });
});

test('conversions between numbers wrap, except to and from decimal', () => {
  const conv = (from: string, to: string, e: Expr): unknown => outcome({ k: 'conv', s: [0, 0], t: to, from, e });
  expect(conv('int', 'char', int(65 + 65536))).toBe(65);
  expect(conv('long', 'int', long(2n ** 32n + 5n))).toBe(5);
  expect(conv('int', 'long', int(-1))).toBe(-1n);
  expect(conv('double', 'int', dbl(3.99))).toBe(3);
  expect(conv('double', 'int', dbl('NaN'))).toBe(-2147483648);
  expect(conv('int', 'decimal', int(7))).toEqual(Decimal.of(7));
  expect(conv('decimal', 'int', dec('99999999999'))).toBe('OverflowException');
  expect(outcome({ k: 'conv', s: [0, 0], t: 'long?', from: 'int?', lifted: true, e: nil('int?') })).toBe(null);
  expect(outcome({ k: 'conv', s: [0, 0], t: 'double?', from: 'int?', lifted: true, e: int(2) })).toBe(2);
});
