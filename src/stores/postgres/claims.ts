/**
 * Who delivers what. A process claims a timer or delivery before it runs any of its bodies, so that nothing is done by two at
 * once; the claim holds as long as the process gives signs of life (thread-source.ts), and ends with the record. Claims only
 * keep work from being done twice in vain: that it takes effect once is the revisions' doing.
 */
import { type Due, StoreError } from '../contract.ts';
import { Mark, type Ticks } from '../records.ts';
import type { Answer, PostgresConnection, Raw, Statement } from './connection.ts';
import { columnsOf } from './rows.ts';

/** Claimed by another process that lives: this piece of work, or another one of the same run. `$1` is this process. */
const taken = (work: string): string =>
  ['timers', 'deliveries']
    .map(
      (table) =>
        `NOT EXISTS (SELECT 1 FROM ${table} x JOIN workers w ON w.id = x.worker
         WHERE x.worker IS NOT NULL AND x.worker <> $1 AND x.run = ${work}.run AND (x.run <> 0 OR x.seq = ${work}.seq)
         AND w.until > statement_timestamp())`,
    )
    .join(' AND ');

/**
 * Of the row that is locked itself. PostgreSQL looks at it again when another process has just changed it, and at nothing
 * else: what `taken` asks is as it was when the statement began.
 */
const unclaimed = `(worker IS NULL OR worker = $1 OR worker NOT IN (SELECT id FROM workers WHERE until > statement_timestamp()))`;

export class Claims {
  readonly #db: PostgresConnection;
  readonly #alone: Readonly<Record<Due['table'], Statement>>;
  readonly #several: Readonly<Record<Due['table'], Statement>>;
  readonly #take: Readonly<Record<Due['table'], Statement>>;
  readonly #giveUp: Readonly<Record<Due['table'], Statement>>;
  /** What was claimed in the database, and not only noted. */
  #written: Due | undefined;

  constructor(db: PostgresConnection) {
    this.#db = db;
    const both = (sql: (table: Due['table']) => string): Readonly<Record<Due['table'], Statement>> => ({
      timers: db.statement(sql('timers')),
      deliveries: db.statement(sql('deliveries')),
    });
    const first = (table: Due['table'], from: number, more: string): string =>
      `SELECT ${columnsOf[table]} FROM ${table} WHERE parked = 0 AND due <= $${from}${more}
       ORDER BY due, seq LIMIT $${from + 1}::bigint OFFSET $${from + 2}::bigint`;
    this.#alone = both((table) => first(table, 1, ''));
    this.#several = both((table) => first(table, 2, ` AND ${taken(table)}`));
    this.#take = both(
      (table) =>
        `UPDATE ${table} SET worker = $1 WHERE seq = (
           SELECT seq FROM ${table} WHERE seq = $2 AND parked = 0 AND ${unclaimed} AND ${taken(table)} FOR UPDATE SKIP LOCKED)`,
    );
    this.#giveUp = both((table) => `UPDATE ${table} SET worker = NULL WHERE seq = $2 AND worker = $1`);
  }

  /** What is due and nobody else's, a page of each kind in due order. */
  due(
    until: Ticks,
    page: number,
    offset: number,
  ): { readonly timers: readonly Raw[]; readonly deliveries: readonly Raw[] } {
    const alone = this.#db.company === 'alone';
    const from = alone ? this.#alone : this.#several;
    const values = alone ? [until, page, offset] : [this.#db.worker, until, page, offset];
    const [timers, deliveries] = this.#db.run([
      [from.timers, ...values],
      [from.deliveries, ...values],
    ]) as [Answer, Answer];
    return { timers: timers.rows, deliveries: deliveries.rows };
  }

  /** Claims a piece of work; false: it is gone, parked, or another process has it or its run. */
  take(due: Due): boolean {
    // Noted first: should another process come between these two lines, the thread claims what is noted.
    this.#db.noteClaim(due.seq);
    if (this.#db.company === 'alone') return true;
    const [done] = this.#db.write([[this.#take[due.table], this.#db.worker, due.seq]]) as [Answer];
    if (done.count === 1) this.#written = due;
    else this.#db.noteClaim(0);
    return done.count === 1;
  }

  /** The delivery is over. What is still to be done is free for everybody again. */
  giveUp(due: Due): void {
    this.#db.noteClaim(0);
    const written = this.#written === due || this.#db.company !== 'alone';
    this.#written = undefined;
    if (!written || due.mark === Mark.absent || due.mark === Mark.deleted || due.parked) return;
    try {
      this.#db.write([[this.#giveUp[due.table], this.#db.worker, due.seq]]);
    } catch (error) {
      // Without a connection there is no claim: a new one begins without any.
      if (!(error instanceof StoreError)) throw error;
    }
  }
}
