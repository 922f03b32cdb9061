/** Paths with `/` on every system: what reports show, and what globs and maps compare. */
import { posix } from 'node:path';

export function slashes(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** Relative to the working folder, `.` for itself. Both are absolute. */
export function shownFrom(cwd: string, path: string): string {
  return posix.relative(cwd, path) || '.';
}
