/**
 * The proleptic Gregorian calendar over day numbers, where day 0 is 0001-01-01 (the day number of .NET's `DateOnly`).
 */
import { raiseArgumentOutOfRange } from './exceptions.ts';

/** 9999-12-31. */
export const maxDayNumber = 3_652_058;

export const ticksPerMicrosecond = 10;
export const ticksPerMillisecond = 10_000;
export const ticksPerSecond = 10_000_000;
export const ticksPerMinute = 600_000_000;
export const ticksPerHour = 36_000_000_000;
export const ticksPerDay = 864_000_000_000;

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const daysBeforeLeap = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366];

export const dayNames: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];
export const monthNames: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  const table = isLeap(year) ? daysBeforeLeap : daysBefore;
  return table[month]! - table[month - 1]!;
}

/** The day number of a date; undefined when there is no such date in the years 1 to 9999. */
export function dayNumberOf(year: number, month: number, day: number): number | undefined {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const before = year - 1;
  const table = isLeap(year) ? daysBeforeLeap : daysBefore;
  return (
    before * 365 +
    Math.floor(before / 4) -
    Math.floor(before / 100) +
    Math.floor(before / 400) +
    table[month - 1]! +
    day -
    1
  );
}

/** As `dayNumberOf`, throwing ArgumentOutOfRangeException. */
export function requireDayNumber(year: number, month: number, day: number): number {
  return (
    dayNumberOf(year, month, day) ??
    raiseArgumentOutOfRange(undefined, 'Year, Month, and Day parameters describe an un-representable DateTime.')
  );
}

/** The year, month and day of a day number (Howard Hinnant's `civil_from_days`, moved to this epoch). */
export function calendarDay(dayNumber: number): CalendarDay {
  const shifted = dayNumber + 306; // days since 0000-03-01
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** 0 is Sunday, as in `DayOfWeek`. */
export function dayOfWeek(dayNumber: number): number {
  return (dayNumber + 1) % 7;
}

/** 1 to 366. */
export function dayOfYear(dayNumber: number): number {
  const { year, month, day } = calendarDay(dayNumber);
  return (isLeap(year) ? daysBeforeLeap : daysBefore)[month - 1]! + day;
}

/** Moves a date by months, to the last day of the month where the day does not exist. */
export function addMonthsToDay(dayNumber: number, months: number, what: 'DateTime' | 'DateOnly'): number {
  if (months < -120_000 || months > 120_000) {
    raiseArgumentOutOfRange('months', 'Months value must be between +/-120000.');
  }
  const { year, month, day } = calendarDay(dayNumber);
  const total = year * 12 + (month - 1) + months;
  const newYear = Math.floor(total / 12);
  const newMonth = total - newYear * 12 + 1;
  if (newYear < 1 || newYear > 9999) raiseUnrepresentable('months', what);
  return requireDayNumber(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

export function addYearsToDay(dayNumber: number, years: number, what: 'DateTime' | 'DateOnly'): number {
  if (years < -10_000 || years > 10_000) raiseArgumentOutOfRange('years', 'Years value must be between +/-10000.');
  const { year, month, day } = calendarDay(dayNumber);
  const newYear = year + years;
  if (newYear < 1 || newYear > 9999) raiseUnrepresentable('value', what);
  return requireDayNumber(newYear, month, Math.min(day, daysInMonth(newYear, month)));
}

export function raiseUnrepresentable(parameter: string, what: 'DateTime' | 'DateOnly' = 'DateTime'): never {
  raiseArgumentOutOfRange(parameter, `The added or subtracted value results in an un-representable ${what}.`);
}

/** The tick of a day for a wall-clock time; ArgumentOutOfRangeException when there is no such time. */
export function requireTickOfDay(
  hour: number,
  minute: number,
  second: number,
  millisecond = 0,
  microsecond = 0,
): number {
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
    raiseArgumentOutOfRange(undefined, 'Hour, Minute, and Second parameters describe an un-representable DateTime.');
  }
  if (millisecond < 0 || millisecond > 999) {
    raiseArgumentOutOfRange('millisecond', 'Valid values are between 0 and 999, inclusive.');
  }
  if (microsecond < 0 || microsecond > 999) {
    raiseArgumentOutOfRange('microsecond', 'Valid values are between 0 and 999, inclusive.');
  }
  return (
    hour * ticksPerHour +
    minute * ticksPerMinute +
    second * ticksPerSecond +
    millisecond * ticksPerMillisecond +
    microsecond * ticksPerMicrosecond
  );
}

/** .NET's hash of a 64-bit integer: the low half xor the high half. */
export function hash64(value: bigint): number {
  return Number(BigInt.asIntN(32, value)) ^ Number(BigInt.asIntN(32, value >> 32n));
}
