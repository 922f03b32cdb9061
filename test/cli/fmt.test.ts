import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, looksLikeStack, osy } from './harness.ts';

const loose = 'int  One( ) {\n\n  return 1 ;\n}\n';
const neat = 'int One() {\n  return 1;\n}\n';
const broken = 'int Two( { return 2 }\n';
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('osy fmt', () => {
  test('writes the files that are not in style, and names them', () =>
    inFolder(
      { 'a.osy': loose, 'b.osy': neat, 'c/d.osy': loose, 'e.test.osy': loose, 'notes.txt': loose },
      async (cwd) => {
        expect(await osy(['fmt'], { cwd })).toEqual({
          code: 0,
          out: 'a.osy\nc/d.osy\ne.test.osy\n',
          err: 'formatted 3 of 4 files\n',
        });
        for (const name of ['a.osy', 'b.osy', 'c/d.osy', 'e.test.osy']) expect(read(cwd, name)).toBe(neat);
        expect(read(cwd, 'notes.txt')).toBe(loose);
        expect(await osy(['fmt'], { cwd })).toEqual({ code: 0, out: '', err: '4 files, nothing to change\n' });
      },
    ));

  test('leaves no trace beside the files, and does not touch those in style', () =>
    inFolder({ 'a.osy': loose, 'b.osy': neat }, async (cwd) => {
      const before = new Date('2026-01-01T00:00:00Z');
      utimesSync(join(cwd, 'b.osy'), before, before);
      await osy(['fmt', 'a.osy', 'b.osy'], { cwd });
      expect(readdirSync(cwd).sort()).toEqual(['a.osy', 'b.osy']);
      expect(statSync(join(cwd, 'b.osy')).mtime).toEqual(before);
    }));

  test('keeps a byte-order mark, carriage returns, permissions and links', () =>
    inFolder({ 'a.osy': `\ufeff${loose.replaceAll('\n', '\r\n')}` }, async (cwd) => {
      chmodSync(join(cwd, 'a.osy'), 0o600);
      symlinkSync('a.osy', join(cwd, 'link.osy'));
      expect((await osy(['fmt', 'link.osy'], { cwd })).code).toBe(0);
      expect(read(cwd, 'a.osy')).toBe(`\ufeff${neat.replaceAll('\n', '\r\n')}`);
      expect(statSync(join(cwd, 'a.osy')).mode & 0o777).toBe(0o600);
      expect(lstatSync(join(cwd, 'link.osy')).isSymbolicLink()).toBe(true);
    }));

  test('leaves a file with syntax errors as it is and says so; the others are formatted', () =>
    inFolder({ 'a.osy': broken, 'b.osy': loose }, async (cwd) => {
      const { code, out, err } = await osy(['fmt'], { cwd });
      expect(code).toBe(1);
      expect(out).toMatch(/syntax-error/);
      expect(out).toMatch(/a\.osy:1:/);
      expect(out).toMatch(/^b\.osy$/m);
      expect(err).toMatch(/formatted 1 of 2 files/);
      expect(read(cwd, 'a.osy')).toBe(broken);
      expect(read(cwd, 'b.osy')).toBe(neat);
    }));

  test('names what it cannot read, exit code 2, and does the rest', () =>
    inFolder({ 'a.osy': new Uint8Array([0xff, 0xfe, 65, 0]), 'b.osy': loose }, async (cwd) => {
      const { code, err } = await osy(['fmt'], { cwd });
      expect(code).toBe(2);
      expect(err).toMatch(/'a\.osy' is UTF-16/);
      expect(read(cwd, 'b.osy')).toBe(neat);
      expect((await osy(['fmt', 'nowhere'], { cwd })).code).toBe(2);
    }));

  test('an empty file and one of comments alone', () =>
    inFolder({ 'a.osy': '', 'b.osy': '\n\n  // nothing yet', 'c.osy': ' \n\n' }, async (cwd) => {
      expect((await osy(['fmt'], { cwd })).code).toBe(0);
      expect(read(cwd, 'a.osy')).toBe('');
      expect(read(cwd, 'b.osy')).toBe('// nothing yet\n');
      expect(read(cwd, 'c.osy')).toBe('');
    }));
});

describe('osy fmt --check', () => {
  test('lists what would change, writes nothing, exit code 1', () =>
    inFolder({ 'a.osy': loose, 'b.osy': neat }, async (cwd) => {
      expect(await osy(['fmt', '--check'], { cwd })).toEqual({
        code: 1,
        out: 'a.osy\n',
        err: '1 of 2 files would be formatted\n',
      });
      expect(read(cwd, 'a.osy')).toBe(loose);
    }));

  test('exit code 0 where all is in style', () =>
    inFolder({ 'b.osy': neat }, async (cwd) => {
      expect(await osy(['fmt', '--check', 'b.osy'], { cwd })).toEqual({
        code: 0,
        out: '',
        err: '1 file, all in style\n',
      });
    }));
});

describe('osy fmt --stdin', () => {
  test('prints the formatted text and nothing else', async () => {
    expect(await osy(['fmt', '--stdin'], { stdin: loose })).toEqual({ code: 0, out: neat, err: '' });
    expect(await osy(['fmt', '--stdin-filename', 'x.osy'], { stdin: `\ufeff${loose}` })).toEqual({
      code: 0,
      out: `\ufeff${neat}`,
      err: '',
    });
  });

  test('prints nothing of what has syntax errors; they go to standard error under the name given', async () => {
    const { code, out, err } = await osy(['fmt', '--stdin', '--stdin-filename', 'x.osy'], { stdin: broken });
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(/x\.osy:1:/);
  });

  test('with --check tells by its exit code', async () => {
    expect(await osy(['fmt', '--stdin', '--check'], { stdin: loose })).toEqual({ code: 1, out: '<stdin>\n', err: '' });
    expect(await osy(['fmt', '--stdin', '--check'], { stdin: neat })).toEqual({ code: 0, out: '', err: '' });
  });

  test('takes no paths', async () => {
    const { code, err } = await osy(['fmt', '--stdin', 'a.osy']);
    expect(code).toBe(2);
    expect(err).toMatch(/--stdin takes no paths/);
    expect(looksLikeStack(err)).toBe(false);
    expect(existsSync('a.osy')).toBe(false);
  });
});

test('the help fits in 80 columns', async () => {
  const { code, out } = await osy(['fmt', '--help']);
  expect(code).toBe(0);
  for (const each of out.split('\n')) expect(each.length).toBeLessThanOrEqual(80);
});
