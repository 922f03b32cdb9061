/** Output files: whole or not at all, and only when their content changes. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../terminal.ts';

/** Whether the file holds exactly this text. */
export function isCurrent(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    // It is not there yet, or cannot be read: writing tells.
    return false;
  }
}

/**
 * Writes a file beside its place and then puts it there, so that no reader meets half of it.
 * @param shown how messages name it
 * @returns whether the file changed
 * @throws UsageError when it cannot be written
 */
export function writeWhole(path: string, shown: string, text: string): boolean {
  return writeAll([{ path, shown, text }]).length > 0;
}

export interface Output {
  readonly path: string;
  /** As messages name it. */
  readonly shown: string;
  readonly text: string;
}

/**
 * Writes several files, all or none: each is written beside its place first, and only when all stand there are they put in
 * place.
 * @returns the files that changed
 * @throws UsageError when one cannot be written
 */
export function writeAll(outputs: readonly Output[]): readonly Output[] {
  const changed = outputs.filter((o) => !isCurrent(o.path, o.text));
  const temporary = (o: Output): string => `${o.path}.${process.pid}.tmp`;
  const folder = changed.find((o) => statSync(o.path, { throwIfNoEntry: false })?.isDirectory() === true);
  if (folder !== undefined) throw new UsageError(`'${folder.shown}' cannot be written: a folder stands there`);
  let at: Output | undefined;
  try {
    for (at of changed) {
      mkdirSync(dirname(at.path), { recursive: true });
      writeFileSync(temporary(at), at.text);
    }
    for (at of changed) renameSync(temporary(at), at.path);
    return changed;
  } catch (error) {
    for (const o of changed) rmSync(temporary(o), { force: true });
    throw new UsageError(`'${at?.shown}' cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
