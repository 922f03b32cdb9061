/**
 * `TimeSpan`. Held as whole days (floored, so that the rest is never negative) and ticks of the day: two exact numbers,
 * which add and compare without the cost of a bigint, and from which the 64 bits are made only when asked for.
 */
import type { LibraryKey } from '../../ir/ir.ts';
import {
  hash64,
  ticksPerDay,
  ticksPerHour,
  ticksPerMicrosecond,
  ticksPerMillisecond,
  ticksPerMinute,
  ticksPerSecond,
} from './calendar.ts';
import { raiseArgument, raiseArgumentOutOfRange, raiseOverflow } from './exceptions.ts';
import { formatTimeSpan, parseTimeSpan, parseTimeSpanExact, type TimeSpanOutcome } from './timespan-format.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Ref, type Value } from './values.ts';

// The ends of the 64-bit range, as days and ticks.
const maxDays = 10_675_199;
const maxRest = 100_854_775_807;
const minDays = -10_675_200;
const minRest = ticksPerDay - 100_854_775_808;
const ticksPerDay64 = BigInt(ticksPerDay);

export class TimeSpanValue {
  /** Whole days, rounded down. */
  readonly days: number;
  /** The rest, 0 to 863 999 999 999. */
  readonly ticks: number;

  private constructor(days: number, ticks: number) {
    this.days = days;
    this.ticks = ticks;
  }

  /**
   * From days and ticks, both any exact integers (ticks within 2^53).
   * @throws OverflowException outside 64 bits of ticks
   */
  static of(days: number, ticks: number): TimeSpanValue {
    if (ticks < 0 || ticks >= ticksPerDay) {
      const carry = Math.floor(ticks / ticksPerDay);
      days += carry;
      ticks -= carry * ticksPerDay;
    }
    if (days >= maxDays || days <= minDays) {
      const over = days > maxDays || (days === maxDays && ticks > maxRest);
      if (over || days < minDays || (days === minDays && ticks < minRest)) raiseTooLong();
    }
    return new TimeSpanValue(days, ticks);
  }

  static ofTicks(ticks: bigint): TimeSpanValue {
    let days = ticks / ticksPerDay64;
    let rest = ticks - days * ticksPerDay64;
    if (rest < 0n) {
      days -= 1n;
      rest += ticksPerDay64;
    }
    return new TimeSpanValue(Number(days), Number(rest));
  }

  toTicks(): bigint {
    return BigInt(this.days) * ticksPerDay64 + BigInt(this.ticks);
  }

  /** The ticks as the nearest double. The product is exact (a day is 2^14 times an odd number), so this rounds once. */
  toNumber(): number {
    return this.days * ticksPerDay + this.ticks;
  }

  get negative(): boolean {
    return this.days < 0;
  }

  /** Days of the absolute value. */
  get absoluteDays(): number {
    if (this.days >= 0) return this.days;
    return this.ticks === 0 ? -this.days : -this.days - 1;
  }

  /** Ticks of the day of the absolute value. */
  get absoluteTicks(): number {
    return this.days >= 0 || this.ticks === 0 ? this.ticks : ticksPerDay - this.ticks;
  }

  /** A component of C#'s: of the absolute value, with the sign. */
  component(unit: number, of: number): number {
    const value = Math.floor(this.absoluteTicks / unit) % of;
    return this.days < 0 && value !== 0 ? -value : value;
  }

  compareTo(other: TimeSpanValue): number {
    if (this.days !== other.days) return this.days < other.days ? -1 : 1;
    return this.ticks === other.ticks ? 0 : this.ticks < other.ticks ? -1 : 1;
  }

  equals(other: TimeSpanValue): boolean {
    return this.days === other.days && this.ticks === other.ticks;
  }

  plus(other: TimeSpanValue): TimeSpanValue {
    return TimeSpanValue.of(this.days + other.days, this.ticks + other.ticks);
  }

  minus(other: TimeSpanValue): TimeSpanValue {
    return TimeSpanValue.of(this.days - other.days, this.ticks - other.ticks);
  }

  negated(): TimeSpanValue {
    if (this.days === minDays && this.ticks === minRest) {
      raiseOverflow('Negating the minimum value of a twos complement number is invalid.');
    }
    return this.ticks === 0
      ? new TimeSpanValue(0 - this.days, 0)
      : new TimeSpanValue(-this.days - 1, ticksPerDay - this.ticks);
  }

