/** What stands after a dot: the members of a type, its own and inherited, the library's and extensions included. */

import type { Hierarchy } from './hierarchy.ts';
import { extensionMembers, libraryType } from './library/index.ts';
import type { LibraryMember } from './library/model.ts';
import { type LibraryOwner, type LibraryTypes, ownMemberNames, ownMembers } from './library-types.ts';
import type {
  Callable,
  ConstructorSymbol,
  FieldSymbol,
  IndexerSymbol,
  MemberSymbol,
  MethodSymbol,
  OperatorSymbol,
  Owner,
  ParameterSymbol,
  PropertySymbol,
} from './symbols.ts';
import {
  emptyTypeMap,
  isInterface,
  isNullableValue,
  objectType,
  stripNullable,
  type TypeMap,
  type TypeTable,
  typeMap,
} from './type-table.ts';
import type { Type } from './types.ts';

/** `instance`: after a value; `static`: after the name of a type. */
export type MemberMode = 'instance' | 'static';

export type MemberGroup =
  /** A stored member. `owner`: the instance of the class or entity that declares it. */
  | { readonly kind: 'field'; readonly symbol: FieldSymbol; readonly type: Type; readonly owner: Type }
  | { readonly kind: 'property'; readonly symbol: PropertySymbol; readonly type: Type; readonly owner: Type }
  /** A property or constant of the library. */
  | {
      readonly kind: 'libraryProperty';
      readonly member: LibraryMember;
      readonly type: Type;
      readonly ownerArgs: readonly Type[];
    }
  /**
   * Methods of one name: candidates for `resolveCall`. Where none of `candidates` fits, `extensions` are asked, with the
   * receiver as first argument.
   */
  | {
      readonly kind: 'methods';
      readonly name: string;
      readonly candidates: readonly Callable[];
      readonly extensions: readonly Callable[];
    }
  | { readonly kind: 'tupleItem'; readonly field: `Item${number}`; readonly index: number; readonly type: Type }
  | { readonly kind: 'anonymousField'; readonly field: string; readonly type: Type }
  | { readonly kind: 'enumMember'; readonly name: string; readonly value: number; readonly type: Type };

export class Members {
  readonly #types: TypeTable;
  readonly #library: LibraryTypes;
  readonly #hierarchy: Hierarchy;
  readonly #groups = new Map<Type, Map<string, MemberGroup | null>>();
  readonly #extensions = new Map<Type, Map<string, readonly Callable[]>>();
  readonly #tables = new Map<Owner, ReadonlyMap<string, readonly MemberSymbol[]>>();
  readonly #operators = new Map<Type, Map<string, readonly Callable[]>>();

  constructor(types: TypeTable, library: LibraryTypes, hierarchy: Hierarchy) {
    this.#types = types;
    this.#library = library;
    this.#hierarchy = hierarchy;
  }

  /** The member or members of that name. A reference's `?` makes no difference; `T?` of a value type has `Nullable<T>`'s. */
  lookup(type: Type, name: string, mode: MemberMode = 'instance'): MemberGroup | undefined {
    const of = type.kind === 'nullable' && !isNullableValue(type) ? type.element : type;
    let groups = this.#groups.get(of);
    if (groups === undefined) {
      groups = new Map();
      this.#groups.set(of, groups);
    }
    const key = mode === 'static' ? `:${name}` : name;
    let group = groups.get(key);
    if (group === undefined) {
      group = this.#find(of, name, mode) ?? null;
      groups.set(key, group);
    }
    return group ?? undefined;
  }

  /** As `lookup`, for a name that is called: what cannot be called does not hide an extension (`list.Count(…)`). */
  lookupCalled(type: Type, name: string, mode: MemberMode = 'instance'): MemberGroup | undefined {
    const group = this.lookup(type, name, mode);
    if (group === undefined || group.kind === 'methods' || mode === 'static') return group;
    if (group.type.kind === 'delegate') return group;
    const extensions = this.extensionsOf(type, name);
    return extensions.length === 0 ? group : { kind: 'methods', name, candidates: [], extensions };
  }

