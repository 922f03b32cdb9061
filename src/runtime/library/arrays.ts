/** Arrays and the static members of `Array`. An array is a JavaScript one whose length is never changed. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { orderOf } from './comparers.ts';
import { requireSource } from './enumeration.ts';
import { compareValues } from './equality.ts';
import { raiseArgument, raiseArgumentNull, raiseArgumentOutOfRange, raiseIndexOutOfRange } from './exceptions.ts';
import { ReadOnlyList } from './list.ts';
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
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

type Host = LibraryHost;
type Items = Value[];
type Types = readonly IrType[];

const countMessage = 'Count must be positive and count must refer to a location within the string/array/collection.';

function sort(host: Host, array: Items, index: number, length: number, compare: Compare | undefined): null {
  requireSource(array, 'array');
  requireStretch(array.length, index, length);
  sortInPlace(host, array, index, length, compare);
  return null;
}

/** Sorts `keys` and takes `items` along. */
function sortPairs(host: Host, keys: Items, items: Items | null): null {
  if (items === null) return sort(host, keys, 0, keys.length, undefined);
  requireSource(keys, 'keys');
  if (items.length < keys.length) raiseArgument('Offset and length were out of bounds for the array.');
  const pairs: Value[] = keys.map((key, i) => [key, items[i]]);
  sortInPlace(host, pairs, 0, pairs.length, (a, b) => compareValues((a as Items)[0], (b as Items)[0]));
  pairs.forEach((pair, i) => {
    keys[i] = (pair as Items)[0];
    items[i] = (pair as Items)[1];
  });
  return null;
}

function indexOf(host: Host, array: Items, value: Value, start: number, count: number): number {
  requireSource(array, 'array');
  if (start < 0 || start > array.length) raiseArgumentOutOfRange('startIndex');
  if (count < 0 || count > array.length - start) raiseArgumentOutOfRange('count', countMessage);
  host.charge(count >> 3);
  return indexOfEqual(array, value, start, start + count);
}

function lastIndexOf(array: Items, value: Value, start: number, count: number): number {
  requireSource(array, 'array');
  if (array.length === 0) return -1;
  if (start < 0 || start >= array.length) raiseArgumentOutOfRange('startIndex');
  if (count < 0 || count > start + 1) raiseArgumentOutOfRange('count', countMessage);
  return lastIndexOfEqual(array, value, start - count + 1, start + 1);
}

function fill(host: Host, array: Items, value: Value, start: number, count: number): null {
  requireSource(array, 'array');
  if (start < 0 || start > array.length) raiseArgumentOutOfRange('startIndex');
  if (count < 0 || count > array.length - start) raiseArgumentOutOfRange('count', countMessage);
  host.charge(count >> 3);
  array.fill(value, start, start + count);
  return null;
}

function findIndex(array: Items, start: number, match: Test): number {
  requireSource(array, 'array');
  requireFunction(match, 'match');
  if (start < 0 || start > array.length) raiseArgumentOutOfRange('startIndex');
  for (let i = start; i < array.length; i++) if (match(array[i])) return i;
  return -1;
}

function findLastIndex(array: Items, match: Test): number {
  requireSource(array, 'array');
  requireFunction(match, 'match');
  for (let i = array.length - 1; i >= 0; i--) if (match(array[i])) return i;
  return -1;
}

/** Zeroes elements. What zero is follows from the elements, since an untyped `Array` does not say. */
function clear(array: Items, index: number, length: number): null {
  requireSource(array, 'array');
  if (index < 0 || length < 0 || index + length > array.length) raiseIndexOutOfRange();
  for (let i = index; i < index + length; i++) array[i] = zeroLike(array[i]);
  return null;
}

