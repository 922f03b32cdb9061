/**
 * Numbers read from text, with .NET's `NumberStyles` in the invariant culture. A failure says which exception `Parse` throws
 * for it; `TryParse` only asks whether there is one.
 */
import { Decimal } from './decimal.ts';
import { exception, raiseArgument, raiseArgumentNull } from './exceptions.ts';
import type { ExceptionValue } from './values.ts';

/** `NumberStyles`. */
export const Styles = {
  leadingWhite: 1,
  trailingWhite: 2,
  leadingSign: 4,
  trailingSign: 8,
  parentheses: 16,
  decimalPoint: 32,
  thousands: 64,
  exponent: 128,
  currencySymbol: 256,
  hex: 512,
  integer: 7,
  number: 111,
  float: 167,
} as const;

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ParseFailure };
export type ParseFailure = 'null' | 'format' | 'overflow';

interface Digits {
  readonly negative: boolean;
  /** Without leading zeros before the point. */
  readonly digits: string;
  /** How many of them stand after the point; negative with a large exponent. */
  readonly places: number;
}

const failed = (failure: ParseFailure): { readonly ok: false; readonly failure: ParseFailure } => ({
  ok: false,
  failure,
});

const isWhite = (char: string | undefined): boolean =>
  char === ' ' || (char !== undefined && char >= '\t' && char <= '\r');
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

/** The number's digits under a style; undefined when the text is not one. */
function readDigits(text: string, style: number): Digits | undefined {
  let at = 0;
  let signed = false;
  let negative = false;
  let open = false;
  for (; ; at++) {
    const char = text[at];
    if (isWhite(char) && style & Styles.leadingWhite && !signed) continue;
    if ((char === '+' || char === '-') && style & Styles.leadingSign && !signed) {
      signed = true;
      negative = char === '-';
    } else if (char === '(' && style & Styles.parentheses && !signed) {
      signed = open = negative = true;
    } else if (char !== '¤' || !(style & Styles.currencySymbol)) break;
  }
  let digits = '';
  let places = 0;
  let any = false;
  let point = false;
  for (; ; at++) {
    const char = text[at];
    if (isDigit(char)) {
      any = true;
      digits += char;
      if (point) places++;
    } else if (char === '.' && style & Styles.decimalPoint && !point) point = true;
    else if (char !== ',' || !(style & Styles.thousands) || point) break;
  }
  if (!any) return undefined;
  if ((text[at] === 'e' || text[at] === 'E') && style & Styles.exponent) {
    const match = /[eE]([-+]?)(\d+)/y;
    match.lastIndex = at;
    const found = match.exec(text);
    if (found !== null) {
      const power = Math.min(Number(found[2]), 9999);
      places -= found[1] === '-' ? -power : power;
      at = match.lastIndex;
    }
  }
  for (; ; at++) {
    const char = text[at];
    if (isWhite(char) && style & Styles.trailingWhite) continue;
    if ((char === '+' || char === '-') && style & Styles.trailingSign && !signed) {
      signed = true;
      negative = char === '-';
    } else if (char === ')' && open) open = false;
    else if (char !== '¤' || !(style & Styles.currencySymbol)) break;
  }
  // Trailing NULs are allowed, as text from fixed buffers has them.
  if (open || /[^\0]/.test(text.slice(at))) return undefined;
  return { negative, digits, places };
}

const plainInt = /^[ \t-\r]*[-+]?\d{1,9}[ \t-\r]*$/;

/** An integer of `bits` bits. Hexadecimal text is its two's complement. */
export function parseInteger(text: string | null, style: number, bits: 32 | 64, unsigned8 = false): Parsed<bigint> {
  if (text === null) return failed('null');
  if (style & Styles.hex) return parseHex(text, style, unsigned8 ? 8 : bits);
  let value: bigint;
  if (style === Styles.integer && plainInt.test(text)) {
    value = BigInt(Number(text));
  } else {
    const read = readDigits(text, style);
    if (read === undefined) return failed('format');
    const digits = read.digits.replace(/^0+/, '');
    if (digits !== '' && digits.length - read.places > 20) return failed('overflow');
    const size = BigInt(digits || '0');
    // A fraction other than zero does not fit an integer, which .NET calls an overflow.
    if (read.places > 0) {
      const cut = Math.min(read.places, digits.length);
      if (/[1-9]/.test(digits.slice(digits.length - cut))) return failed('overflow');
      value = BigInt(digits.slice(0, digits.length - cut) || '0');
    } else {
      value = size === 0n ? 0n : size * 10n ** BigInt(-read.places);
    }
    if (read.negative) value = -value;
  }
  const fits = unsigned8 ? value >= 0n && value <= 255n : BigInt.asIntN(bits, value) === value;
  return fits ? { ok: true, value } : failed('overflow');
}

