import type { Due, Savepoint, Transaction } from '../contract.ts';
import { StoreConflict } from '../contract.ts';
import type { RowFigures, RowQuery } from '../query.ts';
import {
  type DeliveryRecord,
  type InboxRecord,
  type IncidentRecord,
  type LockRecord,
  Mark,
  type RowRecord,
  type RunRecord,
  type StoreRecord,
  type Ticks,
  type TransitionRecord,
  type UniqueRecord,
} from '../records.ts';
import { Journal } from './journal.ts';
import { inOrder } from './row-table.ts';
import type { LiveStore } from './store.ts';

/** A transaction over live records: changes in place, a journal to undo them (contract.ts). */
export class LiveTransaction implements Transaction {
  readonly #store: LiveStore;
  readonly #journal: Journal;
  readonly #changed: StoreRecord[] = [];
  /** What `rev` was of each changed record when the transaction was set aside. */
  #revisions: number[] | undefined;
  #epoch: number;

  constructor(store: LiveStore) {
    this.#store = store;
    this.#journal = new Journal(store.tables);
    this.#epoch = store.nextEpoch();
  }

  get dirty(): boolean {
    return this.#journal.length > 0;
  }

  get changed(): readonly StoreRecord[] {
    return this.#changed;
  }

  // ---------------------------------------------------------------- life

