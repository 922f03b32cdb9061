/** Members of int, long, byte, double and bool. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { compareValues, equalsValue, hashTyped } from './equality.ts';
import { raiseArgument, raiseOverflow } from './exceptions.ts';
import { formatNumber, type NumberType } from './number-format.ts';
import { type Parsed, parseBool, parseDouble, parsedOrThrow, parseInteger, Styles } from './number-parse.ts';
import { intDivide, intRemainder, longDivide, longRemainder } from './operators.ts';
import { shortTypeName } from './type-names.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Ref, TupleValue, type Value } from './values.ts';

type H = LibraryHost;
type Members = Record<LibraryKey, LibraryFunction>;
type Text = string | null;

/** Stores what was parsed, or the type's zero, and tells which. */
export function storeParsed<T>(parsed: Parsed<T>, result: Ref, otherwise: T): boolean {
  result.set(parsed.ok ? parsed.value : otherwise);
  return parsed.ok;
}

/** `Parse` and `TryParse` in all their forms. */
export function parsing<T>(
  type: IrType,
  read: (text: Text, style: number) => Parsed<T>,
  style: number,
  zero: T,
): Members {
  const parse = (text: Text, of: number): T => parsedOrThrow(read(text, of), text, type);
  return {
    [`${type}.Parse(string)`]: (_: H, s: Text) => parse(s, style),
    [`${type}.Parse(string,IFormatProvider)`]: (_: H, s: Text) => parse(s, style),
    [`${type}.Parse(string,NumberStyles)`]: (_: H, s: Text, of: number) => parse(s, of),
    [`${type}.Parse(string,NumberStyles,IFormatProvider)`]: (_: H, s: Text, of: number) => parse(s, of),
    [`${type}.TryParse(string,${type})`]: (_: H, s: Text, out: Ref) => storeParsed(read(s, style), out, zero),
    [`${type}.TryParse(string,IFormatProvider,${type})`]: (_: H, s: Text, _p: Value, out: Ref) =>
      storeParsed(read(s, style), out, zero),
    [`${type}.TryParse(string,NumberStyles,IFormatProvider,${type})`]: (
      _: H,
      s: Text,
      of: number,
      _p: Value,
      out: Ref,
    ) => storeParsed(read(s, of), out, zero),
  };
}

/** Comparison, equality, hashing: what every value type has. */
export function comparing(type: IrType): Members {
  return {
    [`${type}.CompareTo(${type})`]: (_: H, a: Value, b: Value) => compareValues(a, b),
    [`${type}.CompareTo(object)`]: (_: H, a: Value, b: Value) => {
      if (b === null) return 1;
      if (!(b instanceof Boxed) || b.t !== type) raiseArgument(`Object must be of type ${shortTypeName(type)}.`);
      return compareValues(a, b.v);
    },
    [`${type}.Equals(${type})`]: (_: H, a: Value, b: Value) => equalsValue(a, b),
    [`${type}.Equals(object)`]: (_: H, a: Value, b: Value) => b instanceof Boxed && b.t === type && equalsValue(a, b.v),
    [`${type}.GetHashCode()`]: (host: H, a: Value) => hashTyped(a, type, host),
  };
}

/** `ToString` in all its forms. */
export function formatting(type: NumberType): Members {
  const format = (_: H, value: never, text: Text): string => formatNumber(value, type, text);
  return {
    [`${type}.ToString()`]: (_: H, value: never) => formatNumber(value, type, null),
    [`${type}.ToString(string)`]: format,
    [`${type}.ToString(IFormatProvider)`]: (_: H, value: never) => formatNumber(value, type, null),
    [`${type}.ToString(string,IFormatProvider)`]: format,
  };
}

/** @throws ArgumentException when the bounds are the wrong way round */
export function checkBounds(min: string | number | bigint, max: string | number | bigint, wrong: boolean): void {
  if (wrong) raiseArgument(`'${min}' cannot be greater than ${max}.`);
}

export function absInt(value: number): number {
  if (value === -2147483648) raiseOverflow('Negating the minimum value of a twos complement number is invalid.');
  return Math.abs(value);
}

export function absLong(value: bigint): bigint {
  if (value === -0x8000_0000_0000_0000n)
    raiseOverflow('Negating the minimum value of a twos complement number is invalid.');
  return value < 0n ? -value : value;
}

