/**
 * Comparison of strings. Ordinal is by UTF-16 units. The invariant culture's is the root collation of Unicode, which the
 * English one of `Intl` equals: lower case before upper, accents after the bare letter, ignorable characters ignored.
 */
import { toUpperText } from './case.ts';
import { raiseArgument } from './exceptions.ts';

/** `StringComparison`. The current culture is the invariant one (language.md §3). */
export const Comparison = {
  currentCulture: 0,
  currentCultureIgnoreCase: 1,
  invariantCulture: 2,
  invariantCultureIgnoreCase: 3,
  ordinal: 4,
  ordinalIgnoreCase: 5,
} as const;

const sensitive = new Intl.Collator('en', { sensitivity: 'variant' });
const insensitive = new Intl.Collator('en', { sensitivity: 'accent' });

export function isCultural(comparison: number): boolean {
  return comparison < Comparison.ordinal;
}

export function ignoresCase(comparison: number): boolean {
  return comparison % 2 === 1;
}

/** @throws ArgumentException for a number that is no `StringComparison` */
export function checkComparison(comparison: number): void {
  if (comparison < 0 || comparison > 5) {
    raiseArgument('The string comparison type passed in is currently not supported.', 'comparisonType');
  }
}

/** Null before everything. */
export function compareText(a: string | null, b: string | null, comparison: number): number {
  checkComparison(comparison);
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  switch (comparison) {
    case Comparison.ordinal:
      return compareOrdinal(a, b);
    case Comparison.ordinalIgnoreCase:
      return compareOrdinal(toUpperText(a), toUpperText(b));
    default:
      return (ignoresCase(comparison) ? insensitive : sensitive).compare(a, b);
  }
}

/** The default order of strings: the invariant culture's. */
export function compareInvariant(a: string, b: string): number {
  return a === b ? 0 : sensitive.compare(a, b);
}

/** The difference of the first units that differ, or of the lengths, as .NET answers. */
export function compareOrdinal(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

export function equalText(a: string | null, b: string | null, comparison: number): boolean {
  checkComparison(comparison);
  if (a === null || b === null || a === b) return a === b;
  if (comparison === Comparison.ordinal) return false;
  if (comparison === Comparison.ordinalIgnoreCase) return a.length === b.length && toUpperText(a) === toUpperText(b);
  return compareText(a, b, comparison) === 0;
}

/** Characters that the collation passes over: a search for nothing but these finds the empty string. */
const ignorable =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\u034f|\u200d/g;
const plain = /^[\t-\r -~]*$/;

/** A place where `part` is found: culture-sensitive matches may be longer or shorter than `part`. */
export interface Found {
  readonly index: number;
  readonly length: number;
}

/** The first occurrence at or after `from`. */
export function findText(text: string, part: string, from: number, comparison: number): Found | undefined {
  if (isCultural(comparison) && !(plain.test(part) && plain.test(text))) {
    return findCultural(text, part, comparison, from, text.length, 1);
  }
  const [within, wanted] = ignoresCase(comparison) ? [toUpperText(text), toUpperText(part)] : [text, part];
  const index = within.indexOf(wanted, from);
  return index < 0 ? undefined : { index, length: part.length };
}

/** The last occurrence that ends at or before `end`. */
export function findLastText(
  text: string,
  part: string,
  start: number,
  end: number,
  comparison: number,
): Found | undefined {
  if (isCultural(comparison) && !(plain.test(part) && plain.test(text))) {
    return findCultural(text, part, comparison, end, start, -1);
  }
  const [within, wanted] = ignoresCase(comparison) ? [toUpperText(text), toUpperText(part)] : [text, part];
  const index = within.lastIndexOf(wanted, end - part.length);
  return index < start || end - part.length < start ? undefined : { index, length: part.length };
}

export function startsWithText(text: string, part: string, comparison: number): boolean {
  checkComparison(comparison);
  if (
    comparison === Comparison.ordinal ||
    (isCultural(comparison) && !ignoresCase(comparison) && plain.test(part) && plain.test(text))
  ) {
    return text.startsWith(part);
  }
  if (!isCultural(comparison)) return equalText(text.slice(0, part.length), part, comparison);
  if (part.replace(ignorable, '') === '') return true;
  for (let end = 0; end <= text.length; end++) {
    if (breaksAt(text, end) && compareText(text.slice(0, end), part, comparison) === 0) return true;
  }
  return false;
}

export function endsWithText(text: string, part: string, comparison: number): boolean {
  checkComparison(comparison);
  if (
    comparison === Comparison.ordinal ||
    (isCultural(comparison) && !ignoresCase(comparison) && plain.test(part) && plain.test(text))
  ) {
    return text.endsWith(part);
  }
  if (!isCultural(comparison)) {
    return part.length <= text.length && equalText(text.slice(text.length - part.length), part, comparison);
  }
  if (part.replace(ignorable, '') === '') return true;
  for (let start = text.length; start >= 0; start--) {
    if (breaksAt(text, start) && compareText(text.slice(start), part, comparison) === 0) return true;
  }
  return false;
}

const combining = /^[\p{M}\u200d]/u;

/** Whether a match may begin or end here: not inside a letter with its marks. */
function breaksAt(text: string, at: number): boolean {
  return at >= text.length || !combining.test(text.slice(at, at + 2));
}

function findCultural(
  text: string,
  part: string,
  comparison: number,
  from: number,
  to: number,
  step: 1 | -1,
): Found | undefined {
  if (part.replace(ignorable, '') === '') return { index: from, length: 0 };
  // Contractions make a match a little longer or shorter than what is sought.
  const slack = 3 * part.length;
  for (let index = from; step > 0 ? index <= to : index >= to; index += step) {
    if (!breaksAt(text, index)) continue;
    const limit = Math.min(step > 0 ? text.length : from, index + part.length + slack);
    for (let end = index + 1; end <= limit; end++) {
      if (breaksAt(text, end) && compareText(text.slice(index, end), part, comparison) === 0) {
        return { index, length: end - index };
      }
    }
  }
  return undefined;
}
