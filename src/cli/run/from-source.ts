import { lower } from '../../definition/lowering.ts';
import { compileErrors } from '../../lint/lint.ts';
import { findingsSummary, prettyFindings } from '../../report/findings-pretty.ts';
import { onlyApp } from '../compile.ts';
import { printNotes, readProject } from '../project-input.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { compilerName } from '../version.ts';
import type { Runnable } from './input.ts';

/** Compiles an app in memory; prints its errors, if it has any. */
export async function readSources(path: string, terminal: Terminal): Promise<Runnable | undefined> {
  const { apps, notes } = await readProject([path], terminal, { tests: false });
  printNotes(notes, terminal);
  if (notes.length > 0) throw new UsageError('nothing was run, since not all of the app can be read');
  if (apps.length === 0) throw new UsageError(`there is nothing to run in '${path}'`);
  const { program } = onlyApp(apps);
  const errors = compileErrors(program);
  if (errors.length > 0) {
    const summary = findingsSummary(errors, program.files.length, terminal.errStyle);
    terminal.err(`${prettyFindings(errors, terminal.errStyle)}\n${summary}; nothing was run\n`);
    return undefined;
  }
  return { definition: lower(program, { compiler: compilerName }), fromSource: true, units: async () => program.units };
}
