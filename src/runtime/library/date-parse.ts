/**
 * Parsing of dates and times in the invariant culture: by a given format (`ParseExact`), and freely (`Parse`). A text that
 * names a zone becomes, as in .NET, local time, which here is UTC on the clock and `Local` in kind.
 */
import {
  calendarDay,
  dayNames,
  dayNumberOf,
  dayOfWeek,
  maxDayNumber,
  monthNames,
  ticksPerDay,
  ticksPerHour,
  ticksPerMinute,
  ticksPerSecond,
} from './calendar.ts';
import {
  type DateKind,
  expandMomentFormat,
  local,
  type Moment,
  type MomentParts,
  momentLetters,
  unspecified,
  utc,
} from './date-format.ts';
import { raiseArgumentNull, raiseFormat } from './exceptions.ts';
import { raiseBadFormat, scanFormat } from './format-scanner.ts';

/** What came of parsing; `raise` throws what `Parse` throws. */
export type MomentOutcome =
  | { readonly ok: true; readonly moment: Moment }
  | { readonly ok: false; readonly raise: () => never };

/** `DateTimeStyles`. */
export const dateStyles = {
  leadingWhite: 1,
  trailingWhite: 2,
  innerWhite: 4,
  noCurrentDate: 8,
  adjustToUniversal: 16,
  assumeLocal: 32,
  assumeUniversal: 64,
  roundtripKind: 128,
} as const;

const typeNames = { both: 'DateTime', date: 'DateOnly', time: 'TimeOnly' };

const failure = (raise: () => never): MomentOutcome => ({ ok: false, raise });
const unrecognised = (text: string, parts: MomentParts): MomentOutcome =>
  failure(() => raiseFormat(`String '${text}' was not recognized as a valid ${typeNames[parts]}.`));

/** What has been read so far; absent parts take their defaults at the end. */
interface Found {
  year?: number;
  month?: number;
  day?: number;
  weekday?: number;
  hour?: number;
  /** On a clock of twelve hours, 1 to 12. */
  hour12?: number;
  afternoon?: boolean;
  minute?: number;
  second?: number;
  fraction?: number;
  /** Minutes east of UTC, where the text names a zone. */
  offset?: number;
  zulu?: boolean;
}

// ---------------------------------------------------------------- exact

/** Parses `text` by exactly one of `formats`; null texts and formats raise as C#'s do. */
export function parseMomentExact(
  text: string | null,
  formats: readonly (string | null)[] | null,
  parts: MomentParts,
  styles: number,
  today: number,
): MomentOutcome {
  if (text === null) return failure(() => raiseArgumentNull('s'));
  if (formats === null) return failure(() => raiseArgumentNull('format'));
  for (const format of formats) {
    if (format === null) return failure(() => raiseArgumentNull('format'));
    if (format === '') return failure(() => raiseBadFormat());
    const found = readExact(text, expandMomentFormat(format, parts), styles);
    const outcome = found === undefined ? undefined : assemble(found, parts, styles, today);
    if (outcome !== undefined) return outcome;
  }
  return unrecognised(text, parts);
}

function readExact(whole: string, format: string, styles: number): Found | undefined {
  let text = whole;
  if (styles & dateStyles.leadingWhite) text = text.trimStart();
  if (styles & dateStyles.trailingWhite) text = text.trimEnd();
  const found: Found = {};
  let at = 0;
  const skipWhite = (): void => {
    if (styles & dateStyles.innerWhite) while (/\s/.test(text[at] ?? '')) at++;
  };
  const scanned = scanFormat(format, momentLetters, false);
  for (let i = 0; i < scanned.length; i++) {
    const part = scanned[i]!;
    skipWhite();
    if (part.kind === 'run') {
      const length = readRun(found, part.letter, part.count, text.slice(at));
      if (length === undefined) return undefined;
      at += length;
      continue;
    }
    let wanted = styles & dateStyles.innerWhite ? part.text.trim() : part.text;
    const next = scanned[i + 1];
    if (!text.startsWith(wanted, at)) {
      // A fraction `.FFF` may be missing altogether, its point included.
      if (!wanted.endsWith('.') || next?.kind !== 'run' || next.letter !== 'F') return undefined;
      wanted = wanted.slice(0, -1);
      if (!text.startsWith(wanted, at)) return undefined;
      i++;
    }
    at += wanted.length;
  }
  skipWhite();
  return at === text.length ? found : undefined;
}

