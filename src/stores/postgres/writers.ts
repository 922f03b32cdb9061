/** The statements that write records: a transaction's changes as one batch. */
import type { Cell, EntitySchema } from '../contract.ts';
import type { AnyRecord } from '../live/tables.ts';
import { Mark, type RowRecord, type RunRecord, type StoreRecord } from '../records.ts';
import type { Param } from './cells.ts';
import type { Bound, PostgresConnection } from './connection.ts';
import { memberColumn, rowTableName } from './schema.ts';
import { type Kind, type Write, Writes } from './writes.ts';

interface Writer<R> {
  insert(record: R): Write;
  /** Undefined where a record cannot change. */
  update(record: R): Write | undefined;
  delete(record: R): Write;
}

type WriterOf = { readonly [T in AnyRecord['table']]: Writer<Extract<AnyRecord, { table: T }>> };

export class Writers {
  readonly #writes: Writes;
  readonly #tables: Omit<WriterOf, 'rows'>;
  readonly #rows = new Map<string, Writer<RowRecord>>();

  constructor(db: PostgresConnection) {
    this.#writes = new Writes(db);
    this.#tables = tableWriters(this.#writes);
  }

  define(schema: EntitySchema): void {
    this.#rows.set(schema.root, rowWriter(this.#writes, schema));
  }

  /**
   * What makes the changes durable, in an order that is the same in all processes, so that two of them seldom wait for each
   * other in turn: what is given up comes first, what is new comes last.
   */
  batch(changed: readonly StoreRecord[]): readonly Bound[] {
    const sorted = (changed as readonly AnyRecord[])
      .filter((r) => r.mark === Mark.created || r.mark === Mark.changed || r.mark === Mark.deleted)
      .sort((a, b) => rank(a) - rank(b) || a.seq - b.seq);
    return this.#writes.batch(sorted.map((r) => this.#write(r)).filter((write) => write !== undefined));
  }

  #write(record: AnyRecord): Write | undefined {
    const writer = this.#writer(record) as Writer<AnyRecord>;
    if (record.mark === Mark.created) return writer.insert(record);
    return record.mark === Mark.deleted ? writer.delete(record) : writer.update(record);
  }

  #writer(record: AnyRecord): unknown {
    return record.table === 'rows' ? this.#rows.get(record.root) : this.#tables[record.table];
  }
}

const order: Readonly<Record<AnyRecord['table'], number>> = {
  runs: 0,
  rows: 1,
  locks: 2,
  uniques: 3,
  inbox: 4,
  timers: 5,
  deliveries: 6,
  transitions: 7,
  incidents: 8,
};

function rank(record: AnyRecord): number {
  const kind = record.mark === Mark.changed ? 0 : record.mark === Mark.deleted ? 10 : 20;
  return kind + order[record.table];
}

const marks = (n: number): string => Array.from({ length: n }, (_, i) => `$${i + 1}`).join(', ');

