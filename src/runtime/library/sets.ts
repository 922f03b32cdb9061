/** `HashSet<T>`: slots as in a dictionary, so that its order too is .NET's. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { equalityOf } from './comparers.ts';
import { each, requireSource, Sequence, type Visit } from './enumeration.ts';
import { raiseArgumentOutOfRange, raiseModifiedDuringEnumeration } from './exceptions.ts';
import { type KeyComparer, type KeyIndex, keyIndex } from './keys.ts';
import { copyInto, requireFunction, type Test } from './stretches.ts';
import { defaultOf } from './structs.ts';
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

const freed: unique symbol = Symbol('freed');

export class SetValue extends Sequence {
  get typeName(): string {
    return 'HashSet';
  }

  readonly comparer: KeyComparer | undefined;
  readonly #index: KeyIndex;
  #items: Value[] = [];
  #free: number[] = [];
  #version = 0;

  constructor(comparer?: KeyComparer) {
    super();
    this.comparer = comparer;
    this.#index = keyIndex(comparer);
  }

  get size(): number {
    return this.#items.length - this.#free.length;
  }

  has(item: Value): boolean {
    return this.#index.find(item) >= 0;
  }

  /** The element that equals `item`, or undefined. */
  find(item: Value): Value | undefined {
    const slot = this.#index.find(item);
    return slot < 0 ? undefined : this.#items[slot];
  }

  /** False if it is there already. */
  add(item: Value): boolean {
    if (this.#index.find(item) >= 0) return false;
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    this.#index.add(item, slot);
    this.#version++;
    return true;
  }

  /** Does not disturb a walk, as in .NET. */
  remove(item: Value): boolean {
    const slot = this.#index.remove(item);
    if (slot < 0) return false;
    this.#items[slot] = freed;
    this.#free.push(slot);
    return true;
  }

  clear(): void {
    this.#index.clear();
    this.#items = [];
    this.#free = [];
  }

  each(visit: Visit): boolean {
    const version = this.#version;
    for (let slot = 0; slot < this.#items.length; slot++) {
      const item = this.#items[slot];
      if (item === freed) continue;
      if (!visit(item)) return false;
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
    return true;
  }

  *[Symbol.iterator](): Iterator<Value> {
    const version = this.#version;
    for (let slot = 0; slot < this.#items.length; slot++) {
      const item = this.#items[slot];
      if (item === freed) continue;
      yield item;
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
  }

  override count(): number {
    return this.size;
  }
}

/** A set of the elements of `source`. */
export function setOf(source: Value, comparer?: KeyComparer): SetValue {
  const set = new SetValue(comparer);
  each(source, (item) => {
    set.add(item);
    return true;
  });
  return set;
}

// ---------------------------------------------------------------- members

type Host = LibraryHost;

/** The other operand as a set with this one's notion of equality. */
function operand(set: SetValue, other: Value): SetValue {
  requireSource(other, 'other');
  return other instanceof SetValue && other.comparer === set.comparer ? other : setOf(other, set.comparer);
}

/** The elements as they are now: the operation may change the set, and `other` may be the set itself. */
function snapshot(source: Value): Value[] {
  requireSource(source, 'other');
  const items: Value[] = [];
  each(source, (item) => items.push(item) > 0);
  return items;
}

function union(set: SetValue, other: Value): null {
  for (const item of snapshot(other)) set.add(item);
  return null;
}

function intersect(set: SetValue, other: Value): null {
  const kept = operand(set, other);
  for (const item of snapshot(set)) if (!kept.has(item)) set.remove(item);
  return null;
}

function except(set: SetValue, other: Value): null {
  for (const item of snapshot(other)) set.remove(item);
  return null;
}

function symmetricExcept(set: SetValue, other: Value): null {
  for (const item of snapshot(operand(set, other))) if (!set.remove(item)) set.add(item);
  return null;
}

function isSubset(set: SetValue, of: SetValue): boolean {
  return set.size <= of.size && set.each((item) => of.has(item));
}

function removeWhere(set: SetValue, match: Test): number {
  requireFunction(match, 'match');
  let removed = 0;
  for (const item of snapshot(set)) if (match(item) && set.remove(item)) removed++;
  return removed;
}

const made = (source: Value, comparer: Value): SetValue => {
  requireSource(source, 'collection');
  return setOf(source, equalityOf(comparer));
};

/** `HashSet<T>`'s members. */
export const setLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'HashSet.new()': () => new SetValue(),
  'HashSet.new(int)': (_h: Host, capacity: number) => {
    if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
    return new SetValue();
  },
  'HashSet.new(IEqualityComparer<T>)': (_h: Host, comparer: Value) => new SetValue(equalityOf(comparer)),
  'HashSet.new(IEnumerable<T>)': (_h: Host, source: Value) => made(source, null),
  'HashSet.new(IEnumerable<T>,IEqualityComparer<T>)': (_h: Host, source: Value, comparer: Value) =>
    made(source, comparer),
  'HashSet.Count': (_h: Host, set: SetValue) => set.size,
  'HashSet.Add(T)': (_h: Host, set: SetValue, item: Value) => set.add(item),
  'HashSet.Remove(T)': (_h: Host, set: SetValue, item: Value) => set.remove(item),
  'HashSet.RemoveWhere(Func<T,bool>)': (_h: Host, set: SetValue, match: Test) => removeWhere(set, match),
  'HashSet.Clear()': (_h: Host, set: SetValue) => {
    set.clear();
    return null;
  },
  'HashSet.Contains(T)': (_h: Host, set: SetValue, item: Value) => set.has(item),
  'HashSet.TryGetValue(T,T)': (host: Host, set: SetValue, item: Value, result: Ref, types: readonly IrType[]) => {
    const found = set.find(item);
    result.set(found === undefined ? defaultOf(types[0]!, host) : found);
    return found !== undefined;
  },
  'HashSet.UnionWith(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => union(set, other),
  'HashSet.IntersectWith(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => intersect(set, other),
  'HashSet.ExceptWith(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => except(set, other),
  'HashSet.SymmetricExceptWith(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => symmetricExcept(set, other),
  'HashSet.IsSubsetOf(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => isSubset(set, operand(set, other)),
  'HashSet.IsSupersetOf(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => isSubset(operand(set, other), set),
  'HashSet.IsProperSubsetOf(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => {
    const of = operand(set, other);
    return set.size < of.size && isSubset(set, of);
  },
  'HashSet.IsProperSupersetOf(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => {
    const of = operand(set, other);
    return of.size < set.size && isSubset(of, set);
  },
  'HashSet.Overlaps(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => {
    requireSource(other, 'other');
    return !each(other, (item) => !set.has(item));
  },
  'HashSet.SetEquals(IEnumerable<T>)': (_h: Host, set: SetValue, other: Value) => {
    const of = operand(set, other);
    return set.size === of.size && isSubset(set, of);
  },
  'HashSet.CopyTo(T[])': (_h: Host, set: SetValue, target: Value[]) => {
    copyInto(snapshot(set), 0, target, 0, set.size);
    return null;
  },
  'HashSet.CopyTo(T[],int)': (_h: Host, set: SetValue, target: Value[], to: number) => {
    copyInto(snapshot(set), 0, target, to, set.size);
    return null;
  },
  'HashSet.EnsureCapacity(int)': (_h: Host, set: SetValue, capacity: number) => {
    if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
    return Math.max(capacity, set.size);
  },
  'HashSet.TrimExcess()': () => null,
};
