/** `Math`, and the same functions where number types declare them as their own. */
import type { LibraryKey } from '../../ir/ir.ts';
import { type Decimal, Rounding } from './decimal.ts';
import { exception, raiseArgument, raiseArgumentOutOfRange } from './exceptions.ts';
import { absInt, absLong, checkBounds, clampInt, clampLong, roundToEven } from './numbers.ts';
import { intDivide, intRemainder, longDivide, longRemainder } from './operators.ts';
import { type LibraryFunction, type LibraryHost, type Ref, TupleValue } from './values.ts';

type H = LibraryHost;
type D = Decimal;

function checkMode(mode: number): asserts mode is Rounding {
  if (mode < 0 || mode > 4)
    raiseArgument("The value '' is not valid for this usage of the type MidpointRounding.", 'mode');
}

/** `Math.Round(double, digits, mode)`: scaled, rounded and scaled back in doubles, as .NET does. */
function roundDouble(value: number, digits: number, mode: number): number {
  if (digits < 0 || digits > 15) {
    raiseArgumentOutOfRange('digits', 'Rounding digits must be between 0 and 15, inclusive.');
  }
  checkMode(mode);
  if (digits === 0) return roundWhole(value, mode);
  if (Math.abs(value) >= 1e16 || !Number.isFinite(value)) return value;
  const power = 10 ** digits;
  return roundWhole(value * power, mode) / power;
}

function roundWhole(value: number, mode: Rounding): number {
  switch (mode) {
    case Rounding.toEven:
      return roundToEven(value);
    case Rounding.awayFromZero: {
      const whole = Math.trunc(value);
      return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
    }
    case Rounding.toZero:
      return Math.trunc(value);
    case Rounding.toNegativeInfinity:
      return Math.floor(value);
    case Rounding.toPositiveInfinity:
      return Math.ceil(value);
  }
}

function roundDecimal(value: D, digits: number, mode: number): D {
  if (digits < 0 || digits > 28) {
    raiseArgumentOutOfRange('decimals', 'Decimal can only round to between 0 and 28 digits of precision.');
  }
  checkMode(mode);
  return value.round(digits, mode);
}

function signOfDouble(value: number): number {
  if (Number.isNaN(value)) {
    throw exception('ArithmeticException', 'Function does not accept floating point Not-a-Number values.');
  }
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

function clampDouble(value: number, min: number, max: number): number {
  checkBounds(min, max, min > max);
  if (value < min) return min;
  if (value > max) return max;
  return value;
}

function clampDecimal(value: D, min: D, max: D): D {
  checkBounds(min.toString(), max.toString(), min.compareTo(max) > 0);
  return value.compareTo(min) < 0 ? min : value.compareTo(max) > 0 ? max : value;
}

const larger = (a: D, b: D): D => (a.compareTo(b) >= 0 ? a : b);
const smaller = (a: D, b: D): D => (a.compareTo(b) <= 0 ? a : b);

function remainderIEEE(x: number, y: number): number {
  if (y === 0 || !Number.isFinite(x) || Number.isNaN(y)) return Number.NaN;
  if (!Number.isFinite(y)) return x;
  const rest = x % y;
  if (rest === 0) return x < 0 || Object.is(x, -0) ? -0 : 0;
  const other = rest - Math.abs(y) * Math.sign(x);
  if (Math.abs(other) === Math.abs(rest)) {
    const quotient = x / y;
    const rounded = roundToEven(quotient);
    return Math.abs(rounded) > Math.abs(quotient) ? other : rest;
  }
  return Math.abs(other) < Math.abs(rest) ? other : rest;
}

/** C#'s agrees with C's: `pow(1, NaN)` and `pow(-1, ±∞)` are 1. */
function pow(x: number, y: number): number {
  if (x === 1 || (x === -1 && (y === Infinity || y === -Infinity))) return 1;
  return x ** y;
}

function logBase(value: number, base: number): number {
  if (Number.isNaN(value)) return value;
  if (Number.isNaN(base)) return base;
  if (base === 1) return Number.NaN;
  if (value !== 1 && (base === 0 || base === Infinity)) return Number.NaN;
  return Math.log(value) / Math.log(base);
}

function ilogb(x: number): number {
  if (x === 0 || Number.isNaN(x)) return x === 0 ? -2147483648 : 2147483647;
  if (!Number.isFinite(x)) return 2147483647;
  let exponent = Math.floor(Math.log2(Math.abs(x)));
  // The logarithm may be off by one near a power of two.
  while (2 ** exponent > Math.abs(x)) exponent--;
  while (2 ** (exponent + 1) <= Math.abs(x)) exponent++;
  return exponent;
}

/** A fused product and sum of finite numbers, rounded once, through exact fractions. */
function fusedMultiplyAdd(x: number, y: number, z: number): number {
  const product = x * y;
  if (!Number.isFinite(product) || !Number.isFinite(z) || product === 0) return product + z;
  const [a, ea] = mantissa(x);
  const [b, eb] = mantissa(y);
  const [c, ec] = mantissa(z);
  const low = Math.min(ea + eb, ec);
  const sum = ((a * b) << BigInt(ea + eb - low)) + (c << BigInt(ec - low));
  if (sum === 0n) return product + z;
  return scaled(sum, low);
}

function mantissa(x: number): [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const size = (bits & 0xf_ffff_ffff_ffffn) | (biased === 0 ? 0n : 1n << 52n);
  return [x < 0 ? -size : size, Math.max(biased, 1) - 1075];
}

/** `value × 2^exponent`, rounded once. */
function scaled(value: bigint, exponent: number): number {
  const surplus = value.toString(2).length - 1000;
  if (surplus <= 0 && exponent > -1000)
    return Number(value) * 2 ** Math.min(exponent, 1023) * 2 ** Math.max(0, exponent - 1023);
  // Down to 64 bits with a sticky bit: enough for one correct rounding.
  const drop = Math.max(0, value.toString(2).length - 64);
  const size = value < 0n ? -value : value;
  const kept = (size >> BigInt(drop)) | (size & ((1n << BigInt(drop)) - 1n) ? 1n : 0n);
  const result = Number(kept) * 2 ** (exponent + drop);
  return value < 0n ? -result : result;
}

function maxMagnitude(x: number, y: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax > ay || Number.isNaN(ax)) return x;
  return ax === ay ? Math.max(x, y) : y;
}

