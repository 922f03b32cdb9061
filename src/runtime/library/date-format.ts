/**
 * The text of dates and times: .NET's standard and custom formats in the invariant culture, where the local zone is UTC.
 */
import {
  calendarDay,
  dayNames,
  dayOfWeek,
  monthNames,
  ticksPerHour,
  ticksPerMinute,
  ticksPerSecond,
} from './calendar.ts';
import { raiseFormat } from './exceptions.ts';
import { fraction, pad, raiseBadFormat, scanFormat } from './format-scanner.ts';

/** `DateTimeKind`. */
export type DateKind = 0 | 1 | 2;
export const unspecified: DateKind = 0;
export const utc: DateKind = 1;
export const local: DateKind = 2;

/** What a date, a time of day or both look like to formatting and parsing. */
export interface Moment {
  readonly dayNumber: number;
  /** Of the day, in units of 100 ns. */
  readonly ticks: number;
  readonly kind: DateKind;
}

/** Which parts a value has; a format that asks for others is refused. */
export type MomentParts = 'both' | 'date' | 'time';

const dateLetters = 'dMyg';
const timeLetters = 'hHmsfFtzK';
export const momentLetters = dateLetters + timeLetters;

/** The custom formats behind the standard ones. `U` is `F` of universal time, which all times here are. */
const dateTimeStandards: Readonly<Record<string, string>> = {
  d: 'MM/dd/yyyy',
  D: 'dddd, dd MMMM yyyy',
  f: 'dddd, dd MMMM yyyy HH:mm',
  F: 'dddd, dd MMMM yyyy HH:mm:ss',
  g: 'MM/dd/yyyy HH:mm',
  G: 'MM/dd/yyyy HH:mm:ss',
  m: 'MMMM dd',
  M: 'MMMM dd',
  o: "yyyy'-'MM'-'dd'T'HH':'mm':'ss'.'fffffffK",
  O: "yyyy'-'MM'-'dd'T'HH':'mm':'ss'.'fffffffK",
  r: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  R: "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  s: "yyyy'-'MM'-'dd'T'HH':'mm':'ss",
  t: 'HH:mm',
  T: 'HH:mm:ss',
  u: "yyyy'-'MM'-'dd HH':'mm':'ss'Z'",
  U: 'dddd, dd MMMM yyyy HH:mm:ss',
  y: 'yyyy MMMM',
  Y: 'yyyy MMMM',
};

const dateStandards: Readonly<Record<string, string>> = {
  d: 'MM/dd/yyyy',
  D: 'dddd, dd MMMM yyyy',
  m: 'MMMM dd',
  M: 'MMMM dd',
  o: "yyyy'-'MM'-'dd",
  O: "yyyy'-'MM'-'dd",
  r: 'ddd, dd MMM yyyy',
  R: 'ddd, dd MMM yyyy',
  y: 'yyyy MMMM',
  Y: 'yyyy MMMM',
};

const timeStandards: Readonly<Record<string, string>> = {
  o: "HH':'mm':'ss'.'fffffff",
  O: "HH':'mm':'ss'.'fffffff",
  r: "HH':'mm':'ss",
  R: "HH':'mm':'ss",
  t: 'HH:mm',
  T: 'HH:mm:ss',
};

const standards = { both: dateTimeStandards, date: dateStandards, time: timeStandards };
const defaultFormat = { both: 'G', date: 'd', time: 't' };

/**
 * The custom format that `format` stands for; null and empty are the type's default.
 * @throws FormatException for an unknown standard format
 */
export function expandMomentFormat(format: string | null, parts: MomentParts): string {
  const name = format === null || format === '' ? defaultFormat[parts] : format;
  if (name.length > 1) return name;
  return standards[parts][name] ?? raiseBadFormat();
}

/** The text of a moment. */
export function formatMoment(moment: Moment, format: string | null, parts: MomentParts = 'both'): string {
  if (parts === 'both' && (format === 'o' || format === 'O')) return roundTripText(moment);
  const refused = parts === 'date' ? timeLetters : parts === 'time' ? dateLetters : '';
  let text = '';
  for (const part of scanFormat(expandMomentFormat(format, parts), momentLetters, false)) {
    if (part.kind === 'text') {
      text += part.text;
      continue;
    }
    if (refused.includes(part.letter)) raiseBadFormat();
    if (part.letter === 'F') {
      const digits = fractionText(moment, part.count).replace(/0+$/, '');
      // A point before a fraction that turns out empty goes with it.
      if (digits === '' && text.endsWith('.')) text = text.slice(0, -1);
      text += digits;
    } else text += runText(moment, part.letter, part.count);
  }
  return text;
}

/** `o`, the format of every stored and traced instant, without scanning. */
function roundTripText(moment: Moment): string {
  const { year, month, day } = calendarDay(moment.dayNumber);
  const t = moment.ticks;
  const hour = Math.floor(t / ticksPerHour);
  const minute = Math.floor(t / ticksPerMinute) % 60;
  const second = Math.floor(t / ticksPerSecond) % 60;
  const zone = moment.kind === utc ? 'Z' : moment.kind === local ? '+00:00' : '';
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}.${pad(t % ticksPerSecond, 7)}${zone}`;
}

function fractionText(moment: Moment, count: number): string {
  if (count > 7) raiseBadFormat();
  return fraction(moment.ticks % ticksPerSecond, count);
}

function runText(moment: Moment, letter: string, count: number): string {
  const t = moment.ticks;
  // .NET pads single numbers to two digits at most, however long the run.
  const width = Math.min(count, 2);
  switch (letter) {
    case 'd':
      if (count <= 2) return pad(calendarDay(moment.dayNumber).day, count);
      return count === 3 ? dayNames[dayOfWeek(moment.dayNumber)]!.slice(0, 3) : dayNames[dayOfWeek(moment.dayNumber)]!;
    case 'M': {
      const month = calendarDay(moment.dayNumber).month;
      if (count <= 2) return pad(month, count);
      return count === 3 ? monthNames[month - 1]!.slice(0, 3) : monthNames[month - 1]!;
    }
    case 'y': {
      const year = calendarDay(moment.dayNumber).year;
      return count <= 2 ? pad(year % 100, count) : pad(year, count);
    }
    case 'g':
      return 'A.D.';
    case 'h':
      return pad(Math.floor(t / ticksPerHour) % 12 || 12, width);
    case 'H':
      return pad(Math.floor(t / ticksPerHour), width);
    case 'm':
      return pad(Math.floor(t / ticksPerMinute) % 60, width);
    case 's':
      return pad(Math.floor(t / ticksPerSecond) % 60, width);
    case 'f':
      return fractionText(moment, count);
    case 't': {
      const designator = t < 12 * ticksPerHour ? 'AM' : 'PM';
      return count === 1 ? designator[0]! : designator;
    }
    case 'z':
      return count === 1 ? '+0' : count === 2 ? '+00' : '+00:00';
    case 'K':
      return (moment.kind === utc ? 'Z' : moment.kind === local ? '+00:00' : '').repeat(count);
    default:
      return raiseFormat(`unknown specifier '${letter}'`);
  }
}
