/**
 * What formatting, equality and ordering ask of the library's value types that are classes here: `Decimal`, `GuidValue`,
 * `DateTimeValue` and the like. They are recognised by their methods, so that no file needs to know all of them.
 */
import type { IrType } from '../../ir/ir.ts';
import { parseIrType } from '../../ir/types.ts';
import { type DateOnlyValue, defaultDateOnly, formatDateOnly } from './dateonly.ts';
import { type DateTimeValue, defaultDateTime, formatDateTime } from './dates.ts';
import { Decimal } from './decimal.ts';
import { formatGuid, GuidValue } from './guid.ts';
import { makeRange } from './ranges.ts';
import { defaultTimeOnly, formatTimeOnly, type TimeOnlyValue } from './timeonly.ts';
import { type TimeSpanValue, timeSpanZero } from './timespan.ts';
import { formatTimeSpan } from './timespan-format.ts';
import { type LibraryHost, TupleValue, type Value } from './values.ts';

/** A value compared by what it holds. `toString()` is its text without a format. */
export interface StructValue {
  equals(other: this): boolean;
  hash(): number;
  toString(): string;
  /** The same for equal values and for no others of the type; `toString()` serves where there is none. */
  key?(): string;
  compareTo?(other: this): number;
}

export function isStruct(value: object): value is StructValue {
  return (
    typeof (value as Partial<StructValue>).equals === 'function' &&
    typeof (value as Partial<StructValue>).hash === 'function'
  );
}

type Formatter = (value: never, format: string | null) => string;

const formatters: Readonly<Record<string, Formatter>> = {
  DateTime: (value: DateTimeValue, format) => formatDateTime(value, format),
  DateOnly: (value: DateOnlyValue, format) => formatDateOnly(value, format),
  TimeOnly: (value: TimeOnlyValue, format) => formatTimeOnly(value, format),
  TimeSpan: (value: TimeSpanValue, format) => formatTimeSpan(value, format),
  Guid: (value: GuidValue, format) => formatGuid(value, format),
};

/** How a type of the library that is no number formats itself; undefined where format strings mean nothing. */
export function structFormatter(type: IrType): Formatter | undefined {
  return formatters[type];
}

const defaults: Readonly<Record<string, () => Value>> = {
  int: () => 0,
  char: () => 0,
  byte: () => 0,
  double: () => 0,
  long: () => 0n,
  decimal: () => Decimal.zero,
  bool: () => false,
  DateTime: defaultDateTime,
  DateOnly: defaultDateOnly,
  TimeOnly: defaultTimeOnly,
  TimeSpan: () => timeSpanZero,
  Guid: () => GuidValue.empty,
  Range: () => makeRange(0, 0),
};

/** `default(T)`: zero of a value type, null of any other. */
export function defaultOf(type: IrType, host: LibraryHost): Value {
  const known = defaults[type];
  if (known !== undefined) return known();
  if (type.endsWith('?')) return null;
  if (type.startsWith('(')) {
    const shape = parseIrType(type);
    if (shape.kind === 'tuple') {
      const parts = tupleParts(type);
      return new TupleValue(parts.map((part) => defaultOf(part, host)));
    }
  }
  return host.enumNames(type) === undefined ? null : 0;
}

/** The types of a tuple's parts: the text between the commas of its own level. */
export function tupleParts(type: IrType): readonly IrType[] {
  return splitTop(type.slice(1, type.lastIndexOf(')')));
}

/** The names and types of an anonymous type's members. */
export function anonymousParts(type: IrType): ReadonlyMap<string, IrType> {
  return new Map(
    splitTop(type.slice(1, type.lastIndexOf('}'))).map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1)] as const;
    }),
  );
}

function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if ('<({['.includes(char)) depth++;
    else if ('>)}]'.includes(char)) depth--;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}
