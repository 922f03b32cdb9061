/** Arrays, enumeration and the parts of tuples. */

import { iterate, toArray } from '../../library/enumeration.ts';
import { raiseIndexOutOfRange, raiseNullReference, raiseOverflow } from '../../library/exceptions.ts';
import type { KeyValuePairValue } from '../../library/keys.ts';
import { IndexValue, makeRange } from '../../library/ranges.ts';
import {
  AnonymousValue,
  EngineAbort,
  Instance,
  type LibraryHost,
  TupleValue,
  type Value,
} from '../../library/values.ts';
import type { ClassTable } from '../class-table.ts';

/** What an array may have at most; .NET's own limit is larger, but a run's budget is spent long before. */
const maxArray = 16_000_000;

export const collectionSupport = {
  /** An element that is null, or none at all. */
  element(a: readonly Value[] | null, i: number): Value {
    if (a === null) raiseNullReference();
    const at = i >>> 0;
    if (at !== i || at >= a.length) raiseIndexOutOfRange();
    return a[at];
  },

  /** A member that the record itself holds, under a name that JavaScript gives a meaning to (`codegen/stored.ts`). */
  ownMember(record: unknown, name: string): Value {
    if (typeof record !== 'object' || record === null || !Object.hasOwn(record, name)) {
      throw new EngineAbort('invalid', `the definition reads '${name}' of a value that has no such member`);
    }
    return (record as Record<string, Value>)[name];
  },

  outOfRange(): never {
    raiseIndexOutOfRange();
  },

  newArray(host: LibraryHost, n: number, zero: Value): Value[] {
    if (n < 0) raiseOverflow();
    if (n > maxArray) throw new EngineAbort('memory', `An array of ${n} elements was asked for.`);
    host.charge(n >> 4);
    return new Array<Value>(n).fill(zero);
  },

  /** Appends what a spread element holds. */
  spread(host: LibraryHost, into: Value[], from: Value): void {
    if (from === null) raiseNullReference();
    const items = toArray(host, from);
    for (const item of items) into.push(item);
  },

  items(host: LibraryHost, from: Value): readonly Value[] {
    if (from === null) raiseNullReference();
    return Array.isArray(from) ? from : toArray(host, from);
  },

  /** What `foreach` walks when it is no array. */
  iterable(from: Value): Iterable<Value> {
    return { [Symbol.iterator]: () => iterate(from) };
  },

  tuple(items: Value[]): TupleValue {
    return new TupleValue(items);
  },

  tupleWith(tuple: TupleValue, i: number, value: Value): TupleValue {
    const items = tuple.items.slice();
    items[i] = value;
    return new TupleValue(items);
  },

  /** The parts that a deconstruction takes. */
  parts(value: Value): readonly Value[] {
    if (value instanceof TupleValue) return value.items;
    if (value === null) raiseNullReference();
    const pair = value as KeyValuePairValue;
    return [pair.k, pair.v];
  },

  anonymous(names: readonly string[], values: readonly Value[]): AnonymousValue {
    return new AnonymousValue(new Map(names.map((name, i) => [name, values[i]])));
  },

  anonymousWith(value: AnonymousValue, names: readonly string[], values: readonly Value[]): AnonymousValue {
    const fields = new Map(value.fields);
    names.forEach((name, i) => {
      fields.set(name, values[i]);
    });
    return new AnonymousValue(fields);
  },

  map(names: readonly string[], values: readonly Value[]): ReadonlyMap<string, Value> {
    return new Map(names.map((name, i) => [name, values[i]]));
  },

  /** What `with` starts from. */
  clone(value: Value): Value {
    if (!(value instanceof Instance)) return raiseNullReference();
    const copy = (value.c as ClassTable).allocate() as Instance;
    for (const name of Object.keys(value.f)) copy.f[name] = value.f[name];
    return copy;
  },

  indexFromEnd(n: number): IndexValue {
    return new IndexValue(n, true);
  },

  range(from: number | IndexValue | null, to: number | IndexValue | null): Value {
    return makeRange(from, to);
  },

  /** Elements, or UTF-16 units, for a list pattern. */
  listItems(host: LibraryHost, value: Value): readonly Value[] {
    if (typeof value === 'string') return Array.from({ length: value.length }, (_, i) => value.charCodeAt(i));
    return collectionSupport.items(host, value);
  },

  slice(value: Value, items: readonly Value[], from: number, to: number): Value {
    return typeof value === 'string' ? value.slice(from, to) : items.slice(from, to);
  },
};
