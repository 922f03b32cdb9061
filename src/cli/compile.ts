/** `osy compile`: an app's definition, and what else a host or a reader needs of it. */
import { join, resolve } from 'node:path';
import { lower } from '../definition/lowering.ts';
import { compileErrors } from '../lint/lint.ts';
import { nodeFileSystem } from '../source/file-system.ts';
import type { App } from '../source/project.ts';
import { type Compiled, emitDocument, emitFiles } from './compile/emit.ts';
import type { Emit } from './compile/emits.ts';
import { reportErrors } from './compile/errors.ts';
import { isCurrent, type Output, writeAll } from './compile/output.ts';
import { checkHere, checkPortable, findApps } from './compile/portable.ts';
import { Stopwatch } from './compile/stats.ts';
import { exitCode } from './exit-codes.ts';
import { refuseInputs } from './inputs.ts';
import { optimiseLate } from './optimise-late.ts';
import { printNotes } from './project-input.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { compilerName } from './version.ts';
import { runOnChange } from './watch.ts';

export interface CompileOptions {
  /** A file, a folder, or `-` for standard output. */
  readonly output?: string;
  readonly emit?: readonly Emit[];
  readonly commit?: 'atomic' | 'perStep';
  /** Write nothing; tell whether the outputs are what would be written. */
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly stats?: boolean;
}

/** What has been asked for, whole. */
interface CompilePlan extends CompileOptions {
  readonly output: string;
}

/** `osy compile [paths…] -o DIR|FILE`; `stop` ends a watch. */
export async function compileCommand(
  paths: readonly string[],
  options: CompileOptions,
  terminal: Terminal,
  stop?: AbortSignal,
): Promise<number> {
  const { output = '' } = options;
  // Not left to commander, which would miss it before it tells of an option that is misspelt.
  if (output === '') throw new UsageError("-o says where to write: a file, a folder, or '-' for standard output");
  const plan: CompilePlan = { ...options, output };
  if (options.watch !== true) return compileOnce(paths, plan, terminal);
  if (options.check === true) throw new UsageError('--check looks once and --watch again and again: choose one');
  return runOnChange(paths, terminal, () => compileOnce(paths, plan, terminal), stop);
}

async function compileOnce(paths: readonly string[], options: CompilePlan, terminal: Terminal): Promise<number> {
  optimiseLate();
  const watch = new Stopwatch(() => performance.now());
  const { apps, notes } = await findApps(paths, terminal);
  watch.lap('read');
  printNotes(notes, terminal);
  if (notes.length > 0 || apps.length === 0) return exitCode.usage;
  const app = onlyApp(apps.map((each) => ({ app: each }))).app;
  const program = checkPortable(app);
  watch.lap('check');
  if (compileErrors(program).length > 0) {
    reportErrors(checkHere(app), 'nothing was written', terminal);
    return exitCode.findings;
  }
  const commit = options.commit === undefined ? {} : { commit: options.commit };
  const definition = lower(program, { compiler: compilerName, ...commit });
  watch.lap('lower');
  const code = await put(app, { program, definition }, options, terminal, watch);
  if (options.stats === true) {
    const lines = program.files.reduce((n, file) => n + file.lineStarts.length, 0);
    const facts = [
      ['files', String(program.files.length)],
      ['lines', String(lines)],
      ['functions', String(program.app.functions.length)],
      ['workflows', String(program.app.workflows.length)],
    ] as const;
    terminal.err(watch.table(facts, terminal.errStyle));
  }
  return code;
}

async function put(
  app: App,
  compiled: Compiled,
  options: CompilePlan,
  terminal: Terminal,
  watch: Stopwatch,
): Promise<number> {
  const kinds = [...new Set<Emit>(options.emit ?? ['definition'])];
  const [first] = kinds;
  if (options.output === '-') {
    if (first === undefined || kinds.length > 1) throw new UsageError("'-o -' takes one kind of output");
    if (options.check === true) throw new UsageError('--check needs a file or folder to look at');
    terminal.out(await emitDocument(first, compiled));
    watch.lap(first);
    return exitCode.clean;
  }
  const outputs = await outputsOf(kinds, compiled, options.output, terminal, watch);
  const inputs = [...app.files, ...app.testFiles].map((file) => file.path);
  refuseInputs(outputs, inputs, terminal.cwd);
  if (options.check === true) return checkOutputs(outputs, app, terminal);
  const changed = new Set(writeAll(outputs));
  watch.lap('write');
  for (const output of outputs) {
    terminal.err(`${output.shown}${changed.has(output) ? '' : terminal.errStyle.dim(' (unchanged)')}\n`);
  }
  return exitCode.clean;
}

async function outputsOf(
  kinds: readonly Emit[],
  compiled: Compiled,
  given: string,
  terminal: Terminal,
  watch: Stopwatch,
): Promise<readonly Output[]> {
  const path = resolve(terminal.cwd, given);
  const [first] = kinds;
  if (first !== undefined && kinds.length === 1 && !isFolder(given, path)) {
    const text = await emitDocument(first, compiled);
    watch.lap(first);
    return [{ path, shown: given, text }];
  }
  const outputs: Output[] = [];
  for (const kind of kinds) {
    for (const { name, text } of await emitFiles(kind, compiled)) {
      outputs.push({ path: join(path, name), shown: `${given.replace(/[\\/]+$/, '')}/${name}`, text });
    }
    watch.lap(kind);
  }
  return outputs;
}

function isFolder(given: string, path: string): boolean {
  return /[\\/]$/.test(given) || nodeFileSystem.kind(path) === 'folder';
}

/** For CI: nothing is written. */
function checkOutputs(outputs: readonly Output[], app: App, terminal: Terminal): number {
  const stale = outputs.filter((o) => !isCurrent(o.path, o.text));
  for (const { shown } of stale) {
    terminal.err(`${terminal.errStyle.error('osy:')} '${shown}' is not what app '${app.name}' compiles to\n`);
  }
  if (stale.length > 0) return exitCode.findings;
  terminal.err(`${outputs.length} output${outputs.length === 1 ? ' is' : 's are'} current\n`);
  return exitCode.clean;
}

/** @throws UsageError when the paths name several apps */
export function onlyApp<T extends { readonly app: App }>(apps: readonly T[]): T {
  const [first, ...rest] = apps;
  if (first === undefined || rest.length > 0) {
    throw new UsageError(
      `these paths hold ${apps.length} apps (${apps.map((a) => a.app.root).join(', ')}); name one of them`,
    );
  }
  return first;
}
