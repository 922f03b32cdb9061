import type {
  StateDraft,
  StateFilter,
  StateKey,
  StateLock,
  StateOutcome,
  StateRecord,
  StateStatus,
  StateStore,
} from '../contract.ts';
import { isFree, type RawState, stateCells, stateColumns, stateKeyColumns, stateOf } from '../state-rows.ts';
import { type Database, type Statement, storeError } from './driver.ts';

const list = stateColumns.join(', ');
const blanks = stateColumns.map(() => '?').join(', ');
/** As SQLite numbers an inserted row: by the statement that writes, so several processes never give a number twice. */
const nextSeq = '(SELECT coalesce(max(seq), 0) + 1 FROM states)';
const ofKey = `live = 1 AND ${stateKeyColumns.map((c) => `${c} = ?`).join(' AND ')}`;
/** Of a record that is the live one, still as it was read. */
const expected = 'live = 1 AND seq = ? AND status = ? AND token = ?';

const insertLock = `INSERT INTO states (${stateKeyColumns.join(', ')},
    status, fingerprint, attempts, created_at, updated_at, locked_until, token, holder, live)
  VALUES (?, ?, ?, ?, ?, 2, ?, 1, ?, ?, ?, 1, ?, 1) ON CONFLICT DO NOTHING`;
const takeLock = `UPDATE states SET seq = ${nextSeq}, status = 2, data = NULL, fingerprint = ?, attempts = attempts + 1,
    updated_at = ?, locked_until = ?, expires_at = NULL, token = token + 1, holder = ?
  WHERE ${ofKey} AND ${isFree('?', '?')} RETURNING token`;
const finish = `UPDATE states SET status = ?, data = ?, message = coalesce(?, message), updated_at = ?,
    locked_until = NULL, expires_at = ?, holder = NULL
  WHERE ${ofKey} AND status = 2 AND token = ? AND locked_until > ?`;
const query = `SELECT * FROM (
    SELECT *, CASE WHEN expires_at <= ? AND status <> 5 THEN 6 ELSE status END AS seen FROM states
    WHERE scope = ? AND item_entity = ? AND (? IS NULL OR updated_at >= ?))
  WHERE ? IS NULL OR seen = ? ORDER BY seq DESC LIMIT ?`;

/** State records in their own transactions: each call commits before it returns. */
export class SqliteStates implements StateStore {
  readonly #db: Database;
  readonly #path: string;
  readonly #get: Statement;
  readonly #insertLock: Statement;
  readonly #takeLock: Statement;
  readonly #finish: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #retire: Statement;
  readonly #query: Statement;
  readonly #all: Statement;

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
    const read = (sql: string): Statement => db.prepare(sql).safeIntegers() as Statement;
    const write = (sql: string): Statement => db.prepare(sql) as Statement;
    this.#get = read(`SELECT * FROM states WHERE ${ofKey}`);
    this.#insertLock = write(insertLock);
    this.#takeLock = write(takeLock).pluck();
    this.#finish = write(finish);
    this.#insert = write(`INSERT INTO states (${list}, live) VALUES (${blanks}, 1) ON CONFLICT DO NOTHING`);
    this.#update = write(
      `UPDATE states SET seq = ${nextSeq}, ${stateColumns.map((c) => `${c} = ?`).join(', ')} WHERE ${expected}`,
    );
    this.#retire = write(`UPDATE states SET live = 0, status = ? WHERE ${expected}`);
    this.#query = read(query);
    this.#all = read('SELECT * FROM states ORDER BY seq');
  }

  get(key: StateKey): StateRecord | undefined {
    const raw = this.#get.get(...keyCells(key));
    return raw === undefined ? undefined : stateOf(raw as RawState);
  }

  /** For most keys there is no record: that costs one statement. Each of the two is a compare-and-set by itself. */
  acquire(key: StateKey, { holder, fingerprint, now, until }: StateLock): number | undefined {
    const cells = keyCells(key);
    return this.#guard(() => {
      if (this.#insertLock.run(...cells, fingerprint, now, now, until, holder).changes === 1) return 1;
      const token: unknown = this.#takeLock.get(fingerprint, now, until, holder, ...cells, holder, now);
      return token as number | undefined;
    });
  }

  finish(key: StateKey, token: number, now: bigint, { status, data, message, expiresAt }: StateOutcome): boolean {
    return this.#guard(
      () => this.#finish.run(status, data, message, now, expiresAt, ...keyCells(key), token, now).changes === 1,
    );
  }

  replace(old: StateRecord | undefined, draft: StateDraft): boolean {
    const cells = stateCells(draft);
    return this.#guard(
      () =>
        (old === undefined ? this.#insert.run(...cells) : this.#update.run(...cells, old.seq, old.status, old.token))
          .changes === 1,
    );
  }

  supersede(old: StateRecord, draft: StateDraft, oldStatus: StateStatus): boolean {
    const swap = this.#db.transaction(() => {
      if (this.#retire.run(oldStatus, old.seq, old.status, old.token).changes !== 1) return false;
      this.#insert.run(...stateCells(draft));
      return true;
    });
    return this.#guard(() => swap.immediate());
  }

  query({ scope, itemEntityKey, status, since, now, take }: StateFilter): readonly StateRecord[] {
    return this.#query
      .all(now, scope, itemEntityKey, since, since, status, status, take)
      .map((raw) => stateOf({ ...raw, status: raw['seen'] }));
  }

  all(): Iterable<StateRecord> {
    return this.#all.all().map((raw) => stateOf(raw as RawState));
  }

  #guard<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}

function keyCells(key: StateKey): readonly string[] {
  return [key.scope, key.itemKey, key.itemEntityKey, key.subItemKey, key.subItemEntityKey];
}
