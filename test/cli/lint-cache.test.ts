/** `--cache` through the command line: the same words with it and without, and no harm from what is wrong with it. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { app, Folder } from './lint-support.ts';

const hits = async (folder: Folder, ...args: readonly string[]) =>
  (await folder.lint('--cache', '--stats', ...args)).json.stats?.cache;

describe('osy lint --cache', () => {
  it('uses a result while nothing has changed, and says the same', async () => {
    const folder = new Folder(app());
    const plain = await folder.osy('lint', '--format', 'sarif');
    expect(await hits(folder)).toEqual({ hits: 0, misses: 1 });
    expect(await hits(folder)).toEqual({ hits: 1, misses: 0 });
    for (const format of ['sarif', 'pretty', 'json']) {
      const cached = await folder.osy('lint', '--format', format, '--cache');
      expect(cached).toEqual(await folder.osy('lint', '--format', format));
    }
    expect((await folder.osy('lint', '--format', 'sarif', '--cache')).out).toBe(plain.out);
    expect(readdirSync(folder.at('node_modules/.cache/osy'))).toHaveLength(1);
  });

  it('sees a change in any file, a new file and a removed one', async () => {
    const folder = new Folder(app());
    await hits(folder);
    folder.write({
      'mail.osy': (app()['mail.osy'] as string).replace(
        'public void Send(Order order) {',
        'public void Send(Order order) { return;',
      ),
    });
    expect((await folder.lint('--cache')).told).toEqual((await folder.lint()).told);
    expect((await folder.lint('--cache')).told).not.toContain('order.osy:21 must network-fault-unhandled');
    folder.write({ 'mail.osy': app()['mail.osy'] as string, 'more.osy': 'enum Order { A }' });
    expect((await folder.lint('--cache')).told).toEqual((await folder.lint()).told);
  });

  it('levels, baselines and --since are asked anew each time', async () => {
    const folder = new Folder(app());
    await hits(folder);
    const off = await folder.lint('--cache', '--level', 'network-fault-unhandled=off', '--stats');
    expect(off.json.stats?.cache).toEqual({ hits: 1, misses: 0 });
    expect(off.told).toEqual([]);
    expect((await folder.lint('--cache')).told).toHaveLength(1);
    await folder.lint('--cache', '--baseline', 'b.json', '--update-baseline');
    expect((await folder.lint('--cache', '--baseline', 'b.json')).told).toEqual([]);
    expect((await folder.lint('--cache')).told).toHaveLength(1);
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, 100)],
    ['empty', () => ''],
    [
      'edited to hold nothing',
      (text: string) => text.replace(/"payload":".*"/, '"payload":"{\\"complete\\":true,\\"findings\\":[]}"'),
    ],
  ])('a file that is %s is told and not used', async (_, damage) => {
    const folder = new Folder(app());
    const at = folder.at('cache');
    await hits(folder, '--cache-location', 'cache');
    const [name] = readdirSync(at);
    const path = join(at, name as string);
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    const { told, code, err } = await folder.lint('--cache-location', 'cache');
    expect(told).toHaveLength(1);
    expect(code).toBe(1);
    expect(err).toContain("the cached result of '.' is damaged and is not used");
    expect((await folder.lint('--cache-location', 'cache')).err).toBe('');
  });

  it('a folder that is none is told, and the run is what it is without', async () => {
    const folder = new Folder({ ...app('SendSafely(this.Item);'), cache: 'a file' });
    const { code, err } = await folder.osy('lint', '--cache-location', 'cache');
    expect(code).toBe(0);
    expect(err).toMatch(/^osy: the cache in '.*cache' cannot be (read|written): /);
  });

  it('drops what has not been used for a month', async () => {
    const folder = new Folder(app());
    mkdirSync(folder.at('cache'));
    folder.write({ [`cache/${'0'.repeat(32)}.json`]: 'old', 'cache/mine.txt': 'not ours' });
    utimesSync(folder.at(`cache/${'0'.repeat(32)}.json`), 1, 1);
    await hits(folder, '--cache-location', 'cache');
    expect(readdirSync(folder.at('cache'))).not.toContain(`${'0'.repeat(32)}.json`);
    expect(readdirSync(folder.at('cache'))).toContain('mine.txt');
  });
});
