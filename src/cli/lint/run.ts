/** One run of `osy lint`: read, lint, judge, fix, write what was asked for, and the exit code. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { type LintFormat, renderLint } from '../../report/lint-formats.ts';
import { fails, type LintReport } from '../../report/lint-report.ts';
import { plainStyle } from '../../report/style.ts';
import { reasonOf } from '../../source/file-system.ts';
import { manifestFileName, type Note } from '../../source/project.ts';
import { decode } from '../../source/reading.ts';
import { ordinal } from '../../source/walk.ts';
import { exitCode } from '../exit-codes.ts';
import { refuseInputs } from '../inputs.ts';
import { printNotes, printUncollected } from '../project-input.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { version } from '../version.ts';
import { writeWhole } from '../write-whole.ts';
import { analyse, type Linter, ownLinter } from './analyse.ts';
import { CacheStore } from './cache-store.ts';
import { Configs } from './configs.ts';
import { fixAll, type LintState } from './fix.ts';
import { changedSince } from './git.ts';
import { judge } from './judge.ts';
import type { LintPlan } from './options.ts';
import { shownFrom } from './paths.ts';
import { Stopwatch } from './stopwatch.ts';

export interface LintRun {
  readonly code: number;
  /** What it was made of, for `--watch`: absolute paths. */
  readonly inputs: readonly string[];
}

/** @throws UsageError */
export async function runLint(plan: LintPlan, terminal: Terminal, linter: Linter = ownLinter): Promise<LintRun> {
  const stopwatch = new Stopwatch();
  const tell = (message: string): void => terminal.err(`${terminal.errStyle.warning('osy:')} ${message}\n`);
  const { paths, texts } = await standardInput(plan, terminal);
  const given: LintPlan = { ...plan, paths };
  const configs = new Configs(given);
  const cache = plan.cache === undefined ? undefined : new CacheStore(plan.cache.location, plan.cwd, tell);
  const changed = await changedFiles(given);
  const use = plan.updateBaseline ? 'update' : 'apply';
  // A new baseline is written once, with what is left after the fixes.
  const useFirst = plan.fix && plan.updateBaseline ? 'ignore' : use;
  const lintWith = async (more: ReadonlyMap<string, string>): Promise<LintState> => {
    const analysed = await analyse(given, { stopwatch, cache, linter, texts: new Map([...texts, ...more]) });
    return { analysed, judged: judge(given, analysed, configs, useFirst, changed) };
  };

  let state = await lintWith(new Map());
  let notes: readonly Note[] = state.analysed.notes;
  if (plan.fix) {
    const result = await fixAll(state, plan.cwd, lintWith);
    state = result.state;
    notes = [...state.analysed.notes, ...result.notes];
    if (result.stopped !== undefined) tell(result.stopped);
    terminal.err(fixSummary(result.fixed, result.files));
    if (plan.updateBaseline) state = { ...state, judged: judge(given, state.analysed, configs, use, changed) };
  }
  notes = inOrder(notes);
  cache?.prune();
  printNotes(notes, terminal);
  const { apps } = state.analysed;
  printUncollected(
    apps.map((each) => each.app),
    terminal,
  );
  const files = apps.flatMap((each) => each.files);
  const report: LintReport = {
    ...state.judged,
    files: files.length,
    notes: notes.map((note) => ({ file: note.path, message: note.message })),
    version,
    ...(plan.stats
      ? {
          stats: stopwatch.stats({
            files: files.length,
            lines: files.reduce((n, file) => n + file.lineStarts.length, 0),
            cache: cache !== undefined,
          }),
        }
      : {}),
  };
  tellBaselines(report, tell);
  const inputs = [
    ...files.map((file) => posix.resolve(plan.cwd, file.path)),
    ...apps.flatMap((each) => configs.of(posix.resolve(plan.cwd, each.app.root)).files),
  ];
  const baselines = report.baselines.map((each) => each.file);
  refuseInputs(plan.outputs, [...inputs, ...baselines], plan.cwd);
  await write(report, plan, terminal);
  return { code: codeOf(report), inputs };
}

