/**
 * The members of collection interfaces, which ask the collection that is really there: arrays, lists, dictionaries, sets
 * and views.
 */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { arrayElement } from './arrays.ts';
import { DictionaryValue, DictionaryView, dictionaryLibrary } from './dictionary.ts';
import { each, knownCount, type Positions, positionsOf } from './enumeration.ts';
import { equalsValue } from './equality.ts';
import { raiseIndexOutOfRange, raiseInvalidCast, raiseListIndex, raiseNotSupported } from './exceptions.ts';
import { KeyValuePairValue } from './keys.ts';
import { ListValue, listLibrary } from './list.ts';
import type { IndexValue } from './ranges.ts';
import { SetValue, setLibrary } from './sets.ts';
import { copyInto, indexOfEqual } from './stretches.ts';
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

type Host = LibraryHost;
type Types = readonly IrType[];

function count(source: Value): number {
  const known = knownCount(source);
  if (known !== undefined) return known;
  let counted = 0;
  each(source, () => ++counted > 0);
  return counted;
}

function contains(host: Host, source: Value, item: Value): boolean {
  if (source instanceof SetValue) return source.has(item);
  if (source instanceof DictionaryValue) {
    const pair = item as KeyValuePairValue;
    const value = source.get(pair.k);
    return value !== undefined && equalsValue(value, pair.v);
  }
  host.charge(count(source) >> 3);
  return !each(source, (other) => !equalsValue(other, item));
}

function fixed(source: Value): never {
  return raiseNotSupported(Array.isArray(source) ? 'Collection was of a fixed size.' : 'Collection is read-only.');
}

function add(host: Host, source: Value, item: Value, types: Types): Value {
  if (source instanceof ListValue) source.add(item);
  else if (source instanceof SetValue) return source.add(item);
  else if (source instanceof DictionaryValue) {
    const pair = item as KeyValuePairValue;
    return call(
      'Dictionary.Add(K,V)',
      host,
      source,
      pair.k,
      pair.v,
      source.types === undefined ? types : [source.types.key, source.types.value],
    );
  } else fixed(source);
  return null;
}

/** Calls a member of a concrete collection. */
function call(key: LibraryKey, host: Host, ...args: Value[]): Value {
  const member = listLibrary[key] ?? dictionaryLibrary[key] ?? setLibrary[key];
  return (member as (host: Host, ...args: Value[]) => Value)(host, ...args);
}

function remove(host: Host, source: Value, item: Value): boolean {
  if (source instanceof ListValue) return call('List.Remove(T)', host, source, item) as boolean;
  if (source instanceof SetValue) return source.remove(item);
  if (source instanceof DictionaryValue) {
    return contains(host, source, item) && source.remove((item as KeyValuePairValue).k) !== undefined;
  }
  return fixed(source);
}

function clear(host: Host, source: Value): null {
  if (source instanceof ListValue) call('List.Clear()', host, source);
  else if (source instanceof SetValue || source instanceof DictionaryValue) source.clear();
  else fixed(source);
  return null;
}

function copyTo(source: Value, target: Value[], to: number): null {
  const items: Value[] = [];
  each(source, (item) => items.push(item) > 0);
  copyInto(items, 0, target, to, items.length);
  return null;
}

function positions(source: Value): Positions {
  return positionsOf(source) ?? raiseInvalidCast();
}

function itemAt(source: Value, index: number): Value {
  if (Array.isArray(source)) return arrayElement(source, index);
  const at = positions(source);
  if (index < 0 || index >= at.length()) raiseListIndex();
  return at.at(index);
}

function setItem(source: Value, index: number, value: Value): null {
  if (source instanceof ListValue) source.set(index, value);
  else if (Array.isArray(source)) {
    if (index < 0 || index >= source.length) raiseIndexOutOfRange();
    source[index] = value;
  } else fixed(source);
  return null;
}

function indexOf(source: Value, item: Value): number {
  if (source instanceof ListValue) return indexOfEqual(source.items, item, 0, source.items.length);
  const at = positions(source);
  for (let i = 0; i < at.length(); i++) if (equalsValue(at.at(i), item)) return i;
  return -1;
}

const onList =
  (member: LibraryKey) =>
  (host: Host, source: Value, ...args: Value[]): Value =>
    source instanceof ListValue ? call(member, host, source, ...args) : fixed(source);

const onDictionary =
  (member: LibraryKey) =>
  (host: Host, source: Value, ...args: Value[]): Value =>
    call(member, host, source instanceof DictionaryValue ? source : raiseInvalidCast(), ...args);

const onSet =
  (member: LibraryKey) =>
  (host: Host, source: Value, ...args: Value[]): Value =>
    call(member, host, source instanceof SetValue ? source : raiseInvalidCast(), ...args);

