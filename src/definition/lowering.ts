/** From the checked program to the document that runs (pipeline.md §10). */
import type { IrFunction } from '../ir/ir.ts';
import type { WorkflowModel } from '../ir/model.ts';
import type { Program } from '../semantics/program.ts';
import { canonicalDocument } from './canonical.ts';
import { type Definition, definitionFormat, pipelineTables, type WorkflowDefinition } from './document.ts';
import { sha256, Versions } from './version.ts';

export interface LowerOptions {
  /** `osy 0.1.0` */
  readonly compiler: string;
  /** Replaces each workflow's own mode, except that `[Commit(PerStep)]` stays (`osy compile --commit perStep`). */
  readonly commit?: 'atomic' | 'perStep';
  /** Keep tests and fixtures, for `osy test`. */
  readonly tests?: boolean;
}

/**
 * Builds the document of a program without errors.
 * @throws Error when the program has errors: its bodies are not whole
 */
export function lower(program: Program, options: LowerOptions): Definition {
  if (!program.ok) throw new Error('a program with errors has no definition');
  const { app } = program;
  const keep = (fn: IrFunction) => options.tests === true || (fn.kind !== 'test' && fn.kind !== 'fixture');
  const versions = new Versions(app);
  const functions = app.functions.filter(keep).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    format: definitionFormat,
    compiler: options.compiler,
    app: { name: app.name, egress: app.egress },
    sources: program.files.map((file) => ({ path: file.path, sha256: sha256(file.text), lines: file.lineStarts })),
    pipeline: { ...pipelineTables, commit: options.commit ?? pipelineTables.commit },
    types: { enums: app.enums, entities: app.entities, classes: app.classes, clients: app.clients },
    policies: app.policies,
    principals: app.principals,
    functions: Object.fromEntries(functions.map((fn) => [fn.key, fn])),
    workflows: app.workflows.map((workflow) => withVersion(workflow, versions, options)),
    ...(options.tests === true ? { tests: app.tests } : {}),
  };
}

/** The bytes of the file: the same program gives the same bytes on every machine. */
export function writeDefinition(definition: Definition): string {
  return canonicalDocument(definition);
}

function withVersion(workflow: WorkflowModel, versions: Versions, options: LowerOptions): WorkflowDefinition {
  const commit = options.commit === 'perStep' ? 'perStep' : workflow.commit;
  const model = { ...workflow, commit } satisfies WorkflowModel;
  return { ...model, version: versions.of(model) };
}
