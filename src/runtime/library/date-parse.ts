/**
 * `Parse` of dates and times in the invariant culture. A text that names a zone becomes, as in .NET, local time, which here
 * is UTC on the clock and `Local` in kind.
 */
import { dayNames, monthNames } from './calendar.ts';
import type { MomentParts } from './date-format.ts';
import { assemble, type Found, failure, fullYear, type MomentOutcome, readZone, unrecognised } from './date-parts.ts';
import { raiseArgumentNull } from './exceptions.ts';

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{1,2}(?::?\d{2})?)?)?$/i;

/** Parses what `Parse` accepts: ISO 8601, `MM/dd/yyyy`, names of months and days, times with or without AM and PM, zones. */
export function parseMoment(text: string | null, parts: MomentParts, styles: number, today: number): MomentOutcome {
  if (text === null) return failure(() => raiseArgumentNull('s'));
  const trimmed = text.trim();
  // ISO 8601's `T` is followed by two digits each.
  if (/\dT\d(?!\d:\d\d)/i.test(trimmed)) return unrecognised(text, parts);
  const match = iso.exec(trimmed);
  const found = match === null ? readFree(trimmed) : readIso(match);
  if (found === undefined || !fits(found, parts)) return unrecognised(text, parts);
  return assemble(found, parts, styles, today) ?? unrecognised(text, parts);
}

function readIso(match: RegExpExecArray): Found | undefined {
  const found: Found = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (match[4] === undefined) return found;
  found.hour = Number(match[4]);
  found.minute = Number(match[5]);
  if (match[6] !== undefined) found.second = Number(match[6]);
  if (match[7] !== undefined) found.fraction = roundedFraction(match[7]);
  if (match[8] !== undefined && readZone(found, match[8]) === undefined) return undefined;
  return found;
}

/** Digits beyond the seventh are rounded. */
function roundedFraction(digits: string): number {
  return Math.round(Number(digits.slice(0, 9).padEnd(9, '0')) / 100);
}

/** A date-only text has no time in it, and the other way round. */
function fits(found: Found, parts: MomentParts): boolean {
  if (parts === 'date')
    return (
      found.hour === undefined && found.hour12 === undefined && found.offset === undefined && found.day !== undefined
    );
  if (parts === 'time') return found.year === undefined && found.month === undefined && found.offset === undefined;
  return true;
}

const token =
  /\s*(?:(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?|(\d+)|([a-z]+)\.?|([+-]\d{1,2}(?::?\d{2})?)|([/.,-]))/iy;

interface FreeText {
  /** Numbers that are not of the time, with what stands between them. */
  readonly numbers: { readonly text: string; readonly value: number }[];
  /** Where the last number of the date ended: a `-` right behind it parts the date and begins no zone. */
  end: number;
}

function readFree(text: string): Found | undefined {
  const found: Found = {};
  const free: FreeText = { numbers: [], end: -1 };
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null || !readToken(found, free, match)) return undefined;
    at = token.lastIndex;
  }
  if (!placeNumbers(found, free)) return undefined;
  return found.day === undefined && found.hour === undefined && found.hour12 === undefined && found.month === undefined
    ? undefined
    : found;
}

function readToken(found: Found, free: FreeText, match: RegExpExecArray): boolean {
  const [, hour, minute, second, digits, number, word, zone, mark] = match;
  if (hour !== undefined) {
    if (found.hour !== undefined) return false;
    found.hour = Number(hour);
    found.minute = Number(minute);
    if (second !== undefined) found.second = Number(second);
    if (digits !== undefined) found.fraction = roundedFraction(digits);
    return true;
  }
  if (number !== undefined) {
    if (number.length > 4) return false;
    free.numbers.push({ text: number, value: Number(number) });
    free.end = token.lastIndex;
    return free.numbers.length <= 4;
  }
  if (word !== undefined) {
    free.end = token.lastIndex;
    return readWord(found, free, word.toLowerCase());
  }
  if (zone !== undefined) {
    // `-05` after a time is a zone; within a date it is a separator and a number.
    const parts = zone[0] === '-' && match.index === free.end && match[0] === zone && !zone.includes(':');
    if (!parts) return found.hour !== undefined && found.offset === undefined && readZone(found, zone) !== undefined;
    free.numbers.push({ text: zone.slice(1), value: Number(zone.slice(1)) });
    free.end = token.lastIndex;
    return free.numbers.length <= 4;
  }
  return mark !== undefined;
}

function readWord(found: Found, free: FreeText, word: string): boolean {
  if (word === 'am' || word === 'pm' || word === 'a' || word === 'p') {
    if (found.afternoon !== undefined) return false;
    // "3 PM": the number before is the hour.
    if (found.hour === undefined) {
      const hour = free.numbers.pop();
      if (hour === undefined || hour.text.length > 2) return false;
      found.hour = hour.value;
    }
    found.hour12 = found.hour;
    delete found.hour;
    found.afternoon = word[0] === 'p';
    return true;
  }
  if (word === 'z' || word === 'gmt' || word === 'utc') {
    if ((found.hour === undefined && found.hour12 === undefined) || found.offset !== undefined) return false;
    found.zulu = true;
    found.offset = 0;
    return true;
  }
  if (word === 't') return true;
  const isName = (name: string): boolean => word === name.toLowerCase() || word === name.slice(0, 3).toLowerCase();
  const month = monthNames.findIndex(isName);
  if (month >= 0) {
    if (found.month !== undefined) return false;
    found.month = month + 1;
    return true;
  }
  const weekday = dayNames.findIndex(isName);
  if (weekday < 0 || found.weekday !== undefined) return false;
  found.weekday = weekday;
  return true;
}

/** Decides which number is the year, the month and the day: month first, unless a four-digit year stands first. */
function placeNumbers(found: Found, free: FreeText): boolean {
  const { numbers } = free;
  if (numbers.length > 3) return false;
  if (found.month !== undefined) return placeBesideName(found, numbers);
  if (numbers.length === 0) return true;
  if (numbers.length === 1) return false;
  const [first, second, third] = numbers as [
    FreeText['numbers'][0],
    FreeText['numbers'][0],
    FreeText['numbers'][0] | undefined,
  ];
  if (first.text.length > 2) {
    if (second.text.length > 2 || (third !== undefined && third.text.length > 2)) return false;
    Object.assign(found, { year: first.value, month: second.value, day: third?.value ?? 1 });
    return true;
  }
  if (third === undefined) {
    if (second.text.length > 2) Object.assign(found, { month: first.value, year: second.value, day: 1 });
    else Object.assign(found, { month: first.value, day: second.value });
    return true;
  }
  if (second.text.length > 2) return false;
  Object.assign(found, { month: first.value, day: second.value, year: yearOf(third) });
  return true;
}

function placeBesideName(found: Found, numbers: FreeText['numbers']): boolean {
  const [first, second] = numbers;
  if (numbers.length > 2) return false;
  if (first === undefined) found.day = 1;
  else if (second === undefined) {
    if (first.text.length > 2) Object.assign(found, { year: first.value, day: 1 });
    else found.day = first.value;
  } else if (first.text.length > 2) Object.assign(found, { year: first.value, day: second.value });
  else Object.assign(found, { day: first.value, year: yearOf(second) });
  return true;
}

/** Three digits and more are the year as it is: `0001`. */
function yearOf(number: FreeText['numbers'][0]): number {
  return number.text.length > 2 ? number.value : fullYear(number.value);
}
