/** The statements that write records, one set a table, each prepared once. */
import { type EntitySchema, StoreConflict } from '../contract.ts';
import type { AnyRecord } from '../live/tables.ts';
import {
  type DeliveryRecord,
  type IncidentRecord,
  type LockRecord,
  Mark,
  type RowRecord,
  type RunRecord,
  type StoreRecord,
  type TimerRecord,
  type TransitionRecord,
} from '../records.ts';
import type { Database, Statement } from './driver.ts';
import { memberColumn, rowTableName } from './schema.ts';

interface Writer<R> {
  insert(record: R): void;
  update(record: R): void;
  delete(record: R): void;
}

export class Writers {
  readonly #db: Database;
  readonly #runs: Writer<RunRecord>;
  readonly #timers: Writer<TimerRecord>;
  readonly #deliveries: Writer<DeliveryRecord>;
  readonly #transitions: Writer<TransitionRecord>;
  readonly #incidents: Writer<IncidentRecord>;
  readonly #locks: Writer<LockRecord>;
  readonly #inbox: Writer<Extract<AnyRecord, { table: 'inbox' }>>;
  readonly #uniques: Writer<Extract<AnyRecord, { table: 'uniques' }>>;
  readonly #rows = new Map<string, Writer<RowRecord>>();

  constructor(db: Database) {
    this.#db = db;
    this.#runs = runWriter(db);
    this.#timers = timerWriter(db);
    this.#deliveries = deliveryWriter(db);
    this.#transitions = transitionWriter(db);
    this.#incidents = incidentWriter(db);
    this.#locks = lockWriter(db);
    this.#inbox = keyedWriter(db, 'inbox', 'at', (r) => r.at);
    this.#uniques = keyedWriter(db, 'uniques', 'row', (r) => r.row);
  }

  define(schema: EntitySchema): void {
    this.#rows.set(schema.root, rowWriter(this.#db, schema));
  }

  /** @throws StoreConflict when the stored revision is another */
  write(record: StoreRecord): void {
    const writer = this.#writer(record as AnyRecord) as Writer<StoreRecord>;
    switch (record.mark) {
      case Mark.created:
        writer.insert(record);
        return;
      case Mark.changed:
        writer.update(record);
        return;
      case Mark.deleted:
        writer.delete(record);
        return;
      default:
    }
  }

  #writer(record: AnyRecord): unknown {
    switch (record.table) {
      case 'rows':
        return this.#rows.get(record.root);
      case 'runs':
        return this.#runs;
      case 'timers':
        return this.#timers;
      case 'deliveries':
        return this.#deliveries;
      case 'transitions':
        return this.#transitions;
      case 'incidents':
        return this.#incidents;
      case 'locks':
        return this.#locks;
      case 'inbox':
        return this.#inbox;
      case 'uniques':
        return this.#uniques;
    }
  }
}

const marks = (n: number): string => Array.from({ length: n }, () => '?').join(', ');

