/** `--watch`: waits until a source file is changed, comes or goes. */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Editors write in several steps, and `git checkout` many files: a change counts once it has been quiet for this long. */
const quietMs = 120;

const neverWatched = new Set(['node_modules', '.git']);

/** Resolves after something below `paths` has changed; at once when `stop` is given. */
export function nextChange(paths: readonly string[], stop: AbortSignal | undefined): Promise<void> {
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
