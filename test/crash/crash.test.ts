/**
 * It survives anything: processes are killed (`kill -9`) at random instants while orders with timers, children and a network
 * that fails are on their way. 200 kills in all in CI, 40 elsewhere; OSY_KILLS=2000 for more.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresStore } from '../../src/stores/postgres/store.ts';
import { SqliteStore } from '../../src/stores/sqlite/store.ts';
import { freshAddress } from '../stores/postgres-server.ts';
import { buildWorker, rage } from './storm.ts';

const kills = Number(process.env['OSY_KILLS'] ?? (process.env['CI'] === undefined ? 40 : 200));
const patience = 120_000 + kills * 2_000;
const folder = mkdtempSync(join(tmpdir(), 'osy-crash-'));
beforeAll(() => buildWorker(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('on an SQLite file', { timeout: patience }, async () => {
  const database = join(folder, 'orders.db');
  const open = (): SqliteStore => new SqliteStore(database);
  expect(
    await rage({
      folder,
      database,
      open,
      calls: `${database}.calls`,
      failing: 0.2,
      kills: Math.ceil(kills * 0.4),
      workers: 1,
    }),
  ).toBeGreaterThanOrEqual(500);
});

test.each([
  ['one process', 1],
  ['two processes at a time', 2],
])('on PostgreSQL, with %s', { timeout: patience }, async (name, workers) => {
  const database = await freshAddress();
  const open = (): PostgresStore => new PostgresStore(database);
  const calls = join(folder, `${name}.calls`);
  expect(
    await rage({ folder, database, open, calls, failing: 0.2, kills: Math.ceil(kills * 0.3), workers }),
  ).toBeGreaterThanOrEqual(500);
});
