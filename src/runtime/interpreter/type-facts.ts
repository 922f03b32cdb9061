/** What the interpreter must know of types at run time: which are values, what their defaults are, how they are tested. */
import type { IrType } from '../../ir/ir.ts';
import type { ClassModel, ClientModel, EntityField, EntityModel, EnumModel } from '../../ir/model.ts';
import { formatIrType, parseIrType, type TypeShape } from '../../ir/types.ts';
import { isExceptionOf } from '../library/exceptions.ts';
import { defaultOf as libraryDefaultOf } from '../library/structs.ts';
import {
  AnonymousValue,
  Boxed,
  ExceptionValue,
  Instance,
  type LibraryHost,
  TupleValue,
  type Value,
} from '../library/values.ts';
import { isLibraryException, libraryEnumNames, libraryTypeTest } from './library-bridge.ts';

/** The declarations of types that a definition carries. */
export interface DeclaredTypes {
  readonly enums: readonly EnumModel[];
  readonly entities: readonly EntityModel[];
  readonly classes: readonly ClassModel[];
  readonly clients: readonly ClientModel[];
}

/** How a value type lies in memory: what generated code may do with it without asking. */
export type Primitive = 'int' | 'long' | 'double' | 'decimal' | 'bool' | 'char' | 'byte' | 'enum' | 'string';

const structs: ReadonlySet<string> = new Set(
  'int long double decimal bool char byte float DateTime DateOnly TimeOnly TimeSpan Guid Index Range KeyValuePair DateTimeOffset'.split(
    ' ',
  ),
);
const delegates: ReadonlySet<string> = new Set(['Func', 'Action', 'Predicate', 'Comparison', 'Delegate']);

/** The members that every row has besides those its entity declares. */
export const implicitFields: readonly string[] = ['Id', 'CreatedAt', 'ModifiedAt', 'CreatedBy', 'ModifiedBy'];

/** Tests a value that is seen as `object`: value types are boxed. */
export type TypeTest = (value: Value) => boolean;

export interface RowLike {
  readonly entity: string;
}

export function isRow(value: Value): value is RowLike {
  return typeof value === 'object' && value !== null && typeof (value as { entity?: unknown }).entity === 'string';
}

export class TypeFacts {
  readonly #enums = new Map<string, ReadonlyMap<number, string>>();
  readonly #entities = new Map<string, EntityModel>();
  readonly #classes = new Map<string, ClassModel>();
  /** Everything a row of an entity is: itself, its bases, their interfaces. */
  readonly #entityIs = new Map<string, ReadonlySet<string>>();
  readonly #tests = new Map<IrType, TypeTest>();
  readonly #normal = new Map<IrType, IrType>();

  constructor(types: DeclaredTypes) {
    for (const e of types.enums)
      this.#enums.set(e.name, new Map([...e.members].reverse().map((m) => [m.value, m.name])));
    for (const e of types.entities) this.#entities.set(e.name, e);
    for (const c of types.classes) this.#classes.set(c.name, c);
  }

  enumNames(name: string): ReadonlyMap<number, string> | undefined {
    return this.#enums.get(name) ?? libraryEnumNames(name);
  }

  entity(name: string): EntityModel | undefined {
    return this.#entities.get(name);
  }

  classModel(name: string): ClassModel | undefined {
    return this.#classes.get(name);
  }

  /** The member of an entity, its own or inherited. */
  entityField(entity: string, field: string): EntityField | undefined {
    for (let at = this.#entities.get(entity), steps = 0; at !== undefined && steps < 100; steps++) {
      const found = at.fields.find((f) => f.name === field);
      if (found !== undefined) return found;
      at = at.base === undefined ? undefined : this.#entities.get(at.base);
    }
    return undefined;
  }

  /** Whether a class of the app has that stored member, its own or inherited. */
  hasField(owner: string, field: string): boolean {
    for (let at = this.#classes.get(owner), steps = 0; at !== undefined && steps < 100; steps++) {
      if (at.fields.some((f) => f.name === field && f.static !== true)) return true;
      at = at.base === undefined ? undefined : this.#classes.get(nameOf(at.base));
    }
    return false;
  }

  /** Whether the app's class is an exception, by the library exception at the end of its bases. */
  isExceptionClass(name: string): boolean {
    return this.libraryBase(name) !== undefined;
  }

  /** The library exception that an app's class ends in. */
  libraryBase(name: string): string | undefined {
    let at = this.#classes.get(name);
    for (let steps = 0; at?.base !== undefined && steps < 100; steps++) {
      const base = nameOf(at.base);
      at = this.#classes.get(base);
      if (at === undefined) return isLibraryException(base) ? base : undefined;
    }
    return undefined;
  }

  isEnum(name: string): boolean {
    return this.enumNames(name) !== undefined;
  }

  /** A value type, `T?` of one included; a tuple is one too, but is never boxed apart. */
  isValueType(shape: TypeShape): boolean {
    if (shape.kind === 'tuple') return true;
    return shape.kind === 'named' && (structs.has(shape.name) || this.isEnum(shape.name));
  }

