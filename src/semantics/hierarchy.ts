/** What a type derives from, and which types stand for one another by reference (C#'s inheritance and variance). */
import { libraryType } from './library/index.ts';
import type { LibraryTypes } from './library-types.ts';
import {
  errorType,
  isInterface,
  isNullableValue,
  isReferenceType,
  isValueType,
  objectType,
  type TypeTable,
  typeMap,
} from './type-table.ts';
import type { Type } from './types.ts';

/** Per parameter: `out` takes subtypes, `in` takes supertypes, of references. Interfaces of apps have none. */
const variances: Readonly<Record<string, readonly ('out' | 'in')[]>> = {
  IEnumerable: ['out'],
  IEnumerator: ['out'],
  IReadOnlyCollection: ['out'],
  IReadOnlyList: ['out'],
  IOrderedEnumerable: ['out'],
  IGrouping: ['out', 'out'],
  IComparable: ['in'],
  IComparer: ['in'],
  IEqualityComparer: ['in'],
};

/** What every array is besides an `Array`. */
const arrayInterfaces = ['IList', 'ICollection', 'IReadOnlyList', 'IReadOnlyCollection', 'IEnumerable'];

export class Hierarchy {
  readonly #types: TypeTable;
  readonly #library: LibraryTypes;
  readonly #supertypes = new Map<Type, readonly Type[]>();
  readonly #derived = new Map<number, Map<number, boolean>>();

  constructor(types: TypeTable, library: LibraryTypes) {
    this.#types = types;
    this.#library = library;
  }

