import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverProject, type ManifestPaths, type Project } from '../../src/source/project.ts';
import type { SourceFile } from '../../src/source/source.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'osy-project-'));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

function put(path: string, content: string | Uint8Array = '// empty\n'): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), content);
}

/** A stand-in for the parser: `app N`, then quoted globs after `model` and `tests`. */
function readManifest(file: SourceFile): ManifestPaths | undefined {
  const name = /app (\w+)/.exec(file.text)?.[1];
  if (name === undefined) return undefined;
  const of = (word: string) => [...file.text.matchAll(new RegExp(`${word} "([^"]+)"`, 'g'))].map((m) => m[1] as string);
  return { name, model: of('model'), tests: of('tests') };
}

async function discover(...paths: string[]) {
  return found(await discoverProject(paths, { cwd, readManifest }));
}

function found({ apps, notes }: Project) {
  return {
    apps: apps.map((app) => ({
      name: app.name,
      root: app.root,
      files: app.files.map((file) => file.path),
      tests: app.testFiles.map((file) => file.path),
    })),
    notes: notes.map(({ kind, path }) => `${kind} ${path}`),
    messages: notes.map((note) => note.message),
  };
}

describe('finding the files of an app (cli.md)', () => {
  it('takes every .osy file below the working folder, in ordinal order, tests apart', async () => {
    put('b.osy');
    put('a/z.osy');
    put('B.osy');
    put('a/z.test.osy');
    put('readme.md');
    const { apps, notes } = await discover();
    expect(apps).toMatchObject([{ root: '.', files: ['B.osy', 'a/z.osy', 'b.osy'], tests: ['a/z.test.osy'] }]);
    expect(notes).toEqual([]);
  });

  it('leaves out node_modules and ignored files, and lets an inner ignore file take one back', async () => {
    put('node_modules/x/a.osy');
    put('gen/a.osy');
    put('.osyignore', 'gen/\n*.draft.osy\n');
    put('x.draft.osy');
    put('keep/.osyignore', '!y.draft.osy\n');
    put('keep/y.draft.osy');
    put('main.osy');
    expect((await discover('.')).apps[0]?.files).toEqual(['keep/y.draft.osy', 'main.osy']);
  });

  it('reads the manifest: its name, its model globs and its tests', async () => {
    put('app.osy', 'app Loans { model "model/**/*.osy"; tests "checks"; }');
    put('model/a.osy');
    put('model/deep/b.osy');
    put('scratch/c.osy');
    put('checks/t.osy');
    expect((await discover()).apps).toEqual([
      { name: 'Loans', root: '.', files: ['app.osy', 'model/a.osy', 'model/deep/b.osy'], tests: ['checks/t.osy'] },
    ]);
  });

  it('finds several apps below one folder, and gives no file to two of them', async () => {
    put('one/app.osy', 'app One { }');
    put('one/a.osy');
    put('two/app.osy', 'app Two { }');
    put('two/b.osy');
    put('loose.osy');
    const { apps } = await discover('.');
    expect(apps.map((app) => [app.root, app.files])).toEqual([
      ['.', ['loose.osy']],
      ['one', ['one/a.osy', 'one/app.osy']],
      ['two', ['two/app.osy', 'two/b.osy']],
    ]);
  });

  it('takes files and globs as they are, as one app', async () => {
    put('a.osy');
    put('b.osy');
    put('sub/c.osy');
    expect((await discover('a.osy', 'sub/*.osy')).apps).toMatchObject([{ files: ['a.osy', 'sub/c.osy'] }]);
  });

  it('names what does not exist, what matches nothing, what is no .osy file and an empty folder', async () => {
    put('notes.txt');
    mkdirSync(join(cwd, 'void'));
    const { apps, notes, messages } = await discover('nope', 'x/*.osy', 'notes.txt', 'void');
    expect(apps).toEqual([]);
    expect(notes).toEqual(['missing nope', 'no-match x/*.osy', 'not-osy notes.txt', 'no-sources void']);
    expect(messages[3]).toBe("there is no .osy file in 'void'");
  });

  it('names files that are binary or not UTF-8 and goes on with the rest', async () => {
    put('bin.osy', new Uint8Array([1, 0, 2]));
    put('latin.osy', new Uint8Array([0x61, 0x0a, 0xe5, 0x62]));
    put('wide.osy', new Uint8Array([0xff, 0xfe, 0x61, 0]));
    put('good.osy', '\ufeffenum E { A }\r\n');
    const { apps, messages } = await discover();
    expect(apps[0]?.files).toEqual(['good.osy']);
    expect(messages).toEqual([
      "'bin.osy' is a binary file, not Osy source",
      "'latin.osy' is not UTF-8 (line 2); save it as UTF-8",
      "'wide.osy' is UTF-16; save it as UTF-8",
    ]);
  });

  it('drops the byte-order mark', async () => {
    put('a.osy', '\ufeffenum E { A }');
    const { apps } = await discoverProject([], { cwd, readManifest });
    expect(apps[0]?.files[0]?.text).toBe('enum E { A }');
  });

  it('brings the app that collects a file which is named, and says which one was asked about', async () => {
    put('shop/app.osy', 'app Shop { model "src/*.osy"; tests "checks"; }');
    put('shop/src/a.osy');
    put('shop/src/b.osy');
    put('shop/checks/t.osy');
    put('shop/scratch.osy');
    const whole = (...paths: string[]) => discoverProject(paths, { cwd, readManifest, wholeApps: true });
    const { apps } = await whole('shop/src/a.osy');
    expect(found({ apps, notes: [] }).apps).toEqual([
      {
        name: 'Shop',
        root: 'shop',
        files: ['shop/app.osy', 'shop/src/a.osy', 'shop/src/b.osy'],
        tests: ['shop/checks/t.osy'],
      },
    ]);
    expect(apps.map((app) => [...(app.asked ?? [])])).toEqual([['shop/src/a.osy']]);
    // One that it does not collect is alone, as is one without a manifest above it.
    expect((await whole('shop/scratch.osy')).apps).toMatchObject([
      { root: '.', files: [{ path: 'shop/scratch.osy' }] },
    ]);
    const both = await whole('shop/src/b.osy', 'shop/scratch.osy', 'shop/src/a.osy');
    expect(both.apps.map((app) => [...(app.asked ?? [])])).toEqual([[], ['shop/src/a.osy', 'shop/src/b.osy']]);
    expect(both.apps[0]?.uncollected).toEqual(['shop/scratch.osy']);
    expect((await whole('shop')).apps.map((app) => app.asked)).toEqual([undefined]);
  });

  it('tells which files below a manifest it does not collect', async () => {
    put('app.osy', 'app Shop { model "src/*.osy"; }');
    put('src/a.osy');
    put('src/deep/b.osy');
    put('old/c.osy');
    put('inner/app.osy', 'app Inner { }');
    put('inner/d.osy');
    const { apps } = await discoverProject([], { cwd, readManifest });
    expect(apps.map((app) => [app.name, app.uncollected])).toEqual([
      ['Shop', ['old/c.osy', 'src/deep/b.osy']],
      ['Inner', []],
    ]);
  });

  it('is not led in circles by links, and takes a linked file once', async () => {
    put('app/a.osy');
    symlinkSync(join(cwd, 'app'), join(cwd, 'app/again'));
    symlinkSync(join(cwd, 'app/a.osy'), join(cwd, 'app/b.osy'));
    symlinkSync('loop.osy', join(cwd, 'app/loop.osy'));
    expect((await discover('app')).apps[0]?.files).toEqual(['app/a.osy']);
  });
});
