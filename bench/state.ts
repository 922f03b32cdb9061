/**
 * A lock taken and its result set, a second, by the machine of a node, beside the two statements by which one would do it by
 * hand on the same kind of database: `node --import tsx bench/state.ts [seconds] [memory] [sqlite] [postgres]`.
 *
 * Every round has a key of its own, so the tables grow alike. Both take turns of a fifth of a second: what else the machine
 * does meets both. PostgreSQL is the one that OSY_TEST_POSTGRES names, or one that is started for it, with fsync.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { itemKeys } from '../src/runtime/data-state-machine/machine.ts';
import {
  baseContext,
  ContextualDataStateMachine,
  IdempotencyStatus,
  PostgresStore,
  RealClock,
  SqliteStore,
  type Store,
  StoreStateHandler,
} from '../src/runtime.ts';
import { type Driver, postgresClient, storeAt, withPostgres } from './postgres.ts';

const given = process.argv.slice(2);
const seconds = Number(given.find((arg) => /^[\d.]+$/.test(arg)) ?? 2);
const kinds = given.filter((arg) => /^[a-z]+$/.test(arg));
const wanted = (kind: string): boolean => kinds.length === 0 || kinds.includes(kind);

/** One lock and its result; the number makes the key. */
type Act = (n: number) => unknown;

function machineOn(store: Store): Act {
  const clock = new RealClock();
  const base = baseContext({
    stateLogScopeID: 4,
    entityID: 'OrderFlow|Placed',
    entityExecutionID: null,
    tenantID: 0,
    sourceAppID: null,
    handlerConfig: { scope: 4, entityKey: 'order', lockFor: 18_000_000_000n, keepFor: null, options: {} },
  });
  const caller = { holder: '1', tokens: new Map<string, number>(), now: () => clock.now() };
  const machine = new ContextualDataStateMachine(new StoreStateHandler(store.states), base, caller);
  return (n) => {
    const keys = itemKeys(`order ${n}`, 'order');
    if (!machine.tryAcquireLock(keys)) throw new Error('the lock is taken');
    machine.set(keys, IdempotencyStatus.Processed, '"receipt"');
  };
}

/** What is needed for a lock that lapses and a kept result. */
const columns = `scope TEXT, item TEXT, item_entity TEXT, sub_item TEXT, sub_item_entity TEXT, status BIGINT, data TEXT,
  updated_at BIGINT, locked_until BIGINT, token BIGINT, holder TEXT,
  PRIMARY KEY (scope, item, item_entity, sub_item, sub_item_entity)`;
const values = (n: number): readonly string[] => ['OrderFlow|Placed', `order ${n}`, 'order', '', ''];

function sqliteByHand(path: string): Act {
  const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
  const db = new Driver(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(`CREATE TABLE done (${columns})`);
  const lock = db.prepare(
    'INSERT INTO done VALUES (?, ?, ?, ?, ?, 2, NULL, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET status = 2, token = token + 1, holder = excluded.holder, locked_until = excluded.locked_until WHERE locked_until < excluded.updated_at',
  );
  const set = db.prepare(
    'UPDATE done SET status = 1, data = ?, updated_at = ?, locked_until = NULL WHERE scope = ? AND item = ? AND item_entity = ? AND sub_item = ? AND sub_item_entity = ? AND status = 2 AND token = ?',
  );
  return (n) => {
    const key = values(n);
    const now = Date.now();
    lock.run(...key, now, now + 1_800_000, '1');
    set.run('"receipt"', now, ...key, 1);
  };
}

async function postgresByHand(client: Driver): Promise<Act> {
  await client.query(
    `DROP SCHEMA IF EXISTS by_hand CASCADE; CREATE SCHEMA by_hand; SET search_path = by_hand; CREATE TABLE done (${columns})`,
  );
  return async (n) => {
    const key = values(n);
    const now = Date.now();
    await client.query({
      name: 'lock',
      text: 'INSERT INTO done VALUES ($1, $2, $3, $4, $5, 2, NULL, $6, $7, 1, $8) ON CONFLICT (scope, item, item_entity, sub_item, sub_item_entity) DO UPDATE SET status = 2, token = done.token + 1, holder = excluded.holder, locked_until = excluded.locked_until WHERE done.locked_until < excluded.updated_at',
      values: [...key, now, now + 1_800_000, '1'],
    });
    await client.query({
      name: 'set',
      text: 'UPDATE done SET status = 1, data = $6, updated_at = $7, locked_until = NULL WHERE scope = $1 AND item = $2 AND item_entity = $3 AND sub_item = $4 AND sub_item_entity = $5 AND status = 2 AND token = 1',
      values: [...key, '"receipt"', now],
    });
  };
}

/** How often a second each of them is done, in turns. */
async function compare(name: string, ours: Act, hand: Act): Promise<void> {
  const sides = [ours, hand].map((act) => ({ act, done: 0, ms: 0 }));
  let n = 0;
  const turn = async (side: (typeof sides)[number], ms: number): Promise<void> => {
    const begin = performance.now();
    let done = 0;
    for (; performance.now() - begin < ms; done++) {
      const answer = side.act(n++);
      if (answer instanceof Promise) await answer;
    }
    side.done += done;
    side.ms += performance.now() - begin;
  };
  for (const side of sides) {
    await turn(side, 500);
    Object.assign(side, { done: 0, ms: 0 });
  }
  while ((sides[0]?.ms ?? 0) < seconds * 1000) for (const side of sides) await turn(side, 200);
  const [machine = 0, raw = 0] = sides.map(({ done, ms }) => (done / ms) * 1000);
  const shown = (rate: number): string => Math.round(rate).toLocaleString('en').padStart(8);
  process.stdout.write(
    `${name.padEnd(20)} ${shown(machine)}/s   by hand ${shown(raw)}/s   ${Math.round((machine / raw) * 100)} %\n`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'osy-bench-'));
try {
  if (wanted('memory'))
    await compare('SQLite in memory', machineOn(new SqliteStore(':memory:')), sqliteByHand(':memory:'));
  if (wanted('sqlite')) {
    await compare(
      'SQLite on a file',
      machineOn(new SqliteStore(join(folder, 'a.db'))),
      sqliteByHand(join(folder, 'b.db')),
    );
  }
  if (wanted('postgres')) {
    await withPostgres(async (url) => {
      const store = new PostgresStore(storeAt(url));
      const client = await postgresClient(url);
      await compare('PostgreSQL', machineOn(store), await postgresByHand(client));
      await client.query('DROP SCHEMA by_hand CASCADE');
      await client.end();
      store.close();
    });
  }
} finally {
  rmSync(folder, { recursive: true });
}
