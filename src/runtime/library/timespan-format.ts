/**
 * The text of a `TimeSpan`: formats `c g G` and custom ones, and their parsing, in the invariant culture.
 */
import { ticksPerDay, ticksPerHour, ticksPerMinute, ticksPerSecond } from './calendar.ts';
import { raiseArgumentNull, raiseFormat, raiseOverflow } from './exceptions.ts';
import { type FormatPart, fraction, pad, raiseBadFormat, scanFormat } from './format-scanner.ts';

/** What came of parsing, in ticks; `raise` throws what `Parse` throws. */
export type TimeSpanOutcome =
  | { readonly ok: true; readonly ticks: bigint }
  | { readonly ok: false; readonly raise: () => never };

/** A span as its text needs it: the absolute value in days and ticks of the day, and the sign. */
export interface Duration {
  readonly negative: boolean;
  readonly absoluteDays: number;
  readonly absoluteTicks: number;
}

const letters = 'dhmsfF';

/** `value` in `format`; null or empty is `c`. */
export function formatTimeSpan(value: Duration, format: string | null): string {
  switch (format) {
    case null:
    case '':
    case 'c':
    case 't':
    case 'T':
      return constantText(value);
    case 'g':
      return generalText(value, false);
    case 'G':
      return generalText(value, true);
    default:
      if (format.length === 1) raiseBadFormat();
      return scanFormat(format, letters, true)
        .map((part) => (part.kind === 'text' ? part.text : runText(value, part.letter, part.count)))
        .join('');
  }
}

interface Clock {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly fraction: number;
}

function clock(value: Duration): Clock {
  const ticks = value.absoluteTicks;
  return {
    days: value.absoluteDays,
    hours: Math.floor(ticks / ticksPerHour),
    minutes: Math.floor(ticks / ticksPerMinute) % 60,
    seconds: Math.floor(ticks / ticksPerSecond) % 60,
    fraction: ticks % ticksPerSecond,
  };
}

function constantText(value: Duration): string {
  const c = clock(value);
  const days = c.days === 0 ? '' : `${c.days}.`;
  const rest = c.fraction === 0 ? '' : `.${pad(c.fraction, 7)}`;
  return `${value.negative ? '-' : ''}${days}${pad(c.hours, 2)}:${pad(c.minutes, 2)}:${pad(c.seconds, 2)}${rest}`;
}

function generalText(value: Duration, long: boolean): string {
  const c = clock(value);
  const days = c.days === 0 && !long ? '' : `${c.days}:`;
  const hours = long ? pad(c.hours, 2) : String(c.hours);
  const digits = long ? pad(c.fraction, 7) : pad(c.fraction, 7).replace(/0+$/, '');
  return `${value.negative ? '-' : ''}${days}${hours}:${pad(c.minutes, 2)}:${pad(c.seconds, 2)}${digits === '' ? '' : `.${digits}`}`;
}

function runText(value: Duration, letter: string, count: number): string {
  const c = clock(value);
  const limited = (limit: number): void => {
    if (count > limit) raiseBadFormat();
  };
  switch (letter) {
    case 'd':
      limited(8);
      return pad(c.days, count);
    case 'h':
      limited(2);
      return pad(c.hours, count);
    case 'm':
      limited(2);
      return pad(c.minutes, count);
    case 's':
      limited(2);
      return pad(c.seconds, count);
    case 'f':
      limited(7);
      return fraction(c.fraction, count);
    default:
      limited(7);
      return fraction(c.fraction, count).replace(/0+$/, '');
  }
}

// ---------------------------------------------------------------- parsing

const bad = (text: string): TimeSpanOutcome => ({
  ok: false,
  raise: () => raiseFormat(`String '${text}' was not recognized as a valid TimeSpan.`),
});
const tooLong = (text: string): TimeSpanOutcome => ({
  ok: false,
  raise: () =>
    raiseOverflow(
      `The TimeSpan string '${text}' could not be parsed because at least one of the numeric components is out of range or contains too many digits.`,
    ),
});
const noText = (parameter: string): TimeSpanOutcome => ({ ok: false, raise: () => raiseArgumentNull(parameter) });

const general = /^\s*(-)?(?:(\d+)([.:]))?(\d+):(\d+)(?::(\d+))?(?:[.](\d*))?\s*$/;
const onlyDays = /^\s*(-)?(\d+)\.?\s*$/;
const onlySeconds = /^\s*(-)?(\d+)([.:])(\d+):(\d+):(\d+)(?:[.:](\d*))?\s*$/;
const threeParts = /^\s*(-)?(\d+):(\d+):(\d+)(?:\.(\d*))?\s*$/;

