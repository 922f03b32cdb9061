/** Members of char: a UTF-16 unit, classified by Unicode's general categories. */
import type { LibraryKey } from '../../ir/ir.ts';
import { toLowerUnit, toUpperUnit } from './case.ts';
import { raiseArgument, raiseArgumentNull, raiseArgumentOutOfRange, raiseFormat } from './exceptions.ts';
import { comparing } from './numbers.ts';
import type { LibraryFunction, LibraryHost, Ref } from './values.ts';

type H = LibraryHost;

/** In the order of `UnicodeCategory`. */
const categories = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Zs Zl Zp Cc Cf Cs Co Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Cn';
const patterns = categories.split(' ').map((category) => new RegExp(`^\\p{${category}}$`, 'u'));

const known = new Map<number, number>();

/** `UnicodeCategory` of a code point; a lone surrogate is one. */
export function categoryOf(point: number): number {
  let category = known.get(point);
  if (category === undefined) {
    const text = String.fromCodePoint(point);
    category = patterns.findIndex((pattern) => pattern.test(text));
    known.set(point, category);
  }
  return category;
}

const isIn =
  (first: number, last = first) =>
  (category: number): boolean =>
    category >= first && category <= last;

const isLetter = isIn(0, 4);
const isDecimalDigit = isIn(8);
const isSeparator = isIn(11, 13);
const isPunctuation = isIn(18, 24);
const isSymbol = isIn(25, 28);

/** `char.IsWhiteSpace`. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13);
  return unit === 0x85 || unit === 0xa0 || isSeparator(categoryOf(unit));
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isBetween = (unit: number, low: string, high: string): boolean =>
  unit >= low.charCodeAt(0) && unit <= high.charCodeAt(0);

/** Tests that exist for a char and for a place in a string, where a surrogate pair counts as one character. */
const tests: Readonly<Record<string, (point: number) => boolean>> = {
  Control: (p) => isIn(14)(categoryOf(p)),
  Digit: (p) => isDecimalDigit(categoryOf(p)),
  HighSurrogate: isHigh,
  Letter: (p) => isLetter(categoryOf(p)),
  LetterOrDigit: (p) => isLetter(categoryOf(p)) || isDecimalDigit(categoryOf(p)),
  Lower: (p) => categoryOf(p) === 1,
  LowSurrogate: isLow,
  Number: (p) => isIn(8, 10)(categoryOf(p)),
  Punctuation: (p) => isPunctuation(categoryOf(p)),
  Separator: (p) => isSeparator(categoryOf(p)),
  Surrogate: (p) => isHigh(p) || isLow(p),
  Symbol: (p) => isSymbol(categoryOf(p)),
  Upper: (p) => categoryOf(p) === 0,
  WhiteSpace: isWhiteSpace,
};

const byUnit: ReadonlySet<string> = new Set(['HighSurrogate', 'LowSurrogate', 'Surrogate', 'WhiteSpace']);

const asciiTests: Readonly<Record<string, (unit: number) => boolean>> = {
  Ascii: (u) => u < 128,
  AsciiDigit: (u) => isBetween(u, '0', '9'),
  AsciiHexDigit: (u) => isBetween(u, '0', '9') || isBetween(u, 'a', 'f') || isBetween(u, 'A', 'F'),
  AsciiHexDigitLower: (u) => isBetween(u, '0', '9') || isBetween(u, 'a', 'f'),
  AsciiHexDigitUpper: (u) => isBetween(u, '0', '9') || isBetween(u, 'A', 'F'),
  AsciiLetter: (u) => isBetween(u, 'a', 'z') || isBetween(u, 'A', 'Z'),
  AsciiLetterLower: (u) => isBetween(u, 'a', 'z'),
  AsciiLetterOrDigit: (u) => isBetween(u, '0', '9') || isBetween(u, 'a', 'z') || isBetween(u, 'A', 'Z'),
  AsciiLetterUpper: (u) => isBetween(u, 'A', 'Z'),
};

/** @throws ArgumentNullException, ArgumentOutOfRangeException */
function checkPlace(text: string | null, index: number): asserts text is string {
  if (text === null) raiseArgumentNull('s');
  if (index < 0 || index >= text.length) raiseArgumentOutOfRange('index');
}

function unitAt(text: string | null, index: number): number {
  checkPlace(text, index);
  return text.charCodeAt(index);
}

function pointAt(text: string | null, index: number): number {
  checkPlace(text, index);
  return text.codePointAt(index)!;
}

/** Vulgar fractions and other numbers that are not digits; -1 for what is no number. */
function numericValue(point: number): number {
  const text = String.fromCodePoint(point);
  if (isDecimalDigit(categoryOf(point))) return digitValue(point);
  const superscript = '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(text);
  if (superscript >= 0) return superscript;
  const subscript = '₀₁₂₃₄₅₆₇₈₉'.indexOf(text);
  if (subscript >= 0) return subscript;
  const decomposed = /^(\d+)\u2044(\d+)$/.exec(text.normalize('NFKC'));
  if (decomposed !== null) return Number(decomposed[1]) / Number(decomposed[2]);
  if (point >= 0x2460 && point <= 0x2473) return point - 0x245f;
  const roman = text.normalize('NFKC').toUpperCase();
  return point >= 0x2160 && point <= 0x217f ? romanValue(roman) : -1;
}

