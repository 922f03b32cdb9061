/** `--watch`: runs again whenever something that a run is made of changes. */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { configFileName } from '../../lint/config.ts';
import { exitCode } from '../exit-codes.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { LintPlan } from './options.ts';
import type { LintRun } from './run.ts';

/** Editors write in several steps, and `git checkout` many files: a run waits until it has been quiet for this long. */
const quietMs = 120;

const neverWatched = new Set(['node_modules', '.git']);
const ignoreFiles = new Set(['.gitignore', '.osyignore']);

/** @param stop ends the watch; without it, only the end of the process does */
export async function watchLint(
  plan: LintPlan,
  terminal: Terminal,
  run: () => Promise<LintRun>,
  stop?: AbortSignal,
): Promise<number> {
  const folders = new Folders(plan);
  while (stop?.aborted !== true) {
    if (terminal.interactive) terminal.out('\u001b[2J\u001b[3J\u001b[H');
    // Watched from before the run: what changes while it lasts is not missed.
    folders.watch(plan.paths.length === 0 ? ['.'] : plan.paths, []);
    try {
      const { inputs } = await run();
      folders.watch([], inputs);
    } catch (error) {
      // A config in the middle of an edit is no reason to end.
      if (!(error instanceof UsageError)) throw error;
      terminal.err(`${terminal.errStyle.error('osy:')} ${error.message}\n`);
    }
    terminal.err(terminal.errStyle.dim('waiting for changes; Ctrl+C ends\n'));
    await folders.change(stop);
  }
  folders.close();
  return exitCode.clean;
}

/** Every folder that something could change in. One by one: node's recursive watch would take `node_modules` in as well. */
class Folders {
  readonly #plan: LintPlan;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #configs = new Set<string>();
  /** Where a run writes, and the folders that it makes for that. */
  readonly #own = new Set<string>();
  #changed = false;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;

  constructor(plan: LintPlan) {
    this.#plan = plan;
    for (const each of [plan.config, plan.baseline]) if (each !== undefined) this.#configs.add(each);
    for (const each of [...plan.outputs.map((output) => output.path), plan.cache?.location]) {
      for (let at = each; at !== undefined && at !== dirname(at); at = dirname(at)) this.#own.add(at);
    }
  }

  watch(paths: readonly string[], inputs: readonly string[]): void {
    for (const path of paths) this.#below(resolve(this.#plan.cwd, path.replace(/[*?[{(!].*$/, '')));
    for (const input of [...inputs, ...this.#configs]) {
      if (!input.endsWith('.osy')) this.#configs.add(input);
      this.#one(dirname(input));
    }
  }

  /** Resolves when something has changed and then been quiet; at once if that happened since the last time. */
  async change(stop: AbortSignal | undefined): Promise<void> {
    if (!this.#changed && stop?.aborted !== true) {
      await new Promise<void>((done) => {
        this.#wake = done;
        stop?.addEventListener('abort', () => done(), { once: true });
      });
    }
    this.#changed = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #below(path: string): void {
    let entries: readonly { readonly name: string; isDirectory(): boolean }[];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch {
      // A file, or not there: its folder tells.
      this.#one(dirname(path));
      return;
    }
    this.#one(path);
    for (const entry of entries) {
      if (entry.isDirectory() && !neverWatched.has(entry.name)) this.#below(join(path, entry.name));
    }
  }

  #one(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_, name) => this.#event(folder, name));
      watcher.on('error', () => {
        // The folder has gone; the one above it tells.
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // There is no such folder (any more), or the system has no watch left for it.
    }
  }

  #event(folder: string, name: string | null): void {
    if (name !== null && !this.#matters(folder, name)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#changed = true;
      this.#wake?.();
    }, quietMs);
  }

  /** Sources, configs, ignore files, and what may be a folder; not the files that a run itself writes. */
  #matters(folder: string, name: string): boolean {
    if (name.endsWith('.osy') || ignoreFiles.has(name) || name === configFileName) return true;
    const path = join(folder, name);
    if (this.#configs.has(path)) return true;
    return !basename(name).includes('.') && !neverWatched.has(name) && !this.#own.has(path);
  }
}
