/** From a generated module's names to objects that do what they say. */
import type { IrParameter } from '../../ir/ir.ts';
import type { EventModel } from '../../ir/model.ts';
import { dateOfTicks, ticksOfDate } from '../../runtime/clock.ts';
import type { Engine } from '../../runtime/engine.ts';
import { utc } from '../../runtime/library/date-format.ts';
import { DateTimeValue } from '../../runtime/library/dates.ts';
import type { Value } from '../../runtime/library/values.ts';
import type { UnitOfWork } from '../../runtime/unit.ts';
import type { RowRecord } from '../../stores/records.ts';
import { throwingErrors } from './failures.ts';
import { fromHost, toHost } from './host-codec.ts';
import { recordOf, rowPrototypes, UnitRows } from './rows.ts';
import type { AppNames, CorrelationOutcome, RaiseOptions, RaiseOutcome, RunState, WorkflowNames } from './types.ts';

const raiseOutcomes: readonly RaiseOutcome[] = ['Done', 'PendingRetry', 'Queued'];
const correlationOutcomes: readonly CorrelationOutcome[] = [
  'Deposited',
  'NoSuchKey',
  'Ambiguous',
  'NotRunning',
  'NoRule',
];

type Operations = Readonly<Record<string, ((...args: never[]) => unknown) | undefined>>;

/**
 * The app behind a generated module's `createApp`.
 * @param clients operations that the host supplies itself, by client
 * @throws Error when the engine's definition is not of the sources that the module was made from
 */
export function bindApp<App>(
  engine: Engine,
  names: AppNames,
  clients: Readonly<Record<string, Operations | undefined>> = {},
): App {
  return new Binder(engine, names).app(clients) as App;
}

class Binder {
  readonly #engine: Engine;
  readonly #names: AppNames;
  readonly #prototypes: ReadonlyMap<string, object>;
  readonly #units = new WeakMap<object, UnitRows>();

  constructor(engine: Engine, names: AppNames) {
    this.#engine = engine;
    this.#names = names;
    this.#refuseOtherDefinition();
    this.#prototypes = rowPrototypes(engine, names);
  }

