/**
 * Transitions a second, a commit each, beside the same writes by hand in the same run (bench/runtime-app.ts says what a
 * transition is): `node --import tsx bench/runtime.ts [seconds] [memory] [sqlite] [postgres] [shared]`.
 *
 * PostgreSQL is the one that OSY_TEST_POSTGRES names, or one that is started for it, with fsync as in production. `shared` is
 * eight processes on one store, each with a door of its own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../src/stores/contract.ts';
import { MemoryStore } from '../src/stores/memory/store.ts';
import { PostgresStore } from '../src/stores/postgres/store.ts';
import { SqliteStore } from '../src/stores/sqlite/store.ts';
import { storeAt, withPostgres } from './postgres.ts';
import { doorOn, rate } from './runtime-app.ts';
import { postgresByHand } from './runtime-postgres.ts';
import { sqliteByHand } from './runtime-sqlite.ts';

const given = process.argv.slice(2);
const seconds = Number(given.find((arg) => /^[\d.]+$/.test(arg)) ?? 2);
const kinds = given.filter((arg) => /^[a-z]+$/.test(arg));
const wanted = (kind: string): boolean => kinds.length === 0 || kinds.includes(kind);
const folder = mkdtempSync(join(tmpdir(), 'osy-bench-'));
const shown = (n: number): string => Math.round(n).toLocaleString('en').padStart(8);

function tell(name: string, engine: number, raw?: number, how = 'by hand'): void {
  const beside = raw === undefined ? '' : `   ${how} ${shown(raw)}   ${Math.round((engine / raw) * 100)} %`;
  process.stdout.write(`${name.padEnd(34)} ${shown(engine)}/s${beside}\n`);
}

function engineRate(store: Store): number {
  const door = doorOn(store);
  const found = rate(door.push, seconds);
  door.close();
  return found;
}

/** Many processes on one store: each tells its rate. */
async function together(address: string, processes: number): Promise<number> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--import', 'tsx', import.meta.filename, 'one', address, String(seconds)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const rates = await Promise.all(
    children.map(
      (child) =>
        new Promise<number>((resolve) => {
          let said = '';
          child.stdout.on('data', (text) => {
            said += String(text);
          });
          child.once('exit', () => resolve(Number(said)));
        }),
    ),
  );
  return rates.reduce((a, b) => a + b, 0);
}

if (given[0] === 'one') {
  const door = doorOn(new PostgresStore(given[1] as string));
  process.stdout.write(String(rate(door.push, Number(given[2]))));
  door.close();
} else {
  if (wanted('memory')) tell('memory', engineRate(new MemoryStore()));
  if (wanted('sqlite')) {
    for (const [name, path, synchronous] of [
      ['SQLite in memory', ':memory:', 'NORMAL'],
      ['SQLite file, NORMAL', 'normal.db', 'NORMAL'],
      ['SQLite file, FULL', 'full.db', 'FULL'],
    ] as const) {
      const at = (kind: string): string => (path === ':memory:' ? path : join(folder, `${kind}-${path}`));
      const engine = engineRate(new SqliteStore(at('engine'), { synchronous }));
      tell(name, engine, sqliteByHand(at('raw'), synchronous, seconds));
    }
  }
  if (wanted('postgres') || wanted('shared')) {
    await withPostgres(async (url) => {
      if (wanted('postgres')) {
        const address = storeAt(url);
        const engine = engineRate(new PostgresStore(address));
        const { trips, trip } = await postgresByHand(url, seconds);
        tell('PostgreSQL, 1 process', engine, trips, 'by hand, 7 round trips');
        tell('', engine, trip, 'by hand, 1 round trip ');
        const other = new PostgresStore(address);
        tell('PostgreSQL, 1 process, not alone', engineRate(new PostgresStore(address)));
        other.close();
      }
      if (wanted('shared')) tell('PostgreSQL, 8 processes, one store', await together(storeAt(url), 8));
    });
  }
}
rmSync(folder, { recursive: true });
