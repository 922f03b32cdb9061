import { posix } from 'node:path';
import glob from 'fast-glob';
import picomatch from 'picomatch';

/** Globs of a manifest or the command line, which match texts without a file as they would match a file. */
export function overlaidGlob(
  texts: ReadonlyMap<string, string>,
): (pattern: string, folder: string) => Promise<readonly string[]> {
  return async (pattern, folder) => {
    const found = await glob.glob(pattern, {
      cwd: folder,
      absolute: true,
      // A glob over a link that leads back would not end.
      followSymbolicLinks: false,
      suppressErrors: true,
      ignore: ['**/node_modules/**', '**/.git/**'],
    });
    const matches = picomatch(pattern.replace(/^\.\//, ''));
    const added = [...texts.keys()].filter((path) => matches(posix.relative(folder, path)));
    return [...new Set([...found, ...added])];
  };
}