  /** Whether a value of the type may be null. */
  mayBeNull(shape: TypeShape): boolean {
    return shape.nullable || !this.isValueType(shape);
  }

  /** Nullable marks of reference types mean nothing at run time: `List<string?>` is `List<string>`. */
  normal(t: IrType): IrType {
    let normal = this.#normal.get(t);
    if (normal === undefined) {
      normal = formatIrType(this.#normalShape(parseIrType(t)));
      this.#normal.set(t, normal);
    }
    return normal;
  }

  #normalShape(shape: TypeShape): TypeShape {
    const nullable = shape.nullable && (shape.kind === 'param' || this.isValueType(shape));
    switch (shape.kind) {
      case 'param':
        return shape;
      case 'named':
        return { ...shape, nullable, args: shape.args.map((a) => this.#normalShape(a)) };
      case 'array':
        return { ...shape, nullable, element: this.#normalShape(shape.element) };
      case 'tuple':
        return { ...shape, nullable, items: shape.items.map((i) => this.#normalShape(i)) };
      case 'anonymous':
        return {
          ...shape,
          nullable,
          fields: shape.fields.map((f) => ({ name: f.name, type: this.#normalShape(f.type) })),
        };
    }
  }

  /** Everything a row of the entity is. */
  entityIs(entity: string): ReadonlySet<string> {
    let is = this.#entityIs.get(entity);
    if (is === undefined) {
      const all = new Set<string>([entity]);
      let at = this.#entities.get(entity);
      for (let steps = 0; at !== undefined && steps < 100; steps++) {
        all.add(at.name);
        for (const i of at.interfaces) this.#addInterface(all, i);
        at = at.base === undefined ? undefined : this.#entities.get(at.base);
      }
      is = all;
      this.#entityIs.set(entity, is);
    }
    return is;
  }

  #addInterface(all: Set<string>, t: IrType): void {
    const name = this.normal(t);
    if (all.has(name)) return;
    all.add(name);
    for (const base of this.#classes.get(nameOf(name))?.interfaces ?? []) this.#addInterface(all, base);
  }

  // -------------------------------------------------------------- defaults

  /** `default(T)` of a closed type. */
  defaultOf(t: IrType): Value {
    // The library asks its host for nothing but the names of enums.
    return libraryDefaultOf(t, this as unknown as LibraryHost);
  }

  // -------------------------------------------------------------- tests

  /** The test for a closed type, of a value seen as `object`. */
  test(t: IrType): TypeTest {
    let test = this.#tests.get(t);
    if (test === undefined) {
      test = this.#makeTest(parseIrType(this.normal(t)));
      if (this.#tests.size > 10_000) this.#tests.clear();
      this.#tests.set(t, test);
    }
    return test;
  }

  #makeTest(shape: TypeShape): TypeTest {
    switch (shape.kind) {
      case 'array':
        return (v) => Array.isArray(v);
      case 'tuple': {
        const count = shape.items.length;
        return (v) => {
          const bare = v instanceof Boxed ? v.v : v;
          return bare instanceof TupleValue && bare.items.length === count;
        };
      }
      case 'anonymous':
        return (v) => v instanceof AnonymousValue;
      case 'param':
        return () => false;
      case 'named':
        return this.#namedTest(shape);
    }
  }

  #namedTest(shape: TypeShape & { kind: 'named' }): TypeTest {
    const name = formatIrType({ ...shape, nullable: false });
    if (shape.name === 'object') return (v) => v !== null;
    if (shape.name === 'string') return (v) => typeof v === 'string';
    if (this.isValueType(shape)) return (v) => v instanceof Boxed && v.t === name;
    if (shape.name === 'Enum') return (v) => v instanceof Boxed && this.isEnum(v.t);
    if (shape.name === 'ValueType') return (v) => v instanceof Boxed;
    if (delegates.has(shape.name)) return (v) => typeof v === 'function';
    if (isLibraryException(shape.name)) return (v) => v instanceof ExceptionValue && isExceptionOf(v, shape.name);
    if (this.#classes.has(shape.name) || this.#entities.has(shape.name)) {
      return (v) => {
        if (v instanceof Instance) return v.c.is.has(name);
        if (v instanceof ExceptionValue) return v.info?.is.has(name) ?? false;
        return isRow(v) && this.entityIs(v.entity).has(name);
      };
    }
    const library = libraryTypeTest(shape);
    return (v) => (v instanceof Instance ? v.c.is.has(name) : v !== null && library(v));
  }
}

/** The name of a type without arguments or marks: `Box` of `Box<int>?`. */
export function nameOf(t: IrType): string {
  const shape = parseIrType(t);
  return shape.kind === 'named' ? shape.name : t;
}

/** How the static type lies in memory, when it is one that generated code works on directly. */
export function primitiveOf(shape: TypeShape, facts: TypeFacts): Primitive | undefined {
  if (shape.kind !== 'named') return undefined;
  switch (shape.name) {
    case 'int':
    case 'long':
    case 'double':
    case 'decimal':
    case 'bool':
    case 'char':
    case 'byte':
    case 'string':
      return shape.name;
  }
  return facts.isEnum(shape.name) ? 'enum' : undefined;
}
