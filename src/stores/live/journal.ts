/**
 * The undo log of a transaction: triples of a target, what was changed of it, and what that was. Undoing swaps old and
 * present, so that the same log redoes what it undid (a transaction that is set aside and entered again).
 */
import { Mark, type RowRecord, type StoreRecord } from '../records.ts';
import type { Tables } from './tables.ts';

/** The mark, and with it the presence, of a record changed. */
const markKey = 0;
/** The mutable fields of a record may have changed. */
const imageKey = 1;
/** `pending` and `runs` of a row; any other key is the name of one of its members. */
const pendingKey = 2;
const runsKey = 3;

export class Journal {
  readonly #tables: Tables;
  #log: unknown[] = [];

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  get length(): number {
    return this.#log.length;
  }

  mark(record: StoreRecord, mark: Mark): void {
    this.#log.push(record, markKey, record.mark);
    this.#setMark(record, mark);
  }

  image(record: StoreRecord): void {
    this.#log.push(record, imageKey, record.exchange(undefined));
  }

  member(row: RowRecord, name: string, value: unknown): void {
    const was = row.v[name];
    this.#log.push(row, name, was);
    row.v[name] = value;
    const table = this.#tables.table(row.root);
    if (table.isIndexed(name)) table.reindex(name, row, was, value);
  }

  pending(row: RowRecord, bits: number): void {
    this.#log.push(row, pendingKey, row.pending);
    row.pending = bits;
  }

  runs(row: RowRecord, runs: RowRecord['runs']): void {
    this.#log.push(row, runsKey, row.runs);
    row.runs = runs;
  }

  /** Undoes down to `length` and forgets what it undid. */
  undo(length: number): void {
    this.#swapDown(length);
    this.#log.length = length;
  }

  /** Undoes everything and keeps it, to be redone. */
  setAside(): void {
    this.#swapDown(0);
  }

  redo(): void {
    for (let at = 0; at < this.#log.length; at += 3) this.#swap(at);
  }

  clear(): void {
    this.#log.length = 0;
  }

  #swapDown(length: number): void {
    for (let at = this.#log.length - 3; at >= length; at -= 3) this.#swap(at);
  }

  #swap(at: number): void {
    const log = this.#log;
    const target = log[at] as StoreRecord;
    const key = log[at + 1];
    const old = log[at + 2];
    if (key === imageKey) log[at + 2] = target.exchange(old);
    else if (key === markKey) {
      log[at + 2] = target.mark;
      this.#setMark(target, old as Mark);
    } else if (key === pendingKey) {
      const row = target as RowRecord;
      log[at + 2] = row.pending;
      row.pending = old as number;
    } else if (key === runsKey) {
      const row = target as RowRecord;
      log[at + 2] = row.runs;
      row.runs = old as RowRecord['runs'];
    } else {
      const row = target as RowRecord;
      const name = key as string;
      const now = row.v[name];
      log[at + 2] = now;
      row.v[name] = old;
      this.#tables.table(row.root).reindex(name, row, now, old);
    }
  }

  #setMark(record: StoreRecord, mark: Mark): void {
    const was = record.mark;
    record.mark = mark;
    if (was < Mark.deleted) {
      if (mark >= Mark.deleted) this.#tables.detach(record);
    } else if (mark < Mark.deleted) this.#tables.attach(record);
  }
}
