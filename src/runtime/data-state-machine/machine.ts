/**
 * A node's memory of what it has done (data-state-machine.md). Bodies call the synchronous operations; a host awaits those of
 * `IDataStateMachine`, which do the same.
 */
import type { StateRecord } from '../../stores/contract.ts';
import { callContext, type ItemKeys, type StateHandlerContext } from './context.ts';
import type { IStateHandler, StateCaller, StateQuery } from './handler.ts';
import { onceAsync } from './once.ts';
import type { IdempotencyStatus } from './status.ts';

/** For hosts. Data and payloads are values that JSON can hold; promises are rejected with what a body would see thrown. */
export interface IDataStateMachine {
  /** True for Processed and Skipped. */
  existsAsync(itemKey: string, itemEntityKey: string, subItemKey?: string, subItemEntityKey?: string): Promise<boolean>;
  /** One caller wins; false on a terminal record, and while another's lock is live. */
  tryAcquireLockAsync(
    itemKey: string,
    itemEntityKey: string,
    subItemKey?: string,
    subItemEntityKey?: string,
  ): Promise<boolean>;
  /** Rejected with a ConflictException when there is a lock that this caller does not hold. */
  setAsync(
    itemKey: string,
    itemEntityKey: string,
    status: IdempotencyStatus,
    data?: unknown,
    subItemKey?: string,
    subItemEntityKey?: string,
  ): Promise<void>;
  /** A new Processed record; the one before is Superseded. */
  upsertAsync(
    itemKey: string,
    itemEntityKey: string,
    data: unknown,
    subItemKey?: string,
    subItemEntityKey?: string,
  ): Promise<void>;
  releaseLockAsFailedAsync(
    itemKey: string,
    itemEntityKey: string,
    message?: string | null,
    subItemKey?: string,
    subItemEntityKey?: string,
  ): Promise<void>;
  getAsync(
    itemKey: string,
    itemEntityKey: string,
    subItemKey?: string,
    subItemEntityKey?: string,
  ): Promise<StateRecord | undefined>;
  /** Newest first; at most 100 unless `take` says otherwise. */
  queryAsync(itemEntityKey: string, query?: Partial<StateQuery>): Promise<readonly StateRecord[]>;
  /**
   * Exists? its answer · acquire · act · set, and on an exception release. Rejected with a ConflictException when another is
   * at it, or another payload was given before.
   */
  onceAsync<T>(itemKey: string, itemEntityKey: string, act: () => T | Promise<T>, payload?: unknown): Promise<T>;
}

/** The operations as bodies call them; data is JSON text. */
export abstract class DataStateMachine implements IDataStateMachine {
  abstract exists(keys: ItemKeys): boolean;
  abstract tryAcquireLock(keys: ItemKeys, fingerprint?: string | null): boolean;
  abstract set(keys: ItemKeys, status: IdempotencyStatus, data: string | null): void;
  abstract upsert(keys: ItemKeys, data: string | null): void;
  abstract releaseLockAsFailed(keys: ItemKeys, message: string | null): void;
  abstract get(keys: ItemKeys): StateRecord | undefined;
  abstract query(itemEntityKey: string, query: StateQuery): readonly StateRecord[];

  async existsAsync(item: string, entity: string, sub = '', subEntity = ''): Promise<boolean> {
    return this.exists(itemKeys(item, entity, sub, subEntity));
  }

  async tryAcquireLockAsync(item: string, entity: string, sub = '', subEntity = ''): Promise<boolean> {
    return this.tryAcquireLock(itemKeys(item, entity, sub, subEntity));
  }

  async setAsync(
    item: string,
    entity: string,
    status: IdempotencyStatus,
    data?: unknown,
    sub = '',
    subEntity = '',
  ): Promise<void> {
    this.set(itemKeys(item, entity, sub, subEntity), status, jsonText(data));
  }

  async upsertAsync(item: string, entity: string, data: unknown, sub = '', subEntity = ''): Promise<void> {
    this.upsert(itemKeys(item, entity, sub, subEntity), jsonText(data));
  }

  async releaseLockAsFailedAsync(
    item: string,
    entity: string,
    message: string | null = null,
    sub = '',
    subEntity = '',
  ): Promise<void> {
    this.releaseLockAsFailed(itemKeys(item, entity, sub, subEntity), message);
  }

  async getAsync(item: string, entity: string, sub = '', subEntity = ''): Promise<StateRecord | undefined> {
    return this.get(itemKeys(item, entity, sub, subEntity));
  }

  async queryAsync(entity: string, query: Partial<StateQuery> = {}): Promise<readonly StateRecord[]> {
    return this.query(entity, { status: null, since: null, take: 100, ...query });
  }

  async onceAsync<T>(item: string, entity: string, act: () => T | Promise<T>, payload?: unknown): Promise<T> {
    return onceAsync(this, itemKeys(item, entity), act, jsonText(payload));
  }
}

/** Of a state with a `dataStateMachine` block. Names the item to the handler, on a copy of what the factory has given. */
export class ContextualDataStateMachine extends DataStateMachine {
  readonly #handler: IStateHandler;
  readonly #base: StateHandlerContext;
  readonly #caller: StateCaller;

  constructor(handler: IStateHandler, base: StateHandlerContext, caller: StateCaller) {
    super();
    this.#handler = handler;
    this.#base = base;
    this.#caller = caller;
  }

  override exists(keys: ItemKeys): boolean {
    return this.#handler.exists(callContext(this.#base, keys), this.#caller);
  }

  override tryAcquireLock(keys: ItemKeys, fingerprint: string | null = null): boolean {
    return this.#handler.tryAcquireLock(callContext(this.#base, keys), this.#caller, fingerprint);
  }

  override set(keys: ItemKeys, status: IdempotencyStatus, data: string | null): void {
    this.#handler.set(callContext(this.#base, keys), this.#caller, status, data);
  }

  override upsert(keys: ItemKeys, data: string | null): void {
    this.#handler.upsert(callContext(this.#base, keys), this.#caller, data);
  }

  override releaseLockAsFailed(keys: ItemKeys, message: string | null): void {
    this.#handler.releaseLockAsFailed(callContext(this.#base, keys), this.#caller, message);
  }

  override get(keys: ItemKeys): StateRecord | undefined {
    return this.#handler.get(callContext(this.#base, keys), this.#caller);
  }

  override query(itemEntityKey: string, query: StateQuery): readonly StateRecord[] {
    return this.#handler.query(callContext(this.#base, itemKeys('', itemEntityKey)), this.#caller, query);
  }
}

/** Of a state without a block: writes nothing, and answers so that the pattern goes through. */
export class NullDataStateMachine extends DataStateMachine {
  static readonly Instance = new NullDataStateMachine();

  private constructor() {
    super();
  }

  override exists(): boolean {
    return false;
  }
  override tryAcquireLock(): boolean {
    return true;
  }
  override set(): void {}
  override upsert(): void {}
  override releaseLockAsFailed(): void {}
  override get(): StateRecord | undefined {
    return undefined;
  }
  override query(): readonly StateRecord[] {
    return [];
  }
}

export function itemKeys(itemKey: string, itemEntityKey: string, subItemKey = '', subItemEntityKey = ''): ItemKeys {
  return { itemKey, itemEntityKey, subItemKey, subItemEntityKey };
}

function jsonText(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
