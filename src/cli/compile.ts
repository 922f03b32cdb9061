import { resolve } from 'node:path';
import { lower, writeDefinition } from '../definition/lowering.ts';
import { reportErrors } from './compile/errors.ts';
import { writeWhole } from './compile/output.ts';
import { exitCode } from './exit-codes.ts';
import { type CheckedApp, printNotes, readProject } from './project-input.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { compilerName } from './version.ts';

export interface CompileOptions {
  /** A file, or `-` for standard output. */
  readonly output: string;
  readonly commit?: 'atomic' | 'perStep';
}

/** `osy compile [paths…] -o FILE` */
export async function compileCommand(
  paths: readonly string[],
  options: CompileOptions,
  terminal: Terminal,
): Promise<number> {
  const { apps, notes } = await readProject(paths, terminal, { tests: false });
  printNotes(notes, terminal);
  if (notes.length > 0 || apps.length === 0) return exitCode.usage;
  const app = onlyApp(apps);
  if (reportErrors(app.program, 'nothing was written', terminal)) return exitCode.findings;
  const definition = lower(app.program, {
    compiler: compilerName,
    ...(options.commit === undefined ? {} : { commit: options.commit }),
  });
  const text = writeDefinition(definition);
  if (options.output === '-') terminal.out(text);
  else {
    const changed = writeWhole(resolve(terminal.cwd, options.output), options.output, text);
    terminal.err(
      `${options.output}: ${definition.workflows.length} workflow${definition.workflows.length === 1 ? '' : 's'} of app '${definition.app.name}'${changed ? '' : ' (unchanged)'}\n`,
    );
  }
  return exitCode.clean;
}

/** @throws UsageError when the paths name several apps */
export function onlyApp(apps: readonly CheckedApp[]): CheckedApp {
  const [first, ...rest] = apps;
  if (first === undefined || rest.length > 0) {
    throw new UsageError(
      `these paths hold ${apps.length} apps (${apps.map((a) => a.app.root).join(', ')}); name one of them`,
    );
  }
  return first;
}