  #find(type: Type, name: string, mode: MemberMode): MemberGroup | undefined {
    if (mode === 'static') {
      const member = this.#enumMember(type, name);
      if (member !== undefined) return member;
    } else if (type.kind === 'tuple') {
      const item = tupleItem(type.items, type.names, name);
      if (item !== undefined) return item;
    } else if (type.kind === 'anonymous') {
      const field = type.fields.find((f) => f.name === name);
      if (field !== undefined) return { kind: 'anonymousField', field: name, type: field.type };
    } else if (type.kind === 'delegate' && name === 'Invoke') {
      return { kind: 'methods', name, candidates: [this.delegateCallable(type.params, type.returns)], extensions: [] };
    }
    const methods: Callable[] = [];
    let depth = 0;
    for (const level of this.#levels(type)) {
      const found = this.#own(level, name, mode, depth++);
      if (found === undefined) continue;
      if (found.kind !== 'methods') {
        if (methods.length === 0) return found;
        break;
      }
      for (const method of found.candidates) {
        if (!methods.some((nearer) => this.#hides(nearer, method))) methods.push(method);
      }
    }
    const extensions = mode === 'instance' ? this.extensionsOf(type, name) : [];
    if (methods.length === 0 && extensions.length === 0) return undefined;
    return { kind: 'methods', name, candidates: methods, extensions };
  }

  /** Where members are looked for, the nearest first. */
  *#levels(type: Type): Iterable<Type> {
    const supertypes = this.#hierarchy.supertypes(type);
    const own = type.kind === 'class' && type.symbol.form === 'class';
    for (const each of supertypes) {
      // What a class has of an interface's default bodies is reached through the interface only.
      if (own && isInterface(each)) continue;
      yield each;
    }
    // `Assert.Equals` would compare and throw the answer away: a static class of the library has only what it declares.
    if (type.kind === 'library' && type.library.kind === 'static') return;
    if (type !== objectType && type.kind !== 'null' && type.kind !== 'error' && type.kind !== 'never') yield objectType;
    if (type === objectType) yield objectType;
  }

