import type { FunctionKey } from '../ir/ir.ts';
import type { Savepoint, Transaction } from '../stores/contract.ts';
import { DeliveryRecord, type DeliverySeed, Mark, RowRecord, type Ticks } from '../stores/records.ts';
import type { Engine } from './engine.ts';
import { finishRun } from './finish.ts';
import { Chain } from './hop.ts';
import { Host } from './host.ts';
import type { Row } from './interpreter/host.ts';
import { utc } from './library/date-format.ts';
import { DateTimeValue } from './library/dates.ts';
import { raiseInvalidOperation } from './library/exceptions.ts';
import { GuidValue } from './library/guid.ts';
import type { Value } from './library/values.ts';
import { rowId } from './random.ts';
import { checkRow, checkWrites } from './rules.ts';
import { startRun } from './start.ts';

/** What a queued delivery needs to be told; the rest follows from the unit of work. */
export type Enqueued = Pick<DeliverySeed, 'kind' | 'workflow' | 'run' | 'name' | 'payload' | 'actor'> & {
  readonly row: RowRecord;
  readonly due?: Ticks;
  readonly attempt?: number;
  readonly visit?: number;
  readonly key?: string | null;
  readonly origin?: number;
  readonly error?: string | null;
};

/**
 * A unit of work: what is written in it is kept when it commits, all or nothing. Functions called from outside, raises
 * and queries of one caller share one.
 */
export class UnitOfWork {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly host: Host;
  /** Created rows whose autostart has still to run. */
  #pending: RowRecord[] = [];
  /** What was queued and is delivered after the commit. */
  #outbox: DeliveryRecord[] = [];
  #commits = 0;
  #instant: Ticks = -1n;
  #stamp: DateTimeValue | undefined;

  constructor(engine: Engine, tx: Transaction, actor: Row | null) {
    this.engine = engine;
    this.tx = tx;
    this.host = new Host(this, actor);
  }

  // ---------------------------------------------------------------- for hosts

  /** Creates a row. `init` holds members by name; references as rows. */
  create(entity: string, init: Readonly<Record<string, Value>> = {}): Row {
    this.tx.enter();
    return this.createRow(entity, new Map(Object.entries(init)));
  }

  /** All rows of an entity and its heirs, in order of creation. */
  query(entity: string): readonly Row[] {
    this.tx.enter();
    return [...this.host.rows(entity)];
  }

  find(entity: string, id: string): Row | null {
    this.tx.enter();
    return this.tx.row(this.engine.entities.get(entity).root, id) ?? null;
  }

  set(row: Row, field: string, value: Value): void {
    this.tx.enter();
    if (value instanceof RowRecord) this.host.setReference(row, field, value);
    else this.host.set(row, field, value);
  }

  delete(row: Row): void {
    this.tx.enter();
    this.host.delete(row);
  }

  /** `XFlow.RaiseY(row, …)`: 0 Done, 1 PendingRetry, 2 Queued. Throws `ExceptionValue` as language.md §7.3 and §10 say. */
  raise(workflow: string, event: string, row: Row, args: readonly Value[] = [], at?: Value): number {
    return this.#outside(() => this.host.raise(workflow, event, row, args, at)) as number;
  }

  start(workflow: string, row: Row): number {
    return this.#outside(() => this.host.start(workflow, row)) as number;
  }

  correlate(workflow: string, event: string, args: readonly Value[]): number {
    return this.#outside(() => this.host.correlate(workflow, event, args)) as number;
  }

  assign(workflow: string, slot: string, row: Row, person: Row | null): void {
    this.#outside(() => this.host.assignSlot(workflow, slot, row, person));
  }

  /** Calls a function of the app. What it throws leaves the unit of work as the function left it. */
  call(fn: FunctionKey, args: readonly Value[] = []): Value {
    return this.#outside(() => this.engine.program.call(fn, this.host, args));
  }

  /** Runs anything on behalf of a caller from outside, with a budget of its own. */
  run<T>(work: (host: Host) => T): T {
    return this.#outside(() => work(this.host));
  }

  /**
   * Makes everything durable and delivers what was queued.
   * @throws ExceptionValue a write was refused, or an autostart; nothing of the unit of work is kept then
   */
  commit(): void {
    this.tx.enter();
    if (this.host.chain !== undefined) {
      raiseInvalidOperation('UnitOfWork.Commit() may not be called in a workflow body: its delivery commits.');
    }
    try {
      this.settleWrites(0);
      this.tx.commit();
    } catch (error) {
      this.discard();
      throw error;
    }
    this.#pending.length = 0;
    this.#commits++;
    const outbox = this.#outbox;
    if (outbox.length === 0) return;
    this.#outbox = [];
    this.engine.deliverAll(outbox);
    this.tx.enter();
  }

  /** Undoes everything since the last commit. */
  discard(): void {
    this.tx.enter();
    if (this.host.chain !== undefined) {
      raiseInvalidOperation('UnitOfWork.Discard() may not be called in a workflow body.');
    }
    this.forget();
  }

  /** Ends it; what was not committed is undone. */
  close(): void {
    this.#pending.length = 0;
    this.#outbox.length = 0;
    this.tx.close();
  }

  // ---------------------------------------------------------------- for the engine

  forget(): void {
    this.#pending.length = 0;
    this.#outbox.length = 0;
    this.#commits++;
    this.tx.rollback();
  }