function insertInto(to: Writes, table: string, columns: readonly string[]): Kind {
  return to.kind(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks(columns.length)})`);
}

/** `a = $1, b = $2`, beginning at a number. */
const assigned = (columns: readonly string[], from: number): string =>
  columns.map((c, i) => `${c} = $${from + i}`).join(', ');

function rowWriter(to: Writes, schema: EntitySchema): Writer<RowRecord> {
  const table = rowTableName(schema.root);
  const columns = ['odd', ...schema.columns.map((c) => memberColumn(c.name))];
  const what = `row of ${schema.root}`;
  const insert = insertInto(to, table, ['id', 'seq', 'entity', 'rev', ...columns]);
  const update = to.kind(`UPDATE ${table} SET rev = rev + 1, ${assigned(columns, 3)} WHERE id = $1 AND rev = $2`, what);
  const remove = to.kind(`DELETE FROM ${table} WHERE id = $1 AND rev = $2`, what);
  return {
    insert: (row) => [insert, row.id, row.seq, row.entity, 1, ...cells(schema, row)],
    update: (row) => [update, row.id, row.rev, ...cells(schema, row)],
    delete: (row) => [remove, row.id, row.rev],
  };
}

/**
 * The cells of a row, the odd ones first: a cell whose column cannot hold it (NaN, an instant that is not in UTC) is text in
 * the column `odd`, a JSON object by member, and null in its own.
 */
function cells(schema: EntitySchema, row: RowRecord): readonly Param[] {
  let odd: Record<string, string> | undefined;
  const own = schema.columns.map((column): Cell => {
    const cell = column.toCell(row.v[column.name]);
    if (typeof cell !== 'string' || column.affinity === 'TEXT') return cell;
    odd ??= {};
    odd[column.name] = cell;
    return null;
  });
  return [odd === undefined ? null : JSON.stringify(odd), ...own];
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
];

function stateOf(r: RunRecord): readonly Param[] {
  return [
    r.state,
    r.status,
    r.owner,
    r.outcome,
    r.message,
    r.visit,
    r.stateSince,
    r.startedAt,
    r.handledAt,
    r.times.length === 0 ? '[]' : JSON.stringify(r.times.map((t) => [t.state, t.stays, String(t.ticks)])),
    r.slots.length === 0 ? '[]' : JSON.stringify(r.slots),
    r.child,
    r.waiting,
    r.started,
    r.parked,
    r.parent === null ? null : JSON.stringify(r.parent),
  ];
}

function tableWriters(to: Writes): Omit<WriterOf, 'rows'> {
  const bySeq = (table: string, what: string): Kind => to.kind(`DELETE FROM ${table} WHERE seq = $1`, what);
  // What waits for its run is nobody's to deliver.
  const park = (table: string, what: string): Kind =>
    to.kind(`UPDATE ${table} SET parked = $2, worker = NULL WHERE seq = $1`, what);
  const runs = {
    insert: insertInto(to, 'runs', ['id', 'workflow', 'version', 'root', '"row"', 'created_at', 'rev', ...runState]),
    update: to.kind(`UPDATE runs SET rev = rev + 1, ${assigned(runState, 3)} WHERE id = $1 AND rev = $2`, 'run'),
  };
  const timers = {
    insert: insertInto(to, 'timers', [
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
    ]),
    update: park('timers', 'timer'),
    delete: bySeq('timers', 'timer'),
  };
  const deliveries = {
    insert: insertInto(to, 'deliveries', [
      'seq',
      'kind',
      'workflow',
      'run',
      'entity',
      '"row"',
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
    ]),
    update: park('deliveries', 'delivery'),
    delete: bySeq('deliveries', 'delivery'),
  };
  const transitions = {
    insert: insertInto(to, 'transitions', [
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
    ]),
    update: to.kind('UPDATE transitions SET "to" = $2, ended_at = $3, step = $4 WHERE seq = $1', 'attempt'),
    delete: bySeq('transitions', 'attempt'),
  };
  const incidents = {
    insert: insertInto(to, 'incidents', [
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
    ]),
    update: to.kind('UPDATE incidents SET resolved_at = $2 WHERE seq = $1', 'incident'),
    delete: bySeq('incidents', 'incident'),
  };
  const locks = {
    insert: insertInto(to, 'locks', ['key', 'seq', 'run', 'until', 'rev']),
    update: to.kind('UPDATE locks SET run = $3, until = $4, rev = rev + 1 WHERE key = $1 AND rev = $2', 'lock'),
    delete: to.kind('DELETE FROM locks WHERE key = $1 AND rev = $2', 'lock', true),
  };
  const inbox = {
    insert: insertInto(to, 'inbox', ['key', 'seq', 'at']),
    delete: to.kind('DELETE FROM inbox WHERE key = $1', 'key', true),
  };
  const uniques = {
    insert: insertInto(to, 'uniques', ['key', 'seq', '"row"']),
    delete: to.kind('DELETE FROM uniques WHERE key = $1', 'key', true),
  };
  return {
    runs: {
      insert: (r) => [runs.insert, r.id, r.workflow, r.version, r.row.root, r.row.id, r.createdAt, 1, ...stateOf(r)],
      update: (r) => [runs.update, r.id, r.rev, ...stateOf(r)],
      delete: () => {
        throw new Error('runs are not deleted');
      },
    },
    timers: {
      insert: (t) => [
        timers.insert,
        t.seq,
        t.run.id,
        t.key,
        t.kind,
        t.slot,
        t.visit,
        t.armedAt,
        t.due,
        t.round,
        t.parked,
      ],
      update: (t) => [timers.update, t.seq, t.parked],
      delete: (t) => [timers.delete, t.seq],
    },
    deliveries: {
      insert: (d) => [
        deliveries.insert,
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
        d.parked,
      ],
      update: (d) => [deliveries.update, d.seq, d.parked],
      delete: (d) => [deliveries.delete, d.seq],
    },
    transitions: {
      insert: (t) => [
        transitions.insert,
        t.seq,
        t.run,
        t.delivery,
        t.hop,
        t.key,
        t.kind,
        t.from,
        t.attempt,
        t.at,
        t.to,
        t.endedAt,
        t.step,
      ],
      update: (t) => [transitions.update, t.seq, t.to, t.endedAt, t.step],
      delete: (t) => [transitions.delete, t.seq],
    },
    incidents: {
      insert: (i) => [
        incidents.insert,
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
      ],
      update: (i) => [incidents.update, i.seq, i.resolvedAt],
      delete: (i) => [incidents.delete, i.seq],
    },
    locks: {
      insert: (l) => [locks.insert, l.key, l.seq, l.run, l.until, 1],
      update: (l) => [locks.update, l.key, l.rev, l.run, l.until],
      delete: (l) => [locks.delete, l.key, l.rev],
    },
    inbox: {
      insert: (r) => [inbox.insert, r.key, r.seq, r.at],
      update: () => undefined,
      delete: (r) => [inbox.delete, r.key],
    },
    uniques: {
      insert: (r) => [uniques.insert, r.key, r.seq, r.row],
      update: () => undefined,
      delete: (r) => [uniques.delete, r.key],
    },
  };
}
