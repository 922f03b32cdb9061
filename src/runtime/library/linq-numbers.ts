/**
 * `Sum`, `Average`, `Min` and `Max` over numbers, one kind for each element type of C#'s overloads. A null element of a
 * nullable type is left out.
 */
import type { LibraryKey } from '../../ir/ir.ts';
import { Decimal } from './decimal.ts';
import { each, requireSource } from './enumeration.ts';
import { raiseNoElements, raiseOverflow } from './exceptions.ts';
import { charging } from './linq-charge.ts';
import type { Select } from './linq-sequences.ts';
import { requireFunction } from './stretches.ts';
import type { LibraryFunction, LibraryHost, Value } from './values.ts';

type Host = LibraryHost;

const longMax = 0x7fff_ffff_ffff_ffffn;
const longMin = -0x8000_0000_0000_0000n;

/** How one element type is added up, averaged and compared. */
interface Arithmetic {
  readonly sum: (host: Host, source: Value, of: Select | undefined) => Value;
  /** Undefined when there was no element. */
  readonly average: (host: Host, source: Value, of: Select | undefined) => Value | undefined;
  /** Whether `a` replaces `b` as the smallest. */
  readonly less: (a: never, b: never) => boolean;
  readonly greater: (a: never, b: never) => boolean;
}

/** Visits the numbers that `of` makes of the elements, without nulls. */
function numbers(host: Host, source: Value, of: Select | undefined, visit: (value: Value) => void): void {
  const tick = charging(host);
  if (of === undefined) {
    each(source, (item) => {
      tick.count();
      if (item !== null) visit(item);
      return true;
    });
    return;
  }
  each(source, (item) => {
    tick.count();
    const value = of(item);
    if (value !== null) visit(value);
    return true;
  });
}

function sumOfInts(host: Host, source: Value, of: Select | undefined): number {
  let sum = 0;
  numbers(host, source, of, (value) => {
    sum += value as number;
    if (sum > 2147483647 || sum < -2147483648) raiseOverflow();
  });
  return sum;
}

function averageOfInts(host: Host, source: Value, of: Select | undefined): number | undefined {
  let sum = 0;
  let count = 0;
  // 2^21 ints at least fit into the exact range; beyond, the sum is carried on in a bigint.
  let carried = 0n;
  numbers(host, source, of, (value) => {
    sum += value as number;
    if (++count % 1_000_000 === 0) {
      carried += BigInt(sum);
      sum = 0;
    }
  });
  return count === 0 ? undefined : Number(carried + BigInt(sum)) / count;
}

function sumOfLongs(host: Host, source: Value, of: Select | undefined): bigint {
  let sum = 0n;
  numbers(host, source, of, (value) => {
    sum += value as bigint;
    if (sum > longMax || sum < longMin) raiseOverflow();
  });
  return sum;
}

function averageOfLongs(host: Host, source: Value, of: Select | undefined): number | undefined {
  let sum = 0n;
  let count = 0;
  numbers(host, source, of, (value) => {
    sum += value as bigint;
    if (sum > longMax || sum < longMin) raiseOverflow();
    count++;
  });
  return count === 0 ? undefined : Number(sum) / count;
}

function sumOfDoubles(host: Host, source: Value, of: Select | undefined): number {
  let sum = 0;
  numbers(host, source, of, (value) => {
    sum += value as number;
  });
  return sum;
}

function averageOfDoubles(host: Host, source: Value, of: Select | undefined): number | undefined {
  let sum = 0;
  let count = 0;
  numbers(host, source, of, (value) => {
    sum += value as number;
    count++;
  });
  return count === 0 ? undefined : sum / count;
}

function sumOfDecimals(host: Host, source: Value, of: Select | undefined): Decimal {
  let sum = Decimal.zero;
  numbers(host, source, of, (value) => {
    sum = sum.plus(value as Decimal);
  });
  return sum;
}

function averageOfDecimals(host: Host, source: Value, of: Select | undefined): Decimal | undefined {
  let sum = Decimal.zero;
  let count = 0;
  numbers(host, source, of, (value) => {
    sum = sum.plus(value as Decimal);
    count++;
  });
  return count === 0 ? undefined : sum.dividedBy(Decimal.of(count));
}

const kinds: Readonly<Record<string, Arithmetic>> = {
  int: {
    sum: sumOfInts,
    average: averageOfInts,
    less: (a: number, b: number) => a < b,
    greater: (a: number, b: number) => a > b,
  },
  long: {
    sum: sumOfLongs,
    average: averageOfLongs,
    less: (a: bigint, b: bigint) => a < b,
    greater: (a: bigint, b: bigint) => a > b,
  },
  // NaN is less than every number, as in .NET's order.
  double: {
    sum: sumOfDoubles,
    average: averageOfDoubles,
    less: (a: number, b: number) => a < b || (Number.isNaN(a) && !Number.isNaN(b)),
    greater: (a: number, b: number) => a > b || (Number.isNaN(b) && !Number.isNaN(a)),
  },
  decimal: {
    sum: sumOfDecimals,
    average: averageOfDecimals,
    less: (a: Decimal, b: Decimal) => a.compareTo(b) < 0,
    greater: (a: Decimal, b: Decimal) => a.compareTo(b) > 0,
  },
};

function extreme(
  host: Host,
  source: Value,
  of: Select | undefined,
  better: (a: Value, b: Value) => boolean,
): Value | undefined {
  let best: Value | undefined;
  numbers(host, source, of, (value) => {
    if (best === undefined || better(value, best)) best = value;
  });
  return best;
}

/** Keys and implementations for one element type, plain or nullable. */
function members(type: string): [LibraryKey, LibraryFunction][] {
  const nullable = type.endsWith('?');
  const kind = kinds[nullable ? type.slice(0, -1) : type]!;
  const orNull = (value: Value | undefined): Value => value ?? (nullable ? null : raiseNoElements());
  const compute: Record<string, (host: Host, source: Value, of: Select | undefined) => Value> = {
    Sum: kind.sum,
    Average: (host, source, of) => orNull(kind.average(host, source, of)),
    Min: (host, source, of) => orNull(extreme(host, source, of, kind.less as (a: Value, b: Value) => boolean)),
    Max: (host, source, of) => orNull(extreme(host, source, of, kind.greater as (a: Value, b: Value) => boolean)),
  };
  return Object.entries(compute).flatMap(([name, f]): [LibraryKey, LibraryFunction][] => [
    [
      `Enumerable.${name}(IEnumerable<${type}>)`,
      (host: Host, source: Value) => {
        requireSource(source);
        return f(host, source, undefined);
      },
    ],
    [
      `Enumerable.${name}(IEnumerable<T>,Func<T,${type}>)`,
      (host: Host, source: Value, of: Select) => {
        requireSource(source);
        requireFunction(of, 'selector');
        return f(host, source, of);
      },
    ],
  ]);
}

/** The overloads over numbers. */
export const linqNumberLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = Object.fromEntries(
  Object.keys(kinds).flatMap((type) => [...members(type), ...members(`${type}?`)]),
);