export function clampInt(value: number, min: number, max: number): number {
  checkBounds(min, max, min > max);
  return Math.min(Math.max(value, min), max);
}

export function clampLong(value: bigint, min: bigint, max: bigint): bigint {
  checkBounds(min, max, min > max);
  return value < min ? min : value > max ? max : value;
}

function bitCount(value: bigint): number {
  return value.toString(2).replaceAll('0', '').length;
}

function trailingZeros(value: bigint, bits: number): number {
  return value === 0n ? bits : /0*$/.exec(value.toString(2))![0].length;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** @throws ArgumentOutOfRangeException for a negative number */
function requirePositive(negative: boolean): void {
  if (negative) raiseArgument("Specified argument was out of the range of valid values. (Parameter 'value')");
}

/** What int and long share: `wrap` makes a bigint the type's own value. */
function wholeNumber<T extends number | bigint>(
  type: 'int' | 'long',
  bits: 32 | 64,
  wrap: (value: bigint) => T,
): Members {
  const unsigned = (value: T): bigint => BigInt.asUintN(bits, BigInt(value));
  const rotate = (value: T, amount: number): T => {
    const left = BigInt(((amount % bits) + bits) % bits);
    const all = unsigned(value);
    return wrap(BigInt.asIntN(bits, (all << left) | (all >> (BigInt(bits) - left))));
  };
  const max = wrap((1n << BigInt(bits - 1)) - 1n);
  const min = wrap(-(1n << BigInt(bits - 1)));
  return {
    ...parsing(type, (text, style) => mapParsed(parseInteger(text, style, bits), wrap), Styles.integer, wrap(0n)),
    ...comparing(type),
    ...formatting(type),
    [`${type}.MaxValue`]: () => max,
    [`${type}.MinValue`]: () => min,
    [`${type}.Max(${type},${type})`]: (_: H, a: T, b: T) => (a > b ? a : b),
    [`${type}.Min(${type},${type})`]: (_: H, a: T, b: T) => (a < b ? a : b),
    [`${type}.Sign(${type})`]: (_: H, a: T) => (a < 0 ? -1 : a > 0 ? 1 : 0),
    [`${type}.IsEvenInteger(${type})`]: (_: H, a: T) => (unsigned(a) & 1n) === 0n,
    [`${type}.IsOddInteger(${type})`]: (_: H, a: T) => (unsigned(a) & 1n) === 1n,
    [`${type}.IsNegative(${type})`]: (_: H, a: T) => a < 0,
    [`${type}.IsPositive(${type})`]: (_: H, a: T) => a >= 0,
    [`${type}.IsPow2(${type})`]: (_: H, a: T) => a > 0 && bitCount(BigInt(a)) === 1,
    [`${type}.LeadingZeroCount(${type})`]: (_: H, a: T) => wrap(BigInt(bits - bitLength(unsigned(a)))),
    [`${type}.TrailingZeroCount(${type})`]: (_: H, a: T) => wrap(BigInt(trailingZeros(unsigned(a), bits))),
    [`${type}.PopCount(${type})`]: (_: H, a: T) => wrap(BigInt(bitCount(unsigned(a)))),
    [`${type}.RotateLeft(${type},int)`]: (_: H, a: T, amount: number) => rotate(a, amount),
    [`${type}.RotateRight(${type},int)`]: (_: H, a: T, amount: number) => rotate(a, -amount),
    [`${type}.Log2(${type})`]: (_: H, a: T) => {
      requirePositive(a < 0);
      return wrap(BigInt(Math.max(0, bitLength(BigInt(a)) - 1)));
    },
  };
}

function mapParsed<T, U>(parsed: Parsed<T>, map: (value: T) => U): Parsed<U> {
  return parsed.ok ? { ok: true, value: map(parsed.value) } : parsed;
}

/** Halves to even. */
export function roundToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  // The sum keeps the sign of what becomes zero.
  return floor % 2 === 0 ? (floor === 0 ? value * 0 : floor) : floor + 1 || value * 0;
}

function isSubnormal(value: number): boolean {
  return value !== 0 && Math.abs(value) < 2.2250738585072014e-308;
}

