/**
 * Numeric conversions, C#'s implicit and explicit ones between int, long, double, decimal, char, byte and enums: the IR's
 * `conv`. Unchecked, as C# compiles them: integers wrap, and what a double cannot say becomes the smallest integer, as on
 * .NET 8 for x64. Conversions from and to decimal check, as decimal's own operators do.
 */
import type { IrType } from '../../ir/ir.ts';
import { Decimal } from './decimal.ts';
import { raiseOverflow } from './exceptions.ts';
import type { Value } from './values.ts';

export type Convert = (value: never) => Value;

/** What a type's values look like to a conversion. An enum is an int. */
type Numeric = 'int' | 'long' | 'double' | 'decimal' | 'char' | 'byte';

const numerics: ReadonlySet<string> = new Set(['int', 'long', 'double', 'decimal', 'char', 'byte']);

const same: Convert = (value: Value) => value;

const fromInt: Readonly<Record<Numeric, Convert>> = {
  int: same,
  long: (value: number) => BigInt(value),
  double: same,
  decimal: (value: number) => Decimal.of(value),
  char: (value: number) => value & 0xffff,
  byte: (value: number) => value & 0xff,
};

const table: Readonly<Record<Numeric, Readonly<Record<Numeric, Convert>>>> = {
  int: fromInt,
  char: { ...fromInt, char: same },
  byte: { ...fromInt, char: same, byte: same },
  long: {
    int: longToInt,
    long: same,
    double: (value: bigint) => Number(value),
    decimal: (value: bigint) => Decimal.ofBig(value),
    char: (value: bigint) => Number(BigInt.asUintN(16, value)),
    byte: (value: bigint) => Number(BigInt.asUintN(8, value)),
  },
  double: {
    int: doubleToInt,
    long: doubleToLong,
    double: same,
    decimal: (value: number) => Decimal.ofDouble(value),
    char: (value: number) => doubleToInt(value) & 0xffff,
    byte: (value: number) => doubleToInt(value) & 0xff,
  },
  decimal: {
    int: (value: Decimal) => value.toInt(),
    long: (value: Decimal) => value.toLong(),
    double: (value: Decimal) => value.toNumber(),
    decimal: same,
    char: (value: Decimal) => within(value, 0xffff, 'Value was either too large or too small for a character.'),
    byte: (value: Decimal) => within(value, 0xff, 'Value was either too large or too small for an unsigned byte.'),
  },
};

function numericOf(type: IrType): Numeric {
  return numerics.has(type) ? (type as Numeric) : 'int';
}

/** The conversion from one numeric, char or enum type to another. Any other name is taken for an enum. */
export function convert(from: IrType, to: IrType): Convert {
  return table[numericOf(from)][numericOf(to)];
}

/** The conversion from `T?` to `U?`; `from` and `to` may bear the mark. */
export function liftedConvert(from: IrType, to: IrType): (value: Value) => Value {
  const plain = convert(bare(from), bare(to)) as (value: Value) => Value;
  return (value) => (value === null ? null : plain(value));
}

function bare(type: IrType): IrType {
  return type.endsWith('?') ? type.slice(0, -1) : type;
}

/** `(int)x` of a long. */
export function longToInt(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}

/** `(int)x` of a double: cut towards zero; NaN and what does not fit are the smallest int. */
export function doubleToInt(value: number): number {
  return value > -2147483649 && value < 2147483648 ? value | 0 : -2147483648;
}

/** `(long)x` of a double: cut towards zero; NaN and what does not fit are the smallest long. */
export function doubleToLong(value: number): bigint {
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : -0x8000_0000_0000_0000n;
}

function within(value: Decimal, max: number, message: string): number {
  const whole = value.toBigInt();
  return whole < 0n || whole > BigInt(max) ? raiseOverflow(message) : Number(whole);
}
