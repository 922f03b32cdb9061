/**
 * `DateTime` and `DurableClock`. An instant is held as its day and the tick of that day: two exact numbers, from which the
 * calendar and the text are computed without bigints.
 */
import type { LibraryKey } from '../../ir/ir.ts';
import {
  addMonthsToDay,
  addYearsToDay,
  calendarDay,
  dayOfWeek,
  dayOfYear,
  daysInMonth,
  hash64,
  isLeap,
  maxDayNumber,
  raiseUnrepresentable,
  requireDayNumber,
  requireTickOfDay,
  ticksPerDay,
  ticksPerHour,
  ticksPerMicrosecond,
  ticksPerMillisecond,
  ticksPerMinute,
  ticksPerSecond,
} from './calendar.ts';
import { type DateKind, formatMoment, local, type Moment, unspecified, utc } from './date-format.ts';
import { momentParsing } from './date-parse-members.ts';
import { raiseArgument, raiseArgumentOutOfRange } from './exceptions.ts';
import { TimeSpanValue } from './timespan.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Value } from './values.ts';

const ticksPerDay64 = BigInt(ticksPerDay);
const maxTicks = BigInt(maxDayNumber + 1) * ticksPerDay64 - 1n;

export class DateTimeValue implements Moment {
  /** Days since 0001-01-01. */
  readonly dayNumber: number;
  /** Of the day, 0 to 863 999 999 999. */
  readonly ticks: number;
  readonly kind: DateKind;

  private constructor(dayNumber: number, ticks: number, kind: DateKind) {
    this.dayNumber = dayNumber;
    this.ticks = ticks;
    this.kind = kind;
  }

  /** From parts that are known to be in range. */
  static of(dayNumber: number, ticks: number, kind: DateKind): DateTimeValue {
    return new DateTimeValue(dayNumber, ticks, kind);
  }

  static ofMoment(moment: Moment): DateTimeValue {
    return new DateTimeValue(moment.dayNumber, moment.ticks, moment.kind);
  }

  /** @throws ArgumentOutOfRangeException outside the years 1 to 9999 */
  static ofTicks(ticks: bigint, kind: DateKind): DateTimeValue {
    if (ticks < 0n || ticks > maxTicks) {
      raiseArgumentOutOfRange('ticks', 'Ticks must be between DateTime.MinValue.Ticks and DateTime.MaxValue.Ticks.');
    }
    const days = ticks / ticksPerDay64;
    return new DateTimeValue(Number(days), Number(ticks - days * ticksPerDay64), kind);
  }

  toTicks(): bigint {
    return BigInt(this.dayNumber) * ticksPerDay64 + BigInt(this.ticks);
  }

  /** Kinds do not count, as in C#. */
  compareTo(other: DateTimeValue): number {
    if (this.dayNumber !== other.dayNumber) return this.dayNumber < other.dayNumber ? -1 : 1;
    return this.ticks === other.ticks ? 0 : this.ticks < other.ticks ? -1 : 1;
  }

  equals(other: DateTimeValue): boolean {
    return this.dayNumber === other.dayNumber && this.ticks === other.ticks;
  }

  /** Equal for equal values, and for no others of this type. */
  key(): string {
    return `${this.dayNumber}:${this.ticks}`;
  }

  hash(): number {
    return hash64(this.toTicks());
  }

  /**
   * Moves by days and ticks, both exact integers.
   * @throws ArgumentOutOfRangeException outside the years 1 to 9999
   */
  moved(days: number, ticks: number, parameter = 'value'): DateTimeValue {
    let day = this.dayNumber + days;
    let tick = this.ticks + ticks;
    if (tick < 0 || tick >= ticksPerDay) {
      const carry = Math.floor(tick / ticksPerDay);
      day += carry;
      tick -= carry * ticksPerDay;
    }
    if (day < 0 || day > maxDayNumber) raiseUnrepresentable(parameter);
    return new DateTimeValue(day, tick, this.kind);
  }

  plus(span: TimeSpanValue): DateTimeValue {
    return this.moved(span.days, span.ticks);
  }

