import type { TransitionRecord } from '../records.ts';

/** Transition records by number: only ever added at the end, undone from the end, and let go of at the front. */
export class History {
  #records: TransitionRecord[] = [];

  get size(): number {
    return this.#records.length;
  }

  add(record: TransitionRecord): void {
    const records = this.#records;
    const last = records[records.length - 1];
    if (last === undefined || last.seq < record.seq) records.push(record);
    else records.splice(this.#position(record.seq), 0, record);
  }

  remove(record: TransitionRecord): void {
    const records = this.#records;
    if (records[records.length - 1] === record) records.pop();
    else if (this.has(record.seq)) records.splice(this.#position(record.seq), 1);
  }

  has(seq: number): boolean {
    return this.#records[this.#position(seq)]?.seq === seq;
  }

  values(): Iterable<TransitionRecord> {
    return this.#records;
  }

  /** Keeps the newest. */
  trim(size: number): void {
    this.#records = this.#records.slice(-size);
  }

  clear(): void {
    this.#records = [];
  }

  /** Of the first record that is not before `seq`. */
  #position(seq: number): number {
    const records = this.#records;
    let low = 0;
    let high = records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((records[middle] as TransitionRecord).seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
