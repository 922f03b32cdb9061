/** What project discovery asks of the file system. The node implementation is the only place here that touches it. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';

export interface FileSystem {
  /** Follows links. `other` is everything that is neither, also what does not exist. */
  kind(path: string): 'file' | 'folder' | 'other';
  list(path: string): { readonly names: readonly string[] } | { readonly reason: string };
  read(path: string): { readonly bytes: Uint8Array } | { readonly reason: string };
  /** A small text file such as `.gitignore`; undefined where there is none. */
  readText(path: string): string | undefined;
  /** The path without links; undefined where it leads nowhere or in a circle. */
  realPath(path: string): string | undefined;
}

export const nodeFileSystem: FileSystem = {
  kind(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : 'other';
    } catch {
      return 'other';
    }
  },
  list(path) {
    try {
      return { names: readdirSync(path) };
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  },
  read(path) {
    try {
      return { bytes: readFileSync(path) };
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  },
  readText(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
  realPath(path) {
    try {
      return realpathSync.native(path).replaceAll('\\', '/');
    } catch {
      return undefined;
    }
  },
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or folder',
  EEXIST: 'something else is there already',
  ENOTDIR: 'what should be a folder above it is none',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the file system is read-only',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
};

/** What the file system threw, in words for the one who named the file: without codes, calls and absolute paths. */
export function reasonOf(error: unknown): string {
  const { code, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return reasons[code ?? ''] ?? message;
}
