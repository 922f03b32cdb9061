/** Writing a file whole or not at all. */
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A number in the names of temporary files: two writes of one process never meet. */
let written = 0;

/**
 * Writes beside the file and moves it into place: a reader sees the old content or the new, and a failure leaves the old.
 * A link stays a link; its target is what changes.
 * @param mode permissions; without them, those of a new file
 * @throws what the file system throws
 */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const target = targetOf(path);
  const temporary = `${target}.${process.pid}-${written++}.tmp`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(temporary, content);
    if (mode !== undefined) chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there yet.
    return path;
  }
}
