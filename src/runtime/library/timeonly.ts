/** `TimeOnly`: ticks of a day. */
import type { LibraryKey } from '../../ir/ir.ts';
import {
  hash64,
  requireTickOfDay,
  ticksPerDay,
  ticksPerHour,
  ticksPerMicrosecond,
  ticksPerMillisecond,
  ticksPerMinute,
  ticksPerSecond,
} from './calendar.ts';
import { formatMoment, type Moment, unspecified } from './date-format.ts';
import { momentParsing } from './date-parse-members.ts';
import { raiseArgument, raiseArgumentOutOfRange } from './exceptions.ts';
import { TimeSpanValue, timeSpanFrom } from './timespan.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Ref, type Value } from './values.ts';

export class TimeOnlyValue implements Moment {
  readonly dayNumber = 0;
  /** Of the day, 0 to 863 999 999 999. */
  readonly ticks: number;
  readonly kind = unspecified;

  /** `ticks` must be in range. */
  constructor(ticks: number) {
    this.ticks = ticks;
  }

  compareTo(other: TimeOnlyValue): number {
    return Math.sign(this.ticks - other.ticks);
  }

  equals(other: TimeOnlyValue): boolean {
    return this.ticks === other.ticks;
  }

  /** Equal for equal values, and for no others of this type. */
  key(): string {
    return `${this.ticks}`;
  }

  hash(): number {
    return hash64(BigInt(this.ticks));
  }

  /** In .NET's default format, `t`. */
  toString(): string {
    return formatMoment(this, null, 'time');
  }
}

const minValue = new TimeOnlyValue(0);
const maxValue = new TimeOnlyValue(ticksPerDay - 1);

/** The text of a `TimeOnly` in a standard or custom format; null is `t`. */
export function formatTimeOnly(value: TimeOnlyValue, format: string | null): string {
  return formatMoment(value, format, 'time');
}

/** `default(TimeOnly)`. */
export function defaultTimeOnly(): TimeOnlyValue {
  return minValue;
}

function ofTicks(ticks: bigint): TimeOnlyValue {
  if (ticks < 0n || ticks >= BigInt(ticksPerDay)) {
    raiseArgumentOutOfRange('ticks', 'Ticks must be between 0 and and TimeOnly.MaxValue.Ticks.');
  }
  return new TimeOnlyValue(Number(ticks));
}

/** Adds round the clock; `days` receives how often midnight was passed. */
function added(time: TimeOnlyValue, span: TimeSpanValue, days?: Ref): TimeOnlyValue {
  // A span is floored days and ticks of the day, so only the ticks turn the clock.
  const total = time.ticks + span.ticks;
  const past = total >= ticksPerDay;
  days?.set(span.days + (past ? 1 : 0));
  return new TimeOnlyValue(past ? total - ticksPerDay : total);
}

function unboxed(other: Value): TimeOnlyValue | undefined {
  const value = other instanceof Boxed ? other.v : other;
  return value instanceof TimeOnlyValue ? value : undefined;
}

type Host = LibraryHost;
type Time = TimeOnlyValue;
type Format = string | null;

const part = (unit: number, of: number) => (_h: Host, t: Time) => Math.floor(t.ticks / unit) % of;

