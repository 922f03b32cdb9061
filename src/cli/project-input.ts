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
  const project = await discoverProject(paths, { cwd: terminal.cwd, readManifest, wholeApps: true });
  const apps = project.apps.map((app) => ({
    app,
    program: check(options.tests ? [...app.files, ...app.testFiles] : app.files, { name: app.name }),
  }));
  return { apps, notes: project.notes };
}

/** Files that nobody checks, since the manifest above them forgot them: worth a line, and no failure. */
export function printUncollected(apps: readonly App[], terminal: Terminal): void {
  for (const { uncollected } of apps) {
    const [first] = uncollected;
    if (first === undefined) continue;
    const more = uncollected.length > 1 ? ` (${uncollected.length - 1} more like it)` : '';
    const text = `'${first}' is in no app: no \`model\` or \`tests\` line of the app.osy above it names it${more}`;
    terminal.err(`${terminal.errStyle.warning('osy:')} ${visibleLine(text)}\n`);
  }
}

/** Notes go to standard error, one line each. */
export function printNotes(notes: readonly Note[], terminal: Terminal): void {
  for (const note of notes) terminal.err(`${terminal.errStyle.warning('osy:')} ${visibleLine(note.message)}\n`);
}
