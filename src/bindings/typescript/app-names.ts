/** Decides what everything of an app is called in its TypeScript module. */
import type { IrFunction } from '../../ir/ir.ts';
import type { AppModel, ClassModel, ClientModel, EntityModel, WorkflowModel } from '../../ir/model.ts';
import type { AppNames } from '../host/types.ts';
import { camelNames, TypeNames } from './identifiers.ts';
import { TypeText } from './type-text.ts';

/** What a row has before its own members. */
const rowMembers = new Set(['id', 'createdAt', 'modifiedAt', 'createdBy', 'modifiedBy', '$entity']);
/** What the app's object has beside its workflows. */
const appMembers = new Set(['engine', 'unit', 'transact', 'functions']);

/** Names of the module's own types, in this order. */
export const moduleTypes = ['osy', 'names', 'createApp', 'App', 'Unit', 'Functions', 'Clients'] as const;

export interface NamedEntity {
  readonly model: EntityModel;
  /** Its members by their Osy names, bases' included. */
  readonly members: ReadonlyMap<string, string>;
}

export interface NamedFunction {
  readonly name: string;
  readonly fn: IrFunction;
}

/** Everything that is generated, by the name that it gets. */
export interface ModuleNames {
  readonly types: TypeNames;
  readonly text: TypeText;
  readonly entities: ReadonlyMap<string, NamedEntity>;
  readonly workflows: ReadonlyMap<string, WorkflowModel>;
  readonly clients: ReadonlyMap<string, ClientModel>;
  readonly functions: readonly NamedFunction[];
  /** Names of operations by their keys, for each client. */
  readonly operations: ReadonlyMap<ClientModel, ReadonlyMap<string, string>>;
  readonly table: AppNames;
}

export function nameApp(app: AppModel): ModuleNames {
  const types = new TypeNames(
    [...app.enums, ...app.entities, ...classesOf(app), ...app.clients]
      .map((d) => d.name)
      .concat(app.workflows.map((w) => w.key)),
    moduleTypes,
  );
  const text = new TypeText(types);
  const keys = (names: readonly string[]): ReadonlyMap<string, string> => {
    const typeNames = names.map((name) => types.of(name) ?? name);
    const camel = camelNames(typeNames);
    return new Map(names.map((name, i) => [name, camel.get(typeNames[i] as string) as string]));
  };
  const entityKeys = keys(app.entities.map((e) => e.name));
  const clientKeys = keys(app.clients.map((c) => c.name));
  const workflowNames = app.workflows.map((w) => types.of(w.key) ?? w.key);
  const workflowKeys = camelNames(workflowNames, appMembers);
  const entities = new Map(app.entities.map((e) => [entityKeys.get(e.name) as string, nameEntity(e, app)]));
  const workflows = new Map(app.workflows.map((w, i) => [workflowKeys.get(workflowNames[i] as string) as string, w]));
  const clients = new Map(app.clients.map((c) => [clientKeys.get(c.name) as string, c]));
  const operations = new Map(app.clients.map((c) => [c, overloads(c.operations.map((o) => [o.key, o.name]))]));
  const functions = nameFunctions(app, text);
  const table: AppNames = {
    app: app.name,
    entities: mapOf(entities, ({ model, members }) => ({ entity: model.name, members: inverse(members) })),
    workflows: mapOf(workflows, (w) => ({
      workflow: w.key,
      raise: inverse(camelNames(w.events.map((e) => e.name))),
      correlate: inverse(camelNames(w.events.filter((e) => e.correlateOn !== undefined).map((e) => e.name))),
      assign: inverse(camelNames(w.states.flatMap((s) => s.slots).map((s) => s.name))),
    })),
    functions: Object.fromEntries(functions.map(({ name, fn }) => [name, fn.key])),
    clients: mapOf(clients, (c) => ({
      client: c.name,
      operations: inverse(operations.get(c) ?? new Map()),
    })),
  };
  return { types, text, entities, workflows, clients, functions, operations, table };
}

/** Classes that values have in TypeScript: all but exceptions, which are thrown and not handed over. */
export function classesOf(app: AppModel): readonly ClassModel[] {
  const byName = new Map(app.classes.map((c) => [c.name, c]));
  const isException = (c: ClassModel): boolean => {
    if (c.base === undefined) return false;
    const base = byName.get(c.base.replace(/<.*$/, ''));
    // A base that is not the app's own is one of the library's exceptions.
    return base === undefined || isException(base);
  };
  return app.classes.filter((c) => !isException(c));
}

function nameEntity(model: EntityModel, app: AppModel): NamedEntity {
  const lineage: EntityModel[] = [];
  for (let at: EntityModel | undefined = model; at !== undefined; ) {
    lineage.unshift(at);
    const { base }: EntityModel = at;
    at = base === undefined ? undefined : app.entities.find((e) => e.name === base);
  }
  return {
    model,
    members: camelNames(
      lineage.flatMap((e) => e.fields).map((f) => f.name),
      rowMembers,
    ),
  };
}

/** Public functions whose types TypeScript can say. */
function nameFunctions(app: AppModel, text: TypeText): readonly NamedFunction[] {
  const callable = app.functions.filter(
    (f) =>
      f.kind === 'function' &&
      f.public === true &&
      (f.typeParams ?? []).length === 0 &&
      f.params.every((p) => p.mode === undefined && text.expressible(p.t)) &&
      (f.returns === 'void' || text.expressible(f.returns)),
  );
  const names = overloads(callable.map((f) => [f.key, f.name]));
  return callable.map((fn) => ({ name: names.get(fn.key) as string, fn }));
}

/** Overloads are told apart by a number: `find`, `find2`. */
function overloads(named: readonly (readonly [key: string, name: string])[]): ReadonlyMap<string, string> {
  const camel = camelNames([...new Set(named.map(([, name]) => name))]);
  const used = new Set(camel.values());
  const seen = new Set<string>();
  return new Map(
    named.map(([key, name]) => {
      const first = camel.get(name) as string;
      let own = first;
      if (seen.has(first)) for (let n = 2; used.has(own); n++) own = `${first}${n}`;
      seen.add(first);
      used.add(own);
      return [key, own];
    }),
  );
}

function inverse(names: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...names].map(([from, to]) => [to, from]));
}

function mapOf<T, R>(map: ReadonlyMap<string, T>, to: (value: T) => R): Record<string, R> {
  return Object.fromEntries([...map].map(([key, value]) => [key, to(value)]));
}
