/**
 * Programs that do not know where they were compiled: paths are relative to the app's own folder and lines end in LF, so
 * that a checkout on another machine, in another folder, with `core.autocrlf`, gives the same bytes (pipeline.md §10).
 */
import { posix } from 'node:path';
import { check } from '../../semantics/check.ts';
import { readManifest } from '../../semantics/manifest.ts';
import type { Program } from '../../semantics/program.ts';
import { type App, discoverProject, type Note } from '../../source/project.ts';
import { SourceFile } from '../../source/source.ts';
import type { Terminal } from '../terminal.ts';

export interface FoundApps {
  readonly apps: readonly App[];
  readonly notes: readonly Note[];
}

/** The apps that the paths name, not yet checked. */
export function findApps(paths: readonly string[], terminal: Terminal): Promise<FoundApps> {
  return discoverProject(paths, { cwd: terminal.cwd, readManifest, wholeApps: true });
}

/** Checks an app, without its tests, as every machine sees it. */
export function checkPortable(app: App): Program {
  return check(
    app.files.map((file) => portable(file, app.root)),
    { name: app.name },
  );
}

/** Checks an app with the paths and offsets of this machine: for messages. */
export function checkHere(app: App): Program {
  return check(app.files, { name: app.name });
}

function portable(file: SourceFile, root: string): SourceFile {
  return new SourceFile(posix.relative(root, file.path), file.text.replace(/\r\n?/g, '\n'));
}
