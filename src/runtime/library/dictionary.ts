/**
 * `Dictionary<K,V>` and `KeyValuePair<K,V>`. Entries lie in slots in the order they were added; a removed one leaves its
 * slot to the next that is added, the last freed first, which is how .NET's order comes about.
 */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { equalityOf } from './comparers.ts';
import { each, requireSource, Sequence, type Visit } from './enumeration.ts';
import { equalsValue } from './equality.ts';
import {
  raiseArgument,
  raiseArgumentNull,
  raiseArgumentOutOfRange,
  raiseKeyNotFound,
  raiseModifiedDuringEnumeration,
} from './exceptions.ts';
import { toText } from './format.ts';
import { type KeyComparer, type KeyIndex, KeyValuePairValue, keyIndex, type PairTypes } from './keys.ts';
import { requireFunction } from './stretches.ts';
import { defaultOf } from './structs.ts';
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

/** Stands in the slot of a removed entry. */
const freed: unique symbol = Symbol('freed');

export class DictionaryValue extends Sequence {
  get typeName(): string {
    return 'Dictionary';
  }

  readonly comparer: KeyComparer | undefined;
  readonly types: PairTypes | undefined;
  readonly #index: KeyIndex;
  #keys: Value[] = [];
  #values: Value[] = [];
  #free: number[] = [];
  #version = 0;

  /** @param types what the pairs need to become text */
  constructor(comparer?: KeyComparer, types?: PairTypes) {
    super();
    this.comparer = comparer;
    this.types = types;
    this.#index = keyIndex(comparer);
  }

  get size(): number {
    return this.#keys.length - this.#free.length;
  }

  has(key: Value): boolean {
    return this.#index.find(key) >= 0;
  }

  /** The value of a key, or undefined. */
  get(key: Value): Value | undefined {
    const slot = this.#index.find(key);
    return slot < 0 ? undefined : this.#values[slot];
  }

  /** Adds or replaces. A replaced value changes no order and disturbs no walk. */
  set(key: Value, value: Value): void {
    const slot = this.#index.find(key);
    if (slot >= 0) this.#values[slot] = value;
    else this.#insert(key, value);
  }

  /** Adds; false if the key is there already. */
  tryAdd(key: Value, value: Value): boolean {
    if (this.#index.find(key) >= 0) return false;
    this.#insert(key, value);
    return true;
  }

  #insert(key: Value, value: Value): void {
    const slot = this.#free.pop() ?? this.#keys.length;
    this.#keys[slot] = key;
    this.#values[slot] = value;
    this.#index.add(key, slot);
    this.#version++;
  }

  /** The removed value, or undefined. Does not disturb a walk, as in .NET. */
  remove(key: Value): Value | undefined {
    const slot = this.#index.remove(key);
    if (slot < 0) return undefined;
    const value = this.#values[slot];
    this.#keys[slot] = freed;
    this.#values[slot] = undefined;
    this.#free.push(slot);
    return value;
  }

  clear(): void {
    this.#index.clear();
    this.#keys = [];
    this.#values = [];
    this.#free = [];
  }

  /** Visits keys and values without making pairs. */
  eachEntry(visit: (key: Value, value: Value) => boolean): boolean {
    const version = this.#version;
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot];
      if (key === freed) continue;
      if (!visit(key, this.#values[slot])) return false;
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
    return true;
  }

  each(visit: Visit): boolean {
    return this.eachEntry((key, value) => visit(new KeyValuePairValue(key, value, this.types)));
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.iterate((key, value) => new KeyValuePairValue(key, value, this.types));
  }

  *iterate(pick: (key: Value, value: Value) => Value): Iterator<Value> {
    const version = this.#version;
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot];
      if (key === freed) continue;
      yield pick(key, this.#values[slot]);
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
  }

  override count(): number {
    return this.size;
  }
}

/** `Keys` or `Values`: a view. */
export class DictionaryView extends Sequence {
  readonly #dictionary: DictionaryValue;
  readonly #pick: (key: Value, value: Value) => Value;

