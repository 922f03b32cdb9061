/** Functions as their callers hold them: compiled when they are needed. */

export interface FunctionCell {
  /** Set once, when the function is compiled. */
  readonly f: (...args: never[]) => unknown;
}

type Compiled = FunctionCell['f'];

/** How many functions are compiled ahead at once; what is beyond compiles itself when it is called. */
const ahead = 1000;

/**
 * Makes cells, and compiles what a function calls before it runs. A cell is set only once, so that V8 takes its function
 * for a constant and calls or inlines it directly; and no call site ever meets a function that compiles first, since a site
 * that has met two is not inlined at all. Calls in a loop ran three times slower that way.
 */
export class Linker {
  readonly #pending: { readonly cell: FunctionCell; readonly compile: () => Compiled }[] = [];
  #isLinking = false;

  /** A cell that is empty until `link`. */
  cell(compile: () => Compiled): FunctionCell {
    const cell = {} as FunctionCell;
    this.#pending.push({ cell, compile });
    return cell;
  }

  /** Compiles what the functions compiled so far call, and what those call. To be called before any of them runs. */
  link(): void {
    if (this.#isLinking || this.#pending.length === 0) return;
    this.#isLinking = true;
    try {
      for (let next = this.#pending.pop(), i = 0; next !== undefined; next = this.#pending.pop(), i++) {
        set(next.cell, i < ahead ? attempt(next.compile) : undefined, next.compile, this);
      }
    } finally {
      this.#isLinking = false;
    }
  }
}

function attempt(compile: () => Compiled): Compiled | undefined {
  try {
    return compile();
  } catch {
    // It may never be called. If it is, it fails again and says so.
    return undefined;
  }
}

function set(cell: FunctionCell, compiled: Compiled | undefined, compile: () => Compiled, linker: Linker): void {
  let late: Compiled | undefined;
  const f: Compiled =
    compiled ??
    ((...args) => {
      late ??= compile();
      linker.link();
      return late(...args);
    });
  (cell as { f: Compiled }).f = f;
}
