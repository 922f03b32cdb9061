/**
 * `List<T>`. The elements are an array of their own, which generated code may read; whoever changes it here counts
 * `version` up, by which a walk notices that the list changed under it.
 *
 * A setter's key is the property's with `=` after it: `List.this(int)=`.
 */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { orderOf } from './comparers.ts';
import { each, type Positions, requireSource, Sequence, toArray, type Visit } from './enumeration.ts';
import {
  raiseArgumentOutOfRange,
  raiseListIndex,
  raiseModifiedDuringEnumeration,
  raiseNullReference,
} from './exceptions.ts';
import type { IndexValue, RangeValue } from './ranges.ts';
import { binarySearch, type Compare, sortInPlace } from './sorting.ts';
import {
  copyInto,
  indexOfEqual,
  lastIndexOfEqual,
  requireFunction,
  requireStretch,
  reverseInPlace,
  type Test,
} from './stretches.ts';
import { defaultOf } from './structs.ts';
import type { LibraryFunction, LibraryHost, Value } from './values.ts';

export class ListValue extends Sequence {
  get typeName(): string {
    return 'List';
  }

  items: Value[];
  version = 0;

  /** Takes `items` over. */
  constructor(items: Value[] = []) {
    super();
    this.items = items;
  }

  /** @throws ArgumentOutOfRangeException */
  get(index: number): Value {
    if (index < 0 || index >= this.items.length) raiseListIndex();
    return this.items[index];
  }

  /** @throws ArgumentOutOfRangeException */
  set(index: number, value: Value): void {
    if (index < 0 || index >= this.items.length) raiseListIndex();
    this.items[index] = value;
    this.version++;
  }

  add(value: Value): void {
    this.items.push(value);
    this.version++;
  }

  each(visit: Visit): boolean {
    const version = this.version;
    for (let i = 0; i < this.items.length; i++) {
      if (!visit(this.items[i])) return false;
      if (version !== this.version) raiseModifiedDuringEnumeration();
    }
    return true;
  }

  [Symbol.iterator](): Iterator<Value> {
    return new ListIterator(this);
  }

  override count(): number {
    return this.items.length;
  }

  override positions(): Positions {
    return { length: () => this.items.length, at: (index) => this.get(index) };
  }
}

class ListIterator implements Iterator<Value> {
  readonly #list: ListValue;
  readonly #version: number;
  #at = 0;

  constructor(list: ListValue) {
    this.#list = list;
    this.#version = list.version;
  }

