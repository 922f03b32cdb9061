/** `osy init`: a small app to begin with, whole enough to be linted, compiled, run and tested. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nodeFileSystem, reasonOf } from '../source/file-system.ts';
import { exitCode } from './exit-codes.ts';
import { templateFiles } from './init/template.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { makeFolder } from './write-whole.ts';

/** `osy init [NAME]`: into a new folder of that name, or into the current one. Nothing that is there is overwritten. */
export async function initCommand(name: string | undefined, terminal: Terminal): Promise<number> {
  const folder = resolve(terminal.cwd, name ?? '.');
  const app = appName(basename(folder));
  const files = templateFiles(app);
  const there = files.filter((file) => existsSync(join(folder, file.path))).map((file) => file.path);
  if (there.length > 0) {
    throw new UsageError(`nothing was written, since ${there.map((path) => `'${path}'`).join(', ')} exists already`);
  }
  const sources =
    nodeFileSystem.kind(folder) === 'folder' ? readdirSync(folder).filter((entry) => entry.endsWith('.osy')) : [];
  if (sources.length > 0) {
    throw new UsageError(`nothing was written, since there are sources already (${sources.join(', ')})`);
  }
  write(folder, files);
  const shown = name === undefined ? '' : `${name.replace(/[\\/]+$/, '')}/`;
  for (const file of files) terminal.out(`${shown}${file.path}\n`);
  const enter = name === undefined ? '' : `cd ${/^[\w./-]+$/.test(name) ? name : `'${name}'`} && `;
  terminal.err(`App '${app}' is there. Try: ${enter}osy lint && osy test\n`);
  return exitCode.clean;
}

function write(folder: string, files: readonly { readonly path: string; readonly text: string }[]): void {
  try {
    for (const { path, text } of files) {
      const target = join(folder, path);
      makeFolder(dirname(target));
      // `wx`: whatever came in between is not overwritten either.
      writeFileSync(target, text, { flag: 'wx' });
    }
  } catch (error) {
    throw new UsageError(`the app cannot be written: ${reasonOf(error)}`);
  }
}

/** `my-parcels` is `MyParcels`. @throws UsageError when nothing of the name can stand in a source */
function appName(folder: string): string {
  const words = folder.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  if (!/^\p{L}/u.test(name)) {
    throw new UsageError(`'${folder}' gives no name for an app: it must begin with a letter`);
  }
  return name;
}