  minus(span: TimeSpanValue): DateTimeValue {
    return this.moved(-span.days, -span.ticks);
  }

  since(earlier: DateTimeValue): TimeSpanValue {
    return TimeSpanValue.of(this.dayNumber - earlier.dayNumber, this.ticks - earlier.ticks);
  }

  withKind(kind: DateKind): DateTimeValue {
    return this.kind === kind ? this : new DateTimeValue(this.dayNumber, this.ticks, kind);
  }

  onDay(dayNumber: number): DateTimeValue {
    return new DateTimeValue(dayNumber, this.ticks, this.kind);
  }

  /** In .NET's default format, `G`. */
  toString(): string {
    return formatMoment(this, null);
  }
}

const minValue = DateTimeValue.of(0, 0, unspecified);
const maxValue = DateTimeValue.of(maxDayNumber, ticksPerDay - 1, unspecified);
const unixEpoch = DateTimeValue.of(719_162, 0, utc);

/** The text of a `DateTime` in a standard or custom format; null is `G`. */
export function formatDateTime(value: DateTimeValue, format: string | null): string {
  return formatMoment(value, format);
}

/** `default(DateTime)`. */
export function defaultDateTime(): DateTimeValue {
  return minValue;
}

function checkedKind(kind: number): DateKind {
  if (kind !== 0 && kind !== 1 && kind !== 2) raiseArgument('Invalid DateTimeKind value.', 'kind');
  return kind;
}

/** `new DateTime(…)` with as many parts as given. */
function made(parts: readonly number[], kind: number): DateTimeValue {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0, microsecond = 0] = parts;
  return DateTimeValue.of(
    requireDayNumber(year, month, day),
    requireTickOfDay(hour, minute, second, millisecond, microsecond),
    checkedKind(kind),
  );
}

/** `AddHours` and the like: whole units exactly, the fraction cut to ticks. */
function added(date: DateTimeValue, value: number, unit: number): DateTimeValue {
  const unitsPerDay = ticksPerDay / unit;
  if (Number.isNaN(value) || Math.abs(value) > (maxDayNumber + 1) * unitsPerDay) {
    raiseArgumentOutOfRange('value', 'Value to add was out of range.');
  }
  const whole = Math.trunc(value);
  const days = Math.trunc(whole / unitsPerDay);
  return date.moved(days, (whole - days * unitsPerDay) * unit + Math.trunc((value - whole) * unit));
}

function addedTicks(date: DateTimeValue, ticks: bigint): DateTimeValue {
  const days = ticks / ticksPerDay64;
  return date.moved(Number(days), Number(ticks - days * ticksPerDay64));
}

function now(host: LibraryHost, kind: DateKind): DateTimeValue {
  return DateTimeValue.ofTicks(host.utcNowTicks(), kind);
}

function yearAndMonth(year: number, month: number): number {
  if (month < 1 || month > 12) raiseArgumentOutOfRange('month', 'Month must be between one and twelve.');
  requireYear(year);
  return daysInMonth(year, month);
}

function requireYear(year: number): void {
  if (year < 1 || year > 9999) raiseArgumentOutOfRange('year', 'Year must be between 1 and 9999.');
}

function unboxed(other: Value): DateTimeValue | undefined {
  const value = other instanceof Boxed ? other.v : other;
  return value instanceof DateTimeValue ? value : undefined;
}

type Host = LibraryHost;
type Date = DateTimeValue;
type Format = string | null;

