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
import { deliveryOf, fillRun, incidentOf, runOf, timerOf, transitionOf } from '../sql/records.ts';
import { Weakly } from '../sqlite/cache.ts';
import { parseAddress } from './address.ts';
import { Claims } from './claims.ts';
import { type Answer, type Bound, type Company, PostgresConnection, type Raw } from './connection.ts';
import { Numbers } from './numbers.ts';
import { dialect } from './questions.ts';
import { columnsOf, fillRow, rowColumns, rowOf } from './rows.ts';
import { memberColumn, prepareRows, prepareTables, rowTableName } from './schema.ts';
import { othersEnded, parseSnapshot, type Snapshot } from './snapshot.ts';
import { PostgresStates } from './states.ts';
import { Writers } from './writers.ts';

const fewRows = 256;

export interface PostgresOptions {
  /** How many runs and rows are kept at hand. Default 50 000. */
  readonly cache?: number;
  /** How long a process that gives no sign of life keeps what it is delivering, in milliseconds. Default 15 000. */
  readonly lease?: number;
}

/**
 * A PostgreSQL database that several processes may share. Records in use are alive and shared within the process, as in
 * memory; what a transaction changes is written when it commits, in one batch, each record against the revision that was
 * read. What is alive is trusted as long as no other process has the store open; with others there, each transaction begins
 * by asking whether anybody has committed, and what was alive is then read anew.
 */
export class PostgresStore extends LiveStore {
  readonly kind = 'postgres';
  readonly states: PostgresStates;
  override readonly openings: number;
  readonly #db: PostgresConnection;
  readonly #schemaName: string;
  readonly #cacheLimit: number;
  readonly #writers: Writers;
  readonly #numbers: Numbers;
  readonly #claims: Claims;
  readonly #schemas = new Map<string, EntitySchema>();
  readonly #oldRows = new Weakly<RowRecord>();
  readonly #oldDeliveries = new Weakly<DeliveryRecord>();
  readonly #oldRuns = new Weakly<RunRecord>();
  /** Tables of which everything is alive. */
  readonly #complete = new Set<string>();
  /** What is alive may be out of date, and could not be let go of yet. */
  #stale = false;
  #company: Company = 'unknown';
  #generation = 0;
  #snapshot: Snapshot | undefined;

