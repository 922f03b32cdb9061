/** A file that cannot be used is told in a sentence, and nothing is half written. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { StoreError, type StoreSchema } from '../../src/stores/contract.ts';
import { RowRecord } from '../../src/stores/records.ts';
import type { SqliteOptions } from '../../src/stores/sqlite/driver.ts';
import { SqliteStore } from '../../src/stores/sqlite/store.ts';
import { inFolder, osy } from '../cli/harness.ts';
import { orders } from '../cli/orders.ts';

const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
const folder = mkdtempSync(join(tmpdir(), 'osy-faults-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = { affinity: 'TEXT', indexed: false, toCell: (v: unknown) => v as string, fromCell: String } as const;
const schema: StoreSchema = { text: String, entities: [{ root: 'E', columns: [{ name: 'T', ...text }] }] };

function open(path: string, options: SqliteOptions = {}): SqliteStore {
  const store = new SqliteStore(path, options);
  store.define(schema);
  return store;
}

/** Two rows in one transaction. */
function write(store: SqliteStore, n: number, filling = ''): void {
  const tx = store.begin();
  tx.enter();
  for (const half of ['a', 'b']) tx.insert(new RowRecord('E', 'E', `${n}${half}`, store.next('row'), { T: filling }));
  tx.commit();
  tx.close();
}

/** Where permissions mean nothing to the one who runs the tests, as another user. */
function asNobody<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

test('when there is no room left: what was being written is not there, what was written before is', () => {
  const path = join(folder, 'full.db');
  const store = open(path, { pages: 200 });
  let written = 0;
  const fill = (): void => {
    for (; written < 1000; written++) write(store, written, 'x'.repeat(20_000));
  };
  expect(fill).toThrow(expect.objectContaining({ name: 'StoreError', code: 'full' }));
  expect(written).toBeGreaterThan(5);
  const tx = store.begin();
  tx.enter();
  expect(tx.rows('E')).toHaveLength(written * 2);
  // It goes on as soon as there is room again.
  for (const row of tx.rows('E').slice(0, 10)) tx.remove(row);
  tx.commit();
  write(store, 2000, 'x'.repeat(5_000));
  store.close();
  const again = open(path);
  expect(again.count('rows')).toBe(written * 2 - 8);
  again.close();
});

test('when another process keeps it locked: nothing is written, and it can be used afterwards', () => {
  const path = join(folder, 'locked.db');
  const store = open(path, { busyTimeout: 50 });
  const other = new Driver(path);
  other.exec('BEGIN IMMEDIATE');
  expect(() => write(store, 1)).toThrow(expect.objectContaining({ name: 'StoreError', code: 'locked' }));
  other.exec('COMMIT');
  other.close();
  write(store, 1);
  expect(store.count('rows')).toBe(2);
  store.close();
});

test('when it may not be written, or its folder not be read', () => {
  const path = join(folder, 'kept.db');
  open(path).close();
  chmodSync(path, 0o444);
  expect(() => asNobody(() => open(path))).toThrow(StoreError);
  expect(() => asNobody(() => open(path))).toThrow(/'.*kept\.db' cannot be (written|opened)/);
  expect(() => asNobody(() => open(join(folder, 'new.db')))).toThrow(expect.objectContaining({ code: 'unreadable' }));
});

test('on the command line each is exit code 2 and one sentence', () =>
  inFolder(orders, async (cwd) => {
    const fresh = async (name: string): Promise<BetterSqlite.Database> => {
      expect((await osy(['run', '.', '--script', 'fill.script', '--db', name], { cwd })).code).toBe(0);
      return new Driver(join(cwd, name));
    };
    const newer = await fresh('newer.db');
    newer.exec("UPDATE meta SET value = 99 WHERE name = 'schema'");
    newer.close();
    const locked = await fresh('locked.db');
    locked.pragma('locking_mode = EXCLUSIVE');
    locked.exec('BEGIN EXCLUSIVE');
    const other = new Driver(join(cwd, 'other.db'));
    other.exec('CREATE TABLE meta (name TEXT); CREATE TABLE runs (id INTEGER)');
    other.close();
    for (const db of ['newer.db', 'locked.db', 'other.db', 'no/such/folder.db', '.']) {
      for (const args of [
        ['run', '.', '--script', 'fill.script'],
        ['runs', 'ls'],
        ['runs', 'cancel', '1'],
        ['state', 'ls'],
      ]) {
        // Each waits for some seconds.
        if (db === 'locked.db' && args[0] !== 'run') continue;
        const { code, out, err } = await osy([...args, '--db', db], { cwd });
        expect({ db, args, code, out }).toEqual({ db, args, code: 2, out: '' });
        expect(err).toMatch(/^osy: .*\n$/);
      }
    }
    locked.close();
  }));