function parseHex(text: string, style: number, bits: number): Parsed<bigint> {
  let body = text.replace(/\0+$/, '');
  if (style & Styles.leadingWhite) body = body.replace(/^[ \t-\r]+/, '');
  if (style & Styles.trailingWhite) body = body.replace(/[ \t-\r]+$/, '');
  if (!/^[0-9a-fA-F]+$/.test(body)) return failed('format');
  const digits = body.replace(/^0+(?=.)/, '');
  if (digits.length > bits / 4) return failed('overflow');
  const value = BigInt(`0x${digits}`);
  return { ok: true, value: bits === 8 ? value : BigInt.asIntN(bits, value) };
}

export function parseDouble(text: string | null, style: number = Styles.float | Styles.thousands): Parsed<number> {
  if (text === null) return failed('null');
  const read = readDigits(text, style);
  if (read !== undefined) {
    const size = Number(`${read.digits}e${-read.places}`);
    return { ok: true, value: read.negative ? -size : size };
  }
  const name = /^[-+]?(nan|infinity)$/i.exec(text.trim());
  if (name === null) return failed('format');
  if (name[1]!.toLowerCase() === 'nan') return { ok: true, value: Number.NaN };
  return { ok: true, value: name[0].startsWith('-') ? -Infinity : Infinity };
}

export function parseDecimal(text: string | null, style: number = Styles.number): Parsed<Decimal> {
  if (text === null) return failed('null');
  const read = readDigits(text, style);
  if (read === undefined) return failed('format');
  const digits = read.digits.replace(/^0+(?=.)/, '');
  if (digits !== '0' && digits.length - read.places > 30) return failed('overflow');
  if (/^0+$/.test(digits) && read.places < 0) return { ok: true, value: Decimal.zero };
  try {
    return { ok: true, value: Decimal.ofDigits(read.negative, digits, read.places) };
  } catch {
    return failed('overflow');
  }
}

export function parseBool(text: string | null): Parsed<boolean> {
  if (text === null) return failed('null');
  const word = text.replace(/^[\s\0]+|[\s\0]+$/g, '').toLowerCase();
  return word === 'true' || word === 'false' ? { ok: true, value: word === 'true' } : failed('format');
}

const typeNames: Readonly<Record<string, string>> = {
  int: 'an Int32',
  long: 'an Int64',
  byte: 'an unsigned byte',
  decimal: 'a Decimal',
  double: 'a Double',
};

/** The exception that `Parse` throws. */
export function parseException(
  failure: ParseFailure,
  text: string | null,
  type: string,
  parameter = 's',
): ExceptionValue {
  switch (failure) {
    case 'null':
      return exception('ArgumentNullException', `Value cannot be null. (Parameter '${parameter}')`, null, {
        ParamName: parameter,
      });
    case 'overflow':
      return exception('OverflowException', `Value was either too large or too small for ${typeNames[type] ?? type}.`);
    case 'format':
      return exception(
        'FormatException',
        type === 'bool'
          ? `String '${text}' was not recognized as a valid Boolean.`
          : `The input string '${text}' was not in a correct format.`,
      );
  }
}

/** The value, or the exception thrown. */
export function parsedOrThrow<T>(parsed: Parsed<T>, text: string | null, type: string, parameter?: string): T {
  if (parsed.ok) return parsed.value;
  throw parseException(parsed.failure, text, type, parameter);
}

/** `Convert.ToInt32(text, fromBase)` and its like, in base 2, 8 or 16; base 10 is ordinary parsing. */
export function parseInBase(text: string | null, base: number, bits: 8 | 32 | 64): bigint {
  if (base !== 2 && base !== 8 && base !== 10 && base !== 16) raiseArgument('Invalid Base.');
  if (text === null) return 0n;
  if (base === 10) {
    return parsedOrThrow(
      parseInteger(text, Styles.leadingSign, bits === 64 ? 64 : 32, bits === 8),
      text,
      bits === 64 ? 'long' : bits === 8 ? 'byte' : 'int',
    );
  }
  if (text === '') raiseArgumentNullOrEmpty();
  if (text.startsWith('-')) raiseArgument('String cannot contain a minus sign if the base is not 10.');
  const body = base === 16 ? text.replace(/^0x/i, '') : text;
  const digits = base === 2 ? /^[01]+$/ : base === 8 ? /^[0-7]+$/ : /^[0-9a-f]+$/i;
  if (!digits.test(body)) {
    throw exception(
      'FormatException',
      /^[0-9a-z]/i.test(body)
        ? 'Additional non-parsable characters are at the end of the string.'
        : 'Could not find any recognizable digits.',
    );
  }
  const value = BigInt((base === 2 ? '0b' : base === 8 ? '0o' : '0x') + body);
  if (value >= 1n << BigInt(bits)) {
    throw exception(
      'OverflowException',
      `Value was either too large or too small for ${bits === 64 ? 'an Int64' : bits === 8 ? 'an unsigned byte' : 'an Int32'}.`,
    );
  }
  return bits === 8 ? value : BigInt.asIntN(bits, value);
}

function raiseArgumentNullOrEmpty(): never {
  throw exception(
    'ArgumentOutOfRangeException',
    'Index was out of range. Must be non-negative and less than the length of the string.',
  );
}

/** For `Parse` overloads that must refuse null before anything else. */
export function requireText(text: string | null, parameter = 's'): string {
  return text ?? raiseArgumentNull(parameter);
}
