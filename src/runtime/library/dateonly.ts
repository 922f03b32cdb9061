/** `DateOnly`: a day number. */
import type { LibraryKey } from '../../ir/ir.ts';
import {
  addMonthsToDay,
  addYearsToDay,
  calendarDay,
  dayOfWeek,
  dayOfYear,
  maxDayNumber,
  raiseUnrepresentable,
  requireDayNumber,
} from './calendar.ts';
import { formatMoment, type Moment, unspecified } from './date-format.ts';
import { momentParsing } from './date-parse-members.ts';
import { DateTimeValue } from './dates.ts';
import { raiseArgument, raiseArgumentOutOfRange } from './exceptions.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Ref, type Value } from './values.ts';

export class DateOnlyValue implements Moment {
  /** Days since 0001-01-01. */
  readonly dayNumber: number;
  readonly ticks = 0;
  readonly kind = unspecified;

  /** `dayNumber` must be in range. */
  constructor(dayNumber: number) {
    this.dayNumber = dayNumber;
  }

  compareTo(other: DateOnlyValue): number {
    return Math.sign(this.dayNumber - other.dayNumber);
  }

  equals(other: DateOnlyValue): boolean {
    return this.dayNumber === other.dayNumber;
  }

  /** Equal for equal values, and for no others of this type. */
  key(): string {
    return `${this.dayNumber}`;
  }

  hash(): number {
    return this.dayNumber;
  }

  /** In .NET's default format, `d`. */
  toString(): string {
    return formatMoment(this, null, 'date');
  }
}

const minValue = new DateOnlyValue(0);
const maxValue = new DateOnlyValue(maxDayNumber);

/** The text of a `DateOnly` in a standard or custom format; null is `d`. */
export function formatDateOnly(value: DateOnlyValue, format: string | null): string {
  return formatMoment(value, format, 'date');
}

/** `default(DateOnly)`. */
export function defaultDateOnly(): DateOnlyValue {
  return minValue;
}

function unboxed(other: Value): DateOnlyValue | undefined {
  const value = other instanceof Boxed ? other.v : other;
  return value instanceof DateOnlyValue ? value : undefined;
}

function moved(date: DateOnlyValue, days: number): DateOnlyValue {
  const day = date.dayNumber + days;
  if (day < 0 || day > maxDayNumber) raiseUnrepresentable('value', 'DateOnly');
  return new DateOnlyValue(day);
}

type Host = LibraryHost;
type Date = DateOnlyValue;
type Format = string | null;

