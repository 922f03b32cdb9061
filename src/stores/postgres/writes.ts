/**
 * What a transaction writes, as few statements. The writes of a transition are nearly always of the same kinds, and one
 * statement that does them all costs the server a third of what they cost one by one; so each sequence of kinds that recurs
 * becomes a statement of its own, with a common table expression for each write.
 */
import type { Param } from './cells.ts';
import type { Bound, PostgresConnection, Statement } from './connection.ts';

/** One kind of write. */
export interface Kind {
  readonly id: number;
  /** An INSERT, UPDATE or DELETE, its values as `$1`, `$2`, … */
  readonly change: string;
  /** What has to be there to be changed, for the one who is told that it was not; undefined for what is new. */
  readonly what: string | undefined;
  /** It gives up a key, which another write of the same batch may take: PostgreSQL may do parts of a statement in any order. */
  readonly frees: boolean;
}

export type Write = readonly [kind: Kind, ...values: readonly Param[]];

/** Longer batches go as they are. */
const longest = 16;

export class Writes {
  readonly #db: PostgresConnection;
  readonly #kinds: Kind[] = [];
  readonly #single = new Map<number, Statement>();
  readonly #merged = new Map<string, Statement>();

  constructor(db: PostgresConnection) {
    this.#db = db;
  }

  kind(change: string, what?: string, frees = false): Kind {
    const made = { id: this.#kinds.length, change, what, frees };
    this.#kinds.push(made);
    return made;
  }

  /** The writes as a batch, in their order where that matters. */
  batch(writes: readonly Write[]): readonly Bound[] {
    if (writes.length < 2 || writes.length > longest || writes.some(([kind]) => kind.frees)) {
      return writes.map(([kind, ...values]) => [this.#alone(kind), ...values]);
    }
    return [[this.#together(writes.map(([kind]) => kind)), ...writes.flatMap(([, ...values]) => values)]];
  }

  #alone(kind: Kind): Statement {
    let found = this.#single.get(kind.id);
    if (found === undefined) {
      found = this.#db.statement(kind.what === undefined ? kind.change : merged([kind]));
      this.#single.set(kind.id, found);
    }
    return found;
  }

  #together(kinds: readonly Kind[]): Statement {
    const key = kinds.map((kind) => kind.id).join();
    let found = this.#merged.get(key);
    if (found === undefined) {
      found = this.#db.statement(merged(kinds));
      this.#merged.set(key, found);
    }
    return found;
  }
}

/** A change that finds no record of its revision comes too late: then all of the statement is undone. */
function merged(kinds: readonly Kind[]): string {
  let from = 0;
  const parts: string[] = [];
  const found: string[] = [];
  const reasons: string[] = [];
  for (const [i, { change, what }] of kinds.entries()) {
    let most = 0;
    const text = change.replaceAll(/\$(\d+)/g, (_all, digits: string) => {
      most = Math.max(most, Number(digits));
      return `$${from + Number(digits)}`;
    });
    from += most;
    parts.push(`w${i} AS (${text}${what === undefined ? '' : ' RETURNING 1'})`);
    if (what === undefined) continue;
    found.push(`w${i}`);
    reasons.push(`WHEN NOT EXISTS (SELECT FROM w${i}) THEN '${what.replaceAll("'", "''")}'`);
  }
  if (found.length === 0) return `WITH ${parts.join(', ')} SELECT 1 AS done`;
  // One look tells whether all were there; which one was not is asked only then.
  return `WITH ${parts.join(', ')} SELECT CASE WHEN EXISTS (SELECT FROM ${found.join(', ')}) THEN 1
    ELSE refuse(CASE ${reasons.join(' ')} END) END AS done`;
}
