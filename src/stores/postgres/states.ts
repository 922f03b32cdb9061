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
import { isFree, stateCells, stateColumns, stateKeyColumns, stateOf } from '../state-rows.ts';
import type { Param } from './cells.ts';
import type { Answer, Bound, PostgresConnection } from './connection.ts';

const list = stateColumns.join(', ');
const width = stateColumns.length;
const params = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');
const nextSeq = "nextval('state_numbers')";
const ofKey = `live = 1 AND ${stateKeyColumns.map((c, i) => `${c} = $${i + 1}`).join(' AND ')}`;
/** Of a record that is the live one, still as it was read. */
const expected = (from: number): string =>
  `live = 1 AND seq = $${from} AND status = $${from + 1} AND token = $${from + 2}`;

const get = `SELECT seq, ${list} FROM states WHERE ${ofKey}`;
const acquire = `INSERT INTO states (seq, ${stateKeyColumns.join(', ')},
    status, fingerprint, attempts, created_at, updated_at, locked_until, token, holder, live)
  VALUES (${nextSeq}, ${params(1, 5)}, 2, $6, 1, $7, $7, $8, 1, $9, 1)
  ON CONFLICT (${stateKeyColumns.join(', ')}) WHERE live = 1 DO UPDATE SET seq = excluded.seq, status = 2,
    data = NULL, fingerprint = excluded.fingerprint, attempts = states.attempts + 1, updated_at = excluded.updated_at,
    locked_until = excluded.locked_until, expires_at = NULL, token = states.token + 1, holder = excluded.holder
  WHERE ${isFree('excluded.holder', 'excluded.updated_at')} RETURNING token`;
const finish = `UPDATE states SET status = $6, data = $7, message = coalesce($8, message), updated_at = $9,
    locked_until = NULL, expires_at = $10, holder = NULL
  WHERE ${ofKey} AND status = 2 AND token = $11 AND locked_until > $9`;
const insert = `INSERT INTO states (seq, ${list}, live) VALUES (${nextSeq}, ${params(1, width)}, 1) ON CONFLICT DO NOTHING`;
const update = `UPDATE states SET seq = ${nextSeq}, ${stateColumns.map((c, i) => `${c} = $${i + 1}`).join(', ')} WHERE ${expected(width + 1)}`;
const retire = `WITH old AS (UPDATE states SET live = 0, status = $${width + 4} WHERE ${expected(width + 1)} RETURNING 1)
  INSERT INTO states (seq, ${list}, live) SELECT ${nextSeq}, ${stateColumns.map((c, i) => `$${i + 1}${castOf(c)}`).join(', ')}, 1 FROM old`;
const query = `SELECT seq, ${list.replace('status', 'seen AS status')} FROM (
    SELECT *, CASE WHEN expires_at <= $1 AND status <> 5 THEN 6 ELSE status END AS seen FROM states
    WHERE scope = $2 AND item_entity = $3 AND ($4::bigint IS NULL OR updated_at >= $4)) AS found
  WHERE $5::bigint IS NULL OR seen = $5 ORDER BY seq DESC LIMIT $6::bigint`;

function castOf(column: string): string {
  const numbers = ['status', 'attempts', 'created_at', 'updated_at', 'locked_until', 'expires_at', 'token'];
  return numbers.includes(column) ? '::bigint' : '::text';
}

/** The one statement that takes a lock, and its values. It returns a row with the token, or none. */
export function lockStatement(
  key: StateKey,
  { holder, fingerprint, now, until }: StateLock,
): readonly [string, ...Param[]] {
  return [acquire, ...keyCells(key), fingerprint, now, until, holder];
}

/** State records in their own transactions: each call is one statement, and is committed when it returns. */
export class PostgresStates implements StateStore {
  readonly #db: PostgresConnection;

  constructor(db: PostgresConnection) {
    this.#db = db;
  }

  get(key: StateKey): StateRecord | undefined {
    const [raw] = this.#db.ask(get, ...keyCells(key));
    return raw === undefined ? undefined : stateOf(raw);
  }

  acquire(key: StateKey, lock: StateLock): number | undefined {
    const [raw] = this.#run(...lockStatement(key, lock)).rows;
    return raw === undefined ? undefined : Number(raw['token']);
  }

  finish(key: StateKey, token: number, now: bigint, { status, data, message, expiresAt }: StateOutcome): boolean {
    return this.#run(finish, ...keyCells(key), status, data, message, now, expiresAt, token).count === 1;
  }

  replace(old: StateRecord | undefined, draft: StateDraft): boolean {
    const cells = stateCells(draft);
    const done =
      old === undefined ? this.#run(insert, ...cells) : this.#run(update, ...cells, old.seq, old.status, old.token);
    return done.count === 1;
  }

  supersede(old: StateRecord, draft: StateDraft, oldStatus: StateStatus): boolean {
    return this.#run(retire, ...stateCells(draft), old.seq, old.status, old.token, oldStatus).count === 1;
  }

  query({ scope, itemEntityKey, status, since, now, take }: StateFilter): readonly StateRecord[] {
    return this.#db.ask(query, now, scope, itemEntityKey, since, status, take).map(stateOf);
  }

  all(): Iterable<StateRecord> {
    return this.#db.ask(`SELECT seq, ${list} FROM states ORDER BY seq`).map(stateOf);
  }

  #run(text: string, ...values: readonly Param[]): Answer {
    const bound: Bound = [this.#db.statement(text), ...values];
    return this.#db.write([bound])[0] as Answer;
  }
}

function keyCells(key: StateKey): readonly string[] {
  return [key.scope, key.itemKey, key.itemEntityKey, key.subItemKey, key.subItemEntityKey];
}
