/** `Contains`, `StartsWith`, `EndsWith`, `IndexOf` and `LastIndexOf` of string. Without a comparison, text is sought by the
 * culture and single characters by their units, as in .NET; only `Contains` is always ordinal. */
import type { LibraryKey } from '../../ir/ir.ts';
import { Comparison, checkComparison, endsWithText, findLastText, findText, startsWithText } from './collation.ts';
import { raiseArgumentNull, raiseArgumentOutOfRange } from './exceptions.ts';
import type { LibraryFunction, LibraryHost } from './values.ts';

type H = LibraryHost;
type Text = string | null;
type Units = readonly number[] | null;

const cultural = Comparison.currentCulture;

function required(value: Text): string {
  return value ?? raiseArgumentNull('value');
}

function checkStart(text: string, start: number): void {
  if (start < 0 || start > text.length) {
    raiseArgumentOutOfRange(
      'startIndex',
      'Index was out of range. Must be non-negative and less than or equal to the size of the collection.',
    );
  }
}

function checkCount(text: string, start: number, count: number): void {
  if (count < 0 || start + count > text.length) {
    raiseArgumentOutOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  }
}

function indexOf(text: string, value: Text, start: number, count: number, comparison: number): number {
  const part = required(value);
  checkComparison(comparison);
  checkStart(text, start);
  checkCount(text, start, count);
  return findText(text.slice(0, start + count), part, start, comparison)?.index ?? -1;
}

function unitIndex(text: string, unit: number, start: number, count: number): number {
  checkStart(text, start);
  checkCount(text, start, count);
  const index = text.indexOf(String.fromCharCode(unit), start);
  return index < start + count ? index : -1;
}

/** Searches backwards from `start`, over `count` units. */
function lastIndexOf(text: string, value: Text, start: number, count: number | undefined, comparison: number): number {
  const part = required(value);
  checkComparison(comparison);
  if (text === '' && (start === -1 || start === 0)) return part === '' ? 0 : -1;
  let from = start;
  let length = count ?? start + 1;
  if (from < 0 || from > text.length) raiseArgumentOutOfRange('startIndex', outOfRange);
  if (from === text.length) {
    from--;
    if (length > 0) length--;
  }
  if (length < 0 || from - length + 1 < 0) raiseArgumentOutOfRange('count', outOfCount);
  // An empty text is found behind the last unit looked at.
  if (part === '') return from + 1;
  return findLastText(text, part, from - length + 1, from + 1, comparison)?.index ?? -1;
}

const outOfRange = 'Index was out of range. Must be non-negative and less than or equal to the size of the collection.';
const outOfCount = 'Count must be positive and count must refer to a location within the string/array/collection.';

function lastUnitIndex(text: string, matches: (unit: number) => boolean, start: number, count: number): number {
  if (text === '') return -1;
  if (start < 0 || start >= text.length) raiseArgumentOutOfRange('startIndex', outOfRange);
  if (count < 0 || start - count + 1 < 0) raiseArgumentOutOfRange('count', outOfCount);
  for (let i = start; i > start - count; i--) if (matches(text.charCodeAt(i))) return i;
  return -1;
}

function indexOfAny(text: string, units: Units, start: number, count: number): number {
  if (units === null) raiseArgumentNull('anyOf');
  checkStart(text, start);
  checkCount(text, start, count);
  for (let i = start; i < start + count; i++) if (units.includes(text.charCodeAt(i))) return i;
  return -1;
}

function lastIndexOfAny(text: string, units: Units, start: number, count: number): number {
  if (units === null) raiseArgumentNull('anyOf');
  return lastUnitIndex(text, (unit) => units.includes(unit), start, count);
}

