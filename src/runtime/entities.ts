/** The app's entities as the engine uses them: members with inheritance resolved, and the schema of their store. */
import type { Definition } from '../definition/document.ts';
import type { IrType } from '../ir/ir.ts';
import type { EntityField, EntityModel } from '../ir/model.ts';
import { parseIrType } from '../ir/types.ts';
import type { ColumnSchema, StoreSchema } from '../stores/contract.ts';
import type { RowRecord } from '../stores/records.ts';
import { zeroOf } from './codec.ts';
import { columnOf } from './columns.ts';
import type { Value } from './library/values.ts';
import type { CompiledExpression, Program } from './program.ts';
import { membersSought, planOfItem } from './query/plan.ts';

export interface FieldInfo {
  readonly name: string;
  readonly model: EntityField;
  /** Of `RowRecord.pending`; members beyond the thirtieth share all bits. */
  readonly bit: number;
  readonly initial: CompiledExpression | undefined;
  readonly zero: Value;
  /** The entity that a reference names. */
  readonly reference: string | undefined;
  readonly immutable: boolean;
  /** A workflow moves it, and nobody else may. */
  readonly tracked: boolean;
}

export interface EntityInfo {
  readonly name: string;
  readonly model: EntityModel;
  readonly root: string;
  /** Base's members first; without inverse collections. */
  readonly fields: readonly FieldInfo[];
  readonly byName: ReadonlyMap<string, FieldInfo>;
  readonly collections: ReadonlyMap<string, { readonly entity: string; readonly back: string }>;
  /** It and everything derived from it. */
  readonly heirs: ReadonlySet<string>;
  readonly uniques: readonly UniqueRule[];
  readonly invariants: readonly { readonly condition: CompiledExpression; readonly message: CompiledExpression }[];
  /** Nothing has to be checked when a row is written. */
  readonly lawless: boolean;
}

export interface UniqueRule {
  /** Entity and members, the same for all heirs: `Invitation(Email)`. */
  readonly name: string;
  readonly fields: readonly string[];
  readonly bits: number;
  readonly message: string | undefined;
}

export const implicitMembers: readonly { readonly name: string; readonly t: IrType }[] = [
  { name: 'Id', t: 'Guid' },
  { name: 'CreatedAt', t: 'DateTime' },
  { name: 'ModifiedAt', t: 'DateTime' },
  { name: 'CreatedBy', t: 'string?' },
  { name: 'ModifiedBy', t: 'string?' },
];

export class Entities {
  readonly #byName = new Map<string, EntityInfo>();
  readonly #definition: Definition;
  /** By hierarchy and member. */
  readonly #columns: ReadonlyMap<string, ReadonlyMap<string, ColumnSchema>>;

  constructor(definition: Definition, program: Program) {
    this.#definition = definition;
    const models = new Map(definition.types.entities.map((e) => [e.name, e]));
    const enums = new Set(definition.types.enums.map((e) => e.name));
    const tracked = new Set(definition.workflows.map((w) => `${w.tracks.entity}.${w.tracks.field}`));
    for (const model of definition.types.entities) {
      this.#byName.set(model.name, describe(model, models, enums, tracked, program));
    }
    this.#columns = this.#columnsByRoot();
  }

  get(name: string): EntityInfo {
    const info = this.#byName.get(name);
    if (info === undefined) throw new Error(`the definition has no entity '${name}'`);
    return info;
  }

  /** As `get`, remembered by the row. */
  of(row: RowRecord): EntityInfo {
    row.info ??= this.get(row.entity);
    return row.info as EntityInfo;
  }

  all(): Iterable<EntityInfo> {
    return this.#byName.values();
  }

