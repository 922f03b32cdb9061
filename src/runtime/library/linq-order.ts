/** LINQ's ordering: stable, keys computed once for each element, level by level. */
import { orderOf } from './comparers.ts';
import { each, knownCount, requireSource, Sequence, type Visit } from './enumeration.ts';
import { compareValues } from './equality.ts';
import { raiseInvalidCast } from './exceptions.ts';
import { itemsOf, type Select } from './linq-sequences.ts';
import type { Compare } from './sorting.ts';
import { requireFunction } from './stretches.ts';
import type { LibraryHost, Value } from './values.ts';

interface Level {
  readonly keyOf: Select;
  /** Undefined for the default order. */
  readonly compare: Compare | undefined;
  readonly descending: boolean;
}

export class OrderedSequence extends Sequence {
  readonly #host: LibraryHost;
  readonly #source: Value;
  readonly #levels: readonly Level[];

  constructor(host: LibraryHost, source: Value, levels: readonly Level[]) {
    super();
    this.#host = host;
    this.#source = source;
    this.#levels = levels;
  }

  /** The same ordering with one more level, for what is equal so far. */
  then(level: Level): OrderedSequence {
    return new OrderedSequence(this.#host, this.#source, [...this.#levels, level]);
  }

  #sorted(): readonly Value[] {
    const items = itemsOf(this.#source);
    if (items.length < 2) {
      for (const level of this.#levels) for (const item of items) level.keyOf(item);
      return items;
    }
    this.#host.charge(items.length * Math.ceil(Math.log2(items.length)));
    const keys = this.#levels.map((level) => items.map((item) => level.keyOf(item)));
    const compare = compareRanks(this.#levels, keys);
    return Array.from(items.keys())
      .sort(compare)
      .map((rank) => items[rank]);
  }

  each(visit: Visit): boolean {
    return each(this.#sorted(), visit);
  }

  *[Symbol.iterator](): Iterator<Value> {
    yield* this.#sorted();
  }

  override count(): number | undefined {
    return knownCount(this.#source);
  }
}

/** Compares elements by their places in the source. JavaScript's sort is stable, so equal ones keep them. */
function compareRanks(levels: readonly Level[], keys: readonly (readonly Value[])[]): (a: number, b: number) => number {
  const [only, ...more] = levels.map((level, i) => compareLevel(level, keys[i]!));
  if (more.length === 0) return only!;
  return (a, b) => {
    const order = only!(a, b);
    if (order !== 0) return order;
    for (const compare of more) {
      const next = compare(a, b);
      if (next !== 0) return next;
    }
    return 0;
  };
}

function compareLevel(level: Level, keys: readonly Value[]): (a: number, b: number) => number {
  const sign = level.descending ? -1 : 1;
  if (level.compare === undefined && keys.every((key) => typeof key === 'number' && !Number.isNaN(key))) {
    const numbers = keys as readonly number[];
    return level.descending ? (a, b) => numbers[b]! - numbers[a]! : (a, b) => numbers[a]! - numbers[b]!;
  }
  const compare = level.compare ?? compareValues;
  return (a, b) => sign * compare(keys[a], keys[b]);
}

export function orderBy(
  host: LibraryHost,
  source: Value,
  keyOf: Select,
  comparer: Value,
  descending: boolean,
): OrderedSequence {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  return new OrderedSequence(host, source, [{ keyOf, compare: orderOf(comparer), descending }]);
}

export function thenBy(source: Value, keyOf: Select, comparer: Value, descending: boolean): OrderedSequence {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  if (!(source instanceof OrderedSequence)) raiseInvalidCast();
  return source.then({ keyOf, compare: orderOf(comparer), descending });
}
