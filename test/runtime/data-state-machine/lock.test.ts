/** The lock of data-state-machine.md: whose it is, when it lapses, and what a dead holder leaves behind. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDefinition } from '../../../src/definition/lowering.ts';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import { IdempotencyStatus } from '../../../src/runtime/data-state-machine/status.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import type { Store } from '../../../src/stores/contract.ts';
import { PostgresStore } from '../../../src/stores/postgres/store.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';
import { bundled } from '../../bundled.ts';
import { freshAddress } from '../../stores/postgres-server.ts';
import { compile } from '../engine/source.ts';
import { hour, minute, morning, read, second, stores, thrown } from '../engine/support.ts';
import { jobs } from './jobs.ts';

const definition = compile(jobs);

class Jobs {
  readonly engine: Engine;
  readonly clock: VirtualClock;
  constructor(store: Store, now = morning) {
    this.clock = new VirtualClock(now);
    this.engine = openEngine(definition, { store, clock: this.clock, allowHosts: [] });
  }
  create(key = 'k'): RowRecord {
    const unit = this.engine.unit();
    const row = unit.create('Job', { Key: key }) as RowRecord;
    unit.commit();
    return row;
  }
  /** What the body has written down. */
  raise(event: string, row: RowRecord): unknown {
    const unit = this.engine.unit();
    unit.raise('Run', event, row);
    unit.commit();
    unit.close();
    return read(row, 'Text');
  }
}

describe.each(stores)('a lock, on %s', (_name, make) => {
  test('lapses after LockFor by the clock of the engine, to the tick', () => {
    const app = new Jobs(make());
    const [one, two] = [app.create(), app.create()];
    expect(app.raise('Lock', one)).toBe('True');
    app.clock.set(morning + 10n * minute - 1n);
    expect(app.raise('Lock', two)).toBe('False');
    app.clock.set(morning + 10n * minute);
    expect(app.raise('Lock', two)).toBe('True');
  });

  test('is not had twice when the clock is stepped back', () => {
    const app = new Jobs(make());
    const [one, two, three] = [app.create(), app.create(), app.create()];
    expect(app.raise('Lock', one)).toBe('True');
    app.clock.set(morning - hour);
    expect(app.raise('Lock', two)).toBe('False');
    app.clock.set(morning + 10n * minute);
    expect(app.raise('Lock', two)).toBe('True');
    app.clock.set(morning + 5n * minute);
    expect(app.raise('Lock', three)).toBe('False');
    expect(() => app.raise('Finish', one)).toThrow(thrown('ConflictException'));
    expect(app.raise('Look', three)).toBe('Processing 2 2');
  });

  test('does not lapse for a run that was handled before the clock was stepped back', () => {
    const app = new Jobs(make());
    const [before, after] = [app.create(), app.create()];
    let fails = 1;
    app.engine.clients.stub('Bank', 'Pay(Note)', () => {
      if (fails-- > 0) throw exception('NetworkException');
      return null;
    });
    app.clock.set(morning + hour / 2n);
    app.raise('Look', before);
    app.clock.set(morning);
    app.raise('Late', before);
    expect(app.raise('Lock', after)).toBe('True');
    // The retry is handled at the later of its due instant and the run's last: half an hour after the lock was taken.
    app.engine.advance(second);
    expect([fails, read(before, 'Text')]).toEqual([-1, 'False']);
  });

  test('that has lapsed cannot be ended by its holder, whoever has it now', async () => {
    const app = new Jobs(make());
    const run = app.engine.runsOf(app.create())[0]?.id ?? 0;
    const [a, b] = [app.engine.dataStateMachine(run, 'a'), app.engine.dataStateMachine(run, 'b')];
    const refused = thrown('ConflictException');
    expect(await a.tryAcquireLockAsync('m', 'job')).toBe(true);
    app.clock.set(morning + 10n * minute);
    await expect(a.setAsync('m', 'job', IdempotencyStatus.Processed, 'late')).rejects.toEqual(refused);
    expect(await b.tryAcquireLockAsync('m', 'job')).toBe(true);
    await expect(a.setAsync('m', 'job', IdempotencyStatus.Processed, 'late')).rejects.toEqual(refused);
    await expect(a.upsertAsync('m', 'job', 'late')).rejects.toEqual(refused);
    await expect(a.releaseLockAsFailedAsync('m', 'job', 'late')).rejects.toEqual(refused);
    await b.setAsync('m', 'job', IdempotencyStatus.Processed, 'mine');
    expect(await a.getAsync('m', 'job')).toMatchObject({ status: 1, data: '"mine"', token: 2 });
  });

  test('is taken again by its holder, whose older token is worth nothing then', async () => {
    const app = new Jobs(make());
    const run = app.engine.runsOf(app.create())[0]?.id ?? 0;
    const [first, again] = [app.engine.dataStateMachine(run, 'a'), app.engine.dataStateMachine(run, 'a')];
    expect(await first.tryAcquireLockAsync('m', 'job')).toBe(true);
    expect(await again.tryAcquireLockAsync('m', 'job')).toBe(true);
    await expect(first.setAsync('m', 'job', IdempotencyStatus.Processed)).rejects.toEqual(thrown('ConflictException'));
    await again.setAsync('m', 'job', IdempotencyStatus.Processed);
    expect(await first.getAsync('m', 'job')).toMatchObject({ status: 1, token: 2, attempts: 2 });
  });
});

