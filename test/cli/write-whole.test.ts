import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeFolder, stage, writeWhole } from '../../src/cli/write-whole.ts';
import { Folder } from './lint-support.ts';

it('makes the folders above a file', () => {
  const folder = new Folder();
  writeWhole(folder.at('a/b/c.txt'), 'x');
  expect(folder.read('a/b/c.txt')).toBe('x');
  makeFolder(folder.at('a/b'));
});

it.each(['/proc/nothing/can/be/made', '/dev/null/below'])('fails where no folder can be made: %s', (path) => {
  expect(() => makeFolder(path)).toThrow(/ENOENT|ENOTDIR|EEXIST|EPERM|EACCES/);
});

it('a link stays a link, and its target changes', () => {
  const folder = new Folder({ 'target.txt': 'old' });
  symlinkSync('target.txt', folder.at('link.txt'));
  writeWhole(folder.at('link.txt'), 'new');
  expect(folder.read('target.txt')).toBe('new');
  expect(readdirSync(folder.path).sort()).toEqual(['link.txt', 'target.txt']);
});

it('what is staged is not there before it is placed, and leaves nothing when it is discarded', () => {
  const folder = new Folder({ 'a.txt': 'old' });
  const staged = stage(folder.at('a.txt'), 'new');
  expect(folder.read('a.txt')).toBe('old');
  staged.discard();
  expect(readdirSync(folder.path)).toEqual(['a.txt']);
  stage(folder.at('a.txt'), 'new').place();
  expect(folder.read('a.txt')).toBe('new');
});

it('what cannot be put in place leaves nothing behind', () => {
  const folder = new Folder({ 'taken/inside.txt': 'x' });
  expect(() => writeWhole(folder.at('taken'), 'new')).toThrow();
  expect(readdirSync(folder.path)).toEqual(['taken']);
  expect(existsSync(folder.at('taken/inside.txt'))).toBe(true);
});
