/**
 * Custom date and time formats taken apart into runs of one letter and literal text. Formatting and exact parsing read
 * the same parts, so that what the one writes the other reads.
 */
import { raiseFormat } from './exceptions.ts';

export type FormatPart =
  /** A run of `count` equal letters: `yyyy`. */
  | { readonly kind: 'run'; readonly letter: string; readonly count: number }
  | { readonly kind: 'text'; readonly text: string };

const cache = new Map<string, readonly FormatPart[]>();

/** .NET's words for a format string that it cannot read. */
export function raiseBadFormat(): never {
  raiseFormat('Input string was not in a correct format.');
}

/**
 * Takes a custom format apart. Characters in `letters` are specifiers; the others stand for themselves, or are refused
 * when `strict` (as `TimeSpan` does).
 * @throws FormatException for an unclosed quote, a trailing `\` or a `%` that precedes nothing
 */
export function scanFormat(format: string, letters: string, strict: boolean): readonly FormatPart[] {
  const key = `${letters}\n${format}`;
  let parts = cache.get(key);
  if (parts === undefined) {
    parts = scan(format, letters, strict);
    // Formats may be computed by the app: the cache must not grow without bound.
    if (cache.size > 500) cache.clear();
    cache.set(key, parts);
  }
  return parts;
}

function scan(format: string, letters: string, strict: boolean): FormatPart[] {
  const parts: FormatPart[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  let at = 0;
  while (at < format.length) {
    const char = format[at]!;
    if (char === "'" || char === '"') {
      const quoted = readQuoted(format, at);
      text += quoted.text;
      at = quoted.end;
    } else if (char === '\\') {
      if (at + 1 >= format.length) raiseBadFormat();
      text += format[at + 1];
      at += 2;
    } else if (char === '%') {
      // `%d` is the specifier `d` in a format of one letter, which would otherwise be a standard format.
      const next = format[at + 1];
      if (next === undefined || next === '%') raiseBadFormat();
      at++;
      if (letters.includes(next)) {
        flush();
        parts.push({ kind: 'run', letter: next, count: 1 });
        at++;
      }
    } else if (letters.includes(char)) {
      let end = at + 1;
      while (format[end] === char) end++;
      flush();
      parts.push({ kind: 'run', letter: char, count: end - at });
      at = end;
    } else {
      if (strict) raiseBadFormat();
      text += char;
      at++;
    }
  }
  flush();
  return parts;
}

function readQuoted(format: string, start: number): { readonly text: string; readonly end: number } {
  const quote = format[start];
  let text = '';
  for (let at = start + 1; at < format.length; at++) {
    const char = format[at]!;
    if (char === quote) return { text, end: at + 1 };
    if (char === '\\') {
      at++;
      if (at >= format.length) raiseBadFormat();
      text += format[at];
    } else text += char;
  }
  return raiseFormat(`Cannot find a matching quote character for the character '${quote}'.`);
}

/** `value` with zeros in front. */
export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** The first `count` digits of a seven-digit fraction of a second. */
export function fraction(ticksOfSecond: number, count: number): string {
  return pad(ticksOfSecond, 7).slice(0, count);
}