function minMagnitude(x: number, y: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax < ay || Number.isNaN(ax)) return x;
  return ax === ay ? Math.min(x, y) : y;
}

function divRem<T>(quotient: T, rest: T, result: Ref): T {
  result.set(rest);
  return quotient;
}

const unary: Readonly<Record<string, (x: number) => number>> = {
  Acos: Math.acos,
  Acosh: Math.acosh,
  Asin: Math.asin,
  Asinh: Math.asinh,
  Atan: Math.atan,
  Atanh: Math.atanh,
  Cbrt: Math.cbrt,
  Cos: Math.cos,
  Cosh: Math.cosh,
  Exp: Math.exp,
  Log: Math.log,
  Log10: Math.log10,
  Log2: Math.log2,
  Sin: Math.sin,
  Sinh: Math.sinh,
  Sqrt: Math.sqrt,
  Tan: Math.tan,
  Tanh: Math.tanh,
};

/** Under `Math` and, where declared, under the type itself. */
const doubles: Readonly<Record<string, (...args: never[]) => number>> = {
  'Abs(double)': Math.abs,
  'Ceiling(double)': Math.ceil,
  'Clamp(double,double,double)': clampDouble,
  'Floor(double)': Math.floor,
  'Max(double,double)': Math.max,
  'Min(double,double)': Math.min,
  'Pow(double,double)': pow,
  'Round(double)': roundToEven,
  'Round(double,int)': (d: number, digits: number) => roundDouble(d, digits, Rounding.toEven),
  'Sign(double)': signOfDouble,
  'Sqrt(double)': Math.sqrt,
  'Truncate(double)': Math.trunc,
};

const decimals: Readonly<Record<string, (...args: never[]) => Decimal | number>> = {
  'Abs(decimal)': (d: D) => d.abs(),
  'Ceiling(decimal)': (d: D) => d.ceiling(),
  'Clamp(decimal,decimal,decimal)': clampDecimal,
  'Floor(decimal)': (d: D) => d.floor(),
  'Max(decimal,decimal)': larger,
  'Min(decimal,decimal)': smaller,
  'Round(decimal)': (d: D) => d.round(0),
  'Round(decimal,int)': (d: D, digits: number) => roundDecimal(d, digits, Rounding.toEven),
  'Round(decimal,MidpointRounding)': (d: D, mode: number) => roundDecimal(d, 0, mode),
  'Round(decimal,int,MidpointRounding)': roundDecimal,
  'Sign(decimal)': (d: D) => d.sign,
  'Truncate(decimal)': (d: D) => d.truncate(),
};

