import type { Due, StateStore, Store, StoreSchema } from '../contract.ts';
import type { RowFigures, RowQuery } from '../query.ts';
import type { RowRecord, RunRecord, StoreRecord, TableName, Ticks } from '../records.ts';
import type { DueQueue } from './due-queue.ts';
import { dumpRecords } from './dump.ts';
import { Tables } from './tables.ts';
import { LiveTransaction } from './transaction.ts';

/**
 * What all stores share: live records, one entered transaction, numbers. As it stands it keeps everything alive and
 * nothing else, which is the store in memory. A database overrides `load…`, which bring records to life (committed ones,
 * never over one that is alive), and `persist`.
 */
export abstract class LiveStore implements Store {
  abstract readonly kind: Store['kind'];
  abstract readonly states: StateStore;
  readonly openings: number = 0;
  readonly tables: Tables;
  /** The transaction whose changes are in place. */
  entered: LiveTransaction | undefined;
  /** Transactions with changes that were taken back until they are entered again. */
  readonly aside = new Set<LiveTransaction>();
  protected schema: StoreSchema = { entities: [], text: String };
  protected readonly counters = { row: 0, run: 0, seq: 0 };
  #epoch = 0;

  constructor(due: DueQueue | undefined) {
    this.tables = new Tables(due);
  }

  define(schema: StoreSchema): void {
    this.schema = schema;
    this.tables.define(schema);
  }

  begin(): LiveTransaction {
    return new LiveTransaction(this);
  }

  nextEpoch(): number {
    return ++this.#epoch;
  }

  next(counter: 'row' | 'run' | 'seq'): number {
    return ++this.counters[counter];
  }

  dump(): string {
    this.loadAll();
    return dumpRecords(this.tables, this.states, this.schema.text);
  }

  count(table: TableName): number {
    return this.tables.count(table);
  }

  close(): void {}

  // ---------------------------------------------------------------- for a database to override

  /** A transaction without changes goes to work: what is alive may be out of date. */
  refresh(): void {}
  /** Makes the changes durable, all or nothing, comparing revisions. */
  persist(_changed: readonly StoreRecord[]): void {}
  /** Brings back a record that is `away`; one that is gone becomes `absent`. */
  revive(_record: StoreRecord): void {}
  /** A commit failed and was undone. */
  failed(): void {}
  loadRow(_root: string, _id: string): RowRecord | undefined {
    return undefined;
  }
  loadRows(_root: string): void {}
  loadRowsBy(_root: string, _member: string, _value: unknown): void {}
  /** Answers `Transaction.find` of what is committed, `spare` of which may not count; undefined: all rows have to be looked at. */
  findRows(query: RowQuery, _spare: number): readonly RowRecord[] | undefined {
    return this.byIndex(query);
  }
  /** Answers `Transaction.measure` of what is committed, leaving out the rows with these ids. */
  measureRows(_query: RowQuery, _member: string | undefined, _without: readonly string[]): RowFigures | undefined {
    return undefined;
  }
  loadRun(_id: number): RunRecord | undefined {
    return undefined;
  }
  loadRunsOf(row: RowRecord): readonly RunRecord[] {
    row.runs = noRuns;
    return noRuns;
  }
  loadRuns(_workflow?: string): void {}
  loadDeliveries(_run?: number): void {}
  loadTransitions(_run: number): void {}
  loadIncidents(_run?: number): void {}
  loadLocks(): void {}
  loadKeyed(_table: 'locks' | 'inbox' | 'uniques', _key: string): StoreRecord | undefined {
    return undefined;
  }
  loadUniquesOf(_row: string): void {}
  protected loadAll(): void {}

  firstDue(until: Ticks, settled: boolean, where?: (due: Due) => boolean): Due | undefined {
    return this.tables.due?.first(until, settled, where);
  }

  /** Rows that are all alive, by a text or a reference that has an index; undefined without one. */
  protected byIndex({ root, where }: RowQuery): readonly RowRecord[] | undefined {
    const table = this.tables.table(root);
    for (const part of where?.is === 'all' ? where.of : []) {
      if (part.is !== 'equal' || !table.isIndexed(part.member)) continue;
      const column = this.schema.entities.find((e) => e.root === root)?.columns.find((c) => c.name === part.member);
      const values = part.cells.map((cell) => column?.fromCell(cell));
      // Other values are objects, or lie by another name than they have.
      if (values.every((value) => typeof value === 'string')) return values.flatMap((v) => table.by(part.member, v));
    }
    return undefined;
  }

  /** Work is about to be delivered; only a store that several processes share has to say whose it is. */
  claim(_due: Due): boolean {
    return true;
  }
  release(_due: Due): void {}

  /** A record's deletion is committed. */
  gone(record: StoreRecord): void {
    if (record.table === 'rows') {
      const row = record as RowRecord;
      this.tables.table(row.root).drop(row);
    }
  }

  /** A commit is complete. */
  committed(): void {
    if (this.aside.size === 0) this.tables.due?.compact();
  }
}

const noRuns: readonly RunRecord[] = [];
