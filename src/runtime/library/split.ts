/** `string.Split`. */
import { isWhiteSpace } from './char.ts';
import { raiseArgument, raiseArgumentOutOfRange } from './exceptions.ts';
import { trimText } from './trim.ts';

const removeEmpty = 1;
const trimEntries = 2;

/** Separators: single UTF-16 units, whole strings, or white space where none are given. */
export type Separators =
  | { readonly kind: 'units'; readonly units: readonly number[] }
  | { readonly kind: 'strings'; readonly strings: readonly string[] };

/** No separators mean white space. */
export function unitSeparators(units: readonly number[] | null): Separators {
  return { kind: 'units', units: units ?? [] };
}

/** Empty strings separate nothing; an array of only such means white space, as null does. */
export function stringSeparators(strings: readonly (string | null)[] | null): Separators {
  if (strings === null || strings.length === 0) return { kind: 'units', units: [] };
  return { kind: 'strings', strings: strings.filter((text): text is string => text !== null && text !== '') };
}

/** The separator of the overload with one string: null or empty separates nothing. */
export function oneSeparator(separator: string | null): Separators {
  return { kind: 'strings', strings: separator ? [separator] : [] };
}

/**
 * @param count the most parts to make; the last one holds the rest
 * @throws ArgumentOutOfRangeException for a negative count, ArgumentException for unknown options
 */
export function splitText(text: string, separators: Separators, count: number, options: number): string[] {
  if (count < 0)
    raiseArgumentOutOfRange('count', "count ('-1') must be a non-negative value.".replace('-1', `${count}`));
  if (options < 0 || options > 3) raiseArgument('Value of flags is invalid.', 'options');
  if (count === 0) return [];
  const keep = (part: string): string => (options & trimEntries ? trimText(part) : part);
  if (count === 1) {
    const whole = keep(text);
    return whole === '' && options & removeEmpty ? [] : [whole];
  }
  const parts: string[] = [];
  let start = 0;
  for (const [at, length] of places(text, separators)) {
    const part = keep(text.slice(start, at));
    if (part !== '' || !(options & removeEmpty)) {
      // The last part takes all the rest, once the separators that only make empty parts are passed.
      if (parts.length === count - 1) break;
      parts.push(part);
    }
    start = at + length;
  }
  const rest = keep(
    options & removeEmpty && parts.length === count - 1
      ? withoutLeading(text, start, separators, options)
      : text.slice(start),
  );
  if (rest !== '' || !(options & removeEmpty)) parts.push(rest);
  return parts;
}

/** Drops separators (and what trimming makes empty) before the last part. */
function withoutLeading(text: string, from: number, separators: Separators, options: number): string {
  let start = from;
  for (const [at, length] of places(text, separators)) {
    if (at < start) continue;
    const part = text.slice(start, at);
    if ((options & trimEntries ? trimText(part) : part) !== '') break;
    start = at + length;
  }
  return text.slice(start);
}

/** Where separators lie: position and length, left to right, without overlap; of several at a place, the first given. */
function* places(text: string, separators: Separators): Generator<readonly [at: number, length: number]> {
  if (separators.kind === 'units') {
    const { units } = separators;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (units.length === 0 ? isWhiteSpace(unit) : units.includes(unit)) yield [at, 1];
    }
    return;
  }
  const { strings } = separators;
  if (strings.length === 0) return;
  for (let at = 0; at < text.length; ) {
    const found = strings.find((separator) => text.startsWith(separator, at));
    if (found === undefined) at++;
    else {
      yield [at, found.length];
      at += found.length;
    }
  }
}