  /** The principal entity, if the app has one (language.md §5). */
  get principal(): EntityInfo | undefined {
    for (const info of this.#byName.values()) if (info.model.principal === true) return info;
    return undefined;
  }

  /** A member's column in the table of its hierarchy. */
  column(root: string, member: string): ColumnSchema | undefined {
    return this.#columns.get(root)?.get(member);
  }

  /** What the store is told of the entities. */
  schema(text: (value: unknown) => string): StoreSchema {
    return {
      text,
      entities: [...this.#columns].map(([root, columns]) => ({ root, columns: [...columns.values()] })),
    };
  }

  /** Members by which correlation finds rows, as `Root.Member`. */
  #correlated(): Set<string> {
    const found = new Set<string>();
    for (const workflow of this.#definition.workflows) {
      for (const { correlateOn } of workflow.events) {
        const plan = correlateOn === undefined ? undefined : planOfItem(correlateOn.block);
        if (plan === undefined) continue;
        const { root } = this.get(workflow.tracks.entity);
        for (const member of membersSought(plan.condition)) found.add(`${root}.${member}`);
      }
    }
    return found;
  }

  #columnsByRoot(): ReadonlyMap<string, ReadonlyMap<string, ColumnSchema>> {
    const enums = new Map(this.#definition.types.enums.map((e) => [e.name, e]));
    const live = this.#correlated();
    for (const info of this.#byName.values()) {
      for (const { entity, back } of info.collections.values()) live.add(`${this.get(entity).root}.${back}`);
    }
    const roots = [...this.#byName.values()].filter((e) => e.root === e.name);
    return new Map(
      roots.map((root) => {
        const columns = new Map(
          implicitMembers.map((m) => [m.name, columnOf(m.name, m.t, undefined, enums, this.#byName)]),
        );
        for (const heir of this.#byName.values()) {
          if (heir.root !== root.name) continue;
          for (const f of heir.fields) {
            const lookup = live.has(`${root.name}.${f.name}`) ? 'live' : isSought(heir, f) ? 'sought' : undefined;
            if (lookup === undefined && columns.has(f.name)) continue;
            columns.set(f.name, columnOf(f.name, f.model.t, lookup, enums, this.#byName, olderRows(f)));
          }
        }
        return [root.name, columns];
      }),
    );
  }
}

function describe(
  model: EntityModel,
  models: ReadonlyMap<string, EntityModel>,
  enums: ReadonlySet<string>,
  tracked: ReadonlySet<string>,
  program: Program,
): EntityInfo {
  const line: EntityModel[] = [];
  for (let at: EntityModel | undefined = model; at !== undefined; at = at.base ? models.get(at.base) : undefined) {
    line.unshift(at);
  }
  const stored = line.flatMap((e) => e.fields.filter((f) => f.collection === undefined));
  const isTracked = (field: string): boolean => line.some((e) => tracked.has(`${e.name}.${field}`));
  const fields = stored.map((f, i) => fieldInfo(f, i, models, enums, isTracked(f.name), program));
  const byName = new Map(fields.map((f) => [f.name, f]));
  const bitsOf = (names: readonly string[]): number => names.reduce((bits, n) => bits | (byName.get(n)?.bit ?? 0), 0);
  const uniques = line.flatMap((e) => [
    ...e.fields
      .filter((f) => f.rules.some((r) => r.rule === 'Unique'))
      .map((f) => ({
        name: `${e.name}(${f.name})`,
        fields: [f.name],
        bits: bitsOf([f.name]),
        message: f.rules.find((r) => r.rule === 'Unique')?.message,
      })),
    ...e.uniques.map((u) => ({
      name: `${e.name}(${u.fields.join(',')})`,
      fields: u.fields,
      bits: bitsOf(u.fields),
      message: u.message,
    })),
  ]);
  const invariants = line.flatMap((e) =>
    e.invariants.map((i) => ({ condition: program.expression(i.condition), message: program.expression(i.message) })),
  );
  const heirs = new Set([...models.values()].filter((e) => derives(e, model.name, models)).map((e) => e.name));
  const ruled = fields.some((f) => f.model.required || f.model.rules.length > 0);
  return {
    name: model.name,
    model,
    root: (line[0] as EntityModel).name,
    fields,
    byName,
    collections: new Map(
      line.flatMap((e) =>
        e.fields.flatMap((f) => (f.collection === undefined ? [] : [[f.name, f.collection] as const])),
      ),
    ),
    heirs,
    uniques,
    invariants,
    lawless: !ruled && uniques.length === 0 && invariants.length === 0,
  };
}

function derives(entity: EntityModel, from: string, models: ReadonlyMap<string, EntityModel>): boolean {
  for (let at: EntityModel | undefined = entity; at !== undefined; at = at.base ? models.get(at.base) : undefined) {
    if (at.name === from) return true;
  }
  return false;
}

function fieldInfo(
  model: EntityField,
  index: number,
  models: ReadonlyMap<string, EntityModel>,
  enums: ReadonlySet<string>,
  tracked: boolean,
  program: Program,
): FieldInfo {
  const shape = parseIrType(model.t);
  const named = shape.kind === 'named' && shape.args.length === 0 ? shape.name : undefined;
  return {
    name: model.name,
    model,
    bit: index < 30 ? 1 << index : -1,
    initial: model.default === undefined ? undefined : program.expression(model.default),
    zero: model.required ? null : zeroOf(model.t, enums),
    reference: named !== undefined && models.has(named) ? named : undefined,
    immutable: model.rules.some((r) => r.rule === 'Immutable'),
    tracked,
  };
}

/** Unique (or the first of what is unique together), a reference, or moved by a workflow: what queries look rows up by. */
function isSought(entity: EntityInfo, f: FieldInfo): boolean {
  return f.tracked || f.reference !== undefined || entity.uniques.some((u) => u.fields[0] === f.name);
}

/** What a row has in a member that was declared after it: a plain constant default, else the type's zero. */
function olderRows(f: FieldInfo): Value {
  const written = f.model.default?.e;
  const plain =
    written?.k === 'const' && (typeof written.v === 'boolean' || written.t === 'int' || written.t === 'string');
  return plain ? written.v : f.zero;
}
