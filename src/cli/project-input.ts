/** From paths on the command line to checked apps. */
import { visibleLine } from '../report/visible.ts';
import { check } from '../semantics/check.ts';
import { readManifest } from '../semantics/manifest.ts';
import type { Program } from '../semantics/program.ts';
import { type App, discoverProject, type Note } from '../source/project.ts';
import type { Terminal } from './terminal.ts';

export interface CheckedApp {
  readonly app: App;
  readonly program: Program;
}

export interface ProjectInput {
  readonly apps: readonly CheckedApp[];
  readonly notes: readonly Note[];
}

/** Finds and checks the apps that the paths name. `tests`: with their test files. */
export async function readProject(
  paths: readonly string[],
  terminal: Terminal,
  options: { readonly tests: boolean },
): Promise<ProjectInput> {
  const project = await discoverProject(paths, { cwd: terminal.cwd, readManifest });
  const apps = project.apps.map((app) => ({
    app,
    program: check(options.tests ? [...app.files, ...app.testFiles] : app.files, { name: app.name }),
  }));
  return { apps, notes: project.notes };
}

/** Notes go to standard error, one line each. */
export function printNotes(notes: readonly Note[], terminal: Terminal): void {
  for (const note of notes) terminal.err(`${terminal.errStyle.warning('osy:')} ${visibleLine(note.message)}\n`);
}