const databases: readonly (readonly [string, () => Promise<string>, (at: string) => Store])[] = [
  ['SQLite', async () => join(folder, `${++files}.db`), (path) => new SqliteStore(path)],
  ['PostgreSQL', freshAddress, (address) => new PostgresStore(address, { lease: 1_000 })],
];
let files = 0;
let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'osy-lock-'));
  program = await bundled(join(import.meta.dirname, 'victim.ts'), folder);
  writeFileSync(join(folder, 'jobs.osy.json'), writeDefinition(definition));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the victim until it has died. */
async function kill(database: string, how: 'raise' | 'timer'): Promise<void> {
  const args = [program, join(folder, 'jobs.osy.json'), database, how, String(morning)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.on('data', (text) => {
    told += String(text);
  });
  const signal = await new Promise((resolve) => child.on('exit', (_code, by) => resolve(by)));
  if (signal !== 'SIGKILL') throw new Error(`the victim did not die: ${told}`);
}

describe.each(databases)('the lock of a holder that was killed, on %s', (_name, address, open) => {
  const prepared = async (how: 'raise' | 'timer'): Promise<string> => {
    const database = await address();
    const app = new Jobs(open(database));
    app.create();
    app.engine.close();
    await kill(database, how);
    return database;
  };

  test('is had by the next one when it has lapsed, and not before', async () => {
    const app = new Jobs(open(await prepared('raise')));
    const other = app.create();
    const same = app.engine.runs('Run')[0]?.row as RowRecord;
    expect(app.raise('Look', other)).toBe('Processing 1 1');
    // The raise that died with its process is another delivery than one that is made now.
    expect(app.raise('Lock', same)).toBe('False');
    app.clock.set(morning + 10n * minute - 1n);
    expect(app.raise('Lock', other)).toBe('False');
    app.clock.set(morning + 10n * minute);
    expect(app.raise('Lock', other)).toBe('True');
    expect(app.raise('Look', other)).toBe('Processing 2 2');
    app.engine.close();
  });

  test('is taken again at once by the redelivery of the same delivery', async () => {
    const app = new Jobs(open(await prepared('timer')), morning + hour);
    const row = app.engine.runs('Run')[0]?.row as RowRecord;
    let paid = 0;
    app.engine.clients.stub('Bank', 'Pay(Note)', () => {
      paid++;
      return null;
    });
    // Until its lease is over, the dead process has the timer.
    for (let waited = 0; waited < 200 && paid === 0; waited++) {
      app.engine.settle();
      await sleep(50);
    }
    expect([paid, read(row, 'Text'), app.engine.runsOf(row)[0]?.state]).toEqual([1, 'paid', 'Done']);
    expect(app.engine.stateRecords()).toMatchObject([{ status: 1, attempts: 2, token: 2 }]);
    app.engine.close();
  });
});