  constructor(dictionary: DictionaryValue, pick: (key: Value, value: Value) => Value) {
    super();
    this.#dictionary = dictionary;
    this.#pick = pick;
  }

  each(visit: Visit): boolean {
    return this.#dictionary.eachEntry((key, value) => visit(this.#pick(key, value)));
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#dictionary.iterate(this.#pick);
  }

  override count(): number {
    return this.#dictionary.size;
  }
}

/** A dictionary of the given entries, in order. */
export function dictionaryOf(
  entries: Iterable<readonly [Value, Value]>,
  comparer?: KeyComparer,
  types?: PairTypes,
): DictionaryValue {
  const dictionary = new DictionaryValue(comparer, types);
  for (const [key, value] of entries) dictionary.set(key, value);
  return dictionary;
}

// ---------------------------------------------------------------- members

type Host = LibraryHost;
type Dict = DictionaryValue;
type Types = readonly IrType[];

function requireKey(key: Value): void {
  if (key === null) raiseArgumentNull('key');
}

/** @throws ArgumentException, KeyNotFoundException, with the key as `ToString()` gives it */
export function addEntry(host: Host, dictionary: Dict, key: Value, value: Value, keyType: IrType): null {
  requireKey(key);
  if (!dictionary.tryAdd(key, value)) {
    raiseArgument(`An item with the same key has already been added. Key: ${toText(key, keyType, host)}`);
  }
  return null;
}

/** An empty dictionary, with comparer and types as the members get them. */
export function emptyDictionary(host: Host, comparer: Value, types: Types | undefined): Dict {
  return new DictionaryValue(equalityOf(comparer), pairTypes(host, types));
}

function pairTypes(host: Host, types: Types | undefined): PairTypes | undefined {
  return types === undefined ? undefined : { host, key: types[0]!, value: types[1]! };
}

function copied(host: Host, source: Value, comparer: Value, types: Types): Dict {
  requireSource(source, 'dictionary');
  const dictionary = emptyDictionary(host, comparer, types);
  each(source, (pair) => {
    addEntry(host, dictionary, (pair as KeyValuePairValue).k, (pair as KeyValuePairValue).v, types[0]!);
    return true;
  });
  return dictionary;
}

function sized(host: Host, capacity: number, comparer: Value, types: Types): Dict {
  if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
  return emptyDictionary(host, comparer, types);
}

function valueAt(host: Host, dictionary: Dict, key: Value, types: Types): Value {
  requireKey(key);
  const value = dictionary.get(key);
  return value === undefined ? raiseKeyNotFound(toText(key, types[0]!, host)) : value;
}

function tryGet(host: Host, dictionary: Dict, key: Value, result: Ref, types: Types): boolean {
  requireKey(key);
  const value = dictionary.get(key);
  result.set(value === undefined ? defaultOf(types[1]!, host) : value);
  return value !== undefined;
}

function takeOut(host: Host, dictionary: Dict, key: Value, result: Ref, types: Types): boolean {
  requireKey(key);
  const value = dictionary.remove(key);
  result.set(value === undefined ? defaultOf(types[1]!, host) : value);
  return value !== undefined;
}

function containsValue(host: Host, dictionary: Dict, value: Value): boolean {
  host.charge(dictionary.size >> 3);
  return !dictionary.eachEntry((_key, held) => !equalsValue(held, value));
}

function pairOf(host: Host, key: Value, value: Value, types: Types | undefined): KeyValuePairValue {
  return new KeyValuePairValue(key, value, pairTypes(host, types));
}

/** Members of `Dictionary<K,V>` and `KeyValuePair<K,V>`. */
export const dictionaryLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Dictionary.new()': (host: Host, types: Types) => emptyDictionary(host, null, types),
  'Dictionary.new(int)': (host: Host, capacity: number, types: Types) => sized(host, capacity, null, types),
  'Dictionary.new(IEqualityComparer<K>)': emptyDictionary,
  'Dictionary.new(int,IEqualityComparer<K>)': sized,
  'Dictionary.new(IDictionary<K,V>)': (host: Host, source: Value, types: Types) => copied(host, source, null, types),
  'Dictionary.new(IDictionary<K,V>,IEqualityComparer<K>)': copied,
  'Dictionary.new(IEnumerable<KeyValuePair<K,V>>)': (host: Host, source: Value, types: Types) =>
    copied(host, source, null, types),
  'Dictionary.new(IEnumerable<KeyValuePair<K,V>>,IEqualityComparer<K>)': copied,
  'Dictionary.Count': (_h: Host, d: Dict) => d.size,
  'Dictionary.this(K)': valueAt,
  'Dictionary.this(K)=': (_h: Host, d: Dict, key: Value, value: Value) => {
    requireKey(key);
    d.set(key, value);
    return null;
  },
  'Dictionary.Keys': (_h: Host, d: Dict) => new DictionaryView(d, (key) => key),
  'Dictionary.Values': (_h: Host, d: Dict) => new DictionaryView(d, (_key, value) => value),
  'Dictionary.Add(K,V)': (host: Host, d: Dict, key: Value, value: Value, types: Types) =>
    addEntry(host, d, key, value, types[0]!),
  'Dictionary.TryAdd(K,V)': (_h: Host, d: Dict, key: Value, value: Value) => {
    requireKey(key);
    return d.tryAdd(key, value);
  },
  'Dictionary.ContainsKey(K)': (_h: Host, d: Dict, key: Value) => {
    requireKey(key);
    return d.has(key);
  },
  'Dictionary.ContainsValue(V)': containsValue,
  'Dictionary.TryGetValue(K,V)': tryGet,
  'Dictionary.GetValueOrDefault(K)': (host: Host, d: Dict, key: Value, types: Types) => {
    requireKey(key);
    const value = d.get(key);
    return value === undefined ? defaultOf(types[1]!, host) : value;
  },
  'Dictionary.GetValueOrDefault(K,V)': (_h: Host, d: Dict, key: Value, otherwise: Value) => {
    requireKey(key);
    const value = d.get(key);
    return value === undefined ? otherwise : value;
  },
  'Dictionary.Remove(K)': (_h: Host, d: Dict, key: Value) => {
    requireKey(key);
    return d.remove(key) !== undefined;
  },
  'Dictionary.Remove(K,V)': takeOut,
  'Dictionary.Clear()': (_h: Host, d: Dict) => {
    d.clear();
    return null;
  },
  'Dictionary.EnsureCapacity(int)': (_h: Host, d: Dict, capacity: number) => {
    if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
    return Math.max(capacity, d.size);
  },
  'Dictionary.TrimExcess()': () => null,
  'KeyValuePair.Create(K,V)': pairOf,
  'KeyValuePair.new()': (host: Host, types: Types | undefined) =>
    types === undefined
      ? new KeyValuePairValue(null, null)
      : pairOf(host, defaultOf(types[0]!, host), defaultOf(types[1]!, host), types),
  'KeyValuePair.new(K,V)': pairOf,
  'KeyValuePair.Key': (_h: Host, pair: KeyValuePairValue) => pair.k,
  'KeyValuePair.Value': (_h: Host, pair: KeyValuePairValue) => pair.v,
  'KeyValuePair.Deconstruct(K,V)': (_h: Host, pair: KeyValuePairValue, key: Ref, value: Ref) => {
    key.set(pair.k);
    value.set(pair.v);
    return null;
  },
  'KeyValuePair.ToString()': (_h: Host, pair: KeyValuePairValue) => pair.toString(),
};

/** LINQ's `ToDictionary`. */
export function toDictionary(
  host: Host,
  source: Value,
  keyOf: (item: Value) => Value,
  elementOf: (item: Value) => Value,
  comparer: Value,
  types: Types,
): Dict {
  requireSource(source);
  requireFunction(keyOf, 'keySelector');
  requireFunction(elementOf, 'elementSelector');
  const dictionary = emptyDictionary(host, comparer, types);
  each(source, (item) => {
    addEntry(host, dictionary, keyOf(item), elementOf(item), types[0]!);
    return true;
  });
  return dictionary;
}