/** Decimal digits come in runs of ten that start at zero. */
function digitValue(point: number): number {
  let zero = point;
  while (point - zero < 9 && isDecimalDigit(categoryOf(zero - 1))) zero--;
  return (point - zero) % 10;
}

function romanValue(text: string): number {
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const value = values[text[i]!] ?? 0;
    total += value < (values[text[i + 1] ?? ''] ?? 0) ? -value : value;
  }
  return total;
}

function fromPoint(point: number): string {
  if (point < 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
    raiseArgumentOutOfRange(
      'utf32',
      'A valid UTF32 value is between 0x000000 and 0x10ffff, inclusive, and should not include surrogate codepoint values (0x00d800 ~ 0x00dfff).',
    );
  }
  return String.fromCodePoint(point);
}

function combine(high: number, low: number): number {
  if (!isHigh(high))
    raiseArgumentOutOfRange(
      'highSurrogate',
      'A valid high surrogate character is between 0xd800 and 0xdbff, inclusive.',
    );
  if (!isLow(low))
    raiseArgumentOutOfRange('lowSurrogate', 'A valid low surrogate character is between 0xdc00 and 0xdfff, inclusive.');
  return 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
}

export const charLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  ...Object.fromEntries(
    Object.entries(tests).flatMap(([name, test]): [LibraryKey, LibraryFunction][] => [
      [`char.Is${name}(char)`, (_: H, unit: number) => test(unit)],
      [
        `char.Is${name}(string,int)`,
        (_: H, text: string | null, index: number) =>
          test(byUnit.has(name) ? unitAt(text, index) : pointAt(text, index)),
      ],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(asciiTests).map(([name, test]): [LibraryKey, LibraryFunction] => [
      `char.Is${name}(char)`,
      (_: H, unit: number) => test(unit),
    ]),
  ),
  ...comparing('char'),
  // Unlike numbers, chars answer the difference.
  'char.CompareTo(char)': (_: H, a: number, b: number) => a - b,
  'char.MaxValue': () => 0xffff,
  'char.MinValue': () => 0,
  'char.IsBetween(char,char,char)': (_: H, unit: number, min: number, max: number) => unit >= min && unit <= max,
  'char.IsSurrogatePair(char,char)': (_: H, high: number, low: number) => isHigh(high) && isLow(low),
  'char.IsSurrogatePair(string,int)': (_: H, text: string | null, index: number) => pointAt(text, index) > 0xffff,
  'char.ConvertFromUtf32(int)': (_: H, point: number) => fromPoint(point),
  'char.ConvertToUtf32(char,char)': (_: H, high: number, low: number) => combine(high, low),
  'char.ConvertToUtf32(string,int)': (_: H, text: string | null, index: number) => {
    const point = pointAt(text, index);
    if (isHigh(point) || isLow(point)) {
      raiseArgument(
        `Found a ${isHigh(point) ? 'high' : 'low'} surrogate char without a ${isHigh(point) ? 'following low' : 'preceding high'} surrogate at index: ${index}. The input may not be in this encoding, or may not contain valid Unicode (UTF-16) characters.`,
        's',
      );
    }
    return point;
  },
  'char.GetNumericValue(char)': (_: H, unit: number) => numericValue(unit),
  'char.GetNumericValue(string,int)': (_: H, text: string | null, index: number) => numericValue(pointAt(text, index)),
  'char.GetUnicodeCategory(char)': (_: H, unit: number) => categoryOf(unit),
  'char.Parse(string)': (_: H, text: string | null) => {
    if (text === null) raiseArgumentNull('s');
    return text.length === 1 ? text.charCodeAt(0) : raiseFormat('String must be exactly one character long.');
  },
  'char.TryParse(string,char)': (_: H, text: string | null, result: Ref) => {
    result.set(text?.length === 1 ? text.charCodeAt(0) : 0);
    return text?.length === 1;
  },
  'char.ToLower(char)': (_: H, unit: number) => toLowerUnit(unit),
  'char.ToLowerInvariant(char)': (_: H, unit: number) => toLowerUnit(unit),
  'char.ToUpper(char)': (_: H, unit: number) => toUpperUnit(unit),
  'char.ToUpperInvariant(char)': (_: H, unit: number) => toUpperUnit(unit),
  'char.ToString(char)': (_: H, unit: number) => String.fromCharCode(unit),
  'char.ToString()': (_: H, unit: number) => String.fromCharCode(unit),
  'char.ToString(IFormatProvider)': (_: H, unit: number) => String.fromCharCode(unit),
};
