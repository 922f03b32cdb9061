/** `--watch`: runs again after a change, also of what was not there when it began. */
import { renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LintOptions, planOf } from '../../src/cli/lint/options.ts';
import { runLint } from '../../src/cli/lint/run.ts';
import { watchLint } from '../../src/cli/lint/watch.ts';
import { app, Folder, testTerminal } from './lint-support.ts';

let folder: Folder;
let stop: AbortController;
let printed: { out: string; err: string };
let ended: Promise<number>;

function start(options: Partial<LintOptions> = {}): void {
  const terminal = testTerminal(folder.path, printed);
  const plan = planOf([], { format: 'compact', ...options }, folder.path);
  ended = watchLint(plan, terminal, () => runLint(plan, terminal), stop.signal);
}

beforeEach(() => {
  folder = new Folder(app('SendSafely(this.Item);'));
  stop = new AbortController();
  printed = { out: '', err: '' };
});

afterEach(async () => {
  stop.abort();
  expect(await ended).toBe(0);
});

const runs = () => printed.err.split('waiting for changes').length - 1;

/** Waits until it has run `n` times, and gives what the last run printed. */
async function run(n: number): Promise<string> {
  const end = Date.now() + 20_000;
  while (runs() < n) {
    if (Date.now() > end) throw new Error(`no run ${n}: ${printed.err}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  const out = printed.out;
  printed.out = '';
  return out;
}

it('follows changed, new, moved and removed files, in new folders too', async () => {
  start();
  expect(await run(1)).toBe('');
  folder.write({ 'order.osy': app()['order.osy'] as string });
  expect(await run(2)).toMatch(/^order\.osy:21:13: must network-fault-unhandled/);
  folder.write({ 'order.osy': app('SendSafely(this.Item);')['order.osy'] as string });
  expect(await run(3)).toBe('');
  renameSync(folder.at('mail.osy'), folder.at('post.osy'));
  expect(await run(4)).toBe('');
  rmSync(folder.at('app.osy'));
  folder.write({ 'deep/er/new.osy': 'void Unused() { }' });
  expect(await run(5)).toMatch(/deep\/er\/new\.osy:1:6: consider unused-function/);
  folder.write({ 'deep/er/new.osy': 'enum E { A }' });
  expect(await run(6)).toBe('');
});

it('follows its config, and a config in the middle of an edit does not end it', async () => {
  start();
  await run(1);
  folder.write({ 'order.osy': app()['order.osy'] as string });
  expect(await run(2)).toContain('must network-fault-unhandled');
  folder.write({ 'osy.config.json': '{"levels":' });
  expect(await run(3)).toBe('');
  expect(printed.err).toContain("config file 'osy.config.json': it is not JSON");
  folder.write({ 'osy.config.json': '{"levels": {"network-fault-unhandled": "off"}}' });
  expect(await run(4)).toBe('');
});

it('does not run again for what it writes itself', async () => {
  start({ output: ['json=report.json', 'junit=out/report.xml'], cacheLocation: 'cache' });
  await run(1);
  await new Promise((done) => setTimeout(done, 600));
  expect(runs()).toBe(1);
});