export const textSearchLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'string.Contains(string)': (_: H, s: string, value: Text) => s.includes(required(value)),
  'string.Contains(char)': (_: H, s: string, unit: number) => s.includes(String.fromCharCode(unit)),
  'string.Contains(string,StringComparison)': (_: H, s: string, value: Text, comparison: number) =>
    indexOf(s, value, 0, s.length, comparison) >= 0,
  'string.Contains(char,StringComparison)': (_: H, s: string, unit: number, comparison: number) =>
    indexOf(s, String.fromCharCode(unit), 0, s.length, comparison) >= 0,
  'string.StartsWith(string)': (_: H, s: string, value: Text) => startsWithText(s, required(value), cultural),
  'string.StartsWith(char)': (_: H, s: string, unit: number) => s !== '' && s.charCodeAt(0) === unit,
  'string.StartsWith(string,StringComparison)': (_: H, s: string, value: Text, comparison: number) =>
    startsWithText(s, required(value), comparison),
  'string.EndsWith(string)': (_: H, s: string, value: Text) => endsWithText(s, required(value), cultural),
  'string.EndsWith(char)': (_: H, s: string, unit: number) => s !== '' && s.charCodeAt(s.length - 1) === unit,
  'string.EndsWith(string,StringComparison)': (_: H, s: string, value: Text, comparison: number) =>
    endsWithText(s, required(value), comparison),

  'string.IndexOf(char)': (_: H, s: string, unit: number) => s.indexOf(String.fromCharCode(unit)),
  'string.IndexOf(char,int)': (_: H, s: string, unit: number, start: number) =>
    unitIndex(s, unit, start, s.length - start),
  'string.IndexOf(char,int,int)': (_: H, s: string, unit: number, start: number, count: number) =>
    unitIndex(s, unit, start, count),
  'string.IndexOf(char,StringComparison)': (_: H, s: string, unit: number, comparison: number) =>
    indexOf(s, String.fromCharCode(unit), 0, s.length, comparison),
  'string.IndexOf(string)': (_: H, s: string, value: Text) => indexOf(s, value, 0, s.length, cultural),
  'string.IndexOf(string,int)': (_: H, s: string, value: Text, start: number) =>
    indexOf(s, value, start, s.length - start, cultural),
  'string.IndexOf(string,int,int)': (_: H, s: string, value: Text, start: number, count: number) =>
    indexOf(s, value, start, count, cultural),
  'string.IndexOf(string,StringComparison)': (_: H, s: string, value: Text, comparison: number) =>
    indexOf(s, value, 0, s.length, comparison),
  'string.IndexOf(string,int,StringComparison)': (_: H, s: string, value: Text, start: number, comparison: number) =>
    indexOf(s, value, start, s.length - start, comparison),
  'string.IndexOf(string,int,int,StringComparison)': (
    _: H,
    s: string,
    value: Text,
    start: number,
    count: number,
    comparison: number,
  ) => indexOf(s, value, start, count, comparison),
  'string.IndexOfAny(char[])': (_: H, s: string, units: Units) => indexOfAny(s, units, 0, s.length),
  'string.IndexOfAny(char[],int)': (_: H, s: string, units: Units, start: number) =>
    indexOfAny(s, units, start, s.length - start),
  'string.IndexOfAny(char[],int,int)': (_: H, s: string, units: Units, start: number, count: number) =>
    indexOfAny(s, units, start, count),

  'string.LastIndexOf(char)': (_: H, s: string, unit: number) => s.lastIndexOf(String.fromCharCode(unit)),
  'string.LastIndexOf(char,int)': (_: H, s: string, unit: number, start: number) =>
    lastUnitIndex(s, (u) => u === unit, start, start + 1),
  'string.LastIndexOf(char,int,int)': (_: H, s: string, unit: number, start: number, count: number) =>
    lastUnitIndex(s, (u) => u === unit, start, count),
  'string.LastIndexOf(string)': (_: H, s: string, value: Text) =>
    lastIndexOf(s, value, s.length - 1, s.length, cultural),
  'string.LastIndexOf(string,int)': (_: H, s: string, value: Text, start: number) =>
    lastIndexOf(s, value, start, undefined, cultural),
  'string.LastIndexOf(string,int,int)': (_: H, s: string, value: Text, start: number, count: number) =>
    lastIndexOf(s, value, start, count, cultural),
  'string.LastIndexOf(string,StringComparison)': (_: H, s: string, value: Text, comparison: number) =>
    lastIndexOf(s, value, s.length - 1, s.length, comparison),
  'string.LastIndexOf(string,int,StringComparison)': (
    _: H,
    s: string,
    value: Text,
    start: number,
    comparison: number,
  ) => lastIndexOf(s, value, start, undefined, comparison),
  'string.LastIndexOf(string,int,int,StringComparison)': (
    _: H,
    s: string,
    value: Text,
    start: number,
    count: number,
    comparison: number,
  ) => lastIndexOf(s, value, start, count, comparison),
  'string.LastIndexOfAny(char[])': (_: H, s: string, units: Units) => lastIndexOfAny(s, units, s.length - 1, s.length),
  'string.LastIndexOfAny(char[],int)': (_: H, s: string, units: Units, start: number) =>
    lastIndexOfAny(s, units, start, start + 1),
  'string.LastIndexOfAny(char[],int,int)': (_: H, s: string, units: Units, start: number, count: number) =>
    lastIndexOfAny(s, units, start, count),
};
