/** `osy runs`: what a database holds, and mending it. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, looksLikeStack, type Outcome, osy } from './harness.ts';
import { orders } from './orders.ts';

interface RunsDocument {
  readonly format: string;
  readonly runs: readonly Record<string, unknown>[];
  readonly summary: Record<string, number>;
}

/** A database with two faulted runs and an active one, in a folder with their app. */
async function filled(
  use: (run: (...args: string[]) => Promise<Outcome>, folder: string) => Promise<void>,
): Promise<void> {
  await inFolder(orders, async (cwd) => {
    const run = (...args: string[]): Promise<Outcome> => osy([...args, '--db', 'a.db'], { cwd });
    const { code, err } = await run('run', '.', '--script', 'fill.script', '--start', '2026-03-02T09:00:00Z');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    await use(run, cwd);
  });
}

const json = (text: string): RunsDocument => JSON.parse(text) as RunsDocument;

describe('osy runs', () => {
  test('ls lists runs with state, status and when they are next due', () =>
    filled(async (run) => {
      expect(await run('runs', 'ls')).toEqual({
        code: 0,
        err: '',
        out: `RUN  WORKFLOW   STATE  STATUS   SINCE                 NEXT DUE
1    OrderFlow  Paid   faulted  2026-03-02T09:00:00Z
2    OrderFlow  Paid   faulted  2026-03-02T09:00:00Z
3    OrderFlow  Open   active   2026-03-02T09:00:00Z
3 runs: 1 active, 2 faulted
`,
      });
    }));

  test('ls filters by workflow, status and row, and gives the newest when there are more than the limit', () =>
    filled(async (run) => {
      const ids = async (...args: string[]): Promise<unknown[]> =>
        json((await run('runs', 'ls', '--format', 'json', ...args)).out).runs.map((r) => r['id']);
      expect(await ids('--status', 'faulted')).toEqual([1, 2]);
      expect(await ids('--workflow', 'OrderFlow')).toEqual([1, 2, 3]);
      expect(await ids('--workflow', 'Flow')).toEqual([]);
      expect(await ids('--limit', '2')).toEqual([2, 3]);
      const { runs } = json((await run('runs', 'ls', '--format', 'json')).out);
      expect(await ids('--row', runs[1]?.['row'] as string)).toEqual([2]);
      expect((await run('runs', 'ls', '--limit', '1')).out).toMatch(/\n1 of 3 runs: /);
    }));

  test('show tells a run whole, in text and as osy.runs/1', () =>
    filled(async (run) => {
      const shown = await run('runs', 'show', '1');
      expect(shown.code).toBe(0);
      expect(shown.out).toContain('Open/on P');
      expect(shown.out).toContain(
        '2026-03-02T11:00:00Z  ValidationException: not yet\n    in Paid/Expire, step OnExecute',
      );
      const document = json((await run('runs', 'show', '1', '--format', 'json')).out);
      expect(document).toMatchObject({
        format: 'osy.runs/1',
        summary: { active: 1, busy: 0, passive: 0, completed: 0, faulted: 2 },
        runs: [
          {
            id: 1,
            workflow: 'OrderFlow',
            entity: 'Order',
            state: 'Paid',
            status: 'faulted',
            openIncidents: 1,
            timers: [],
            deliveries: [],
            transitions: [{ key: 'start' }, { key: 'Open/on P', from: 'Open', to: 'Paid', at: '2026-03-02T09:00:00Z' }],
            incidents: [{ type: 'ValidationException', message: 'not yet', resolvedAt: null }],
          },
        ],
      });
    }));

  test('retry runs the failed delivery again: 1 while its cause is there, 0 once it is gone', () =>
    filled(async (run) => {
      const again = await run('runs', 'retry', '1', '--format', 'json');
      expect(again.code).toBe(1);
      expect(json(again.out).runs[0]).toMatchObject({ status: 'faulted', openIncidents: 1 });
      await inFolder({ 'mend.script': 'foreach (var o in Order.ToList()) { o.Ready = true; }' }, async (folder) => {
        expect((await run('run', '.', '--script', join(folder, 'mend.script'))).code).toBe(0);
      });
      const mended = await run('runs', 'retry', '1', '--format', 'json');
      expect(mended.code).toBe(0);
      expect(json(mended.out).runs[0]).toMatchObject({ status: 'completed', outcome: 'success', openIncidents: 0 });
      const twice = await run('runs', 'retry', '1');
      expect(twice).toMatchObject({ code: 2, out: '' });
      expect(twice.err).toMatch(/not faulted/);
    }));

  test('cancel takes the cancel arm, of a faulted run too, and refuses a finished one', () =>
    filled(async (run) => {
      const done = await run('runs', 'cancel', '3', '--format', 'json');
      expect(done.code).toBe(0);
      expect(json(done.out).runs[0]).toMatchObject({ state: 'Gone', status: 'completed', outcome: 'cancel' });
      expect((await run('runs', 'cancel', '2')).code).toBe(0);
      const { code, err } = await run('runs', 'cancel', '3');
      expect(code).toBe(2);
      expect(err).toMatch(/has finished/);
    }));

  test('works without the app, and changes nothing by looking', () =>
    filled(async (run, folder) => {
      const before = statSync(join(folder, 'a.db')).mtimeMs;
      const elsewhere = await osy(['runs', 'show', '3', '--db', join(folder, 'a.db')], { cwd: '/' });
      expect(elsewhere.code).toBe(0);
      expect(statSync(join(folder, 'a.db')).mtimeMs).toBe(before);
      expect((await run('runs', 'ls')).code).toBe(0);
    }));

  test('what cannot be is told in a sentence, exit code 2, and no file is made', () =>
    inFolder(
      { ...orders, 'text.db': 'no database at all, but text that is long enough to be looked at twice' },
      async (cwd) => {
        for (const args of [
          ['runs', 'ls', '--db', 'none.db'],
          ['runs', 'retry', '1', '--db', 'none.db'],
          ['runs', 'cancel', '1', '--db', 'none.db'],
          ['runs', 'ls', '--db', 'text.db'],
          ['runs', 'ls'],
          ['runs', 'show', 'x', '--db', 'none.db'],
          ['runs', 'ls', '--status', 'lost', '--db', 'none.db'],
          ['runs'],
        ]) {
          const { code, out, err } = await osy(args, { cwd });
          expect({ args, code }).toEqual({ args, code: 2 });
          expect(out).toBe('');
          expect(err).not.toBe('');
          expect(looksLikeStack(err)).toBe(false);
        }
        expect(statSync(join(cwd, 'none.db'), { throwIfNoEntry: false })).toBeUndefined();
      },
    ));

  test('an unknown run is named', () =>
    filled(async (run) => {
      for (const verb of ['show', 'retry', 'cancel']) {
        expect(await run('runs', verb, '99')).toMatchObject({
          code: 2,
          out: '',
          err: expect.stringContaining('there is no run 99'),
        });
      }
    }));

  test.each(['runs', 'state'])('the help of osy %s fits in 80 columns', async (verb) => {
    const { out } = await osy([verb, '--help']);
    const words = [...out.matchAll(/^ {2}(\w+) \[options\]/gm)].map((m) => m[1] as string);
    expect(words.length).toBeGreaterThan(3);
    const helps = await Promise.all(words.map((word) => osy([verb, word, '--help'])));
    for (const { code, out: text } of helps) {
      expect(code).toBe(0);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});
