/** What lists and arrays do alike: searching, copying and turning stretches of elements. */
import { equalsValue } from './equality.ts';
import { raiseArgument, raiseArgumentNull, raiseArgumentOutOfRange } from './exceptions.ts';
import type { Value } from './values.ts';

export type Test = (item: Value) => boolean;

/** @throws ArgumentNullException for a missing delegate */
export function requireFunction(f: unknown, parameter: string): void {
  if (f === null || f === undefined) raiseArgumentNull(parameter);
}

/** The position of an equal element in `[start, end)`, or -1. */
export function indexOfEqual(items: readonly Value[], value: Value, start: number, end: number): number {
  for (let i = start; i < end; i++) if (equalsValue(items[i], value)) return i;
  return -1;
}

/** As `indexOfEqual`, from the end. */
export function lastIndexOfEqual(items: readonly Value[], value: Value, start: number, end: number): number {
  for (let i = end - 1; i >= start; i--) if (equalsValue(items[i], value)) return i;
  return -1;
}

/** Checks `index` and `count` of a stretch of a list. */
export function requireStretch(length: number, index: number, count: number, parameter = 'index'): void {
  if (index < 0) raiseArgumentOutOfRange(parameter, 'Non-negative number required.');
  if (count < 0) raiseArgumentOutOfRange('count', 'Non-negative number required.');
  if (length - index < count) {
    raiseArgument(
      'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.',
    );
  }
}

/** Copies `count` elements into an array of the app. */
export function copyInto(
  source: readonly Value[],
  from: number,
  target: Value[] | null,
  to: number,
  count: number,
): void {
  if (target === null) raiseArgumentNull('destinationArray');
  if (to < 0) raiseArgumentOutOfRange('destinationIndex', 'Non-negative number required.');
  if (target.length - to < count) {
    raiseArgument(
      "Destination array was not long enough. Check the destination index, length, and the array's lower bounds.",
      'destinationArray',
    );
  }
  if (source === target && from < to) for (let i = count - 1; i >= 0; i--) target[to + i] = source[from + i];
  else for (let i = 0; i < count; i++) target[to + i] = source[from + i];
}

export function reverseInPlace(items: Value[], index: number, count: number): void {
  for (let i = index, j = index + count - 1; i < j; i++, j--) {
    const held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
}
