/**
 * The store contract. A store keeps live records (records.ts) and gives transactions over them: changes are made in
 * place, a journal undoes them, and a commit makes them durable all at once. `test/stores/conformance.ts` is the contract
 * as tests: a new store is written by making it pass.
 *
 * Everything is synchronous. Several transactions may be open at once (a host's units of work); only one is entered at a
 * time, and what another has not committed is not seen. Where two have changed one record the first commit wins and the
 * other transaction fails with `StoreConflict`.
 */
import type { Cell, Comparability, RowFigures, RowQuery } from './query.ts';
import type {
  DeliveryRecord,
  InboxRecord,
  IncidentRecord,
  LockRecord,
  RowRecord,
  RunRecord,
  StoreRecord,
  TableName,
  Ticks,
  TimerRecord,
  TransitionRecord,
  UniqueRecord,
} from './records.ts';

export type { Cell } from './query.ts';

export interface ColumnSchema {
  readonly name: string;
  readonly affinity: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB';
  /** Looked up by value (a reference with an inverse collection): kept in an index of the live rows, and in one of a database. */
  readonly indexed: boolean;
  /** Asked for by value (unique, a reference, tracked, correlated on): a database has an index of it. */
  readonly sought?: boolean;
  /** How SQL may compare its cells; absent: not at all. */
  readonly compares?: Comparability;
  /** What rows have that are older than the member; absent is null. */
  readonly initial?: Cell;
  readonly toCell: (value: unknown) => Cell;
  readonly fromCell: (cell: Cell) => unknown;
}

/** A hierarchy of entities: the columns of the root and all its heirs. */
export interface EntitySchema {
  readonly root: string;
  readonly columns: readonly ColumnSchema[];
}

export interface StoreSchema {
  readonly entities: readonly EntitySchema[];
  /** Writes a member's value in a canonical text, for dumps. */
  readonly text: (value: unknown) => string;
}

/** A mark in a transaction's journal. */
export interface Savepoint {
  readonly log: number;
  readonly changed: number;
}

/** The first of due timers and deliveries, by due instant, then by `seq`. */
export type Due = TimerRecord | DeliveryRecord;

export interface Transaction {
  /**
   * Makes this the transaction that works on the store. Cheap when it is already.
   * @throws StoreConflict when something it has changed was meanwhile committed by another; it is rolled back
   */
  enter(): void;
  savepoint(): Savepoint;
  /** Undoes what was done since; the savepoint may be used again. */
  rollbackTo(savepoint: Savepoint): void;
  /**
   * Makes everything durable. The transaction may be used on.
   * @throws StoreConflict as `enter`
   */
  commit(): void;
  /** Undoes everything. The transaction may be used on. */
  rollback(): void;
  /** Ends it, undoing what was not committed. */
  close(): void;
  /** Anything not committed. */
  readonly dirty: boolean;
  /** Records changed and not committed, in the order of their first change. */
  readonly changed: readonly StoreRecord[];

  // ---- changes
  insert(record: StoreRecord): void;
  /** Must precede a change of a record's mutable fields. */
  touch(record: StoreRecord): void;
  remove(record: StoreRecord): void;
  /**
   * Says that this process is about to deliver a piece of due work, where several may share a store; until `release`, or the
   * process's end, no other one gets it from `firstDue`. False when it is another's, or gone.
   */
  claim(due: Due): boolean;
  /** The delivery is over; what is left of it may be anybody's. */
  release(due: Due): void;
  /** Takes due work out of the queue of `firstDue`, or puts it back. */
  setParked(due: Due, parked: boolean): void;
  /** Writes a member of a row; `bit` is added to `row.pending`. */
  write(row: RowRecord, member: string, value: unknown, bit: number): void;
  /** Clears `row.pending`, or sets the bits given. */
  setPending(row: RowRecord, bits: number): void;
  /** Compare-and-set of a run's status (pipeline.md §3). */
  casStatus(run: RunRecord, from: RunRecord['status'], to: RunRecord['status'], owner: number): boolean;
  /** A new number, greater than all before it in this store; not undone by a rollback. */
  next(counter: 'row' | 'run' | 'seq'): number;

  /** Whether a record that was kept over a commit is still there; brings it back if the store had let go of it. */
  alive(record: StoreRecord): boolean;

  // ---- questions; answers include what this transaction has changed
  row(root: string, id: string): RowRecord | undefined;
  /** In order of creation. */
  rows(root: string): readonly RowRecord[];
  /** Rows whose indexed member has that value, in order of creation. */
  rowsBy(root: string, member: string, value: unknown): readonly RowRecord[];
  /**
   * Rows in order of creation, among which are all that fulfil the query, or as many of its first as are wanted. There may be
   * others: the asker judges each. Of rows that this transaction has not changed, what others have committed by now counts.
   */
  find(query: RowQuery): readonly RowRecord[];
  /**
   * Figures of the rows that fulfil the query, whose `order` and `limit` do not matter; undefined where they are not to be had
   * without the rows.
   */
  measure(query: RowQuery, member?: string): RowFigures | undefined;
  run(id: number): RunRecord | undefined;
  /** Oldest first. */
  runsOf(row: RowRecord): readonly RunRecord[];
  /** All runs, or those of a workflow, oldest first. */
  runs(workflow?: string): Iterable<RunRecord>;
  /** Some other open transaction has changed this record and not committed it. */
  heldElsewhere(record: StoreRecord): boolean;
  /**
   * The first timer or delivery due at or before `until`, of those that `where` holds for. Parked ones are left out, and what
   * another process has claimed.
   */
  firstDue(until: Ticks, where?: (due: Due) => boolean): Due | undefined;
  deliveries(run?: number): Iterable<DeliveryRecord>;
  transitions(run: number): Iterable<TransitionRecord>;
  incidents(run?: number): Iterable<IncidentRecord>;
  lock(key: string): LockRecord | undefined;
  locksOf(run: number): readonly LockRecord[];
  inbox(key: string): InboxRecord | undefined;
  unique(key: string): UniqueRecord | undefined;
  /** The unique values that a row holds. */
  uniquesOf(row: string): readonly UniqueRecord[];
}

