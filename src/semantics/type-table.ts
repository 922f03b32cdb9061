/**
 * Makes the types of one checking run. A table belongs to a run, so that two apps with symbols of one name never share a
 * type; only what names no symbol of an app (`int`, `null`, …) is shared by all tables.
 */
import type { IrType } from '../ir/ir.ts';
import { libraryType } from './library/index.ts';
import type { LibraryType } from './library/model.ts';
import type { ClassSymbol, EntitySymbol, EnumSymbol, TypeParameterSymbol } from './symbols.ts';
import type {
  AnonymousType,
  ArrayType,
  ClassType,
  DelegateType,
  EntityType,
  EnumType,
  ErrorType,
  LibraryInstance,
  NeverType,
  NullType,
  ParameterType,
  PrimitiveName,
  PrimitiveType,
  TupleType,
  Type,
} from './types.ts';

let lastId = 0;

function primitiveType(name: PrimitiveName): PrimitiveType {
  return { kind: 'primitive', name, key: name, id: ++lastId };
}

export const intType: PrimitiveType = primitiveType('int');
export const longType: PrimitiveType = primitiveType('long');
export const doubleType: PrimitiveType = primitiveType('double');
export const decimalType: PrimitiveType = primitiveType('decimal');
export const boolType: PrimitiveType = primitiveType('bool');
export const charType: PrimitiveType = primitiveType('char');
export const stringType: PrimitiveType = primitiveType('string');
export const objectType: PrimitiveType = primitiveType('object');
export const voidType: PrimitiveType = primitiveType('void');
/** `null`'s own type. Its key is read by nobody: a constant null gets the type it is converted to. */
export const nullType: NullType = { kind: 'null', key: 'object?', id: ++lastId };
export const neverType: NeverType = { kind: 'never', key: 'object', id: ++lastId };
export const errorType: ErrorType = { kind: 'error', key: 'object', id: ++lastId };

export const primitiveTypes: ReadonlyMap<string, PrimitiveType> = new Map(
  [intType, longType, doubleType, decimalType, boolType, charType, stringType, objectType, voidType].map((type) => [
    type.name,
    type,
  ]),
);

/** C#'s names for queries: here a query is a sequence, which a store is asked for as far as it can answer. */
const queryNames: Readonly<Record<string, string>> = {
  IQueryable: 'IEnumerable',
  IOrderedQueryable: 'IOrderedEnumerable',
};

const delegateNames: ReadonlySet<string> = new Set(['Func', 'Action', 'Predicate', 'Comparison']);

/** `Func`, `Action`, `Predicate` and `Comparison`: written like types of the library, but kept apart. */
export function isDelegateName(name: string): boolean {
  return delegateNames.has(name);
}

export type TypeMap = ReadonlyMap<TypeParameterSymbol, Type>;
export const emptyTypeMap: TypeMap = new Map();

/** The substitution of `symbols` by `args`. */
export function typeMap(symbols: readonly TypeParameterSymbol[], args: readonly Type[]): TypeMap {
  if (symbols.length === 0) return emptyTypeMap;
  return new Map(symbols.map((symbol, i) => [symbol, args[i] ?? errorType]));
}

export class TypeTable {
  readonly #interned = new Map<string, Type>();
  readonly #enums = new Map<EnumSymbol, EnumType>();
  readonly #entities = new Map<EntitySymbol, EntityType>();
  readonly #params = new Map<TypeParameterSymbol, ParameterType>();
  readonly #nullables = new Map<Type, Type>();
  readonly #arrays = new Map<Type, ArrayType>();
  readonly #erased = new Map<Type, Type>();
  readonly #open = new Map<Type, boolean>();

  primitive(name: PrimitiveName): PrimitiveType {
    return primitiveTypes.get(name) as PrimitiveType;
  }

  enumType(symbol: EnumSymbol): EnumType {
    let type = this.#enums.get(symbol);
    if (type === undefined) {
      type = { kind: 'enum', symbol, key: symbol.fullName, id: ++lastId };
      this.#enums.set(symbol, type);
    }
    return type;
  }

  entityType(symbol: EntitySymbol): EntityType {
    let type = this.#entities.get(symbol);
    if (type === undefined) {
      type = { kind: 'entity', symbol, key: symbol.fullName, id: ++lastId };
      this.#entities.set(symbol, type);
    }
    return type;
  }

