/**
 * LINQ's deferred operations that pass elements on in order. Each has two halves that yield the same: one pushes, for
 * results, one is pulled, for `foreach` (see `enumeration.ts`).
 */
import {
  chargeBatch,
  Deferred,
  each,
  type Positions,
  positionsOf,
  requireSource,
  Sequence,
  type Visit,
  walk,
} from './enumeration.ts';
import { raiseArgumentOutOfRange } from './exceptions.ts';
import type { IndexValue, RangeValue } from './ranges.ts';
import { requireFunction } from './stretches.ts';
import { type LibraryHost, TupleValue, type Value } from './values.ts';

export type Select = (item: Value) => Value;
export type IndexedSelect = (item: Value, index: number) => Value;
export type Predicate = (item: Value) => boolean;
export type IndexedPredicate = (item: Value, index: number) => boolean;

const nothing = new Deferred(
  () => true,
  () => [][Symbol.iterator](),
  () => 0,
);

/** The empty sequence. */
export function empty(): Sequence {
  return nothing;
}

/** Counts up from `start`; charges as it goes, since nothing else bounds its walk. */
export function range(host: LibraryHost, start: number, count: number): Sequence {
  if (count < 0 || start + count - 1 > 2147483647) raiseArgumentOutOfRange('count');
  return new Stretch(host, { length: () => count, at: (index) => start + index }, 0, count);
}

export function repeat(host: LibraryHost, element: Value, count: number): Sequence {
  if (count < 0) raiseArgumentOutOfRange('count');
  return new Stretch(host, { length: () => count, at: () => element }, 0, count);
}

/** A part of something with positions, without a walk from its start. Changes to the source do not disturb it, as in .NET. */
class Stretch extends Sequence {
  readonly #host: LibraryHost;
  readonly #source: Positions;
  readonly #from: number;
  readonly #most: number;

  constructor(host: LibraryHost, source: Positions, from: number, most: number) {
    super();
    this.#host = host;
    this.#source = source;
    this.#from = from;
    this.#most = most;
  }