export interface Store {
  readonly kind: 'memory' | 'sqlite' | 'postgres';
  /** Tells the store what rows look like. Once, before the first transaction. */
  define(schema: StoreSchema): void;
  begin(): Transaction;
  /** State records live in transactions of their own (data-state-machine.md). */
  readonly states: StateStore;
  /** How often this store was opened before. */
  readonly openings: number;
  /** Everything committed, or changed by the transaction that is entered: one line a record, in a canonical order. */
  dump(): string;
  /** Counts of the records of each table. */
  count(table: TableName): number;
  close(): void;
}

// ---------------------------------------------------------------- state records

/** None 0, Processed 1, Processing 2, Failed 3, Skipped 4, Superseded 5, Expired 6. */
export type StateStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Where a record belongs: scope and the four keys of data-state-machine.md. */
export interface StateKey {
  /** Scope, and what the scope applies to: `Element|Flow|Pending`. */
  readonly scope: string;
  readonly itemKey: string;
  readonly itemEntityKey: string;
  readonly subItemKey: string;
  readonly subItemEntityKey: string;
}

export interface StateRecord extends StateKey {
  /** Its number, greater than those of all records that were locked or written before it. */
  readonly seq: number;
  readonly status: StateStatus;
  /** What was set, as JSON. */
  readonly data: string | null;
  /** The last failure. */
  readonly message: string | null;
  /** Of the payload that `Once` was given. */
  readonly fingerprint: string | null;
  /** How often the lock was taken. */
  readonly attempts: number;
  readonly createdAt: Ticks;
  readonly updatedAt: Ticks;
  readonly lockedUntil: Ticks | null;
  /** From when on it is past its retention. */
  readonly expiresAt: Ticks | null;
  /** The fencing token of the lock; 0 without. */
  readonly token: number;
  /** The delivery that holds the lock. */
  readonly holder: string | null;
}

/** A record as it is written: the store numbers it. */
export type StateDraft = Omit<StateRecord, 'seq'>;

/** What is asked for with a lock. */
export interface StateLock {
  readonly holder: string;
  readonly fingerprint: string | null;
  readonly now: Ticks;
  readonly until: Ticks;
}

/** What became of the work that a lock was taken for. */
export interface StateOutcome {
  readonly status: StateStatus;
  readonly data: string | null;
  /** Null leaves the last failure as it is. */
  readonly message: string | null;
  readonly expiresAt: Ticks | null;
}

/**
 * Every call is a transaction of its own, seen by everybody when it returns, whichever process asks. Records of one key: the
 * newest is the live one, older ones are history.
 */
export interface StateStore {
  /** The live record of a key. */
  get(key: StateKey): StateRecord | undefined;
  /**
   * Takes the lock of a key, in one compare-and-set: where there is no record, after a failure, from a lock that has lapsed
   * at `lock.now`, and from `lock.holder` itself. Counts an attempt.
   * @returns the lock's token, or undefined when it is not to be had
   */
  acquire(key: StateKey, lock: StateLock): number | undefined;
  /**
   * Puts an outcome in the place of the lock with this token, in one compare-and-set; the record keeps its number.
   * @returns false when the lock is not live at `now`, or is another's
   */
  finish(key: StateKey, token: number, now: Ticks, outcome: StateOutcome): boolean;
  /**
   * Puts `draft` in the place of the live record, if that is still the one with this `seq`, `status` and `token`
   * (`undefined`: there is none). False when it is not.
   */
  replace(expected: StateRecord | undefined, draft: StateDraft): boolean;
  /** As `replace`, and keeps the old record, with the status given, as history. */
  supersede(expected: StateRecord, draft: StateDraft, oldStatus: StateStatus): boolean;
  /** Newest first. */
  query(filter: StateFilter): readonly StateRecord[];
  /** Oldest first, history included. */
  all(): Iterable<StateRecord>;
}

export interface StateFilter {
  readonly scope: string;
  readonly itemEntityKey: string;
  /** As `seenAt` sees it: a record past its retention is Expired. */
  readonly status: StateStatus | null;
  readonly since: Ticks | null;
  readonly now: Ticks;
  readonly take: number;
}

/** A record past its retention is Expired, whether or not that was written; history stays what it is. */
export function seenAt(record: StateRecord, now: Ticks): StateRecord {
  if (record.expiresAt === null || record.expiresAt > now || record.status === 5) return record;
  return { ...record, status: 6 };
}

// ---------------------------------------------------------------- errors

/** Two transactions changed one record; the other one was first. */
export class StoreConflict extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreConflict';
  }
}

/** A store that cannot be opened or used; the message is for the one who named it, and holds no credentials. */
export class StoreError extends Error {
  readonly code: 'unreadable' | 'newer-schema' | 'other-app' | 'locked' | 'full' | 'read-only' | 'broken' | 'lost';
  constructor(code: StoreError['code'], message: string) {
    super(message);
    this.name = 'StoreError';
    this.code = code;
  }
}
