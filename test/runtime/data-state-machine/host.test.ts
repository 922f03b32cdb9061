/** The machine as a host has it, and the examples of docs/idempotency.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import {
  baseContext,
  ContextualDataStateMachine,
  type Engine,
  type EngineOptions,
  type IDataStateMachine,
  IdempotencyStatus,
  InMemoryStateHandler,
  NullDataStateMachine,
  openEngine,
  VirtualClock,
} from '../../../src/runtime.ts';
import { check } from '../../../src/semantics/check.ts';
import { SourceFile } from '../../../src/source/source.ts';
import { bundled } from '../../bundled.ts';
import { compile } from '../engine/source.ts';
import { hour, minute, morning, read, second, thrown } from '../engine/support.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/idempotency.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((m) => m[1] as string);

function machineAt(now: () => bigint, handler = new InMemoryStateHandler()): (holder: string) => IDataStateMachine {
  const base = baseContext({
    stateLogScopeID: 4,
    entityID: 'Flow|Open',
    entityExecutionID: null,
    tenantID: 0,
    sourceAppID: null,
    handlerConfig: { scope: 4, entityKey: 'job', lockFor: minute, keepFor: hour, options: {} },
  });
  return (holder) => new ContextualDataStateMachine(handler, base, { holder, tokens: new Map(), now });
}

describe('IDataStateMachine', () => {
  test('goes through the pattern', async () => {
    let now = morning;
    const machine = machineAt(() => now);
    const [a, b] = [machine('a'), machine('b')];
    expect(await a.existsAsync('k', 'job')).toBe(false);
    expect(await a.tryAcquireLockAsync('k', 'job')).toBe(true);
    expect(await b.tryAcquireLockAsync('k', 'job')).toBe(false);
    await a.releaseLockAsFailedAsync('k', 'job', 'why');
    expect(await b.getAsync('k', 'job')).toMatchObject({ status: IdempotencyStatus.Failed, message: 'why' });
    now += second;
    expect(await b.tryAcquireLockAsync('k', 'job')).toBe(true);
    await b.setAsync('k', 'job', IdempotencyStatus.Processed, { sum: 1 });
    expect(await a.existsAsync('k', 'job')).toBe(true);
    expect(await a.tryAcquireLockAsync('k', 'job')).toBe(false);
    expect(await a.getAsync('k', 'job')).toMatchObject({
      itemKey: 'k',
      itemEntityKey: 'job',
      subItemKey: '',
      subItemEntityKey: '',
      status: 1,
      data: '{"sum":1}',
      message: 'why',
      attempts: 2,
      createdAt: morning,
      updatedAt: now,
      lockedUntil: null,
      token: 2,
    });
  });

  test('tells sub-items apart, supersedes, skips, expires and queries', async () => {
    let now = morning;
    const a = machineAt(() => now)('a');
    await a.setAsync('k', 'job', IdempotencyStatus.Skipped, undefined, 'line 1', 'line');
    expect(await a.existsAsync('k', 'job', 'line 1', 'line')).toBe(true);
    expect(await a.existsAsync('k', 'job')).toBe(false);
    await a.upsertAsync('k', 'job', 1);
    await a.upsertAsync('k', 'job', 2);
    const statuses = async (query = {}): Promise<readonly number[]> =>
      (await a.queryAsync('job', query)).map((r) => r.status);
    expect(await statuses()).toEqual([1, 5, 4]);
    expect(await statuses({ status: IdempotencyStatus.Superseded })).toEqual([5]);
    expect(await statuses({ take: 1 })).toEqual([1]);
    expect(await statuses({ since: morning + 1n })).toEqual([]);
    now += hour;
    expect(await statuses()).toEqual([6, 5, 6]);
    expect(await a.existsAsync('k', 'job')).toBe(false);
    expect(await a.tryAcquireLockAsync('k', 'job')).toBe(true);
  });

  test('does a thing once, and keeps its answer and its payload', async () => {
    const machine = machineAt(() => morning);
    const [a, b] = [machine('a'), machine('b')];
    let calls = 0;
    const act = async (): Promise<{ receipt: number }> => {
      calls++;
      // Whoever comes while the first is at it is told so.
      await expect(b.onceAsync('k', 'job', () => 0, 'x')).rejects.toEqual(thrown('ConflictException'));
      return { receipt: calls };
    };
    expect(await a.onceAsync('k', 'job', act, 'x')).toEqual({ receipt: 1 });
    expect(await b.onceAsync('k', 'job', act, 'x')).toEqual({ receipt: 1 });
    await expect(b.onceAsync('k', 'job', act, 'y')).rejects.toEqual(thrown('ConflictException'));
    const failing = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(a.onceAsync('f', 'job', failing)).rejects.toThrow('no');
    expect(await a.getAsync('f', 'job')).toMatchObject({ status: IdempotencyStatus.Failed, message: 'no' });
    expect(calls).toBe(1);
  });

  test('leaves an exception what it is when the lock was lost on the way', async () => {
    let now = morning;
    const machine = machineAt(() => now);
    const slow = async (): Promise<never> => {
      now += minute;
      expect(await machine('b').tryAcquireLockAsync('k', 'job')).toBe(true);
      throw new Error('too late');
    };
    await expect(machine('a').onceAsync('k', 'job', slow)).rejects.toThrow('too late');
    expect(await machine('a').getAsync('k', 'job')).toMatchObject({ status: 2, token: 2 });
  });
});

test('NullDataStateMachine.Instance writes nothing and lets the pattern through', async () => {
  const none: IDataStateMachine = NullDataStateMachine.Instance;
  expect(await none.tryAcquireLockAsync('k', 'job')).toBe(true);
  await none.setAsync('k', 'job', IdempotencyStatus.Processed);
  await none.upsertAsync('k', 'job', 1);
  await none.releaseLockAsFailedAsync('k', 'job', 'why');
  expect([await none.existsAsync('k', 'job'), await none.getAsync('k', 'job'), await none.queryAsync('job')]).toEqual([
    false,
    undefined,
    [],
  ]);
  expect([await none.onceAsync('k', 'job', () => 1), await none.onceAsync('k', 'job', () => 2)]).toEqual([1, 2]);
});

test('the statuses have the numbers of the seed', () => {
  expect(IdempotencyStatus).toEqual({
    None: 0,
    Processed: 1,
    Processing: 2,
    Failed: 3,
    Skipped: 4,
    Superseded: 5,
    Expired: 6,
  });
});

describe('docs/idempotency.md', () => {
  const [mail = '', steps = ''] = blocks('osy');
  let folder: string;
  let example: {
    readonly remind: (engine: Engine, run: number, send: () => Promise<string>) => Promise<string>;
    readonly reminded: (engine: Engine, run: number) => Promise<readonly (string | null)[]>;
    readonly withMemory: () => EngineOptions;
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'osy-docs-'));
    const source = join(folder, 'example.ts');
    writeFileSync(source, blocks('ts').join('\n'));
    const runtime = join(import.meta.dirname, '../../../src/runtime.ts');
    example = await import(pathToFileURL(await bundled(source, folder, { 'osy/runtime': runtime })).href);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(blocks('osy'))('its example %# is without errors and network findings', (text) => {
    const found = lint(check([new SourceFile('example.osy', text)]));
    expect(
      found.filter((d) => d.level === 'error' || d.name.startsWith('effect-') || d.name.startsWith('lock-')),
    ).toEqual([]);
  });

  const orders = (text: string): readonly [Engine, () => readonly [number, number]] => {
    const engine = openEngine(compile(text), { clock: new VirtualClock(morning) });
    let [mails, stored] = [0, 0];
    engine.clients.stub('Post', 'Send(Mail)', () => `receipt ${++mails}`);
    engine.clients.stub('Archive', 'Store(Entry)', () => {
      if (++stored <= 5) throw exception('NetworkException');
      return null;
    });
    return [engine, () => [mails, stored]];
  };

  test('its mail is sent once although the delivery was retried five times', () => {
    const [engine, calls] = orders(mail);
    const unit = engine.unit();
    const order = unit.create('Order', { No: '7', Reader: 'ann' });
    unit.commit();
    engine.advance(hour);
    expect(calls()).toEqual([1, 6]);
    expect([read(order, 'Receipt'), engine.runsOf(order)[0]?.state]).toEqual(['receipt 1', 'Archived']);
  });

  test('without its block six mails go out', () => {
    const [engine, calls] = orders(mail.replace(/dataStateMachine \{.*\}/, ''));
    const unit = engine.unit();
    unit.create('Order', { No: '7', Reader: 'ann' });
    unit.commit();
    engine.advance(hour);
    expect(calls()).toEqual([6, 6]);
  });

  test('its steps book once', () => {
    const engine = openEngine(compile(steps), { clock: new VirtualClock(morning) });
    let booked = 0;
    engine.clients.stub('Bank', 'Book(Charge)', () => {
      if (++booked === 1) throw exception('NetworkException');
      return null;
    });
    const unit = engine.unit();
    const bills = [unit.create('Bill', { No: '1' }), unit.create('Bill', { No: '1' })];
    unit.commit();
    for (const bill of bills) {
      unit.raise('BillRun', 'Book', bill);
      unit.commit();
      engine.advance(minute);
    }
    expect([booked, ...bills.map((bill) => engine.runsOf(bill)[0]?.state)]).toEqual([2, 'Booked', 'Booked']);
  });

  test('its host sends a reminder once', async () => {
    const [engine] = orders(mail);
    const unit = engine.unit();
    const order = unit.create('Order', { No: '7', Reader: 'ann' });
    unit.commit();
    const run = engine.runsOf(order)[0]?.id ?? 0;
    let sent = 0;
    const send = async (): Promise<string> => `letter ${++sent}`;
    expect(await example.remind(engine, run, send)).toBe('letter 1');
    expect(await example.remind(engine, run, send)).toBe('letter 1');
    expect([sent, await example.reminded(engine, run)]).toEqual([1, ['"letter 1"']]);
    engine.advance(hour);
    // In a state without a block nothing is remembered.
    expect(engine.dataStateMachine(run, 'a look')).toBe(NullDataStateMachine.Instance);
  });

  test('its handler keeps what the block says in memory, and only that', async () => {
    const options = example.withMemory();
    const engineOf = (text: string): Engine =>
      openEngine(compile(text), { ...options, clock: new VirtualClock(morning) });
    const left = async (text: string): Promise<number> => {
      const engine = engineOf(text);
      const unit = engine.unit();
      const bill = unit.create('Bill', { No: '1' });
      unit.commit();
      await engine.dataStateMachine(engine.runsOf(bill)[0]?.id ?? 0, 'me').upsertAsync('k', 'bill', 1);
      return engine.stateRecords().length;
    };
    expect(await left(steps.replace('LockFor', 'Keep = "memory"; LockFor'))).toBe(0);
    expect(await left(steps)).toBe(1);
  });
});
