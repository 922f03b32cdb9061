/** Several processes share a store: what one commits the others see, and what one delivers the others leave alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StoreSchema, Transaction } from '../../src/stores/contract.ts';
import { PostgresStore } from '../../src/stores/postgres/store.ts';
import { RowRecord, RunRecord, TimerRecord } from '../../src/stores/records.ts';
import { buildWorker, callsIn, judge, Worker } from '../crash/storm.ts';
import { freshAddress } from './postgres-server.ts';

const text = {
  affinity: 'TEXT',
  indexed: true,
  toCell: (v: unknown) => v as string,
  fromCell: (v: unknown) => v,
} as const;
const schema: StoreSchema = { text: String, entities: [{ root: 'E', columns: [{ name: 'T', ...text }] }] };
const stores: PostgresStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function open(address: string): Transaction {
  const store = new PostgresStore(address, { lease: 1_500 });
  stores.push(store);
  store.define(schema);
  const tx = store.begin();
  tx.enter();
  return tx;
}

function row(tx: Transaction, id: string): RowRecord {
  const made = new RowRecord('E', 'E', id, tx.next('row'), { T: 'new' });
  made.runs = [];
  tx.insert(made);
  return made;
}

function run(tx: Transaction, on: RowRecord, dues: readonly bigint[]): RunRecord {
  const made = new RunRecord({
    id: tx.next('run'),
    workflow: 'F',
    version: 'v',
    row: on,
    state: 'S',
    at: 1n,
    parent: null,
  });
  tx.insert(made);
  for (const due of dues) {
    const timer = new TimerRecord({
      seq: tx.next('seq'),
      run: made,
      key: 'S/Expire',
      kind: 'expire',
      slot: null,
      visit: 0,
      armedAt: 0n,
      due,
      round: 0,
    });
    tx.insert(timer);
    made.timers = [...made.timers, timer];
  }
  return made;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('two processes on one store', () => {
  test('each sees at its next transaction what the other has committed, whoever came first', async () => {
    const address = await freshAddress();
    const one = open(address);
    row(one, 'a');
    one.commit();
    expect(one.rows('E')).toHaveLength(1);
    const two = open(address);
    expect(two.row('E', 'a')?.v['T']).toBe('new');
    two.write(two.row('E', 'a') as RowRecord, 'T', 'changed', 1);
    row(two, 'b');
    two.commit();
    one.enter();
    expect(one.row('E', 'a')?.v['T']).toBe('changed');
    expect(one.rows('E').map((r) => r.id)).toEqual(['a', 'b']);
    expect(one.rowsBy('E', 'T', 'changed').map((r) => r.id)).toEqual(['a']);
    one.remove(one.row('E', 'b') as RowRecord);
    one.commit();
    two.enter();
    expect(two.rows('E').map((r) => r.id)).toEqual(['a']);
  });

  test('numbers that follow from what another has written are greater than its own', async () => {
    const address = await freshAddress();
    const [one, two] = [open(address), open(address)];
    const first = one.next('seq');
    row(one, 'a');
    one.commit();
    two.enter();
    const second = two.next('seq');
    row(two, 'b');
    two.commit();
    one.enter();
    expect(second).toBeGreaterThan(first);
    expect(one.next('seq')).toBeGreaterThan(second);
  });

  test('when the others have gone, the one that is left still sees what they did', async () => {
    const address = await freshAddress();
    const one = open(address);
    row(one, 'a');
    one.commit();
    const two = open(address);
    two.enter();
    two.write(two.row('E', 'a') as RowRecord, 'T', 'last words', 1);
    two.commit();
    stores.pop()?.close();
    await sleep(1_200);
    one.enter();
    expect(one.row('E', 'a')?.v['T']).toBe('last words');
  });
});

describe('due work', () => {
  test('that one process delivers is not given to another, nor is other work of its run', async () => {
    const address = await freshAddress();
    const [one, two] = [open(address), open(address)];
    const busy = run(one, row(one, 'a'), [1n, 2n]);
    const free = run(one, row(one, 'b'), [3n]);
    one.commit();
    two.enter();
    const mine = one.firstDue(9n);
    expect(mine).toBe(busy.timers[0]);
    const theirs = two.firstDue(9n);
    expect(theirs?.seq).toBe(mine?.seq);
    expect(one.claim(mine as TimerRecord)).toBe(true);
    expect(two.claim(theirs as TimerRecord)).toBe(false);
    two.enter();
    expect(two.firstDue(9n)?.seq).toBe(free.timers[0]?.seq);
    one.release(mine as TimerRecord);
    two.enter();
    expect(two.firstDue(9n)?.seq).toBe(mine?.seq);
    expect(two.claim(theirs as TimerRecord)).toBe(true);
  });

  test('that another process has done meanwhile is neither claimed nor there', async () => {
    const address = await freshAddress();
    const [one, two] = [open(address), open(address)];
    const made = run(one, row(one, 'a'), [1n, 2n]);
    one.commit();
    one.enter();
    const mine = one.firstDue(9n) as TimerRecord;
    two.enter();
    const theirs = two.firstDue(9n) as TimerRecord;
    two.touch(theirs.run);
    theirs.run.timers = theirs.run.timers.filter((t) => t !== theirs);
    two.remove(theirs);
    two.commit();
    one.enter();
    expect(one.alive(mine)).toBe(false);
    expect(one.claim(mine)).toBe(false);
    expect(one.firstDue(9n)).toBe(made.timers[0]);
  });

  test('that a process had begun alone is claimed for it when another comes', async () => {
    const address = await freshAddress();
    const one = open(address);
    run(one, row(one, 'a'), [1n]);
    one.commit();
    const mine = one.firstDue(9n) as TimerRecord;
    expect(one.claim(mine)).toBe(true);
    const two = open(address);
    expect(two.firstDue(9n)).toBeUndefined();
    one.release(mine);
    two.enter();
    expect(two.firstDue(9n)?.seq).toBe(mine.seq);
  });
});

describe('in processes of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'osy-sharing-'));
  beforeAll(() => buildWorker(folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('two carry runs on together, and no body runs in both', async () => {
    const database = await freshAddress();
    const calls = join(folder, 'together.calls');
    const storm = { folder, database, calls, failing: 0, open: () => new PostgresStore(database) };
    const workers = [new Worker(storm, 60), new Worker(storm, 60)];
    for (const worker of workers) await worker.says('ready');
    for (const worker of workers) worker.go();
    for (const worker of workers) await worker.says('done');
    expect(judge(storm)).toBeGreaterThanOrEqual(60);
    const made = callsIn(calls);
    expect(new Set(made.map(([order]) => order)).size).toBe(made.length);
    expect(new Set(made.map(([, pid]) => pid)).size).toBe(2);
  });

  test('what a killed one was at is taken over by another', async () => {
    const database = await freshAddress();
    const calls = join(folder, 'taken.calls');
    const storm = { folder, database, calls, failing: 0, open: () => new PostgresStore(database) };
    const [first, second] = [new Worker(storm), new Worker(storm, 40)];
    for (const worker of [first, second]) await worker.says('ready');
    first.go();
    await first.says('open');
    second.go();
    await second.says('open');
    await sleep(300);
    await first.kill();
    await second.says('done');
    expect(judge(storm)).toBeGreaterThanOrEqual(40);
  });
});