/** By path: what was named first on the command line is no matter. */
function inOrder(notes: readonly Note[]): readonly Note[] {
  const key = (note: Note): string => `${note.path}\0${note.message}`;
  return [...notes].sort((a, b) => ordinal(key(a), key(b)));
}

function codeOf(report: LintReport): number {
  if (report.findings.some(({ diagnostic }) => fails(report, diagnostic.level))) return exitCode.findings;
  return report.notes.length > 0 ? exitCode.usage : exitCode.clean;
}

/** `--stdin-filename`: the text takes the file's place in its app, be it there or not. */
async function standardInput(
  plan: LintPlan,
  terminal: Terminal,
): Promise<{ readonly paths: readonly string[]; readonly texts: ReadonlyMap<string, string> }> {
  const { stdinFile } = plan;
  if (stdinFile === undefined) return { paths: plan.paths, texts: new Map() };
  const decoded = decode(shownFrom(plan.cwd, stdinFile), await terminal.readStdin());
  if ('problem' in decoded) throw new UsageError(`standard input: ${decoded.message}`);
  return {
    paths: plan.paths.length > 0 ? plan.paths : [folderOfApp(stdinFile, plan.cwd)],
    texts: new Map([[stdinFile, decoded.text]]),
  };
}

/** The nearest folder upward with a manifest; without one the working folder, if the file is in it. */
function folderOfApp(file: string, cwd: string): string {
  for (let at = posix.dirname(file); ; at = posix.dirname(at)) {
    if (existsSync(posix.join(at, manifestFileName))) return at;
    if (posix.dirname(at) === at) break;
  }
  return file.startsWith(`${cwd}/`) ? cwd : posix.dirname(file);
}

/** Which files' findings are told; undefined for all. Who lints one text from an editor asks about that text. */
async function changedFiles(plan: LintPlan): Promise<((path: string) => boolean) | undefined> {
  const { since, stdinFile, cwd } = plan;
  const changed = since === undefined ? undefined : await changedSince(since, cwd);
  if (stdinFile === undefined) return changed;
  const own = shownFrom(cwd, stdinFile);
  return (path) => path === own || changed?.(path) === true;
}

function tellBaselines(report: LintReport, tell: (message: string) => void): void {
  for (const { file, gone } of report.baselines) {
    const n = gone.reduce((sum, each) => sum + each.count, 0);
    if (n === 0) continue;
    const shown = gone.slice(0, 5).map((each) => `  ${each.finding} in ${each.symbol || 'the file'}: ${each.text}`);
    const more = gone.length > 5 ? [`  and ${gone.length - 5} more`] : [];
    const what = n === 1 ? 'one finding of it is' : `${n} findings of it are`;
    tell([`baseline '${file}': ${what} no longer found; --update-baseline drops them`, ...shown, ...more].join('\n'));
  }
}

function fixSummary(fixed: number, files: number): string {
  if (fixed === 0) return 'nothing to fix\n';
  return `fixed ${fixed} finding${fixed === 1 ? '' : 's'} in ${files} file${files === 1 ? '' : 's'}\n`;
}

/** Files first: a reader of standard output finds them in place. */
async function write(report: LintReport, plan: LintPlan, terminal: Terminal): Promise<void> {
  const texts = new Map<LintFormat, string>();
  for (const { format, path, shown } of plan.outputs) {
    const text = texts.get(format) ?? (await renderLint(report, format, plainStyle));
    texts.set(format, text);
    try {
      writeWhole(path, text);
    } catch (error) {
      throw new UsageError(`'${shown}' cannot be written: ${reasonOf(error)}`);
    }
  }
  terminal.out(await renderLint(report, plan.format, terminal.style));
}
