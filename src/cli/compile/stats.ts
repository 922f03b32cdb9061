/** `--stats`: where the time went, and how much came out of it. */
import type { Style } from '../../report/style.ts';

export class Stopwatch {
  readonly #now: () => number;
  readonly #laps: { readonly name: string; readonly ms: number }[] = [];
  #last: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** Ends a pass that began with the one before it. */
  lap(name: string): void {
    const at = this.#now();
    this.#laps.push({ name, ms: at - this.#last });
    this.#last = at;
  }

  table(facts: readonly (readonly [name: string, value: string])[], style: Style): string {
    const rows = [...this.#laps.map(({ name, ms }) => [name, `${ms.toFixed(1)} ms`] as const), ...facts];
    const width = Math.max(...rows.map(([name]) => name.length));
    return rows.map(([name, value]) => `${style.dim(name.padEnd(width))}  ${value}\n`).join('');
  }
}
