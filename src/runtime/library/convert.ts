/** `Convert`: checked conversions that round halves to even, and bytes as Base64 or hexadecimal text. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { dateLibrary, defaultDateTime } from './dates.ts';
import { Decimal } from './decimal.ts';
import { raise, raiseArgument, raiseArgumentNull, raiseFormat, raiseInvalidCast, raiseOverflow } from './exceptions.ts';
import { toText } from './format.ts';
import { doubleText } from './number-format.ts';
import {
  parseBool,
  parseDecimal,
  parseDouble,
  parsedOrThrow,
  parseInBase,
  parseInteger,
  Styles,
} from './number-parse.ts';
import { roundToEven } from './numbers.ts';
import { fullTypeName } from './type-names.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Value } from './values.ts';

type H = LibraryHost;
type Text = string | null;
type From = 'int' | 'long' | 'double' | 'decimal' | 'bool' | 'char' | 'byte' | 'string';

/** A numeric target: how each source becomes it. */
type Target = Readonly<Partial<Record<From, (value: never) => Value>>>;

function toInteger(value: number | bigint | Decimal, min: bigint, max: bigint, name: string): bigint {
  let whole: bigint;
  if (value instanceof Decimal) whole = value.round(0).toBigInt();
  else if (typeof value === 'bigint') whole = value;
  else {
    const rounded = roundToEven(value);
    if (!Number.isFinite(rounded)) raiseOverflow(`Value was either too large or too small for ${name}.`);
    whole = BigInt(rounded);
  }
  return whole < min || whole > max ? raiseOverflow(`Value was either too large or too small for ${name}.`) : whole;
}

function integerTarget(
  type: IrType,
  min: bigint,
  max: bigint,
  name: string,
  wrap: (value: bigint) => Value,
  read: (text: Text) => bigint,
): Target {
  const checked = (value: number | bigint | Decimal): Value => wrap(toInteger(value, min, max, name));
  return {
    int: checked,
    long: checked,
    double: checked,
    decimal: checked,
    char: checked,
    byte: checked,
    bool: (value: boolean) => wrap(value ? 1n : 0n),
    string: (text: Text) => wrap(text === null ? 0n : read(text)),
    [type]: type === 'long' || type === 'int' ? (value: Value) => value : checked,
  };
}

const targets: Readonly<Record<string, readonly [IrType, Target]>> = {
  ToInt32: [
    'int',
    integerTarget('int', -2147483648n, 2147483647n, 'an Int32', Number, (text) =>
      parsedOrThrow(parseInteger(text, Styles.integer, 32), text, 'int'),
    ),
  ],
  ToInt64: [
    'long',
    integerTarget(
      'long',
      -0x8000_0000_0000_0000n,
      0x7fff_ffff_ffff_ffffn,
      'an Int64',
      (value) => value,
      (text) => parsedOrThrow(parseInteger(text, Styles.integer, 64), text, 'long'),
    ),
  ],
  ToByte: [
    'byte',
    integerTarget('byte', 0n, 255n, 'an unsigned byte', Number, (text) =>
      parsedOrThrow(parseInteger(text, Styles.integer, 32, true), text, 'byte'),
    ),
  ],
  ToDouble: [
    'double',
    {
      int: (value: number) => value,
      byte: (value: number) => value,
      long: (value: bigint) => Number(value),
      double: (value: number) => value,
      decimal: (value: Decimal) => value.toNumber(),
      bool: (value: boolean) => (value ? 1 : 0),
      string: (text: Text) => (text === null ? 0 : parsedOrThrow(parseDouble(text), text, 'double')),
    },
  ],
  ToDecimal: [
    'decimal',
    {
      int: (value: number) => Decimal.of(value),
      byte: (value: number) => Decimal.of(value),
      long: (value: bigint) => Decimal.ofBig(value),
      double: (value: number) => Decimal.ofDouble(value),
      decimal: (value: Decimal) => value,
      bool: (value: boolean) => Decimal.of(value ? 1 : 0),
      string: (text: Text) => (text === null ? Decimal.zero : parsedOrThrow(parseDecimal(text), text, 'decimal')),
    },
  ],
  ToBoolean: [
    'bool',
    {
      int: (value: number) => value !== 0,
      byte: (value: number) => value !== 0,
      long: (value: bigint) => value !== 0n,
      double: (value: number) => value !== 0,
      decimal: (value: Decimal) => !value.isZero,
      bool: (value: boolean) => value,
      string: (text: Text) => text !== null && parsedOrThrow(parseBool(text), text, 'bool'),
    },
  ],
  ToChar: [
    'char',
    {
      int: (value: number) => Number(toInteger(value, 0n, 0xffffn, 'a character')),
      byte: (value: number) => value,
      long: (value: bigint) => Number(toInteger(value, 0n, 0xffffn, 'a character')),
      char: (value: number) => value,
      string: (text: Text) => {
        if (text === null) raiseArgumentNull('value');
        return text.length === 1 ? text.charCodeAt(0) : raiseFormat('String must be exactly one character long.');
      },
    },
  ],
};

/** `Convert.ToX(object)`: by the boxed type; null is the type's zero. */
function fromObject(value: Value, type: IrType, target: Target, host: LibraryHost): Value {
  if (value === null) return zeros[type];
  const from = typeof value === 'string' ? 'string' : value instanceof Boxed ? value.t : undefined;
  const inner = value instanceof Boxed ? value.v : value;
  // An enum converts as the int that it is.
  const known = from !== undefined && host.enumNames(from) !== undefined ? 'int' : from;
  const convert = target[known as From] as ((value: Value) => Value) | undefined;
  if (convert !== undefined) return convert(inner);
  return raiseInvalidCast(
    known === undefined
      ? `Unable to cast object to type 'System.IConvertible'.`
      : `Invalid cast from '${fullTypeName(known).replace(/^System\./, '')}' to '${fullTypeName(type).replace(/^System\./, '')}'.`,
  );
}

