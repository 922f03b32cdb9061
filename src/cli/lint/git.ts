/** What git knows of changed files. */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../terminal.ts';

const run = promisify(execFile);

/**
 * Whether a file (as reports show it) differs from what it was at `revision`: committed since, staged, changed in the working
 * tree, or new and not ignored. Where `revision` is not an ancestor, its last common commit counts: what a branch changed,
 * not what went on elsewhere.
 * @throws UsageError without git, outside of a repository, or for a revision that does not exist
 */
export async function changedSince(revision: string, cwd: string): Promise<(path: string) => boolean> {
  const root = (await git(cwd, ['rev-parse', '--show-toplevel'], 'not-a-repository')).trim();
  const commit = (
    await git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], revision)
  ).trim();
  // A shallow clone has no common commit: then the two trees are compared.
  const base = await git(cwd, ['merge-base', commit, 'HEAD']).then(
    (out) => out.trim(),
    () => commit,
  );
  const [tracked, added] = await Promise.all([
    git(root, ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', base, '--']),
    git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const changed = new Set(
    [...tracked.split('\0'), ...added.split('\0')].filter(Boolean).map((name) => resolve(root, name)),
  );
  const here = real(cwd);
  const known = new Map<string, boolean>();
  return (path) => {
    let is = known.get(path);
    if (is === undefined) {
      const absolute = resolve(here, path);
      // A link in the repository is listed by its own name, and what it leads to by its.
      is = changed.has(absolute) || changed.has(real(absolute));
      known.set(path, is);
    }
    return is;
  };
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function git(cwd: string, args: readonly string[], revision?: string): Promise<string> {
  try {
    const { stdout } = await run('git', [...args], { cwd, maxBuffer: 1 << 28, encoding: 'utf8' });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new UsageError('--since needs git, which is not on this machine');
    if (revision === 'not-a-repository')
      throw new UsageError('--since needs a git repository, and this folder is in none');
    if (revision !== undefined) {
      throw new UsageError(
        `--since: git knows no commit '${revision}' (in CI it may not have been fetched: a shallow clone holds the last commits only)`,
      );
    }
    throw new UsageError(`git ${args[0]} failed: ${(stderr ?? String(error)).trim()}`);
  }
}
