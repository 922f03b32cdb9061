/** `--fix`: until nothing is left, whole files, and nothing that would make it worse. */
import { chmodSync, lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Linter } from '../../src/cli/lint/analyse.ts';
import { planOf } from '../../src/cli/lint/options.ts';
import { runLint } from '../../src/cli/lint/run.ts';
import { unusedFunction } from '../../src/diagnostics/catalogue/lint.ts';
import { type Diagnostic, diagnose } from '../../src/diagnostics/diagnostic.ts';
import { lint } from '../../src/lint/lint.ts';
import { Folder, testTerminal } from './lint-support.ts';

/** Finds each `from` in the sources and would have `to` in its place. */
const replacing =
  (from: string, to: string, safe = true): Linter =>
  (program) => [
    ...lint(program).filter((d) => d.level === 'error'),
    ...program.files.flatMap((file): Diagnostic[] =>
      [...file.text.matchAll(new RegExp(from, 'g'))].map(({ index, 0: { length } }) => {
        const span = { start: index, end: index + length };
        const fix = { title: `use ${to}`, safe, edits: [{ file, span, newText: to }] };
        return diagnose(unusedFunction, file, span, { name: from }, { fix });
      }),
    ),
  ];

async function fix(folder: Folder, linter: Linter, ...options: readonly string[]) {
  const printed = { out: '', err: '' };
  const given = {
    format: 'compact',
    fix: true,
    ...(options.includes('update') ? { baseline: 'b.json', updateBaseline: true } : {}),
  } as const;
  const { code } = await runLint(planOf([], given, folder.path), testTerminal(folder.path, printed), linter);
  return { code, ...printed };
}

const enumOf = (name: string, members: string) => `enum ${name} { ${members} }\n`;

describe('osy lint --fix', () => {
  it('makes every safe fix and tells what is left', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'OldOne, OldTwo'), 'b.osy': enumOf('B', 'OldOne') });
    expect(await fix(folder, replacing('Old', 'New'))).toEqual({
      code: 0,
      out: '',
      err: 'fixed 3 findings in 2 files\n',
    });
    expect([folder.read('a.osy'), folder.read('b.osy')]).toEqual([
      enumOf('A', 'NewOne, NewTwo'),
      enumOf('B', 'NewOne'),
    ]);
  });

  it('goes on while fixes make room for others', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'Bxxxx') });
    expect((await fix(folder, replacing('Bx', 'B'))).err).toBe('fixed 4 findings in 1 file\n');
    expect(folder.read('a.osy')).toBe(enumOf('A', 'B'));
  });

  it('ends after ten rounds where fixes undo each other', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'B') });
    const flip: Linter = (program, measure) => [
      ...replacing('\\bB\\b', 'C')(program, measure),
      ...replacing('\\bC\\b', 'B')(program, measure),
    ];
    const { err, out } = await fix(folder, flip);
    expect(err).toContain('after 10 rounds there was still something to fix');
    expect(out).toContain('a.osy:1:10');
  });

  it('leaves suggestions to people', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'Old') });
    expect(await fix(folder, replacing('Old', 'New', false))).toMatchObject({ code: 0, err: 'nothing to fix\n' });
    expect(folder.read('a.osy')).toBe(enumOf('A', 'Old'));
  });

  it('does not make a round that would make an error', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'Old, New') });
    const { err, out } = await fix(folder, replacing('Old', 'New'));
    expect(err).toContain('a fix would have made an error');
    expect(out).toContain("'Old'");
    expect(folder.read('a.osy')).toBe(enumOf('A', 'Old, New'));
  });

  it('keeps a byte-order mark, line ends, permissions and links', async () => {
    const folder = new Folder({ 'real/a.txt': `\ufeffenum A {\r\n  Old }\r\n` });
    chmodSync(folder.at('real/a.txt'), 0o640);
    symlinkSync('real/a.txt', folder.at('a.osy'));
    expect((await fix(folder, replacing('Old', 'New'))).err).toBe('fixed 1 finding in 1 file\n');
    expect(folder.read('real/a.txt')).toBe('\ufeffenum A {\r\n  New }\r\n');
    expect(statSync(folder.at('real/a.txt')).mode & 0o777).toBe(0o640);
    expect(lstatSync(folder.at('a.osy')).isSymbolicLink()).toBe(true);
  });

  it('does not write over what somebody else wrote meanwhile', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'Old'), 'b.osy': enumOf('B', 'Old') });
    let runs = 0;
    const meanwhile: Linter = (program, measure) => {
      if (++runs === 2) writeFileSync(folder.at('a.osy'), enumOf('Mine', 'Old'));
      return replacing('Old', 'New')(program, measure);
    };
    const { err, out, code } = await fix(folder, meanwhile);
    expect(err).toContain("'a.osy' was not fixed: it has changed meanwhile");
    expect(folder.read('a.osy')).toBe(enumOf('Mine', 'Old'));
    expect(folder.read('b.osy')).toBe(enumOf('B', 'New'));
    // The report is of the files as they are now.
    expect(out).toMatch(/^a\.osy:1:13: .*\n$/);
    expect(code).toBe(2);
  });

  it('--update-baseline then lists what is left', async () => {
    const folder = new Folder({ 'a.osy': enumOf('A', 'Old, Odd') });
    const both: Linter = (program, measure) => [
      ...replacing('Old', 'New')(program, measure),
      ...replacing('Odd', '', false)(program, measure),
    ];
    expect((await fix(folder, both, 'update')).out).toBe('');
    expect(JSON.parse(folder.read('b.json')).findings).toMatchObject([{ text: 'enum A{New,Odd}', count: 1 }]);
  });
});
