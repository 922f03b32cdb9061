/**
 * The records that a store keeps (../contract.ts). They are live objects: the engine reads and writes their fields in place,
 * and the transaction's journal holds what they were, so that nothing is copied to be undone.
 *
 * A record's mutable fields are written only after `Transaction.touch(record)`; a row's members only by
 * `Transaction.write`. Instants are ticks of 100 ns since 0001-01-01T00:00:00Z.
 */
export type Ticks = bigint;

export type TableName =
  | 'rows'
  | 'runs'
  | 'timers'
  | 'deliveries'
  | 'transitions'
  | 'incidents'
  | 'locks'
  | 'inbox'
  | 'uniques';

/** Where a record stands between its transaction and the store. */
export const Mark = {
  clean: 0,
  created: 1,
  changed: 2,
  deleted: 3,
  /** Never stored, or not any more. */
  absent: 4,
  /** Stored, and let go of by the store's cache: touching it brings it back, from the database. */
  away: 5,
} as const;
export type Mark = (typeof Mark)[keyof typeof Mark];

export abstract class StoreRecord {
  abstract readonly table: TableName;
  /** Counts the commits that changed the record: what optimistic concurrency compares. */
  rev = 0;
  mark: Mark = Mark.absent;
  /** The savepoint span in which the journal has the record's image already. */
  epoch = 0;
  /** Its place in orders of creation and arming, unique in a store. */
  abstract readonly seq: number;

  /** Puts `image` (`undefined`: only reads) into the mutable fields and returns what they were. */
  abstract exchange(image: unknown): unknown;
  /** Every field worth comparing, for dumps. Values are plain data or members of rows. */
  abstract fields(): Readonly<Record<string, unknown>>;
}
