/** One piece of JavaScript under construction: what becomes one call of `Function`. */
import { Support, type SupportName } from '../support.ts';

/**
 * Collects the constants and helpers that generated text mentions. The text reaches the world only through them and its
 * parameters: it names no global, and every name in it is made here.
 */
export class Unit {
  readonly #constants: unknown[] = [];
  readonly #names = new Map<unknown, string>();
  readonly #helpers = new Set<SupportName>();
  #counter = 0;

  /** The name of a constant that is handed in; the same value has the same name. */
  constant(value: unknown): string {
    let name = this.#names.get(value);
    if (name === undefined) {
      name = `k${this.#constants.length}`;
      this.#constants.push(value);
      this.#names.set(value, name);
    }
    return name;
  }

  /** The name of a run-time helper. */
  helper(name: SupportName): string {
    this.#helpers.add(name);
    return `r_${name}`;
  }

  /** A number that no other name of this unit has. */
  fresh(): number {
    return ++this.#counter;
  }

  /** Makes the function that `text`, an expression, stands for. */
  build(text: string): (...args: never[]) => unknown {
    const constants = this.#constants.map((_, i) => `k${i}=K[${i}]`);
    const helpers = [...this.#helpers].map((name) => `r_${name}=R.${name}`);
    const all = [...constants, ...helpers];
    const head = all.length === 0 ? '' : `const ${all.join(',')};`;
    // The only place where text becomes code; `text` consists of our own words and of JSON-escaped literals.
    const make = new Function('K', 'R', `"use strict";${head}return ${text};`) as (
      constants: readonly unknown[],
      support: typeof Support,
    ) => (...args: never[]) => unknown;
    return make(this.#constants, Support);
  }
}
