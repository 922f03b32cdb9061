/** The resolved model of an app for tools: format `osy.model/1`, described by `schemas/osy.model-1.schema.json`. */
import { AppIndex } from '../../analysis/app-index.ts';
import { bodiesOf } from '../../analysis/bodies.ts';
import type { IrFunction, IrParameter, IrSpan } from '../../ir/ir.ts';
import type {
  ClassModel,
  ClientModel,
  Declared,
  EntityModel,
  EnumModel,
  EventModel,
  StateModel,
  TransitionModel,
  WorkflowModel,
} from '../../ir/model.ts';
import type { Program } from '../../semantics/program.ts';
import { SourceText } from '../diagram/source-text.ts';
import { Docs } from './docs.ts';
import { EffectAnalysis } from './effects.ts';

export const modelFormat = 'osy.model/1';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How rows know each other: by a member that holds a row, or by the rows whose member holds this one. */
export type Relation =
  | {
      readonly kind: 'reference';
      readonly from: string;
      readonly field: string;
      readonly to: string;
      readonly required: boolean;
    }
  | {
      readonly kind: 'collection';
      readonly from: string;
      readonly field: string;
      readonly to: string;
      readonly back: string;
    };

export type ModelDocument = ReturnType<typeof modelDocument>;

/** Everything that the app declares, with what each function and workflow body does. The program must have no errors. */
export function modelDocument(program: Program) {
  const { app } = program;
  const writer = new ModelWriter(program);
  return {
    format: modelFormat,
    app: { name: app.name, egress: app.egress },
    enums: app.enums.map((e) => writer.enum(e)),
    entities: app.entities.map((e) => writer.entity(e)),
    relations: app.entities.flatMap((e) => writer.relations(e)),
    classes: app.classes.map((c) => writer.class(c)),
    clients: app.clients.map((c) => writer.client(c)),
    policies: app.policies.map((p) => ({ name: p.name, ...writer.declared(p) })),
    principals: app.principals.map((p) => ({ name: p.name, ...writer.declared(p) })),
    functions: app.functions.filter((f) => f.kind !== 'fieldInit').map((f) => writer.function(f)),
    workflows: app.workflows.map((w) => writer.workflow(w)),
  };
}

class ModelWriter {
  readonly #program: Program;
  readonly #docs: Docs;
  readonly #effects: EffectAnalysis;
  readonly #text: SourceText;

  constructor(program: Program) {
    this.#program = program;
    this.#docs = new Docs(program);
    this.#effects = new EffectAnalysis(new AppIndex(program.app));
    this.#text = new SourceText(program);
  }

