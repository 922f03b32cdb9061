import type { StateFilter, StateKey, StateRecord, StateStatus, StateStore } from '../contract.ts';
import { stateLineOf } from '../inspect/states.ts';
import type { Param } from './cells.ts';
import type { Answer, Bound, PostgresConnection } from './connection.ts';
import type { Numbers } from './numbers.ts';

const columns = [
  'seq',
  'scope',
  'item',
  'item_entity',
  'sub_item',
  'sub_item_entity',
  'status',
  'data',
  'message',
  'fingerprint',
  'attempts',
  'created_at',
  'updated_at',
  'locked_until',
  'expires_at',
  'token',
  'holder',
];
const list = columns.join(', ');
const values = columns.map((_, i) => `$${i + 1}`).join(', ');
/** Of a record that is the live one, still as it was read. */
const expected = (from: number): string =>
  `live = 1 AND seq = $${from} AND status = $${from + 1} AND token = $${from + 2}`;
const key = 'scope = $1 AND item = $2 AND item_entity = $3 AND sub_item = $4 AND sub_item_entity = $5';

const get = `SELECT ${list}, live, (SELECT last_value FROM state_numbers) AS block FROM states WHERE live = 1 AND ${key}`;
const insert = `INSERT INTO states (${list}, live) VALUES (${values}, 1) ON CONFLICT DO NOTHING`;
const update = `UPDATE states SET ${columns.map((c, i) => `${c} = $${i + 1}`).join(', ')} WHERE ${expected(columns.length + 1)}`;
const retire = `WITH old AS (UPDATE states SET live = 0, status = $${columns.length + 4} WHERE ${expected(columns.length + 1)} RETURNING 1)
  INSERT INTO states (${list}, live) SELECT ${columns.map((c, i) => `$${i + 1}${castOf(c)}`).join(', ')}, 1 FROM old`;
const query = `SELECT ${list}, live FROM states WHERE scope = $1 AND item_entity = $2
  AND ($3::bigint IS NULL OR status = $3) AND ($4::bigint IS NULL OR updated_at >= $4) ORDER BY seq DESC LIMIT $5::bigint`;

function castOf(column: string): string {
  const numbers = ['seq', 'status', 'attempts', 'created_at', 'updated_at', 'locked_until', 'expires_at', 'token'];
  return numbers.includes(column) ? '::bigint' : '::text';
}

/** State records in their own transactions: each call is one statement, and is committed when it returns. */
export class PostgresStates implements StateStore {
  readonly #db: PostgresConnection;
  readonly #numbers: Numbers;

  constructor(db: PostgresConnection, numbers: Numbers) {
    this.#db = db;
    this.#numbers = numbers;
  }

  get(at: StateKey): StateRecord | undefined {
    const [raw] = this.#db.ask(get, at.scope, at.item, at.itemEntity, at.subItem, at.subItemEntity);
    if (raw === undefined) {
      // Whether another process has taken numbers meanwhile is not told then.
      if (this.#db.company !== 'alone') this.#numbers.letGo('state');
      return undefined;
    }
    if (Number(raw['block']) !== this.#numbers.blockOf('state')) this.#numbers.letGo('state');
    return recordOf(raw);
  }

  replace(_key: StateKey, old: StateRecord | undefined, record: StateRecord): boolean {
    const done =
      old === undefined
        ? this.#run(insert, ...cells(record))
        : this.#run(update, ...cells(record), old.seq, old.status, old.token);
    return done.count === 1;
  }

  supersede(at: StateKey, old: StateRecord | undefined, record: StateRecord, oldStatus: StateStatus): boolean {
    if (old === undefined) return this.replace(at, old, record);
    return this.#run(retire, ...cells(record), old.seq, old.status, old.token, oldStatus).count === 1;
  }

  query({ scope, itemEntity, status, since, take }: StateFilter): readonly StateRecord[] {
    return this.#db.ask(query, scope, itemEntity, status, since, take).map(recordOf);
  }

  next(): number {
    return this.#numbers.next('state');
  }

  all(): Iterable<StateRecord> {
    return this.#db.ask(`SELECT ${list}, live FROM states ORDER BY seq`).map(recordOf);
  }

  delete(record: StateRecord): void {
    this.#run('DELETE FROM states WHERE seq = $1', record.seq);
  }

  #run(text: string, ...params: readonly Param[]): Answer {
    const bound: Bound = [this.#db.statement(text), ...params];
    return this.#db.write([bound])[0] as Answer;
  }
}

function recordOf(raw: Readonly<Record<string, unknown>>): StateRecord {
  const { live: _live, ...record } = stateLineOf(raw);
  return record;
}

function cells(r: StateRecord): readonly Param[] {
  return [
    r.seq,
    r.scope,
    r.item,
    r.itemEntity,
    r.subItem,
    r.subItemEntity,
    r.status,
    r.data,
    r.message,
    r.fingerprint,
    r.attempts,
    r.createdAt,
    r.updatedAt,
    r.lockedUntil,
    r.expiresAt,
    r.token,
    r.holder,
  ];
}
