/** Members of decimal beyond those that `Math` has too. */
import type { LibraryKey } from '../../ir/ir.ts';
import { Decimal } from './decimal.ts';
import { raiseArgumentOutOfRange } from './exceptions.ts';
import { parseDecimal, Styles } from './number-parse.ts';
import { comparing, formatting, parsing } from './numbers.ts';
import type { LibraryFunction, LibraryHost } from './values.ts';

type H = LibraryHost;
type D = Decimal;

const word = (value: bigint, index: number): number => Number(BigInt.asIntN(32, value >> BigInt(32 * index)));

function fromParts(lo: number, mid: number, hi: number, negative: boolean, scale: number): Decimal {
  if (scale > 28) raiseArgumentOutOfRange('scale', "Decimal's scale value must be between 0 and 28, inclusive.");
  const size = BigInt(lo >>> 0) | (BigInt(mid >>> 0) << 32n) | (BigInt(hi >>> 0) << 64n);
  return Decimal.ofBig(negative ? -size : size, scale);
}

function bitsOf(value: D): number[] {
  const size = value.abs().coefficient;
  return [word(size, 0), word(size, 1), word(size, 2), (value.sign < 0 ? -2147483648 : 0) | (value.scale << 16)];
}

export const decimalLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...parsing('decimal', parseDecimal, Styles.number, Decimal.zero),
  ...comparing('decimal'),
  ...formatting('decimal'),
  'decimal.MaxValue': () => Decimal.maxValue,
  'decimal.MinValue': () => Decimal.minValue,
  'decimal.Zero': () => Decimal.zero,
  'decimal.One': () => Decimal.one,
  'decimal.MinusOne': () => Decimal.minusOne,
  'decimal.new(int)': (_: H, value: number) => Decimal.of(value),
  'decimal.new(long)': (_: H, value: bigint) => Decimal.ofBig(value),
  'decimal.new(double)': (_: H, value: number) => Decimal.ofDouble(value),
  'decimal.new(int,int,int,bool,byte)': (_: H, lo: number, mid: number, hi: number, negative: boolean, scale: number) =>
    fromParts(lo, mid, hi, negative, scale),
  'decimal.Scale': (_: H, d: D) => d.scale,
  'decimal.Add(decimal,decimal)': (_: H, a: D, b: D) => a.plus(b),
  'decimal.Subtract(decimal,decimal)': (_: H, a: D, b: D) => a.minus(b),
  'decimal.Multiply(decimal,decimal)': (_: H, a: D, b: D) => a.times(b),
  'decimal.Divide(decimal,decimal)': (_: H, a: D, b: D) => a.dividedBy(b),
  'decimal.Remainder(decimal,decimal)': (_: H, a: D, b: D) => a.remainder(b),
  'decimal.Negate(decimal)': (_: H, d: D) => d.negated(),
  'decimal.IsInteger(decimal)': (_: H, d: D) => d.truncate().equals(d),
  'decimal.IsNegative(decimal)': (_: H, d: D) => d.sign < 0,
  'decimal.IsPositive(decimal)': (_: H, d: D) => d.sign >= 0,
  'decimal.Compare(decimal,decimal)': (_: H, a: D, b: D) => a.compareTo(b),
  'decimal.Equals(decimal,decimal)': (_: H, a: D, b: D) => a.equals(b),
  'decimal.ToInt32(decimal)': (_: H, d: D) => d.toInt(),
  'decimal.ToInt64(decimal)': (_: H, d: D) => d.toLong(),
  'decimal.ToDouble(decimal)': (_: H, d: D) => d.toNumber(),
  'decimal.GetBits(decimal)': (_: H, d: D) => bitsOf(d),
};