const zeros: Readonly<Record<string, Value>> = {
  int: 0,
  long: 0n,
  byte: 0,
  double: 0,
  decimal: Decimal.zero,
  bool: false,
  char: 0,
};

function conversions(): Record<LibraryKey, LibraryFunction> {
  const members: Record<LibraryKey, LibraryFunction> = {};
  for (const [name, [type, target]] of Object.entries(targets)) {
    for (const [from, convert] of Object.entries(target)) {
      members[`Convert.${name}(${from})`] = (_: H, value: never) => convert(value);
    }
    members[`Convert.${name}(object)`] = (host: H, value: Value) => fromObject(value, type, target, host);
    if (type !== 'bool' && type !== 'char') {
      members[`Convert.${name}(string,IFormatProvider)`] = (_: H, value: never) => target.string!(value);
    }
  }
  return members;
}

const texts: readonly IrType[] = ['int', 'long', 'double', 'decimal', 'bool', 'char', 'byte', 'DateTime'];

function inBase(value: bigint, base: number): string {
  if (base !== 2 && base !== 8 && base !== 10 && base !== 16) raiseArgument('Invalid Base.');
  return value.toString(base);
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function toBase64(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = bytes.slice(i, i + 3);
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += base64[group >> 18]! + base64[(group >> 12) & 63]!;
    text += b === undefined ? '==' : base64[(group >> 6) & 63]! + (c === undefined ? '=' : base64[group & 63]!);
  }
  return text;
}

function fromBase64(text: string): number[] {
  const body = text.replace(/[ \t\r\n]/g, '');
  if (body.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(body)) {
    raiseFormat(
      'The input is not a valid Base-64 string as it contains a non-base 64 character, more than two padding characters, or an illegal character among the padding characters.',
    );
  }
  const bytes: number[] = [];
  for (let i = 0; i < body.length; i += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => base64.indexOf(body[i + k]!)) as [number, number, number, number];
    bytes.push((a << 2) | (b >> 4));
    if (c >= 0) bytes.push(((b & 15) << 4) | (c >> 2));
    if (d >= 0) bytes.push(((c & 3) << 6) | d);
  }
  return bytes;
}

function fromHex(text: string): number[] {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) {
    raiseFormat('The input is not a valid hex string as it contains a non-hex character.');
  }
  return Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function parseDate(host: LibraryHost, text: Text): Value {
  if (text === null) return defaultDateTime();
  const parse = dateLibrary['DateTime.Parse(string)'] as ((host: LibraryHost, text: string) => Value) | undefined;
  return parse === undefined ? raise('NotSupportedException') : parse(host, text);
}

export const convertLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...conversions(),
  'Convert.ToInt32(string,int)': (_: H, text: Text, base: number) => Number(parseInBase(text, base, 32)),
  'Convert.ToInt64(string,int)': (_: H, text: Text, base: number) => parseInBase(text, base, 64),
  'Convert.ToByte(string,int)': (_: H, text: Text, base: number) => Number(parseInBase(text, base, 8)),
  ...Object.fromEntries(
    texts.map((type): [LibraryKey, LibraryFunction] => [
      `Convert.ToString(${type})`,
      (host: H, value: Value) => toText(value, type, host),
    ]),
  ),
  'Convert.ToString(string)': (_: H, value: Text) => value,
  'Convert.ToString(object)': (host: H, value: Value) => toText(value, 'object', host),
  'Convert.ToString(object,IFormatProvider)': (host: H, value: Value) => toText(value, 'object', host),
  'Convert.ToString(int,IFormatProvider)': (_: H, value: number) => `${value}`,
  'Convert.ToString(long,IFormatProvider)': (_: H, value: bigint) => `${value}`,
  'Convert.ToString(double,IFormatProvider)': (_: H, value: number) => doubleText(value),
  'Convert.ToString(decimal,IFormatProvider)': (_: H, value: Decimal) => value.toString(),
  'Convert.ToString(int,int)': (_: H, value: number, base: number) =>
    inBase(base === 10 ? BigInt(value) : BigInt(value >>> 0), base),
  'Convert.ToString(long,int)': (_: H, value: bigint, base: number) =>
    inBase(base === 10 ? value : BigInt.asUintN(64, value), base),
  'Convert.ToDateTime(DateTime)': (_: H, value: Value) => value,
  'Convert.ToDateTime(string)': (host: H, text: Text) => parseDate(host, text),
  'Convert.ToDateTime(string,IFormatProvider)': (host: H, text: Text) => parseDate(host, text),
  'Convert.ToDateTime(object)': (host: H, value: Value) => {
    if (value === null || typeof value === 'string') return parseDate(host, value);
    if (value instanceof Boxed && value.t === 'DateTime') return value.v;
    return raiseInvalidCast();
  },
  'Convert.ToBase64String(byte[])': (host: H, bytes: readonly number[] | null) => {
    host.charge((bytes?.length ?? 0) >>> 3);
    return toBase64(bytes ?? raiseArgumentNull('inArray'));
  },
  'Convert.FromBase64String(string)': (host: H, text: Text) => {
    host.charge((text?.length ?? 0) >>> 3);
    return fromBase64(text ?? raiseArgumentNull('s'));
  },
  'Convert.ToHexString(byte[])': (_: H, bytes: readonly number[] | null) =>
    (bytes ?? raiseArgumentNull('inArray')).map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(''),
  'Convert.FromHexString(string)': (_: H, text: Text) => fromHex(text ?? raiseArgumentNull('s')),
};
