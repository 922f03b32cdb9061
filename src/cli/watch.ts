/** `--watch`: runs again when a source file is changed, comes or goes. */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { exitCode } from './exit-codes.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** Editors write in several steps, and `git checkout` many files: a change counts once it has been quiet for this long. */
const quietMs = 120;

const neverWatched = new Set(['node_modules', '.git']);

/** Runs once, and again after each change below the paths, until `stop` is given or the process ends. */
export async function runOnChange(
  paths: readonly string[],
  terminal: Terminal,
  run: () => Promise<unknown>,
  stop: AbortSignal | undefined,
): Promise<number> {
  while (stop?.aborted !== true) {
    const watched = (paths.length === 0 ? ['.'] : paths).map((path) =>
      resolve(terminal.cwd, path.replace(/[*?[{(!].*$/, '')),
    );
    // Watched from before the run: what changes while it lasts is not missed.
    const change = nextChange(watched, stop);
    try {
      await run();
    } catch (error) {
      // A manifest in the middle of an edit is no reason to end.
      if (!(error instanceof UsageError)) throw error;
      terminal.err(`${terminal.errStyle.error('osy:')} ${error.message}\n`);
    }
    terminal.err(terminal.errStyle.dim('waiting for changes; Ctrl+C ends\n'));
    await change;
  }
  return exitCode.clean;
}

/** Resolves after something below `paths` has changed; at once when `stop` is given. */
function nextChange(paths: readonly string[], stop: AbortSignal | undefined): Promise<void> {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  return new Promise<void>((done) => {
    const finish = (): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      done();
    };
    if (stop?.aborted === true) return finish();
    stop?.addEventListener('abort', finish, { once: true });
    const changed = (name: string | null): void => {
      // What has no ending may be a folder that came with sources in it.
      if (name !== null && !name.endsWith('.osy') && name.includes('.')) return;
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    };
    for (const folder of new Set(paths.flatMap(foldersBelow))) {
      try {
        watchers.push(watch(folder, (_, name) => changed(name)).on('error', () => changed(null)));
      } catch {
        // It has gone since it was listed; the folder above it tells.
      }
    }
  });
}

/** The folder and all below it; for a file, the one that it stands in. */
function foldersBelow(path: string): readonly string[] {
  try {
    const inner = readdirSync(path, { withFileTypes: true }).filter(
      (e) => e.isDirectory() && !neverWatched.has(e.name),
    );
    return [path, ...inner.flatMap((e) => foldersBelow(join(path, e.name)))];
  } catch {
    return [dirname(path)];
  }
}
