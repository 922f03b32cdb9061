/** One compare-and-set: of all who want a lock one has it, whichever thread or process they are (data-state-machine.md). */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/stores/contract.ts';
import { parseAddress } from '../../../src/stores/postgres/address.ts';
import { lockStatement } from '../../../src/stores/postgres/states.ts';
import { PostgresStore } from '../../../src/stores/postgres/store.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';
import { bundled } from '../../bundled.ts';
import { freshAddress } from '../../stores/postgres-server.ts';
import type { Contest } from './contender.ts';

const rounds = 1_000;

interface Driver {
  connect(): Promise<void>;
  query(
    query: string | { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  ): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

const { Client } = createRequire(import.meta.url)('pg') as { readonly Client: new (address: string) => Driver };

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'osy-contest-'));
  program = await bundled(join(import.meta.dirname, 'contender.ts'), folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function contest(database: string, callers: number): Promise<readonly number[]> {
  const shared = new SharedArrayBuffer(4 * (2 + rounds));
  const all = Array.from({ length: callers }, (_, caller) => {
    const workerData: Contest = { database, caller, callers, rounds, shared };
    const worker = new Worker(program, { workerData });
    return new Promise<void>((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a caller ended with ${code}`))));
    });
  });
  await Promise.all(all);
  return [...new Int32Array(shared)].slice(2);
}

function look(store: Store): void {
  const records = [...store.states.all()];
  store.close();
  expect(records).toHaveLength(rounds);
  expect(records.filter((r) => r.status !== 1 || r.attempts !== 1 || r.token !== 1)).toEqual([]);
}

describe(`of many callers for one key, in each of ${rounds} rounds, one has it`, () => {
  test('64 threads on one SQLite file', async () => {
    const path = join(folder, 'contest.db');
    new SqliteStore(path).close();
    const winners = await contest(path, 64);
    expect(winners.filter((count) => count !== 1)).toEqual([]);
    look(new SqliteStore(path));
  });

  test('8 threads on PostgreSQL', async () => {
    const address = await freshAddress();
    new PostgresStore(address).close();
    const winners = await contest(address, 8);
    expect(winners.filter((count) => count !== 1)).toEqual([]);
    look(new PostgresStore(address));
  });

  // As the threads do, by the same statement; that many threads would take a minute to load their drivers.
  test('64 connections to PostgreSQL', async () => {
    const address = await freshAddress();
    const { schema, connection } = parseAddress(address);
    new PostgresStore(address).close();
    const clients = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const client = new Client(connection);
        await client.connect();
        await client.query(`SET search_path = ${schema}`);
        return client;
      }),
    );
    const key = { scope: 'App', itemEntityKey: 'job', subItemKey: '', subItemEntityKey: '' };
    const winners: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const asked = clients.map((client, caller) => {
        const lock = { holder: `caller ${caller}`, fingerprint: null, now: 1n, until: 2n };
        const [text, ...values] = lockStatement({ ...key, itemKey: `${round}` }, lock);
        return client.query({ name: 'lock', text, values });
      });
      const answers = await Promise.all(asked);
      winners.push(answers.filter((answer) => answer.rows.length === 1).length);
    }
    await Promise.all(clients.map((client) => client.end()));
    expect(winners.filter((count) => count !== 1)).toEqual([]);
  });
});
