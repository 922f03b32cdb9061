import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { osy } from '../bindings/terminal.ts';

describe('osy init', () => {
  it('makes an app that is clean, compiles, runs and tests green as written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'osy-init-'));
    const made = await osy(folder, 'init', 'my-parcels');
    expect(made.code).toBe(0);
    expect(made.out).toContain('my-parcels/parcel.osy\n');
    const app = join(folder, 'my-parcels');
    expect(readFileSync(join(app, 'app.osy'), 'utf8')).toContain('app MyParcels {');
    const lint = await osy(app, 'lint', '--format', 'json');
    expect(JSON.parse(lint.out)).toMatchObject({ findings: [] });
    expect(await osy(app, 'compile', '-o', 'build/')).toMatchObject({ code: 0 });
    const tests = await osy(app, 'test', '--format', 'tap');
    expect(tests.out).toMatch(/^1\.\.3$/m);
    expect([tests.code, tests.out]).toEqual([0, expect.not.stringContaining('not ok')]);
    const run = await osy(app, 'run', '.', '--script', 'play.script');
    expect(run).toMatchObject({ code: 0 });
    expect(run.err).toContain('1 Main Street: Delivered');
    const call = await osy(app, 'run', '.', 'Pack', '--arg', 'address=1 Main Street');
    expect(call).toMatchObject({ code: 0 });
  });

  it('overwrites nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'osy-init-'));
    writeFileSync(join(folder, 'README.md'), 'mine');
    const { code, err } = await osy(folder, 'init');
    expect(code).toBe(2);
    expect(err).toContain("since 'README.md' exists already");
    expect(readdirSync(folder)).toEqual(['README.md']);
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other/mine.osy'), '');
    expect((await osy(folder, 'init', 'other')).err).toContain('there are sources already (mine.osy)');
  });

  it('tells where nothing can be written', async () => {
    const { code, err } = await osy(tmpdir(), 'init', '/proc/nowhere/shop');
    expect(code).toBe(2);
    expect(err).toContain('the app cannot be written: no such file or folder');
  });

  it('refuses a name that no app can have', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'osy-init-'));
    const { code, err } = await osy(folder, 'init', '42');
    expect(code).toBe(2);
    expect(err).toContain("'42' gives no name for an app");
  });
});
