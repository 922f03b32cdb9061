/**
 * Numbers as decimal digits, the form that formatting works on: `0.d1d2d3… × 10^scale`, without leading zeros.
 */
import type { Decimal } from './decimal.ts';

export interface NumberDigits {
  negative: boolean;
  /** Empty for zero. */
  digits: string;
  /** Where the point stands, counted from the first digit. */
  scale: number;
  /** Integers and decimals lose their sign when they round to zero; doubles keep it. */
  readonly kind: 'integer' | 'decimal' | 'double';
}

export function integerDigits(value: number | bigint): NumberDigits {
  const text = `${value}`;
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  return digits === '0'
    ? { negative: false, digits: '', scale: 0, kind: 'integer' }
    : { negative, digits, scale: digits.length, kind: 'integer' };
}

/** With all digits of the scale. */
export function decimalDigits(value: Decimal): NumberDigits {
  const text = `${value.coefficient}`;
  const negative = text.startsWith('-');
  const size = negative ? text.slice(1) : text;
  const digits = size === '0' ? '' : size;
  return { negative, digits, scale: digits.length - value.scale, kind: 'decimal' };
}

/** The fewest digits that read back as the same double. */
export function shortestDigits(value: number): NumberDigits {
  const negative = value < 0 || Object.is(value, -0);
  const size = Math.abs(value);
  if (size === 0) return { negative, digits: '', scale: 0, kind: 'double' };
  const [mantissa = '', exponent] = size.toExponential().split('e');
  return { negative, digits: mantissa.replace('.', ''), scale: Number(exponent) + 1, kind: 'double' };
}

/** Rounded to `count` significant digits, exactly, halves to even. */
export function significantDigits(value: number, count: number): NumberDigits {
  const shortest = shortestDigits(value);
  if (shortest.digits === '') return shortest;
  // A tie shows in the shortest digits; short of one, and within what JavaScript offers, its own rounding is exact too.
  const tie = shortest.digits.length === count + 1 && shortest.digits.endsWith('5');
  if (!tie && count <= 100) {
    const [mantissa = '', exponent] = Math.abs(value)
      .toExponential(count - 1)
      .split('e');
    return trimmed({ ...shortest, digits: mantissa.replace('.', ''), scale: Number(exponent) + 1 });
  }
  return roundedAt(value, count - shortest.scale);
}

/** Rounded to `places` digits after the point, exactly, halves to even. */
export function fractionDigits(value: number, places: number): NumberDigits {
  const size = Math.abs(value);
  const scaled = size * 10 ** places;
  if (places > 100 || size >= 1e21 || Math.abs(scaled % 1) === 0.5) return roundedAt(value, places);
  const [whole = '', fraction = ''] = size.toFixed(places).split('.');
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  const negative = value < 0 || Object.is(value, -0);
  return trimmed({ negative, digits, scale: digits.length - places, kind: 'double' });
}

/** From the bits of the double: `places` may be negative. */
function roundedAt(value: number, places: number): NumberDigits {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n);
  let numerator = (bits & 0xf_ffff_ffff_ffffn) | (biased === 0 ? 0n : 1n << 52n);
  const exponent = Math.max(biased, 1) - 1075;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (places >= 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  let quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && (quotient & 1n) === 1n)) quotient += 1n;
  const digits = quotient === 0n ? '' : `${quotient}`;
  const negative = value < 0 || Object.is(value, -0);
  return trimmed({ negative, digits, scale: digits.length - places, kind: 'double' });
}

function trimmed(number: NumberDigits): NumberDigits {
  const digits = number.digits.replace(/0+$/, '');
  return { ...number, digits, scale: digits === '' ? 0 : number.scale };
}

/**
 * Cuts to `position` digits and rounds half away from zero, dropping trailing zeros. A double given to standard formats is
 * `exact`: its digits have been rounded already.
 */
export function roundDigits(number: NumberDigits, position: number, exact: boolean): void {
  const { digits } = number;
  if (position >= 0 && position < digits.length && !exact && digits.charCodeAt(position) >= 53) {
    let kept = position;
    while (kept > 0 && digits[kept - 1] === '9') kept--;
    if (kept > 0) {
      number.digits = digits.slice(0, kept - 1) + String.fromCharCode(digits.charCodeAt(kept - 1) + 1);
    } else {
      number.digits = '1';
      number.scale++;
    }
    return;
  }
  number.digits = digits.slice(0, Math.max(position, 0)).replace(/0+$/, '');
  if (number.digits === '') {
    if (number.kind !== 'double') number.negative = false;
    number.scale = 0;
  }
}

/** `E+005`: at least `width` digits. */
export function exponentText(power: number, letter: string, width: number, plus: boolean): string {
  return `${letter}${power < 0 ? '-' : plus ? '+' : ''}${`${Math.abs(power)}`.padStart(width, '0')}`;
}