  /** @throws StoreError when the database cannot be reached or used, is not osy's, or was written by a newer osy */
  constructor(address: string, options: PostgresOptions = {}) {
    super(undefined);
    const where = parseAddress(address);
    this.#schemaName = where.schema;
    this.#cacheLimit = options.cache ?? 50_000;
    this.#db = new PostgresConnection(where, options.lease ?? 15_000);
    try {
      prepareTables(this.#db, where.schema);
      this.#db.join();
      this.openings = this.#open();
    } catch (error) {
      this.#db.close();
      throw error;
    }
    this.#numbers = new Numbers(this.#db);
    this.#claims = new Claims(this.#db);
    this.states = new PostgresStates(this.#db);
    this.#writers = new Writers(this.#db);
  }

  #open(): number {
    const [raw] = this.#db.ask("UPDATE meta SET value = value + 1 WHERE name = 'openings' RETURNING value - 1 AS n");
    return Number(raw?.['n']);
  }

  override define(schema: StoreSchema): void {
    prepareRows(this.#db, this.#schemaName, schema.entities);
    super.define(schema);
    for (const entity of schema.entities) {
      this.#schemas.set(entity.root, entity);
      this.#writers.define(entity);
    }
  }

  override close(): void {
    this.#db.close();
  }

  override next(counter: 'row' | 'run' | 'seq'): number {
    return this.#numbers.next(counter);
  }

  // ---------------------------------------------------------------- writing

  override persist(changed: readonly StoreRecord[]): void {
    this.#db.write(this.#writers.batch(changed));
  }

  /** What is alive may be what another process has changed. */
  override failed(): void {
    this.#forgetSoon();
  }

  override committed(): void {
    super.committed();
    const { runs } = this.tables;
    if (this.aside.size === 0 && runs.size + this.tables.count('rows') > this.#cacheLimit) this.#forget();
    if (this.tables.transitions.size > 1024) this.tables.transitions.clear();
  }

  // ---------------------------------------------------------------- what is alive

  override refresh(): void {
    if (this.#othersHaveWritten()) {
      for (const counter of ['row', 'run', 'seq'] as const) this.#numbers.letGo(counter);
      this.#stale = true;
    }
    if (this.#stale) this.#forgetSoon();
  }

  #othersHaveWritten(): boolean {
    const { company, generation } = this.#db;
    const known = company === this.#company && generation === this.#generation;
    if (known && company === 'alone') return false;
    this.#company = company;
    const before = known ? this.#snapshot : undefined;
    const [raw] = this.#db.ask('SELECT pg_current_snapshot()::text AS s');
    this.#generation = this.#db.generation;
    this.#snapshot = parseSnapshot(raw?.['s'] as string);
    const { own } = this.#db;
    const changed = before === undefined || othersEnded(before, this.#snapshot, own);
    for (const id of own) if (id < this.#snapshot.next && !this.#snapshot.open.has(id)) own.delete(id);
    return changed;
  }

  /** Work that is set aside holds on to what is alive: until it is done with, a change of the same record is refused. */
  #forgetSoon(): void {
    this.#stale = this.aside.size > 0;
    if (!this.#stale) this.#forget();
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
    const alive = this.tables.table(schema.root).rows.get(id);
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

  /** Runs, with the timers of each. */
  #bringRuns(where: string, ...values: readonly (string | number)[]): readonly RunRecord[] {
    const runs = this.#db.statement(`SELECT ${columnsOf.runs} FROM runs WHERE ${where} ORDER BY id`);
    const timers = this.#db.statement(
      `SELECT ${columnsOf.timers} FROM timers WHERE run IN (SELECT id FROM runs WHERE ${where}) ORDER BY seq`,
    );
    const [found, armed] = this.#db.run([
      [runs, ...values],
      [timers, ...values],
    ]);
    const byRun = new Map<number, Raw[]>();
    for (const raw of armed?.rows ?? []) {
      const run = Number(raw['run']);
      const list = byRun.get(run);
      if (list === undefined) byRun.set(run, [raw]);
      else list.push(raw);
    }
    return (found?.rows ?? []).map((raw) => this.#bringRun(raw, byRun.get(Number(raw['id'])) ?? []));
  }

  #bringRun(raw: Raw, timers: readonly Raw[]): RunRecord {
    const id = Number(raw['id']);
    const alive = this.tables.runs.get(id);
    if (alive !== undefined) return alive;
    const old = this.#oldRuns.take(id);
    const run = old ?? runOf(raw, this.#rowOfRun(raw['root'] as string, raw['row'] as string));
    if (old !== undefined) {
      this.#rowOfRun(raw['root'] as string, raw['row'] as string);
      fillRun(raw, old);
    }
    this.#alive(run);
    const known = run.timers;
    for (const timer of known) timer.mark = Mark.absent;
    run.timers = timers.map((t) => {
      const same = known.find((k) => k.seq === Number(t['seq']));
      if (same !== undefined) same.parked = Number(t['parked']) === 1;
      return this.#alive(same ?? timerOf(t, run));
    });
    return run;
  }

  /** The row of an ended run may be deleted: then an empty one stands for it. */
  #rowOfRun(root: string, id: string): RowRecord {
    return (
      this.tables.table(root).rows.get(id) ?? this.loadRow(root, id) ?? new RowRecord(root, root, id, 0, { Id: id })
    );
  }

  #rows(root: string, where: string, ...values: readonly (string | number | bigint | Uint8Array | null)[]): void {
    const schema = this.#schema(root);
    const sql = `SELECT ${rowColumns(schema)} FROM ${rowTableName(root)} ${where} ORDER BY seq`;
    for (const raw of this.#db.ask(sql, ...values)) this.#bringRow(schema, raw);
  }

  override loadRow(root: string, id: string): RowRecord | undefined {
    if (this.#complete.has(root)) return undefined;
    this.#rows(root, 'WHERE id = $1', id);
    return this.tables.table(root).rows.get(id);
  }

  override loadRows(root: string): void {
    if (this.#complete.has(root)) return;
    this.#rows(root, '');
    this.#complete.add(root);
  }

  override loadRowsBy(root: string, member: string, value: unknown): void {
    if (this.#complete.has(root)) return;
    const column = this.#schema(root).columns.find((c) => c.name === member);
    if (column !== undefined) this.#rows(root, `WHERE ${memberColumn(member)} = $1`, column.toCell(value));
  }

  override findRows(query: RowQuery, spare: number): readonly RowRecord[] | undefined {
    if (this.#isAtHand(query.root)) return undefined;
    const schema = this.#schema(query.root);
    return this.#answers(
      schema,
      this.#db.run(this.#bound(candidates(dialect, schema, rowColumns(schema), query, spare))),
    );
  }

  override measureRows(
    query: RowQuery,
    member: string | undefined,
    without: readonly string[],
  ): RowFigures | undefined {
    if (this.#isAtHand(query.root)) return undefined;
    const schema = this.#schema(query.root);
    const asked = figures(dialect, schema, rowColumns(schema), query, member, without);
    const [answer, ...rest] = this.#db.run(this.#bound([asked.figures, ...asked.rest]));
    return { ...figuresOf(answer?.rows[0]), rest: this.#answers(schema, rest) };
  }

  /** So few rows, all alive, are looked at faster than they are asked for. */
  #isAtHand(root: string): boolean {
    return this.#complete.has(root) && this.tables.table(root).rows.size <= Math.min(fewRows, this.#cacheLimit);
  }

  #bound(questions: readonly Question[]): readonly Bound[] {
    return questions.map(({ text, values }) => [this.#db.statement(text), ...values]);
  }

  #answers(schema: EntitySchema, answers: readonly Answer[]): readonly RowRecord[] {
    return answers.flatMap(({ rows }) => rows.map((raw) => this.#bringRow(schema, raw)));
  }

  override loadRun(id: number): RunRecord | undefined {
    return this.#bringRuns('id = $1', id)[0];
  }

  override loadRunsOf(row: RowRecord): readonly RunRecord[] {
    row.runs = this.#bringRuns('"row" = $1', row.id);
    return row.runs;
  }

  override loadRuns(workflow?: string): void {
    if (this.#complete.has('runs')) return;
    if (workflow !== undefined) {
      this.#bringRuns('workflow = $1', workflow);
      return;
    }
    for (const root of this.#schemas.keys()) this.loadRows(root);
    this.#bringRuns('true');
    this.#complete.add('runs');
  }

  override loadDeliveries(run?: number): void {
    const sql = `SELECT ${columnsOf.deliveries} FROM deliveries`;
    const rows = run === undefined ? this.#db.ask(sql) : this.#db.ask(`${sql} WHERE run = $1`, run);
    this.#bring(rows, 'deliveries', deliveryOf);
  }

  override loadTransitions(run: number): void {
    const rows = this.#db.ask(`SELECT ${columnsOf.transitions} FROM transitions WHERE run = $1`, run);
    this.#bring(rows, 'transitions', transitionOf);
  }

  override loadIncidents(run?: number): void {
    const sql = `SELECT ${columnsOf.incidents} FROM incidents`;
    const rows = run === undefined ? this.#db.ask(sql) : this.#db.ask(`${sql} WHERE run = $1`, run);
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
      const old = table === 'deliveries' ? this.#oldDeliveries.take(seq) : undefined;
      if (old !== undefined) old.parked = Number(raw['parked']) === 1;
      this.#alive(old ?? make(raw));
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
        this.#bring(
          this.#db.ask(`SELECT ${columnsOf.deliveries} FROM deliveries WHERE seq = $1`, record.seq),
          'deliveries',
          deliveryOf,
        );
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
    for (const raw of this.#db.ask(`SELECT ${columnsOf.locks} FROM locks`)) this.#bringKeyed('locks', raw);
  }

  override loadKeyed(table: 'locks' | 'inbox' | 'uniques', key: string): StoreRecord | undefined {
    const [raw] = this.#db.ask(`SELECT ${columnsOf[table]} FROM ${table} WHERE key = $1`, key);
    return raw === undefined ? undefined : this.#bringKeyed(table, raw);
  }

  override loadUniquesOf(row: string): void {
    const rows = this.#db.ask(`SELECT ${columnsOf.uniques} FROM uniques WHERE "row" = $1`, row);
    for (const raw of rows) this.#bringKeyed('uniques', raw);
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
    this.#bring(this.#db.ask(`SELECT ${columnsOf.transitions} FROM transitions`), 'transitions', transitionOf);
    for (const table of ['inbox', 'uniques'] as const) {
      for (const raw of this.#db.ask(`SELECT ${columnsOf[table]} FROM ${table}`)) this.#bringKeyed(table, raw);
    }
  }

  override count(table: TableName): number {
    const tables = table === 'rows' ? [...this.#schemas.keys()].map(rowTableName) : [table];
    return tables.reduce((n, t) => n + Number(this.#db.ask(`SELECT count(*) AS n FROM ${t}`)[0]?.['n']), 0);
  }

  // ---------------------------------------------------------------- due work

  override firstDue(until: Ticks, settled: boolean, where?: (due: Due) => boolean): Due | undefined {
    // The first is nearly always the one: more are asked for only when it is not.
    let page = settled ? 1 : 4;
    const fits = (due: Due | undefined): due is Due =>
      due !== undefined && due.mark < Mark.deleted && !due.parked && (where === undefined || where(due));
    let fresh: Due | undefined;
    if (!settled) {
      for (const record of this.entered?.changed ?? []) {
        if (isDue(record) && record.due <= until && fits(record)) fresh = earlier(fresh, record);
      }
    }
    let timer: Due | undefined;
    let delivery: Due | undefined;
    for (let offset = 0; ; offset += page, page = 100) {
      const { timers, deliveries } = this.#claims.due(until, page, offset);
      timer ??= firstThat(timers, (raw) => this.#timer(raw), fits);
      delivery ??= firstThat(deliveries, (raw) => this.#delivery(raw), fits);
      const timersDone = timer !== undefined || timers.length < page;
      const deliveriesDone = delivery !== undefined || deliveries.length < page;
      if (timersDone && deliveriesDone) return earlier(earlier(timer, delivery), fresh);
    }
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

  override claim(due: Due): boolean {
    return this.#claims.take(due);
  }

  override release(due: Due): void {
    this.#claims.giveUp(due);
  }
}

function firstThat(
  rows: readonly Raw[],
  bring: (raw: Raw) => Due | undefined,
  fits: (due: Due | undefined) => due is Due,
): Due | undefined {
  for (const raw of rows) {
    const due = bring(raw);
    if (fits(due)) return due;
  }
  return undefined;
}

function isDue(record: StoreRecord): record is Due {
  return record.table === 'timers' || record.table === 'deliveries';
}

function earlier(a: Due | undefined, b: Due | undefined): Due | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.due < b.due || (a.due === b.due && a.seq <= b.seq) ? a : b;
}