/** `DateOnly`'s members. */
export const dateOnlyLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'DateOnly.MinValue': () => minValue,
  'DateOnly.MaxValue': () => maxValue,
  'DateOnly.new()': () => minValue,
  'DateOnly.new(int,int,int)': (_h: Host, y: number, m: number, d: number) =>
    new DateOnlyValue(requireDayNumber(y, m, d)),
  'DateOnly.FromDateTime(DateTime)': (_h: Host, d: DateTimeValue) => new DateOnlyValue(d.dayNumber),
  'DateOnly.FromDayNumber(int)': (_h: Host, day: number) => {
    if (day < 0 || day > maxDayNumber) {
      raiseArgumentOutOfRange('dayNumber', 'Day number must be between 0 and DateOnly.MaxValue.DayNumber.');
    }
    return new DateOnlyValue(day);
  },
  'DateOnly.Year': (_h: Host, d: Date) => calendarDay(d.dayNumber).year,
  'DateOnly.Month': (_h: Host, d: Date) => calendarDay(d.dayNumber).month,
  'DateOnly.Day': (_h: Host, d: Date) => calendarDay(d.dayNumber).day,
  'DateOnly.DayOfWeek': (_h: Host, d: Date) => dayOfWeek(d.dayNumber),
  'DateOnly.DayOfYear': (_h: Host, d: Date) => dayOfYear(d.dayNumber),
  'DateOnly.DayNumber': (_h: Host, d: Date) => d.dayNumber,
  'DateOnly.AddDays(int)': (_h: Host, d: Date, days: number) => moved(d, days),
  'DateOnly.AddMonths(int)': (_h: Host, d: Date, n: number) =>
    new DateOnlyValue(addMonthsToDay(d.dayNumber, n, 'DateOnly')),
  'DateOnly.AddYears(int)': (_h: Host, d: Date, n: number) =>
    new DateOnlyValue(addYearsToDay(d.dayNumber, n, 'DateOnly')),
  'DateOnly.ToDateTime(TimeOnly)': (_h: Host, d: Date, t: Moment) =>
    DateTimeValue.of(d.dayNumber, t.ticks, unspecified),
  'DateOnly.ToDateTime(TimeOnly,DateTimeKind)': (_h: Host, d: Date, t: Moment, kind: number) => {
    if (kind !== 0 && kind !== 1 && kind !== 2) raiseArgument('Invalid DateTimeKind value.', 'kind');
    return DateTimeValue.of(d.dayNumber, t.ticks, kind);
  },
  'DateOnly.ToShortDateString()': (_h: Host, d: Date) => formatMoment(d, 'd', 'date'),
  'DateOnly.ToLongDateString()': (_h: Host, d: Date) => formatMoment(d, 'D', 'date'),
  'DateOnly.Deconstruct(int,int,int)': (_h: Host, d: Date, year: Ref, month: Ref, day: Ref) => {
    const at = calendarDay(d.dayNumber);
    year.set(at.year);
    month.set(at.month);
    day.set(at.day);
    return null;
  },
  'DateOnly.ToString()': (_h: Host, d: Date) => formatMoment(d, null, 'date'),
  'DateOnly.ToString(string)': (_h: Host, d: Date, format: Format) => formatMoment(d, format, 'date'),
  'DateOnly.ToString(IFormatProvider)': (_h: Host, d: Date) => formatMoment(d, null, 'date'),
  'DateOnly.ToString(string,IFormatProvider)': (_h: Host, d: Date, format: Format) => formatMoment(d, format, 'date'),
  'DateOnly.CompareTo(DateOnly)': (_h: Host, a: Date, b: Date) => a.compareTo(b),
  'DateOnly.CompareTo(object)': (_h: Host, a: Date, b: Value) =>
    b === null ? 1 : a.compareTo(unboxed(b) ?? raiseArgument('Object must be of type DateOnly.')),
  'DateOnly.Equals(DateOnly)': (_h: Host, a: Date, b: Date) => a.equals(b),
  'DateOnly.Equals(object)': (_h: Host, a: Date, b: Value) => unboxed(b)?.equals(a) ?? false,
  'DateOnly.GetHashCode()': (_h: Host, a: Date) => a.hash(),
  'DateOnly.op_Equality(DateOnly,DateOnly)': (_h: Host, a: Date, b: Date) => a.equals(b),
  'DateOnly.op_Inequality(DateOnly,DateOnly)': (_h: Host, a: Date, b: Date) => !a.equals(b),
  'DateOnly.op_LessThan(DateOnly,DateOnly)': (_h: Host, a: Date, b: Date) => a.dayNumber < b.dayNumber,
  'DateOnly.op_LessThanOrEqual(DateOnly,DateOnly)': (_h: Host, a: Date, b: Date) => a.dayNumber <= b.dayNumber,
  'DateOnly.op_GreaterThan(DateOnly,DateOnly)': (_h: Host, a: Date, b: Date) => a.dayNumber > b.dayNumber,
  'DateOnly.op_GreaterThanOrEqual(DateOnly,DateOnly)': (_h: Host, a: Date, b: Date) => a.dayNumber >= b.dayNumber,
  ...momentParsing('DateOnly', 'date', (moment) => new DateOnlyValue(moment.dayNumber), minValue),
};
