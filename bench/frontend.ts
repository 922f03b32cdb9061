/**
 * The front end alone, beside `ts.createSourceFile` and TypeSpec's parser, in one run: `npx tsx bench/frontend.ts [lines …]`
 * (default 1000 10000 100000 1000000).
 *
 * Each size runs in a process of its own, for the sake of its peak memory. Times are CPU time of all threads of that process,
 * so that neighbours on the machine count little. Small sizes are measured several times, and the best is told: that is the
 * rate when the program is warm, while 100 000 and 1 000 000 lines are measured once, from the start.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Measure } from '../src/diagnostics/measure.ts';
import { check } from '../src/semantics/check.ts';
import { SourceFile } from '../src/source/source.ts';
import { lex } from '../src/syntax/lexer.ts';
import { generateApp } from './app.ts';
import { installTypespec, typespecVersion } from './typespec.ts';

/** Milliseconds of CPU time by step; `lex` is done once more on its own, the others are one `check`. */
type Times = Record<'lex' | 'parse' | 'bind' | 'check', number>;

interface Measured {
  readonly lines: number;
  readonly bytes: number;
  readonly times: Times;
  /** Of the resident set, in megabytes. */
  readonly peak: number;
}

const steps = ['lex', 'parse', 'bind', 'check'] as const;

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function timed(run: () => void): number {
  const start = cpu();
  run();
  return cpu() - start;
}

function measureSize(lines: number): Measured {
  const files = generateApp(lines).map(({ path, text }) => new SourceFile(path, text));
  const rounds = Math.max(1, Math.round(100_000 / lines));
  let best: Times | undefined;
  for (let n = 0; n < rounds; n++) {
    const times: Times = { lex: 0, parse: 0, bind: 0, check: 0 };
    const measure: Measure = (_kind, name, run) => {
      const start = cpu();
      const result = run();
      times[name === 'declare' ? 'bind' : name === 'parse' ? 'parse' : 'check'] += cpu() - start;
      return result;
    };
    const program = check(files, { measure });
    if (!program.ok) throw new Error(`the generated app has errors: ${program.diagnostics[0]?.message}`);
    times.lex = timed(() => files.forEach(({ text }) => void lex(text)));
    best = Object.fromEntries(steps.map((step) => [step, Math.min(best?.[step] ?? Infinity, times[step])])) as Times;
  }
  return {
    lines: files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    bytes: files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    times: best as Times,
    peak: process.resourceUsage().maxRSS / 1024,
  };
}

const me = fileURLToPath(import.meta.url);
const [first, only] = process.argv.slice(2);
if (first === '--size') console.log(JSON.stringify(measureSize(Number(only))));
else await compare(process.argv.slice(2).map(Number));

async function compare(sizes: readonly number[]): Promise<void> {
  const heads = ['lex', 'parse', 'bind', 'check', 'parse+bind+check'];
  console.log(['lines'.padStart(34), ...heads.map((head) => head.padStart(17)), 'peak'.padStart(9)].join(''));
  for (const size of sizes.length === 0 ? [1_000, 10_000, 100_000, 1_000_000] : sizes) {
    const out = execFileSync(process.execPath, [...process.execArgv, me, '--size', `${size}`], { encoding: 'utf8' });
    const { lines, bytes, times, peak } = JSON.parse(out) as Measured;
    const whole = times.parse + times.bind + times.check;
    const cells = (unit: (ms: number) => string) => [...steps.map((step) => times[step]), whole].map(unit);
    const row = (name: string, texts: readonly string[], end = ''): void =>
      console.log([name.padStart(34), ...texts.map((text) => text.padStart(17)), end.padStart(9)].join(''));
    row(
      `osy, ${lines}`,
      cells((ms) => `${(ms / 1000).toFixed(2)} s`),
      `${peak.toFixed(0)} MB`,
    );
    row(
      'MB/s',
      cells((ms) => (bytes / 1000 / ms).toFixed(2)),
    );
    row(
      'k lines/s',
      cells((ms) => (lines / ms).toFixed(1)),
    );
  }

  const library = dirname(createRequire(import.meta.url).resolve('typescript'));
  const read = (name: string): string => readFileSync(join(library, name), 'utf8');
  const declarations = readdirSync(library).filter((name) => /^lib\..*\.d\.ts$/.test(name));
  const parse = (text: string): unknown => ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
  parserRow('ts.createSourceFile, lib.*.d.ts', declarations.map(read), parse);
  parserRow('ts.createSourceFile, typescript.js', [read('typescript.js')], parse);

  const folder = mkdtempSync(join(tmpdir(), 'osy-typespec-'));
  try {
    const typespec = await installTypespec(folder);
    if (typespec === undefined) console.log(`TypeSpec ${typespecVersion} could not be installed: no row for it`);
    else {
      const texts = typespec.project(10_000).map(({ text }) => text);
      parserRow(`TypeSpec ${typespecVersion}, its sample`, texts, typespec.parse);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The best of several rounds of another parser, on texts of its own. */
function parserRow(name: string, texts: readonly string[], parse: (text: string) => unknown): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length, 0);
  let least = Infinity;
  for (let n = 0; n < 6; n++)
    least = Math.min(
      least,
      timed(() => texts.forEach((text) => void parse(text))),
    );
  console.log(
    `${name.padStart(34)}  parse ${(bytes / 1000 / least).toFixed(2)} MB/s, ${(lines / least).toFixed(1)} k lines/s`,
  );
}
