/** Where the keys of dictionaries, sets and groups lie, and `KeyValuePair<K,V>`. */
import type { IrType } from '../../ir/ir.ts';
import { equalsValue, hashKey, hashValue, KeySpace } from './equality.ts';
import { toText } from './format.ts';
import { EngineAbort, type LibraryHost, type Value } from './values.ts';

/** How a dictionary or a set compares its keys, where it was given a comparer. */
export interface KeyComparer {
  readonly equals: (a: Value, b: Value) => boolean;
  readonly hash: (value: Value) => number;
}

/** Finds the slot of a key. The caller owns the slots; this knows only where each key lies. */
export interface KeyIndex {
  /** The slot of an equal key, or -1. */
  find(key: Value): number;
  /** Notes a key that is not there yet. */
  add(key: Value, slot: number): void;
  /** Forgets a key and tells its slot, or -1. */
  remove(key: Value): number;
  clear(): void;
}

/** Keys cost much memory each: a dictionary or set that grows without end must meet a limit before memory does. */
const maxKeys = 4_000_000;

function checkCount(count: number): void {
  if (count >= maxKeys) throw new EngineAbort('memory', `A collection of more than ${maxKeys} keys was asked for.`);
}

export function keyIndex(comparer: KeyComparer | undefined): KeyIndex {
  return comparer === undefined ? new DefaultIndex() : new ComparerIndex(comparer);
}

class DefaultIndex implements KeyIndex {
  #space = new KeySpace();
  readonly #slots = new Map<Value, number>();

  find(key: Value): number {
    return this.#slots.get(this.#space.key(key)) ?? -1;
  }

  add(key: Value, slot: number): void {
    checkCount(this.#slots.size);
    this.#slots.set(this.#space.key(key), slot);
  }

  remove(key: Value): number {
    const found = this.#space.key(key);
    const slot = this.#slots.get(found);
    if (slot === undefined) return -1;
    this.#slots.delete(found);
    return slot;
  }

  clear(): void {
    this.#slots.clear();
    this.#space = new KeySpace();
  }
}

interface Entry {
  readonly key: Value;
  readonly slot: number;
}

class ComparerIndex implements KeyIndex {
  readonly #comparer: KeyComparer;
  readonly #entries = new Map<number, Entry[]>();

  constructor(comparer: KeyComparer) {
    this.#comparer = comparer;
  }

  /** .NET asks no comparer for the hash of null. */
  #hash(key: Value): number {
    return key === null ? 0 : this.#comparer.hash(key);
  }

  find(key: Value): number {
    const bucket = this.#entries.get(this.#hash(key));
    return bucket?.find((entry) => this.#comparer.equals(entry.key, key))?.slot ?? -1;
  }

  add(key: Value, slot: number): void {
    checkCount(this.#entries.size);
    const hash = this.#hash(key);
    const bucket = this.#entries.get(hash);
    if (bucket === undefined) this.#entries.set(hash, [{ key, slot }]);
    else bucket.push({ key, slot });
  }

  remove(key: Value): number {
    const bucket = this.#entries.get(this.#hash(key));
    const at = bucket?.findIndex((entry) => this.#comparer.equals(entry.key, key)) ?? -1;
    return at < 0 ? -1 : bucket!.splice(at, 1)[0]!.slot;
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** The types of a dictionary's keys and values, which its pairs need to become text. */
export interface PairTypes {
  readonly host: LibraryHost;
  readonly key: IrType;
  readonly value: IrType;
}

/** `KeyValuePair<K,V>`; `k` is its `Key`, `v` its `Value`. */
export class KeyValuePairValue {
  readonly k: Value;
  readonly v: Value;
  readonly types: PairTypes | undefined;

  constructor(k: Value, v: Value, types?: PairTypes) {
    this.k = k;
    this.v = v;
    this.types = types;
  }

  /** As .NET prints it: `[key, value]`. */
  toString(): string {
    const host = this.types?.host ?? hashHost;
    return `[${toText(this.k, this.types?.key ?? 'object', host)}, ${toText(this.v, this.types?.value ?? 'object', host)}]`;
  }

  equals(other: KeyValuePairValue): boolean {
    return equalsValue(this.k, other.k) && equalsValue(this.v, other.v);
  }

  hash(): number {
    return (Math.imul(hashValue(this.k, hashHost), 31) + hashValue(this.v, hashHost)) | 0;
  }

  /** Equal for equal pairs, and for no others. */
  key(): string {
    const k = keyPart(this.k);
    return `${k.length}:${k}${keyPart(this.v)}`;
  }
}

// For pairs that no dictionary made: hashes of plain values ask nothing of it, and those of objects only that it stays the same.
const hashHost: LibraryHost = {
  utcNowTicks: () => 0n,
  random: () => 0,
  charge: () => undefined,
  classInfo: () => undefined,
  enumNames: () => undefined,
};

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

function keyPart(part: Value): string {
  const key = hashKey(part);
  if ((typeof key !== 'object' && typeof key !== 'function') || key === null) return `${typeof key}${String(key)}`;
  let id = identities.get(key);
  if (id === undefined) {
    id = ++lastIdentity;
    identities.set(key, id);
  }
  return `#${id}`;
}
