/**
 * What a running body may ask of the engine. Generated code knows nothing else of the world: no store, no clock, no
 * network. Everything is synchronous; a store or a network that is not is made so by the one who supplies it
 * (docs/architecture.md says why).
 */
import type { FunctionKey, IrType, LibraryKey } from '../../ir/ir.ts';
import type { ExceptionValue, LibraryFunction, LibraryHost, Value } from '../library/values.ts';

/**
 * A row of an entity as bodies see it: one object per row and unit of work. `v` holds the stored members by name, with
 * the implicit `Id`, `CreatedAt`, `ModifiedAt`, `CreatedBy`, `ModifiedBy`; a reference to another row is held as that
 * row's id and resolved by `RuntimeHost.reference`. Reads of plain members go straight to `v`; writes go through `set`.
 */
export interface Row {
  readonly entity: string;
  readonly id: string;
  readonly v: Record<string, Value>;
}

export interface LogEntry {
  readonly level: 'information' | 'warning' | 'error' | 'debug';
  readonly template: string;
  readonly message: string;
  readonly exception?: Value;
}

/** A `try` whose block runs, as the first pass over an exception asks it (C#: filters run before any `finally`). */
export interface Handler {
  readonly accepts: (x: ExceptionValue) => boolean;
  readonly outer: Handler | null;
}

export interface RuntimeHost extends LibraryHost {
  // ---- rows
  /** Writes a plain member. The tracked field is refused at compile time and here. */
  set(row: Row, field: string, value: Value): void;
  /** The row that a reference member names, or null. */
  reference(row: Row, field: string): Row | null;
  setReference(row: Row, field: string, target: Row | null): void;
  /** Rows of an inverse collection, in order of creation. */
  collection(row: Row, field: string): readonly Row[];
  /** A new row; members that `init` does not name get their defaults. Runs defaults, autostart happens at the flush. */
  create(entity: string, init: ReadonlyMap<string, Value>): Row;
  delete(row: Row): void;
  /** All rows of an entity and its heirs, in order of creation: what a query starts from. */
  rows(entity: string): Iterable<Row>;
  isEntity(row: Row, entity: string): boolean;

  // ---- the run
  /** `this.Item`; only in workflow bodies. */
  item(): Row;
  /** The acting principal, or null. */
  actor(): Row | null;

  // ---- effects
  /** Calls a client operation; `args` in parameter order. Throws `ExceptionValue` as language.md §6 says. */
  client(client: string, operation: string, args: readonly Value[]): Value;
  raise(workflow: string, event: string, row: Row, args: readonly Value[], at: Value | undefined): Value;
  correlate(workflow: string, event: string, args: readonly Value[]): Value;
  start(workflow: string, row: Row): Value;
  assignSlot(workflow: string, slot: string, row: Row, person: Row | null): Value;
  log(entry: LogEntry): void;
  secret(name: string): string;

  // ---- tests and scripts
  stubOperation(client: string, operation: string, answer: (...args: Value[]) => Value): void;
  stubFunction(fn: FunctionKey, answer: (...args: Value[]) => Value): void;
  /** The stub of a function, if it has one. Generated code asks only in programs that stub functions at all. */
  functionStub(fn: FunctionKey): ((...args: Value[]) => Value) | undefined;
  runAs(principal: Row | null, block: () => Value): Value;
  principal(name: string): Row | null;
  policy(name: string): boolean;

  /** Members that the engine itself supplies: `UnitOfWork.Commit()`, `Http.Get(string)`, `DataStateMachine.*`, `Workflow.*`, … */
  provided(key: LibraryKey): LibraryFunction | undefined;

  // ---- limits
  /**
   * Remaining fuel of the delivery, in units of about one loop round or call; generated code counts it down. Best below
   * 2^31 always: once one host holds more, V8 counts in memory apart for all of them.
   */
  fuel: number;
  /** Called when `fuel` falls below zero: throws `EngineAbort`. */
  outOfFuel(): never;
  /** Greatest depth of calls. */
  readonly maxDepth: number;
  /** Present depth of calls; generated code counts it. A host may leave it out. */
  depth?: number;
  /**
   * Static fields of the app's classes, which live as long as the host does, so that nothing leaks from one delivery into
   * another. Kept by generated code; a host may leave it out, or set it to undefined to start afresh.
   */
  statics?: unknown[] | undefined;
  /**
   * The `try` statements with a `catch` whose blocks run now, innermost first: only those with a filter, and those inside
   * one. Kept by generated code; a host may leave it out.
   */
  handlers?: Handler | null;
  /** The exception for which the first pass has been made: its filters are not asked again. */
  sought?: unknown;
  /** Everything that was thrown past `EngineAbort` ends here: `finally` blocks of the app do not run any more. */
  readonly aborted: boolean;
}

/** What a body did: it ended, or it named where the run goes. */
export type BodyOutcome =
  | { readonly goto?: undefined; readonly value: Value }
  | { readonly goto: string; readonly line: number };

/** A type's default value at run time. */
export type DefaultOf = (t: IrType) => Value;
