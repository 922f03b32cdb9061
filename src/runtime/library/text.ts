/** Members of string, except searching, which `text-search.ts` has. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { toLowerText, toUpperText } from './case.ts';
import { isWhiteSpace } from './char.ts';
import { Comparison, compareText, equalText, findText, isCultural } from './collation.ts';
import { equalsValue, hashValue } from './equality.ts';
import {
  raiseArgument,
  raiseArgumentNull,
  raiseArgumentOutOfRange,
  raiseIndexOutOfRange,
  raiseNullReference,
} from './exceptions.ts';
import { formatComposite, toText } from './format.ts';
import { charged, chargeLength, checkLength, joinValues } from './join.ts';
import type { IndexValue, RangeValue } from './ranges.ts';
import { oneSeparator, splitText, stringSeparators, unitSeparators } from './split.ts';
import { trimText } from './trim.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Value } from './values.ts';

type H = LibraryHost;
type Text = string | null;
type Units = readonly number[] | null;

function unitAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? text.charCodeAt(index) : raiseIndexOutOfRange();
}

export function textOfUnits(units: readonly number[]): string {
  let text = '';
  // In slices: the number of arguments to a call is limited.
  for (let i = 0; i < units.length; i += 8192) text += String.fromCharCode(...units.slice(i, i + 8192));
  return text;
}

export function unitsOf(text: string): number[] {
  const units = new Array<number>(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function repeated(host: LibraryHost, unit: number, count: number): string {
  if (count < 0) raiseArgumentOutOfRange('count', `'count' must be non-negative.`);
  checkLength(host, count);
  return String.fromCharCode(unit).repeat(count);
}

function substring(text: string, start: number, length: number | undefined): string {
  if (start < 0) raiseArgumentOutOfRange('startIndex', 'StartIndex cannot be less than zero.');
  if (start > text.length) raiseArgumentOutOfRange('startIndex', 'startIndex cannot be larger than length of string.');
  if (length === undefined) return text.slice(start);
  if (length < 0) raiseArgumentOutOfRange('length', 'Length cannot be less than zero.');
  if (start + length > text.length) {
    raiseArgumentOutOfRange('length', 'Index and length must refer to a location within the string.');
  }
  return text.slice(start, start + length);
}

function removed(text: string, start: number, count: number | undefined): string {
  if (start < 0) raiseArgumentOutOfRange('startIndex', 'StartIndex cannot be less than zero.');
  if (count === undefined) {
    if (start > text.length) raiseArgumentOutOfRange('startIndex', 'startIndex must be less than length of string.');
    return text.slice(0, start);
  }
  if (count < 0) raiseArgumentOutOfRange('count', 'Count cannot be less than zero.');
  if (start + count > text.length) {
    raiseArgumentOutOfRange('count', 'Index and count must refer to a location within the string.');
  }
  return text.slice(0, start) + text.slice(start + count);
}

function padded(host: LibraryHost, text: string, width: number, unit: number, left: boolean): string {
  if (width < 0) raiseArgumentOutOfRange('totalWidth', 'Non-negative number required.');
  if (width <= text.length) return text;
  checkLength(host, width);
  const pad = String.fromCharCode(unit);
  return left ? text.padStart(width, pad) : text.padEnd(width, pad);
}

function replaced(
  host: LibraryHost,
  text: string,
  old: Text,
  by: Text,
  comparison: number = Comparison.ordinal,
): string {
  if (old === null) raiseArgumentNull('oldValue');
  if (old === '') raiseArgument('String cannot be of zero length.', 'oldValue');
  if (comparison === Comparison.ordinal) return checked(host, text.split(old), by ?? '');
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const found = findText(text, old, start, comparison);
    if (found === undefined || found.length === 0) break;
    parts.push(text.slice(start, found.index));
    start = found.index + found.length;
  }
  parts.push(text.slice(start));
  return checked(host, parts, by ?? '');
}

function checked(host: LibraryHost, parts: readonly string[], separator: string): string {
  const length = parts.reduce((sum, part) => sum + part.length, 0) + separator.length * (parts.length - 1);
  checkLength(host, length);
  return parts.join(separator);
}

/** `string.Compare` of parts: `length` at most of each. */
function compareParts(a: Text, ia: number, b: Text, ib: number, length: number, comparison: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (length < 0) raiseArgumentOutOfRange('length', 'Length cannot be less than zero.');
  if (ia < 0 || ib < 0) raiseArgumentOutOfRange(ia < 0 ? 'indexA' : 'indexB', 'Index must be non-negative.');
  if (ia > a.length) raiseArgumentOutOfRange('length1');
  if (ib > b.length) raiseArgumentOutOfRange('length2');
  return compareText(a.slice(ia, ia + length), b.slice(ib, ib + length), comparison);
}