/** Reads one specifier at the start of `rest` and tells how many characters it took. */
function readRun(found: Found, letter: string, count: number, rest: string): number | undefined {
  switch (letter) {
    case 'd':
      if (count >= 3) return readName(found, 'weekday', rest, dayNames, count === 3);
      return readNumber(found, 'day', rest, count, 2);
    case 'M':
      if (count >= 3) return readName(found, 'month', rest, monthNames, count === 3);
      return readNumber(found, 'month', rest, count, 2);
    case 'y': {
      const length =
        count <= 2
          ? readNumber(found, 'year', rest, count, 2)
          : readNumber(found, 'year', rest, count === 3 ? 3 : count, count === 3 ? 4 : count);
      if (count <= 2 && length !== undefined) found.year = fullYear(found.year!);
      return length;
    }
    case 'h':
      return readNumber(found, 'hour12', rest, count, 2);
    case 'H':
      return readNumber(found, 'hour', rest, count, 2);
    case 'm':
      return readNumber(found, 'minute', rest, count, 2);
    case 's':
      return readNumber(found, 'second', rest, count, 2);
    case 'f':
    case 'F': {
      const digits = /^\d*/.exec(rest)![0].slice(0, count);
      if (letter === 'f' && digits.length < count) return undefined;
      found.fraction = Number(digits.padEnd(7, '0'));
      return digits.length;
    }
    case 't': {
      const match = (count === 1 ? /^[ap]/i : /^[ap]m/i).exec(rest);
      if (match === null) return undefined;
      found.afternoon = match[0][0]!.toLowerCase() === 'p';
      return match[0].length;
    }
    case 'g': {
      const match = /^A\.?D\.?/i.exec(rest);
      return match?.[0].length;
    }
    case 'K':
      if (!/^[Z+-]/i.test(rest)) return 0;
      return readZone(found, rest);
    default:
      return readZone(found, rest);
  }
}

function readZone(found: Found, rest: string): number | undefined {
  const match = /^(?:(Z)|([+-])(\d{1,2})(?::?(\d{2}))?)/i.exec(rest);
  if (match === null) return undefined;
  if (match[1] !== undefined) found.zulu = true;
  const hours = Number(match[3] ?? 0);
  const minutes = Number(match[4] ?? 0);
  if (hours > 14 || minutes > 59) return undefined;
  found.offset = (match[2] === '-' ? -1 : 1) * (hours * 60 + minutes);
  return match[0].length;
}

type NumberPart = 'year' | 'month' | 'day' | 'hour' | 'hour12' | 'minute' | 'second';

/** A run of one letter takes one or two digits, a longer one exactly as many as it has letters. */
function readNumber(found: Found, part: NumberPart, rest: string, count: number, most: number): number | undefined {
  const digits = /^[0-9]*/.exec(rest)![0].slice(0, most);
  if (digits.length < count || digits === '') return undefined;
  found[part] = Number(digits);
  return digits.length;
}

function readName(
  found: Found,
  part: 'month' | 'weekday',
  rest: string,
  names: readonly string[],
  short: boolean,
): number | undefined {
  const lower = rest.toLowerCase();
  const index = names.findIndex((name) => lower.startsWith((short ? name.slice(0, 3) : name).toLowerCase()));
  if (index < 0) return undefined;
  found[part] = part === 'month' ? index + 1 : index;
  return short ? 3 : names[index]!.length;
}

/** Years of two digits end in 2049, as the invariant calendar has it. */
function fullYear(year: number): number {
  return year >= 100 ? year : year <= 49 ? 2000 + year : 1900 + year;
}

// ---------------------------------------------------------------- free

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{1,2}(?::?\d{2})?)?)?$/i;

