/** `StringBuilder`. The text is kept in one string: JavaScript's ropes make appending cheap. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { raiseArgument, raiseArgumentNull, raiseArgumentOutOfRange, raiseIndexOutOfRange } from './exceptions.ts';
import { formatComposite, toText } from './format.ts';
import { charged, chargeLength, joinValues } from './join.ts';
import { textOfUnits } from './text.ts';
import type { LibraryFunction, LibraryHost, Value } from './values.ts';

export class StringBuilderValue {
  get typeName(): string {
    return 'StringBuilder';
  }

  value: string;
  #capacity: number;

  constructor(value = '', capacity = 16) {
    this.value = value;
    this.#capacity = Math.max(16, capacity);
  }

  get capacity(): number {
    while (this.#capacity < this.value.length) this.#capacity *= 2;
    return this.#capacity;
  }

  set capacity(value: number) {
    if (value < this.value.length) raiseArgumentOutOfRange('value', 'capacity was less than the current size.');
    this.#capacity = value;
  }

  toString(): string {
    return this.value;
  }
}

type H = LibraryHost;
type B = StringBuilderValue;
type Text = string | null;

function append(host: LibraryHost, builder: B, text: string): B {
  if (text.length >= 64) chargeLength(host, text.length);
  builder.value += text;
  return builder;
}

function insert(host: LibraryHost, builder: B, at: number, text: string): B {
  if (at < 0 || at > builder.value.length) raiseArgumentOutOfRange('index');
  builder.value = charged(host, builder.value.slice(0, at) + text + builder.value.slice(at));
  return builder;
}

function checkRange(builder: B, start: number, length: number): void {
  if (start < 0) raiseArgumentOutOfRange('startIndex', 'Non-negative number required.');
  if (length < 0) raiseArgumentOutOfRange('length', 'Non-negative number required.');
  if (start + length > builder.value.length) {
    raiseArgumentOutOfRange(
      'length',
      'Index was out of range. Must be non-negative and less than or equal to the size of the collection.',
    );
  }
}

function replace(host: LibraryHost, builder: B, old: Text, by: Text, start = 0, count = builder.value.length): B {
  if (old === null) raiseArgumentNull('oldValue');
  if (old === '') raiseArgument('The value cannot be an empty string.', 'oldValue');
  checkRange(builder, start, count);
  const { value } = builder;
  const within = value.slice(start, start + count).replaceAll(old, () => by ?? '');
  builder.value = charged(host, value.slice(0, start) + within + value.slice(start + count));
  return builder;
}

function setLength(host: LibraryHost, builder: B, length: number): null {
  if (length < 0) raiseArgumentOutOfRange('value', 'Length cannot be less than zero.');
  chargeLength(host, length);
  builder.value = builder.value.slice(0, length).padEnd(length, '\0');
  return null;
}

function unitAt(builder: B, index: number): number {
  return index >= 0 && index < builder.value.length ? builder.value.charCodeAt(index) : raiseIndexOutOfRange();
}

function setUnit(builder: B, index: number, unit: number): null {
  if (index < 0 || index >= builder.value.length) raiseArgumentOutOfRange('index');
  builder.value = builder.value.slice(0, index) + String.fromCharCode(unit) + builder.value.slice(index + 1);
  return null;
}

/** The types that `Append` and `Insert` take by themselves. */
const appended: readonly IrType[] = ['string', 'char', 'int', 'long', 'double', 'decimal', 'bool', 'object'];

function formatted(host: LibraryHost, builder: B, format: Text, args: readonly Value[]): B {
  return append(host, builder, formatComposite(format ?? raiseArgumentNull('format'), args, host));
}

function joins(type: 'string' | 'char'): Record<LibraryKey, LibraryFunction> {
  const join = (host: H, builder: B, separator: Text | number, values: Value, of: IrType): B =>
    append(
      host,
      builder,
      joinValues(
        host,
        typeof separator === 'number' ? String.fromCharCode(separator) : (separator ?? ''),
        values ?? raiseArgumentNull('values'),
        of,
      ),
    );
  return {
    [`StringBuilder.AppendJoin(${type},string[])`]: (host: H, b: B, separator: Text | number, values: Value) =>
      join(host, b, separator, values, 'string'),
    [`StringBuilder.AppendJoin(${type},object[])`]: (host: H, b: B, separator: Text | number, values: Value) =>
      join(host, b, separator, values, 'object'),
    [`StringBuilder.AppendJoin(${type},IEnumerable<T>)`]: (
      host: H,
      b: B,
      separator: Text | number,
      values: Value,
      targs: readonly IrType[],
    ) => join(host, b, separator, values, targs[0] ?? 'object'),
  };
}

