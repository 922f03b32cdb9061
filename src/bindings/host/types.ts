/** What generated bindings say in the language of types: how Osy's values and workflows look to TypeScript. */

/** A decimal, exactly, with its scale: `'1.10'`. */
export type Decimal = `${number}`;
/** `'2026-03-02'` */
export type DateOnly = `${number}-${number}-${number}`;
/** `'09:30:00'` */
export type TimeOnly = `${number}:${number}` | `${number}:${number}:${number}`;
/** `'1.02:30:00'`: days, hours, minutes, seconds, as .NET's format `c`. */
export type TimeSpan = `${string}:${string}:${string}`;
/** An instant. Osy's are ten thousand times finer; what is below a millisecond is cut off on the way to the host. */
export type DateTime = Date;
/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };
export type Bytes = Uint8Array;
export type List<T> = readonly T[];
export type Dictionary<K, V> = ReadonlyMap<K, V>;
/** A value whose type TypeScript cannot say. */
export type Opaque = unknown;

/** What an enum's members are called. */
export type MemberOf<T> = T[keyof T];

/** A row. Its members are read when they are asked for; they are written through the unit of work. */
export interface Row {
  /** Full name of the row's own entity, which may be derived from the one that was asked for. */
  readonly $entity: string;
  readonly id: string;
  readonly createdAt: DateTime;
  readonly modifiedAt: DateTime | null;
  readonly createdBy: string | null;
  readonly modifiedBy: string | null;
}

/** The rows of an entity, in a unit of work. */
export interface Rows<R extends Row, Init, Changes> {
  create(init: Init): R;
  find(id: string): R | null;
  /** In order of creation; rows of derived entities too. */
  all(): readonly R[];
  /** Writes members; what is left out stays as it is. */
  set(row: R, changes: Changes): void;
  delete(row: R): void;
}

/** What is written in it is kept when it commits, all or nothing. */
export interface UnitOfWorkHandle {
  /**
   * Makes everything durable and delivers what was queued.
   * @throws AppError a write was refused, or an autostart; nothing of the unit of work is kept then
   */
  commit(): void;
  /** Undoes everything since the last commit. */
  discard(): void;
  /** Ends it; what was not committed is undone. */
  close(): void;
}

/** `PendingRetry`: a network fault undid it, and it is retried. `Queued`: a perStep workflow takes it after the commit. */
export type RaiseOutcome = 'Done' | 'PendingRetry' | 'Queued';
export type CorrelationOutcome = 'Deposited' | 'NoSuchKey' | 'Ambiguous' | 'NotRunning' | 'NoRule';

export interface RaiseOptions {
  /** The instant as of which the event is handled (language.md §7.2). */
  readonly at?: DateTime;
}

/** Where a run stands. */
export interface RunState<State extends string> {
  readonly id: number;
  readonly state: State;
  /** A active, B busy, P passive, C completed, F faulted. */
  readonly status: 'A' | 'B' | 'P' | 'C' | 'F';
  readonly outcome: 'success' | 'cancel' | 'error' | null;
  readonly message: string | null;
  readonly stateSince: DateTime;
  /** What falls due if nothing happens before, the first first. */
  readonly timers: readonly { readonly key: string; readonly due: DateTime }[];
}

/** Part of a client's operations: those that the host supplies itself. */
export type Supplied<Client> = { readonly [Operation in keyof Client]?: Client[Operation] };

// ---------------------------------------------------------------- names

/** How the names in a generated module lead to those of the definition. Written by `osy compile --emit ts`. */
export interface AppNames {
  readonly app: string;
  /** Full names; members by their names in TypeScript, bases' included. */
  readonly entities: Readonly<
    Record<string, { readonly entity: string; readonly members: Readonly<Record<string, string>> }>
  >;
  readonly workflows: Readonly<Record<string, WorkflowNames>>;
  /** Keys of functions. */
  readonly functions: Readonly<Record<string, string>>;
  readonly clients: Readonly<
    Record<string, { readonly client: string; readonly operations: Readonly<Record<string, string>> }>
  >;
}

export interface WorkflowNames {
  readonly workflow: string;
  readonly raise: Readonly<Record<string, string>>;
  readonly correlate: Readonly<Record<string, string>>;
  readonly assign: Readonly<Record<string, string>>;
}
