/** `Random`: the run's seeded source, or, for a seed of the app's, the numbers that .NET gives for it. */
import type { LibraryKey } from '../../ir/ir.ts';
import { raiseArgumentOutOfRange } from './exceptions.ts';
import type { LibraryFunction, LibraryHost } from './values.ts';

/** Yields numbers in [0, 1). */
type Source = (host: LibraryHost) => number;

export class RandomValue {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  next(host: LibraryHost): number {
    return this.#source(host);
  }
}

const max = 0x7fff_ffff;

/** Knuth's subtractive generator with .NET's table and its historic slips, which are part of its numbers. */
function subtractive(seed: number): Source {
  const table = new Int32Array(56);
  let current = 161803398 - (seed === -2147483648 ? max : Math.abs(seed));
  table[55] = current;
  let next = 1;
  for (let i = 1, at = 0; i < 55; i++) {
    at += 21;
    if (at >= 55) at -= 55;
    table[at] = next;
    next = current - next;
    if (next < 0) next += max;
    current = table[at]!;
  }
  for (let round = 1; round < 5; round++) {
    for (let i = 1; i < 56; i++) {
      let n = i + 30;
      if (n >= 55) n -= 55;
      table[i] = table[i]! - table[1 + n]!;
      if (table[i]! < 0) table[i] = table[i]! + max;
    }
  }
  let a = 0;
  let b = 21;
  return () => {
    if (++a >= 56) a = 1;
    if (++b >= 56) b = 1;
    let value = table[a]! - table[b]!;
    if (value === max) value--;
    if (value < 0) value += max;
    table[a] = value;
    return value * (1 / max);
  };
}

const shared = new RandomValue((host) => host.random());

function between(host: LibraryHost, random: RandomValue, min: number, limit: number): number {
  if (min > limit) raiseArgumentOutOfRange('minValue', "'minValue' cannot be greater than maxValue.");
  const range = limit - min;
  // A range beyond an int draws more bits than one sample of a seeded source has.
  const sample = range <= max ? random.next(host) : (random.next(host) * max + random.next(host)) / max;
  return Math.floor(Math.min(sample, 1 - Number.EPSILON) * range) + min;
}

type H = LibraryHost;
type R = RandomValue;

export const randomLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Random.new()': () => shared,
  'Random.new(int)': (_: H, seed: number) => new RandomValue(subtractive(seed)),
  'Random.Shared': () => shared,
  'Random.Next()': (host: H, random: R) => between(host, random, 0, max),
  'Random.Next(int)': (host: H, random: R, limit: number) => {
    if (limit < 0) raiseArgumentOutOfRange('maxValue', "'maxValue' must be greater than zero.");
    return between(host, random, 0, limit);
  },
  'Random.Next(int,int)': (host: H, random: R, min: number, limit: number) => between(host, random, min, limit),
  'Random.NextInt64(long,long)': (host: H, random: R, min: bigint, limit: bigint) => {
    if (min > limit) raiseArgumentOutOfRange('minValue', "'minValue' cannot be greater than maxValue.");
    const high = BigInt(Math.floor(random.next(host) * 2 ** 32));
    const low = BigInt(Math.floor(random.next(host) * 2 ** 32));
    return min === limit ? min : min + ((((high << 32n) | low) * (limit - min)) >> 64n);
  },
  'Random.NextDouble()': (host: H, random: R) => random.next(host),
};