  /** Equal for equal values, and for no others of this type. */
  key(): string {
    return `${this.days}:${this.ticks}`;
  }

  hash(): number {
    return hash64(this.toTicks());
  }

  /** The `c` format. */
  toString(): string {
    return formatTimeSpan(this, null);
  }
}

export const timeSpanZero = TimeSpanValue.of(0, 0);
const timeSpanMin = TimeSpanValue.of(minDays, minRest);
const timeSpanMax = TimeSpanValue.of(maxDays, maxRest);

function raiseTooLong(): never {
  raiseOverflow('TimeSpan overflowed because the duration is too long.');
}

/** Cuts a double number of ticks to a span, as .NET does. */
function fromDoubleTicks(ticks: number): TimeSpanValue {
  if (Number.isNaN(ticks)) raiseArgument('TimeSpan does not accept floating point Not-a-Number values.');
  // 2^63 itself is a double and stands for long.MaxValue.
  if (ticks > 2 ** 63 || ticks < -(2 ** 63)) raiseTooLong();
  if (ticks === 2 ** 63) return timeSpanMax;
  return Number.isSafeInteger(Math.trunc(ticks))
    ? TimeSpanValue.of(0, Math.trunc(ticks))
    : TimeSpanValue.ofTicks(BigInt(ticks));
}

/** `value` units of `ticksPerUnit` ticks; fractions of a tick are cut off. */
export function timeSpanFrom(value: number, ticksPerUnit: number): TimeSpanValue {
  return fromDoubleTicks(value * ticksPerUnit);
}

/** Rounds half to even, as `Math.Round(double)`. */
function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function times(span: TimeSpanValue, factor: number): TimeSpanValue {
  if (Number.isNaN(factor)) raiseArgument('TimeSpan does not accept floating point Not-a-Number values.', 'factor');
  return fromDoubleTicks(roundToEven(span.toNumber() * factor));
}

function dividedBy(span: TimeSpanValue, divisor: number): TimeSpanValue {
  if (Number.isNaN(divisor)) raiseArgument('TimeSpan does not accept floating point Not-a-Number values.', 'divisor');
  return fromDoubleTicks(roundToEven(span.toNumber() / divisor));
}

function fromParts(
  days: number,
  hours: number,
  minutes: number,
  seconds: number,
  milliseconds = 0,
  microseconds = 0,
): TimeSpanValue {
  const small = Math.abs(hours) < 100_000 && Math.abs(minutes) < 1_000_000 && Math.abs(seconds) < 10_000_000;
  if (small && Math.abs(days) < 10_000_000 && Math.abs(milliseconds) < 1_000_000_000) {
    const rest =
      hours * ticksPerHour +
      minutes * ticksPerMinute +
      seconds * ticksPerSecond +
      milliseconds * ticksPerMillisecond +
      microseconds * ticksPerMicrosecond;
    return TimeSpanValue.of(days, rest);
  }
  const total =
    BigInt(days) * ticksPerDay64 +
    BigInt(hours) * 36_000_000_000n +
    BigInt(minutes) * 600_000_000n +
    BigInt(seconds) * 10_000_000n +
    BigInt(milliseconds) * 10_000n +
    BigInt(microseconds) * 10n;
  if (total !== BigInt.asIntN(64, total)) {
    raiseArgumentOutOfRange(undefined, 'TimeSpan overflowed because the duration is too long.');
  }
  return TimeSpanValue.ofTicks(total);
}

/** Sets an `out` parameter from an attempt to parse and tells whether it succeeded. */
function attempt(outcome: TimeSpanOutcome, result: Ref): boolean {
  result.set(outcome.ok ? TimeSpanValue.ofTicks(outcome.ticks) : timeSpanZero);
  return outcome.ok;
}

function parsed(outcome: TimeSpanOutcome): TimeSpanValue {
  return outcome.ok ? TimeSpanValue.ofTicks(outcome.ticks) : outcome.raise();
}

function unboxed(other: Value): TimeSpanValue | undefined {
  const value = other instanceof Boxed ? other.v : other;
  return value instanceof TimeSpanValue ? value : undefined;
}

type Span = TimeSpanValue;
type Host = LibraryHost;

