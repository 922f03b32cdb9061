/**
 * Makes the types of one checking run. A table belongs to a run, so that two apps with symbols of one name never share a
 * type; only what names no symbol of an app (`int`, `null`, …) is shared by all tables.
 */
import type { IrType } from '../ir/ir.ts';
import { libraryType } from './library/index.ts';
import type { LibraryType } from './library/model.ts';
import { boolType, errorType, intType, nextTypeId, primitiveTypes, voidType } from './primitive-types.ts';
import type { ClassSymbol, EntitySymbol, EnumSymbol, TypeParameterSymbol } from './symbols.ts';
import { delegateArguments } from './type-display.ts';
import { isValueType, partsOf } from './type-facts.ts';
import type {
  AnonymousType,
  ArrayType,
  ClassType,
  DelegateType,
  EntityType,
  EnumType,
  LibraryInstance,
  ParameterType,
  PrimitiveName,
  PrimitiveType,
  TupleType,
  Type,
} from './types.ts';

export * from './primitive-types.ts';
export { displayType, displayTypes } from './type-display.ts';
export * from './type-facts.ts';

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
      type = { kind: 'enum', symbol, key: symbol.fullName, id: nextTypeId() };
      this.#enums.set(symbol, type);
    }
    return type;
  }

  entityType(symbol: EntitySymbol): EntityType {
    let type = this.#entities.get(symbol);
    if (type === undefined) {
      type = { kind: 'entity', symbol, key: symbol.fullName, id: nextTypeId() };
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
      made = { kind: 'nullable', element: type, key: annotation ? type.key : `${type.key}?`, id: nextTypeId() };
      this.#nullables.set(type, made);
    }
    return made;
  }

  arrayOf(element: Type): ArrayType {
    let type = this.#arrays.get(element);
    if (type === undefined) {
      type = { kind: 'array', element, key: `${element.key}[]`, id: nextTypeId() };
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
      type = { kind: 'param', symbol, key: `!${symbol.name}`, id: nextTypeId() };
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
      type = make(nextTypeId());
      this.#interned.set(key, type);
    }
    return type as T;
  }
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