  #length(): number {
    return Math.max(0, Math.min(this.#most, this.#source.length() - this.#from));
  }

  each(visit: Visit): boolean {
    const source = this.#source;
    for (let i = 0; i < this.#length(); i++) {
      if ((i & (chargeBatch - 1)) === 0) this.#host.charge(chargeBatch);
      if (!visit(source.at(this.#from + i))) return false;
    }
    return true;
  }

  *[Symbol.iterator](): Iterator<Value> {
    for (let i = 0; i < this.#length(); i++) {
      if ((i & (chargeBatch - 1)) === 0) this.#host.charge(chargeBatch);
      yield this.#source.at(this.#from + i);
    }
  }

  override positions(): Positions {
    return { length: () => this.#length(), at: (index) => this.#source.at(this.#from + index) };
  }
}

/** The commonest two are spared a generator, which costs several times as much an element. */
class SelectIterator implements Iterator<Value> {
  readonly #source: Iterator<Value>;
  readonly #select: Select;

  constructor(source: Iterator<Value>, select: Select) {
    this.#source = source;
    this.#select = select;
  }

  next(): IteratorResult<Value> {
    const result = this.#source.next();
    return result.done === true ? result : { done: false, value: this.#select(result.value) };
  }
}

class WhereIterator implements Iterator<Value> {
  readonly #source: Iterator<Value>;
  readonly #test: Predicate;

  constructor(source: Iterator<Value>, test: Predicate) {
    this.#source = source;
    this.#test = test;
  }

  next(): IteratorResult<Value> {
    for (;;) {
      const result = this.#source.next();
      if (result.done === true || this.#test(result.value)) return result;
    }
  }
}

/** `Select` over something with positions keeps them: what is skipped is not computed, as in .NET. */
class Projection extends Sequence {
  readonly #source: Value;
  readonly #positions: Positions;
  readonly #select: Select;

  constructor(source: Value, positions: Positions, select: Select) {
    super();
    this.#source = source;
    this.#positions = positions;
    this.#select = select;
  }

  each(visit: Visit): boolean {
    const select = this.#select;
    return each(this.#source, (item) => visit(select(item)));
  }

  [Symbol.iterator](): Iterator<Value> {
    return new SelectIterator(walk(this.#source)[Symbol.iterator](), this.#select);
  }

  override positions(): Positions {
    return { length: () => this.#positions.length(), at: (index) => this.#select(this.#positions.at(index)) };
  }
}

export function select(source: Value, f: Select): Sequence {
  requireSource(source);
  requireFunction(f, 'selector');
  const positions = positionsOf(source);
  if (positions !== undefined) return new Projection(source, positions, f);
  return new Deferred(
    (visit) => each(source, (item) => visit(f(item))),
    () => new SelectIterator(walk(source)[Symbol.iterator](), f),
  );
}

export function selectIndexed(source: Value, f: IndexedSelect): Sequence {
  requireSource(source);
  requireFunction(f, 'selector');
  return new Deferred(
    (visit) => {
      let index = 0;
      return each(source, (item) => visit(f(item, index++)));
    },
    function* () {
      let index = 0;
      for (const item of walk(source)) yield f(item, index++);
    },
  );
}

export function where(source: Value, test: Predicate): Sequence {
  requireSource(source);
  requireFunction(test, 'predicate');
  return new Deferred(
    (visit) => each(source, (item) => !test(item) || visit(item)),
    () => new WhereIterator(walk(source)[Symbol.iterator](), test),
  );
}

export function whereIndexed(source: Value, test: IndexedPredicate): Sequence {
  requireSource(source);
  requireFunction(test, 'predicate');
  return new Deferred(
    (visit) => {
      let index = 0;
      return each(source, (item) => !test(item, index++) || visit(item));
    },
    function* () {
      let index = 0;
      for (const item of walk(source)) if (test(item, index++)) yield item;
    },
  );
}

/** `SelectMany` in all its forms: `collection` gets the index too, `result` joins an element with one of its collection. */
export function selectMany(
  source: Value,
  collection: IndexedSelect,
  result?: (item: Value, inner: Value) => Value,
): Sequence {
  requireSource(source);
  requireFunction(collection, 'selector');
  const join = result ?? ((_item: Value, inner: Value): Value => inner);
  return new Deferred(
    (visit) => {
      let index = 0;
      return each(source, (item) => {
        const inner = collection(item, index++);
        requireSource(inner);
        return each(inner, (element) => visit(join(item, element)));
      });
    },
    function* () {
      let index = 0;
      for (const item of walk(source)) {
        const inner = collection(item, index++);
        requireSource(inner);
        for (const element of walk(inner)) yield join(item, element);
      }
    },
  );
}

export function take(host: LibraryHost, source: Value, count: number): Sequence {
  requireSource(source);
  if (count <= 0) return nothing;
  const positions = positionsOf(source);
  if (positions !== undefined) return new Stretch(host, positions, 0, count);
  return new Deferred(
    (visit) => {
      let left = count;
      let stopped = false;
      each(source, (item) => {
        left--;
        stopped = !visit(item);
        return !stopped && left > 0;
      });
      return !stopped;
    },
    function* () {
      let left = count;
      for (const item of walk(source)) {
        yield item;
        if (--left === 0) return;
      }
    },
  );
}

export function skip(host: LibraryHost, source: Value, count: number): Sequence {
  requireSource(source);
  const positions = positionsOf(source);
  if (positions !== undefined && count > 0) return new Stretch(host, positions, count, Number.POSITIVE_INFINITY);
  return whereIndexed(source, (_item, index) => index >= count);
}

export function takeWhile(source: Value, test: IndexedPredicate): Sequence {
  requireSource(source);
  requireFunction(test, 'predicate');
  return new Deferred(
    (visit) => {
      let index = 0;
      let stopped = false;
      each(source, (item) => {
        if (!test(item, index++)) return false;
        stopped = !visit(item);
        return !stopped;
      });
      return !stopped;
    },
    function* () {
      let index = 0;
      for (const item of walk(source)) {
        if (!test(item, index++)) return;
        yield item;
      }
    },
  );
}

export function skipWhile(source: Value, test: IndexedPredicate): Sequence {
  requireSource(source);
  requireFunction(test, 'predicate');
  return new Deferred(
    (visit) => {
      let index = 0;
      let skipping = true;
      return each(source, (item) => {
        if (skipping) skipping = test(item, index++);
        return skipping || visit(item);
      });
    },
    function* () {
      let index = 0;
      let skipping = true;
      for (const item of walk(source)) {
        if (skipping) skipping = test(item, index++);
        if (!skipping) yield item;
      }
    },
  );
}

/** A sequence that is known only once the whole source has been walked; `make` runs anew for each walk. */
export function buffered(make: () => readonly Value[], count?: () => number | undefined): Sequence {
  return new Deferred(
    (visit) => each(make(), visit),
    function* () {
      yield* make();
    },
    count,
  );
}

/** The elements of any source, uncharged: callers charge where the walk can be long. */
export function itemsOf(source: Value): Value[] {
  if (Array.isArray(source)) return source.slice();
  const items: Value[] = [];
  each(source, (item) => items.push(item) > 0);
  return items;
}

export function takeLast(source: Value, count: number): Sequence {
  requireSource(source);
  return count <= 0 ? nothing : buffered(() => itemsOf(source).slice(-count));
}

export function skipLast(source: Value, count: number): Sequence {
  requireSource(source);
  return new Deferred(
    (visit) => {
      const held: Value[] = [];
      return each(source, (item) => {
        held.push(item);
        return held.length <= count || visit(held.shift());
      });
    },
    function* () {
      const held: Value[] = [];
      for (const item of walk(source)) {
        held.push(item);
        if (held.length > Math.max(0, count)) yield held.shift();
      }
    },
  );
}

export function takeRange(host: LibraryHost, source: Value, of: RangeValue): Sequence {
  requireSource(source);
  if (!of.start.fromEnd && !of.end.fromEnd) {
    return take(host, skip(host, source, of.start.value), of.end.value - of.start.value);
  }
  const bound = (index: IndexValue, length: number): number => Math.max(0, index.offset(length));
  return buffered(() => {
    const items = itemsOf(source);
    return items.slice(bound(of.start, items.length), bound(of.end, items.length));
  });
}

export function concat(first: Value, second: Value): Sequence {
  requireSource(first, 'first');
  requireSource(second, 'second');
  return new Deferred(
    (visit) => each(first, visit) && each(second, visit),
    function* () {
      yield* walk(first);
      yield* walk(second);
    },
  );
}

export function reverse(source: Value): Sequence {
  requireSource(source);
  return buffered(() => itemsOf(source).reverse());
}

export function chunk(source: Value, size: number): Sequence {
  requireSource(source);
  if (size < 1) raiseArgumentOutOfRange('size');
  return new Deferred(
    (visit) => {
      let held: Value[] = [];
      const all = each(source, (item) => {
        held.push(item);
        if (held.length < size) return true;
        const full = held;
        held = [];
        return visit(full);
      });
      return all && (held.length === 0 || visit(held));
    },
    function* () {
      let held: Value[] = [];
      for (const item of walk(source)) {
        held.push(item);
        if (held.length === size) {
          yield held;
          held = [];
        }
      }
      if (held.length > 0) yield held;
    },
  );
}

export function defaultIfEmpty(source: Value, otherwise: () => Value): Sequence {
  requireSource(source);
  return new Deferred(
    (visit) => {
      let any = false;
      const all = each(source, (item) => {
        any = true;
        return visit(item);
      });
      return any ? all : visit(otherwise());
    },
    function* () {
      let any = false;
      for (const item of walk(source)) {
        any = true;
        yield item;
      }
      if (!any) yield otherwise();
    },
  );
}

/** Ends with the shorter one. */
export function zip(first: Value, second: Value, join: (a: Value, b: Value) => Value): Sequence {
  requireSource(first, 'first');
  requireSource(second, 'second');
  requireFunction(join, 'resultSelector');
  return new Deferred(
    (visit) => {
      const others = walk(second)[Symbol.iterator]();
      let stopped = false;
      each(first, (item) => {
        const other = others.next();
        if (other.done === true) return false;
        stopped = !visit(join(item, other.value));
        return !stopped;
      });
      return !stopped;
    },
    function* () {
      const others = walk(second)[Symbol.iterator]();
      for (const item of walk(first)) {
        const other = others.next();
        if (other.done === true) return;
        yield join(item, other.value);
      }
    },
  );
}

/** `Zip` of three. */
export function zipThree(first: Value, second: Value, third: Value): Sequence {
  requireSource(third, 'third');
  const pairs = zip(first, second, (a, b) => new TupleValue([a, b]));
  return zip(pairs, third, (pair, c) => new TupleValue([...(pair as TupleValue).items, c]));
}
