/** The writes of a transition by hand, on SQLite: a row of eight members, the run, a timer deleted and one inserted, the record. */
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { rate } from './runtime-app.ts';

export function sqliteByHand(path: string, synchronous: string, seconds: number): number {
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
  const found = rate(() => move.immediate(), seconds);
  db.close();
  return found;
}