  classType(symbol: ClassSymbol, args: readonly Type[] = []): ClassType {
    return this.#intern(`c${symbolId(symbol)}<${ids(args)}`, (id) => ({
      kind: 'class',
      symbol,
      args,
      key: named(symbol.fullName, args),
      id,
    }));
  }

  /** The class or interface with its own type parameters as arguments: what `this` is inside it. */
  classOfItself(symbol: ClassSymbol): ClassType {
    return this.classType(
      symbol,
      symbol.typeParams.map((param) => this.paramType(param)),
    );
  }

  /**
   * A type of the library by name; `Nullable<T>`, delegates and names of primitive types give what they stand for.
   * Undefined where the library has no such type with that many arguments.
   */
  libraryType(name: string, args: readonly Type[] = []): Type | undefined {
    if (args.length === 0) {
      const primitive = primitiveTypes.get(name);
      if (primitive !== undefined) return primitive;
    }
    if (delegateNames.has(name)) return this.delegate(name, args);
    if (name === 'Nullable' && args.length === 1) return this.nullable(args[0] as Type);
    const library = libraryType(queryNames[name] ?? name, args.length);
    if (library === undefined) return undefined;
    return primitiveTypes.get(library.name) ?? this.libraryInstance(library, args);
  }

  libraryInstance(library: LibraryType, args: readonly Type[] = []): LibraryInstance {
    return this.#intern(`l${library.name}<${ids(args)}`, (id) => ({
      kind: 'library',
      library,
      args,
      key: named(library.name, args),
      id,
    }));
  }

  /** A delegate as it is written: `Func<int,bool>` has two type arguments, the last of which it returns. */
  delegate(name: string, args: readonly Type[]): DelegateType | undefined {
    switch (name) {
      case 'Action':
        return this.delegateType('Action', args, voidType);
      case 'Func': {
        const returns = args.at(-1);
        return returns && this.delegateType('Func', args.slice(0, -1), returns);
      }
      case 'Predicate':
        return args.length === 1 ? this.delegateType('Predicate', args, boolType) : undefined;
      case 'Comparison': {
        const [item] = args;
        return item && args.length === 1 ? this.delegateType('Comparison', [item, item], intType) : undefined;
      }
      default:
        return undefined;
    }
  }

  delegateType(name: string, params: readonly Type[], returns: Type): DelegateType {
    return this.#intern(`d${name}<${ids(params)}>${returns.id}`, (id) => ({
      kind: 'delegate',
      name,
      params,
      returns,
      key: named(name, delegateArguments(name, params, returns)),
      id,
    }));
  }

  /** The `Func` or `Action` that takes `params` and gives `returns`. */
  functionType(params: readonly Type[], returns: Type): DelegateType {
    return this.delegateType(returns === voidType ? 'Action' : 'Func', params, returns);
  }

  /** `t?`. Of an unconstrained type parameter it is an annotation: with a value type for T, it is that type itself. */
  nullable(type: Type): Type {
    if (
      type.kind === 'nullable' ||
      type.kind === 'null' ||
      type.kind === 'never' ||
      type.kind === 'error' ||
      type === voidType
    ) {
      return type;
    }
    let made = this.#nullables.get(type);
    if (made === undefined) {
      const annotation = type.kind === 'param' && !isValueType(type);
      made = { kind: 'nullable', element: type, key: annotation ? type.key : `${type.key}?`, id: ++lastId };
      this.#nullables.set(type, made);
    }
    return made;
  }

  arrayOf(element: Type): ArrayType {
    let type = this.#arrays.get(element);
    if (type === undefined) {
      type = { kind: 'array', element, key: `${element.key}[]`, id: ++lastId };
      this.#arrays.set(element, type);
    }
    return type;
  }

  tupleOf(items: readonly Type[], names: readonly (string | undefined)[] = []): TupleType {
    const given = names.some((name) => name !== undefined) ? names : [];
    return this.#intern(`t${ids(items)}:${given.map((name) => name ?? '').join(',')}`, (id) => ({
      kind: 'tuple',
      items,
      names: items.map((_, i) => given[i]),
      key: `(${keys(items)})`,
      id,
    }));
  }

  anonymous(fields: AnonymousType['fields']): AnonymousType {
    return this.#intern(`a${fields.map((f) => `${f.name}:${f.type.id}`).join(',')}`, (id) => ({
      kind: 'anonymous',
      fields,
      key: `{${fields.map((f) => `${f.name}:${f.type.key}`).join(',')}}`,
      id,
    }));
  }

  paramType(symbol: TypeParameterSymbol): ParameterType {
    let type = this.#params.get(symbol);
    if (type === undefined) {
      type = { kind: 'param', symbol, key: `!${symbol.name}`, id: ++lastId };
      this.#params.set(symbol, type);
    }
    return type;
  }

  /** `IEnumerable<item>`, `List<item>`, … of the library. */
  generic(name: string, ...args: readonly Type[]): Type {
    return this.libraryType(name, args) ?? errorType;
  }

  // -------------------------------------------------------------- change

  /** Replaces type parameters; those the map does not name stay. */
  substitute(type: Type, map: TypeMap): Type {
    if (map.size === 0 || !this.isOpen(type)) return type;
    switch (type.kind) {
      case 'param':
        return map.get(type.symbol) ?? type;
      case 'nullable': {
        const element = this.substitute(type.element, map);
        // `T?` without `where T : struct` does not make a value type nullable.
        if (type.element.kind === 'param' && !isValueType(type.element) && isValueType(element)) return element;
        return this.nullable(element);
      }
      default:
        return this.mapParts(type, (part) => this.substitute(part, map));
    }
  }

  /** Mentions a type parameter. */
  isOpen(type: Type): boolean {
    switch (type.kind) {
      case 'param':
        return true;
      case 'nullable':
      case 'array':
        return this.isOpen(type.element);
      case 'class':
      case 'library':
        if (type.args.length === 0) return false;
        break;
      case 'delegate':
      case 'tuple':
      case 'anonymous':
        break;
      default:
        return false;
    }
    let open = this.#open.get(type);
    if (open === undefined) {
      open = partsOf(type).some((part) => this.isOpen(part));
      this.#open.set(type, open);
    }
    return open;
  }

  /** The same type with `change` applied to what it is made of. */
  mapParts(type: Type, change: (part: Type) => Type): Type {
    switch (type.kind) {
      case 'class':
        return type.args.length === 0 ? type : this.classType(type.symbol, type.args.map(change));
      case 'library':
        return type.args.length === 0 ? type : this.libraryInstance(type.library, type.args.map(change));
      case 'delegate':
        return this.delegateType(type.name, type.params.map(change), change(type.returns));
      case 'nullable':
        return this.nullable(change(type.element));
      case 'array':
        return this.arrayOf(change(type.element));
      case 'tuple':
        return this.tupleOf(type.items.map(change), type.names);
      case 'anonymous':
        return this.anonymous(type.fields.map((f) => ({ name: f.name, type: change(f.type) })));
      default:
        return type;
    }
  }

  /**
   * Without what C# does not count in a type's identity: `?` on references, names of tuple elements. Beyond C#, a
   * `Predicate<T>` is a `Func<T,bool>` and a `Comparison<T>` a `Func<T,T,int>`, since the library takes either.
   */
  erase(type: Type): Type {
    if (type.kind === 'primitive' || type.kind === 'enum' || type.kind === 'entity' || type.kind === 'param')
      return type;
    let erased = this.#erased.get(type);
    if (erased === undefined) {
      if (type.kind === 'nullable') {
        const element = this.erase(type.element);
        erased = isValueType(element) ? this.nullable(element) : element;
      } else if (type.kind === 'tuple') {
        erased = this.tupleOf(type.items.map((item) => this.erase(item)));
      } else if (type.kind === 'delegate') {
        erased = this.functionType(
          type.params.map((param) => this.erase(param)),
          this.erase(type.returns),
        );
      } else {
        erased = this.mapParts(type, (part) => this.erase(part));
      }
      this.#erased.set(type, erased);
    }
    return erased;
  }

  /** One type for C#: there is an identity conversion. */
  same(a: Type, b: Type): boolean {
    return a === b || this.erase(a) === this.erase(b);
  }

  #intern<T extends Type>(key: string, make: (id: number) => T): T {
    let type = this.#interned.get(key);
    if (type === undefined) {
      type = make(++lastId);
      this.#interned.set(key, type);
    }
    return type as T;
  }
}

