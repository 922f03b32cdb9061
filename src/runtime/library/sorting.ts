/**
 * .NET's introspective sort, step by step: it is not stable, so where equal elements end up is part of its behaviour, and
 * `List.Sort` and `Array.Sort` show it. LINQ's ordering is stable and does not use this.
 */
import { compareValues } from './equality.ts';
import { exception, raiseArgument } from './exceptions.ts';
import { EngineAbort, ExceptionValue, type LibraryHost, type Value } from './values.ts';

export type Compare = (a: Value, b: Value) => number;

const insertionThreshold = 16;

/** Sorts `items[start .. start + length)` in place. `compare` undefined is the default order. */
export function sortInPlace(
  host: LibraryHost,
  items: Value[],
  start: number,
  length: number,
  compare: Compare | undefined,
): void {
  if (length < 2) return;
  host.charge(length * Math.ceil(Math.log2(length)));
  if (compare === undefined && sortNumbers(items, start, length)) return;
  const sorter = new Introsort(items, start, compare ?? compareValues);
  try {
    sorter.sort(0, length, 2 * (Math.floor(Math.log2(length)) + 1));
  } catch (e) {
    if (e instanceof ExceptionValue) {
      throw exception('InvalidOperationException', 'Failed to compare two elements in the array.', e);
    }
    if (e instanceof EngineAbort || !(e instanceof InconsistentOrder)) throw e;
    raiseArgument('Unable to sort because the IComparer.Compare() method returns inconsistent results.', 'comparer');
  }
}

/** Numbers that compare equal are the same, so any sort will do for them. */
function sortNumbers(items: Value[], start: number, length: number): boolean {
  for (let i = start; i < start + length; i++) {
    const item = items[i];
    // NaN comes first in .NET and last here; -0 and 0 are equal but not the same.
    if (typeof item !== 'number' || Number.isNaN(item) || Object.is(item, -0)) return false;
  }
  const sorted = Float64Array.from(items.slice(start, start + length) as number[]).sort();
  for (let i = 0; i < length; i++) items[start + i] = sorted[i];
  return true;
}

class InconsistentOrder extends Error {}

class Introsort {
  readonly #items: Value[];
  readonly #start: number;
  readonly #end: number;
  readonly #compare: Compare;

  constructor(items: Value[], start: number, compare: Compare) {
    this.#items = items;
    this.#start = start;
    this.#end = items.length;
    this.#compare = compare;
  }

  /** Sorts positions `low` to `low + size`, relative to the start. */
  sort(low: number, size: number, depth: number): void {
    const at = this.#start + low;
    while (size > 1) {
      if (size <= insertionThreshold) {
        this.#sortFew(at, size);
        return;
      }
      if (depth === 0) {
        this.#heapSort(at, size);
        return;
      }
      depth--;
      const pivot = this.#partition(at, size);
      this.sort(low + pivot + 1, size - pivot - 1, depth);
      size = pivot;
    }
  }

  #sortFew(at: number, size: number): void {
    if (size === 2) this.#order(at, at + 1);
    else if (size === 3) {
      this.#order(at, at + 1);
      this.#order(at, at + 2);
      this.#order(at + 1, at + 2);
    } else this.#insertionSort(at, size);
  }

  #order(i: number, j: number): void {
    if (this.#compare(this.#items[i], this.#items[j]) > 0) this.#swap(i, j);
  }

  #swap(i: number, j: number): void {
    const held = this.#items[i];
    this.#items[i] = this.#items[j];
    this.#items[j] = held;
  }

  #insertionSort(at: number, size: number): void {
    const items = this.#items;
    for (let i = at; i < at + size - 1; i++) {
      const held = items[i + 1];
      let j = i;
      while (j >= at && this.#compare(held, items[j]) < 0) {
        items[j + 1] = items[j];
        j--;
      }
      items[j + 1] = held;
    }
  }

  #partition(at: number, size: number): number {
    const items = this.#items;
    const high = at + size - 1;
    const middle = at + ((size - 1) >> 1);
    this.#order(at, middle);
    this.#order(at, high);
    this.#order(middle, high);
    const pivot = items[middle];
    this.#swap(middle, high - 1);
    let left = at;
    let right = high - 1;
    while (left < right) {
      do {
        if (++left >= this.#end) throw new InconsistentOrder();
      } while (this.#compare(items[left], pivot) < 0);
      do {
        if (--right < 0) throw new InconsistentOrder();
      } while (this.#compare(pivot, items[right]) < 0);
      if (left >= right) break;
      this.#swap(left, right);
    }
    if (left !== high - 1) this.#swap(left, high - 1);
    return left - at;
  }

  #heapSort(at: number, size: number): void {
    for (let i = size >> 1; i >= 1; i--) this.#downHeap(at, i, size);
    for (let i = size; i > 1; i--) {
      this.#swap(at, at + i - 1);
      this.#downHeap(at, 1, i - 1);
    }
  }

  #downHeap(at: number, i: number, size: number): void {
    const items = this.#items;
    const held = items[at + i - 1];
    while (i <= size >> 1) {
      let child = 2 * i;
      if (child < size && this.#compare(items[at + child - 1], items[at + child]) < 0) child++;
      if (this.#compare(held, items[at + child - 1]) >= 0) break;
      items[at + i - 1] = items[at + child - 1];
      i = child;
    }
    items[at + i - 1] = held;
  }
}

/** The index of `value` in sorted `items`, or the complement of where it would go, as `Array.BinarySearch`. */
export function binarySearch(items: readonly Value[], value: Value, compare: Compare | undefined): number {
  const order = compare ?? compareValues;
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = low + ((high - low) >> 1);
    const found = order(items[middle], value);
    if (found === 0) return middle;
    if (found < 0) low = middle + 1;
    else high = middle - 1;
  }
  return ~low;
}
