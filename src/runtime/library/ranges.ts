/** `Index` and `Range`: `^1` and `1..^1`. */
import type { LibraryKey } from '../../ir/ir.ts';
import { raiseArgumentOutOfRange } from './exceptions.ts';
import type { LibraryFunction, LibraryHost } from './values.ts';

export class IndexValue {
  readonly value: number;
  readonly fromEnd: boolean;

  /** @throws ArgumentOutOfRangeException for a negative value */
  constructor(value: number, fromEnd = false) {
    if (value < 0) raiseArgumentOutOfRange('value', 'Non-negative number required.');
    this.value = value;
    this.fromEnd = fromEnd;
  }

  /** Counted from the start of something `length` long; not checked. */
  offset(length: number): number {
    return this.fromEnd ? length - this.value : this.value;
  }

  equals(other: IndexValue): boolean {
    return this.value === other.value && this.fromEnd === other.fromEnd;
  }

  key(): string {
    return this.toString();
  }

  hash(): number {
    return this.fromEnd ? ~this.value : this.value;
  }

  toString(): string {
    return this.fromEnd ? `^${this.value}` : `${this.value}`;
  }
}

export class RangeValue {
  readonly start: IndexValue;
  readonly end: IndexValue;

  constructor(start: IndexValue, end: IndexValue) {
    this.start = start;
    this.end = end;
  }

  /**
   * Start and length within something `length` long.
   * @throws ArgumentOutOfRangeException when it does not lie within
   */
  within(length: number): { readonly start: number; readonly length: number } {
    const start = this.start.offset(length);
    const end = this.end.offset(length);
    if (start < 0 || end > length || start > end) raiseArgumentOutOfRange('length');
    return { start, length: end - start };
  }

  equals(other: RangeValue): boolean {
    return this.start.equals(other.start) && this.end.equals(other.end);
  }

  key(): string {
    return this.toString();
  }

  hash(): number {
    return (Math.imul(this.start.hash(), 31) + this.end.hash()) | 0;
  }

  toString(): string {
    return `${this.start}..${this.end}`;
  }
}

const first = new IndexValue(0);
const afterLast = new IndexValue(0, true);

/** What the IR's `range` makes; a bound is an int, an `Index`, or left out. */
export function makeRange(from?: number | IndexValue | null, to?: number | IndexValue | null): RangeValue {
  return new RangeValue(asIndex(from) ?? first, asIndex(to) ?? afterLast);
}

function asIndex(bound: number | IndexValue | null | undefined): IndexValue | undefined {
  return typeof bound === 'number' ? new IndexValue(bound) : (bound ?? undefined);
}

type H = LibraryHost;

export const rangeLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Index.new(int,bool)': (_: H, value: number, fromEnd: boolean) => new IndexValue(value, fromEnd),
  'Index.Start': () => first,
  'Index.End': () => afterLast,
  'Index.FromStart(int)': (_: H, value: number) => new IndexValue(value),
  'Index.FromEnd(int)': (_: H, value: number) => new IndexValue(value, true),
  'Index.Value': (_: H, index: IndexValue) => index.value,
  'Index.IsFromEnd': (_: H, index: IndexValue) => index.fromEnd,
  'Index.GetOffset(int)': (_: H, index: IndexValue, length: number) => index.offset(length),
  'Index.Equals(Index)': (_: H, index: IndexValue, other: IndexValue) => index.equals(other),
  'Index.ToString()': (_: H, index: IndexValue) => index.toString(),
  'Index.op_Implicit(int)': (_: H, value: number) => new IndexValue(value),
  'Range.new(Index,Index)': (_: H, start: IndexValue, end: IndexValue) => new RangeValue(start, end),
  'Range.All': () => new RangeValue(first, afterLast),
  'Range.StartAt(Index)': (_: H, start: IndexValue) => new RangeValue(start, afterLast),
  'Range.EndAt(Index)': (_: H, end: IndexValue) => new RangeValue(first, end),
  'Range.Start': (_: H, range: RangeValue) => range.start,
  'Range.End': (_: H, range: RangeValue) => range.end,
  'Range.Equals(Range)': (_: H, range: RangeValue, other: RangeValue) => range.equals(other),
  'Range.ToString()': (_: H, range: RangeValue) => range.toString(),
};