  /** The class above: undefined above `object` and above interfaces. */
  baseOf(type: Type): Type | undefined {
    switch (type.kind) {
      case 'primitive':
        return type === objectType ? undefined : objectType;
      case 'entity':
        return type.symbol.base === undefined
          ? (this.#types.libraryType('Entity') ?? objectType)
          : this.#types.entityType(type.symbol.base);
      case 'class': {
        if (type.symbol.form === 'interface') return undefined;
        const base = type.symbol.base;
        return base === undefined
          ? objectType
          : this.#types.substitute(base, typeMap(type.symbol.typeParams, type.args));
      }
      case 'library':
        if (type.library.kind === 'interface') return undefined;
        if (type.library.kind === 'enum') return this.#types.libraryType('Enum') ?? objectType;
        return this.#library.bases(type).find((base) => !isInterface(base)) ?? objectType;
      case 'enum':
        return this.#types.libraryType('Enum') ?? objectType;
      case 'array':
        return this.#types.libraryType('Array') ?? objectType;
      case 'tuple':
        return this.#types.libraryType('ValueTuple') ?? objectType;
      case 'param':
        return type.symbol.constraints.find((c) => !isInterface(c)) ?? objectType;
      case 'nullable':
        return isValueType(type.element) ? objectType : this.baseOf(type.element);
      case 'delegate':
      case 'anonymous':
        return objectType;
      case 'null':
      case 'never':
      case 'error':
        return undefined;
    }
  }

  /** The interfaces it names itself. */
  interfacesOf(type: Type): readonly Type[] {
    switch (type.kind) {
      case 'entity':
        return type.symbol.interfaces;
      case 'class': {
        const map = typeMap(type.symbol.typeParams, type.args);
        return type.symbol.interfaces.map((i) => this.#types.substitute(i, map));
      }
      case 'library':
        return this.#library.bases(type).filter(isInterface);
      case 'primitive': {
        const owner = this.#library.ownerOf(type);
        return owner === undefined ? [] : this.#library.bases(owner).filter(isInterface);
      }
      case 'array':
        return arrayInterfaces.flatMap((name) => this.#types.libraryType(name, [type.element]) ?? []);
      case 'param':
        return type.symbol.constraints.filter(isInterface);
      case 'nullable':
        return isValueType(type.element) ? [] : this.interfacesOf(type.element);
      default:
        return [];
    }
  }

  /** Itself, its base classes from near to far, then all its interfaces; `object` is left out. */
  supertypes(type: Type): readonly Type[] {
    let all = this.#supertypes.get(type);
    if (all === undefined) {
      all = this.#collect(type);
      this.#supertypes.set(type, all);
    }
    return all;
  }

  #collect(type: Type): readonly Type[] {
    const classes: Type[] = [];
    const seen = new Set<Type>();
    for (let at: Type | undefined = type; at !== undefined && at !== objectType; at = this.baseOf(at)) {
      // A cycle of bases is reported where it is declared.
      if (seen.has(at)) break;
      seen.add(at);
      classes.push(at);
    }
    const interfaces: Type[] = [];
    const visit = (from: Type): void => {
      for (const each of this.interfacesOf(from)) {
        if (seen.has(each)) continue;
        seen.add(each);
        interfaces.push(each);
        visit(each);
      }
    };
    for (const each of classes) visit(each);
    // A type parameter has what its constraint's class has.
    return [...classes, ...interfaces];
  }

  /** The supertype (or the type itself) made from the same declaration as `definition`, whatever its arguments. */
  instanceOf(type: Type, definition: Type): Type | undefined {
    for (const each of this.supertypes(type)) if (sameDefinition(each, definition)) return each;
    return undefined;
  }

  /** The supertype of a library type's name and arity. */
  libraryInstance(type: Type, name: string, arity: number): Type | undefined {
    const library = libraryType(name, arity);
    if (library === undefined) return undefined;
    for (const each of this.supertypes(type)) if (each.kind === 'library' && each.library === library) return each;
    return undefined;
  }

  /**
   * A value of `from` is one of `to` without any change of representation: derivation, variance, array covariance.
   * Identity counts. Neither may be a value type in its own right; a type parameter counts by its constraints.
   */
  isReferenceConvertible(from: Type, to: Type): boolean {
    const a = this.#types.erase(from);
    const b = this.#types.erase(to);
    if (a === b) return true;
    if (isValueType(a) || isValueType(b)) return false;
    if (b === objectType) return a.kind !== 'param' || isReferenceType(a);
    let known = this.#derived.get(a.id);
    if (known === undefined) {
      known = new Map();
      this.#derived.set(a.id, known);
    }
    let answer = known.get(b.id);
    if (answer === undefined) {
      // Set first: a type that mentions itself in its bases would not come to an end.
      known.set(b.id, false);
      answer = this.#derives(a, b);
      known.set(b.id, answer);
    }
    return answer;
  }

  #derives(from: Type, to: Type): boolean {
    if (to.kind === 'param') return false;
    if (from.kind === 'array' && to.kind === 'array') return this.isReferenceConvertible(from.element, to.element);
    if (from.kind === 'delegate' && to.kind === 'delegate') {
      return (
        from.name === to.name &&
        from.params.length === to.params.length &&
        from.params.every((param, i) => this.isReferenceConvertible(to.params[i] ?? errorType, param)) &&
        this.isReferenceConvertible(from.returns, to.returns)
      );
    }
    return this.supertypes(from).some((each) => this.#sameWithVariance(each, to));
  }

  /** `from` implements or derives from `to`, boxed or not: for constraints and boxing. */
  inherits(from: Type, to: Type): boolean {
    const a = this.#types.erase(from);
    const b = this.#types.erase(to);
    return a === b || b === objectType || this.supertypes(a).some((each) => this.#sameWithVariance(each, b));
  }

  #sameWithVariance(from: Type, to: Type): boolean {
    if (this.#types.same(from, to)) return true;
    if (from.kind === 'library' && to.kind === 'library' && from.library === to.library) {
      const variance = variances[from.library.name];
      return (
        variance !== undefined &&
        from.args.every((arg, i) => {
          const other = to.args[i] ?? errorType;
          return variance[i] === 'in'
            ? this.isReferenceConvertible(other, arg)
            : this.isReferenceConvertible(arg, other);
        })
      );
    }
    return from.kind === 'array' && to.kind === 'array' && this.isReferenceConvertible(from.element, to.element);
  }

  /** The variance of a type's parameter: undefined where its arguments must be the same. */
  varianceOf(type: Type, index: number): 'out' | 'in' | undefined {
    return type.kind === 'library' ? variances[type.library.name]?.[index] : undefined;
  }

  /** `Exception` or a class derived from it. */
  isException(type: Type): boolean {
    const [of] = [type.kind === 'nullable' ? type.element : type];
    return this.supertypes(of).some((each) => each.kind === 'library' && each.library.name === 'Exception');
  }

  /** The element type of what `foreach` goes through; undefined where it goes through nothing. */
  elementOf(type: Type): Type | undefined {
    if (type.kind === 'array') return type.element;
    if (isNullableValue(type)) return undefined;
    const sequence = this.libraryInstance(type, 'IEnumerable', 1);
    return sequence?.kind === 'library' ? sequence.args[0] : undefined;
  }

  /** What an entity's name is as a value: all its rows. */
  queryOf(entity: Type): Type {
    return this.#types.generic('IQueryable', entity);
  }
}

/** Made from one declaration: `List<int>` and `List<T>`. */
export function sameDefinition(a: Type, b: Type): boolean {
  if (a.kind === 'class') return b.kind === 'class' && a.symbol === b.symbol;
  if (a.kind === 'library') return b.kind === 'library' && a.library === b.library;
  return a === b;
}
