import { Mark, RowRecord } from '../records.ts';

/** The rows with one value. Most values have one row, for which a set would cost several times as much. */
type Holders = RowRecord | Set<RowRecord>;

/** The live rows of one hierarchy of entities, with the indexes of its indexed members. */
export class RowTable {
  readonly rows = new Map<string, RowRecord>();
  readonly #indexes = new Map<string, Map<unknown, Holders>>();

  constructor(indexed: readonly string[]) {
    for (const member of indexed) this.#indexes.set(member, new Map());
  }

  attach(row: RowRecord): void {
    this.rows.set(row.id, row);
    for (const member of this.#indexes.keys()) this.#add(member, row.v[member], row);
  }

  /** `gone` when its creation was undone; a deleted row stays until the commit, in its place. */
  detach(row: RowRecord, gone: boolean): void {
    if (gone) this.drop(row);
  }

  drop(row: RowRecord): void {
    if (this.rows.get(row.id) === row) this.rows.delete(row.id);
    for (const member of this.#indexes.keys()) this.#remove(member, row.v[member], row);
  }

  clear(): void {
    this.rows.clear();
    for (const index of this.#indexes.values()) index.clear();
  }

  isIndexed(member: string): boolean {
    return this.#indexes.has(member);
  }

  reindex(member: string, row: RowRecord, was: unknown, is: unknown): void {
    if (!this.#indexes.has(member)) return;
    this.#remove(member, was, row);
    this.#add(member, is, row);
  }

  by(member: string, value: unknown): readonly RowRecord[] {
    const index = this.#indexes.get(member);
    if (index === undefined) return inOrder(this.rows.values(), (row) => row.v[member] === value);
    const found = index.get(value) ?? [];
    return inOrder(found instanceof RowRecord ? [found] : found);
  }

  all(): readonly RowRecord[] {
    return inOrder(this.rows.values());
  }

  #add(member: string, value: unknown, row: RowRecord): void {
    if (value === null || value === undefined) return;
    const index = this.#indexes.get(member);
    const holders = index?.get(value);
    if (holders === undefined) index?.set(value, row);
    else if (holders instanceof Set) holders.add(row);
    else if (holders !== row) index?.set(value, new Set([holders, row]));
  }

  #remove(member: string, value: unknown, row: RowRecord): void {
    const index = this.#indexes.get(member);
    const holders = index?.get(value);
    if (holders instanceof Set) holders.delete(row);
    if (holders === row || (holders instanceof Set && holders.size === 0)) index?.delete(value);
  }
}

/** Those that are present, in order of creation. */
export function inOrder(rows: Iterable<RowRecord>, where?: (row: RowRecord) => boolean): readonly RowRecord[] {
  const list: RowRecord[] = [];
  let last = -1;
  let sorted = true;
  for (const row of rows) {
    if (row.mark >= Mark.deleted || (where !== undefined && !where(row))) continue;
    if (row.seq < last) sorted = false;
    last = row.seq;
    list.push(row);
  }
  return sorted ? list : list.sort((a, b) => a.seq - b.seq);
}