export const numberLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...wholeNumber('int', 32, Number),
  'int.Abs(int)': (_: H, a: number) => absInt(a),
  'int.Clamp(int,int,int)': (_: H, a: number, min: number, max: number) => clampInt(a, min, max),
  'int.DivRem(int,int)': (_: H, a: number, b: number) => new TupleValue([intDivide(a, b), intRemainder(a, b)]),

  ...wholeNumber('long', 64, (value) => value),
  'long.Abs(long)': (_: H, a: bigint) => absLong(a),
  'long.Clamp(long,long,long)': (_: H, a: bigint, min: bigint, max: bigint) => clampLong(a, min, max),
  'long.DivRem(long,long)': (_: H, a: bigint, b: bigint) => new TupleValue([longDivide(a, b), longRemainder(a, b)]),

  ...comparing('byte'),
  'byte.MaxValue': () => 255,
  'byte.MinValue': () => 0,
  'byte.Parse(string)': (_: H, s: Text) => Number(parsedOrThrow(parseInteger(s, Styles.integer, 32, true), s, 'byte')),
  'byte.Parse(string,NumberStyles)': (_: H, s: Text, style: number) =>
    Number(parsedOrThrow(parseInteger(s, style, 32, true), s, 'byte')),
  'byte.TryParse(string,byte)': (_: H, s: Text, out: Ref) =>
    storeParsed(mapParsed(parseInteger(s, Styles.integer, 32, true), Number), out, 0),
  'byte.ToString()': (_: H, a: number) => `${a}`,
  'byte.ToString(string)': (_: H, a: number, format: Text) => formatNumber(a, 'byte', format),
  'byte.ToString(string,IFormatProvider)': (_: H, a: number, format: Text) => formatNumber(a, 'byte', format),

  ...parsing('double', parseDouble, Styles.float | Styles.thousands, 0),
  ...comparing('double'),
  ...formatting('double'),
  'double.Epsilon': () => Number.MIN_VALUE,
  'double.MaxValue': () => Number.MAX_VALUE,
  'double.MinValue': () => -Number.MAX_VALUE,
  'double.NaN': () => Number.NaN,
  'double.NegativeInfinity': () => -Infinity,
  'double.PositiveInfinity': () => Infinity,
  'double.NegativeZero': () => -0,
  'double.E': () => Math.E,
  'double.Pi': () => Math.PI,
  'double.Tau': () => 2 * Math.PI,
  'double.IsNaN(double)': (_: H, d: number) => Number.isNaN(d),
  'double.IsInfinity(double)': (_: H, d: number) => d === Infinity || d === -Infinity,
  'double.IsPositiveInfinity(double)': (_: H, d: number) => d === Infinity,
  'double.IsNegativeInfinity(double)': (_: H, d: number) => d === -Infinity,
  'double.IsFinite(double)': (_: H, d: number) => Number.isFinite(d),
  'double.IsNormal(double)': (_: H, d: number) => d !== 0 && Number.isFinite(d) && !isSubnormal(d),
  'double.IsSubnormal(double)': (_: H, d: number) => isSubnormal(d),
  'double.IsNegative(double)': (_: H, d: number) => d < 0 || Object.is(d, -0),
  'double.IsPositive(double)': (_: H, d: number) => d > 0 || Object.is(d, 0),
  'double.IsInteger(double)': (_: H, d: number) => Number.isInteger(d),
  'double.IsEvenInteger(double)': (_: H, d: number) => Number.isInteger(d) && d % 2 === 0,
  'double.IsOddInteger(double)': (_: H, d: number) => Number.isInteger(d) && d % 2 !== 0,
  'double.DegreesToRadians(double)': (_: H, d: number) => (d * Math.PI) / 180,
  'double.RadiansToDegrees(double)': (_: H, d: number) => (d * 180) / Math.PI,

  ...comparing('bool'),
  'bool.TrueString': () => 'True',
  'bool.FalseString': () => 'False',
  'bool.Parse(string)': (_: H, s: Text) => parsedOrThrow(parseBool(s), s, 'bool', 'value'),
  'bool.TryParse(string,bool)': (_: H, s: Text, out: Ref) => storeParsed(parseBool(s), out, false),
  'bool.ToString()': (_: H, a: boolean) => (a ? 'True' : 'False'),
};
