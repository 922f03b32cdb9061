import fc from 'fast-check';

/**
 * A stream of small numbers that a generator turns into decisions. Once it has run dry every decision is the first, which
 * the generators make the simplest; so shrinking the stream shrinks what is made of it.
 */
export class Choices {
  readonly #numbers: Uint8Array;
  #next = 0;

  constructor(numbers: Uint8Array) {
    this.#numbers = numbers;
  }

  /** A number from 0 to `count - 1`. */
  below(count: number): number {
    return (this.#numbers[this.#next++] ?? 0) % count;
  }
  of<T>(...alternatives: readonly T[]): T {
    return alternatives[this.below(alternatives.length)] as T;
  }
  /** True once in `times`, never when the stream has run dry. */
  oneIn(times: number): boolean {
    return this.below(times) === times - 1 && times > 1;
  }
  get isDry(): boolean {
    return this.#next >= this.#numbers.length;
  }
}

export const choices = (length: number): fc.Arbitrary<Choices> =>
  fc.uint8Array({ minLength: 0, maxLength: length, size: 'max' }).map((numbers) => new Choices(numbers));
