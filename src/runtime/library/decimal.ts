/**
 * C#'s `decimal`: a 96-bit coefficient, a sign and a scale of 0 to 28, kept through every operation (language.md §3).
 * Results that need more than 96 bits lose scale, rounded half to even, and overflow when there is no scale left to lose.
 *
 * A coefficient within 2^53 is a JavaScript number, which is what nearly every amount is; only larger ones are bigints.
 * Zero has no sign here: .NET keeps one, but prints and compares as if there were none.
 */
import { raiseDivideByZero, raiseOverflow } from './exceptions.ts';

const maxSafe = Number.MAX_SAFE_INTEGER;
const maxSafeBig = BigInt(maxSafe);
const maxCoefficient = (1n << 96n) - 1n;
const maxScale = 28;

/** Powers that are exact as numbers, 10^0 to 10^22. */
const powers: readonly number[] = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const bigPowers: readonly bigint[] = Array.from({ length: 60 }, (_, i) => 10n ** BigInt(i));

/** `MidpointRounding`. */
export const Rounding = {
  toEven: 0,
  awayFromZero: 1,
  toZero: 2,
  toNegativeInfinity: 3,
  toPositiveInfinity: 4,
} as const;
export type Rounding = (typeof Rounding)[keyof typeof Rounding];

export class Decimal {
  /** The signed coefficient, when `big` is null. */
  readonly n: number;
  /** Digits after the point, 0 to 28. */
  readonly scale: number;
  /** The signed coefficient, when it is beyond 2^53. */
  readonly big: bigint | null;

  private constructor(n: number, scale: number, big: bigint | null) {
    this.n = n;
    this.scale = scale;
    this.big = big;
  }

  static readonly zero = new Decimal(0, 0, null);
  static readonly one = new Decimal(1, 0, null);
  static readonly minusOne = new Decimal(-1, 0, null);
  static readonly maxValue = new Decimal(0, 0, maxCoefficient);
  static readonly minValue = new Decimal(0, 0, -maxCoefficient);

  /** From an int, or any integer within 2^53, with the given scale. */
  static of(n: number, scale = 0): Decimal {
    return new Decimal(n, scale, null);
  }

  /** From a coefficient within 96 bits. */
  static ofBig(coefficient: bigint, scale = 0): Decimal {
    return coefficient <= maxSafeBig && coefficient >= -maxSafeBig
      ? new Decimal(Number(coefficient), scale, null)
      : new Decimal(0, scale, coefficient);
  }

  /**
   * A coefficient of any size and scale, brought into range: the least scale is lost that makes it fit.
   * @throws OverflowException when even scale 0 does not fit
   */
  static fit(coefficient: bigint, scale: number): Decimal {
    const size = coefficient < 0n ? -coefficient : coefficient;
    let drop = Math.max(0, scale - maxScale);
    if (drop === 0 && size <= maxCoefficient) return Decimal.ofBig(coefficient, scale);
    // A first guess that is never too many: what exceeds 96 bits, in decimal digits rounded down.
    drop = Math.max(drop, Math.floor((bitLength(size) - 97) * 0.30102));
    for (; drop <= scale; drop++) {
      const rounded = divideToEven(size, pow10(drop));
      if (rounded <= maxCoefficient) return Decimal.ofBig(coefficient < 0n ? -rounded : rounded, scale - drop);
    }
    return overflow();
  }

  /** The signed coefficient. */
  get coefficient(): bigint {
    return this.big ?? BigInt(this.n);
  }

  get isZero(): boolean {
    return this.big === null && this.n === 0;
  }

  get sign(): number {
    if (this.big !== null) return this.big < 0n ? -1 : 1;
    return this.n < 0 ? -1 : this.n > 0 ? 1 : 0;
  }

  // -------------------------------------------------------------- arithmetic

  plus(other: Decimal): Decimal {
    if (this.big === null && other.big === null) {
      const shift = this.scale - other.scale;
      if (shift === 0) {
        const sum = this.n + other.n;
        if (sum <= maxSafe && sum >= -maxSafe) return new Decimal(sum, this.scale, null);
      } else if (shift > 0 && shift < 16) {
        const scaled = other.n * powers[shift]!;
        const sum = this.n + scaled;
        if (isSafe(scaled) && isSafe(sum)) return new Decimal(sum, this.scale, null);
      } else if (shift < 0 && shift > -16) {
        const scaled = this.n * powers[-shift]!;
        const sum = scaled + other.n;
        if (isSafe(scaled) && isSafe(sum)) return new Decimal(sum, other.scale, null);
      }
    }
    return this.#addBig(other, false);
  }

