/** Finds the `.osy` files below a folder: `node_modules`, `.git` and what the ignore files name are left out. */
import type { Ignore } from 'ignore';
import ignore from 'ignore';
import type { FileSystem } from './file-system.ts';

export interface Walked {
  /** Absolute paths in ordinal order. */
  readonly files: readonly string[];
  /** Folders that could not be listed. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  /** What is named like a source and is neither file nor folder: links that lead nowhere or in a circle, pipes. */
  readonly broken: readonly string[];
}

const ignoreFiles = ['.gitignore', '.osyignore'];
const neverEntered = new Set(['node_modules', '.git']);

interface Level {
  /** The folder whose ignore file this is, with a trailing `/`. */
  readonly base: string;
  readonly rules: Ignore;
}

/**
 * Walks `root`. A folder is entered once by its real path, so that links that lead back end the walk.
 * @param root an absolute path with `/`
 */
export function walk(fs: FileSystem, root: string): Walked {
  const files: string[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  const broken: string[] = [];
  const seen = new Set<string>();

  const enter = (folder: string, above: readonly Level[]): void => {
    const real = fs.realPath(folder);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    const listed = fs.list(folder);
    if ('reason' in listed) {
      unreadable.push({ path: folder, reason: listed.reason });
      return;
    }
    const levels = [...above, ...levelsOf(fs, folder)];
    for (const name of [...listed.names].sort(ordinal)) {
      const path = join(folder, name);
      const kind = neverEntered.has(name) ? 'other' : fs.kind(path);
      if (kind === 'folder') {
        if (!ignored(levels, `${path}/`)) enter(path, levels);
      } else if (name.endsWith('.osy') && !ignored(levels, path)) (kind === 'file' ? files : broken).push(path);
    }
  };

  enter(root, levelsAbove(fs, root));
  return { files: files.sort(ordinal), unreadable, broken: broken.sort(ordinal) };
}

/** Ignore files between the repository's root and `folder`; none where there is no repository. */
function levelsAbove(fs: FileSystem, folder: string): Level[] {
  const chain: string[] = [];
  let at = folder;
  while (fs.kind(join(at, '.git')) === 'other') {
    const up = at.slice(0, at.lastIndexOf('/')) || '/';
    if (up === at) return [];
    chain.unshift(up);
    at = up;
  }
  return chain.flatMap((each) => levelsOf(fs, each));
}

function levelsOf(fs: FileSystem, folder: string): Level[] {
  const texts = ignoreFiles.flatMap((name) => fs.readText(join(folder, name)) ?? []);
  if (texts.length === 0) return [];
  const rules = ignore();
  for (const text of texts) rules.add(text);
  return [{ base: folder.endsWith('/') ? folder : `${folder}/`, rules }];
}

/** The nearest ignore file that has something to say about the path decides. */
function ignored(levels: readonly Level[], path: string): boolean {
  for (let i = levels.length - 1; i >= 0; i--) {
    const { base, rules } = levels[i] as Level;
    const relative = path.slice(base.length);
    const verdict = rules.test(relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

/** `a/b` of `a` and `b`; paths here always have `/`. */
export function join(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

export function ordinal(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
