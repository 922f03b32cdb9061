/** What bodies ask of the engine (interpreter/host.ts), for one unit of work. */
import type { FunctionKey, LibraryKey } from '../ir/ir.ts';
import type { RowRecord, Ticks } from '../stores/records.ts';
import { assign } from './assignment.ts';
import { correlate } from './correlation.ts';
import type { Chain } from './hop.ts';
import type { Handler, LogEntry, Row, RuntimeHost } from './interpreter/host.ts';
import { raiseInvalidOperation, raiseNullReference } from './library/exceptions.ts';
import { type ClassInfo, EngineAbort, type LibraryFunction, type LibraryHost, type Value } from './library/values.ts';
import { EntityQuery } from './query/entity-query.ts';
import type { QueryWorld } from './query/selection.ts';
import { raiseEvent } from './raise.ts';
import { refused } from './rules.ts';
import { startByHand } from './start.ts';
import type { UnitOfWork } from './unit.ts';

/** What a row costs of the memory budget, whose unit is an element of a list. */
const rowUnits = 50;

/** What was in force before a delivery, or a look at another row, began. */
export interface Frame {
  readonly row: Row | undefined;
  readonly chain: Chain | undefined;
  readonly actor: Row | null;
}

export class Host implements RuntimeHost {
  readonly unit: UnitOfWork;
  fuel: number;
  memory: number;
  readonly maxDepth: number;
  aborted = false;
  /** The interpreter's own: how deep calls are nested, and the static fields of classes. */
  depth = 0;
  statics: unknown[] | undefined = undefined;
  handlers: Handler | null = null;
  sought: unknown = null;
  /** The delivery whose body runs; undefined in a function called from outside. */
  chain: Chain | undefined;
  #row: Row | undefined;
  #actor: Row | null;
  readonly utcNowTicks: () => Ticks;
  readonly random: () => number;
  readonly charge: (units: number) => void;
  readonly classInfo: (name: string) => ClassInfo | undefined;
  readonly enumNames: (name: string) => ReadonlyMap<number, string> | undefined;

  constructor(unit: UnitOfWork, actor: Row | null) {
    const { engine } = unit;
    this.unit = unit;
    this.#actor = actor;
    this.fuel = engine.limits.fuel;
    this.memory = engine.limits.memory;
    this.maxDepth = engine.limits.depth;
    this.utcNowTicks = () => this.now;
    this.random = engine.random;
    this.charge = (units) => {
      this.memory -= units;
      if (this.memory < 0) this.abort('memory', 'the memory budget of the delivery is spent');
    };
    this.classInfo = (name) => engine.program.classInfo(name);
    this.enumNames = (name) => engine.program.enumNames(name);
  }

  /** One instant for a whole delivery; outside of one, the clock's. */
  get now(): Ticks {
    return this.chain === undefined ? this.unit.engine.clock.now() : this.chain.now;
  }

  // ---------------------------------------------------------------- frames