/** The members of `DateTime` and `DurableClock`. */
export const dateLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'DurableClock.UtcNow': (host: Host) => now(host, utc),
  'DateTime.UtcNow': (host: Host) => now(host, utc),
  'DateTime.Now': (host: Host) => now(host, local),
  'DateTime.Today': (host: Host) => DateTimeValue.of(now(host, local).dayNumber, 0, local),
  'DateTime.MinValue': () => minValue,
  'DateTime.MaxValue': () => maxValue,
  'DateTime.UnixEpoch': () => unixEpoch,
  'DateTime.new()': () => minValue,
  'DateTime.new(long)': (_h: Host, ticks: bigint) => DateTimeValue.ofTicks(ticks, unspecified),
  'DateTime.new(long,DateTimeKind)': (_h: Host, ticks: bigint, kind: number) =>
    DateTimeValue.ofTicks(ticks, checkedKind(kind)),
  'DateTime.new(int,int,int)': (_h: Host, ...parts: number[]) => made(parts, unspecified),
  'DateTime.new(int,int,int,int,int,int)': (_h: Host, ...parts: number[]) => made(parts, unspecified),
  'DateTime.new(int,int,int,int,int,int,DateTimeKind)': (_h: Host, ...parts: number[]) =>
    made(parts.slice(0, 6), parts[6]!),
  'DateTime.new(int,int,int,int,int,int,int)': (_h: Host, ...parts: number[]) => made(parts, unspecified),
  'DateTime.new(int,int,int,int,int,int,int,DateTimeKind)': (_h: Host, ...parts: number[]) =>
    made(parts.slice(0, 7), parts[7]!),
  'DateTime.new(int,int,int,int,int,int,int,int)': (_h: Host, ...parts: number[]) => made(parts, unspecified),
  'DateTime.new(int,int,int,int,int,int,int,int,DateTimeKind)': (_h: Host, ...parts: number[]) =>
    made(parts.slice(0, 8), parts[8]!),
  'DateTime.new(DateOnly,TimeOnly)': (_h: Host, date: Moment, time: Moment) =>
    DateTimeValue.of(date.dayNumber, time.ticks, unspecified),
  'DateTime.new(DateOnly,TimeOnly,DateTimeKind)': (_h: Host, date: Moment, time: Moment, kind: number) =>
    DateTimeValue.of(date.dayNumber, time.ticks, checkedKind(kind)),
  'DateTime.Year': (_h: Host, d: Date) => calendarDay(d.dayNumber).year,
  'DateTime.Month': (_h: Host, d: Date) => calendarDay(d.dayNumber).month,
  'DateTime.Day': (_h: Host, d: Date) => calendarDay(d.dayNumber).day,
  'DateTime.Hour': (_h: Host, d: Date) => Math.floor(d.ticks / ticksPerHour),
  'DateTime.Minute': (_h: Host, d: Date) => Math.floor(d.ticks / ticksPerMinute) % 60,
  'DateTime.Second': (_h: Host, d: Date) => Math.floor(d.ticks / ticksPerSecond) % 60,
  'DateTime.Millisecond': (_h: Host, d: Date) => Math.floor(d.ticks / ticksPerMillisecond) % 1000,
  'DateTime.Microsecond': (_h: Host, d: Date) => Math.floor(d.ticks / ticksPerMicrosecond) % 1000,
  'DateTime.Nanosecond': (_h: Host, d: Date) => (d.ticks % 10) * 100,
  'DateTime.Ticks': (_h: Host, d: Date) => d.toTicks(),
  'DateTime.Kind': (_h: Host, d: Date) => d.kind,
  'DateTime.DayOfWeek': (_h: Host, d: Date) => dayOfWeek(d.dayNumber),
  'DateTime.DayOfYear': (_h: Host, d: Date) => dayOfYear(d.dayNumber),
  'DateTime.Date': (_h: Host, d: Date) => DateTimeValue.of(d.dayNumber, 0, d.kind),
  'DateTime.TimeOfDay': (_h: Host, d: Date) => TimeSpanValue.of(0, d.ticks),
  'DateTime.Add(TimeSpan)': (_h: Host, d: Date, t: TimeSpanValue) => d.plus(t),
  'DateTime.AddTicks(long)': (_h: Host, d: Date, ticks: bigint) => addedTicks(d, ticks),
  'DateTime.AddMicroseconds(double)': (_h: Host, d: Date, value: number) => added(d, value, ticksPerMicrosecond),
  'DateTime.AddMilliseconds(double)': (_h: Host, d: Date, value: number) => added(d, value, ticksPerMillisecond),
  'DateTime.AddSeconds(double)': (_h: Host, d: Date, value: number) => added(d, value, ticksPerSecond),
  'DateTime.AddMinutes(double)': (_h: Host, d: Date, value: number) => added(d, value, ticksPerMinute),
  'DateTime.AddHours(double)': (_h: Host, d: Date, value: number) => added(d, value, ticksPerHour),
  'DateTime.AddDays(double)': (_h: Host, d: Date, value: number) => added(d, value, ticksPerDay),
  'DateTime.AddMonths(int)': (_h: Host, d: Date, months: number) =>
    d.onDay(addMonthsToDay(d.dayNumber, months, 'DateTime')),
  'DateTime.AddYears(int)': (_h: Host, d: Date, years: number) =>
    d.onDay(addYearsToDay(d.dayNumber, years, 'DateTime')),
  'DateTime.Subtract(DateTime)': (_h: Host, a: Date, b: Date) => a.since(b),
  'DateTime.Subtract(TimeSpan)': (_h: Host, d: Date, t: TimeSpanValue) => d.minus(t),
  // The local zone is UTC: only the kind changes.
  'DateTime.ToUniversalTime()': (_h: Host, d: Date) => d.withKind(utc),
  'DateTime.ToLocalTime()': (_h: Host, d: Date) => d.withKind(local),
  'DateTime.IsDaylightSavingTime()': () => false,
  'DateTime.ToShortDateString()': (_h: Host, d: Date) => formatMoment(d, 'd'),
  'DateTime.ToLongDateString()': (_h: Host, d: Date) => formatMoment(d, 'D'),
  'DateTime.ToShortTimeString()': (_h: Host, d: Date) => formatMoment(d, 't'),
  'DateTime.ToLongTimeString()': (_h: Host, d: Date) => formatMoment(d, 'T'),
  'DateTime.ToString()': (_h: Host, d: Date) => formatMoment(d, null),
  'DateTime.ToString(string)': (_h: Host, d: Date, format: Format) => formatMoment(d, format),
  'DateTime.ToString(IFormatProvider)': (_h: Host, d: Date) => formatMoment(d, null),
  'DateTime.ToString(string,IFormatProvider)': (_h: Host, d: Date, format: Format) => formatMoment(d, format),
  'DateTime.Compare(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.compareTo(b),
  'DateTime.Equals(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.equals(b),
  'DateTime.DaysInMonth(int,int)': (_h: Host, year: number, month: number) => yearAndMonth(year, month),
  'DateTime.IsLeapYear(int)': (_h: Host, year: number) => {
    requireYear(year);
    return isLeap(year);
  },
  'DateTime.SpecifyKind(DateTime,DateTimeKind)': (_h: Host, d: Date, kind: number) => d.withKind(checkedKind(kind)),
  'DateTime.CompareTo(DateTime)': (_h: Host, a: Date, b: Date) => a.compareTo(b),
  'DateTime.CompareTo(object)': (_h: Host, a: Date, b: Value) =>
    b === null ? 1 : a.compareTo(unboxed(b) ?? raiseArgument('Object must be of type DateTime.')),
  'DateTime.Equals(DateTime)': (_h: Host, a: Date, b: Date) => a.equals(b),
  'DateTime.Equals(object)': (_h: Host, a: Date, b: Value) => unboxed(b)?.equals(a) ?? false,
  'DateTime.GetHashCode()': (_h: Host, d: Date) => d.hash(),
  'DateTime.op_Addition(DateTime,TimeSpan)': (_h: Host, d: Date, t: TimeSpanValue) => d.plus(t),
  'DateTime.op_Subtraction(DateTime,TimeSpan)': (_h: Host, d: Date, t: TimeSpanValue) => d.minus(t),
  'DateTime.op_Subtraction(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.since(b),
  'DateTime.op_Equality(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.equals(b),
  'DateTime.op_Inequality(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => !a.equals(b),
  'DateTime.op_LessThan(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.compareTo(b) < 0,
  'DateTime.op_LessThanOrEqual(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.compareTo(b) <= 0,
  'DateTime.op_GreaterThan(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.compareTo(b) > 0,
  'DateTime.op_GreaterThanOrEqual(DateTime,DateTime)': (_h: Host, a: Date, b: Date) => a.compareTo(b) >= 0,
  ...momentParsing('DateTime', 'both', DateTimeValue.ofMoment, minValue),
};
