/**
 * Text of values: `ToString()` of any static type in the invariant culture, format strings, alignment, interpolation and
 * composite formatting.
 */
import type { IrType } from '../../ir/ir.ts';
import { Decimal } from './decimal.ts';
import { formatEnum } from './enum-text.ts';
import { exceptionText, raiseFormat } from './exceptions.ts';
import { doubleText, formatNumber, type NumberType } from './number-format.ts';
import { anonymousParts, isStruct, structFormatter, tupleParts } from './structs.ts';
import { fullTypeName } from './type-names.ts';
import {
  AnonymousValue,
  Boxed,
  EngineAbort,
  ExceptionValue,
  Instance,
  type LibraryHost,
  TupleValue,
  type Value,
} from './values.ts';

/** `ToString()`, and what concatenation and `{0}` print: null is empty. */
export function toText(value: Value, type: IrType, host: LibraryHost): string {
  if (value === null || value === undefined) return '';
  switch (type) {
    case 'string':
      return value as string;
    case 'int':
    case 'byte':
    case 'long':
      return `${value as number}`;
    case 'bool':
      return value === true ? 'True' : 'False';
    case 'char':
      return String.fromCharCode(value as number);
    case 'double':
      return doubleText(value as number);
  }
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return numberText(value, type, host);
    case 'bigint':
      return `${value}`;
    case 'boolean':
      return value ? 'True' : 'False';
    case 'object':
      return objectText(value, type, host);
    default:
      return fullTypeName(type);
  }
}

/** A number whose type is neither int nor double: an enum, a nullable, or seen through a type parameter. */
function numberText(value: number, type: IrType, host: LibraryHost): string {
  if (type.endsWith('?')) return toText(value, type.slice(0, -1), host);
  const names = host.enumNames(type);
  return names === undefined ? doubleText(value) : formatEnum(value, names, 'G');
}

function objectText(value: object, type: IrType, host: LibraryHost): string {
  if (value instanceof Boxed) return toText(value.v, value.t, host);
  if (value instanceof TupleValue) {
    const types = type.startsWith('(') ? tupleParts(type) : [];
    return `(${value.items.map((item, i) => toText(item, types[i] ?? 'object', host)).join(', ')})`;
  }
  if (value instanceof AnonymousValue) {
    const types = type.startsWith('{') ? anonymousParts(type) : undefined;
    const fields = [...value.fields].map(
      ([name, field]) => `${name} = ${toText(field, types?.get(name) ?? 'object', host)}`,
    );
    return fields.length === 0 ? '{ }' : `{ ${fields.join(', ')} }`;
  }
  if (value instanceof Instance) {
    const override = value.c.overrides.get('object.ToString()');
    return override === undefined ? value.c.name : ((override(value) as string | null) ?? '');
  }
  if (value instanceof ExceptionValue) return exceptionText(value);
  if (isStruct(value)) return value.toString();
  const own = ownText(value, host);
  return own ?? fullTypeName(type.endsWith('?') ? type.slice(0, -1) : type);
}

/** What library classes may offer: `text(host)` where `ToString()` needs the engine, else a `toString` of their own. */
interface TextualValue {
  text(host: LibraryHost): string;
}

function ownText(value: object, host: LibraryHost): string | undefined {
  if (typeof (value as Partial<TextualValue>).text === 'function') return (value as TextualValue).text(host);
  const own = value.toString;
  if (own !== Object.prototype.toString && own !== Array.prototype.toString) return value.toString();
  const { entity } = value as { readonly entity?: unknown };
  return typeof entity === 'string' ? entity : undefined;
}

const numberTypes: ReadonlySet<string> = new Set(['int', 'long', 'double', 'decimal', 'byte']);

/**
 * `{value:format}` and `ToString(format)`. Types that know no formats ignore it, as in C#.
 * @throws FormatException for a format that the type does not have
 */
export function formatValue(value: Value, type: IrType, format: string | null, host: LibraryHost): string {
  if (value === null || value === undefined) return '';
  if (format === null || format === '') return toText(value, type, host);
  if (value instanceof Boxed) return formatValue(value.v, value.t, format, host);
  if (type.endsWith('?')) return formatValue(value, type.slice(0, -1), format, host);
  if (numberTypes.has(type)) return formatNumber(value as number, type as NumberType, format);
  const formatter = structFormatter(type);
  if (formatter !== undefined) return formatter(value as never, format);
  if (value instanceof Decimal) return formatNumber(value, 'decimal', format);
  if (typeof value === 'bigint') return formatNumber(value, 'long', format);
  if (typeof value === 'number' && type !== 'char') {
    const names = host.enumNames(type);
    return names === undefined ? formatNumber(value, 'double', format) : formatEnum(value, names, format);
  }
  if (value instanceof Instance) {
    const override = value.c.overrides.get('IFormattable.ToString(string,IFormatProvider)');
    if (override !== undefined) return (override(value, format, null) as string | null) ?? '';
  }
  return toText(value, type, host);
}

/** Pads to `width`: on the left, or on the right when it is negative. */
export function align(text: string, width: number): string {
  if (width === 0) return text;
  if (Math.abs(width) > 1_000_000)
    throw new EngineAbort('memory', `text of ${Math.abs(width)} characters was asked for`);
  return width > 0 ? text.padStart(width) : text.padEnd(-width);
}

/** A hole of an interpolated string. */
export interface Hole {
  readonly v: Value;
  readonly t: IrType;
  readonly align?: number;
  readonly format?: string;
}

/** An interpolated string of literal text and holes. */
export function interpolate(host: LibraryHost, parts: readonly (string | Hole)[]): string {
  let text = '';
  for (const part of parts)
    text += typeof part === 'string' ? part : holeText(host, part.v, part.t, part.align, part.format);
  return text;
}

export function holeText(
  host: LibraryHost,
  value: Value,
  type: IrType,
  width = 0,
  format: string | null = null,
): string {
  return align(formatValue(value, type, format, host), width);
}

const hole = /\{ *(\d+) *(?:, *(-?\d+) *)?(?::([^{}]*))?\}/y;

/**
 * `string.Format`. Arguments are of type `object`, so value types are boxed.
 * @throws FormatException for braces that do not match and for an index without an argument
 */
export function formatComposite(format: string, args: readonly Value[], host: LibraryHost): string {
  let text = '';
  let at = 0;
  while (at < format.length) {
    const brace = nextBrace(format, at);
    text += format.slice(at, brace);
    if (brace === format.length) break;
    if (format[brace + 1] === format[brace]) {
      text += format[brace];
      at = brace + 2;
      continue;
    }
    hole.lastIndex = brace;
    const match = format[brace] === '{' ? hole.exec(format) : null;
    if (match === null) raiseFormat('Input string was not in a correct format.');
    const index = Number(match[1]);
    if (index >= args.length) {
      raiseFormat(
        'Index (zero based) must be greater than or equal to zero and less than the size of the argument list.',
      );
    }
    text += holeText(host, args[index], 'object', Number(match[2] ?? 0), match[3] ?? null);
    at = hole.lastIndex;
  }
  host.charge(text.length >>> 4);
  return text;
}

function nextBrace(format: string, from: number): number {
  for (let at = from; at < format.length; at++) {
    const code = format.charCodeAt(at);
    if (code === 123 || code === 125) return at;
  }
  return format.length;
}
