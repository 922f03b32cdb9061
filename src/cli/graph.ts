/** `osy graph`: an app's workflows, or its calls, as a picture. */
import { resolve } from 'node:path';
import {
  callPicture,
  drawPictures,
  type Picture,
  type PictureFormat,
  statePicture,
} from '../bindings/diagram/index.ts';
import type { WorkflowModel } from '../ir/model.ts';
import type { Program } from '../semantics/program.ts';
import { reportErrors } from './compile/errors.ts';
import { writeAll } from './compile/output.ts';
import { onlyApp } from './compile.ts';
import { exitCode } from './exit-codes.ts';
import { refuseInputs } from './inputs.ts';
import { printNotes, readProject } from './project-input.ts';
import { type Terminal, UsageError } from './terminal.ts';

export interface GraphOptions {
  readonly format: PictureFormat;
  /** Names of workflows, short or full; none: all. */
  readonly workflow: readonly string[];
  readonly calls?: boolean;
  readonly output?: string;
}

/** `osy graph [paths…]` */
export async function graphCommand(
  paths: readonly string[],
  options: GraphOptions,
  terminal: Terminal,
): Promise<number> {
  const { apps, notes } = await readProject(paths, terminal, { tests: false });
  printNotes(notes, terminal);
  if (notes.length > 0 || apps.length === 0) return exitCode.usage;
  const { program } = onlyApp(apps);
  if (reportErrors(program, 'nothing was drawn', terminal)) return exitCode.findings;
  const text = await drawPictures(picturesOf(program, options), options.format);
  if (options.output === undefined || options.output === '-') terminal.out(text);
  else {
    const output = { path: resolve(terminal.cwd, options.output), shown: options.output, text };
    refuseInputs(
      [output],
      program.files.map((file) => file.path),
      terminal.cwd,
    );
    const changed = writeAll([output]).length > 0;
    terminal.err(`${output.shown}: ${changed ? 'written' : 'unchanged'}\n`);
  }
  return exitCode.clean;
}

function picturesOf(program: Program, options: GraphOptions): readonly Picture[] {
  const wanted = options.workflow.map((name) => findWorkflow(program, name));
  if (options.calls === true) {
    const workflows = wanted.length === 0 ? {} : { workflows: new Set(wanted.map((w) => w.key)) };
    return [callPicture(program, workflows)];
  }
  const shown = wanted.length === 0 ? program.app.workflows : wanted;
  if (shown.length === 0) throw new UsageError(`app '${program.app.name}' has no workflow to draw`);
  return shown.map((w) => statePicture(program, w));
}

function findWorkflow({ app }: Program, name: string): WorkflowModel {
  const found = app.workflows.filter((w) => w.key === name || w.key.endsWith(`.${name}`));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const names = app.workflows.map((w) => w.key).join(', ');
  throw new UsageError(
    found.length === 0
      ? `there is no workflow '${name}'${names === '' ? '' : `; there are ${names}`}`
      : `'${name}' names ${found.length} workflows (${found.map((w) => w.key).join(', ')}); use the full name`,
  );
}
