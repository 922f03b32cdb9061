/** What the two ways of parsing dates and times share: the parts that are found, and what becomes of them. */
import {
  calendarDay,
  dayNumberOf,
  dayOfWeek,
  maxDayNumber,
  ticksPerDay,
  ticksPerHour,
  ticksPerMinute,
  ticksPerSecond,
} from './calendar.ts';
import { type DateKind, local, type Moment, type MomentParts, unspecified, utc } from './date-format.ts';
import { raiseFormat } from './exceptions.ts';

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

export const failure = (raise: () => never): MomentOutcome => ({ ok: false, raise });
export const unrecognised = (text: string, parts: MomentParts): MomentOutcome =>
  failure(() => raiseFormat(`String '${text}' was not recognized as a valid ${typeNames[parts]}.`));

/** What has been read so far; absent parts take their defaults at the end. */
export interface Found {
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

/** Reads `Z`, `+01:00`, `+0100` or `+1` and tells how many characters it took. */
export function readZone(found: Found, rest: string): number | undefined {
  const match = /^(?:(Z)|([+-])(\d{1,2})(?::?(\d{2}))?)/i.exec(rest);
  if (match === null) return undefined;
  if (match[1] !== undefined) found.zulu = true;
  const hours = Number(match[3] ?? 0);
  const minutes = Number(match[4] ?? 0);
  if (hours > 14 || minutes > 59) return undefined;
  found.offset = (match[2] === '-' ? -1 : 1) * (hours * 60 + minutes);
  return match[0].length;
}

/** Years of two digits end in 2049, as the invariant calendar has it. */
export function fullYear(year: number): number {
  return year >= 100 ? year : year <= 49 ? 2000 + year : 1900 + year;
}

/** Puts the parts together; undefined when they contradict each other or name no date. */
export function assemble(found: Found, parts: MomentParts, styles: number, today: number): MomentOutcome | undefined {
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
  // A fraction that was rounded up may carry over midnight too.
  const moved = ticks - (found.offset ?? 0) * ticksPerMinute;
  const carry = Math.floor(moved / ticksPerDay);
  const day = dayNumber + carry;
  if (day < 0 || day > maxDayNumber) return undefined;
  return { ok: true, moment: { dayNumber: day, ticks: moved - carry * ticksPerDay, kind: kindOf(found, styles) } };
}

function kindOf(found: Found, styles: number): DateKind {
  const assumed = dateStyles.assumeUniversal | dateStyles.assumeLocal;
  if (found.offset === undefined && !(styles & assumed)) return unspecified;
  const keepsUtc = found.zulu === true && (styles & dateStyles.roundtripKind) !== 0;
  return keepsUtc || styles & dateStyles.adjustToUniversal ? utc : local;
}