function unitsWithin(text: string, start: number, length: number): number[] {
  if (start < 0 || start > text.length) raiseArgumentOutOfRange('startIndex');
  if (length < 0 || start + length > text.length) raiseArgumentOutOfRange('length');
  return unitsOf(text.slice(start, start + length));
}

function formatted(host: LibraryHost, format: Text, args: readonly Value[] | null): string {
  if (format === null) raiseArgumentNull('format');
  if (args === null) raiseArgumentNull('args');
  return formatComposite(format, args, host);
}

function joinPart(
  host: LibraryHost,
  separator: string,
  values: readonly Text[] | null,
  start: number,
  count: number,
): string {
  if (values === null) raiseArgumentNull('value');
  if (start < 0) raiseArgumentOutOfRange('startIndex', 'Non-negative number required.');
  if (count < 0) raiseArgumentOutOfRange('count', 'Non-negative number required.');
  if (start + count > values.length)
    raiseArgumentOutOfRange('startIndex', 'Index and count must refer to a location within the buffer.');
  return joinValues(host, separator, values.slice(start, start + count), 'string');
}

const concatAll = (host: H, ...parts: readonly Text[]): string => {
  let text = '';
  for (const part of parts) text += part ?? '';
  return charged(host, text);
};
const concatObjects = (host: H, ...parts: readonly Value[]): string => {
  let text = '';
  for (const part of parts) text += toText(part, 'object', host);
  return charged(host, text);
};

/** `Join` for a separator of type string or char. */
function joins(type: 'string' | 'char'): Record<LibraryKey, LibraryFunction> {
  const text = (separator: Text | number): string =>
    typeof separator === 'number' ? String.fromCharCode(separator) : (separator ?? '');
  const join = (host: H, separator: Text | number, values: Value, of: IrType): string =>
    values === null ? raiseArgumentNull('values') : joinValues(host, text(separator), values, of);
  return {
    [`string.Join(${type},string[])`]: (host: H, separator: Text | number, values: Value) =>
      join(host, separator, values, 'string'),
    [`string.Join(${type},object[])`]: (host: H, separator: Text | number, values: Value) =>
      join(host, separator, values, 'object'),
    [`string.Join(${type},IEnumerable<string>)`]: (host: H, separator: Text | number, values: Value) =>
      join(host, separator, values, 'string'),
    [`string.Join(${type},IEnumerable<T>)`]: (
      host: H,
      separator: Text | number,
      values: Value,
      targs: readonly IrType[],
    ) => join(host, separator, values, targs[0] ?? 'object'),
    [`string.Join(${type},string[],int,int)`]: (
      host: H,
      separator: Text | number,
      values: readonly Text[] | null,
      start: number,
      count: number,
    ) => joinPart(host, text(separator), values, start, count),
  };
}

const noLimit = 0x7fff_ffff;
const space = 32;

