/** Writing a file whole or not at all. */
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { nodeFileSystem } from '../source/file-system.ts';

const { kind } = nodeFileSystem;

/** A number in the names of temporary files: two writes of one process never meet. */
let written = 0;

/** Content that is complete, but not in its place yet. One of the two has to be called. */
export interface Staged {
  /** Puts it there: a reader sees the old content or the new. @throws what the file system throws */
  readonly place: () => void;
  readonly discard: () => void;
}

/**
 * Writes beside the file. A link stays a link; its target is what changes. What is no file (a terminal, a pipe,
 * `/dev/null`) is written to when it is placed, and never replaced.
 * @param mode permissions; without them, those of a new file
 * @throws what the file system throws; then nothing is left behind
 */
export function stage(path: string, content: string | Uint8Array, mode?: number): Staged {
  const target = targetOf(path);
  if (isDevice(target)) return { place: () => writeFileSync(target, content), discard: () => {} };
  const temporary = `${target}.${process.pid}-${written++}.tmp`;
  const discard = (): void => rmSync(temporary, { force: true });
  try {
    makeFolder(dirname(target));
    writeFileSync(temporary, content);
    if (mode !== undefined) chmodSync(temporary, mode);
  } catch (error) {
    discard();
    throw error;
  }
  return { place: () => renameSync(temporary, target), discard };
}

/**
 * Writes a file so that a failure leaves the old content (see `stage`).
 * @throws what the file system throws
 */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const staged = stage(path, content, mode);
  try {
    staged.place();
  } catch (error) {
    staged.discard();
    throw error;
  }
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends below `/proc`, where nothing can be made.
 * @throws what the file system throws
 */
export function makeFolder(path: string): void {
  if (kind(path) === 'folder') return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (kind(path) !== 'folder') throw error;
  }
}

/** Neither a file nor a folder: a terminal, a pipe, a socket. */
export function isDevice(path: string): boolean {
  return kind(path) === 'other' && isThere(path);
}

function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

function targetOf(path: string): string {
  try {
    const target = realpathSync(path);
    // `/dev/stdout` leads to a name that cannot be opened (`pipe:[1234]`); by its own it can.
    return isThere(target) ? target : path;
  } catch {
    // It is not there yet, or such a link.
    return path;
  }
}
