/** Rows as hosts hold them: objects whose members lead to the record. */
import type { Engine } from '../../runtime/engine.ts';
import { implicitMembers } from '../../runtime/entities.ts';
import type { UnitOfWork } from '../../runtime/unit.ts';
import { RowRecord } from '../../stores/records.ts';
import { type RowWorld, toHost } from './host-codec.ts';
import type { AppNames } from './types.ts';

const implicitNames: Readonly<Record<string, string>> = {
  Id: 'id',
  CreatedAt: 'createdAt',
  ModifiedAt: 'modifiedAt',
  CreatedBy: 'createdBy',
  ModifiedBy: 'modifiedBy',
};

/** What is behind a row that a host holds. */
interface Behind {
  readonly record: RowRecord;
  readonly rows: UnitRows;
}

const behind = new WeakMap<object, Behind>();

/** The record of a row in any unit of work; undefined for what is no row. */
export function recordOf(row: unknown): RowRecord | undefined {
  return typeof row === 'object' && row !== null ? behind.get(row)?.record : undefined;
}

/** For each entity an object with a getter for each of its members: the prototype of its rows. */
export function rowPrototypes(engine: Engine, names: AppNames): ReadonlyMap<string, object> {
  return new Map(
    Object.values(names.entities).map(({ entity, members }) => [entity, prototypeOf(engine, entity, members)]),
  );
}

function prototypeOf(engine: Engine, entity: string, members: Readonly<Record<string, string>>): object {
  const info = engine.entities.get(entity);
  const prototype = {};
  const define = (name: string, get: (at: Behind) => unknown): void => {
    Object.defineProperty(prototype, name, {
      enumerable: true,
      get(this: object) {
        const at = behind.get(this);
        if (at === undefined) throw new TypeError(`'${name}' belongs to rows of ${entity}`);
        return get(at);
      },
    });
  };
  define('$entity', ({ record }) => record.entity);
  for (const { name, t } of implicitMembers) {
    define(implicitNames[name] as string, ({ record, rows }) => toHost(record.v[name], t, rows.world));
  }
  for (const [name, member] of Object.entries(members)) {
    const field = info.byName.get(member);
    if (field !== undefined && field.reference === undefined) {
      define(name, ({ record, rows }) => toHost(record.v[member], field.model.t, rows.world));
    } else if (field !== undefined) define(name, ({ record, rows }) => rows.reference(record, member));
    else define(name, ({ record, rows }) => rows.collection(record, member));
  }
  return prototype;
}

/** The rows that one unit of work has handed out: one object for one row. */
export class UnitRows {
  readonly unit: UnitOfWork;
  readonly world: RowWorld;
  readonly #prototypes: ReadonlyMap<string, object>;
  readonly #wrapped = new WeakMap<RowRecord, object>();

  constructor(unit: UnitOfWork, prototypes: ReadonlyMap<string, object>) {
    this.unit = unit;
    this.#prototypes = prototypes;
    this.world = {
      host: unit.host,
      isEntity: (name) => prototypes.has(name),
      wrap: (record) => this.wrap(record),
      unwrap: (value, entity, where) => this.unwrap(value, entity, where),
    };
  }

  wrap(record: RowRecord): object {
    let row = this.#wrapped.get(record);
    if (row === undefined) {
      row = Object.create(this.#prototypes.get(record.entity) ?? null) as object;
      behind.set(row, { record, rows: this });
      this.#wrapped.set(record, row);
    }
    return row;
  }

  /** A row of another unit of work is looked up here by its id. */
  unwrap(value: unknown, entity: string, where: string): RowRecord {
    const at = typeof value === 'object' && value !== null ? behind.get(value) : undefined;
    const { entities } = this.unit.engine;
    if (at === undefined || !entities.get(entity).heirs.has(at.record.entity)) {
      throw new TypeError(`${where} takes a row of ${entity}${at === undefined ? '' : `, not of ${at.record.entity}`}`);
    }
    if (at.rows === this) return at.record;
    const found = this.unit.find(entity, at.record.id);
    if (!(found instanceof RowRecord))
      throw new TypeError(`${where}: there is no row ${at.record.id} of ${entity} here`);
    return found;
  }

  reference(record: RowRecord, member: string): object | null {
    const row = this.unit.run((host) => host.reference(record, member));
    return row === null ? null : this.wrap(row as RowRecord);
  }

  collection(record: RowRecord, member: string): readonly object[] {
    return this.unit.run((host) => host.collection(record, member)).map((row) => this.wrap(row as RowRecord));
  }
}
