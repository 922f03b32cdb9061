import type { PostgresConnection } from './connection.ts';

export type Counter = 'row' | 'run' | 'seq';

/** How many numbers a process takes at a time: the sequence counts blocks. */
const block = 1024;

/**
 * Numbers that no other process gives. They are taken in blocks, and what is left of a block is let go of as soon as another
 * process has written: so whatever follows from its writing has a greater number than what it follows from.
 */
export class Numbers {
  readonly #db: PostgresConnection;
  readonly #next: Record<Counter, number> = { row: 0, run: 0, seq: 0 };
  readonly #last: Record<Counter, number> = { row: 0, run: 0, seq: 0 };

  constructor(db: PostgresConnection) {
    this.#db = db;
  }

  next(counter: Counter): number {
    if (this.#next[counter] >= this.#last[counter]) {
      const [answer] = this.#db.write([[this.#db.statement(`SELECT nextval('${counter}_numbers') AS n`)]]);
      this.#last[counter] = Number(answer?.rows[0]?.['n']) * block;
      this.#next[counter] = this.#last[counter] - block;
    }
    this.#next[counter]++;
    return this.#next[counter];
  }

  letGo(counter: Counter): void {
    this.#last[counter] = 0;
    this.#next[counter] = 0;
  }
}
