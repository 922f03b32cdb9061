/** Databases that cannot be used are told in a sentence without credentials, and nothing is half written. */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { StoreConflict, StoreError, type StoreSchema } from '../../src/stores/contract.ts';
import { parseAddress, withoutCredentials } from '../../src/stores/postgres/address.ts';
import { PostgresStore } from '../../src/stores/postgres/store.ts';
import { InboxRecord, RowRecord } from '../../src/stores/records.ts';
import { inFolder, looksLikeStack, osy } from '../cli/harness.ts';
import { orders } from '../cli/orders.ts';
import { freshAddress, postgresUrl } from './postgres-server.ts';

interface Driver {
  connect(): Promise<void>;
  query(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  end(): Promise<void>;
}

const { Client } = createRequire(import.meta.url)('pg') as {
  readonly Client: new (options: { readonly connectionString: string }) => Driver;
};
let url = '';
beforeAll(async () => {
  url = await postgresUrl();
});
const stores: PostgresStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function open(address: string): PostgresStore {
  const store = new PostgresStore(address, { lease: 3_000 });
  stores.push(store);
  store.define(schema);
  return store;
}

/** Runs SQL beside the store. */
async function sql(text: string, address = url): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const integer = { affinity: 'INTEGER', indexed: false, toCell: (v: unknown) => v as number, fromCell: Number } as const;
const schema: StoreSchema = { text: String, entities: [{ root: 'E', columns: [{ name: 'N', ...integer }] }] };
const schemaIn = (address: string): string => parseAddress(address).schema;

async function refusal(address: string): Promise<StoreError> {
  try {
    open(address);
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }
  throw new Error('it was opened');
}

describe('an address', () => {
  test('is named without its credentials', () => {
    const { name, schema: inSchema } = parseAddress(
      'postgres://ada:s%40cret@db.example:6432/orders?schema=two&sslmode=require',
    );
    expect([name, inSchema]).toEqual(['postgres://db.example:6432/orders', 'two']);
    expect(withoutCredentials('cannot open postgres://ada:s3cret@db.example/x?password=s3cret now')).toBe(
      'cannot open postgres://db.example/x?password=… now',
    );
    expect(withoutCredentials('postgresql://ada:p@ss@db/x')).toBe('postgresql://db/x');
  });

  test('that cannot be read is refused without being repeated', () => {
    for (const bad of [
      'postgres://ada:s3cret@[x/db',
      'postgres://ada:s3cret@db/x?schema=a;b',
      'postgres://u:s3cret@h:port/x',
    ]) {
      expect(() => parseAddress(bad)).toThrow(expect.objectContaining({ code: 'unreadable' }));
      expect(() => parseAddress(bad)).not.toThrow(/s3cret/);
    }
  });
});

describe('a database is refused', () => {
  test('when nothing listens there, when it is unknown, and when it never answers', async () => {
    expect(await refusal('postgres://u:s3cret@127.0.0.1:1/x')).toMatchObject({ code: 'unreadable' });
    expect((await refusal('postgres://u:s3cret@nobody.invalid/x')).message).toMatch(/host is not known/);
    const silent = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    expect((await refusal(`postgres://u:s3cret@127.0.0.1:${port}/x?connect_timeout=1`)).message).not.toMatch(/s3cret/);
    silent.close();
  });

  test('for a wrong password, and for a database that is not there', async () => {
    const wrong = new URL(url);
    wrong.password = 's3cret';
    expect((await refusal(wrong.href)).message).toMatch(/refuses the user name or the password$/);
    const missing = new URL(url);
    missing.pathname = '/nowhere';
    expect((await refusal(missing.href)).message).toMatch(/there is no such database/);
  });

  test('when a newer osy has written it, and when the schema holds other things', async () => {
    const address = await freshAddress();
    open(address).close();
    await sql(`UPDATE ${schemaIn(address)}.meta SET value = 99 WHERE name = 'schema'`);
    expect(await refusal(address)).toMatchObject({ code: 'newer-schema' });
    const other = await freshAddress();
    await sql(`CREATE SCHEMA ${schemaIn(other)}; CREATE TABLE ${schemaIn(other)}.things (a int)`);
    expect(await refusal(other)).toMatchObject({ code: 'other-app' });
  });

  test('when a member has changed its type; one that is new is added', async () => {
    const address = await freshAddress();
    open(address);
    const more = open(address);
    more.define({
      text: String,
      entities: [
        {
          root: 'E',
          columns: [
            { name: 'N', ...integer },
            { name: 'M', ...integer },
          ],
        },
      ],
    });
    const text = { name: 'N', ...integer, affinity: 'TEXT' } as const;
    expect(() => more.define({ text: String, entities: [{ root: 'E', columns: [text] }] })).toThrow(
      expect.objectContaining({ code: 'other-app' }),
    );
  });

  test('when it may only be read', async () => {
    const address = await freshAddress();
    open(address).close();
    await sql(`DROP ROLE IF EXISTS reader_${process.pid}; CREATE ROLE reader_${process.pid} LOGIN PASSWORD 's3cret'`);
    await sql(
      `GRANT USAGE ON SCHEMA ${schemaIn(address)} TO reader_${process.pid}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schemaIn(address)} TO reader_${process.pid}`,
    );
    const reader = new URL(address);
    reader.username = `reader_${process.pid}`;
    reader.password = 's3cret';
    expect(await refusal(reader.href)).toMatchObject({ code: 'read-only' });
    const frozen = new URL(address);
    frozen.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await refusal(frozen.href)).toMatchObject({ code: 'read-only' });
  });
});

