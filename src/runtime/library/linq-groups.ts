/** LINQ's grouping, lookups and joins. */
import { equalityOf } from './comparers.ts';
import { Deferred, each, type Positions, requireSource, Sequence, type Visit, walk } from './enumeration.ts';
import { raiseListIndex } from './exceptions.ts';
import { type KeyComparer, type KeyIndex, keyIndex } from './keys.ts';
import { empty, type Select } from './linq-sequences.ts';
import { requireFunction } from './stretches.ts';
import type { Value } from './values.ts';

/** `IGrouping<K,T>`. */
export class GroupingValue extends Sequence {
  get typeName(): string {
    return 'IGrouping';
  }

  readonly key: Value;
  readonly items: Value[] = [];

  constructor(key: Value) {
    super();
    this.key = key;
  }

  each(visit: Visit): boolean {
    return each(this.items, visit);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.items[Symbol.iterator]();
  }

  override count(): number {
    return this.items.length;
  }

  override positions(): Positions {
    return {
      length: () => this.items.length,
      at: (index) => (index >= 0 && index < this.items.length ? this.items[index] : raiseListIndex()),
    };
  }
}

/** `ILookup<K,T>`: groups in the order in which their keys first came. */
export class LookupValue extends Sequence {
  get typeName(): string {
    return 'ILookup';
  }

  readonly #index: KeyIndex;
  readonly #groups: GroupingValue[] = [];

  constructor(comparer: KeyComparer | undefined) {
    super();
    this.#index = keyIndex(comparer);
  }

  group(key: Value): GroupingValue | undefined {
    return this.#groups[this.#index.find(key)];
  }

  add(key: Value, item: Value): void {
    let group = this.group(key);
    if (group === undefined) {
      group = new GroupingValue(key);
      this.#index.add(key, this.#groups.length);
      this.#groups.push(group);
    }
    group.items.push(item);
  }

  each(visit: Visit): boolean {
    return each(this.#groups, visit);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#groups[Symbol.iterator]();
  }

  override count(): number {
    return this.#groups.length;
  }
}

const itself: Select = (item) => item;

export function toLookup(
  source: Value,
  keyOf: Select,
  elementOf: Select = itself,
  comparer: Value = null,
): LookupValue {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  requireFunction(elementOf, 'elementSelector');
  return lookup(source, keyOf, elementOf, equalityOf(comparer));
}

function lookup(source: Value, keyOf: Select, elementOf: Select, comparer: KeyComparer | undefined): LookupValue {
  const made = new LookupValue(comparer);
  each(source, (item) => {
    made.add(keyOf(item), elementOf(item));
    return true;
  });
  return made;
}

/** Groups, or what `result` makes of a key and its elements. */
export function groupBy(
  source: Value,
  keyOf: Select,
  elementOf: Select = itself,
  result?: (key: Value, items: Value) => Value,
  comparer: Value = null,
): Sequence {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  requireFunction(elementOf, 'elementSelector');
  if (result === null) requireFunction(result, 'resultSelector');
  const equality = equalityOf(comparer);
  const make = result === undefined ? itself : (group: Value) => result((group as GroupingValue).key, group);
  return new Deferred(
    (visit) => lookup(source, keyOf, elementOf, equality).each((group) => visit(make(group))),
    function* () {
      for (const group of lookup(source, keyOf, elementOf, equality)) yield make(group);
    },
  );
}

/** The inner elements by key; null keys match nothing. */
function innerLookup(inner: Value, keyOf: Select): LookupValue {
  const made = new LookupValue(undefined);
  each(inner, (item) => {
    const key = keyOf(item);
    if (key !== null) made.add(key, item);
    return true;
  });
  return made;
}

type Join = (outer: Value, inner: Value) => Value;

function requireJoin(outer: Value, inner: Value, outerKey: Select, innerKey: Select, result: Join): void {
  requireSource(outer, 'outer');
  requireSource(inner, 'inner');
  requireFunction(outerKey, 'outerKeySelector');
  requireFunction(innerKey, 'innerKeySelector');
  requireFunction(result, 'resultSelector');
}

export function join(outer: Value, inner: Value, outerKey: Select, innerKey: Select, result: Join): Sequence {
  requireJoin(outer, inner, outerKey, innerKey, result);
  return new Deferred(
    (visit) => {
      // The inner sequence is walked when the first outer element is there, and not at all without one.
      let inners: LookupValue | undefined;
      return each(outer, (item) => {
        inners ??= innerLookup(inner, innerKey);
        const group = inners.group(outerKey(item));
        return group === undefined || each(group.items, (other) => visit(result(item, other)));
      });
    },
    function* () {
      let inners: LookupValue | undefined;
      for (const item of walk(outer)) {
        inners ??= innerLookup(inner, innerKey);
        for (const other of inners.group(outerKey(item))?.items ?? []) yield result(item, other);
      }
    },
  );
}

export function groupJoin(outer: Value, inner: Value, outerKey: Select, innerKey: Select, result: Join): Sequence {
  requireJoin(outer, inner, outerKey, innerKey, result);
  return new Deferred(
    (visit) => {
      let inners: LookupValue | undefined;
      return each(outer, (item) => {
        inners ??= innerLookup(inner, innerKey);
        return visit(result(item, inners.group(outerKey(item)) ?? empty()));
      });
    },
    function* () {
      let inners: LookupValue | undefined;
      for (const item of walk(outer)) {
        inners ??= innerLookup(inner, innerKey);
        yield result(item, inners.group(outerKey(item)) ?? empty());
      }
    },
  );
}