  minus(other: Decimal): Decimal {
    if (this.big === null && other.big === null && this.scale === other.scale) {
      const difference = this.n - other.n;
      if (difference <= maxSafe && difference >= -maxSafe) return new Decimal(difference, this.scale, null);
    }
    return this.plus(other.negated());
  }

  #addBig(other: Decimal, minus: boolean): Decimal {
    const scale = Math.max(this.scale, other.scale);
    const a = this.coefficient * pow10(scale - this.scale);
    const b = other.coefficient * pow10(scale - other.scale);
    return Decimal.fit(minus ? a - b : a + b, scale);
  }

  times(other: Decimal): Decimal {
    const scale = this.scale + other.scale;
    if (this.big === null && other.big === null) {
      const product = this.n * other.n;
      // `0 * -1` is -0 in JavaScript.
      if (scale <= maxScale && isSafe(product)) return new Decimal(product + 0, scale, null);
      // .NET answers a bare 0 where two coefficients of 32 bits are scaled down beyond any digit of theirs.
      if (scale > maxScale + 19 && Math.abs(this.n) < 2 ** 32 && Math.abs(other.n) < 2 ** 32) return Decimal.zero;
    }
    return Decimal.fit(this.coefficient * other.coefficient, scale);
  }

  /** @throws DivideByZeroException, OverflowException */
  dividedBy(other: Decimal): Decimal {
    if (this.big === null && other.big === null) {
      const divisor = other.n;
      if (divisor === 0) raiseDivideByZero();
      // Exact with few more digits: the shortest such quotient is also what .NET answers.
      let scale = this.scale - other.scale;
      let dividend = this.n;
      if (scale < 0) {
        // Beyond 10^22 the product is not exact, and not safe either unless it is zero.
        dividend *= doublePower(-scale);
        scale = 0;
      }
      for (; isSafe(dividend) && scale <= maxScale; dividend *= 10, scale++) {
        if (dividend % divisor === 0) return new Decimal(dividend / divisor + 0, scale, null);
      }
    }
    return this.#divideBig(other);
  }

  #divideBig(other: Decimal): Decimal {
    const divisor = abs(other.coefficient);
    let dividend = abs(this.coefficient);
    const negative = this.sign * other.sign < 0;
    let scale = this.scale - other.scale;
    if (scale < 0) {
      dividend *= pow10(-scale);
      scale = 0;
    }
    let quotient = dividend / divisor;
    if (quotient > maxCoefficient) overflow();
    if (dividend % divisor === 0n) return Decimal.ofBig(negative ? -quotient : quotient, scale);
    // All digits that 96 bits and 28 places can hold, the last one rounded, then without trailing zeros.
    const more = Math.min(maxScale - scale, Math.ceil(29 - digits(quotient)));
    for (let extra = Math.max(more, 0); ; extra--) {
      const scaled = dividend * pow10(extra);
      if (scaled / divisor > maxCoefficient) continue;
      quotient = divideToEven(scaled, divisor);
      scale += extra;
      break;
    }
    if (quotient > maxCoefficient) {
      if (scale === 0) overflow();
      quotient = divideToEven(quotient, 10n);
      scale--;
    }
    while (scale > 0 && quotient % 10n === 0n) {
      quotient /= 10n;
      scale--;
    }
    return Decimal.ofBig(negative ? -quotient : quotient, scale);
  }

  /** The remainder, with the sign of the dividend. @throws DivideByZeroException */
  remainder(other: Decimal): Decimal {
    if (other.isZero) raiseDivideByZero();
    if (this.isZero) return this;
    if (this.big === null && other.big === null && this.scale === other.scale) {
      return Math.abs(this.n) < Math.abs(other.n) ? this : new Decimal((this.n % other.n) + 0, this.scale, null);
    }
    const scale = Math.max(this.scale, other.scale);
    const a = this.coefficient * pow10(scale - this.scale);
    const b = other.coefficient * pow10(scale - other.scale);
    // A dividend smaller than the divisor is returned as it is, with its own scale.
    return abs(a) < abs(b) ? this : Decimal.ofBig(a % b, scale);
  }

  negated(): Decimal {
    return this.big === null ? new Decimal(0 - this.n, this.scale, null) : Decimal.ofBig(-this.big, this.scale);
  }

  abs(): Decimal {
    return this.sign < 0 ? this.negated() : this;
  }

  // -------------------------------------------------------------- comparison

  compareTo(other: Decimal): number {
    if (this.big === null && other.big === null) {
      const shift = this.scale - other.scale;
      if (shift === 0) return this.n < other.n ? -1 : this.n > other.n ? 1 : 0;
      const a = shift < 0 ? this.n * powers[Math.min(-shift, 22)]! : this.n;
      const b = shift > 0 ? other.n * powers[Math.min(shift, 22)]! : other.n;
      if (shift >= -22 && shift <= 22 && isSafe(a) && isSafe(b)) return a < b ? -1 : a > b ? 1 : 0;
    }
    const scale = Math.max(this.scale, other.scale);
    const a = this.coefficient * pow10(scale - this.scale);
    const b = other.coefficient * pow10(scale - other.scale);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  equals(other: Decimal): boolean {
    if (this.scale === other.scale) return this.n === other.n && this.big === other.big;
    return this.compareTo(other) === 0;
  }

  /** Without trailing zeros after the point. */
  #bare(): Decimal {
    let { coefficient, scale } = this;
    while (scale > 0 && coefficient % 10n === 0n) {
      coefficient /= 10n;
      scale--;
    }
    return Decimal.ofBig(coefficient, scale);
  }

  /** The same for equal values, whatever their scale. */
  key(): string {
    return this.#bare().toString();
  }

  /** Equal values have equal hashes. */
  hash(): number {
    // Small coefficients and scales divide exactly rounded, so the zeros make no difference.
    const value = (this.big === null && this.scale <= 22 ? this : this.#bare()).toNumber();
    return Number.isSafeInteger(value) ? value | 0 : Math.trunc(value * 1e6) | 0;
  }

  // -------------------------------------------------------------- rounding

  /** To `places` decimals, 0 to 28. A value with fewer is returned as it is. */
  round(places: number, mode: Rounding = Rounding.toEven): Decimal {
    if (this.scale <= places) return this;
    const power = pow10(this.scale - places);
    const coefficient = this.coefficient;
    let quotient = coefficient / power;
    const rest = abs(coefficient % power);
    if (rest !== 0n) {
      const half = rest * 2n - power;
      const negative = coefficient < 0n;
      const up =
        mode === Rounding.toEven
          ? half > 0n || (half === 0n && (quotient & 1n) === 1n)
          : mode === Rounding.awayFromZero
            ? half >= 0n
            : mode === Rounding.toNegativeInfinity
              ? negative
              : mode === Rounding.toPositiveInfinity && !negative;
      if (up) quotient += negative ? -1n : 1n;
    }
    return Decimal.ofBig(quotient, places);
  }

  truncate(): Decimal {
    return this.round(0, Rounding.toZero);
  }

  floor(): Decimal {
    return this.round(0, Rounding.toNegativeInfinity);
  }

  ceiling(): Decimal {
    return this.round(0, Rounding.toPositiveInfinity);
  }

  // -------------------------------------------------------------- conversion

  /**
   * As `(decimal)x` of a double: 15 significant digits, computed by the same steps as .NET, since the scaling is done in
   * doubles and its error shows.
   * @throws OverflowException for NaN, infinities and what is too large
   */
  static ofDouble(value: number): Decimal {
    if (!Number.isFinite(value)) overflow();
    const exponent = binaryExponent(value);
    if (exponent < -94) return Decimal.zero;
    if (exponent > 96) overflow();
    let scaled = Math.abs(value);
    let power = 14 - ((exponent * 19728) >> 16);
    if (power >= 0) {
      power = Math.min(power, maxScale);
      scaled *= doublePower(power);
    } else if (power !== -1 || scaled >= 1e15) {
      scaled /= doublePower(-power);
    } else {
      power = 0;
    }
    if (scaled < 1e14 && power < maxScale) {
      scaled *= 10;
      power++;
    }
    let mantissa = Math.floor(scaled);
    const rest = scaled - mantissa;
    if (rest > 0.5 || (rest === 0.5 && mantissa % 2 === 1)) mantissa++;
    if (mantissa === 0) return Decimal.zero;
    const sign = value < 0 ? -1 : 1;
    if (power < 0) {
      const coefficient = BigInt(mantissa) * pow10(-power);
      if (coefficient > maxCoefficient) overflow();
      return Decimal.ofBig(BigInt(sign) * coefficient, 0);
    }
    for (; power > 0 && mantissa % 10 === 0; power--) mantissa /= 10;
    return new Decimal(sign * mantissa, power, null);
  }

  /** As `(double)x`, by .NET's steps. */
  toNumber(): number {
    if (this.big === null) return this.n / doublePower(this.scale);
    const size = abs(this.big);
    const low = size & 0xffff_ffff_ffff_ffffn;
    const value = (Number(low) + Number(size >> 64n) * 2 ** 64) / doublePower(this.scale);
    return this.big < 0n ? -value : value;
  }

  /** The integer part. */
  toBigInt(): bigint {
    return this.scale === 0 ? this.coefficient : this.coefficient / pow10(this.scale);
  }

  /** `(int)x`. @throws OverflowException out of range */
  toInt(): number {
    const value =
      this.big === null && this.scale < 23 ? Math.trunc(this.n / powers[this.scale]!) : Number(this.toBigInt());
    if (value > 2147483647 || value < -2147483648)
      raiseOverflow('Value was either too large or too small for an Int32.');
    return value + 0;
  }

  /** `(long)x`. @throws OverflowException out of range */
  toLong(): bigint {
    const value = this.toBigInt();
    if (BigInt.asIntN(64, value) !== value) raiseOverflow('Value was either too large or too small for an Int64.');
    return value;
  }

  /**
   * From digits with an optional sign and point, as literals and documents write it; rounds what 28 places cannot hold.
   * @throws OverflowException when too large
   */
  static parse(text: string): Decimal {
    const match = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(text);
    const whole = match?.[2] ?? '';
    const fraction = match?.[3] ?? '';
    if (match === null || whole + fraction === '') throw new SyntaxError(`not a decimal: '${text}'`);
    return Decimal.ofDigits(match[1] === '-', whole + fraction, fraction.length);
  }

  /** `digits` times 10^-scale; `scale` may be negative. @throws OverflowException */
  static ofDigits(negative: boolean, digitText: string, scale: number): Decimal {
    if (digitText.length < 16 && scale >= 0 && scale <= maxScale) {
      const n = Number(digitText);
      return new Decimal(negative ? 0 - n : n, scale, null);
    }
    const stripped = digitText.replace(/^0+/, '');
    if (stripped === '') return new Decimal(0, Math.max(0, Math.min(scale, maxScale)), null);
    if (stripped.length - scale > 29) overflow();
    // Digits far behind the 28th place only decide a tie.
    const kept = stripped.slice(0, 70);
    const tail = /[1-9]/.test(stripped.slice(70)) ? '1' : '0';
    let size = BigInt(kept + (stripped.length > 70 ? tail : ''));
    let places = scale - (stripped.length - (stripped.length > 70 ? 71 : stripped.length));
    if (places > 90) return new Decimal(0, maxScale, null);
    if (places < 0) {
      size *= pow10(-places);
      places = 0;
    }
    return Decimal.fit(negative ? -size : size, places);
  }

  /** All digits of the scale: `1.10`. */
  toString(): string {
    if (this.scale === 0) return this.big === null ? `${this.n}` : `${this.big}`;
    const size = this.big === null ? `${Math.abs(this.n)}` : `${abs(this.big)}`;
    const padded = size.padStart(this.scale + 1, '0');
    const point = padded.length - this.scale;
    return `${this.sign < 0 ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}`;
  }
}

function isSafe(n: number): boolean {
  return n <= maxSafe && n >= -maxSafe;
}

function abs(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function pow10(exponent: number): bigint {
  return bigPowers[exponent] ?? 10n ** BigInt(exponent);
}

/** 10^0 to 10^28 as doubles; beyond 10^22 the nearest. */
function doublePower(exponent: number): number {
  return powers[exponent] ?? Number(`1e${exponent}`);
}

function bitLength(n: bigint): number {
  return n.toString(2).length;
}

function digits(n: bigint): number {
  return n.toString().length;
}

/** Rounds half to even; both positive. */
function divideToEven(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const twice = (a % b) * 2n;
  return twice > b || (twice === b && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** e with 2^(e-1) <= |x| < 2^e, from the bits; very small for zero. */
function binaryExponent(x: number): number {
  exponentView.setFloat64(0, x);
  return ((exponentView.getUint16(0) >> 4) & 0x7ff) - 1022;
}

const exponentView = new DataView(new ArrayBuffer(8));

function overflow(): never {
  return raiseOverflow('Value was either too large or too small for a Decimal.');
}
