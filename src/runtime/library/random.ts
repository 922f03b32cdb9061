/** `Random`: the run's seeded source, or, for a seed of the app's, the numbers that .NET gives for it. */
import type { LibraryKey } from '../../ir/ir.ts';
import { raiseArgumentOutOfRange } from './exceptions.ts';
import type { LibraryFunction, LibraryHost } from './values.ts';

const max = 0x7fff_ffff;

/** Where numbers come from. */
interface Source {
  /** In [0, 1). */
  sample(host: LibraryHost): number;
  /** In [0, 2^31 - 1). */
  int(host: LibraryHost): number;
}

const run: Source = {
  sample: (host) => host.random(),
  int: (host) => Math.floor(host.random() * max),
};

export class RandomValue {
  get typeName(): string {
    return 'Random';
  }

  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  sample(host: LibraryHost): number {
    return this.#source.sample(host);
  }

  int(host: LibraryHost): number {
    return this.#source.int(host);
  }

  /** @throws ArgumentOutOfRangeException when the bounds are the wrong way round */
  between(host: LibraryHost, min: number, limit: number): number {
    if (min > limit) raiseArgumentOutOfRange('minValue', "'minValue' cannot be greater than maxValue.");
    const range = limit - min;
    if (range <= max) return Math.floor(this.sample(host) * range) + min;
    // More than one sample's worth: .NET takes the sign from a second one.
    const size = this.int(host);
    const signed = this.int(host) % 2 === 0 ? -size : size;
    return Math.floor(((signed + max - 1) / (2 * max - 1)) * range) + min;
  }
}

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
  const int = (): number => {
    if (++a >= 56) a = 1;
    if (++b >= 56) b = 1;
    let value = table[a]! - table[b]!;
    if (value === max) value--;
    if (value < 0) value += max;
    table[a] = value;
    return value;
  };
  return { int, sample: () => int() * (1 / max) };
}

const shared = new RandomValue(run);

type H = LibraryHost;
type R = RandomValue;

export const randomLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Random.new()': () => shared,
  'Random.new(int)': (_: H, seed: number) => new RandomValue(subtractive(seed)),
  'Random.Shared': () => shared,
  'Random.Next()': (host: H, random: R) => random.int(host),
  'Random.Next(int)': (host: H, random: R, limit: number) => {
    if (limit < 0) raiseArgumentOutOfRange('maxValue', "'maxValue' must be greater than zero.");
    return random.between(host, 0, limit);
  },
  'Random.Next(int,int)': (host: H, random: R, min: number, limit: number) => random.between(host, min, limit),
  'Random.NextInt64(long,long)': (host: H, random: R, min: bigint, limit: bigint) => {
    if (min > limit) raiseArgumentOutOfRange('minValue', "'minValue' cannot be greater than maxValue.");
    const high = BigInt(Math.floor(random.sample(host) * 2 ** 32));
    const low = BigInt(Math.floor(random.sample(host) * 2 ** 32));
    return min === limit ? min : min + ((((high << 32n) | low) * (limit - min)) >> 64n);
  },
  'Random.NextDouble()': (host: H, random: R) => random.sample(host),
};