export const textLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'string.Empty': () => '',
  'string.Length': (_: H, s: string) => s.length,
  'string.this(int)': (_: H, s: string, index: number) => unitAt(s, index),
  'string.this(Index)': (_: H, s: string, index: IndexValue) => unitAt(s, index.offset(s.length)),
  'string.this(Range)': (_: H, s: string, range: RangeValue) => {
    const { start, length } = range.within(s.length);
    return s.slice(start, start + length);
  },
  'string.new(char,int)': (host: H, unit: number, count: number) => repeated(host, unit, count),
  'string.new(char[])': (host: H, units: Units) => charged(host, textOfUnits(units ?? [])),
  'string.new(char[],int,int)': (_: H, units: Units, start: number, length: number) => {
    if (units === null) raiseArgumentNull('value');
    if (start < 0) raiseArgumentOutOfRange('startIndex', 'StartIndex cannot be less than zero.');
    if (length < 0) raiseArgumentOutOfRange('length', 'Length cannot be less than zero.');
    if (start + length > units.length) {
      raiseArgumentOutOfRange(
        'startIndex',
        'Index was out of range. Must be non-negative and less than or equal to the size of the collection.',
      );
    }
    return textOfUnits(units.slice(start, start + length));
  },
  'string.Compare(string,string)': (_: H, a: Text, b: Text) => compareText(a, b, Comparison.invariantCulture),
  'string.Compare(string,string,bool)': (_: H, a: Text, b: Text, ignoreCase: boolean) =>
    compareText(a, b, ignoreCase ? Comparison.invariantCultureIgnoreCase : Comparison.invariantCulture),
  'string.Compare(string,string,StringComparison)': (_: H, a: Text, b: Text, comparison: number) =>
    compareText(a, b, comparison),
  'string.Compare(string,int,string,int,int)': (_: H, a: Text, ia: number, b: Text, ib: number, length: number) =>
    compareParts(a, ia, b, ib, length, Comparison.invariantCulture),
  'string.Compare(string,int,string,int,int,StringComparison)': (
    _: H,
    a: Text,
    ia: number,
    b: Text,
    ib: number,
    length: number,
    comparison: number,
  ) => compareParts(a, ia, b, ib, length, comparison),
  'string.CompareOrdinal(string,string)': (_: H, a: Text, b: Text) => compareText(a, b, Comparison.ordinal),
  'string.CompareOrdinal(string,int,string,int,int)': (
    _: H,
    a: Text,
    ia: number,
    b: Text,
    ib: number,
    length: number,
  ) => compareParts(a, ia, b, ib, length, Comparison.ordinal),
  'string.Concat(string,string)': (host: H, a: Text, b: Text) => concatAll(host, a, b),
  'string.Concat(string,string,string)': (host: H, a: Text, b: Text, c: Text) => concatAll(host, a, b, c),
  'string.Concat(string,string,string,string)': (host: H, a: Text, b: Text, c: Text, d: Text) =>
    concatAll(host, a, b, c, d),
  'string.Concat(string[])': (host: H, values: readonly Text[] | null) =>
    values === null ? raiseArgumentNull('values') : joinValues(host, '', values, 'string'),
  'string.Concat(object)': (host: H, a: Value) => concatObjects(host, a),
  'string.Concat(object,object)': (host: H, a: Value, b: Value) => concatObjects(host, a, b),
  'string.Concat(object,object,object)': (host: H, a: Value, b: Value, c: Value) => concatObjects(host, a, b, c),
  'string.Concat(object[])': (host: H, values: readonly Value[] | null) =>
    values === null ? raiseArgumentNull('args') : joinValues(host, '', values, 'object'),
  'string.Concat(IEnumerable<string>)': (host: H, values: Value) =>
    values === null ? raiseArgumentNull('values') : joinValues(host, '', values, 'string'),
  'string.Concat(IEnumerable<T>)': (host: H, values: Value, targs: readonly IrType[]) =>
    values === null ? raiseArgumentNull('values') : joinValues(host, '', values, targs[0] ?? 'object'),
  'string.Equals(string,string)': (_: H, a: Text, b: Text) => a === b,
  'string.Equals(string,string,StringComparison)': (_: H, a: Text, b: Text, comparison: number) =>
    equalText(a, b, comparison),
  'string.Equals(object,object)': (_: H, a: Value, b: Value) => equalsValue(a, b),
  'string.IsNullOrEmpty(string)': (_: H, s: Text) => s === null || s === '',
  'string.IsNullOrWhiteSpace(string)': (_: H, s: Text) => s === null || unitsOf(s).every(isWhiteSpace),
  'string.Format(string,object)': (host: H, format: Text, a: Value) => formatted(host, format, [a]),
  'string.Format(string,object,object)': (host: H, format: Text, a: Value, b: Value) => formatted(host, format, [a, b]),
  'string.Format(string,object,object,object)': (host: H, format: Text, a: Value, b: Value, c: Value) =>
    formatted(host, format, [a, b, c]),
  'string.Format(string,object[])': (host: H, format: Text, args: readonly Value[] | null) =>
    formatted(host, format, args),
  'string.Format(IFormatProvider,string,object)': (host: H, _p: Value, format: Text, a: Value) =>
    formatted(host, format, [a]),
  'string.Format(IFormatProvider,string,object,object)': (host: H, _p: Value, format: Text, a: Value, b: Value) =>
    formatted(host, format, [a, b]),
  'string.Format(IFormatProvider,string,object,object,object)': (
    host: H,
    _p: Value,
    format: Text,
    a: Value,
    b: Value,
    c: Value,
  ) => formatted(host, format, [a, b, c]),
  'string.Format(IFormatProvider,string,object[])': (host: H, _p: Value, format: Text, args: readonly Value[] | null) =>
    formatted(host, format, args),
  ...joins('string'),
  ...joins('char'),
  'string.CompareTo(string)': (_: H, s: string, other: Text) => compareText(s, other, Comparison.invariantCulture),
  'string.CompareTo(object)': (_: H, s: string, other: Value) =>
    other === null || typeof other === 'string'
      ? compareText(s, other, Comparison.invariantCulture)
      : raiseArgument('Object must be of type String.'),
  'string.Equals(string)': (_: H, s: Text, other: Text) => requireReceiver(s) === other,
  'string.Equals(string,StringComparison)': (_: H, s: Text, other: Text, comparison: number) =>
    equalText(requireReceiver(s), other, comparison),
  'string.Equals(object)': (_: H, s: Text, other: Value) =>
    requireReceiver(s) === (other instanceof Boxed ? undefined : other),
  'string.GetHashCode()': (host: H, s: string) => hashValue(s, host),
  'string.GetHashCode(StringComparison)': (host: H, s: string, comparison: number) =>
    hashValue(comparison === Comparison.ordinal ? s : toUpperText(isCultural(comparison) ? s.normalize() : s), host),
  'string.Insert(int,string)': (host: H, s: string, at: number, value: Text) => {
    if (value === null) raiseArgumentNull('value');
    if (at < 0 || at > s.length) raiseArgumentOutOfRange('startIndex');
    return charged(host, s.slice(0, at) + value + s.slice(at));
  },
  'string.IsNormalized()': (_: H, s: string) => s === s.normalize(),
  'string.Normalize()': (_: H, s: string) => s.normalize(),
  'string.PadLeft(int)': (host: H, s: string, width: number) => padded(host, s, width, space, true),
  'string.PadLeft(int,char)': (host: H, s: string, width: number, unit: number) => padded(host, s, width, unit, true),
  'string.PadRight(int)': (host: H, s: string, width: number) => padded(host, s, width, space, false),
  'string.PadRight(int,char)': (host: H, s: string, width: number, unit: number) => padded(host, s, width, unit, false),
  'string.Remove(int)': (_: H, s: string, start: number) => removed(s, start, undefined),
  'string.Remove(int,int)': (_: H, s: string, start: number, count: number) => removed(s, start, count),
  'string.Replace(char,char)': (host: H, s: string, old: number, by: number) =>
    charged(
      host,
      s.replaceAll(String.fromCharCode(old), () => String.fromCharCode(by)),
    ),
  'string.Replace(string,string)': (host: H, s: string, old: Text, by: Text) => replaced(host, s, old, by),
  'string.Replace(string,string,StringComparison)': (host: H, s: string, old: Text, by: Text, comparison: number) =>
    replaced(host, s, old, by, comparison),
  'string.ReplaceLineEndings()': (host: H, s: string) =>
    charged(host, s.replace(/\r\n|[\n\r\f\u0085\u2028\u2029]/g, '\n')),
  'string.ReplaceLineEndings(string)': (host: H, s: string, by: Text) =>
    by === null
      ? raiseArgumentNull('replacementText')
      : charged(
          host,
          s.replace(/\r\n|[\n\r\f\u0085\u2028\u2029]/g, () => by),
        ),
  'string.Split(char[])': (host: H, s: string, separator: Units) =>
    split(host, s, unitSeparators(separator), noLimit, 0),
  'string.Split(char,StringSplitOptions)': (host: H, s: string, separator: number, options: number) =>
    split(host, s, unitSeparators([separator]), noLimit, options),
  'string.Split(char,int,StringSplitOptions)': (
    host: H,
    s: string,
    separator: number,
    count: number,
    options: number,
  ) => split(host, s, unitSeparators([separator]), count, options),
  'string.Split(char[],int)': (host: H, s: string, separator: Units, count: number) =>
    split(host, s, unitSeparators(separator), count, 0),
  'string.Split(char[],StringSplitOptions)': (host: H, s: string, separator: Units, options: number) =>
    split(host, s, unitSeparators(separator), noLimit, options),
  'string.Split(char[],int,StringSplitOptions)': (
    host: H,
    s: string,
    separator: Units,
    count: number,
    options: number,
  ) => split(host, s, unitSeparators(separator), count, options),
  'string.Split(string,StringSplitOptions)': (host: H, s: string, separator: Text, options: number) =>
    split(host, s, oneSeparator(separator), noLimit, options),
  'string.Split(string,int,StringSplitOptions)': (
    host: H,
    s: string,
    separator: Text,
    count: number,
    options: number,
  ) => split(host, s, oneSeparator(separator), count, options),
  'string.Split(string[],StringSplitOptions)': (
    host: H,
    s: string,
    separator: readonly Text[] | null,
    options: number,
  ) => split(host, s, stringSeparators(separator), noLimit, options),
  'string.Split(string[],int,StringSplitOptions)': (
    host: H,
    s: string,
    separator: readonly Text[] | null,
    count: number,
    options: number,
  ) => split(host, s, stringSeparators(separator), count, options),
  'string.Substring(int)': (_: H, s: string, start: number) => substring(s, start, undefined),
  'string.Substring(int,int)': (_: H, s: string, start: number, length: number) => substring(s, start, length),
  'string.ToCharArray()': (host: H, s: string) => {
    chargeLength(host, s.length);
    return unitsOf(s);
  },
  'string.ToCharArray(int,int)': (_: H, s: string, start: number, length: number) => unitsWithin(s, start, length),
  'string.ToLower()': (_: H, s: string) => toLowerText(s),
  'string.ToLower(CultureInfo)': (_: H, s: string) => toLowerText(s),
  'string.ToLowerInvariant()': (_: H, s: string) => toLowerText(s),
  'string.ToUpper()': (_: H, s: string) => toUpperText(s),
  'string.ToUpper(CultureInfo)': (_: H, s: string) => toUpperText(s),
  'string.ToUpperInvariant()': (_: H, s: string) => toUpperText(s),
  'string.ToString()': (_: H, s: Text) => requireReceiver(s),
  'string.ToString(IFormatProvider)': (_: H, s: Text) => requireReceiver(s),
  'string.Trim()': (_: H, s: string) => trimText(s),
  'string.Trim(char)': (_: H, s: string, unit: number) => trimText(s, [unit]),
  'string.Trim(char[])': (_: H, s: string, units: Units) => trimText(s, units),
  'string.TrimStart()': (_: H, s: string) => trimText(s, null, true, false),
  'string.TrimStart(char)': (_: H, s: string, unit: number) => trimText(s, [unit], true, false),
  'string.TrimStart(char[])': (_: H, s: string, units: Units) => trimText(s, units, true, false),
  'string.TrimEnd()': (_: H, s: string) => trimText(s, null, false, true),
  'string.TrimEnd(char)': (_: H, s: string, unit: number) => trimText(s, [unit], false, true),
  'string.TrimEnd(char[])': (_: H, s: string, units: Units) => trimText(s, units, false, true),
};

function split(
  host: LibraryHost,
  text: string,
  separators: Parameters<typeof splitText>[1],
  count: number,
  options: number,
): string[] {
  chargeLength(host, text.length);
  return splitText(text, separators, count, options);
}

/** Members that would answer for null if nobody asked. */
function requireReceiver(text: Text): string {
  return text ?? raiseNullReference();
}
