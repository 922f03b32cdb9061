/** Output files: whole or not at all, and only when their content changes. */
import { readFileSync } from 'node:fs';
import { nodeFileSystem, reasonOf } from '../../source/file-system.ts';
import { UsageError } from '../terminal.ts';
import { isDevice, type Staged, stage } from '../write-whole.ts';

/** Whether the file holds exactly this text. */
export function isCurrent(path: string, text: string): boolean {
  try {
    // A pipe would be waited for.
    return !isDevice(path) && readFileSync(path, 'utf8') === text;
  } catch {
    // It is not there yet, or cannot be read: writing tells.
    return false;
  }
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
  const folder = changed.find((o) => nodeFileSystem.kind(o.path) === 'folder');
  if (folder !== undefined) throw new UsageError(`'${folder.shown}' cannot be written: a folder stands there`);
  const staged: Staged[] = [];
  let at: Output | undefined;
  try {
    for (at of changed) staged.push(stage(at.path, at.text));
    changed.forEach((output, i) => {
      at = output;
      staged[i]?.place();
    });
    return changed;
  } catch (error) {
    for (const each of staged) each.discard();
    throw new UsageError(`'${at?.shown}' cannot be written: ${reasonOf(error)}`);
  }
}
