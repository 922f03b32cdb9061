import { type Due, type EntitySchema, StoreError, type StoreSchema } from '../contract.ts';
import { LiveStore } from '../live/store.ts';
import type { RowFigures, RowQuery } from '../query.ts';
import {
  type DeliveryRecord,
  InboxRecord,
  LockRecord,
  Mark,
  RowRecord,
  type RunRecord,
  type StoreRecord,
  type TableName,
  type Ticks,
  type TimerRecord,
  UniqueRecord,
} from '../records.ts';
import { candidates, figures, figuresOf, type Question } from '../sql/questions.ts';
import type { Raw } from '../sql/reading.ts';
import { deliveryOf, fillRun, incidentOf, runOf, timerOf, transitionOf } from '../sql/records.ts';
import { Weakly } from './cache.ts';
import { type Database, Guarded, openDatabase, type SqliteOptions, type Statement, storeError } from './driver.ts';
import { defineDecimals, dialect } from './questions.ts';
import { fillRow, rowOf } from './rows.ts';
import { memberColumn, prepareRows, prepareTables, rowTableName } from './schema.ts';
import { SqliteStates } from './states.ts';
import { Writers } from './writers.ts';

const fewRows = 64;

/** Numbers are taken in blocks, so that the last one has to be stored but seldom. */
const block = 1024;

/**
 * A SQLite file. Records in use are alive and shared, as in memory; what a transaction changes is written when it commits,
 * in one transaction of the database, each record against the revision that was read.
 */
export class SqliteStore extends LiveStore {
  readonly kind = 'sqlite';
  readonly states: SqliteStates;
  override readonly openings: number;
  readonly #db: Database;
  readonly #path: string;
  readonly #cacheLimit: number;
  readonly #writers: Writers;
  readonly #statements = new Map<string, Guarded>();
  readonly #schemas = new Map<string, EntitySchema>();
  readonly #reserved = { row: 0, run: 0, seq: 0 };
  readonly #oldRows = new Weakly<RowRecord>();
  readonly #oldDeliveries = new Weakly<DeliveryRecord>();
  readonly #oldRuns = new Weakly<RunRecord>();
  /** Tables of which everything is alive. */
  readonly #complete = new Set<string>();
  #dataVersion: bigint;

