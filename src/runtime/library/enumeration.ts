/**
 * Walking what C# enumerates. There are two ways: `each` pushes every element into a callback, which is what LINQ's
 * results are computed with because it allocates nothing per element; an iterator is for `foreach` and for operations
 * that walk two sequences side by side.
 */
import { raiseArgumentNull, raiseInvalidCast, raiseNullReference } from './exceptions.ts';
import type { LibraryHost, Value } from './values.ts';

/** Receives an element; false ends the walk. */
export type Visit = (item: Value) => boolean;

/** A collection or a deferred sequence of the library. */
export abstract class Sequence implements Iterable<Value> {
  /** Visits the elements in order; false when `visit` ended the walk. */
  abstract each(visit: Visit): boolean;

  abstract [Symbol.iterator](): Iterator<Value>;

  /** How many there are, where that is known without walking. */
  count(): number | undefined {
    return undefined;
  }

  /** Access by position, where the sequence has it as .NET's has: then `Skip` and `Last` do not walk. */
  positions(): Positions | undefined {
    return undefined;
  }
}

/** Elements by position; the length may change between calls. */
export interface Positions {
  length(): number;
  at(index: number): Value;
}

/** Charges the walk of `source` as it goes, so that a walk without end meets the budget. */
export function charged(host: LibraryHost, visit: Visit): Visit {
  let left = chargeBatch;
  return (item) => {
    if (--left === 0) {
      left = chargeBatch;
      host.charge(chargeBatch);
    }
    return visit(item);
  };
}

export const chargeBatch = 256;

/** Visits each element of anything enumerable; a string's are its UTF-16 units. False when `visit` ended the walk. */
export function each(source: Value, visit: Visit): boolean {
  if (source instanceof Sequence) return source.each(visit);
  if (Array.isArray(source)) {
    for (let i = 0; i < source.length; i++) if (!visit(source[i])) return false;
    return true;
  }
  if (typeof source === 'string') {
    for (let i = 0; i < source.length; i++) if (!visit(source.charCodeAt(i))) return false;
    return true;
  }
  for (const item of iterable(source)) if (!visit(item)) return false;
  return true;
}

/**
 * An iterator as `foreach` makes one.
 * @throws NullReferenceException for null
 */
export function iterate(source: Value): Iterator<Value> {
  if (typeof source === 'string') return units(source);
  if (source === null || source === undefined) raiseNullReference();
  return iterable(source)[Symbol.iterator]();
}

function* units(text: string): Iterator<Value> {
  for (let i = 0; i < text.length; i++) yield text.charCodeAt(i);
}

function iterable(source: Value): Iterable<Value> {
  if (typeof source === 'object' && source !== null && Symbol.iterator in source) return source as Iterable<Value>;
  return raiseInvalidCast('The value cannot be enumerated.');
}

/** @throws ArgumentNullException for null: what LINQ and the collections do with a missing source */
export function requireSource(source: Value, parameter = 'source'): void {
  if (source === null || source === undefined) raiseArgumentNull(parameter);
}

/** How many elements there are, where that is known without walking. */
export function knownCount(source: Value): number | undefined {
  if (Array.isArray(source) || typeof source === 'string') return source.length;
  return source instanceof Sequence ? source.count() : undefined;
}

/** Access by position, for arrays and what else has it. */
export function positionsOf(source: Value): Positions | undefined {
  if (source instanceof Sequence) return source.positions();
  if (Array.isArray(source)) return { length: () => source.length, at: (index) => source[index] };
  return undefined;
}

/** The elements in a fresh array, charged for. */
export function toArray(host: LibraryHost, source: Value): Value[] {
  if (Array.isArray(source)) {
    host.charge(source.length);
    return source.slice();
  }
  const items: Value[] = [];
  each(
    source,
    charged(host, (item) => {
      items.push(item);
      return true;
    }),
  );
  return items;
}

/**
 * A query that a store answers: LINQ offers it each operation first. `undefined` declines, and the rows are walked instead.
 */
export interface QuerySource extends Iterable<Value> {
  /** `operation` is the library key; `args` are the arguments after the source, as the member gets them. */
  tryPush(operation: string, args: readonly Value[]): Value | undefined;
}

export function isQuerySource(source: Value): source is QuerySource {
  return typeof source === 'object' && source !== null && 'tryPush' in source && typeof source.tryPush === 'function';
}

/** Walks for `for … of`, strings by unit. */
export function walk(source: Value): Iterable<Value> {
  return typeof source === 'string' ? { [Symbol.iterator]: () => units(source) } : iterable(source);
}

/** A sequence of two functions: how it pushes and how it is pulled. Both must yield the same elements. */
export class Deferred extends Sequence {
  readonly #each: (visit: Visit) => boolean;
  readonly #iterate: () => Iterator<Value>;
  readonly #count: (() => number | undefined) | undefined;

  constructor(push: (visit: Visit) => boolean, pull: () => Iterator<Value>, count?: () => number | undefined) {
    super();
    this.#each = push;
    this.#iterate = pull;
    this.#count = count;
  }

  each(visit: Visit): boolean {
    return this.#each(visit);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#iterate();
  }

  override count(): number | undefined {
    return this.#count?.();
  }
}
