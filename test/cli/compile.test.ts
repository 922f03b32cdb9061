import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCommand } from '../../src/cli/compile.ts';
import { collectingTerminal, osy } from '../bindings/terminal.ts';

const root = resolve(import.meta.dirname, '../..');
const claims = join(root, 'test/bindings/apps/claims');
const examples = ['invitation', 'invitation-unguarded', 'review'];

describe('osy compile', () => {
  it('writes the same bytes from any folder, by any path, with any line endings, in any order of files', async () => {
    const here = copyOf(claims);
    const there = copyOf(claims);
    for (const file of readdirSync(join(there, 'claims'))) {
      const path = join(there, 'claims', file);
      writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8').replaceAll('\n', '\r\n')}`);
    }
    const texts = [
      await definitionOf(here, 'claims'),
      await definitionOf(join(here, 'claims')),
      await definitionOf(join(here, 'claims'), 'types.osy', 'claims.osy', 'app.osy'),
      await definitionOf(there, 'claims/app.osy'),
      await definitionOf(there, join(there, 'claims')),
    ];
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('"path": "types.osy"');
  });

  it('writes what is asked for into a folder, and leaves alone what has not changed', async () => {
    const folder = copyOf(claims);
    const first = await osy(folder, 'compile', 'claims', '-o', 'out/', '--emit', 'definition,mermaid,dot,svg');
    expect(first.code).toBe(0);
    const names = [
      'Claims.ClaimFlow.dot',
      'Claims.ClaimFlow.mmd',
      'Claims.ClaimFlow.svg',
      'Claims.PayoutFlow.dot',
      'Claims.PayoutFlow.mmd',
      'Claims.PayoutFlow.svg',
      'Claims.osy.json',
    ];
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(names.sort());
    const before = names.map((name) => statSync(join(folder, 'out', name)).ino);
    const again = await osy(folder, 'compile', 'claims', '-o', 'out', '--emit', 'definition,mermaid,dot,svg');
    expect(again.err.match(/\(unchanged\)/g)).toHaveLength(names.length);
    expect(names.map((name) => statSync(join(folder, 'out', name)).ino)).toEqual(before);
  });

  it('tells with --check whether the outputs are current, and writes nothing', async () => {
    const folder = copyOf(claims);
    const check = () => osy(folder, 'compile', 'claims', '-o', 'out/', '--emit', 'definition,dot', '--check');
    const missing = await check();
    expect(missing.code).toBe(1);
    expect(missing.err).toContain("'out/Claims.osy.json' is not what app 'Claims' compiles to");
    expect(readdirSync(folder)).toEqual(['claims']);
    await osy(folder, 'compile', 'claims', '-o', 'out/', '--emit', 'definition,dot');
    expect((await check()).code).toBe(0);
    writeFileSync(join(folder, 'claims/more.osy'), 'int More() => 1;');
    expect((await check()).code).toBe(1);
  });

  it('writes nothing of an app with errors, and names them where they are', async () => {
    const folder = copyOf(claims);
    writeFileSync(join(folder, 'claims/more.osy'), '\r\nint More() => "no";');
    const { code, err } = await osy(folder, 'compile', 'claims', '-o', 'out/', '--emit', 'definition,svg');
    expect(code).toBe(1);
    expect(err).toContain('claims/more.osy:2:15');
    expect(err).toContain('nothing was written');
    expect(readdirSync(folder)).toEqual(['claims']);
  });

  it('writes all of its outputs or none', async () => {
    const folder = copyOf(claims);
    mkdirSync(join(folder, 'out/Claims.PayoutFlow.dot'), { recursive: true });
    const { code, err } = await osy(folder, 'compile', 'claims', '-o', 'out/', '--emit', 'definition,dot');
    expect(code).toBe(2);
    expect(err).toContain("'out/Claims.PayoutFlow.dot' cannot be written");
    expect(readdirSync(join(folder, 'out'))).toEqual(['Claims.PayoutFlow.dot']);
  });

  it('keeps to one file, or standard output, for one kind of output', async () => {
    const folder = copyOf(claims);
    await osy(folder, 'compile', 'claims', '-o', 'claims.json');
    const { out } = await osy(folder, 'compile', 'claims', '-o', '-');
    expect(readFileSync(join(folder, 'claims.json'), 'utf8')).toBe(out);
    expect((await osy(folder, 'compile', 'claims', '-o', '-', '--emit', 'dot')).out).toContain('digraph');
    expect((await osy(folder, 'compile', 'claims', '-o', '-', '--emit', 'dot,svg')).code).toBe(2);
    expect((await osy(folder, 'compile', 'claims', '-o', '-', '--emit', 'pdf')).code).toBe(2);
  });

  it.each(['claims/types.osy', './claims/../claims/claims.osy', 'claims/claims.test.osy', 'link.json'])(
    'refuses to write over what it reads: %s',
    async (output) => {
      const folder = copyOf(claims);
      writeFileSync(join(folder, 'claims/claims.test.osy'), 'int Seven() => 7;');
      symlinkSync('claims/app.osy', join(folder, 'link.json'));
      const before = readdirSync(join(folder, 'claims')).map((name) =>
        readFileSync(join(folder, 'claims', name), 'utf8'),
      );
      for (const more of [[], ['--check'], ['--emit', 'dot']]) {
        const { code, err } = await osy(folder, 'compile', 'claims', '-o', output, ...more);
        expect(code).toBe(2);
        expect(err).toContain(`'${output}' is read in this run, and would be overwritten`);
      }
      expect((await osy(folder, 'graph', 'claims', '-o', 'claims/types.osy')).code).toBe(2);
      const after = readdirSync(join(folder, 'claims')).map((name) =>
        readFileSync(join(folder, 'claims', name), 'utf8'),
      );
      expect(after).toEqual(before);
    },
  );

  it('writes to a pipe or a device, and leaves it one', async () => {
    const folder = copyOf(claims);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe]);
    let read = '';
    reader.stdout.on('data', (data) => {
      read += data;
    });
    const { code } = await osy(folder, 'compile', 'claims', '-o', 'pipe');
    expect(code).toBe(0);
    await once(reader, 'close');
    expect(JSON.parse(read)).toMatchObject({ format: 'osy.pipeline/1' });
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('marks every workflow with --commit perStep', async () => {
    const { out } = await osy(claims, 'compile', '-o', '-', '--commit', 'perStep');
    const { workflows } = JSON.parse(out) as { workflows: { commit: string }[] };
    expect(workflows.map((w) => w.commit)).toEqual(['perStep', 'perStep']);
  });

  it('tells with --stats where the time went', async () => {
    const { err } = await osy(claims, 'compile', '-o', '-', '--stats');
    for (const row of ['read', 'check', 'lower', 'definition', 'lines'])
      expect(err).toMatch(new RegExp(`^${row} `, 'm'));
  });

  it('compiles again with --watch when a source changes, and lives through an error', async () => {
    const folder = copyOf(claims);
    const stop = new AbortController();
    const terminal = collectingTerminal(folder);
    const options = { output: 'app.json', watch: true };
    const watching = compileCommand(['claims'], options, terminal.terminal, stop.signal);
    await terminal.until('waiting for changes', 1);
    writeFileSync(join(folder, 'claims/more.osy'), 'int More() => "no";');
    await terminal.until('nothing was written', 1);
    writeFileSync(join(folder, 'claims/more.osy'), 'public int More() => 1;');
    await terminal.until('waiting for changes', 3);
    stop.abort();
    expect(await watching).toBe(0);
    expect(readFileSync(join(folder, 'app.json'), 'utf8')).toContain('More()');
  });

  it.each(examples)('gives for example %s a document that runs as its sources do', async (name) => {
    const folder = copyOf(join(root, 'examples', name));
    const app = join(folder, name);
    const run = (what: string) =>
      osy(app, 'run', what, '--script', '../play.script', '--trace', '--format', 'jsonl', '--start', '2026-01-01');
    cpSync(join(app, 'play.script'), join(folder, 'play.script'));
    const fromSource = await run('.');
    await osy(app, 'compile', '-o', '../app.osy.json');
    rmSync(app, { recursive: true });
    mkdirSync(app);
    const fromDocument = await run('../app.osy.json');
    expect(fromDocument).toEqual(fromSource);
    expect(fromDocument.code).toBe(0);
    expect(fromDocument.out).toContain('"e":"delivery"');
  });
});

async function definitionOf(cwd: string, ...paths: readonly string[]): Promise<string> {
  const { code, out } = await osy(cwd, 'compile', ...paths, '-o', '-');
  expect(code).toBe(0);
  return out;
}

/** A new folder with the app's folder in it. */
function copyOf(app: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'osy-compile-'));
  cpSync(app, join(folder, app.slice(app.lastIndexOf('/') + 1)), { recursive: true });
  return folder;
}