  /** @throws StoreError when the file cannot be opened, is not osy's, or was written by a newer osy */
  constructor(path: string, options: SqliteOptions = {}) {
    super(undefined);
    this.#path = path;
    this.#cacheLimit = options.cache ?? 50_000;
    this.#db = openDatabase(path, options);
    try {
      prepareTables(this.#db, path);
      this.openings = this.#open();
      this.states = new SqliteStates(this.#db, path);
      this.#writers = new Writers(this.#db);
      this.#dataVersion = this.#readDataVersion();
    } catch (error) {
      this.#db.close();
      throw storeError(error, path);
    }
  }

  override define(schema: StoreSchema): void {
    try {
      this.#db.transaction(() => {
        for (const entity of schema.entities) prepareRows(this.#db, this.#path, entity);
      })();
    } catch (error) {
      throw storeError(error, this.#path);
    }
    super.define(schema);
    try {
      for (const entity of schema.entities) {
        this.#schemas.set(entity.root, entity);
        this.#writers.define(entity);
        defineDecimals(this.#db, entity);
      }
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  override close(): void {
    this.#db.close();
  }

  #open(): number {
    const get = this.#db.prepare('SELECT value FROM meta WHERE name = ?').pluck();
    for (const name of ['row', 'run', 'seq'] as const) {
      this.counters[name] = Number(get.get(`counter:${name}`) ?? 0);
      this.#reserved[name] = this.counters[name];
    }
    return this.#raiseMeta('openings', 1) - 1;
  }

  /** @returns what it is then */
  #raiseMeta(name: string, by: number): number {
    try {
      const raised = this.#sql(
        'INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value',
      ).get(name, by);
      return Number(raised?.['value']);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  #sql(text: string): Guarded {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#prepared(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #prepared(text: string): Guarded {
    try {
      const statement = this.#db.prepare(text) as Statement;
      if (statement.reader) statement.safeIntegers();
      return new Guarded(statement, this.#path);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  #readDataVersion(): bigint {
    return this.#sql('PRAGMA data_version').get()?.['data_version'] as bigint;
  }

  // ---------------------------------------------------------------- writing

  override persist(changed: readonly StoreRecord[]): void {
    try {
      this.#sql('BEGIN IMMEDIATE').run();
      for (const record of changed) this.#writers.write(record);
      this.#sql('COMMIT').run();
    } catch (error) {
      if (this.#db.inTransaction) this.#sql('ROLLBACK').run();
      throw storeError(error, this.#path);
    }
  }

  /** Of a block that is stored before its first number is given: no process, and none after a crash, gives one again. */
  override next(counter: 'row' | 'run' | 'seq'): number {
    if (this.counters[counter] >= this.#reserved[counter]) {
      this.#reserved[counter] = this.#raiseMeta(`counter:${counter}`, block);
      this.counters[counter] = this.#reserved[counter] - block;
    }
    return super.next(counter);
  }

  /** What is alive may be what another process has changed. */
  override failed(): void {
    if (this.aside.size === 0) this.#forget();
  }

  override committed(): void {
    super.committed();
    const { runs } = this.tables;
    if (this.aside.size === 0 && runs.size + this.tables.count('rows') > this.#cacheLimit) this.#forget();
    if (this.tables.transitions.size > 1024) this.tables.transitions.clear();
  }

  // ---------------------------------------------------------------- what is alive

  /** Another process has written: nothing that is alive can be trusted. */
  override refresh(): void {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    if (this.aside.size === 0) this.#forget();
  }

  /** Lets go of everything; an object that somebody still holds is the same one when it is read again. */
  #forget(): void {
    for (const table of this.tables.rows.values()) {
      for (const row of table.rows.values()) {
        this.#oldRows.put(row.id, row);
        row.runs = undefined;
        row.mark = Mark.away;
      }
      table.clear();
    }
    for (const run of this.tables.runs.values()) {
      this.#oldRuns.put(run.id, run);
      run.mark = Mark.away;
      for (const timer of run.timers) timer.mark = Mark.away;
    }
    for (const delivery of this.tables.deliveries.values()) {
      this.#oldDeliveries.put(delivery.seq, delivery);
      delivery.mark = Mark.away;
    }
    this.tables.clear();
    this.#complete.clear();
  }

  #schema(root: string): EntitySchema {
    const schema = this.#schemas.get(root);
    if (schema === undefined) throw new StoreError('other-app', `the store knows no entity '${root}'`);
    return schema;
  }

  #bringRow(schema: EntitySchema, raw: Raw): RowRecord {
    const id = raw['id'] as string;
    const table = this.tables.table(schema.root);
    const alive = table.rows.get(id);
    if (alive !== undefined) return alive;
    const old = this.#oldRows.take(id);
    if (old === undefined) return this.#alive(rowOf(schema, raw));
    fillRow(schema, raw, old.v);
    old.rev = Number(raw['rev']);
    return this.#alive(old);
  }

  #alive<R extends StoreRecord>(record: R): R {
    record.mark = Mark.clean;
    this.tables.attach(record);
    return record;
  }

  #bringRun(raw: Raw): RunRecord {
    const id = Number(raw['id']);
    const alive = this.tables.runs.get(id);
    if (alive !== undefined) return alive;
    const old = this.#oldRuns.take(id);
    const row = this.#rowOfRun(raw['root'] as string, raw['row'] as string);
    const run = old ?? runOf(raw, row);
    if (old !== undefined) fillRun(raw, old);
    this.#alive(run);
    const known = run.timers;
    for (const timer of known) timer.mark = Mark.absent;
    const timers = this.#sql('SELECT * FROM timers WHERE run = ? ORDER BY seq').all(id);
    run.timers = timers.map((t) => this.#alive(known.find((k) => k.seq === Number(t['seq'])) ?? timerOf(t, run)));
    return run;
  }

  /** The row of an ended run may be deleted: then an empty one stands for it. */
  #rowOfRun(root: string, id: string): RowRecord {
    return (
      this.tables.table(root).rows.get(id) ?? this.loadRow(root, id) ?? new RowRecord(root, root, id, 0, { Id: id })
    );
  }

  override loadRow(root: string, id: string): RowRecord | undefined {
    if (this.#complete.has(root)) return undefined;
    const raw = this.#sql(`SELECT * FROM ${rowTableName(root)} WHERE id = ?`).get(id);
    return raw === undefined ? undefined : this.#bringRow(this.#schema(root), raw);
  }

  override loadRows(root: string): void {
    if (this.#complete.has(root)) return;
    const schema = this.#schema(root);
    for (const raw of this.#sql(`SELECT * FROM ${rowTableName(root)} ORDER BY seq`).all()) this.#bringRow(schema, raw);
    this.#complete.add(root);
  }

  override loadRowsBy(root: string, member: string, value: unknown): void {
    if (this.#complete.has(root)) return;
    const schema = this.#schema(root);
    const column = schema.columns.find((c) => c.name === member);
    if (column === undefined) return;
    const sql = `SELECT * FROM ${rowTableName(root)} WHERE ${memberColumn(member)} = ?`;
    for (const raw of this.#sql(sql).all(column.toCell(value))) this.#bringRow(schema, raw);
  }

  override findRows(query: RowQuery, spare: number): readonly RowRecord[] | undefined {
    if (this.#isAtHand(query.root)) return undefined;
    const schema = this.#schema(query.root);
    return this.#answers(schema, candidates(dialect, schema, 'r.*', query, spare));
  }

  override measureRows(
    query: RowQuery,
    member: string | undefined,
    without: readonly string[],
  ): RowFigures | undefined {
    if (this.#isAtHand(query.root)) return undefined;
    const schema = this.#schema(query.root);
    const asked = figures(dialect, schema, 'r.*', query, member, without);
    const raw = this.#sql(asked.figures.text).get(...asked.figures.values);
    return { ...figuresOf(raw), rest: this.#answers(schema, asked.rest) };
  }

  /** So few rows, all alive, are looked at faster than they are asked for. */
  #isAtHand(root: string): boolean {
    return this.#complete.has(root) && this.tables.table(root).rows.size <= Math.min(fewRows, this.#cacheLimit);
  }

  #answers(schema: EntitySchema, questions: readonly Question[]): readonly RowRecord[] {
    return questions.flatMap(({ text, values }) =>
      this.#sql(text)
        .all(...values)
        .map((raw) => this.#bringRow(schema, raw)),
    );
  }

  override loadRun(id: number): RunRecord | undefined {
    const raw = this.#sql('SELECT * FROM runs WHERE id = ?').get(id);
    return raw === undefined ? undefined : this.#bringRun(raw);
  }

  override loadRunsOf(row: RowRecord): readonly RunRecord[] {
    const found = this.#sql('SELECT * FROM runs WHERE row = ? ORDER BY id').all(row.id);
    row.runs = found.map((raw) => this.#bringRun(raw));
    return row.runs;
  }

  override loadRuns(workflow?: string): void {
    if (this.#complete.has('runs')) return;
    const rows =
      workflow === undefined
        ? this.#sql('SELECT * FROM runs ORDER BY id').all()
        : this.#sql('SELECT * FROM runs WHERE workflow = ? ORDER BY id').all(workflow);
    for (const raw of rows) this.#bringRun(raw);
    if (workflow === undefined) this.#complete.add('runs');
  }

  override loadDeliveries(run?: number): void {
    const rows =
      run === undefined
        ? this.#sql('SELECT * FROM deliveries').all()
        : this.#sql('SELECT * FROM deliveries WHERE run = ?').all(run);
    this.#bring(rows, 'deliveries', deliveryOf);
  }

  override loadTransitions(run: number): void {
    this.#bring(this.#sql('SELECT * FROM transitions WHERE run = ?').all(run), 'transitions', transitionOf);
  }

  override loadIncidents(run?: number): void {
    const rows =
      run === undefined
        ? this.#sql('SELECT * FROM incidents').all()
        : this.#sql('SELECT * FROM incidents WHERE run = ?').all(run);
    this.#bring(rows, 'incidents', incidentOf);
  }

  /** A record that the entered transaction has removed is not brought back. */
  #bring(
    rows: readonly Raw[],
    table: 'deliveries' | 'transitions' | 'incidents',
    make: (raw: Raw) => StoreRecord,
  ): void {
    for (const raw of rows) {
      const seq = Number(raw['seq']);
      if (this.tables[table].has(seq) || this.#removed(table, (r) => r.seq === seq)) continue;
      this.#alive((table === 'deliveries' ? this.#oldDeliveries.take(seq) : undefined) ?? make(raw));
    }
  }

  override revive(record: StoreRecord): void {
    switch (record.table) {
      case 'rows':
        this.loadRow((record as RowRecord).root, (record as RowRecord).id);
        break;
      case 'runs':
        this.loadRun((record as RunRecord).id);
        break;
      case 'timers':
        this.loadRun((record as TimerRecord).run.id);
        break;
      case 'deliveries':
        this.#bring(this.#sql('SELECT * FROM deliveries WHERE seq = ?').all(record.seq), 'deliveries', deliveryOf);
        break;
      default:
    }
    if (record.mark === Mark.away) record.mark = Mark.absent;
  }

  #removed(table: TableName, same: (record: StoreRecord) => boolean): boolean {
    const changed = this.entered?.changed ?? [];
    return changed.some((r) => r.table === table && r.mark >= Mark.deleted && same(r));
  }

  override loadLocks(): void {
    for (const raw of this.#sql('SELECT * FROM locks').all()) this.#bringKeyed('locks', raw);
  }

  override loadKeyed(table: 'locks' | 'inbox' | 'uniques', key: string): StoreRecord | undefined {
    const raw = this.#sql(`SELECT * FROM ${table} WHERE key = ?`).get(key);
    return raw === undefined ? undefined : this.#bringKeyed(table, raw);
  }

  override loadUniquesOf(row: string): void {
    for (const raw of this.#sql('SELECT * FROM uniques WHERE row = ?').all(row)) this.#bringKeyed('uniques', raw);
  }

  #bringKeyed(table: 'locks' | 'inbox' | 'uniques', raw: Raw): StoreRecord | undefined {
    const key = raw['key'] as string;
    const alive = this.tables[table].get(key);
    if (alive !== undefined) return alive;
    if (this.#removed(table, (r) => (r as LockRecord).key === key)) return undefined;
    const seq = Number(raw['seq']);
    if (table === 'inbox') return this.#alive(new InboxRecord(key, seq, raw['at'] as bigint));
    if (table === 'uniques') return this.#alive(new UniqueRecord(key, seq, raw['row'] as string));
    const lock = this.#alive(new LockRecord(key, seq, Number(raw['run']), raw['until'] as bigint));
    lock.rev = Number(raw['rev']);
    return lock;
  }

  protected override loadAll(): void {
    for (const root of this.#schemas.keys()) this.loadRows(root);
    this.loadRuns();
    this.loadDeliveries();
    this.loadIncidents();
    this.loadLocks();
    this.#bring(this.#sql('SELECT * FROM transitions').all(), 'transitions', transitionOf);
    for (const table of ['inbox', 'uniques'] as const) {
      for (const raw of this.#sql(`SELECT * FROM ${table}`).all()) this.#bringKeyed(table, raw);
    }
  }

  override count(table: TableName): number {
    const tables = table === 'rows' ? [...this.#schemas.keys()].map(rowTableName) : [table];
    return tables.reduce((n, t) => n + Number(this.#sql(`SELECT count(*) AS n FROM ${t}`).get()?.['n']), 0);
  }

  // ---------------------------------------------------------------- due work

  override firstDue(until: Ticks, settled: boolean, where?: (due: Due) => boolean): Due | undefined {
    const timers = this.#sql('SELECT * FROM timers WHERE parked = 0 AND due <= ? ORDER BY due, seq LIMIT ? OFFSET ?');
    const deliveries = this.#sql(
      'SELECT * FROM deliveries WHERE parked = 0 AND due <= ? ORDER BY due, seq LIMIT ? OFFSET ?',
    );
    const fits = (due: Due | undefined): due is Due =>
      due !== undefined && due.mark < Mark.deleted && !due.parked && (where === undefined || where(due));
    const timer = firstOf(timers, until, (raw) => this.#timer(raw), fits);
    const delivery = firstOf(deliveries, until, (raw) => this.#delivery(raw), fits);
    const fresh = settled
      ? []
      : (this.entered?.changed ?? []).filter((r): r is Due => isDue(r) && (r as Due).due <= until);
    return [timer, delivery, ...fresh.filter(fits)].reduce(earlier, undefined);
  }

  #timer(raw: Raw): Due | undefined {
    const run = this.tables.runs.get(Number(raw['run'])) ?? this.loadRun(Number(raw['run']));
    const seq = Number(raw['seq']);
    return run?.timers.find((t) => t.seq === seq);
  }

  #delivery(raw: Raw): Due | undefined {
    this.#bring([raw], 'deliveries', deliveryOf);
    return this.tables.deliveries.get(Number(raw['seq']));
  }
}

function firstOf(
  statement: Guarded,
  until: Ticks,
  bring: (raw: Raw) => Due | undefined,
  fits: (due: Due | undefined) => due is Due,
): Due | undefined {
  // The first is nearly always the one: more are asked for only when it is not.
  for (let offset = 0, page = 1; ; offset += page, page = 100) {
    const rows = statement.all(until, page, offset);
    for (const raw of rows) {
      const due = bring(raw);
      if (fits(due)) return due;
    }
    if (rows.length < page) return undefined;
  }
}

function isDue(record: StoreRecord): boolean {
  return record.table === 'timers' || record.table === 'deliveries';
}

function earlier(a: Due | undefined, b: Due | undefined): Due | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.due < b.due || (a.due === b.due && a.seq <= b.seq) ? a : b;
}