  enter(chain: Chain): Frame {
    const frame = { row: this.#row, chain: this.chain, actor: this.#actor };
    this.#row = chain.run.row;
    this.chain = chain;
    this.#actor = chain.actor;
    return frame;
  }

  leave(frame: Frame): void {
    this.#row = frame.row;
    this.chain = frame.chain;
    this.#actor = frame.actor;
  }

  enterRow(row: Row): Frame {
    const frame = { row: this.#row, chain: this.chain, actor: this.#actor };
    this.#row = row;
    return frame;
  }

  leaveRow(frame: Frame): void {
    this.#row = frame.row;
  }

  onRow(row: Row, compute: () => Value): Value {
    const frame = this.enterRow(row);
    try {
      return compute();
    } finally {
      this.leaveRow(frame);
    }
  }

  /** A new budget: for a delivery, or a call from outside. */
  refill(): void {
    this.fuel = this.unit.engine.limits.fuel;
    this.memory = this.unit.engine.limits.memory;
    this.aborted = false;
  }

  outOfFuel(): never {
    this.abort('fuel', 'the fuel of the delivery is spent: a loop or a recursion does not end');
  }

  abort(reason: string, message: string): never {
    this.aborted = true;
    throw new EngineAbort(reason, message);
  }

  // ---------------------------------------------------------------- rows

  set(row: Row, field: string, value: Value): void {
    const record = row as RowRecord;
    const member = this.unit.engine.entities.of(record).byName.get(field);
    if (member === undefined) raiseInvalidOperation(`'${row.entity}.${field}' cannot be assigned.`);
    if (member.tracked) {
      raiseInvalidOperation(`'${row.entity}.${field}' is moved by its workflow's run only.`);
    }
    if (member.immutable && record.rev > 0 && record.v[field] !== value) {
      throw refused(
        row.entity,
        field,
        'Immutable',
        value,
        member.model.rules.find((r) => r.rule === 'Immutable')?.message,
      );
    }
    this.unit.tx.write(record, field, value, member.bit);
  }

  reference(row: Row, field: string): Row | null {
    const id = row.v[field];
    if (typeof id !== 'string') return null;
    return this.unit.engine.rowOf(this.unit.tx, row.entity, field, id);
  }

  setReference(row: Row, field: string, target: Row | null): void {
    this.set(row, field, target === null ? null : target.id);
  }

  collection(row: Row, field: string): readonly Row[] {
    const { entities } = this.unit.engine;
    const back = entities.get(row.entity).collections.get(field);
    if (back === undefined) raiseInvalidOperation(`'${row.entity}.${field}' is no collection.`);
    const info = entities.get(back.entity);
    return this.unit.tx.rowsBy(info.root, back.back, row.id).filter((r) => info.heirs.has(r.entity));
  }

  create(entity: string, init: ReadonlyMap<string, Value>): Row {
    this.charge(rowUnits);
    return this.unit.createRow(entity, init);
  }

  delete(row: Row): void {
    if (row === null) raiseNullReference();
    this.unit.tx.remove(row as RowRecord);
  }

  rows(entity: string): Iterable<Row> {
    return new EntityQuery(this.queryOf(entity)) as Iterable<unknown> as Iterable<Row>;
  }

  /** What a query on an entity is asked of. */
  queryOf(entity: string): QueryWorld {
    const { entities } = this.unit.engine;
    const info = entities.get(entity);
    return {
      host: this,
      tx: this.unit.tx,
      entity: info,
      column: (member) => entities.column(info.root, member),
      targetOf: (member) => {
        const target = info.byName.get(member)?.reference;
        return target === undefined ? undefined : entities.get(target).root;
      },
    };
  }

  isEntity(row: Row, entity: string): boolean {
    return row.entity === entity || this.unit.engine.entities.get(entity).heirs.has(row.entity);
  }

  item(): Row {
    if (this.#row === undefined) raiseInvalidOperation("'this.Item' has no row here.");
    return this.#row;
  }

  actor(): Row | null {
    return this.#actor;
  }

  // ---------------------------------------------------------------- effects

  client(client: string, operation: string, args: readonly Value[]): Value {
    return this.unit.engine.clients.call(this, client, operation, args);
  }

  raise(workflow: string, event: string, row: Row, args: readonly Value[], at: Value | undefined): Value {
    if (row === null) raiseNullReference();
    return raiseEvent(this.unit, workflow, event, row as RowRecord, args, at);
  }

  correlate(workflow: string, event: string, args: readonly Value[]): Value {
    return correlate(this.unit, workflow, event, args);
  }

  start(workflow: string, row: Row): Value {
    if (row === null) raiseNullReference();
    return startByHand(this.unit, workflow, row as RowRecord);
  }

  assignSlot(workflow: string, slot: string, row: Row, person: Row | null): Value {
    if (row === null) raiseNullReference();
    return assign(this.unit, workflow, slot, row as RowRecord, person);
  }

  log(entry: LogEntry): void {
    this.unit.engine.tell(entry, this.chain?.id ?? 0);
  }

  warn(message: string): void {
    this.log({ level: 'warning', template: message, message });
  }

  secret(name: string): string {
    const value = this.unit.engine.secret(name);
    if (value === undefined) raiseInvalidOperation(`The host supplies no secret '${name}'.`);
    return value;
  }

  // ---------------------------------------------------------------- tests and scripts

  stubOperation(client: string, operation: string, answer: (...args: Value[]) => Value): void {
    this.unit.engine.clients.stub(client, operation, answer);
  }

  stubFunction(fn: FunctionKey, answer: (...args: Value[]) => Value): void {
    this.unit.engine.stubbed.set(fn, answer);
  }

  functionStub(fn: FunctionKey): ((...args: Value[]) => Value) | undefined {
    return this.unit.engine.stubbed.get(fn);
  }

  runAs(principal: Row | null, block: () => Value): Value {
    const was = this.#actor;
    this.#actor = principal;
    try {
      return block();
    } finally {
      this.#actor = was;
    }
  }

  principal(name: string): Row | null {
    return this.unit.engine.namedValue('principals', name)(this) as Row | null;
  }

  policy(name: string): boolean {
    return this.unit.engine.namedValue('policies', name)(this) === true;
  }

  provided(key: LibraryKey): LibraryFunction | undefined {
    return this.unit.engine.provided(key);
  }
}

/** The engine's host behind the library's narrower view of it: members that the engine provides are given no other. */
export function hostOf(host: LibraryHost): Host {
  return host as Host;
}