describe('a connection that is lost', () => {
  const cut = (address: string): Promise<unknown> =>
    sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'osy' AND pid IN (SELECT pid FROM ${schemaIn(address)}.workers)`,
    );

  test('between transactions is made anew, and what others have written meanwhile is seen', async () => {
    const address = await freshAddress();
    const store = open(address);
    const tx = store.begin();
    tx.enter();
    const row = new RowRecord('E', 'E', 'r', tx.next('row'), { N: 1 });
    tx.insert(row);
    tx.commit();
    await cut(address);
    await sql(`UPDATE ${schemaIn(address)}."row:E" SET "m:N" = 2, rev = rev + 1`);
    // The thread learns of it in its own time; a question that meets the dead connection is told so.
    await until(() => {
      tx.enter();
      return tx.row('E', 'r')?.v['N'] === 2;
    });
    tx.write(tx.row('E', 'r') as RowRecord, 'N', 3, 1);
    tx.commit();
    expect(await sql(`SELECT "m:N" AS n FROM ${schemaIn(address)}."row:E"`)).toEqual([{ n: '3' }]);
  });

  test('while writing leaves all or nothing, and the store can be used on', async () => {
    const address = await freshAddress();
    const store = open(address);
    const tx = store.begin();
    tx.enter();
    tx.insert(new InboxRecord('first', tx.next('seq'), 1n));
    tx.commit();
    const inbox = `${schemaIn(address)}.inbox`;
    // The server ends the connection in the middle of the batch.
    await sql(
      `CREATE FUNCTION ${inbox}_cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
       CREATE TRIGGER cut AFTER INSERT ON ${inbox} FOR EACH ROW WHEN (NEW.key = 'third') EXECUTE FUNCTION ${inbox}_cut()`,
    );
    tx.insert(new InboxRecord('second', tx.next('seq'), 1n));
    tx.insert(new InboxRecord('third', tx.next('seq'), 1n));
    expect(() => tx.commit()).toThrow(expect.objectContaining({ name: 'StoreError', code: 'lost' }));
    expect(tx.dirty).toBe(false);
    await until(() => {
      tx.enter();
      return tx.inbox('first') !== undefined;
    });
    expect(tx.inbox('second')).toBeUndefined();
    tx.insert(new InboxRecord('second', tx.next('seq'), 1n));
    tx.commit();
    expect(store.count('inbox')).toBe(2);
  });
});

test('text that PostgreSQL cannot hold, and numbers beyond its columns, come back as they were', async () => {
  const address = await freshAddress();
  const store = open(address);
  const tx = store.begin();
  tx.enter();
  const keys = ['a\0b', '\ud800x', '\u0001json:"x"', 'Grüße 🙂', "it's"];
  for (const key of keys) tx.insert(new InboxRecord(key, tx.next('seq'), 3_155_378_975_999_999_999n));
  tx.commit();
  const again = open(address).begin();
  again.enter();
  for (const key of keys) expect(again.inbox(key)).toMatchObject({ key, at: 3_155_378_975_999_999_999n });
});

test('two that take one key, or change one row: the second is refused and nothing of it is kept', async () => {
  const address = await freshAddress();
  const [one, two] = [open(address).begin(), open(address).begin()];
  one.enter();
  one.insert(new RowRecord('E', 'E', 'r', one.next('row'), { N: 1 }));
  one.commit();
  two.enter();
  const theirs = two.row('E', 'r') as RowRecord;
  const mine = one.row('E', 'r') as RowRecord;
  one.write(mine, 'N', 2, 1);
  one.insert(new InboxRecord('k', one.next('seq'), 1n));
  two.write(theirs, 'N', 3, 1);
  two.insert(new InboxRecord('other', two.next('seq'), 1n));
  two.commit();
  expect(() => one.commit()).toThrow(StoreConflict);
  one.enter();
  expect(one.inbox('k')).toBeUndefined();
  expect(one.row('E', 'r')?.v['N']).toBe(3);
  one.insert(new InboxRecord('other', one.next('seq'), 1n));
  expect(() => one.commit()).toThrow(StoreConflict);
});

describe('on the command line', () => {
  test('each is exit code 2, without a stack and without the password', () =>
    inFolder(orders, async (cwd) => {
      const newer = await freshAddress();
      open(newer).close();
      await sql(`UPDATE ${schemaIn(newer)}.meta SET value = 99 WHERE name = 'schema'`);
      const wrong = new URL(url);
      wrong.password = 's3cret';
      for (const db of ['postgres://u:s3cret@127.0.0.1:1/x', 'postgres://u:s3cret@[x/y', wrong.href, newer]) {
        for (const args of [
          ['run', '.', '--script', 'fill.script'],
          ['runs', 'ls'],
          ['runs', 'retry', '1'],
          ['state', 'ls'],
        ]) {
          const { code, out, err } = await osy([...args, '--db', db], { cwd });
          expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
          expect(err).toMatch(/^osy: .*\n$/);
          expect(err).not.toContain('s3cret');
          expect(err).not.toContain(new URL(url).password);
          expect(looksLikeStack(err)).toBe(false);
        }
      }
    }));

  test('run, runs and state work on a PostgreSQL database as on a file', () =>
    inFolder(orders, async (cwd) => {
      const db = await freshAddress();
      const run = (...args: string[]) => osy([...args, '--db', db], { cwd });
      expect(await run('run', '.', '--script', 'fill.script', '--start', '2026-03-02T09:00:00Z')).toMatchObject({
        code: 0,
      });
      expect((await run('runs', 'ls')).out).toMatch(/^3 runs: 1 active, 2 faulted$/m);
      expect((await run('runs', 'retry', '1')).code).toBe(1);
      expect((await run('runs', 'cancel', '3')).code).toBe(0);
      expect((await run('runs', 'show', '3')).out).toContain('completed (cancel)');
      expect((await run('state', 'release', 'three', '--force', '--at', '2026-03-02T09:01:00Z')).code).toBe(0);
      expect((await run('state', 'ls', '--status', 'Failed')).out).toContain('three (lock)');
      expect((await run('state', 'expire', 'one')).out).toContain('Expired');
    }));
});

/** Asks again while the connection is being lost. */
async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      if (done()) return;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not come about');
}
