/** The bridge from the library's declarations to types and callables of a checking run. */
import { libraryType } from './library/index.ts';
import type { LibraryMember, LibraryParameter, LibraryType, LibraryTypeRef } from './library/model.ts';
import type { Callable, ParameterSymbol, TypeParameterSymbol } from './symbols.ts';
import { errorType, isDelegateName, primitiveTypes, type TypeTable } from './type-table.ts';
import type { Type } from './types.ts';

type Scope = ReadonlyMap<string, Type>;
const emptyScope: Scope = new Map();

/** A library type with arguments, which may be a primitive's (`int`), an array's or a nullable's. */
export interface LibraryOwner {
  readonly library: LibraryType;
  readonly args: readonly Type[];
}

const membersByName = new WeakMap<LibraryType, ReadonlyMap<string, readonly LibraryMember[]>>();

/** A library type's own members of that name; constructors are `new`, indexers `this`, operators by metadata name. */
export function ownMembers(library: LibraryType, name: string): readonly LibraryMember[] {
  return memberTable(library).get(name) ?? [];
}

/** The names of a library type's own members. */
export function ownMemberNames(library: LibraryType): Iterable<string> {
  return memberTable(library).keys();
}

function memberTable(library: LibraryType): ReadonlyMap<string, readonly LibraryMember[]> {
  let table = membersByName.get(library);
  if (table === undefined) {
    const made = new Map<string, LibraryMember[]>();
    for (const member of library.members) {
      const same = made.get(member.name);
      if (same === undefined) made.set(member.name, [member]);
      else same.push(member);
    }
    membersByName.set(library, made);
    table = made;
  }
  return table;
}

export class LibraryTypes {
  readonly #types: TypeTable;
  readonly #callables = new Map<LibraryMember, Map<string, Callable>>();
  readonly #typeParams = new Map<LibraryMember, readonly TypeParameterSymbol[]>();
  readonly #bases = new Map<LibraryType, Map<string, readonly Type[]>>();

  constructor(types: TypeTable) {
    this.#types = types;
  }

  /** The declaration that gives a type its members: `int`'s, `Nullable<T>`'s, `Enum`'s, `List<T>`'s own. */
  ownerOf(type: Type): LibraryOwner | undefined {
    switch (type.kind) {
      case 'primitive': {
        const library = libraryType(type.name, 0);
        return library && { library, args: [] };
      }
      case 'library':
        return type;
      case 'array':
        return owner('Array', []);
      case 'enum':
        return owner('Enum', []);
      case 'entity':
        return owner('Entity', []);
      case 'nullable':
        return owner('Nullable', [type.element]);
      case 'tuple':
        return owner('ValueTuple', []);
      default:
        return undefined;
    }
  }

  /** What a library type is written after `:` with, its arguments put in. */
  bases({ library, args }: LibraryOwner): readonly Type[] {
    if (library.bases.length === 0) return [];
    let byArgs = this.#bases.get(library);
    if (byArgs === undefined) {
      byArgs = new Map();
      this.#bases.set(library, byArgs);
    }
    const key = argsKey(args);
    let bases = byArgs.get(key);
    if (bases === undefined) {
      const scope = scopeOf(library.typeParams, args);
      bases = library.bases.map((base) => this.type(base, scope));
      byArgs.set(key, bases);
    }
    return bases;
  }

  /** A type as a declaration of the library writes it. */
  type(ref: LibraryTypeRef, scope: Scope): Type {
    let type: Type;
    if (ref.items !== undefined) {
      type = this.#types.tupleOf(ref.items.map((item) => this.type(item, scope)));
    } else if (ref.args.length === 0) {
      type = scope.get(ref.name) ?? primitiveTypes.get(ref.name) ?? this.#types.libraryType(ref.name) ?? errorType;
    } else {
      const args = ref.args.map((arg) => this.type(arg, scope));
      type = this.#types.libraryType(ref.name, args) ?? errorType;
    }
    if (ref.nullable) type = this.#nullable(type, ref, scope);
    for (let i = 0; i < ref.rank; i++) type = this.#types.arrayOf(type);
    return type;
  }

  /** The type of a property or indexer. */
  typeOf(member: LibraryMember, { library, args }: LibraryOwner): Type {
    return this.type(member.returns, scopeOf(library.typeParams, args));
  }

  /**
   * The member as something to call. `reduced`: an extension that is to be called as a method; its first parameter stays
   * in the list, and the receiver is its argument.
   */
  callable(member: LibraryMember, { library, args }: LibraryOwner, reduced = false): Callable {
    let byArgs = this.#callables.get(member);
    if (byArgs === undefined) {
      byArgs = new Map();
      this.#callables.set(member, byArgs);
    }
    const key = argsKey(args) + (reduced ? 'r' : '');
    let callable = byArgs.get(key);
    if (callable === undefined) {
      callable = this.#makeCallable(member, library, args, reduced);
      byArgs.set(key, callable);
    }
    return callable;
  }

  #makeCallable(member: LibraryMember, library: LibraryType, args: readonly Type[], reduced: boolean): Callable {
    let scope = scopeOf(library.typeParams, args);
    const typeParams = this.#parametersOf(member);
    if (typeParams.length > 0) {
      scope = new Map([...scope, ...typeParams.map((p) => [p.name, this.#types.paramType(p)] as const)]);
    }
    return {
      name: member.kind === 'constructor' ? library.name : member.name,
      typeParams,
      params: member.params.map((param) => this.#parameter(param, scope)),
      returns: this.type(member.returns, scope),
      origin: { kind: 'library', member, ownerArgs: args, reduced },
    };
  }

  #parametersOf(member: LibraryMember): readonly TypeParameterSymbol[] {
    let symbols = this.#typeParams.get(member);
    if (symbols === undefined) {
      symbols = member.typeParams.map((name) => ({ kind: 'typeParameter', name, constraints: [] }));
      this.#typeParams.set(member, symbols);
    }
    return symbols;
  }

  #parameter(param: LibraryParameter, scope: Scope): ParameterSymbol {
    const { name, mode, optional, defaultValue } = param;
    const made = { name, mode, optional, type: this.type(param.type, scope), declaration: undefined };
    return defaultValue === undefined ? made : { ...made, defaultValue };
  }

  /** `T?` with T given: as in `TypeTable.substitute`, it makes no value type nullable. */
  #nullable(type: Type, ref: LibraryTypeRef, scope: Scope): Type {
    if (ref.items === undefined && ref.args.length === 0 && scope.has(ref.name) && type.kind !== 'param') {
      return this.#types.substitute(
        this.#types.nullable(this.#types.paramType(unconstrained)),
        new Map([[unconstrained, type]]),
      );
    }
    return this.#types.nullable(type);
  }
}

const unconstrained: TypeParameterSymbol = { kind: 'typeParameter', name: 'T', constraints: [] };

function owner(name: string, args: readonly Type[]): LibraryOwner | undefined {
  const library = libraryType(name, args.length);
  return library && { library, args };
}

function scopeOf(names: readonly string[], args: readonly Type[]): Scope {
  if (names.length === 0) return emptyScope;
  return new Map(names.map((name, i) => [name, args[i] ?? errorType]));
}

function argsKey(args: readonly Type[]): string {
  return args.length === 0 ? '' : args.map((arg) => arg.id).join(',');
}

/** Names that a type of the library may be written with, delegates and primitive types included. */
export function isLibraryName(name: string, arity: number): boolean {
  return (arity > 0 && isDelegateName(name)) || name === 'Action' || libraryType(name, arity) !== undefined;
}