/** `TimeOnly`'s members. */
export const timeOnlyLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'TimeOnly.MinValue': () => minValue,
  'TimeOnly.MaxValue': () => maxValue,
  'TimeOnly.new()': () => minValue,
  'TimeOnly.new(int,int)': (_h: Host, h: number, m: number) => new TimeOnlyValue(requireTickOfDay(h, m, 0)),
  'TimeOnly.new(int,int,int)': (_h: Host, h: number, m: number, s: number) =>
    new TimeOnlyValue(requireTickOfDay(h, m, s)),
  'TimeOnly.new(int,int,int,int)': (_h: Host, h: number, m: number, s: number, ms: number) =>
    new TimeOnlyValue(requireTickOfDay(h, m, s, ms)),
  'TimeOnly.new(int,int,int,int,int)': (_h: Host, h: number, m: number, s: number, ms: number, us: number) =>
    new TimeOnlyValue(requireTickOfDay(h, m, s, ms, us)),
  'TimeOnly.new(long)': (_h: Host, ticks: bigint) => ofTicks(ticks),
  'TimeOnly.FromTimeSpan(TimeSpan)': (_h: Host, span: TimeSpanValue) => ofTicks(span.toTicks()),
  'TimeOnly.FromDateTime(DateTime)': (_h: Host, d: Moment) => new TimeOnlyValue(d.ticks),
  'TimeOnly.Hour': part(ticksPerHour, 24),
  'TimeOnly.Minute': part(ticksPerMinute, 60),
  'TimeOnly.Second': part(ticksPerSecond, 60),
  'TimeOnly.Millisecond': part(ticksPerMillisecond, 1000),
  'TimeOnly.Microsecond': part(ticksPerMicrosecond, 1000),
  'TimeOnly.Nanosecond': (_h: Host, t: Time) => (t.ticks % 10) * 100,
  'TimeOnly.Ticks': (_h: Host, t: Time) => BigInt(t.ticks),
  'TimeOnly.Add(TimeSpan)': (_h: Host, t: Time, span: TimeSpanValue) => added(t, span),
  'TimeOnly.Add(TimeSpan,int)': (_h: Host, t: Time, span: TimeSpanValue, days: Ref) => added(t, span, days),
  'TimeOnly.AddHours(double)': (_h: Host, t: Time, value: number) => added(t, timeSpanFrom(value, ticksPerHour)),
  'TimeOnly.AddHours(double,int)': (_h: Host, t: Time, value: number, days: Ref) =>
    added(t, timeSpanFrom(value, ticksPerHour), days),
  'TimeOnly.AddMinutes(double)': (_h: Host, t: Time, value: number) => added(t, timeSpanFrom(value, ticksPerMinute)),
  'TimeOnly.AddMinutes(double,int)': (_h: Host, t: Time, value: number, days: Ref) =>
    added(t, timeSpanFrom(value, ticksPerMinute), days),
  'TimeOnly.IsBetween(TimeOnly,TimeOnly)': (_h: Host, t: Time, start: Time, end: Time) =>
    start.ticks <= end.ticks
      ? start.ticks <= t.ticks && t.ticks < end.ticks
      : start.ticks <= t.ticks || t.ticks < end.ticks,
  'TimeOnly.ToTimeSpan()': (_h: Host, t: Time) => TimeSpanValue.of(0, t.ticks),
  'TimeOnly.ToShortTimeString()': (_h: Host, t: Time) => formatMoment(t, 't', 'time'),
  'TimeOnly.ToLongTimeString()': (_h: Host, t: Time) => formatMoment(t, 'T', 'time'),
  'TimeOnly.Deconstruct(int,int)': (_h: Host, t: Time, hour: Ref, minute: Ref) => {
    hour.set(Math.floor(t.ticks / ticksPerHour));
    minute.set(Math.floor(t.ticks / ticksPerMinute) % 60);
    return null;
  },
  'TimeOnly.Deconstruct(int,int,int)': (_h: Host, t: Time, hour: Ref, minute: Ref, second: Ref) => {
    hour.set(Math.floor(t.ticks / ticksPerHour));
    minute.set(Math.floor(t.ticks / ticksPerMinute) % 60);
    second.set(Math.floor(t.ticks / ticksPerSecond) % 60);
    return null;
  },
  'TimeOnly.ToString()': (_h: Host, t: Time) => formatMoment(t, null, 'time'),
  'TimeOnly.ToString(string)': (_h: Host, t: Time, format: Format) => formatMoment(t, format, 'time'),
  'TimeOnly.ToString(IFormatProvider)': (_h: Host, t: Time) => formatMoment(t, null, 'time'),
  'TimeOnly.ToString(string,IFormatProvider)': (_h: Host, t: Time, format: Format) => formatMoment(t, format, 'time'),
  'TimeOnly.CompareTo(TimeOnly)': (_h: Host, a: Time, b: Time) => a.compareTo(b),
  'TimeOnly.CompareTo(object)': (_h: Host, a: Time, b: Value) =>
    b === null ? 1 : a.compareTo(unboxed(b) ?? raiseArgument('Object must be of type TimeOnly.')),
  'TimeOnly.Equals(TimeOnly)': (_h: Host, a: Time, b: Time) => a.equals(b),
  'TimeOnly.Equals(object)': (_h: Host, a: Time, b: Value) => unboxed(b)?.equals(a) ?? false,
  'TimeOnly.GetHashCode()': (_h: Host, a: Time) => a.hash(),
  'TimeOnly.op_Subtraction(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) =>
    TimeSpanValue.of(0, a.ticks >= b.ticks ? a.ticks - b.ticks : a.ticks - b.ticks + ticksPerDay),
  'TimeOnly.op_Equality(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) => a.equals(b),
  'TimeOnly.op_Inequality(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) => !a.equals(b),
  'TimeOnly.op_LessThan(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) => a.ticks < b.ticks,
  'TimeOnly.op_LessThanOrEqual(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) => a.ticks <= b.ticks,
  'TimeOnly.op_GreaterThan(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) => a.ticks > b.ticks,
  'TimeOnly.op_GreaterThanOrEqual(TimeOnly,TimeOnly)': (_h: Host, a: Time, b: Time) => a.ticks >= b.ticks,
  ...momentParsing('TimeOnly', 'time', (moment) => new TimeOnlyValue(moment.ticks), minValue),
};