// ---------------------------------------------------------------- questions

/** Copied when assigned, and never null: numbers, `bool`, `char`, enums, structs, tuples, and `T?` of these. */
export function isValueType(type: Type): boolean {
  switch (type.kind) {
    case 'primitive':
      return type !== stringType && type !== objectType && type !== voidType;
    case 'enum':
    case 'tuple':
      return true;
    case 'library':
      return type.library.kind === 'struct' || type.library.kind === 'enum';
    case 'nullable':
      return isValueType(type.element);
    case 'param':
      return type.symbol.words?.includes('struct') === true;
    default:
      return false;
  }
}

/** Known to be a reference: not so for a type parameter without a constraint that says it. */
export function isReferenceType(type: Type): boolean {
  switch (type.kind) {
    case 'param':
      return (
        type.symbol.words?.includes('class') === true ||
        type.symbol.constraints.some((c) => c.kind === 'entity' || (c.kind === 'class' && c.symbol.form === 'class'))
      );
    case 'nullable':
      return isReferenceType(type.element);
    case 'null':
      return true;
    case 'never':
    case 'error':
      return false;
    default:
      return type !== voidType && !isValueType(type);
  }
}

/** `T?` of a value type. */
export function isNullableValue(type: Type): boolean {
  return type.kind === 'nullable' && isValueType(type.element);
}