  enter(): void {
    const store = this.#store;
    if (store.entered === this) {
      if (this.#journal.length === 0) store.refresh();
      return;
    }
    store.entered?.setAside();
    store.entered = this;
    this.#epoch = store.nextEpoch();
    store.refresh();
    if (this.#revisions === undefined) return;
    const revisions = this.#revisions;
    this.#revisions = undefined;
    store.aside.delete(this);
    for (let i = 0; i < this.#changed.length; i++) {
      const record = this.#changed[i] as StoreRecord;
      if (record.rev === revisions[i] && !(record.mark === Mark.absent && store.tables.occupied(record))) continue;
      this.#forget();
      throw new StoreConflict(`another transaction has changed the same ${nounOf(record)} first`);
    }
    this.#journal.redo();
  }

  /** Another transaction is entered: what this one has done is taken back until it is entered again. */
  setAside(): void {
    if (this.#journal.length === 0) return;
    this.#journal.setAside();
    this.#revisions = this.#changed.map((r) => r.rev);
    this.#store.aside.add(this);
  }

  savepoint(): Savepoint {
    this.#epoch = this.#store.nextEpoch();
    return { log: this.#journal.length, changed: this.#changed.length };
  }

  rollbackTo(savepoint: Savepoint): void {
    this.#journal.undo(savepoint.log);
    this.#changed.length = savepoint.changed;
    this.#epoch = this.#store.nextEpoch();
  }

  commit(): void {
    this.enter();
    if (this.#journal.length === 0) return;
    const changed = this.#changed;
    try {
      this.#store.persist(changed);
    } catch (error) {
      this.rollback();
      this.#store.failed();
      throw error;
    }
    for (let i = 0; i < changed.length; i++) {
      const record = changed[i] as StoreRecord;
      record.rev++;
      if (record.mark < Mark.deleted) record.mark = Mark.clean;
      else {
        record.mark = Mark.absent;
        this.#store.gone(record);
      }
    }
    this.#forget();
    this.#store.committed();
  }

  rollback(): void {
    if (this.#revisions !== undefined) {
      this.#revisions = undefined;
      this.#store.aside.delete(this);
    } else if (this.#journal.length > 0) this.#journal.undo(0);
    this.#forget();
  }

  close(): void {
    this.rollback();
    if (this.#store.entered === this) this.#store.entered = undefined;
  }

  #forget(): void {
    this.#journal.clear();
    this.#changed.length = 0;
    this.#epoch = this.#store.nextEpoch();
  }

  // ---------------------------------------------------------------- changes

  insert(record: StoreRecord): void {
    this.#journal.mark(record, Mark.created);
    record.epoch = this.#epoch;
    this.#changed.push(record);
    if (record.table === 'runs') {
      const run = record as RunRecord;
      this.#journal.runs(run.row, [...this.runsOf(run.row), run]);
    }
  }

  touch(record: StoreRecord): void {
    if (record.epoch === this.#epoch) return;
    if (record.mark === Mark.away) this.#store.revive(record);
    record.epoch = this.#epoch;
    if (record.mark === Mark.clean) {
      this.#journal.mark(record, Mark.changed);
      this.#changed.push(record);
    }
    this.#journal.image(record);
  }

  alive(record: StoreRecord): boolean {
    if (record.mark === Mark.away) this.#store.revive(record);
    return record.mark < Mark.deleted;
  }

  remove(record: StoreRecord): void {
    if (record.mark === Mark.away) this.#store.revive(record);
    if (record.mark >= Mark.deleted) return;
    if (record.mark === Mark.clean) this.#changed.push(record);
    this.#journal.mark(record, record.mark === Mark.created ? Mark.absent : Mark.deleted);
  }

  claim(due: Due): boolean {
    return this.#store.claim(due);
  }

  release(due: Due): void {
    this.#store.release(due);
  }

  setParked(due: Due, parked: boolean): void {
    this.touch(due);
    due.parked = parked;
    if (!parked) this.#store.tables.due?.push(due);
  }

  write(row: RowRecord, member: string, value: unknown, bit: number): void {
    if (row.mark === Mark.away) this.#store.revive(row);
    if (row.mark === Mark.clean) {
      this.#journal.mark(row, Mark.changed);
      this.#changed.push(row);
    }
    const pending = row.pending | bit;
    if (pending !== row.pending) this.#journal.pending(row, pending);
    this.#journal.member(row, member, value);
  }

  setPending(row: RowRecord, bits: number): void {
    if (row.pending !== bits) this.#journal.pending(row, bits);
  }

  casStatus(run: RunRecord, from: RunRecord['status'], to: RunRecord['status'], owner: number): boolean {
    if (run.status !== from) return false;
    this.touch(run);
    run.status = to;
    run.owner = owner;
    return true;
  }

  next(counter: 'row' | 'run' | 'seq'): number {
    return this.#store.next(counter);
  }

  // ---------------------------------------------------------------- questions

  row(root: string, id: string): RowRecord | undefined {
    const row = this.#store.tables.table(root).rows.get(id) ?? this.#store.loadRow(root, id);
    return row === undefined || row.mark >= Mark.deleted ? undefined : row;
  }

  rows(root: string): readonly RowRecord[] {
    this.#store.loadRows(root);
    return this.#store.tables.table(root).all();
  }

  rowsBy(root: string, member: string, value: unknown): readonly RowRecord[] {
    this.#store.loadRowsBy(root, member, value);
    return this.#store.tables.table(root).by(member, value);
  }

  find(query: RowQuery): readonly RowRecord[] {
    const changed = this.#changedRows(query.root);
    const found = this.#store.findRows(query, changed.length);
    return found === undefined ? this.rows(query.root) : inOrder(new Set([...found, ...changed]));
  }

  measure(query: RowQuery, member?: string): RowFigures | undefined {
    const changed = this.#changedRows(query.root);
    const without = changed.map((row) => row.id);
    const figures = this.#store.measureRows(query, member, without);
    return figures === undefined ? undefined : { ...figures, rest: inOrder(new Set([...figures.rest, ...changed])) };
  }

  #changedRows(root: string): readonly RowRecord[] {
    return this.#changed.filter((r): r is RowRecord => r.table === 'rows' && (r as RowRecord).root === root);
  }

  run(id: number): RunRecord | undefined {
    return this.#store.tables.runs.get(id) ?? this.#store.loadRun(id);
  }

  runsOf(row: RowRecord): readonly RunRecord[] {
    return row.runs ?? this.#store.loadRunsOf(row);
  }

  runs(workflow?: string): Iterable<RunRecord> {
    this.#store.loadRuns(workflow);
    const runs = [...this.#store.tables.runs.values()];
    const found = workflow === undefined ? runs : runs.filter((r) => r.workflow === workflow);
    return found.sort((a, b) => a.id - b.id);
  }

  heldElsewhere(record: StoreRecord): boolean {
    if (this.#store.aside.size === 0) return false;
    for (const other of this.#store.aside) if (other.changed.includes(record)) return true;
    return false;
  }

  firstDue(until: Ticks, where?: (due: Due) => boolean): Due | undefined {
    return this.#store.firstDue(until, this.#journal.length === 0 && this.#store.aside.size === 0, where);
  }

  deliveries(run?: number): Iterable<DeliveryRecord> {
    this.#store.loadDeliveries(run);
    return bySeq(this.#store.tables.deliveries.values(), (d) => run === undefined || d.run === run);
  }

  transitions(run: number): Iterable<TransitionRecord> {
    this.#store.loadTransitions(run);
    return bySeq(this.#store.tables.transitions.values(), (t) => t.run === run);
  }

  incidents(run?: number): Iterable<IncidentRecord> {
    this.#store.loadIncidents(run);
    return bySeq(this.#store.tables.incidents.values(), (i) => run === undefined || i.run === run);
  }

  lock(key: string): LockRecord | undefined {
    return this.#store.tables.locks.get(key) ?? (this.#store.loadKeyed('locks', key) as LockRecord | undefined);
  }

  locksOf(run: number): readonly LockRecord[] {
    this.#store.loadLocks();
    if (this.#store.tables.locks.size === 0) return noLocks;
    return bySeq(this.#store.tables.locks.values(), (l) => l.run === run);
  }

  inbox(key: string): InboxRecord | undefined {
    return this.#store.tables.inbox.get(key) ?? (this.#store.loadKeyed('inbox', key) as InboxRecord | undefined);
  }

  unique(key: string): UniqueRecord | undefined {
    return this.#store.tables.uniques.get(key) ?? (this.#store.loadKeyed('uniques', key) as UniqueRecord | undefined);
  }

  uniquesOf(row: string): readonly UniqueRecord[] {
    this.#store.loadUniquesOf(row);
    return [...(this.#store.tables.uniquesByRow.get(row) ?? [])];
  }
}

const noLocks: readonly LockRecord[] = [];

function bySeq<T extends StoreRecord>(records: Iterable<T>, where: (record: T) => boolean): T[] {
  return [...records].filter(where).sort((a, b) => a.seq - b.seq);
}

function nounOf(record: StoreRecord): string {
  switch (record.table) {
    case 'rows':
      return `row of ${(record as RowRecord).entity}`;
    case 'uniques':
      return 'unique value';
    case 'locks':
      return 'lock';
    default:
      return 'run';
  }
}
