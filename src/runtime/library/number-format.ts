/**
 * Text of numbers by standard format strings (`C D E F G N P R X B` with a precision) in the invariant culture. Whatever is
 * not a letter with digits is a custom format.
 */
import { formatCustomNumber } from './custom-number-format.ts';
import { Decimal } from './decimal.ts';
import { raiseFormat } from './exceptions.ts';
import {
  decimalDigits,
  exponentText,
  fractionDigits,
  integerDigits,
  type NumberDigits,
  roundDigits,
  shortestDigits,
  significantDigits,
} from './number-digits.ts';
import { EngineAbort } from './values.ts';

export type NumberType = 'int' | 'long' | 'double' | 'decimal' | 'byte';

/** `ToString()` of a double: the shortest digits that read back. */
export function doubleText(value: number): string {
  // JavaScript writes the same digits; it differs where an exponent begins, at whole numbers of 15 digits and small ones.
  const size = Math.abs(value);
  if ((size < 1e15 && size >= 1e-4) || size === 0) return Object.is(value, -0) ? '-0' : `${value}`;
  if (!Number.isFinite(value)) return notFinite(value);
  return general(shortestDigits(value), -1, 'E');
}

function notFinite(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

/** .NET allows a thousand million digits; nobody who asks for so many means well. */
const maxPrecision = 100_000;

const standard = /^([A-Za-z])(\d*)\0*$/;

/**
 * Formats a value of the given type. An empty or null format is `ToString()`.
 * @throws FormatException for a letter that the type does not have
 */
export function formatNumber(value: number | bigint | Decimal, type: NumberType, format: string | null): string {
  if (format === null || format === '') return plain(value, type);
  const match = standard.exec(format);
  if (match === null) return custom(value, type, format);
  const letter = match[1]!;
  const precision = match[2] === '' ? -1 : Number(match[2]);
  if (precision > 999_999_999) raiseFormat('Format specifier was invalid.');
  if (precision > maxPrecision) throw new EngineAbort('memory', `a number with ${precision} digits was asked for`);
  const upper = letter.toUpperCase();
  const whole = type === 'int' || type === 'long' || type === 'byte';
  if (whole) {
    if (upper === 'D' || (upper === 'G' && precision <= 0)) return padded(`${value as number}`, precision);
    if (upper === 'X') {
      const text = bits(value as number | bigint, type).toString(16);
      return (letter === 'X' ? text.toUpperCase() : text).padStart(precision, '0');
    }
    if (upper === 'B')
      return bits(value as number | bigint, type)
        .toString(2)
        .padStart(precision, '0');
    return formatDigits(integerDigits(value as number | bigint), letter, precision);
  }
  if (value instanceof Decimal) {
    return upper === 'G' && precision <= 0 ? value.toString() : formatDigits(decimalDigits(value), letter, precision);
  }
  return formatDouble(value as number, letter, precision);
}

function plain(value: number | bigint | Decimal, type: NumberType): string {
  return type === 'double' ? doubleText(value as number) : value.toString();
}

function custom(value: number | bigint | Decimal, type: NumberType, format: string): string {
  if (value instanceof Decimal) return formatCustomNumber(decimalDigits(value), format);
  if (type !== 'double') return formatCustomNumber(integerDigits(value as number | bigint), format);
  if (!Number.isFinite(value as number)) return notFinite(value as number);
  // Custom formats see a double as 15 digits.
  return formatCustomNumber(significantDigits(value as number, 15), format);
}

function padded(text: string, width: number): string {
  return text.startsWith('-') ? `-${text.slice(1).padStart(width, '0')}` : text.padStart(width, '0');
}

function bits(value: number | bigint, type: NumberType): bigint {
  return BigInt.asUintN(type === 'long' ? 64 : 32, BigInt(value));
}

function formatDouble(value: number, letter: string, precision: number): string {
  const upper = letter.toUpperCase();
  if (!Number.isFinite(value)) {
    if (!'CEFGNPR'.includes(upper)) badFormat();
    return notFinite(value);
  }
  switch (upper) {
    case 'R':
      return general(shortestDigits(value), -1, letter === 'R' ? 'E' : 'e');
    case 'G':
      return precision <= 0
        ? general(shortestDigits(value), -1, letter === 'G' ? 'E' : 'e')
        : formatDigits(significantDigits(value, precision), letter, precision);
    case 'E':
      return formatDigits(significantDigits(value, (precision < 0 ? 6 : precision) + 1), letter, precision);
    case 'P':
      return formatDigits(fractionDigits(value, (precision < 0 ? 2 : precision) + 2), letter, precision);
    case 'C':
    case 'F':
    case 'N':
      return formatDigits(fractionDigits(value, precision < 0 ? 2 : precision), letter, precision);
    default:
      return badFormat();
  }
}

function badFormat(): never {
  return raiseFormat('Format specifier was invalid.');
}

function formatDigits(number: NumberDigits, letter: string, precision: number): string {
  const exact = number.kind === 'double';
  const places = precision < 0 ? 2 : precision;
  switch (letter.toUpperCase()) {
    case 'C': {
      roundDigits(number, number.scale + places, exact);
      const text = `¤${fixed(number, places, true)}`;
      return number.negative ? `(${text})` : text;
    }
    case 'F':
      roundDigits(number, number.scale + places, exact);
      return sign(number) + fixed(number, places, false);
    case 'N':
      roundDigits(number, number.scale + places, exact);
      return sign(number) + fixed(number, places, true);
    case 'P':
      number.scale += number.digits === '' ? 0 : 2;
      roundDigits(number, number.scale + places, exact);
      return `${sign(number)}${fixed(number, places, true)} %`;
    case 'E': {
      const count = (precision < 0 ? 6 : precision) + 1;
      roundDigits(number, count, exact);
      return sign(number) + scientific(number, count, letter);
    }
    case 'G': {
      const count = precision > 0 ? precision : number.digits.length;
      roundDigits(number, count, exact);
      return general(number, count, letter === 'G' ? 'E' : 'e');
    }
    default:
      return badFormat();
  }
}

function sign(number: NumberDigits): string {
  return number.negative ? '-' : '';
}

function fixed(number: NumberDigits, places: number, grouped: boolean): string {
  const { digits, scale } = number;
  let whole = scale > 0 ? digits.slice(0, scale).padEnd(scale, '0') : '0';
  if (grouped) whole = group(whole);
  if (places === 0) return whole;
  const fraction = '0'.repeat(Math.max(0, Math.min(-scale, places))) + digits.slice(Math.max(scale, 0));
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
}

function group(digits: string): string {
  let text = '';
  for (let at = digits.length; at > 0; at -= 3) text = digits.slice(Math.max(0, at - 3), at) + (text && `,${text}`);
  return text;
}

function scientific(number: NumberDigits, count: number, letter: string): string {
  const digits = number.digits.padEnd(count, '0');
  const power = number.digits === '' ? 0 : number.scale - 1;
  return `${digits[0]}${count > 1 ? `.${digits.slice(1, count)}` : ''}${exponentText(power, letter, 3, true)}`;
}

/**
 * Fixed where it is short, else with an exponent.
 * @param count significant digits asked for; -1 for the shortest text, which shows 15 before it turns to an exponent
 */
function general(number: NumberDigits, count: number, letter: string): string {
  const { digits, scale } = number;
  const limit = count < 0 ? Math.max(digits.length, 15) : count;
  if (scale > limit || scale < -3) {
    const mantissa = `${digits[0] ?? '0'}${digits.length > 1 ? `.${digits.slice(1)}` : ''}`;
    return sign(number) + mantissa + exponentText(scale - 1, letter, 2, true);
  }
  const whole = scale > 0 ? digits.slice(0, scale).padEnd(scale, '0') : '0';
  const fraction = '0'.repeat(Math.max(0, -scale)) + digits.slice(Math.max(0, scale));
  return sign(number) + whole + (fraction === '' ? '' : `.${fraction}`);
}