/** Without an outer `?`. */
export function stripNullable(type: Type): Type {
  return type.kind === 'nullable' ? type.element : type;
}

/** `T` of a `T?` of a value type; any other type itself. */
export function underlying(type: Type): Type {
  return isNullableValue(type) ? stripNullable(type) : type;
}

/** A library type of that name, whatever its arguments. */
export function isLibrary(type: Type, name: string): type is LibraryInstance {
  return type.kind === 'library' && type.library.name === name;
}

/** `int`, `long`, `double`, `decimal` and `byte`; `char` is not among them. */
export function isNumeric(type: Type): boolean {
  return type === intType || type === longType || type === doubleType || type === decimalType || isByte(type);
}

export function isIntegral(type: Type): boolean {
  return type === intType || type === longType || type === charType || isByte(type);
}

/** `byte` has no arithmetic of its own: it is a struct of the library that converts to `int`. */
export function isByte(type: Type): boolean {
  return isLibrary(type, 'byte');
}

/** An enum of the app or of the library. */
export function isEnum(type: Type): boolean {
  return type.kind === 'enum' || (type.kind === 'library' && type.library.kind === 'enum');
}

/** An interface of the app or of the library. */
export function isInterface(type: Type): boolean {
  return (
    (type.kind === 'class' && type.symbol.form === 'interface') ||
    (type.kind === 'library' && type.library.kind === 'interface')
  );
}

/** Wrong already, or never a value: nothing is to be said about it. */
export function isSilent(type: Type): boolean {
  return type.kind === 'error' || type.kind === 'never';
}

/** The types a type is made of, one level down. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'class':
    case 'library':
      return type.args;
    case 'delegate':
      return [...type.params, type.returns];
    case 'nullable':
    case 'array':
      return [type.element];
    case 'tuple':
      return type.items;
    case 'anonymous':
      return type.fields.map((f) => f.type);
    default:
      return [];
  }
}

/** A type mentions what is wrong already. */
export function containsError(type: Type): boolean {
  return type.kind === 'error' || partsOf(type).some(containsError);
}

// ---------------------------------------------------------------- text

/** As its author writes it: `List<int>`, `Invitation?`, `(int Count, string)`. */
export function displayType(type: Type): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'enum':
    case 'entity':
    case 'param':
      return type.symbol.name;
    case 'class':
      return type.symbol.name + displayArguments(type.args);
    case 'library':
      return type.library.name + displayArguments(type.args);
    case 'delegate':
      return type.name + displayArguments(delegateArguments(type.name, type.params, type.returns));
    case 'nullable':
      return `${displayType(type.element)}?`;
    case 'array':
      return `${displayType(type.element)}[]`;
    case 'tuple':
      return `(${type.items.map((t, i) => displayType(t) + (type.names[i] ? ` ${type.names[i]}` : '')).join(', ')})`;
    case 'anonymous':
      return `{ ${type.fields.map((f) => `${displayType(f.type)} ${f.name}`).join(', ')} }`;
    case 'null':
      return 'null';
    case 'never':
      return 'nothing';
    case 'error':
      return '?';
  }
}

/** With namespaces, for a message that would otherwise name one type twice. */
export function displayTypes(a: Type, b: Type): readonly [string, string] {
  const short = [displayType(a), displayType(b)] as const;
  return short[0] === short[1] && a.key !== b.key ? [spaced(a.key), spaced(b.key)] : short;
}

function spaced(key: IrType): string {
  return key.replaceAll(',', ', ').replaceAll('!', '');
}

function displayArguments(args: readonly Type[]): string {
  return args.length === 0 ? '' : `<${args.map(displayType).join(', ')}>`;
}

function delegateArguments(name: string, params: readonly Type[], returns: Type): readonly Type[] {
  if (name === 'Func') return [...params, returns];
  return name === 'Comparison' ? params.slice(0, 1) : params;
}

function named(name: string, args: readonly Type[]): IrType {
  return args.length === 0 ? name : `${name}<${keys(args)}>`;
}

function keys(types: readonly Type[]): string {
  return types.map((type) => type.key).join(',');
}

function ids(types: readonly Type[]): string {
  return types.map((type) => type.id).join(',');
}

const symbolIds = new WeakMap<ClassSymbol, number>();
let lastSymbol = 0;

function symbolId(symbol: ClassSymbol): number {
  let id = symbolIds.get(symbol);
  if (id === undefined) {
    id = ++lastSymbol;
    symbolIds.set(symbol, id);
  }
  return id;
}