export const stringBuilderLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'StringBuilder.new()': () => new StringBuilderValue(),
  'StringBuilder.new(string)': (_: H, value: Text) => new StringBuilderValue(value ?? ''),
  'StringBuilder.new(int)': (_: H, capacity: number) =>
    capacity < 0 ? raiseArgumentOutOfRange('capacity') : new StringBuilderValue('', capacity),
  'StringBuilder.new(string,int)': (_: H, value: Text, capacity: number) =>
    new StringBuilderValue(value ?? '', capacity),
  'StringBuilder.Length': (_: H, b: B) => b.value.length,
  'StringBuilder.Length=': (host: H, b: B, length: number) => setLength(host, b, length),
  'StringBuilder.Capacity': (_: H, b: B) => b.capacity,
  'StringBuilder.Capacity=': (_: H, b: B, capacity: number) => {
    b.capacity = capacity;
    return null;
  },
  'StringBuilder.this(int)': (_: H, b: B, index: number) => unitAt(b, index),
  'StringBuilder.this(int)=': (_: H, b: B, index: number, unit: number) => setUnit(b, index, unit),
  ...Object.fromEntries(
    appended.flatMap((type): [LibraryKey, LibraryFunction][] => [
      [`StringBuilder.Append(${type})`, (host: H, b: B, value: Value) => append(host, b, toText(value, type, host))],
      [
        `StringBuilder.Insert(int,${type})`,
        (host: H, b: B, at: number, value: Value) => insert(host, b, at, toText(value, type, host)),
      ],
    ]),
  ),
  'StringBuilder.Append(char[])': (host: H, b: B, units: readonly number[] | null) =>
    append(host, b, textOfUnits(units ?? [])),
  'StringBuilder.Insert(int,char[])': (host: H, b: B, at: number, units: readonly number[] | null) =>
    insert(host, b, at, textOfUnits(units ?? [])),
  'StringBuilder.Append(StringBuilder)': (host: H, b: B, other: B | null) => append(host, b, other?.value ?? ''),
  'StringBuilder.Append(char,int)': (host: H, b: B, unit: number, count: number) => {
    if (count < 0) raiseArgumentOutOfRange('repeatCount', 'Non-negative number required.');
    chargeLength(host, count);
    return append(host, b, String.fromCharCode(unit).repeat(count));
  },
  'StringBuilder.Append(string,int,int)': (host: H, b: B, value: Text, start: number, count: number) => {
    if (value === null) return start === 0 && count === 0 ? b : raiseArgumentNull('value');
    if (start < 0 || count < 0 || start + count > value.length)
      raiseArgumentOutOfRange(count < 0 ? 'count' : 'startIndex');
    return append(host, b, value.slice(start, start + count));
  },
  'StringBuilder.AppendLine()': (host: H, b: B) => append(host, b, '\n'),
  'StringBuilder.AppendLine(string)': (host: H, b: B, value: Text) => append(host, b, `${value ?? ''}\n`),
  'StringBuilder.AppendFormat(string,object)': (host: H, b: B, format: Text, a: Value) =>
    formatted(host, b, format, [a]),
  'StringBuilder.AppendFormat(string,object,object)': (host: H, b: B, format: Text, x: Value, y: Value) =>
    formatted(host, b, format, [x, y]),
  'StringBuilder.AppendFormat(string,object,object,object)': (
    host: H,
    b: B,
    format: Text,
    x: Value,
    y: Value,
    z: Value,
  ) => formatted(host, b, format, [x, y, z]),
  'StringBuilder.AppendFormat(string,object[])': (host: H, b: B, format: Text, args: readonly Value[] | null) =>
    formatted(host, b, format, args ?? raiseArgumentNull('args')),
  'StringBuilder.AppendFormat(IFormatProvider,string,object[])': (
    host: H,
    b: B,
    _p: Value,
    format: Text,
    args: readonly Value[] | null,
  ) => formatted(host, b, format, args ?? raiseArgumentNull('args')),
  ...joins('string'),
  ...joins('char'),
  'StringBuilder.Insert(int,string,int)': (host: H, b: B, at: number, value: Text, count: number) => {
    if (count < 0) raiseArgumentOutOfRange('count', 'Non-negative number required.');
    chargeLength(host, (value ?? '').length * count);
    return insert(host, b, at, (value ?? '').repeat(count));
  },
  'StringBuilder.Remove(int,int)': (_: H, b: B, start: number, length: number) => {
    checkRange(b, start, length);
    b.value = b.value.slice(0, start) + b.value.slice(start + length);
    return b;
  },
  'StringBuilder.Replace(char,char)': (host: H, b: B, old: number, by: number) =>
    replace(host, b, String.fromCharCode(old), String.fromCharCode(by)),
  'StringBuilder.Replace(char,char,int,int)': (host: H, b: B, old: number, by: number, start: number, count: number) =>
    replace(host, b, String.fromCharCode(old), String.fromCharCode(by), start, count),
  'StringBuilder.Replace(string,string)': (host: H, b: B, old: Text, by: Text) => replace(host, b, old, by),
  'StringBuilder.Replace(string,string,int,int)': (host: H, b: B, old: Text, by: Text, start: number, count: number) =>
    replace(host, b, old, by, start, count),
  'StringBuilder.Clear()': (_: H, b: B) => {
    b.value = '';
    return b;
  },
  'StringBuilder.EnsureCapacity(int)': (_: H, b: B, capacity: number) => {
    if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
    if (capacity > b.capacity) b.capacity = capacity;
    return b.capacity;
  },
  'StringBuilder.Equals(StringBuilder)': (_: H, b: B, other: B | null) => other !== null && b.value === other.value,
  'StringBuilder.ToString()': (_: H, b: B) => b.value,
  'StringBuilder.ToString(int,int)': (_: H, b: B, start: number, length: number) => {
    checkRange(b, start, length);
    return b.value.slice(start, start + length);
  },
};
