/**
 * Lexing and parsing beside `ts.createSourceFile`, in one run: `npx tsx bench/frontend.ts [lines …]`.
 * Each figure is the best of several rounds in CPU time (of all threads, so that neighbours on the machine count little);
 * memory is the growth of the heap with every tree held.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { SourceFile } from '../src/source/source.ts';
import { lex } from '../src/syntax/lexer.ts';
import { parse } from '../src/syntax/parse.ts';
import { generateApp } from './frontend-app.ts';

const SECONDS = 3;

interface Text {
  readonly path: string;
  readonly text: string;
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Least CPU time of rounds over about `SECONDS`, at least three, in milliseconds. */
function best(round: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  const end = cpu() + SECONDS * 1000;
  for (let n = 0; n < 3 || cpu() < end; n++) {
    const start = cpu();
    round();
    least = Math.min(least, cpu() - start);
  }
  return least;
}

function heapOf(hold: () => unknown): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const held = hold();
  globalThis.gc?.();
  const after = process.memoryUsage().heapUsed;
  return held === undefined ? 0 : (after - before) / 1e6;
}

function row(name: string, files: readonly Text[], round: () => void, memory?: () => unknown): number {
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  const lines = files.reduce((sum, file) => sum + file.text.split('\n').length, 0);
  const time = best(round);
  const rate = bytes / 1e6 / (time / 1000);
  const heap = memory === undefined ? '' : `${heapOf(memory).toFixed(0)} MB`;
  const cells = [
    name.padEnd(34),
    `${rate.toFixed(1)} MB/s`.padStart(12),
    `${(lines / time).toFixed(0)} k lines/s`.padStart(16),
    heap.padStart(9),
  ];
  console.log(cells.join('  '));
  return rate;
}

const library = dirname(createRequire(import.meta.url).resolve('typescript'));
const declarations: Text[] = readdirSync(library)
  .filter((name) => /^lib\..*\.d\.ts$/.test(name))
  .map((path) => ({ path, text: readFileSync(join(library, path), 'utf8') }));
const compiler: Text[] = [{ path: 'typescript.js', text: readFileSync(join(library, 'typescript.js'), 'utf8') }];
const typescript = (files: readonly Text[]): unknown =>
  files.map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest));

const sizes = process.argv.slice(2).map(Number);
for (const lines of sizes.length === 0 ? [1_000, 10_000, 100_000] : sizes) {
  const files = generateApp(lines);
  const sources = files.map(({ path, text }) => new SourceFile(path, text));
  row(`osy lex, ${lines} lines`, files, () => files.forEach(({ text }) => void lex(text)));
  row(
    `osy parse, ${lines} lines`,
    files,
    () => sources.forEach((file) => void parse(file)),
    () => sources.map((file) => parse(file)),
  );
}
row(
  'ts.createSourceFile, lib.*.d.ts',
  declarations,
  () => void typescript(declarations),
  () => typescript(declarations),
);
row(
  'ts.createSourceFile, typescript.js',
  compiler,
  () => void typescript(compiler),
  () => typescript(compiler),
);
