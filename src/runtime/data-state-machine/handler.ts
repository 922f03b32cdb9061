/** Where records are kept, and by which rules: what a host may put in the place of the engine's store. */
import type { StateRecord } from '../../stores/contract.ts';
import type { Ticks } from '../../stores/records.ts';
import type { StateHandlerContext } from './context.ts';
import type { IdempotencyStatus } from './status.ts';

/** Who asks: a delivery at work, or a host's own piece of work. */
export interface StateCaller {
  /** The same in each attempt of a delivery, and nobody else's. */
  readonly holder: string;
  /** Fencing tokens of the locks that this attempt has taken, by key. */
  readonly tokens: Map<string, number>;
  /** The engine's clock. */
  readonly now: () => Ticks;
}

export interface StateQuery {
  readonly status: IdempotencyStatus | null;
  /** Only what was written at this instant or later. */
  readonly since: Ticks | null;
  readonly take: number;
}

/**
 * Every call takes effect at once, for everybody, and outlives the rollback of the delivery that made it. Synchronous, as all
 * that bodies call (docs/architecture.md).
 */
export interface IStateHandler {
  /** True for Processed and Skipped. */
  exists(context: StateHandlerContext, caller: StateCaller): boolean;
  /**
   * One caller wins, under any concurrency; the holder of a lock takes it again, with a new token.
   * @param fingerprint of the payload that `Once` was given
   */
  tryAcquireLock(context: StateHandlerContext, caller: StateCaller, fingerprint: string | null): boolean;
  /**
   * @param data JSON
   * @throws ConflictException when there is a lock that the caller does not hold, or holds no more
   */
  set(context: StateHandlerContext, caller: StateCaller, status: IdempotencyStatus, data: string | null): void;
  /** A new Processed record; the one before is Superseded. @throws ConflictException as `set` */
  upsert(context: StateHandlerContext, caller: StateCaller, data: string | null): void;
  /** Nothing where there is no lock. @throws ConflictException when the lock is another's */
  releaseLockAsFailed(context: StateHandlerContext, caller: StateCaller, message: string | null): void;
  get(context: StateHandlerContext, caller: StateCaller): StateRecord | undefined;
  /** Of the context's scope and item's entity key, newest first, history included. */
  query(context: StateHandlerContext, caller: StateCaller, query: StateQuery): readonly StateRecord[];
}
