/** `osy model`: what an app declares and does, for tools and for people. */
import { type ModelDocument, modelDocument } from '../bindings/model/model-document.ts';
import type { Style } from '../report/style.ts';
import { reportErrors } from './compile/errors.ts';
import { onlyApp } from './compile.ts';
import { exitCode } from './exit-codes.ts';
import { printNotes, readProject } from './project-input.ts';
import type { Terminal } from './terminal.ts';

export interface ModelOptions {
  readonly json?: boolean;
}

/** `osy model [paths…] [--json]` */
export async function modelCommand(
  paths: readonly string[],
  options: ModelOptions,
  terminal: Terminal,
): Promise<number> {
  const { apps, notes } = await readProject(paths, terminal, { tests: false });
  printNotes(notes, terminal);
  if (notes.length > 0 || apps.length === 0) return exitCode.usage;
  const { program } = onlyApp(apps);
  if (reportErrors(program, 'there is no model', terminal)) return exitCode.findings;
  const model = modelDocument(program);
  terminal.out(options.json === true ? `${JSON.stringify(model, null, 2)}\n` : outline(model, terminal.style));
  return exitCode.clean;
}

/** A page to look at: names, types, and what functions do. */
function outline(model: ModelDocument, style: Style): string {
  const lines: string[] = [style.strong(`app ${model.app.name}`)];
  for (const e of model.enums) lines.push(`enum ${style.strong(e.name)}  ${e.members.map((m) => m.name).join(', ')}`);
  for (const e of model.entities) {
    lines.push(`entity ${style.strong(e.name)}`, ...e.fields.map((f) => `  ${f.name}: ${f.type}`));
  }
  for (const c of model.classes) {
    lines.push(`${c.form} ${style.strong(c.name)}`, ...c.fields.map((f) => `  ${f.name}: ${f.type}`));
  }
  for (const c of model.clients) {
    lines.push(`client ${style.strong(c.name)} ${style.dim(c.baseUrl)}`);
    for (const o of c.operations) {
      const params = o.parameters.map((p) => `${p.name}: ${p.type}`).join(', ');
      lines.push(`  ${o.name}(${params}): ${o.returns} ${style.dim(`${o.verb} ${o.path}`)}`);
    }
  }
  for (const f of model.functions)
    lines.push(`function ${style.strong(f.key)}: ${f.returns}`, ...effectLines(f.effects, style));
  for (const w of model.workflows) {
    lines.push(`workflow ${style.strong(w.name)} ${style.dim(`${w.tracks.entity}.${w.tracks.field}`)}`);
    lines.push(`  states ${w.states.map((s) => s.name).join(', ')}`);
    if (w.events.length > 0) lines.push(`  events ${w.events.map((e) => e.name).join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function effectLines(effects: ModelDocument['functions'][number]['effects'], style: Style): readonly string[] {
  return Object.entries(effects)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `  ${style.dim(kind)} ${names.join(', ')}`);
}
