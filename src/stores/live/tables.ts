import { StoreError, type StoreSchema } from '../contract.ts';
import {
  type DeliveryRecord,
  type InboxRecord,
  type IncidentRecord,
  type LockRecord,
  Mark,
  type RowRecord,
  type RunRecord,
  type StoreRecord,
  type TableName,
  type TimerRecord,
  type TransitionRecord,
  type UniqueRecord,
} from '../records.ts';
import type { DueQueue } from './due-queue.ts';
import { History } from './history.ts';
import { RowTable } from './row-table.ts';

/**
 * The live records of a store: all of them in memory, those in use on a database. What is attached is what the entered
 * transaction sees.
 */
export class Tables {
  readonly rows = new Map<string, RowTable>();
  readonly runs = new Map<number, RunRecord>();
  readonly deliveries = new Map<number, DeliveryRecord>();
  readonly transitions = new History();
  readonly incidents = new Map<number, IncidentRecord>();
  readonly locks = new Map<string, LockRecord>();
  readonly inbox = new Map<string, InboxRecord>();
  readonly uniques = new Map<string, UniqueRecord>();
  readonly uniquesByRow = new Map<string, Set<UniqueRecord>>();
  /** Absent where a database keeps the order of due work. */
  readonly due: DueQueue | undefined;
  timers = 0;

  constructor(due: DueQueue | undefined) {
    this.due = due;
  }

  define(schema: StoreSchema): void {
    for (const { root, columns } of schema.entities) {
      const indexed = columns.filter((c) => c.indexed).map((c) => c.name);
      this.rows.set(root, new RowTable(indexed));
    }
  }

  table(root: string): RowTable {
    const table = this.rows.get(root);
    if (table === undefined) throw new StoreError('other-app', `the store knows no entity '${root}'`);
    return table;
  }

  /** Lets go of everything but rows. */
  clear(): void {
    this.runs.clear();
    this.deliveries.clear();
    this.transitions.clear();
    this.incidents.clear();
    this.locks.clear();
    this.inbox.clear();
    this.uniques.clear();
    this.uniquesByRow.clear();
    this.timers = 0;
  }

  attach(record: StoreRecord): void {
    const r = record as AnyRecord;
    switch (r.table) {
      case 'timers':
        this.timers++;
        if (!r.parked) this.due?.push(r);
        return;
      case 'transitions':
        this.transitions.add(r);
        return;
      case 'rows':
        this.table(r.root).attach(r);
        return;
      case 'runs':
        this.runs.set(r.id, r);
        return;
      case 'deliveries':
        this.deliveries.set(r.seq, r);
        if (!r.parked) this.due?.push(r);
        return;
      case 'incidents':
        this.incidents.set(r.seq, r);
        return;
      case 'locks':
      case 'inbox':
      case 'uniques':
        this.#keyed(r).set(r.key, r);
        if (r.table === 'uniques') this.#indexUnique(r);
        return;
      default:
        r satisfies never;
    }
  }

  detach(record: StoreRecord): void {
    const r = record as AnyRecord;
    switch (r.table) {
      case 'timers':
        this.timers--;
        this.due?.noteStale();
        return;
      case 'transitions':
        this.transitions.remove(r);
        return;
      case 'rows':
        this.table(r.root).detach(r, r.mark === Mark.absent);
        return;
      case 'runs':
        this.runs.delete(r.id);
        return;
      case 'deliveries':
        this.deliveries.delete(r.seq);
        this.due?.noteStale();
        return;
      case 'incidents':
        this.incidents.delete(r.seq);
        return;
      case 'locks':
      case 'inbox':
      case 'uniques': {
        const keyed = this.#keyed(r);
        if (keyed.get(r.key) === r) keyed.delete(r.key);
        if (r.table === 'uniques') this.uniquesByRow.get(r.row)?.delete(r);
        return;
      }
      default:
        r satisfies never;
    }
  }

  /** Another record has the place of this one. */
  occupied(record: StoreRecord): boolean {
    const r = record as AnyRecord;
    return (r.table === 'locks' || r.table === 'inbox' || r.table === 'uniques') && this.#keyed(r).has(r.key);
  }

  count(table: TableName): number {
    switch (table) {
      case 'rows': {
        let n = 0;
        for (const t of this.rows.values()) n += t.rows.size;
        return n;
      }
      case 'timers':
        return this.timers;
      default:
        return this[table].size;
    }
  }

  #indexUnique(record: UniqueRecord): void {
    const held = this.uniquesByRow.get(record.row);
    if (held === undefined) this.uniquesByRow.set(record.row, new Set([record]));
    else held.add(record);
  }

  #keyed(record: LockRecord | InboxRecord | UniqueRecord): Map<string, LockRecord | InboxRecord | UniqueRecord> {
    return this[record.table] as Map<string, LockRecord | InboxRecord | UniqueRecord>;
  }
}

export type AnyRecord =
  | RowRecord
  | RunRecord
  | TimerRecord
  | DeliveryRecord
  | TransitionRecord
  | IncidentRecord
  | LockRecord
  | InboxRecord
  | UniqueRecord;
