/** Members of object, `Type`, `Nullable<T>` and `HashCode`. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { combineHashes, equalsValue, hashValue } from './equality.ts';
import { raiseNullableHasNoValue, raiseNullReference } from './exceptions.ts';
import { toText } from './format.ts';
import { defaultOf } from './structs.ts';
import { fullTypeName, shortTypeName } from './type-names.ts';
import {
  AnonymousValue,
  Boxed,
  ExceptionValue,
  Instance,
  type LibraryFunction,
  type LibraryHost,
  TupleValue,
  type Value,
} from './values.ts';

type H = LibraryHost;

/** `typeof(T)` and `GetType()`. */
export class TypeValue {
  get typeName(): string {
    return 'Type';
  }

  readonly t: IrType;

  constructor(t: IrType) {
    this.t = t;
  }

  equals(other: TypeValue): boolean {
    return this.t === other.t;
  }

  key(): string {
    return this.t;
  }

  hash(): number {
    return hashValue(this.t);
  }

  toString(): string {
    return fullTypeName(this.t);
  }
}

/** What `new object()` makes. */
class PlainObject {}

/** What a library class tells of its type, with type arguments where it knows them. */
interface Typed {
  readonly typeName: IrType;
}

/** The run-time type of a value seen as `object`; a collection that does not know its elements' type has them as object. */
export function runtimeType(value: Value): IrType {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'long';
    case 'number':
      return 'double';
    case 'function':
      return 'Func';
  }
  if (value instanceof Boxed) return value.t;
  if (value instanceof Instance) return value.c.name;
  if (value instanceof ExceptionValue) return value.type;
  if (value instanceof TupleValue) return `(${value.items.map(runtimeType).join(',')})`;
  if (value instanceof AnonymousValue) {
    return `{${[...value.fields].map(([name, field]) => `${name}:${field === null ? 'object' : runtimeType(field)}`).join(',')}}`;
  }
  if (Array.isArray(value)) return 'object[]';
  const { typeName, entity } = value as Partial<Typed> & { readonly entity?: unknown };
  if (typeof typeName === 'string') return typeName;
  if (typeof entity === 'string') return entity;
  return 'object';
}

/** What the library's classes derive from, besides `object`. */
const bases: Readonly<Record<string, readonly string[]>> = { Group: ['Capture'], Match: ['Group', 'Capture'] };

/** Whether a value is of a class of the library; `name` is without type arguments. */
export function isLibraryClass(value: Value, name: string): boolean {
  const [own = ''] = runtimeType(value).split('<');
  return own === name || (Object.hasOwn(bases, own) && bases[own]!.includes(name));
}

function receiver(value: Value): Value {
  return value === null ? raiseNullReference() : value;
}

export const objectLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'object.new()': () => new PlainObject(),
  'object.Equals(object)': (_: H, a: Value, b: Value) => equalsValue(receiver(a), b),
  'object.GetHashCode()': (host: H, a: Value) => hashValue(receiver(a), host),
  'object.GetType()': (_: H, a: Value) => new TypeValue(runtimeType(receiver(a))),
  'object.ToString()': (host: H, a: Value) => toText(receiver(a), 'object', host),
  'object.Equals(object,object)': (_: H, a: Value, b: Value) => equalsValue(a, b),
  'object.ReferenceEquals(object,object)': (_: H, a: Value, b: Value) => a === b,

  'Type.Name': (_: H, type: TypeValue) => shortTypeName(type.t),
  'Type.FullName': (_: H, type: TypeValue) => fullTypeName(type.t),
  'Type.Equals(Type)': (_: H, a: TypeValue, b: TypeValue | null) => b !== null && a.equals(b),
  'Type.ToString()': (_: H, type: TypeValue) => type.toString(),
  'Type.op_Equality(Type,Type)': (_: H, a: TypeValue | null, b: TypeValue | null) => equalsValue(a, b),
  'Type.op_Inequality(Type,Type)': (_: H, a: TypeValue | null, b: TypeValue | null) => !equalsValue(a, b),

  'Nullable.HasValue': (_: H, value: Value) => value !== null,
  'Nullable.Value': (_: H, value: Value) => (value === null ? raiseNullableHasNoValue() : value),
  'Nullable.GetValueOrDefault()': (host: H, value: Value, targs: readonly IrType[]) =>
    value ?? defaultOf(targs[0] ?? 'object', host),
  'Nullable.GetValueOrDefault(T)': (_: H, value: Value, otherwise: Value) => value ?? otherwise,
  'Nullable.Equals(object)': (_: H, value: Value, other: Value, targs: readonly IrType[]) =>
    value === null || other === null
      ? value === other
      : equalsValue(targs[0] === undefined ? value : new Boxed(targs[0], value), other),
  'Nullable.GetHashCode()': (host: H, value: Value) => (value === null ? 0 : hashValue(value, host)),
  'Nullable.ToString()': (host: H, value: Value, targs: readonly IrType[]) => toText(value, targs[0] ?? 'object', host),

  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, i): [LibraryKey, LibraryFunction] => [
      `HashCode.Combine(${Array.from({ length: i + 1 }, (_, k) => `T${k + 1}`).join(',')})`,
      (host: H, ...args: Value[]) => combineHashes(args.slice(0, i + 1).map((value) => hashValue(value, host))),
    ]),
  ),
};
