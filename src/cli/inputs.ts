/** What a run reads must not be what it writes: a typing mistake in `-o` is no reason to lose a source. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './terminal.ts';

/**
 * @param inputs paths of files, relative to `cwd` or absolute
 * @throws UsageError when an output is an input, by whatever path or link it is named
 */
export function refuseInputs(
  outputs: readonly { readonly path: string; readonly shown: string }[],
  inputs: readonly string[],
  cwd: string,
): void {
  const read = new Set(inputs.map((path) => real(resolve(cwd, path))));
  for (const { path, shown } of outputs) {
    if (read.has(real(path))) {
      throw new UsageError(`'${shown}' is read in this run, and would be overwritten; name another file to write`);
    }
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // What is not there yet is no input.
    return path;
  }
}