  app(clients: Readonly<Record<string, Operations | undefined>>): object {
    for (const [name, operations] of Object.entries(clients))
      if (operations !== undefined) this.#supply(name, operations);
    const unit = (actor: unknown = null): object => this.#unit(actor);
    return {
      engine: this.#engine,
      unit,
      transact: <T>(work: (unit: object) => T, actor: unknown = null): T => {
        const open = unit(actor) as { commit(): void; close(): void };
        try {
          const result = work(open);
          open.commit();
          return result;
        } finally {
          open.close();
        }
      },
      functions: guarded(mapValues(this.#names.functions, (key) => this.#function(key))),
      ...mapValues(this.#names.workflows, (workflow) => guarded(this.#workflow(workflow))),
    };
  }

  /** Whatever the module names must be there; that it means the same is the compiler's part. */
  #refuseOtherDefinition(): void {
    const { definition } = this.#engine;
    const missing = (what: string, name: string): never => {
      throw new Error(
        `these bindings of app '${this.#names.app}' need ${what} '${name}', which the definition of app '${definition.app.name}' has not: compile both from the same sources`,
      );
    };
    for (const { entity } of Object.values(this.#names.entities))
      if (!definition.types.entities.some((e) => e.name === entity)) missing('entity', entity);
    for (const { workflow, raise } of Object.values(this.#names.workflows)) {
      const model = definition.workflows.find((w) => w.key === workflow);
      for (const event of Object.values(raise))
        if (model?.events.some((e) => e.name === event) !== true) missing('event', `${workflow}.${event}`);
    }
    for (const key of Object.values(this.#names.functions))
      if (definition.functions[key] === undefined) missing('function', key);
    for (const { client, operations } of Object.values(this.#names.clients)) {
      const model = definition.types.clients.find((c) => c.name === client);
      for (const key of Object.values(operations))
        if (model?.operations.some((o) => o.key === key) !== true) missing('operation', `${client}.${key}`);
    }
  }

  // ---------------------------------------------------------------- units of work

  #unit(actor: unknown): object {
    const record = actor === null ? null : recordOf(actor);
    if (record === undefined) throw new TypeError('a unit of work acts for a row of the [Principal] entity, or null');
    const unit = this.#engine.unit(record);
    const rows = new UnitRows(unit, this.#prototypes);
    const handle = {
      commit: throwingErrors(() => unit.commit()),
      discard: throwingErrors(() => unit.discard()),
      close: () => unit.close(),
      rows: mapValues(this.#names.entities, ({ entity, members }) => guarded(this.#entity(rows, entity, members))),
    };
    this.#units.set(handle, rows);
    return handle;
  }

  #rowsOf(unit: unknown): UnitRows {
    const rows = typeof unit === 'object' && unit !== null ? this.#units.get(unit) : undefined;
    if (rows === undefined) throw new TypeError('the first argument is a unit of work of this app');
    return rows;
  }

  #entity(
    rows: UnitRows,
    entity: string,
    members: Readonly<Record<string, string>>,
  ): Readonly<Record<string, unknown>> {
    const { unit } = rows;
    const valuesOf = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, Value>> =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => {
          const member = members[name] ?? '';
          const field = this.#engine.entities.get(entity).byName.get(member);
          if (field === undefined) throw new TypeError(`rows of ${entity} have no member '${name}' to write`);
          return value === undefined ? [] : [[member, fromHost(value, field.model.t, rows.world, name)]];
        }),
      );
    return {
      create: (init: Readonly<Record<string, unknown>>) => rows.wrap(unit.create(entity, valuesOf(init)) as RowRecord),
      find: (id: string) => {
        const row = unit.find(entity, id);
        return row === null ? null : rows.wrap(row as RowRecord);
      },
      all: () => unit.query(entity).map((row) => rows.wrap(row as RowRecord)),
      set: (row: unknown, changes: Readonly<Record<string, unknown>>) => {
        const record = rows.unwrap(row, entity, 'row');
        for (const [member, value] of Object.entries(valuesOf(changes))) unit.set(record, member, value);
      },
      delete: (row: unknown) => unit.delete(rows.unwrap(row, entity, 'row')),
    };
  }

  // ---------------------------------------------------------------- functions and workflows

  #function(key: string): (unit: unknown, ...args: unknown[]) => unknown {
    const fn = this.#engine.definition.functions[key];
    if (fn === undefined) throw new Error(`the definition has no function '${key}'`);
    return (unit, ...args) => {
      const rows = this.#rowsOf(unit);
      const result = rows.unit.call(key, this.#arguments(rows, fn.params, args, fn.file));
      return fn.returns === 'void' ? undefined : toHost(result, fn.returns, rows.world);
    };
  }

  #workflow(names: WorkflowNames): Readonly<Record<string, unknown>> {
    const { workflow } = names;
    const model = this.#engine.workflow(workflow).model;
    const { entity, enum: enumName } = model.tracks;
    const event = (name: string): EventModel => {
      const found = model.events.find((e) => e.name === name);
      if (found === undefined) throw new Error(`workflow '${workflow}' has no event '${name}'`);
      return found;
    };
    const runs = (row: unknown) => {
      const record = recordOf(row);
      if (record === undefined) throw new TypeError(`a row of ${entity} is needed`);
      return this.#engine.runsOf(record).filter((r) => r.workflow === workflow);
    };
    return {
      key: workflow,
      raise: guardedValues(names.raise, (name) => {
        const { params } = event(name);
        return (unit: unknown, row: unknown, ...args: unknown[]): RaiseOutcome => {
          const rows = this.#rowsOf(unit);
          const record = rows.unwrap(row, entity, 'row');
          const { at } = (args[params.length] ?? {}) as RaiseOptions;
          const instant = at === undefined ? undefined : DateTimeValue.ofTicks(ticksOfDate(at), utc);
          const values = this.#arguments(rows, params, args, model.file);
          return raiseOutcomes[rows.unit.raise(workflow, name, record, values, instant)] as RaiseOutcome;
        };
      }),
      correlate: guardedValues(names.correlate, (name) => (unit: unknown, ...args: unknown[]): CorrelationOutcome => {
        const rows = this.#rowsOf(unit);
        const values = this.#arguments(rows, event(name).params, args, model.file);
        return correlationOutcomes[rows.unit.correlate(workflow, name, values)] as CorrelationOutcome;
      }),
      assign: guardedValues(names.assign, (slot) => (unit: unknown, row: unknown, person: unknown): void => {
        const rows = this.#rowsOf(unit);
        const principal = this.#engine.entities.principal?.name ?? '';
        const who = person === null ? null : rows.unwrap(person, principal, 'person');
        rows.unit.assign(workflow, slot, rows.unwrap(row, entity, 'row'), who);
      }),
      start: (unit: unknown, row: unknown): RaiseOutcome => {
        const rows = this.#rowsOf(unit);
        return raiseOutcomes[rows.unit.start(workflow, rows.unwrap(row, entity, 'row'))] as RaiseOutcome;
      },
      state: (row: unknown): string | undefined => runs(row).at(-1)?.state,
      runs: (row: unknown): readonly RunState<string>[] => runs(row).map(runState),
      states: model.states.map((s) => s.name),
      enum: enumName,
    };
  }

  /** Arguments that are left out take their defaults. */
  #arguments(rows: UnitRows, params: readonly IrParameter[], args: readonly unknown[], file: number): readonly Value[] {
    return params.map((p, i) => {
      const given = args[i];
      if (given === undefined && p.default !== undefined) {
        const { default: e } = p;
        return rows.unit.run((host) => this.#engine.program.expression({ file, e })(host));
      }
      return fromHost(given ?? null, p.t, rows.world, p.name);
    });
  }

  // ---------------------------------------------------------------- clients

  #supply(name: string, operations: Operations): void {
    const names = this.#names.clients[name];
    if (names === undefined) throw new TypeError(`the app has no client '${name}'`);
    const model = this.#engine.definition.types.clients.find((c) => c.name === names.client);
    const world = this.#worldWithoutRows();
    for (const [operation, answer] of Object.entries(operations)) {
      if (answer === undefined) continue;
      const found = model?.operations.find((o) => o.key === names.operations[operation]);
      if (found === undefined) throw new TypeError(`client '${name}' has no operation '${operation}'`);
      this.#engine.clients.stub(names.client, found.key, (...args) => {
        const given = found.params.map((p, i) => toHost(args[i], p.t, world));
        const result = answer.apply(operations, given as never[]);
        return found.returns === 'void'
          ? null
          : fromHost(result, found.returns, world, `the answer of ${name}.${operation}`);
      });
    }
  }

  /** For clients, whose types hold no rows: any unit of work will do. */
  #worldWithoutRows(): UnitRows['world'] {
    const unit: UnitOfWork = this.#engine.unit();
    const { world } = new UnitRows(unit, this.#prototypes);
    unit.close();
    return world;
  }
}

function runState(run: ReturnType<Engine['run']>): RunState<string> {
  return {
    id: run.id,
    state: run.state,
    status: run.status,
    outcome: run.outcome,
    message: run.message,
    stateSince: dateOfTicks(run.stateSince),
    timers: [...run.timers]
      .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.seq - b.seq))
      .map((t) => ({ key: t.key, due: dateOfTicks(t.due) })),
  };
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** What the app throws leaves each of the functions as an error of JavaScript. */
function guarded(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return mapValues(members, (member) =>
    typeof member === 'function' ? throwingErrors((...args: readonly unknown[]): unknown => member(...args)) : member,
  );
}

function guardedValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => unknown): Record<string, unknown> {
  return guarded(mapValues(record, map));
}
