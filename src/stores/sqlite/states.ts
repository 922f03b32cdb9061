import type { StateFilter, StateKey, StateRecord, StateStatus, StateStore } from '../contract.ts';
import { sameState } from '../memory/states.ts';
import { type Database, type Statement, storeError } from './driver.ts';
import type { Raw } from './readers.ts';

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
  'live',
];

/** State records in their own transactions: each call commits before it returns. */
export class SqliteStates implements StateStore {
  readonly #db: Database;
  readonly #path: string;
  readonly #get: Statement;
  readonly #insert: Statement;
  readonly #drop: Statement;
  readonly #retire: Statement;
  readonly #query: Statement;
  readonly #all: Statement;
  #seq: number;

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
    const read = (sql: string): Statement => db.prepare(sql).safeIntegers() as Statement;
    const key = 'scope = ? AND item = ? AND item_entity = ? AND sub_item = ? AND sub_item_entity = ?';
    this.#get = read(`SELECT * FROM states WHERE live = 1 AND ${key}`);
    this.#insert = read(`INSERT INTO states (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`);
    this.#drop = read('DELETE FROM states WHERE seq = ?');
    this.#retire = read('UPDATE states SET live = 0, status = ? WHERE seq = ?');
    this.#query = read(
      'SELECT * FROM states WHERE scope = ? AND item_entity = ? AND (? IS NULL OR status = ?) AND (? IS NULL OR updated_at >= ?) ORDER BY seq DESC LIMIT ?',
    );
    this.#all = read('SELECT * FROM states ORDER BY seq');
    this.#seq = Number(db.prepare('SELECT coalesce(max(seq), 0) FROM states').pluck().get());
  }

  get(key: StateKey): StateRecord | undefined {
    const raw = this.#get.get(key.scope, key.item, key.itemEntity, key.subItem, key.subItemEntity);
    return raw === undefined ? undefined : stateOf(raw as Raw);
  }

  replace(key: StateKey, expected: StateRecord | undefined, record: StateRecord): boolean {
    return this.#swap(key, expected, record, (old) => this.#drop.run(old.seq));
  }

  supersede(key: StateKey, expected: StateRecord | undefined, record: StateRecord, oldStatus: StateStatus): boolean {
    return this.#swap(key, expected, record, (old) => this.#retire.run(oldStatus, old.seq));
  }

  query(filter: StateFilter): readonly StateRecord[] {
    const { scope, itemEntity, status, since, take } = filter;
    return this.#query.all(scope, itemEntity, status, status, since, since, take).map((raw) => stateOf(raw as Raw));
  }

  next(): number {
    return ++this.#seq;
  }

  all(): Iterable<StateRecord> {
    return this.#all.all().map((raw) => stateOf(raw as Raw));
  }

  delete(record: StateRecord): void {
    this.#drop.run(record.seq);
  }

  #swap(
    key: StateKey,
    expected: StateRecord | undefined,
    record: StateRecord,
    leave: (old: StateRecord) => unknown,
  ): boolean {
    try {
      return this.#db.transaction(() => {
        const old = this.get(key);
        if (!sameState(old, expected)) return false;
        if (old !== undefined) leave(old);
        this.#insert.run(...cells(record));
        return true;
      })();
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}

function cells(r: StateRecord): unknown[] {
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
    1,
  ];
}

function stateOf(raw: Raw): StateRecord {
  return {
    seq: Number(raw['seq']),
    scope: raw['scope'] as string,
    item: raw['item'] as string,
    itemEntity: raw['item_entity'] as string,
    subItem: raw['sub_item'] as string,
    subItemEntity: raw['sub_item_entity'] as string,
    status: Number(raw['status']) as StateStatus,
    data: raw['data'] as string | null,
    message: raw['message'] as string | null,
    fingerprint: raw['fingerprint'] as string | null,
    attempts: Number(raw['attempts']),
    createdAt: raw['created_at'] as bigint,
    updatedAt: raw['updated_at'] as bigint,
    lockedUntil: raw['locked_until'] as bigint | null,
    expiresAt: raw['expires_at'] as bigint | null,
    token: Number(raw['token']),
    holder: raw['holder'] as string | null,
  };
}
