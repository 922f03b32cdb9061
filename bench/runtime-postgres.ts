/**
 * The writes of a transition by hand, on PostgreSQL: as a program awaits them, one statement after another (seven round
 * trips with BEGIN and COMMIT), and as one statement that does all (one round trip).
 */
import { postgresClient } from './postgres.ts';
import { rateOf } from './runtime-app.ts';

export async function postgresByHand(
  url: string,
  seconds: number,
): Promise<{ readonly trips: number; readonly trip: number }> {
  const client = await postgresClient(url);
  await client.query(`
    DROP SCHEMA IF EXISTS by_hand CASCADE; CREATE SCHEMA by_hand; SET search_path = by_hand;
    CREATE TABLE door (id text PRIMARY KEY, a bigint, b bigint, c text, d text, e text, f bigint, g bigint, h bigint) WITH (fillfactor = 70);
    CREATE TABLE runs (id bigint PRIMARY KEY, state text, status text, visit bigint, since bigint, times text, rev bigint) WITH (fillfactor = 70);
    CREATE TABLE timers (seq bigint PRIMARY KEY, run bigint, due bigint);
    CREATE INDEX timers_due ON timers (due, seq); CREATE INDEX timers_run ON timers (run);
    CREATE TABLE transitions (seq bigint PRIMARY KEY, run bigint, key text, "from" text, "to" text, at bigint);
    CREATE INDEX transitions_run ON transitions (run);
    INSERT INTO door VALUES ('x', 0, 0, null, null, '0', null, 0, 0); INSERT INTO runs VALUES (1, 'Shut', 'A', 0, 0, '', 0);
    INSERT INTO timers VALUES (0, 1, 0)`);
  const row = 'UPDATE door SET a = $1, b = $2, c = $3, d = $4, e = $5, f = $6, g = $7, h = $8 WHERE id = $9';
  const run =
    'UPDATE runs SET state = $1, status = $2, visit = $3, since = $4, times = $5, rev = rev + 1 WHERE id = $6 AND rev = $7';
  let n = 0;
  const trips = await rateOf(async () => {
    await client.query('BEGIN');
    await client.query({ name: 'row', text: row, values: [0, n, null, null, '0', null, n & 1, n & 1, 'x'] });
    await client.query({ name: 'run', text: run, values: ['Open', 'A', n, 0, '[]', 1, n] });
    await client.query({ name: 'cancel', text: 'DELETE FROM timers WHERE seq = $1', values: [n] });
    n++;
    await client.query({ name: 'arm', text: 'INSERT INTO timers VALUES ($1, $2, $3)', values: [n, 1, n] });
    await client.query({
      name: 'record',
      text: 'INSERT INTO transitions VALUES ($1, $2, $3, $4, $5, $6)',
      values: [n, 1, 'Shut/Push', 'Shut', 'Open', n],
    });
    await client.query('COMMIT');
  }, seconds);
  const all = `WITH r AS (UPDATE door SET a = $1, b = $2, c = $3, d = $4, e = $5, f = $6, g = $7, h = $8 WHERE id = $9),
    u AS (UPDATE runs SET state = $10, status = $11, visit = $12, since = $13, times = $14, rev = rev + 1 WHERE id = $15 AND rev = $16),
    c AS (DELETE FROM timers WHERE seq = $17), a AS (INSERT INTO timers VALUES ($18, $19, $20))
    INSERT INTO transitions VALUES ($21, $22, $23, $24, $25, $26)`;
  const trip = await rateOf(async () => {
    const was = n++;
    await client.query({
      name: 'all',
      text: all,
      // biome-ignore format: one line a statement
      values: [
        0, was, null, null, '0', null, was & 1, was & 1, 'x',
        'Open', 'A', was, 0, '[]', 1, was,
        was, n, 1, n,
        n, 1, 'Shut/Push', 'Shut', 'Open', n,
      ],
    });
  }, seconds);
  await client.query('DROP SCHEMA by_hand CASCADE');
  await client.end();
  return { trips, trip };
}