  #own(level: Type, name: string, mode: MemberMode, depth: number): MemberGroup | undefined {
    if (level.kind === 'class' || level.kind === 'entity') {
      const symbols = this.membersNamed(level.symbol, name).filter((s) => s.static === (mode === 'static'));
      if (symbols.length > 0) return this.#appGroup(level, name, symbols, depth);
      if (level.kind === 'class') return undefined;
      // `row.Delete()` and what else the library gives to every entity is found one level up.
      return undefined;
    }
    const owner = this.#library.ownerOf(level);
    if (owner === undefined || (level.kind !== 'library' && owner.library.name !== libraryNameOf(level)))
      return undefined;
    return this.#libraryGroup(owner, name, mode, depth);
  }

  #appGroup(
    level: Extract<Type, { kind: 'class' | 'entity' }>,
    name: string,
    symbols: readonly MemberSymbol[],
    depth: number,
  ): MemberGroup | undefined {
    const map = mapOf(level);
    const first = symbols[0];
    if (first?.kind === 'field') {
      return { kind: 'field', symbol: first, type: this.#types.substitute(first.type, map), owner: level };
    }
    if (first?.kind === 'property') {
      return { kind: 'property', symbol: first, type: this.#types.substitute(first.type, map), owner: level };
    }
    const candidates = symbols
      .filter((s): s is MethodSymbol => s.kind === 'method')
      .map((symbol) => this.methodCallable(symbol, map, depth, symbol.static ? ownerArguments(level) : []));
    return candidates.length === 0 ? undefined : { kind: 'methods', name, candidates, extensions: [] };
  }

  #libraryGroup(owner: LibraryOwner, name: string, mode: MemberMode, depth: number): MemberGroup | undefined {
    const members = ownMembers(owner.library, name);
    if (members.length === 0) return undefined;
    const isStatic = mode === 'static';
    const property = members.find((m) => m.kind === 'property' && m.static === isStatic);
    if (property !== undefined) {
      return {
        kind: 'libraryProperty',
        member: property,
        type: this.#library.typeOf(property, owner),
        ownerArgs: owner.args,
      };
    }
    // An extension may be called as the static method it is.
    const candidates = members
      .filter((m) => m.kind === 'method' && m.static === isStatic)
      .map((m) => atDepth(this.#library.callable(m, owner), depth));
    return candidates.length === 0 ? undefined : { kind: 'methods', name, candidates, extensions: [] };
  }

  #enumMember(type: Type, name: string): MemberGroup | undefined {
    if (type.kind === 'enum') {
      const member = type.symbol.members.get(name);
      return member && { kind: 'enumMember', name, value: member.value, type };
    }
    if (type.kind === 'library' && type.library.kind === 'enum') {
      const member = type.library.enumMembers.find((m) => m.name === name);
      return member && { kind: 'enumMember', name, value: member.value, type };
    }
    return undefined;
  }

  /** The nearer of two methods stands for both: the same parameters, or an override. */
  #hides(nearer: Callable, farther: Callable): boolean {
    return (
      nearer.params.length === farther.params.length &&
      nearer.typeParams.length === farther.typeParams.length &&
      this.sameSignature(nearer, farther)
    );
  }

  /** The same parameter types, type parameters by position. */
  sameSignature(a: Pick<Callable, 'params' | 'typeParams'>, b: Pick<Callable, 'params' | 'typeParams'>): boolean {
    if (a.params.length !== b.params.length || a.typeParams.length !== b.typeParams.length) return false;
    const map = typeMap(
      b.typeParams,
      a.typeParams.map((p) => this.#types.paramType(p)),
    );
    return a.params.every((param, i) => {
      const other = b.params[i] as ParameterSymbol;
      return (
        isByReference(param) === isByReference(other) &&
        this.#types.same(param.type, this.#types.substitute(other.type, map))
      );
    });
  }

  /**
   * Extension methods that the type may be the receiver of; each has the receiver's parameter first. Only a first look at
   * the parameter's declaration: inference decides.
   */
  extensionsOf(type: Type, name: string): readonly Callable[] {
    let byName = this.#extensions.get(type);
    if (byName === undefined) {
      byName = new Map();
      this.#extensions.set(type, byName);
    }
    let found = byName.get(name);
    if (found === undefined) {
      found = extensionMembers(name)
        .map((member) => this.#library.callable(member, extensionOwner(member), true))
        .filter((callable) => this.#receives(type, callable.params[0]?.type));
      byName.set(name, found);
    }
    return found;
  }

  #receives(receiver: Type, param: Type | undefined): boolean {
    if (param === undefined) return false;
    const wanted = stripNullable(param);
    if (wanted.kind === 'param' || wanted === objectType) return true;
    if (wanted.kind === 'library' || wanted.kind === 'class') {
      if (!this.#types.isOpen(wanted)) return this.#hierarchy.inherits(receiver, wanted);
      return this.#hierarchy.instanceOf(stripNullable(receiver), wanted) !== undefined;
    }
    if (wanted.kind === 'array' && receiver.kind === 'array') return true;
    return this.#types.same(receiver, wanted);
  }

  // -------------------------------------------------------------- other members

  /** A class's, entity's or interface's own members of that name, without the library's. */
  membersNamed(owner: Owner, name: string): readonly MemberSymbol[] {
    let table = this.#tables.get(owner);
    if (table === undefined) {
      const made = new Map<string, MemberSymbol[]>();
      for (const member of owner.members) {
        if (member.kind === 'constructor' || member.kind === 'operator' || member.kind === 'indexer') continue;
        const same = made.get(member.name);
        if (same === undefined) made.set(member.name, [member]);
        else same.push(member);
      }
      this.#tables.set(owner, made);
      table = made;
    }
    return table.get(name) ?? [];
  }

  /** What `new T(…)` may call. An entity is made without arguments, and an interface not at all. */
  constructorsOf(type: Type): readonly Callable[] {
    if (type.kind === 'class') {
      const map = mapOf(type);
      return type.symbol.members
        .filter((m): m is ConstructorSymbol => m.kind === 'constructor')
        .map((symbol) => this.constructorCallable(symbol, type, map));
    }
    const owner = this.#library.ownerOf(type);
    if (owner === undefined || type.kind === 'array' || type.kind === 'entity' || type.kind === 'enum') return [];
    return ownMembers(owner.library, 'new')
      .filter((m) => m.kind === 'constructor')
      .map((m) => this.#library.callable(m, owner));
  }

  /** Indexers, the nearest first; an array's elements are no indexer. */
  indexersOf(type: Type): readonly Callable[] {
    const of = stripNullable(type);
    const found: Callable[] = [];
    let depth = 0;
    for (const level of this.#hierarchy.supertypes(of)) {
      for (const each of this.#ownIndexers(level, depth)) {
        if (!found.some((nearer) => this.#hides(nearer, each))) found.push(each);
      }
      depth++;
    }
    return found;
  }

  #ownIndexers(level: Type, depth: number): readonly Callable[] {
    if (level.kind === 'class' || level.kind === 'entity') {
      const map = mapOf(level);
      return level.symbol.members
        .filter((m): m is IndexerSymbol => m.kind === 'indexer')
        .map((symbol) => ({
          name: 'this',
          typeParams: [],
          params: this.#params(symbol.params, map),
          returns: this.#types.substitute(symbol.type, map),
          depth,
          origin: { kind: 'indexer', symbol },
        }));
    }
    const owner = level.kind === 'library' || level.kind === 'primitive' ? this.#library.ownerOf(level) : undefined;
    if (owner === undefined) return [];
    return ownMembers(owner.library, 'this')
      .filter((m) => m.kind === 'indexer')
      .map((m) => atDepth(this.#library.callable(m, owner), depth));
  }

  /** Operators by their name in metadata (`op_Addition`, `op_Implicit`), the type's own and inherited. */
  operatorsOf(type: Type, name: string): readonly Callable[] {
    const of = stripNullable(type);
    if (of.kind === 'primitive' || of.kind === 'enum') return [];
    let byName = this.#operators.get(of);
    if (byName === undefined) {
      byName = new Map();
      this.#operators.set(of, byName);
    }
    let found = byName.get(name);
    if (found === undefined) {
      found = this.#hierarchy.supertypes(of).flatMap((level) => this.#ownOperators(level, name));
      byName.set(name, found);
    }
    return found;
  }

  #ownOperators(level: Type, name: string): readonly Callable[] {
    if (level.kind === 'library') {
      return ownMembers(level.library, name)
        .filter((m) => m.kind === 'operator' || m.kind === 'implicit' || m.kind === 'explicit')
        .map((m) => this.#library.callable(m, level));
    }
    if (level.kind !== 'class' && level.kind !== 'entity') return [];
    const map = mapOf(level);
    return level.symbol.members
      .filter((m): m is OperatorSymbol => m.kind === 'operator' && m.name === name)
      .map((symbol) => ({
        name,
        typeParams: [],
        params: this.#params(symbol.params, map),
        returns: this.#types.substitute(symbol.returns, map),
        origin: { kind: 'operator', symbol, ownerArgs: ownerArguments(level) },
      }));
  }

  /** What may stand after the dot, for "did you mean" and completion. */
  memberNames(type: Type, mode: MemberMode = 'instance'): readonly string[] {
    const of = type.kind === 'nullable' && !isNullableValue(type) ? type.element : type;
    const names = new Set<string>();
    if (mode === 'static') {
      if (of.kind === 'enum') for (const name of of.symbol.members.keys()) names.add(name);
      if (of.kind === 'library') for (const member of of.library.enumMembers) names.add(member.name);
    } else if (of.kind === 'tuple') {
      of.items.forEach((_, i) => {
        names.add(of.names[i] ?? `Item${i + 1}`);
      });
    } else if (of.kind === 'anonymous') {
      for (const field of of.fields) names.add(field.name);
    }
    for (const level of this.#levels(of)) {
      for (const name of this.#ownNames(level)) {
        if (!names.has(name) && this.lookup(of, name, mode) !== undefined) names.add(name);
      }
    }
    return [...names];
  }

  #ownNames(level: Type): Iterable<string> {
    if (level.kind === 'class' || level.kind === 'entity') return level.symbol.members.map((m) => m.name);
    const owner = this.#library.ownerOf(level);
    return owner === undefined ? [] : ownMemberNames(owner.library);
  }

  // -------------------------------------------------------------- callables

  methodCallable(
    symbol: MethodSymbol,
    map: TypeMap = emptyTypeMap,
    depth = 0,
    ownerArgs: readonly Type[] = [],
  ): Callable {
    return {
      name: symbol.name,
      typeParams: symbol.typeParams,
      params: this.#params(symbol.params, map),
      returns: this.#types.substitute(symbol.returns, map),
      depth,
      origin: { kind: 'method', symbol, ownerArgs },
    };
  }

  constructorCallable(symbol: ConstructorSymbol, made: Type, map: TypeMap = emptyTypeMap): Callable {
    return {
      name: symbol.owner.name,
      typeParams: [],
      params: this.#params(symbol.params, map),
      returns: made,
      origin: { kind: 'constructor', symbol },
    };
  }

  /** A delegate's own call. */
  delegateCallable(params: readonly Type[], returns: Type): Callable {
    return {
      name: 'Invoke',
      typeParams: [],
      params: params.map((type, i) => ({
        name: `arg${i + 1}`,
        type,
        mode: 'value',
        optional: false,
        declaration: undefined,
      })),
      returns,
      origin: { kind: 'delegate' },
    };
  }

  #params(params: readonly ParameterSymbol[], map: TypeMap): readonly ParameterSymbol[] {
    if (map.size === 0) return params;
    return params.map((param) => ({ ...param, type: this.#types.substitute(param.type, map) }));
  }
}

function ownerArguments(type: Type): readonly Type[] {
  return type.kind === 'class' ? type.args : [];
}

function mapOf(type: Type): TypeMap {
  return type.kind === 'class' ? typeMap(type.symbol.typeParams, type.args) : emptyTypeMap;
}

function isByReference(param: ParameterSymbol): boolean {
  return param.mode === 'out' || param.mode === 'ref';
}

function atDepth(callable: Callable, depth: number): Callable {
  return depth === 0 ? callable : { ...callable, depth };
}

function tupleItem(
  items: readonly Type[],
  names: readonly (string | undefined)[],
  name: string,
): MemberGroup | undefined {
  const named = names.indexOf(name);
  const index = named >= 0 ? named : /^Item[1-9]\d*$/.test(name) ? Number(name.slice(4)) - 1 : -1;
  const type = items[index];
  return type && { kind: 'tupleItem', field: `Item${index + 1}`, index, type };
}

/** Types whose own level in the hierarchy is the library's: an array's or enum's is the base class above it. */
function libraryNameOf(type: Type): string | undefined {
  if (type.kind === 'primitive') return type.name;
  return type.kind === 'nullable' ? 'Nullable' : undefined;
}

/** The static class that declares an extension: its key begins with the name, and such a class has no type parameters. */
function extensionOwner(member: LibraryMember): LibraryOwner {
  const name = member.key.slice(0, member.key.indexOf('.'));
  const library = libraryType(name, 0);
  if (library === undefined) throw new Error(`the extension ${member.key} stands in no type of the library`);
  return { library, args: [] };
}