  #outside<T>(work: () => T): T {
    this.tx.enter();
    if (this.host.chain === undefined) this.host.refill();
    const savepoint = this.tx.savepoint();
    const commits = this.#commits;
    try {
      return work();
    } catch (error) {
      // A limit was reached: everything is undone, not only what the innermost delivery did.
      if (this.host.aborted) this.#undoTo(savepoint, commits);
      throw error;
    }
  }

  /** A commit inside the work makes its savepoint meaningless: then all since that commit is undone. */
  #undoTo(savepoint: Savepoint, commits: number): void {
    this.tx.enter();
    if (commits === this.#commits) this.tx.rollbackTo(savepoint);
    else this.tx.rollback();
    this.#outbox = this.#outbox.filter((d) => d.mark < Mark.deleted);
    this.#pending = this.#pending.filter((r) => r.mark < Mark.deleted);
  }

  createRow(entity: string, init: ReadonlyMap<string, Value>): RowRecord {
    const { engine, tx, host } = this;
    const info = engine.entities.get(entity);
    if (info.model.abstract === true) raiseInvalidOperation(`Entity '${entity}' is abstract.`);
    const n = tx.next('row');
    const id = rowId(engine.seed, n);
    const v: Record<string, Value> = { Id: GuidValue.parse(id) ?? null };
    v['CreatedAt'] = this.stampNow();
    v['ModifiedAt'] = null;
    v['CreatedBy'] = host.actor()?.id ?? null;
    v['ModifiedBy'] = null;
    for (const f of info.fields)
      v[f.name] = init.has(f.name) ? null : f.initial === undefined ? f.zero : f.initial(host);
    for (const [name, value] of init) {
      if (info.byName.has(name)) v[name] = value instanceof RowRecord ? value.id : value;
      else raiseInvalidOperation(`'${entity}.${name}' cannot be set.`);
    }
    const autostarts = engine.autostarts(entity);
    for (const workflow of autostarts) v[workflow.field] = workflow.initial.value;
    const row = new RowRecord(entity, info.root, id, n, v);
    row.runs = [];
    tx.insert(row);
    if (autostarts.length > 0) this.#pending.push(row);
    return row;
  }

  /** The runs of rows created so far start, each as its row is written (language.md §7.2). */
  startPending(): void {
    while (this.#pending.length > 0) {
      const row = this.#pending[0] as RowRecord;
      if (row.mark < Mark.deleted) {
        checkRow(this, row);
        for (const workflow of this.engine.autostarts(row.entity)) {
          if (!this.tx.runsOf(row).some((r) => r.workflow === workflow.key)) startRun(this, workflow, row, null, true);
        }
      }
      this.#pending.shift();
    }
  }

  /** Starts what has to start and checks what was written since `from`. */
  settleWrites(from: number): void {
    this.startPending();
    checkWrites(this, from);
  }

  /** How much was queued, to forget what a rollback undoes. */
  get queued(): number {
    return this.#outbox.length;
  }

  forgetQueued(length: number): void {
    this.#outbox.length = length;
  }

  enqueue(what: Enqueued): DeliveryRecord {
    const { tx, host } = this;
    const seq = tx.next('seq');
    const record = new DeliveryRecord({
      seq,
      kind: what.kind,
      workflow: what.workflow,
      run: what.run,
      entity: what.row.root,
      row: what.row.id,
      name: what.name,
      payload: what.payload,
      actor: what.actor,
      attempt: what.attempt ?? 1,
      due: what.due ?? host.now,
      visit: what.visit ?? -1,
      key: what.key ?? null,
      origin: what.origin ?? seq,
      createdAt: host.now,
      error: what.error ?? null,
    });
    tx.insert(record);
    if (record.attempt === 1) this.#outbox.push(record);
    return record;
  }

  takeOutbox(): readonly DeliveryRecord[] {
    if (this.#outbox.length === 0) return none;
    const outbox = this.#outbox;
    this.#outbox = [];
    return outbox;
  }

  /** Moves the tracked field, which bodies may not. */
  writeTracked(row: RowRecord, field: string, value: number): void {
    const bit = this.engine.entities.of(row).byName.get(field)?.bit ?? 0;
    this.tx.write(row, field, value, bit);
  }

  stamp(row: RowRecord): void {
    this.tx.write(row, 'ModifiedAt', this.stampNow(), 0);
    const by = this.host.actor()?.id ?? null;
    if (row.v['ModifiedBy'] !== by) this.tx.write(row, 'ModifiedBy', by, 0);
  }

  stampNow(): DateTimeValue {
    const now = this.host.now;
    if (now !== this.#instant || this.#stamp === undefined) {
      this.#instant = now;
      this.#stamp = DateTimeValue.ofTicks(now, utc);
    }
    return this.#stamp;
  }

  /** A row is deleted: its unique values are free, and runs on it have nothing left to run on. */
  afterDelete(row: RowRecord): void {
    for (const unique of this.tx.uniquesOf(row.id)) this.tx.remove(unique);
    for (const run of this.tx.runsOf(row)) {
      if (run.status === 'C') continue;
      const chain = new Chain(this, 0, 'cancel', this.engine.workflow(run.workflow), run, null, this.host.now, 1);
      finishRun(chain, 'cancel', 'the row was deleted');
    }
  }
}

const none: readonly DeliveryRecord[] = [];
