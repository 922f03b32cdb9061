import { StoreRecord, type Ticks } from './record.ts';

/** A business lock (pipeline.md §9). */
export class LockRecord extends StoreRecord {
  readonly table = 'locks';
  readonly key: string;
  readonly seq: number;
  run: number;
  until: Ticks;
  constructor(key: string, seq: number, run: number, until: Ticks) {
    super();
    this.key = key;
    this.seq = seq;
    this.run = run;
    this.until = until;
  }
  override exchange(image: { run: number; until: Ticks } | undefined): { run: number; until: Ticks } {
    const was = { run: this.run, until: this.until };
    if (image !== undefined) {
      this.run = image.run;
      this.until = image.until;
    }
    return was;
  }
  override fields(): Readonly<Record<string, unknown>> {
    return { key: this.key, run: this.run, until: this.until };
  }
}

/** A delivery that has taken effect (pipeline.md §5). */
export class InboxRecord extends StoreRecord {
  readonly table = 'inbox';
  readonly key: string;
  readonly seq: number;
  readonly at: Ticks;
  constructor(key: string, seq: number, at: Ticks) {
    super();
    this.key = key;
    this.seq = seq;
    this.at = at;
  }
  override exchange(): unknown {
    return undefined;
  }
  override fields(): Readonly<Record<string, unknown>> {
    return { key: this.key, at: this.at };
  }
}

/** The row that holds a value of a `Unique` rule; `key` is the rule's name and the values, canonically. */
export class UniqueRecord extends StoreRecord {
  readonly table = 'uniques';
  readonly key: string;
  readonly seq: number;
  readonly row: string;
  constructor(key: string, seq: number, row: string) {
    super();
    this.key = key;
    this.seq = seq;
    this.row = row;
  }
  override exchange(): unknown {
    return undefined;
  }
  override fields(): Readonly<Record<string, unknown>> {
    return { key: this.key, row: this.row };
  }
}