/** Parses what `TimeSpan.Parse` accepts: `d`, `[d.]hh:mm[:ss[.fffffff]]`, `d:hh:mm:ss[.fffffff]`, with an optional `-`. */
export function parseTimeSpan(text: string | null, parameter: string): TimeSpanOutcome {
  if (text === null) return noText(parameter);
  const days = onlyDays.exec(text);
  if (days !== null) return assemble(text, days[1], days[2]!, '0', '0', '0', '');
  const all = onlySeconds.exec(text);
  if (all !== null) return assemble(text, all[1], all[2]!, all[4]!, all[5]!, all[6]!, all[7] ?? '');
  const three = threeParts.exec(text);
  if (three !== null) {
    const clockTime = assemble(text, three[1], '0', three[2]!, three[3]!, three[4]!, three[5] ?? '');
    // .NET tries `hh:mm:ss`, then `d:hh:mm`: "24:00:00" is twenty-four days.
    return clockTime.ok || three[5] !== undefined
      ? clockTime
      : assemble(text, three[1], three[2]!, three[3]!, three[4]!, '0', '');
  }
  const match = general.exec(text);
  if (match === null || match[3] === ':' || (match[7] !== undefined && match[6] === undefined)) return bad(text);
  return assemble(text, match[1], match[2] ?? '0', match[4]!, match[5]!, match[6] ?? '0', match[7] ?? '');
}

function assemble(
  text: string,
  sign: string | undefined,
  days: string,
  hours: string,
  minutes: string,
  seconds: string,
  digits: string,
): TimeSpanOutcome {
  const d = Number(days);
  const h = Number(hours);
  const m = Number(minutes);
  const s = Number(seconds);
  if (d > 10_675_199 || h > 23 || m > 59 || s > 59 || digits.length > 7) return tooLong(text);
  return signed(
    text,
    sign === '-',
    d,
    h * ticksPerHour + m * ticksPerMinute + s * ticksPerSecond + Number(digits.padEnd(7, '0')),
  );
}

function signed(text: string, negative: boolean, days: number, ticks: number): TimeSpanOutcome {
  const total = BigInt(days) * BigInt(ticksPerDay) + BigInt(ticks);
  const value = negative ? -total : total;
  if (value !== BigInt.asIntN(64, value)) return tooLong(text);
  return { ok: true, ticks: value };
}

/** Parses exactly one format. */
export function parseTimeSpanExact(text: string | null, format: string | null): TimeSpanOutcome {
  if (text === null) return noText('input');
  if (format === null) return noText('format');
  if (format === 'c' || format === 't' || format === 'T') {
    return /^-?(?:\d+\.)?\d{2}:\d{2}:\d{2}(?:\.\d{7})?$/.test(text) ? parseTimeSpan(text, 'input') : bad(text);
  }
  if (format === 'g' || format === 'G') return parseGeneral(text, format === 'G');
  if (format.length <= 1) return { ok: false, raise: raiseBadFormat };
  return parseCustom(text, scanFormat(format, letters, true));
}

function parseGeneral(text: string, long: boolean): TimeSpanOutcome {
  const match = (
    long ? /^(-)?(\d+):(\d{2}):(\d{2}):(\d{2})\.(\d{7})$/ : /^(-)?(?:(\d+):)?(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,7}))?$/
  ).exec(text);
  return match === null
    ? bad(text)
    : assemble(text, match[1], match[2] ?? '0', match[3]!, match[4]!, match[5]!, match[6] ?? '');
}

function parseCustom(text: string, parts: readonly FormatPart[]): TimeSpanOutcome {
  const values: Record<string, string> = { d: '0', h: '0', m: '0', s: '0', f: '' };
  let at = 0;
  for (const part of parts) {
    if (part.kind === 'text') {
      if (!text.startsWith(part.text, at)) return bad(text);
      at += part.text.length;
      continue;
    }
    const digits = /^\d*/.exec(text.slice(at))![0];
    const { least, most } = digitRange(part.letter, part.count);
    if (digits.length < least) return bad(text);
    const taken = digits.slice(0, most);
    values[part.letter === 'F' ? 'f' : part.letter] = taken;
    at += taken.length;
  }
  if (at !== text.length) return bad(text);
  return assemble(text, undefined, values['d']!, values['h']!, values['m']!, values['s']!, values['f']!);
}

function digitRange(letter: string, count: number): { readonly least: number; readonly most: number } {
  if (letter === 'F') return { least: 0, most: count };
  if (letter === 'f' || letter === 'd') return { least: count, most: letter === 'd' && count === 1 ? 8 : count };
  return { least: count, most: count === 1 ? 2 : count };
}