function members(
  owner: string,
  functions: Readonly<Record<string, (...args: never[]) => unknown>>,
): Record<LibraryKey, LibraryFunction> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]): [LibraryKey, LibraryFunction] => [
      `${owner}.${name}`,
      (_: H, a: never, b: never, c: never) => run(a, b, c),
    ]),
  );
}

export const mathLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...members('Math', Object.fromEntries(Object.entries(unary).map(([name, run]) => [`${name}(double)`, run]))),
  ...members('Math', doubles),
  ...members('double', doubles),
  ...members('Math', decimals),
  ...members('decimal', decimals),
  // `Math.max(x, undefined)` would be NaN: these two are called with exactly two arguments.
  'Math.Max(double,double)': (_: H, a: number, b: number) => Math.max(a, b),
  'Math.Min(double,double)': (_: H, a: number, b: number) => Math.min(a, b),
  'double.Max(double,double)': (_: H, a: number, b: number) => Math.max(a, b),
  'double.Min(double,double)': (_: H, a: number, b: number) => Math.min(a, b),
  'Math.E': () => Math.E,
  'Math.PI': () => Math.PI,
  'Math.Tau': () => 2 * Math.PI,
  'Math.Abs(int)': (_: H, a: number) => absInt(a),
  'Math.Abs(long)': (_: H, a: bigint) => absLong(a),
  'Math.Atan2(double,double)': (_: H, y: number, x: number) => Math.atan2(y, x),
  'Math.BigMul(int,int)': (_: H, a: number, b: number) => BigInt(a) * BigInt(b),
  'Math.CopySign(double,double)': (_: H, x: number, y: number) =>
    y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x),
  'Math.FusedMultiplyAdd(double,double,double)': (_: H, x: number, y: number, z: number) => fusedMultiplyAdd(x, y, z),
  'Math.IEEERemainder(double,double)': (_: H, x: number, y: number) => remainderIEEE(x, y),
  'Math.Log(double,double)': (_: H, a: number, base: number) => logBase(a, base),
  'Math.ScaleB(double,int)': (_: H, x: number, n: number) => scaleB(x, n),
  'Math.ILogB(double)': (_: H, x: number) => ilogb(x),
  'Math.MaxMagnitude(double,double)': (_: H, x: number, y: number) => maxMagnitude(x, y),
  'Math.MinMagnitude(double,double)': (_: H, x: number, y: number) => minMagnitude(x, y),
  'Math.Round(double,MidpointRounding)': (_: H, d: number, mode: number) => roundDouble(d, 0, mode),
  'Math.Round(double,int,MidpointRounding)': (_: H, d: number, digits: number, mode: number) =>
    roundDouble(d, digits, mode),
  'Math.Clamp(int,int,int)': (_: H, a: number, min: number, max: number) => clampInt(a, min, max),
  'Math.Clamp(long,long,long)': (_: H, a: bigint, min: bigint, max: bigint) => clampLong(a, min, max),
  'Math.Max(int,int)': (_: H, a: number, b: number) => Math.max(a, b),
  'Math.Max(long,long)': (_: H, a: bigint, b: bigint) => (a > b ? a : b),
  'Math.Min(int,int)': (_: H, a: number, b: number) => Math.min(a, b),
  'Math.Min(long,long)': (_: H, a: bigint, b: bigint) => (a < b ? a : b),
  'Math.Sign(int)': (_: H, a: number) => (a > 0 ? 1 : a < 0 ? -1 : 0),
  'Math.Sign(long)': (_: H, a: bigint) => (a > 0n ? 1 : a < 0n ? -1 : 0),
  'Math.DivRem(int,int,int)': (_: H, a: number, b: number, result: Ref) =>
    divRem(intDivide(a, b), intRemainder(a, b), result),
  'Math.DivRem(int,int)': (_: H, a: number, b: number) => new TupleValue([intDivide(a, b), intRemainder(a, b)]),
  'Math.DivRem(long,long,long)': (_: H, a: bigint, b: bigint, result: Ref) =>
    divRem(longDivide(a, b), longRemainder(a, b), result),
  'Math.DivRem(long,long)': (_: H, a: bigint, b: bigint) => new TupleValue([longDivide(a, b), longRemainder(a, b)]),
};

/** In two steps, since `2 ** n` alone may be infinite where the product is not. */
function scaleB(x: number, n: number): number {
  const step = Math.max(-1000, Math.min(1000, n));
  const rest = Math.max(-1100, Math.min(1100, n - step));
  return x * 2 ** step * 2 ** rest;
}
