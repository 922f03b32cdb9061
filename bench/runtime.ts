/**
 * Transitions a second on SQLite, beside the same writes by hand: a row of eight members, the run, one timer deleted and one
 * inserted, the attempt's record. `node --import tsx bench/runtime.ts [seconds]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { SqliteStore } from '../src/stores/sqlite/store.ts';
import { app, created, goto, minutes, open } from '../test/runtime/engine/support.ts';

const hall = minutes(60);
const definition = app({
  entities: { Door: { A: 'int', B: 'int', C: 'string?', D: 'string?', E: 'decimal', F: 'DateTime?', G: 'bool' } },
  workflows: [
    {
      key: 'DoorRun',
      entity: 'Door',
      states: Object.fromEntries(
        [
          ['Shut', 'Open'],
          ['Open', 'Shut'],
        ].map(([from = '', to = '']) => [
          from,
          {
            enter: (row, host) => host.set(row, 'B', (row.v['B'] as number) + 1),
            exit: (row, host) => host.set(row, 'G', row.v['G'] !== true),
            on: { Push: (row) => (row.v['A'] === 0 ? goto(to) : null) },
            expire: { within: hall, then: () => goto(to) },
          },
        ]),
      ),
    },
  ],
});

const seconds = Number(process.argv[2] ?? 2);
const folder = mkdtempSync(join(tmpdir(), 'osy-bench-'));

function rate(act: () => void): number {
  for (let i = 0; i < 500; i++) act();
  const begin = performance.now();
  let done = 0;
  while (performance.now() - begin < seconds * 1000) {
    for (let i = 0; i < 100; i++) act();
    done += 100;
  }
  return (done / (performance.now() - begin)) * 1000;
}

function engineRate(path: string, synchronous: 'NORMAL' | 'FULL'): number {
  const engine = open(definition, { store: new SqliteStore(path, { synchronous }) });
  const [unit, door] = created(engine, 'Door');
  const found = rate(() => {
    unit.raise('DoorRun', 'Push', door);
    unit.commit();
  });
  engine.close();
  return found;
}

function rawRate(path: string, synchronous: string): number {
  const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
  const db = new Driver(path);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.exec(`
    CREATE TABLE door (id TEXT PRIMARY KEY, a, b, c, d, e, f, g, h);
    CREATE TABLE runs (id INTEGER PRIMARY KEY, state, status, visit, since, times, rev);
    CREATE TABLE timers (seq INTEGER PRIMARY KEY, run, due); CREATE INDEX timers_due ON timers (due, seq);
    CREATE INDEX timers_run ON timers (run);
    CREATE TABLE transitions (seq INTEGER PRIMARY KEY, run, key, "from", "to", at); CREATE INDEX transitions_run ON transitions (run);
    INSERT INTO door VALUES ('x', 0, 0, null, null, '0', null, 0, 0); INSERT INTO runs VALUES (1, 'Shut', 'A', 0, 0, '', 0);
    INSERT INTO timers VALUES (0, 1, 0);`);
  const row = db.prepare('UPDATE door SET a = ?, b = ?, c = ?, d = ?, e = ?, f = ?, g = ?, h = ? WHERE id = ?');
  const run = db.prepare(
    'UPDATE runs SET state = ?, status = ?, visit = ?, since = ?, times = ?, rev = rev + 1 WHERE id = ? AND rev = ?',
  );
  const cancel = db.prepare('DELETE FROM timers WHERE seq = ?');
  const arm = db.prepare('INSERT INTO timers VALUES (?, ?, ?)');
  const record = db.prepare('INSERT INTO transitions VALUES (?, ?, ?, ?, ?, ?)');
  let n = 0;
  const move = db.transaction(() => {
    row.run(0, n, null, null, '0', null, n & 1, n & 1, 'x');
    run.run('Open', 'A', n, 0, '[]', 1, n);
    cancel.run(n);
    n++;
    arm.run(n, 1, n);
    record.run(n, 1, 'Shut/Push', 'Shut', 'Open', n);
  });
  const found = rate(() => move.immediate());
  db.close();
  return found;
}

for (const [name, path, synchronous] of [
  ['SQLite in memory', ':memory:', 'NORMAL'],
  ['SQLite file, NORMAL', 'normal.db', 'NORMAL'],
  ['SQLite file, FULL', 'full.db', 'FULL'],
] as const) {
  const at = (kind: string): string => (path === ':memory:' ? path : join(folder, `${kind}-${path}`));
  const engine = engineRate(at('engine'), synchronous);
  const raw = rawRate(at('raw'), synchronous);
  process.stdout.write(
    `${name}: ${Math.round(engine).toLocaleString('en')} transitions/s, by hand ${Math.round(raw).toLocaleString('en')}: ${Math.round((engine / raw) * 100)} %\n`,
  );
}
rmSync(folder, { recursive: true });
