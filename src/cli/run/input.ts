/** What `osy run` runs: an app from its sources, or a definition alone. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Definition } from '../../definition/document.ts';
import { loadDefinition } from '../../definition/loader.ts';
import { nodeFileSystem, reasonOf } from '../../source/file-system.ts';
import type { CompilationUnit } from '../../syntax/tree.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export interface Runnable {
  readonly definition: Definition;
  /** What scripts are checked against. */
  readonly units: () => Promise<readonly CompilationUnit[]>;
  /** Sources by path, to show the lines of a script's errors; empty for a definition alone. */
  readonly fromSource: boolean;
}

/**
 * Reads a project or a definition.
 * @returns undefined when the app has errors, which have been printed
 * @throws UsageError when it cannot be read, or is refused
 */
export async function readRunnable(path: string, terminal: Terminal): Promise<Runnable | undefined> {
  const absolute = resolve(terminal.cwd, path);
  const isFile = nodeFileSystem.kind(absolute) === 'file';
  return isFile && path.endsWith('.json')
    ? readDefinition(path, absolute)
    : (await import('./from-source.ts')).readSources(path, terminal);
}

async function readDefinition(path: string, absolute: string): Promise<Runnable> {
  let text: string;
  try {
    text = readFileSync(absolute, 'utf8');
  } catch (error) {
    throw new UsageError(`'${path}' cannot be read: ${reasonOf(error)}`);
  }
  const loaded = await loadDefinition(text);
  if ('error' in loaded) {
    const at = loaded.error.pointer === '' ? '' : ` at ${loaded.error.pointer}`;
    throw new UsageError(`'${path}' is refused${at}: ${loaded.error.message}`);
  }
  const { definition } = loaded;
  return {
    definition,
    fromSource: false,
    units: async () => {
      const [{ outline }, { parse }] = await Promise.all([import('./outline.ts'), import('../../syntax/parse.ts')]);
      return outline(definition).map((file) => parse(file).unit);
    },
  };
}