/** `TimeSpan`'s members. */
export const timeSpanLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'TimeSpan.Zero': () => timeSpanZero,
  'TimeSpan.MinValue': () => timeSpanMin,
  'TimeSpan.MaxValue': () => timeSpanMax,
  'TimeSpan.TicksPerDay': () => 864_000_000_000n,
  'TimeSpan.TicksPerHour': () => 36_000_000_000n,
  'TimeSpan.TicksPerMinute': () => 600_000_000n,
  'TimeSpan.TicksPerSecond': () => 10_000_000n,
  'TimeSpan.TicksPerMillisecond': () => 10_000n,
  'TimeSpan.TicksPerMicrosecond': () => 10n,
  'TimeSpan.NanosecondsPerTick': () => 100n,
  'TimeSpan.new()': () => timeSpanZero,
  'TimeSpan.new(long)': (_h: Host, ticks: bigint) => TimeSpanValue.ofTicks(ticks),
  'TimeSpan.new(int,int,int)': (_h: Host, hours: number, minutes: number, seconds: number) =>
    fromParts(0, hours, minutes, seconds),
  'TimeSpan.new(int,int,int,int)': (_h: Host, days: number, hours: number, minutes: number, seconds: number) =>
    fromParts(days, hours, minutes, seconds),
  'TimeSpan.new(int,int,int,int,int)': (
    _h: Host,
    days: number,
    hours: number,
    minutes: number,
    seconds: number,
    ms: number,
  ) => fromParts(days, hours, minutes, seconds, ms),
  'TimeSpan.new(int,int,int,int,int,int)': (
    _h: Host,
    d: number,
    h: number,
    m: number,
    s: number,
    ms: number,
    us: number,
  ) => fromParts(d, h, m, s, ms, us),
  'TimeSpan.FromDays(double)': (_h: Host, value: number) => timeSpanFrom(value, ticksPerDay),
  'TimeSpan.FromHours(double)': (_h: Host, value: number) => timeSpanFrom(value, ticksPerHour),
  'TimeSpan.FromMinutes(double)': (_h: Host, value: number) => timeSpanFrom(value, ticksPerMinute),
  'TimeSpan.FromSeconds(double)': (_h: Host, value: number) => timeSpanFrom(value, ticksPerSecond),
  'TimeSpan.FromMilliseconds(double)': (_h: Host, value: number) => timeSpanFrom(value, ticksPerMillisecond),
  'TimeSpan.FromMicroseconds(double)': (_h: Host, value: number) => timeSpanFrom(value, ticksPerMicrosecond),
  'TimeSpan.FromTicks(long)': (_h: Host, ticks: bigint) => TimeSpanValue.ofTicks(ticks),
  'TimeSpan.Days': (_h: Host, t: Span) => (t.days < 0 ? 0 - t.absoluteDays : t.days),
  'TimeSpan.Hours': (_h: Host, t: Span) => t.component(ticksPerHour, 24),
  'TimeSpan.Minutes': (_h: Host, t: Span) => t.component(ticksPerMinute, 60),
  'TimeSpan.Seconds': (_h: Host, t: Span) => t.component(ticksPerSecond, 60),
  'TimeSpan.Milliseconds': (_h: Host, t: Span) => t.component(ticksPerMillisecond, 1000),
  'TimeSpan.Microseconds': (_h: Host, t: Span) => t.component(ticksPerMicrosecond, 1000),
  'TimeSpan.Nanoseconds': (_h: Host, t: Span) => t.component(1, 10) * 100,
  'TimeSpan.Ticks': (_h: Host, t: Span) => t.toTicks(),
  'TimeSpan.TotalDays': (_h: Host, t: Span) => t.toNumber() / ticksPerDay,
  'TimeSpan.TotalHours': (_h: Host, t: Span) => t.toNumber() / ticksPerHour,
  'TimeSpan.TotalMinutes': (_h: Host, t: Span) => t.toNumber() / ticksPerMinute,
  'TimeSpan.TotalSeconds': (_h: Host, t: Span) => t.toNumber() / ticksPerSecond,
  'TimeSpan.TotalMilliseconds': (_h: Host, t: Span) => t.toNumber() / ticksPerMillisecond,
  'TimeSpan.TotalMicroseconds': (_h: Host, t: Span) => t.toNumber() / ticksPerMicrosecond,
  'TimeSpan.TotalNanoseconds': (_h: Host, t: Span) => t.toNumber() * 100,
  'TimeSpan.Add(TimeSpan)': (_h: Host, a: Span, b: Span) => a.plus(b),
  'TimeSpan.Subtract(TimeSpan)': (_h: Host, a: Span, b: Span) => a.minus(b),
  'TimeSpan.Multiply(double)': (_h: Host, a: Span, factor: number) => times(a, factor),
  'TimeSpan.Divide(double)': (_h: Host, a: Span, divisor: number) => dividedBy(a, divisor),
  'TimeSpan.Divide(TimeSpan)': (_h: Host, a: Span, b: Span) => a.toNumber() / b.toNumber(),
  'TimeSpan.Negate()': (_h: Host, a: Span) => a.negated(),
  'TimeSpan.Duration()': (_h: Host, a: Span) => (a.negative ? a.negated() : a),
  'TimeSpan.Compare(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.compareTo(b),
  'TimeSpan.Equals(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.equals(b),
  'TimeSpan.CompareTo(TimeSpan)': (_h: Host, a: Span, b: Span) => a.compareTo(b),
  'TimeSpan.CompareTo(object)': (_h: Host, a: Span, b: Value) =>
    b === null ? 1 : a.compareTo(unboxed(b) ?? raiseArgument('Object must be of type TimeSpan.')),
  'TimeSpan.Equals(TimeSpan)': (_h: Host, a: Span, b: Span) => a.equals(b),
  'TimeSpan.Equals(object)': (_h: Host, a: Span, b: Value) => unboxed(b)?.equals(a) ?? false,
  'TimeSpan.GetHashCode()': (_h: Host, a: Span) => a.hash(),
  'TimeSpan.ToString()': (_h: Host, a: Span) => formatTimeSpan(a, null),
  'TimeSpan.ToString(string)': (_h: Host, a: Span, format: string | null) => formatTimeSpan(a, format),
  'TimeSpan.ToString(string,IFormatProvider)': (_h: Host, a: Span, format: string | null) => formatTimeSpan(a, format),
  'TimeSpan.Parse(string)': (_h: Host, text: string | null) => parsed(parseTimeSpan(text, 's')),
  'TimeSpan.Parse(string,IFormatProvider)': (_h: Host, text: string | null) => parsed(parseTimeSpan(text, 's')),
  'TimeSpan.TryParse(string,TimeSpan)': (_h: Host, text: string | null, result: Ref) =>
    attempt(parseTimeSpan(text, 's'), result),
  'TimeSpan.TryParse(string,IFormatProvider,TimeSpan)': (_h: Host, text: string | null, _p: Value, result: Ref) =>
    attempt(parseTimeSpan(text, 's'), result),
  'TimeSpan.ParseExact(string,string,IFormatProvider)': (_h: Host, text: string | null, format: string | null) =>
    parsed(parseTimeSpanExact(text, format)),
  'TimeSpan.TryParseExact(string,string,IFormatProvider,TimeSpan)': (
    _h: Host,
    text: string | null,
    format: string | null,
    _p: Value,
    result: Ref,
  ) => attempt(parseTimeSpanExact(text, format), result),
  'TimeSpan.op_Addition(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.plus(b),
  'TimeSpan.op_Subtraction(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.minus(b),
  'TimeSpan.op_Multiply(TimeSpan,double)': (_h: Host, a: Span, factor: number) => times(a, factor),
  'TimeSpan.op_Multiply(double,TimeSpan)': (_h: Host, factor: number, a: Span) => times(a, factor),
  'TimeSpan.op_Division(TimeSpan,double)': (_h: Host, a: Span, divisor: number) => dividedBy(a, divisor),
  'TimeSpan.op_Division(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.toNumber() / b.toNumber(),
  'TimeSpan.op_UnaryNegation(TimeSpan)': (_h: Host, a: Span) => a.negated(),
  'TimeSpan.op_UnaryPlus(TimeSpan)': (_h: Host, a: Span) => a,
  'TimeSpan.op_Equality(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.equals(b),
  'TimeSpan.op_Inequality(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => !a.equals(b),
  'TimeSpan.op_LessThan(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.compareTo(b) < 0,
  'TimeSpan.op_LessThanOrEqual(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.compareTo(b) <= 0,
  'TimeSpan.op_GreaterThan(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.compareTo(b) > 0,
  'TimeSpan.op_GreaterThanOrEqual(TimeSpan,TimeSpan)': (_h: Host, a: Span, b: Span) => a.compareTo(b) >= 0,
};
