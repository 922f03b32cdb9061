/** The file system as lint reads it: steadily, and with texts in place of files where a run has its own. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type FileSystem, nodeFileSystem } from '../../source/file-system.ts';

const mostReads = 3;

/** A pipe that has taken a file's place since it was listed is opened, and seen to be one, without waiting for a writer. */
const openMode = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file again when it changed while it was read: half of one text and half of another would give findings on a program
 * that nobody wrote. One that never rests is told as unreadable.
 */
export const steadyFileSystem: FileSystem = { ...nodeFileSystem, read: readSteadily };

function readSteadily(path: string): ReturnType<FileSystem['read']> {
  try {
    for (let n = 0; n < mostReads; n++) {
      const read = readOnce(path);
      if (read !== undefined) return read;
    }
    return { reason: 'it changes while it is being read' };
  } catch {
    // Its words for what went wrong.
    return nodeFileSystem.read(path);
  }
}

/** Undefined where the file was not the same before and after. */
function readOnce(path: string): ReturnType<FileSystem['read']> | undefined {
  const descriptor = openSync(path, openMode);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    if (!before.isFile()) return { reason: 'it is no file any more' };
    const bytes = readFileSync(descriptor);
    const after = fstatSync(descriptor, { bigint: true });
    const same = before.mtimeNs === after.mtimeNs && before.size === after.size && after.size === BigInt(bytes.length);
    return same ? { bytes } : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** `below` with `texts` in place of some files, which need not exist. Keys are absolute paths with `/`. */
export function overlaid(below: FileSystem, texts: ReadonlyMap<string, string>): FileSystem {
  if (texts.size === 0) return below;
  const folders = new Map<string, string[]>();
  for (const path of texts.keys()) {
    const folder = posix.dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), posix.basename(path)]);
  }
  const encoder = new TextEncoder();
  return {
    kind: (path) => (texts.has(path) ? 'file' : below.kind(path)),
    list(path) {
      const listed = below.list(path);
      const added = folders.get(path);
      if (added === undefined || 'reason' in listed) return listed;
      return { names: [...new Set([...listed.names, ...added])] };
    },
    read(path) {
      const text = texts.get(path);
      return text === undefined ? below.read(path) : { bytes: encoder.encode(text) };
    },
    readText: (path) => below.readText(path),
    realPath: (path) => below.realPath(path) ?? (texts.has(path) ? path : undefined),
  };
}
