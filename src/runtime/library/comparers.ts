/** `StringComparer`, `Comparer<T>`, `EqualityComparer<T>`, and the interfaces that an app's own classes may implement. */
import type { LibraryKey } from '../../ir/ir.ts';
import { toUpperText } from './case.ts';
import { Comparison, checkComparison, compareText, equalText, isCultural } from './collation.ts';
import { compareValues, equalsValue, hashValue } from './equality.ts';
import { raiseArgumentNull, raiseNullReference } from './exceptions.ts';
import { Instance, type LibraryFunction, type LibraryHost, type Value } from './values.ts';

type H = LibraryHost;
type Text = string | null;

/** An `IComparer<T>`, an `IEqualityComparer<T>` or both. */
export interface Comparer {
  compare(a: Value, b: Value): number;
  equals(a: Value, b: Value): boolean;
  hash(value: Value): number;
}

export class StringComparerValue implements Comparer {
  get typeName(): string {
    return 'StringComparer';
  }

  readonly comparison: number;

  constructor(comparison: number) {
    this.comparison = comparison;
  }

  compare(a: Value, b: Value): number {
    return compareText(a as Text, b as Text, this.comparison);
  }

  equals(a: Value, b: Value): boolean {
    return equalText(a as Text, b as Text, this.comparison);
  }

  hash(value: Value): number {
    const text = value as string;
    if (this.comparison === Comparison.ordinal) return hashValue(text);
    // What the culture holds for equal may differ in more than case: only the letters without their marks count.
    const folded = isCultural(this.comparison) ? text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '') : text;
    return hashValue(toUpperText(folded));
  }
}

/** `Comparer<T>.Default`, or of a comparison. */
class OrderComparer implements Comparer {
  readonly compare: (a: Value, b: Value) => number;

  constructor(compare: (a: Value, b: Value) => number) {
    this.compare = compare;
  }

  equals(a: Value, b: Value): boolean {
    return this.compare(a, b) === 0;
  }

  hash(value: Value): number {
    return hashValue(value);
  }
}

export const defaultComparer: Comparer = {
  compare: compareValues,
  equals: equalsValue,
  hash: (value) => hashValue(value),
};

const stringComparers = [0, 1, 2, 3, 4, 5].map((comparison) => new StringComparerValue(comparison));

/**
 * What a member takes as comparer: one of the library's, an app's own class, or null for the default.
 * An app's class is called through its overrides of the interface's members.
 */
export function comparerOf(value: Value): Comparer {
  if (value === null || value === undefined) return defaultComparer;
  if (value instanceof Instance) {
    const { overrides } = value.c;
    return {
      compare: (a, b) => (overrides.get('IComparer.Compare(T,T)')?.(value, a, b) ?? compareValues(a, b)) as number,
      equals: (a, b) => (overrides.get('IEqualityComparer.Equals(T,T)')?.(value, a, b) ?? equalsValue(a, b)) as boolean,
      hash: (of) => (overrides.get('IEqualityComparer.GetHashCode(T)')?.(value, of) ?? hashValue(of)) as number,
    };
  }
  return value as Comparer;
}

/** The order that a comparer gives; undefined for the default one. */
export function orderOf(comparer: Value): ((a: Value, b: Value) => number) | undefined {
  if (comparer === null || comparer === undefined || comparer === defaultComparer) return undefined;
  const { compare } = comparerOf(comparer);
  return comparer instanceof StringComparerValue ? (a, b) => comparer.compare(a, b) : compare;
}

/** The equality that a comparer gives; undefined for the default one. */
export function equalityOf(comparer: Value): Pick<Comparer, 'equals' | 'hash'> | undefined {
  if (comparer === null || comparer === undefined || comparer === defaultComparer) return undefined;
  return comparerOf(comparer);
}

const called =
  (key: LibraryKey, otherwise: (a: Value, b: Value) => Value) =>
  (_: H, receiver: Value, other: Value): Value => {
    if (receiver === null) raiseNullReference();
    const override = receiver instanceof Instance ? receiver.c.overrides.get(key) : undefined;
    return override === undefined ? otherwise(receiver, other) : override(receiver, other);
  };

function stringComparer(comparison: number): StringComparerValue {
  checkComparison(comparison);
  return stringComparers[comparison]!;
}

const compare = (_: H, comparer: Value, a: Value, b: Value): number => comparerOf(comparer).compare(a, b);
const equals = (_: H, comparer: Value, a: Value, b: Value): boolean => comparerOf(comparer).equals(a, b);
const hash = (_: H, comparer: Value, value: Value): number => comparerOf(comparer).hash(value);

export const comparerLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'StringComparer.Ordinal': () => stringComparer(Comparison.ordinal),
  'StringComparer.OrdinalIgnoreCase': () => stringComparer(Comparison.ordinalIgnoreCase),
  'StringComparer.InvariantCulture': () => stringComparer(Comparison.invariantCulture),
  'StringComparer.InvariantCultureIgnoreCase': () => stringComparer(Comparison.invariantCultureIgnoreCase),
  'StringComparer.CurrentCulture': () => stringComparer(Comparison.currentCulture),
  'StringComparer.CurrentCultureIgnoreCase': () => stringComparer(Comparison.currentCultureIgnoreCase),
  'StringComparer.FromComparison(StringComparison)': (_: H, comparison: number) => stringComparer(comparison),
  'StringComparer.Compare(string,string)': compare,
  'StringComparer.Equals(string,string)': equals,
  'StringComparer.GetHashCode(string)': (_: H, comparer: StringComparerValue, text: Text) =>
    comparer.hash(text ?? raiseArgumentNull('obj')),
  'Comparer.Default': () => defaultComparer,
  'Comparer.Create(Comparison<T>)': (_: H, comparison: ((a: Value, b: Value) => number) | null) =>
    new OrderComparer(comparison ?? raiseArgumentNull('comparison')),
  'Comparer.Compare(T,T)': compare,
  'EqualityComparer.Default': () => defaultComparer,
  'EqualityComparer.Equals(T,T)': equals,
  'EqualityComparer.GetHashCode(T)': hash,
  'IComparer.Compare(T,T)': compare,
  'IEqualityComparer.Equals(T,T)': equals,
  'IEqualityComparer.GetHashCode(T)': hash,
  'IComparable.CompareTo(object)': called('IComparable.CompareTo(object)', (a, b) =>
    b === null ? 1 : compareValues(a, b),
  ),
  'IComparable.CompareTo(T)': called('IComparable.CompareTo(T)', (a, b) => (b === null ? 1 : compareValues(a, b))),
  'IEquatable.Equals(T)': called('IEquatable.Equals(T)', equalsValue),
};
