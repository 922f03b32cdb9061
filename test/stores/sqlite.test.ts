import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { StoreConflict, StoreError } from '../../src/stores/contract.ts';
import { InboxRecord, RowRecord } from '../../src/stores/records.ts';
import { SqliteStore } from '../../src/stores/sqlite/store.ts';
import { conforms } from './conformance.ts';

const folder = mkdtempSync(join(tmpdir(), 'osy-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const file = (): string => join(folder, `${++files}.db`);

conforms({ name: 'SQLite in memory', open: () => new SqliteStore(':memory:') });

const paths = new WeakMap<object, string>();
const openFile = (path: string): SqliteStore => {
  const store = new SqliteStore(path);
  paths.set(store, path);
  return store;
};
conforms({
  name: 'SQLite on a file',
  open: () => openFile(file()),
  reopen: (store) => {
    store.close();
    return openFile(paths.get(store) as string);
  },
});
conforms({
  name: 'SQLite with a cache of nothing',
  open: () => new SqliteStore(':memory:', { cache: 0 }),
});

describe('a SQLite file', () => {
  const schema = {
    text: String,
    entities: [
      {
        root: 'E',
        columns: [
          {
            name: 'N',
            affinity: 'INTEGER',
            indexed: false,
            toCell: (v: unknown) => v as number,
            fromCell: Number,
          } as const,
        ],
      },
    ],
  };

  test('that another process has written is read anew, and a change of what was read before is refused', () => {
    const path = file();
    const one = new SqliteStore(path);
    const two = new SqliteStore(path);
    one.define(schema);
    two.define(schema);
    const [a, b] = [one.begin(), two.begin()];
    a.enter();
    const row = new RowRecord('E', 'E', 'r1', 1, { N: 1 });
    a.insert(row);
    a.commit();
    b.enter();
    const same = b.row('E', 'r1') as RowRecord;
    a.enter();
    a.write(row, 'N', 2, 1);
    b.write(same, 'N', 3, 1);
    b.commit();
    expect(() => a.commit()).toThrow(StoreConflict);
    expect(a.row('E', 'r1')).toBe(row);
    expect(row.v['N']).toBe(3);
    a.insert(new InboxRecord('k', 1, 1n));
    b.enter();
    b.insert(new InboxRecord('k', 1, 1n));
    b.commit();
    expect(() => a.commit()).toThrow(StoreConflict);
    one.close();
    two.close();
  });

  test('that a newer osy wrote is refused, and so is one that is none', () => {
    const path = file();
    new SqliteStore(path).close();
    const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
    const db = new Driver(path);
    db.exec("UPDATE meta SET value = 99 WHERE name = 'schema'");
    db.close();
    expect(() => new SqliteStore(path)).toThrow(expect.objectContaining({ code: 'newer-schema' }));
    const text = file();
    writeFileSync(
      text,
      'this is a text, and long enough to be read as the head of a database file, which it is not at all',
    );
    expect(() => new SqliteStore(text)).toThrow(expect.objectContaining({ name: 'StoreError', code: 'broken' }));
    expect(() => new SqliteStore(join(folder, 'no', 'such', 'folder.db'))).toThrow(StoreError);
    const other = file();
    const foreign = new Driver(other);
    foreign.exec('CREATE TABLE things (a)');
    foreign.close();
    expect(() => new SqliteStore(other)).toThrow(expect.objectContaining({ code: 'other-app' }));
  });

  test('gets a column for a member that the app has added, and refuses one whose type has changed', () => {
    const path = file();
    const store = new SqliteStore(path);
    store.define(schema);
    store.close();
    const again = new SqliteStore(path);
    const column = schema.entities[0]?.columns[0];
    if (column === undefined) throw new Error('no column');
    again.define({ text: String, entities: [{ root: 'E', columns: [column, { ...column, name: 'M' }] }] });
    again.close();
    const changed = new SqliteStore(path);
    expect(() =>
      changed.define({ text: String, entities: [{ root: 'E', columns: [{ ...column, affinity: 'TEXT' }] }] }),
    ).toThrow(StoreError);
    changed.close();
  });
});