/** Parses what `Parse` accepts: ISO 8601, `MM/dd/yyyy`, names of months and days, times with or without AM and PM, zones. */
export function parseMoment(text: string | null, parts: MomentParts, styles: number, today: number): MomentOutcome {
  if (text === null) return failure(() => raiseArgumentNull('s'));
  const trimmed = text.trim();
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
  /** How many numbers stood before the month's name; undefined without one. */
  beforeMonth: number | undefined;
}

function readFree(text: string): Found | undefined {
  const found: Found = {};
  const free: FreeText = { numbers: [], beforeMonth: undefined };
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
    return free.numbers.length <= 3;
  }
  if (word !== undefined) return readWord(found, free, word.toLowerCase());
  if (zone !== undefined) {
    // `-05` after a time is a zone; within a date it is a separator and a number.
    if (found.hour !== undefined) return found.offset === undefined && readZone(found, zone) !== undefined;
    if (zone[0] === '+' || zone.length > 3) return false;
    free.numbers.push({ text: zone.slice(1), value: Number(zone.slice(1)) });
    return free.numbers.length <= 3;
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
    free.beforeMonth = free.numbers.length;
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
  Object.assign(found, { month: first.value, day: second.value, year: fullYear(third.value) });
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
  else Object.assign(found, { day: first.value, year: fullYear(second.value) });
  return true;
}

// ---------------------------------------------------------------- assembly

/** Puts the parts together; undefined when they contradict each other or name no date. */
function assemble(found: Found, parts: MomentParts, styles: number, today: number): MomentOutcome | undefined {
  const ticks = tickOfDay(found);
  const dayNumber = dayOf(found, parts, styles, today);
  if (ticks === undefined || dayNumber === undefined) return undefined;
  if (found.weekday !== undefined && found.weekday !== dayOfWeek(dayNumber)) return undefined;
  return zoned(found, dayNumber, ticks, styles);
}

function tickOfDay(found: Found): number | undefined {
  let hour = found.hour ?? 0;
  if (found.hour12 !== undefined) {
    if (found.hour12 < 1 || found.hour12 > 12) return undefined;
    hour = (found.hour12 % 12) + (found.afternoon ? 12 : 0);
  } else if (found.afternoon !== undefined && hour >= 12 !== found.afternoon) return undefined;
  const minute = found.minute ?? 0;
  const second = found.second ?? 0;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return hour * ticksPerHour + minute * ticksPerMinute + second * ticksPerSecond + (found.fraction ?? 0);
}

function dayOf(found: Found, parts: MomentParts, styles: number, today: number): number | undefined {
  if (parts === 'time') return 0;
  if (found.year === undefined && found.month === undefined && found.day === undefined) {
    // A time alone is today's.
    return styles & dateStyles.noCurrentDate ? 0 : today;
  }
  const year = found.year ?? calendarDay(today).year;
  return dayNumberOf(year, found.month ?? 1, found.day ?? 1);
}

function zoned(found: Found, dayNumber: number, ticks: number, styles: number): MomentOutcome | undefined {
  const made = (day: number, tick: number, kind: DateKind): MomentOutcome => ({
    ok: true,
    moment: { dayNumber: day, ticks: tick, kind },
  });
  if (found.offset === undefined) {
    if (styles & dateStyles.assumeUniversal)
      return made(dayNumber, ticks, styles & dateStyles.adjustToUniversal ? utc : local);
    if (styles & dateStyles.assumeLocal)
      return made(dayNumber, ticks, styles & dateStyles.adjustToUniversal ? utc : local);
    return made(dayNumber, ticks, unspecified);
  }
  const moved = ticks - found.offset * ticksPerMinute;
  const carry = Math.floor(moved / ticksPerDay);
  const day = dayNumber + carry;
  if (day < 0 || day > maxDayNumber) return undefined;
  const asUtc =
    (styles & dateStyles.adjustToUniversal) !== 0 || (found.zulu === true && (styles & dateStyles.roundtripKind) !== 0);
  return made(day, moved - carry * ticksPerDay, asUtc ? utc : local);
}