  /** What every declaration has: its text and its place. */
  declared({ file, nameSpan }: Declared) {
    return { ...this.#doc(this.#docs.at(file, nameSpan[0])), at: this.#at(file, nameSpan) };
  }

  enum(e: EnumModel) {
    return {
      name: e.name,
      ...this.declared(e),
      members: e.members.map((m) => ({
        name: m.name,
        value: m.value,
        ...(m.label === undefined ? {} : { label: m.label }),
        ...this.#doc(this.#docs.member(e.file, e.nameSpan[0], m.name)),
      })),
    };
  }

  entity(e: EntityModel) {
    return {
      name: e.name,
      ...this.declared(e),
      ...(e.base === undefined ? {} : { base: e.base }),
      ...(e.abstract === true ? { abstract: true } : {}),
      ...(e.principal === true ? { principal: true } : {}),
      fields: e.fields.map((f) => ({
        name: f.name,
        type: f.t,
        ...this.#doc(this.#docs.at(e.file, f.nameSpan[0])),
        required: f.required,
        ...(f.default === undefined ? {} : { default: this.#text.short(f.default.file, f.default.e.s, 200) }),
        rules: f.rules.map((r) => ({
          rule: r.rule,
          arguments: r.args,
          ...(r.message === undefined ? {} : { message: r.message }),
        })),
      })),
      uniques: e.uniques.map((u) => ({ fields: u.fields, ...(u.message === undefined ? {} : { message: u.message }) })),
      invariants: e.invariants.map((i) => this.#text.short(i.condition.file, i.condition.e.s, 400)),
    };
  }

  relations(e: EntityModel): readonly Relation[] {
    const entities = new Set(this.#program.app.entities.map((each) => each.name));
    return e.fields.flatMap((f): readonly Relation[] => {
      const at = { from: e.name, field: f.name };
      if (f.collection !== undefined)
        return [{ kind: 'collection', ...at, to: f.collection.entity, back: f.collection.back }];
      const to = f.t.replace(/\?$/, '');
      return entities.has(to) ? [{ kind: 'reference', ...at, to, required: f.required }] : [];
    });
  }

  class(c: ClassModel) {
    return {
      name: c.name,
      ...this.declared(c),
      form: c.form,
      typeParameters: c.typeParams,
      ...(c.base === undefined ? {} : { base: c.base }),
      interfaces: c.interfaces,
      ...(c.abstract === true ? { abstract: true } : {}),
      fields: c.fields.map((f) => ({
        name: f.name,
        type: f.t,
        json: f.json,
        public: f.public,
        ...(f.static === true ? { static: true } : {}),
        ...this.#doc(this.#docs.member(c.file, c.nameSpan[0], f.name)),
      })),
      functions: c.functions,
    };
  }

  client(c: ClientModel) {
    return {
      name: c.name,
      ...this.declared(c),
      baseUrl: c.baseUrl,
      operations: c.operations.map((o) => ({
        name: o.name,
        ...this.#doc(this.#docs.at(c.file, o.nameSpan[0])),
        verb: o.verb,
        path: o.path,
        parameters: o.params.map((p) => ({ name: p.name, type: p.t, in: p.in, wire: p.wire })),
        returns: o.returns,
      })),
    };
  }

  function(f: IrFunction) {
    const { calls, effects } = this.#effects.ofFunction(f);
    return {
      key: f.key,
      name: f.name,
      kind: f.kind,
      public: f.public === true,
      ...(f.owner === undefined ? {} : { owner: f.owner }),
      ...this.declared(f),
      parameters: f.params.map(parameter),
      returns: f.returns,
      calls,
      effects,
    };
  }

  workflow(w: WorkflowModel) {
    const { entity, field, enum: enumName } = w.tracks;
    return {
      name: w.key,
      ...this.declared(w),
      tracks: { entity, field, enum: enumName },
      autostart: w.autostart,
      initial: w.initial,
      commit: w.commit,
      ...(w.deadline === undefined ? {} : { deadline: this.#text.duration(w.deadline.within) }),
      events: w.events.map((e) => this.#event(w, e)),
      states: w.states.map((s) => this.#state(w, s)),
      transitions: w.transitions.map((t) => this.#transition(w, t)),
      bodies: bodiesOf(w).map((b) => ({
        of: b.describe.replaceAll('`', ''),
        kind: b.kind,
        ...(b.state === undefined ? {} : { state: b.state.name }),
        ...(b.transition === undefined ? {} : { transition: b.transition.key }),
        at: this.#at(b.body.file, b.body.span),
        ...this.#effects.ofBlock(b.body.block),
      })),
    };
  }

  #event(w: WorkflowModel, e: EventModel) {
    return {
      name: e.name,
      ...this.#doc(this.#docs.at(w.file, e.nameSpan[0])),
      at: this.#at(w.file, e.nameSpan),
      parameters: e.params.map(parameter),
      authorized: e.authorize !== undefined,
      correlated: e.correlateOn !== undefined,
    };
  }

  #state(w: WorkflowModel, s: StateModel) {
    return {
      name: s.name,
      ...this.#doc(this.#docs.at(w.file, s.nameSpan[0])),
      at: this.#at(w.file, s.nameSpan),
      kind: stateKinds[s.stateType],
      ...(s.terminal === undefined ? {} : { outcome: s.terminal.outcome }),
      slots: s.slots.map((slot) => ({
        name: slot.name,
        event: slot.event,
        requires: slot.requires.map((r) => r.name),
      })),
      timers: s.timers.map((t) => ({
        key: t.key,
        kind: t.kind,
        ...(t.slot === undefined ? {} : { slot: t.slot }),
        after: this.#text.duration(t.within),
        ...(t.thenEvery === undefined ? {} : { thenEvery: this.#text.duration(t.thenEvery) }),
        accrues: t.accrues,
        ...(t.transition === undefined ? {} : { transition: t.transition }),
      })),
      ...(s.child === undefined ? {} : { child: { name: s.child.name, workflow: s.child.workflow } }),
    };
  }

  #transition(w: WorkflowModel, t: TransitionModel) {
    return {
      key: t.key,
      kind: t.kind,
      trigger: t.trigger,
      at: this.#at(w.file, t.nameSpan),
      ...(t.from === undefined ? {} : { from: t.from }),
      ...(t.event === undefined ? {} : { event: t.event }),
      ...(t.slot === undefined ? {} : { slot: t.slot }),
      ...(t.child === undefined ? {} : { child: t.child }),
      ...(t.condition === undefined ? {} : { condition: this.#text.setting(t.condition, 400) }),
      targets: t.targets,
      mayStay: t.mayStay,
    };
  }

  #doc(doc: string | undefined): { readonly doc?: string } {
    return doc === undefined ? {} : { doc };
  }

  #at(file: number, span: IrSpan): Place {
    const source = this.#program.files[file];
    return { file: source?.path ?? '', ...(source?.position(span[0]) ?? { line: 1, column: 1 }) };
  }
}

const stateKinds = { 1: 'initial', 2: 'intermediate', 3: 'finish', 4: 'subflow' } as const;

function parameter(p: IrParameter) {
  return {
    name: p.name,
    type: p.t,
    ...(p.mode === undefined ? {} : { mode: p.mode }),
    ...(p.default === undefined ? {} : { optional: true }),
  };
}
