/** A file that changes between the first byte and the last is read again, and told when it does not rest. */
import { execFileSync } from 'node:child_process';
import type * as Fs from 'node:fs';
import { appendFileSync, utimesSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { steadyFileSystem } from '../../src/cli/lint/files.ts';
import { Folder } from './lint-support.ts';

/** Called after each read of an open file. */
let afterRead: () => void = () => {};

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    readFileSync: (at: Fs.PathOrFileDescriptor, ...rest: []) => {
      const result = fs.readFileSync(at, ...rest);
      if (typeof at === 'number') afterRead();
      return result;
    },
  };
});

beforeEach(() => {
  afterRead = () => {};
});

it('one that changes once is read again', async () => {
  const folder = new Folder({ 'a.osy': 'enum A { B, B' });
  let left = 1;
  afterRead = () => {
    if (left-- > 0) folder.write({ 'a.osy': 'enum A { B }' });
  };
  expect(await folder.lint()).toMatchObject({ told: [], code: 0 });
});

it('one that is written again in the same length is, too', async () => {
  const folder = new Folder({ 'a.osy': 'enum A { B, B }' });
  let left = 1;
  afterRead = () => {
    if (left-- <= 0) return;
    folder.write({ 'a.osy': 'enum A { B, C }' });
    utimesSync(folder.at('a.osy'), 1, 1);
  };
  expect(await folder.lint()).toMatchObject({ told: [], code: 0 });
});

it('one that never rests is named, and the rest is linted', async () => {
  const folder = new Folder({ 'a.osy': 'enum A { B }', 'b.osy': 'enum C { D, D }' });
  afterRead = () => appendFileSync(folder.at('a.osy'), ' ');
  const { told, json, code } = await folder.lint();
  expect(told).toEqual(['b.osy:1 error duplicate-declaration']);
  expect(json.notes).toEqual([{ file: 'a.osy', message: "'a.osy' cannot be read: it changes while it is being read" }]);
  expect(code).toBe(1);
});

it('one that became a pipe or a folder since it was listed is named, and nobody waits for it', () => {
  const folder = new Folder({ 'folder/a.osy': '' });
  execFileSync('mkfifo', [folder.at('pipe.osy')]);
  expect(steadyFileSystem.read(folder.at('pipe.osy'))).toEqual({ reason: 'it is no file any more' });
  expect(steadyFileSystem.read(folder.at('folder'))).toEqual({ reason: 'it is no file any more' });
  expect(steadyFileSystem.read(folder.at('gone.osy'))).toEqual({ reason: 'no such file or folder' });
});