function insertInto(db: Database, table: string, columns: readonly string[]): Statement {
  return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks(columns.length)})`) as Statement;
}

/** A change that finds no record of this revision comes too late. */
function expectOne(result: { readonly changes: number }, what: string): void {
  if (result.changes !== 1) throw new StoreConflict(`another process has changed the same ${what} first`);
}

function rowWriter(db: Database, schema: EntitySchema): Writer<RowRecord> {
  const table = rowTableName(schema.root);
  const columns = schema.columns.map((c) => memberColumn(c.name));
  const insert = insertInto(db, table, ['id', 'seq', 'entity', 'rev', ...columns]);
  const update = db.prepare(
    `UPDATE ${table} SET rev = rev + 1, ${columns.map((c) => `${c} = ?`).join(', ')} WHERE id = ? AND rev = ?`,
  );
  const remove = db.prepare(`DELETE FROM ${table} WHERE id = ? AND rev = ?`);
  const cells = (row: RowRecord): unknown[] => schema.columns.map((c) => c.toCell(row.v[c.name]));
  return {
    insert: (row) => void insert.run(row.id, row.seq, row.entity, 1, ...cells(row)),
    update: (row) => expectOne(update.run(...cells(row), row.id, row.rev), `row of ${row.entity}`),
    delete: (row) => expectOne(remove.run(row.id, row.rev), `row of ${row.entity}`),
  };
}

const runState = [
  'state',
  'status',
  'owner',
  'outcome',
  'message',
  'visit',
  'state_since',
  'started_at',
  'handled_at',
  'times',
  'slots',
  'child',
  'waiting',
  'started',
  'parked',
  'parent',
] as const;

function runWriter(db: Database): Writer<RunRecord> {
  const insert = insertInto(db, 'runs', ['id', 'workflow', 'version', 'root', 'row', 'created_at', 'rev', ...runState]);
  const update = db.prepare(
    `UPDATE runs SET rev = rev + 1, ${runState.map((c) => `${c} = ?`).join(', ')} WHERE id = ? AND rev = ?`,
  );
  const state = (r: RunRecord): unknown[] => [
    r.state,
    r.status,
    r.owner,
    r.outcome,
    r.message,
    r.visit,
    r.stateSince,
    r.startedAt,
    r.handledAt,
    timesText(r),
    r.slots.length === 0 ? '[]' : JSON.stringify(r.slots),
    r.child,
    r.waiting,
    r.started ? 1 : 0,
    r.parked,
    r.parent === null ? null : JSON.stringify(r.parent),
  ];
  return {
    insert: (r) => void insert.run(r.id, r.workflow, r.version, r.row.root, r.row.id, r.createdAt, 1, ...state(r)),
    update: (r) => expectOne(update.run(...state(r), r.id, r.rev), 'run'),
    delete: () => {
      throw new Error('runs are not deleted');
    },
  };
}

function timesText(run: RunRecord): string {
  if (run.times.length === 0) return '[]';
  return JSON.stringify(run.times.map((t) => [t.state, t.stays, String(t.ticks)]));
}

function timerWriter(db: Database): Writer<TimerRecord> {
  const insert = insertInto(db, 'timers', [
    'seq',
    'run',
    'key',
    'kind',
    'slot',
    'visit',
    'armed_at',
    'due',
    'round',
    'parked',
  ]);
  const update = db.prepare('UPDATE timers SET parked = ? WHERE seq = ?');
  const remove = db.prepare('DELETE FROM timers WHERE seq = ?');
  return {
    insert: (t) =>
      void insert.run(t.seq, t.run.id, t.key, t.kind, t.slot, t.visit, t.armedAt, t.due, t.round, t.parked ? 1 : 0),
    update: (t) => expectOne(update.run(t.parked ? 1 : 0, t.seq), 'timer'),
    delete: (t) => expectOne(remove.run(t.seq), 'timer'),
  };
}

function deliveryWriter(db: Database): Writer<DeliveryRecord> {
  const insert = insertInto(db, 'deliveries', [
    'seq',
    'kind',
    'workflow',
    'run',
    'entity',
    'row',
    'name',
    'payload',
    'actor',
    'attempt',
    'due',
    'visit',
    'key',
    'origin',
    'created_at',
    'error',
    'parked',
  ]);
  const update = db.prepare('UPDATE deliveries SET parked = ? WHERE seq = ?');
  const remove = db.prepare('DELETE FROM deliveries WHERE seq = ?');
  return {
    insert: (d) =>
      void insert.run(
        d.seq,
        d.kind,
        d.workflow,
        d.run,
        d.entity,
        d.row,
        d.name,
        d.payload,
        d.actor,
        d.attempt,
        d.due,
        d.visit,
        d.key,
        d.origin,
        d.createdAt,
        d.error,
        d.parked ? 1 : 0,
      ),
    update: (d) => expectOne(update.run(d.parked ? 1 : 0, d.seq), 'delivery'),
    delete: (d) => expectOne(remove.run(d.seq), 'delivery'),
  };
}

function transitionWriter(db: Database): Writer<TransitionRecord> {
  const insert = insertInto(db, 'transitions', [
    'seq',
    'run',
    'delivery',
    'hop',
    'key',
    'kind',
    '"from"',
    'attempt',
    'at',
    '"to"',
    'ended_at',
    'step',
  ]);
  const update = db.prepare('UPDATE transitions SET "to" = ?, ended_at = ?, step = ? WHERE seq = ?');
  const remove = db.prepare('DELETE FROM transitions WHERE seq = ?');
  return {
    insert: (t) =>
      void insert.run(t.seq, t.run, t.delivery, t.hop, t.key, t.kind, t.from, t.attempt, t.at, t.to, t.endedAt, t.step),
    update: (t) => expectOne(update.run(t.to, t.endedAt, t.step, t.seq), 'attempt'),
    delete: (t) => expectOne(remove.run(t.seq), 'attempt'),
  };
}

function incidentWriter(db: Database): Writer<IncidentRecord> {
  const insert = insertInto(db, 'incidents', [
    'seq',
    'run',
    'transition',
    'step',
    'body',
    'type',
    'message',
    'stack',
    'at',
    'delivery',
    'resolved_at',
  ]);
  const update = db.prepare('UPDATE incidents SET resolved_at = ? WHERE seq = ?');
  const remove = db.prepare('DELETE FROM incidents WHERE seq = ?');
  return {
    insert: (i) =>
      void insert.run(
        i.seq,
        i.run,
        i.transition,
        i.step,
        i.body,
        i.type,
        i.message,
        JSON.stringify(i.stack),
        i.at,
        i.delivery,
        i.resolvedAt,
      ),
    update: (i) => expectOne(update.run(i.resolvedAt, i.seq), 'incident'),
    delete: (i) => expectOne(remove.run(i.seq), 'incident'),
  };
}

function lockWriter(db: Database): Writer<LockRecord> {
  const insert = insertInto(db, 'locks', ['key', 'seq', 'run', 'until', 'rev']);
  const update = db.prepare('UPDATE locks SET run = ?, until = ?, rev = rev + 1 WHERE key = ? AND rev = ?');
  const remove = db.prepare('DELETE FROM locks WHERE key = ? AND rev = ?');
  return {
    insert: (l) => conflicting('lock', () => insert.run(l.key, l.seq, l.run, l.until, 1)),
    update: (l) => expectOne(update.run(l.run, l.until, l.key, l.rev), 'lock'),
    delete: (l) => expectOne(remove.run(l.key, l.rev), 'lock'),
  };
}

function keyedWriter<R extends { readonly key: string; readonly seq: number }>(
  db: Database,
  table: string,
  column: string,
  value: (record: R) => unknown,
): Writer<R> {
  const insert = insertInto(db, table, ['key', 'seq', column]);
  const remove = db.prepare(`DELETE FROM ${table} WHERE key = ?`);
  return {
    insert: (r) => conflicting('key', () => insert.run(r.key, r.seq, value(r))),
    update: () => {},
    delete: (r) => expectOne(remove.run(r.key), 'key'),
  };
}

/** Another process has taken the key meanwhile. */
function conflicting(what: string, act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if ((error as { readonly code?: string }).code?.startsWith('SQLITE_CONSTRAINT') !== true) throw error;
    throw new StoreConflict(`another process has taken the same ${what} first`);
  }
}
