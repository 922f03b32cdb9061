/**
 * How fast `osy lint` is, beside `tsc --noEmit` and `tsp compile --no-emit` on programs of the same size, in one run:
 * `npm run build && npx tsx bench/lint.ts [lines …]` (default 10000 100000 1000000).
 *
 * Each row is the best of several processes by CPU time, which neighbours on the machine disturb least; wall time and the
 * peak of resident memory are of that same process. Lines a second are by CPU time.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateApp, sharedPath, writeFiles } from './app.ts';
import { generateTypescript } from './typescript-app.ts';
import { installTypespec, typespecVersion } from './typespec.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const osy = join(root, 'bin/osy.js');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const usage = join(root, 'bench/report-usage.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'osy-bench-'));

if (!existsSync(join(root, 'dist/cli.js'))) {
  process.stderr.write('there is no dist/cli.js: npm run build\n');
  process.exit(2);
}

interface Used {
  readonly cpuMs: number;
  /** Of the resident set. */
  readonly peakMb: number;
  readonly wall: number;
  readonly out: string;
}

/** What a node process of these arguments uses; the least CPU time of `times`. `before` runs before each. */
function measure(args: readonly string[], cwd: string, times: number, before = (): void => {}): Used {
  let best: Used | undefined;
  for (let i = 0; i < times; i++) {
    before();
    const file = join(scratch, 'usage.json');
    rmSync(file, { force: true });
    const start = performance.now();
    let out = '';
    try {
      out = execFileSync(process.execPath, ['--import', usage, ...args], {
        cwd,
        encoding: 'utf8',
        maxBuffer: 1 << 30,
        env: { ...process.env, OSY_BENCH_USAGE: file },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch (error) {
      const { status, stdout } = error as { readonly status?: number; readonly stdout?: string };
      // Findings are exit code 1.
      if (status !== 1 || stdout === undefined) throw error;
      out = stdout;
    }
    const wall = performance.now() - start;
    const { cpuMs, peakMb } = JSON.parse(readFileSync(file, 'utf8')) as Pick<Used, 'cpuMs' | 'peakMb'>;
    if (best === undefined || cpuMs < best.cpuMs) best = { cpuMs, peakMb, wall, out };
  }
  if (best === undefined) throw new Error('nothing was measured');
  return best;
}

function countLines(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(osy|ts|tsp)$/.test(name))
    .reduce((n, name) => n + readFileSync(join(folder, name), 'utf8').split('\n').length, 0);
}

function row(name: string, lines: number, { cpuMs, wall, peakMb }: Used): void {
  const cells = [
    name.padEnd(34),
    `${lines}`.padStart(9),
    `${(cpuMs / 1000).toFixed(2)} s`.padStart(9),
    `${(wall / 1000).toFixed(2)} s`.padStart(9),
    `${(lines / cpuMs).toFixed(1)} k/s`.padStart(11),
    `${peakMb} MB`.padStart(9),
  ];
  process.stdout.write(`${cells.join(' ')}\n`);
}

const lint = [osy, 'lint', '--format', 'json', '--stats'];
interface Report {
  readonly summary: { readonly error: number };
  readonly stats: Record<'passes' | 'findings', readonly { readonly name: string; readonly ms: number }[]>;
}
/** More takes TypeSpec minutes. */
const typespecLimit = 100_000;
const reportOf = ({ out }: Used): Report => JSON.parse(out) as Report;

process.stdout.write(
  `${'what'.padEnd(34)} ${'lines'.padStart(9)} ${'CPU'.padStart(9)} ${'wall'.padStart(9)} ${'lines/CPU'.padStart(11)} ${'peak'.padStart(9)}\n`,
);
const typespecFolder = join(scratch, 'typespec');
mkdirSync(typespecFolder);
const typespec = await installTypespec(typespecFolder);
if (typespec === undefined) process.stdout.write(`TypeSpec ${typespecVersion} could not be installed: no row for it\n`);

try {
  const small = join(scratch, 'small');
  writeFiles(small, [{ path: 'a.osy', text: 'enum A { B, C }\n' }]);
  row('osy lint, one small file', 1, measure(lint, small, 5));

  const sizes = process.argv.slice(2).map(Number);
  for (const size of sizes.length === 0 ? [10_000, 100_000, 1_000_000] : sizes) {
    const times = size > 500_000 ? 1 : size > 50_000 ? 2 : 4;
    const app = join(scratch, `app${size}`);
    writeFiles(app, generateApp(size));
    const lines = countLines(app);
    const cold = measure(lint, app, times);
    row('osy lint, cold', lines, cold);
    const {
      stats,
      summary: { error: errors },
    } = reportOf(cold);
    if (errors > 0) throw new Error(`the generated app has ${errors} errors: its analysis was not measured`);

    const cached = [...lint, '--cache-location', join(scratch, `cache${size}`)];
    measure(cached, app, 1);
    const warm = measure(cached, app, times);
    row('osy lint, warm cache', lines, warm);
    // Something that others could see, in the file that most others depend on.
    let n = 0;
    const touch = () => appendFileSync(join(app, sharedPath), `class Change${n++} { public int N; }\n`);
    const changed = measure(cached, app, times, touch);
    row('osy lint, cache, one file changed', lines, changed);

    const ts = join(scratch, `ts${size}`);
    writeFiles(ts, generateTypescript(size));
    row('tsc --noEmit', countLines(ts), measure(['--max-old-space-size=8192', tsc, '--noEmit', '-p', ts], ts, times));

    process.stdout.write(
      `    one file changed: ${((100 * changed.cpuMs) / cold.cpuMs).toFixed(0)} % of the cold CPU time\n`,
    );
    if (typespec !== undefined && size <= typespecLimit) {
      // The compiler is looked for from the folder of the program.
      const tsp = join(typespecFolder, `app${size}`);
      writeFiles(tsp, typespec.project(size));
      row(
        'tsp compile --no-emit',
        countLines(tsp),
        measure([typespec.command, 'compile', tsp, '--no-emit'], tsp, times),
      );
      rmSync(tsp, { recursive: true });
    }

    const total = stats.passes.concat(stats.findings).reduce((sum, each) => sum + each.ms, 0);
    const share = (ms: number): string => `${((100 * ms) / total).toFixed(0)} %`.padStart(6);
    for (const { name, ms } of stats.passes)
      process.stdout.write(`    ${share(ms)} ${ms.toFixed(0).padStart(7)} ms  ${name}\n`);
    const findings = stats.findings.reduce((sum, each) => sum + each.ms, 0);
    process.stdout.write(`    ${share(findings)} ${findings.toFixed(0).padStart(7)} ms  findings, of which\n`);
    for (const { name, ms } of [...stats.findings].sort((a, b) => b.ms - a.ms).slice(0, 5)) {
      process.stdout.write(`           ${ms.toFixed(0).padStart(7)} ms    ${name}\n`);
    }
    rmSync(app, { recursive: true });
    rmSync(ts, { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
