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

const keptLength = 3 * 256;

export class Journal {
  readonly #tables: Tables;
  /** Kept at its length when it is emptied: what grows anew each time is garbage each time. */
  #log: unknown[] = [];
  #length = 0;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  get length(): number {
    return this.#length;
  }

  mark(record: StoreRecord, mark: Mark): void {
    this.#put(record, markKey, record.mark);
    this.#setMark(record, mark);
  }

  image(record: StoreRecord): void {
    this.#put(record, imageKey, record.exchange(undefined));
  }

  member(row: RowRecord, name: string, value: unknown): void {
    const was = row.v[name];
    this.#put(row, name, was);
    row.v[name] = value;
    const table = this.#tables.table(row.root);
    if (table.isIndexed(name)) table.reindex(name, row, was, value);
  }

  pending(row: RowRecord, bits: number): void {
    this.#put(row, pendingKey, row.pending);
    row.pending = bits;
  }

  runs(row: RowRecord, runs: RowRecord['runs']): void {
    this.#put(row, runsKey, row.runs);
    row.runs = runs;
  }

  /** Undoes down to `length` and forgets what it undid. */
  undo(length: number): void {
    this.#swapDown(length);
    this.#length = length;
  }

  /** Undoes everything and keeps it, to be redone. */
  setAside(): void {
    this.#swapDown(0);
  }

  redo(): void {
    for (let at = 0; at < this.#length; at += 3) this.#swap(at);
  }

  clear(): void {
    this.#length = 0;
    if (this.#log.length > keptLength) this.#log = [];
  }

  #put(target: StoreRecord, key: unknown, old: unknown): void {
    const log = this.#log;
    const at = this.#length;
    log[at] = target;
    log[at + 1] = key;
    log[at + 2] = old;
    this.#length = at + 3;
  }

  #swapDown(length: number): void {
    for (let at = this.#length - 3; at >= length; at -= 3) this.#swap(at);
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