function zeroLike(value: Value): Value {
  switch (typeof value) {
    case 'number':
      return 0;
    case 'bigint':
      return 0n;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function copy(host: Host, source: Items, from: number, target: Items, to: number, count: number): null {
  if (source === null) raiseArgumentNull('sourceArray');
  if (from < 0) raiseArgumentOutOfRange('sourceIndex', 'Non-negative number required.');
  if (count < 0) raiseArgumentOutOfRange('length', 'Non-negative number required.');
  if (source.length - from < count) {
    raiseArgument(
      "Source array was not long enough. Check the source index, length, and the array's lower bounds.",
      'sourceArray',
    );
  }
  host.charge(count >> 3);
  copyInto(source, from, target, to, count);
  return null;
}

function resize(host: Host, ref: Ref, size: number, types: Types): null {
  if (size < 0) raiseArgumentOutOfRange('newSize', 'Non-negative number required.');
  const old = (ref.get() as Items | null) ?? [];
  host.charge(size >> 3);
  ref.set(Array.from({ length: size }, (_, i) => (i < old.length ? old[i] : defaultOf(types[0]!, host))));
  return null;
}

function selected(array: Items, match: Test): Items {
  requireSource(array, 'array');
  requireFunction(match, 'match');
  return array.filter((item) => match(item));
}

/** Members of arrays and of `Array`. */
export const arrayLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Array.Length': (_h: Host, array: Items) => array.length,
  'Array.LongLength': (_h: Host, array: Items) => BigInt(array.length),
  'Array.Rank': () => 1,
  'Array.Clone()': (host: Host, array: Items) => {
    host.charge(array.length >> 3);
    return array.slice();
  },
  'Array.CopyTo(Array,int)': (_h: Host, array: Items, target: Items, to: number) => {
    copyInto(array, 0, target, to, array.length);
    return null;
  },
  'Array.Sort(T[])': (host: Host, array: Items) => sort(host, array, 0, array?.length, undefined),
  'Array.Sort(T[],Func<T,T,int>)': (host: Host, array: Items, compare: Compare) => {
    requireFunction(compare, 'comparison');
    return sort(host, array, 0, array?.length, compare);
  },
  'Array.Sort(T[],IComparer<T>)': (host: Host, array: Items, comparer: Value) =>
    sort(host, array, 0, array?.length, orderOf(comparer)),
  'Array.Sort(T[],int,int)': (host: Host, array: Items, index: number, length: number) =>
    sort(host, array, index, length, undefined),
  'Array.Sort(T[],int,int,IComparer<T>)': (host: Host, array: Items, index: number, length: number, comparer: Value) =>
    sort(host, array, index, length, orderOf(comparer)),
  'Array.Sort(K[],V[])': sortPairs,
  'Array.Reverse(T[])': (host: Host, array: Items) => {
    requireSource(array, 'array');
    host.charge(array.length >> 3);
    reverseInPlace(array, 0, array.length);
    return null;
  },
  'Array.Reverse(T[],int,int)': (host: Host, array: Items, index: number, length: number) => {
    requireSource(array, 'array');
    requireStretch(array.length, index, length);
    host.charge(length >> 3);
    reverseInPlace(array, index, length);
    return null;
  },
  'Array.IndexOf(T[],T)': (host: Host, array: Items, value: Value) => indexOf(host, array, value, 0, array?.length),
  'Array.IndexOf(T[],T,int)': (host: Host, array: Items, value: Value, start: number) =>
    indexOf(host, array, value, start, Math.max(0, array?.length - start)),
  'Array.IndexOf(T[],T,int,int)': indexOf,
  'Array.LastIndexOf(T[],T)': (_h: Host, array: Items, value: Value) =>
    lastIndexOf(array, value, array?.length - 1, array?.length),
  'Array.LastIndexOf(T[],T,int)': (_h: Host, array: Items, value: Value, start: number) =>
    lastIndexOf(array, value, start, start + 1),
  'Array.LastIndexOf(T[],T,int,int)': (_h: Host, array: Items, value: Value, start: number, count: number) =>
    lastIndexOf(array, value, start, count),
  'Array.BinarySearch(T[],T)': (_h: Host, array: Items, value: Value) => {
    requireSource(array, 'array');
    return binarySearch(array, value, undefined);
  },
  'Array.BinarySearch(T[],T,IComparer<T>)': (_h: Host, array: Items, value: Value, comparer: Value) => {
    requireSource(array, 'array');
    return binarySearch(array, value, orderOf(comparer));
  },
  'Array.Fill(T[],T)': (host: Host, array: Items, value: Value) => fill(host, array, value, 0, array?.length),
  'Array.Fill(T[],T,int,int)': fill,
  'Array.Clear(Array)': (_h: Host, array: Items) => clear(array, 0, array?.length),
  'Array.Clear(Array,int,int)': (_h: Host, array: Items, index: number, length: number) => clear(array, index, length),
  'Array.Copy(Array,Array,int)': (host: Host, source: Items, target: Items, count: number) =>
    copy(host, source, 0, target, 0, count),
  'Array.Copy(Array,int,Array,int,int)': copy,
  'Array.Resize(T[],int)': resize,
  'Array.Empty()': () => [],
  'Array.Exists(T[],Func<T,bool>)': (_h: Host, array: Items, match: Test) => findIndex(array, 0, match) >= 0,
  'Array.Find(T[],Func<T,bool>)': (host: Host, array: Items, match: Test, types: Types) => {
    const at = findIndex(array, 0, match);
    return at < 0 ? defaultOf(types[0]!, host) : array[at];
  },
  'Array.FindLast(T[],Func<T,bool>)': (host: Host, array: Items, match: Test, types: Types) => {
    const at = findLastIndex(array, match);
    return at < 0 ? defaultOf(types[0]!, host) : array[at];
  },
  'Array.FindAll(T[],Func<T,bool>)': (_h: Host, array: Items, match: Test) => selected(array, match),
  'Array.FindIndex(T[],Func<T,bool>)': (_h: Host, array: Items, match: Test) => findIndex(array, 0, match),
  'Array.FindIndex(T[],int,Func<T,bool>)': (_h: Host, array: Items, start: number, match: Test) =>
    findIndex(array, start, match),
  'Array.FindLastIndex(T[],Func<T,bool>)': (_h: Host, array: Items, match: Test) => findLastIndex(array, match),
  'Array.TrueForAll(T[],Func<T,bool>)': (_h: Host, array: Items, match: Test) =>
    findIndex(array, 0, (item) => !match(item)) < 0,
  'Array.ForEach(T[],Action<T>)': (_h: Host, array: Items, action: (item: Value) => Value) => {
    requireSource(array, 'array');
    requireFunction(action, 'action');
    for (const item of array) action(item);
    return null;
  },
  'Array.ConvertAll(T[],Func<T,R>)': (_h: Host, array: Items, convert: (item: Value) => Value) => {
    requireSource(array, 'array');
    requireFunction(convert, 'converter');
    return array.map((item) => convert(item));
  },
  'Array.AsReadOnly(T[])': (_h: Host, array: Items) => {
    requireSource(array, 'array');
    return new ReadOnlyList(array);
  },
};

/**
 * An element of an array.
 * @throws IndexOutOfRangeException
 */
export function arrayElement(array: readonly Value[], index: number): Value {
  if (index < 0 || index >= array.length) raiseIndexOutOfRange();
  return array[index];
}
