/** `ParseExact` of dates and times: by the parts of the format that also writes them. */
import { dayNames, monthNames } from './calendar.ts';
import { expandMomentFormat, type MomentParts, momentLetters } from './date-format.ts';
import {
  assemble,
  dateStyles,
  type Found,
  failure,
  fullYear,
  type MomentOutcome,
  readZone,
  unrecognised,
} from './date-parts.ts';
import { raiseArgumentNull } from './exceptions.ts';
import { raiseBadFormat, scanFormat } from './format-scanner.ts';

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
  const scanned = scanFormat(format, `${momentLetters}Z`, false);
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
    case 'Z': {
      // A letter of its own in parsing, though not in formatting: what it matches is UTC.
      const match = /^(?:Z|GMT)/i.exec(rest);
      if (match === null || found.offset !== undefined) return undefined;
      found.zulu = true;
      found.offset = 0;
      return match[0].length;
    }
    case 'K':
      if (!/^[Z+-]/i.test(rest)) return 0;
      return readZone(found, rest);
    default:
      return readZone(found, rest);
  }
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