  next(): IteratorResult<Value> {
    if (this.#version !== this.#list.version) raiseModifiedDuringEnumeration();
    const { items } = this.#list;
    return this.#at < items.length ? { done: false, value: items[this.#at++] } : { done: true, value: undefined };
  }
}

/** A list of the given elements; takes the array over. */
export function listOf(items: Value[]): ListValue {
  return new ListValue(items);
}

// ---------------------------------------------------------------- members

type Host = LibraryHost;
type List = ListValue;
type Types = readonly IrType[];

function changed(list: List): null {
  list.version++;
  return null;
}

function insert(list: List, index: number, item: Value): null {
  if (index < 0 || index > list.items.length)
    raiseArgumentOutOfRange('index', 'Index must be within the bounds of the List.');
  list.items.splice(index, 0, item);
  return changed(list);
}

function insertAll(host: Host, list: List, index: number, source: Value): null {
  requireSource(source, 'collection');
  if (index < 0 || index > list.items.length) raiseListIndex();
  const added = toArray(host, source);
  if (index === list.items.length) for (const item of added) list.items.push(item);
  else list.items = [...list.items.slice(0, index), ...added, ...list.items.slice(index)];
  return added.length > 0 ? changed(list) : null;
}

function removeAt(list: List, index: number): null {
  if (index < 0 || index >= list.items.length) raiseListIndex();
  list.items.splice(index, 1);
  return changed(list);
}

function removeAll(host: Host, list: List, match: Test): number {
  requireFunction(match, 'match');
  host.charge(list.items.length);
  const kept: Value[] = [];
  for (const item of list.items) if (!match(item)) kept.push(item);
  const removed = list.items.length - kept.length;
  if (removed > 0) {
    list.items = kept;
    list.version++;
  }
  return removed;
}

function findIndex(list: List, start: number, count: number, match: Test): number {
  if (start < 0 || start > list.items.length) raiseListIndex('startIndex');
  if (count < 0 || start > list.items.length - count) {
    raiseArgumentOutOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  }
  requireFunction(match, 'match');
  for (let i = start; i < start + count; i++) if (match(list.items[i])) return i;
  return -1;
}

function findLastIndex(list: List, start: number, count: number, match: Test): number {
  requireFunction(match, 'match');
  const { length } = list.items;
  if (length === 0 ? start !== -1 : start < 0 || start >= length) raiseListIndex('startIndex');
  if (count < 0 || start - count + 1 < 0) {
    raiseArgumentOutOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  }
  for (let i = start; i > start - count; i--) if (match(list.items[i])) return i;
  return -1;
}

function indexOf(list: List, item: Value, index: number, count: number): number {
  if (index < 0 || index > list.items.length) raiseListIndex();
  if (count < 0 || index > list.items.length - count) {
    raiseArgumentOutOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  }
  return indexOfEqual(list.items, item, index, index + count);
}

function lastIndexOf(list: List, item: Value, index: number, count: number): number {
  if (list.items.length === 0) return -1;
  if (index < 0 || index >= list.items.length) raiseListIndex();
  if (count < 0 || count > index + 1) {
    raiseArgumentOutOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  }
  return lastIndexOfEqual(list.items, item, index - count + 1, index + 1);
}

function forEach(host: Host, list: List, action: (item: Value) => Value): null {
  requireFunction(action, 'action');
  host.charge(list.items.length);
  const { version } = list;
  for (let i = 0; i < list.items.length; i++) {
    if (version !== list.version) raiseModifiedDuringEnumeration();
    action(list.items[i]);
  }
  if (version !== list.version) raiseModifiedDuringEnumeration();
  return null;
}

function stretch(host: Host, list: List, index: number, count: number): List {
  requireStretch(list.items.length, index, count);
  host.charge(count);
  return new ListValue(list.items.slice(index, index + count));
}

function reverse(host: Host, list: List, index: number, count: number): null {
  requireStretch(list.items.length, index, count);
  host.charge(count);
  reverseInPlace(list.items, index, count);
  return changed(list);
}

function sort(host: Host, list: List, index: number, count: number, compare: Compare | undefined): null {
  requireStretch(list.items.length, index, count);
  sortInPlace(host, list.items, index, count, compare);
  return changed(list);
}

function first(list: List, match: Test, types: Types, host: Host): Value {
  const at = findIndex(list, 0, list.items.length, match);
  return at < 0 ? defaultOf(types[0]!, host) : list.items[at];
}

function last(list: List, match: Test, types: Types, host: Host): Value {
  const at = findLastIndex(list, list.items.length - 1, list.items.length, match);
  return at < 0 ? defaultOf(types[0]!, host) : list.items[at];
}

/** `List<T>`'s members. */
export const listLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'List.new()': () => new ListValue(),
  'List.new(int)': (_h: Host, capacity: number) => {
    if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
    return new ListValue();
  },
  'List.new(IEnumerable<T>)': (host: Host, source: Value) => {
    requireSource(source, 'collection');
    return new ListValue(toArray(host, source));
  },
  'List.Count': (_h: Host, list: List) => list.items.length,
  // Room is not the app's to see: there is as much as there are elements.
  'List.Capacity': (_h: Host, list: List) => list.items.length,
  'List.Capacity=': (_h: Host, list: List, capacity: number) => {
    if (capacity < list.items.length) raiseArgumentOutOfRange('value', 'capacity was less than the current size.');
    return null;
  },
  'List.this(int)': (_h: Host, list: List, index: number) => list.get(index),
  'List.this(int)=': (_h: Host, list: List, index: number, value: Value) => {
    list.set(index, value);
    return null;
  },
  'List.this(Index)': (_h: Host, list: List, index: IndexValue) => list.get(index.offset(list.items.length)),
  'List.this(Index)=': (_h: Host, list: List, index: IndexValue, value: Value) => {
    list.set(index.offset(list.items.length), value);
    return null;
  },
  'List.this(Range)': (host: Host, list: List, range: RangeValue) => {
    const { start, length } = range.within(list.items.length);
    return stretch(host, list, start, length);
  },
  'List.Add(T)': (_h: Host, list: List, item: Value) => {
    list.items.push(item);
    list.version++;
    return null;
  },
  'List.AddRange(IEnumerable<T>)': (host: Host, list: List, source: Value) =>
    insertAll(host, list, list.items.length, source),
  'List.Insert(int,T)': (host: Host, list: List, index: number, item: Value) => {
    host.charge(list.items.length >> 6);
    return insert(list, index, item);
  },
  'List.InsertRange(int,IEnumerable<T>)': (host: Host, list: List, index: number, source: Value) =>
    insertAll(host, list, index, source),
  'List.Remove(T)': (host: Host, list: List, item: Value) => {
    host.charge(list.items.length >> 3);
    const at = indexOfEqual(list.items, item, 0, list.items.length);
    if (at >= 0) removeAt(list, at);
    return at >= 0;
  },
  'List.RemoveAt(int)': (host: Host, list: List, index: number) => {
    host.charge(list.items.length >> 6);
    return removeAt(list, index);
  },
  'List.RemoveRange(int,int)': (host: Host, list: List, index: number, count: number) => {
    requireStretch(list.items.length, index, count);
    host.charge(list.items.length >> 6);
    if (count > 0) {
      list.items.splice(index, count);
      list.version++;
    }
    return null;
  },
  'List.RemoveAll(Func<T,bool>)': removeAll,
  'List.Clear()': (_h: Host, list: List) => {
    list.items = [];
    return changed(list);
  },
  'List.Contains(T)': (host: Host, list: List, item: Value) => {
    host.charge(list.items.length >> 3);
    return indexOfEqual(list.items, item, 0, list.items.length) >= 0;
  },
  'List.IndexOf(T)': (host: Host, list: List, item: Value) => {
    host.charge(list.items.length >> 3);
    return indexOfEqual(list.items, item, 0, list.items.length);
  },
  'List.IndexOf(T,int)': (_h: Host, list: List, item: Value, index: number) =>
    indexOf(list, item, index, Math.max(0, list.items.length - index)),
  'List.IndexOf(T,int,int)': (_h: Host, list: List, item: Value, index: number, count: number) =>
    indexOf(list, item, index, count),
  'List.LastIndexOf(T)': (_h: Host, list: List, item: Value) =>
    lastIndexOf(list, item, list.items.length - 1, list.items.length),
  'List.LastIndexOf(T,int)': (_h: Host, list: List, item: Value, index: number) =>
    lastIndexOf(list, item, index, index + 1),
  'List.LastIndexOf(T,int,int)': (_h: Host, list: List, item: Value, index: number, count: number) =>
    lastIndexOf(list, item, index, count),
  'List.Exists(Func<T,bool>)': (_h: Host, list: List, match: Test) => findIndex(list, 0, list.items.length, match) >= 0,
  'List.Find(Func<T,bool>)': (host: Host, list: List, match: Test, types: Types) => first(list, match, types, host),
  'List.FindLast(Func<T,bool>)': (host: Host, list: List, match: Test, types: Types) => last(list, match, types, host),
  'List.FindAll(Func<T,bool>)': (_h: Host, list: List, match: Test) => {
    requireFunction(match, 'match');
    const found: Value[] = [];
    for (let i = 0; i < list.items.length; i++) if (match(list.items[i])) found.push(list.items[i]);
    return new ListValue(found);
  },
  'List.FindIndex(Func<T,bool>)': (_h: Host, list: List, match: Test) => findIndex(list, 0, list.items.length, match),
  'List.FindIndex(int,Func<T,bool>)': (_h: Host, list: List, start: number, match: Test) =>
    findIndex(list, start, Math.max(0, list.items.length - start), match),
  'List.FindIndex(int,int,Func<T,bool>)': (_h: Host, list: List, start: number, count: number, match: Test) =>
    findIndex(list, start, count, match),
  'List.FindLastIndex(Func<T,bool>)': (_h: Host, list: List, match: Test) =>
    findLastIndex(list, list.items.length - 1, list.items.length, match),
  'List.FindLastIndex(int,Func<T,bool>)': (_h: Host, list: List, start: number, match: Test) =>
    findLastIndex(list, start, start + 1, match),
  'List.FindLastIndex(int,int,Func<T,bool>)': (_h: Host, list: List, start: number, count: number, match: Test) =>
    findLastIndex(list, start, count, match),
  'List.TrueForAll(Func<T,bool>)': (_h: Host, list: List, match: Test) =>
    findIndex(list, 0, list.items.length, (item) => !match(item)) < 0,
  'List.ForEach(Action<T>)': forEach,
  'List.ConvertAll(Func<T,R>)': (_h: Host, list: List, convert: (item: Value) => Value) => {
    requireFunction(convert, 'converter');
    return new ListValue(list.items.map((item) => convert(item)));
  },
  'List.GetRange(int,int)': stretch,
  'List.Slice(int,int)': stretch,
  'List.Reverse()': (host: Host, list: List) => reverse(host, list, 0, list.items.length),
  'List.Reverse(int,int)': reverse,
  'List.Sort()': (host: Host, list: List) => sort(host, list, 0, list.items.length, undefined),
  'List.Sort(Func<T,T,int>)': (host: Host, list: List, compare: Compare) => {
    requireFunction(compare, 'comparison');
    return sort(host, list, 0, list.items.length, compare);
  },
  'List.Sort(IComparer<T>)': (host: Host, list: List, comparer: Value) =>
    sort(host, list, 0, list.items.length, orderOf(comparer)),
  'List.Sort(int,int,IComparer<T>)': (host: Host, list: List, index: number, count: number, comparer: Value) =>
    sort(host, list, index, count, orderOf(comparer)),
  'List.BinarySearch(T)': (_h: Host, list: List, item: Value) => binarySearch(list.items, item, undefined),
  'List.BinarySearch(T,IComparer<T>)': (_h: Host, list: List, item: Value, comparer: Value) =>
    binarySearch(list.items, item, orderOf(comparer)),
  'List.ToArray()': (host: Host, list: List) => {
    host.charge(list.items.length);
    return list.items.slice();
  },
  'List.CopyTo(T[])': (_h: Host, list: List, target: Value[]) => {
    copyInto(list.items, 0, target, 0, list.items.length);
    return null;
  },
  'List.CopyTo(T[],int)': (_h: Host, list: List, target: Value[], to: number) => {
    copyInto(list.items, 0, target, to, list.items.length);
    return null;
  },
  'List.CopyTo(int,T[],int,int)': (_h: Host, list: List, from: number, target: Value[], to: number, count: number) => {
    requireStretch(list.items.length, from, count);
    copyInto(list.items, from, target, to, count);
    return null;
  },
  'List.AsReadOnly()': (_h: Host, list: List) => new ReadOnlyList(list),
  'List.EnsureCapacity(int)': (_h: Host, list: List, capacity: number) => {
    if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
    return Math.max(capacity, list.items.length);
  },
  'List.TrimExcess()': () => null,
};

/** A view of a list or an array through which nothing can be changed. */
export class ReadOnlyList extends Sequence {
  readonly #source: ListValue | readonly Value[];

  constructor(source: ListValue | readonly Value[]) {
    super();
    if (source === null) raiseNullReference();
    this.#source = source;
  }

  get items(): readonly Value[] {
    return this.#source instanceof ListValue ? this.#source.items : this.#source;
  }

  each(visit: Visit): boolean {
    return each(this.#source, visit);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#source[Symbol.iterator]();
  }

  override count(): number {
    return this.items.length;
  }

  override positions(): Positions {
    return {
      length: () => this.items.length,
      at: (index) => {
        if (index < 0 || index >= this.items.length) raiseListIndex();
        return this.items[index];
      },
    };
  }
}