const forwarded = (
  owners: readonly string[],
  target: string,
  names: readonly string[],
  make: (member: LibraryKey) => LibraryFunction,
): Record<LibraryKey, LibraryFunction> =>
  Object.fromEntries(owners.flatMap((owner) => names.map((name) => [`${owner}.${name}`, make(`${target}.${name}`)])));

/** Members of `ICollection`, `IList`, `IReadOnlyList`, `ISet`, `IDictionary`, `IReadOnlyDictionary` and `IReadOnlyCollection`. */
export const collectionLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'IReadOnlyCollection.Count': (_h: Host, source: Value) => count(source),
  'IReadOnlyList.this(int)': (_h: Host, source: Value, index: number) => itemAt(source, index),
  'IReadOnlyList.this(Index)': (_h: Host, source: Value, index: IndexValue) =>
    itemAt(source, index.offset(count(source))),
  'ICollection.Count': (_h: Host, source: Value) => count(source),
  'ICollection.IsReadOnly': (_h: Host, source: Value) =>
    !(source instanceof ListValue || source instanceof SetValue || source instanceof DictionaryValue),
  'ICollection.Add(T)': add,
  'ICollection.Remove(T)': remove,
  'ICollection.Clear()': clear,
  'ICollection.Contains(T)': contains,
  'ICollection.CopyTo(T[],int)': (_h: Host, source: Value, target: Value[], to: number) => copyTo(source, target, to),
  'IList.this(int)': (_h: Host, source: Value, index: number) => itemAt(source, index),
  'IList.this(int)=': (_h: Host, source: Value, index: number, value: Value) => setItem(source, index, value),
  'IList.this(Index)': (_h: Host, source: Value, index: IndexValue) => itemAt(source, index.offset(count(source))),
  'IList.this(Index)=': (_h: Host, source: Value, index: IndexValue, value: Value) =>
    setItem(source, index.offset(count(source)), value),
  'IList.IndexOf(T)': (_h: Host, source: Value, item: Value) => indexOf(source, item),
  ...forwarded(['IList'], 'List', ['Insert(int,T)', 'RemoveAt(int)'], onList),
  ...forwarded(
    ['ISet'],
    'HashSet',
    [
      'Add(T)',
      'UnionWith(IEnumerable<T>)',
      'IntersectWith(IEnumerable<T>)',
      'ExceptWith(IEnumerable<T>)',
      'IsSubsetOf(IEnumerable<T>)',
      'IsSupersetOf(IEnumerable<T>)',
      'Overlaps(IEnumerable<T>)',
      'SetEquals(IEnumerable<T>)',
    ],
    onSet,
  ),
  ...forwarded(
    ['IDictionary', 'IReadOnlyDictionary'],
    'Dictionary',
    ['this(K)', 'Keys', 'Values', 'ContainsKey(K)', 'TryGetValue(K,V)'],
    onDictionary,
  ),
  ...forwarded(['IDictionary'], 'Dictionary', ['this(K)=', 'Add(K,V)', 'Remove(K)', 'TryAdd(K,V)'], onDictionary),
  ...forwarded(['IReadOnlyDictionary'], 'Dictionary', ['GetValueOrDefault(K)', 'GetValueOrDefault(K,V)'], onDictionary),
};

/** Whether a value is of a collection type of the library, by the type's name without arguments. */
export function isCollection(value: Value, type: string): boolean {
  switch (type) {
    case 'IEnumerable':
      return typeof value === 'string' || (typeof value === 'object' && value !== null && Symbol.iterator in value);
    case 'List':
      return value instanceof ListValue;
    case 'Dictionary':
    case 'IDictionary':
    case 'IReadOnlyDictionary':
      return value instanceof DictionaryValue;
    case 'HashSet':
    case 'ISet':
      return value instanceof SetValue;
    case 'ICollection':
      return isMutable(value) || value instanceof DictionaryView;
    case 'IReadOnlyCollection':
      return isMutable(value) || value instanceof DictionaryView || positionsOf(value) !== undefined;
    case 'IList':
      return value instanceof ListValue || Array.isArray(value);
    case 'IReadOnlyList':
      return positionsOf(value) !== undefined;
    case 'KeyValuePair':
      return value instanceof KeyValuePairValue;
    default:
      return false;
  }
}

function isMutable(value: Value): boolean {
  return (
    value instanceof ListValue || value instanceof SetValue || value instanceof DictionaryValue || Array.isArray(value)
  );
}

/** The reference that an `out` parameter is, for callers outside generated code. */
export function refTo(initial: Value): Ref & { value: Value } {
  return {
    value: initial,
    get() {
      return this.value;
    },
    set(value: Value) {
      this.value = value;
    },
  };
}
