/** `osy state`: what nodes remember, and mending it. */
import { describe, expect, test } from 'vitest';
import { freshAddress } from '../stores/postgres-server.ts';
import { inFolder, type Outcome, osy } from './harness.ts';
import { orders } from './orders.ts';

type Run = (...args: string[]) => Promise<Outcome>;

const databases: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['an SQLite file', async () => 'a.db'],
  ['PostgreSQL', freshAddress],
];

const records = ({ out }: Outcome): Record<string, unknown>[] =>
  (JSON.parse(out) as { records: Record<string, unknown>[] }).records;

describe.each(databases)('osy state on %s', (_name, address) => {
  /** Three records: two of payments that were made, and a lock that is held until 12:30. */
  const filled = (use: (state: Run, run: (statements: string) => Promise<Outcome>) => Promise<void>): Promise<void> =>
    inFolder(orders, async (cwd) => {
      const db = await address();
      const args = ['run', '.', '--script', 'fill.script', '--start', '2026-03-02T12:00:00Z', '--db', db];
      expect((await osy(args, { cwd })).err).toBe('');
      await use(
        (...more) => osy(['state', ...more, '--db', db], { cwd }),
        (stdin) => osy(['run', '.', '--db', db], { cwd, stdin }),
      );
    });

  test('ls lists live records, newest first', () =>
    filled(async (state) => {
      const { code, out } = await state('ls');
      expect(code).toBe(0);
      expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
        ['ITEM', 'SCOPE', 'STATUS'],
        ['three (lock)', 'Element|OrderFlow|Open', 'Processing'],
        ['two (order)', 'Element|OrderFlow|Open', 'Processed'],
        ['one (order)', 'Element|OrderFlow|Open', 'Processed'],
        [],
        [],
      ]);
      expect(records(await state('ls', '--status', 'Processing', '--format', 'json'))).toMatchObject([
        { item: 'three' },
      ]);
      expect(records(await state('ls', '--entity', 'order', '--limit', '1', '--format', 'json'))).toMatchObject([
        { item: 'two' },
      ]);
      expect((await state('ls', '--since', '2026-03-03')).out).toBe('no records\n');
    }));

  test('get shows one record, by its key or its number', () =>
    filled(async (state) => {
      const { out } = await state('get', 'three', '--at', '2026-03-02T12:10:00Z');
      expect(out).toContain('Processing, locked until 2026-03-02T12:30:00Z');
      const [record] = records(await state('get', 'one', '--format', 'json'));
      expect(record).toMatchObject({ status: 'Processed', attempts: 1, expiresAt: '2026-04-01T12:00:00Z', live: true });
      expect(records(await state('get', '--id', String(record?.['id']), '--format', 'json'))).toEqual([record]);
      expect(await state('get', 'four')).toMatchObject({
        code: 2,
        err: "osy: there is no state record 'four' in the database\n",
      });
      expect((await state('get')).code).toBe(2);
    }));

  test('release of a live lock asks for --force; a lapsed one is released', () =>
    filled(async (state) => {
      const early = ['release', 'three', '--at', '2026-03-02T12:10:00Z'];
      const refused = await state(...early);
      expect(refused.code).toBe(2);
      expect(refused.err).toMatch(/locked by delivery \d+ until 2026-03-02T12:30:00Z; --force/);
      expect(records(await state('get', 'three', '--format', 'json'))).toMatchObject([{ status: 'Processing' }]);
      expect(records(await state(...early, '--force', '--format', 'json'))).toMatchObject([
        { status: 'Failed', message: 'released by hand', lockedUntil: null, holder: null },
      ]);
      expect(await state('release', 'three')).toMatchObject({ code: 2, err: expect.stringContaining('is not locked') });
    }));

  test('a lapsed lock needs no force', () =>
    filled(async (state) => {
      expect((await state('release', 'three', '--at', '2026-03-02T12:31:00Z')).code).toBe(0);
    }));

  const look = ['query', '--scope', 'Element|OrderFlow|Open', '--entity', 'order'];

  test('expire makes what was done count as not done', () =>
    filled(async (state, run) => {
      expect((await state('expire', 'one')).out).toContain('Expired');
      const again =
        'var o = new Order { Name = "one" }; UnitOfWork.Commit(); var calls = 0; Bank.Pay.Stub(r => { calls = calls + 1; return "ok"; }); OrderFlow.RaisePay(o); UnitOfWork.Commit(); calls';
      const { out, err } = await run(again);
      expect({ out, err }).toEqual({ out: '1\n', err: '' });
      expect(records(await state(...look, '--at', '2026-03-03', '--format', 'json'))).toMatchObject([
        { item: 'one', status: 'Processed', live: true },
        { item: 'one', status: 'Expired', live: false },
        { item: 'two', status: 'Processed', live: true },
      ]);
    }));

  test('expire without an item writes down what is past its retention', () =>
    filled(async (state) => {
      expect((await state('expire', '--at', '2026-03-20')).out).toBe('no record is past its retention\n');
      const after = records(await state('expire', '--at', '2026-04-02', '--format', 'json'));
      expect(after.map((r) => [r['item'], r['status'], r['expiresAt']])).toEqual([
        ['two', 'Expired', '2026-04-01T12:00:00Z'],
        ['one', 'Expired', '2026-04-01T12:00:00Z'],
      ]);
    }));

  test('an ambiguous item is answered with the ways to name each', () =>
    filled(async (state, run) => {
      const more = 'var o = new Order { Name = "one" }; UnitOfWork.Commit(); OrderFlow.RaiseLock(o);';
      await run(more);
      const { code, err } = await state('get', 'one');
      expect(code).toBe(2);
      expect(err).toContain("--entity 'lock'");
      expect((await state('get', 'one', '--entity', 'order')).code).toBe(0);
    }));

  test('query sees what is past its retention as Expired, as a body does', () =>
    filled(async (state) => {
      const seen = async (...more: string[]): Promise<readonly unknown[]> =>
        records(await state(...look, ...more, '--format', 'json')).map((r) => `${r['item']} ${r['status']}`);
      expect(await seen('--at', '2026-04-01T11:59:59Z')).toEqual(['two Processed', 'one Processed']);
      expect(await seen('--at', '2026-04-01T12:00:00Z')).toEqual(['two Expired', 'one Expired']);
      expect(await seen('--at', '2026-04-02', '--status', 'Processed')).toEqual([]);
      expect(await seen('--at', '2026-04-02', '--status', 'Expired', '--limit', '1')).toEqual(['two Expired']);
    }));

  test('query asks for what it needs', () =>
    filled(async (state) => {
      expect(await state('query')).toMatchObject({ code: 2, err: expect.stringContaining('--scope and --entity') });
    }));
});
