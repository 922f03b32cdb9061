/**
 * A node's memory of what it has done (data-state-machine.md). Every operation is a transaction of its own: what it writes
 * outlives the rollback of the delivery that wrote it.
 */
import { createHash } from 'node:crypto';
import type { StateKey, StateRecord, StateStatus, StateStore } from '../../stores/contract.ts';
import type { Ticks } from '../../stores/records.ts';
import { exception } from '../library/exceptions.ts';

export const Status = {
  none: 0,
  processed: 1,
  processing: 2,
  failed: 3,
  skipped: 4,
  superseded: 5,
  expired: 6,
} as const;

export interface ItemKey {
  readonly item: string;
  readonly itemEntity: string;
  readonly subItem: string;
  readonly subItemEntity: string;
}

/** What the factory gives to every call: where the node is, who asks, and the block's settings. */
export interface MachineContext {
  /** Scope and what it applies to. */
  readonly scope: string;
  readonly entityKey: string;
  readonly lockFor: Ticks;
  readonly keepFor: Ticks | null;
  /** The delivery, the same in each of its attempts. */
  readonly holder: string;
  /** Tokens of the locks that this attempt holds. */
  readonly tokens: Map<string, number>;
  readonly now: () => Ticks;
}

export interface StateMachine {
  exists(key: ItemKey): boolean;
  tryAcquireLock(key: ItemKey, fingerprint?: string | null): boolean;
  set(key: ItemKey, status: StateStatus, data: string | null): void;
  upsert(key: ItemKey, data: string | null): void;
  releaseLockAsFailed(key: ItemKey, message: string | null): void;
  get(key: ItemKey): StateRecord | undefined;
  query(itemEntity: string, status: StateStatus | null, since: Ticks | null, take: number): readonly StateRecord[];
}

/** What a state without a block has: writes nothing, and answers so that the pattern goes through. */
export const nullStateMachine: StateMachine = {
  exists: () => false,
  tryAcquireLock: () => true,
  set: () => {},
  upsert: () => {},
  releaseLockAsFailed: () => {},
  get: () => undefined,
  query: () => [],
};

export class ContextualStateMachine implements StateMachine {
  readonly #states: StateStore;
  readonly #context: MachineContext;

  constructor(states: StateStore, context: MachineContext) {
    this.#states = states;
    this.#context = context;
  }

  exists(key: ItemKey): boolean {
    const found = this.get(key);
    return found?.status === Status.processed || found?.status === Status.skipped;
  }

  /** One caller wins. The delivery that holds a lock takes it again, with a new token. */
  tryAcquireLock(key: ItemKey, fingerprint: string | null = null): boolean {
    const at = this.#key(key);
    const old = this.#states.get(at);
    const now = this.#context.now();
    const known = old === undefined ? undefined : this.#seen(old);
    if (known !== undefined && !this.#mayTake(known, now)) return false;
    const fresh = known === undefined || known.status === Status.expired;
    const record: StateRecord = {
      ...at,
      seq: this.#states.next(),
      status: Status.processing,
      data: null,
      message: fresh ? null : known.message,
      fingerprint,
      attempts: fresh ? 1 : known.attempts + 1,
      createdAt: fresh ? now : known.createdAt,
      updatedAt: now,
      lockedUntil: now + this.#context.lockFor,
      expiresAt: null,
      token: (old?.token ?? 0) + 1,
      holder: this.#context.holder,
    };
    const won =
      known?.status === Status.expired
        ? this.#states.supersede(at, old, record, Status.expired)
        : this.#states.replace(at, old, record);
    if (won) this.#context.tokens.set(keyText(at), record.token);
    return won;
  }

  #mayTake(known: StateRecord, now: Ticks): boolean {
    switch (known.status) {
      case Status.processing:
        return known.holder === this.#context.holder || known.lockedUntil === null || known.lockedUntil <= now;
      case Status.processed:
      case Status.skipped:
      case Status.superseded:
        return false;
      default:
        return true;
    }
  }

  set(key: ItemKey, status: StateStatus, data: string | null): void {
    this.#write(key, status, data, null, false);
  }

  /** A new Processed record; the one before becomes Superseded. */
  upsert(key: ItemKey, data: string | null): void {
    this.#write(key, Status.processed, data, null, true);
  }

  releaseLockAsFailed(key: ItemKey, message: string | null): void {
    if (this.#states.get(this.#key(key))?.status !== Status.processing) return;
    this.#write(key, Status.failed, null, message, false);
  }

  /** @throws ConflictException when another holds the lock, or this one has lapsed (fencing) */
  #write(key: ItemKey, status: StateStatus, data: string | null, message: string | null, keep: boolean): void {
    const at = this.#key(key);
    const old = this.#states.get(at);
    const now = this.#context.now();
    if (old?.status === Status.processing) this.#checkHolder(at, old, now);
    const locks = status === Status.processing;
    const ends = status !== Status.processing && status !== Status.failed && status !== Status.none;
    const { keepFor } = this.#context;
    const fresh = old === undefined || keep;
    const record: StateRecord = {
      ...at,
      seq: this.#states.next(),
      status,
      data,
      message: message ?? (fresh ? null : old.message),
      fingerprint: old?.fingerprint ?? null,
      attempts: old === undefined ? 1 : old.attempts,
      createdAt: fresh ? now : old.createdAt,
      updatedAt: now,
      lockedUntil: locks ? now + this.#context.lockFor : null,
      expiresAt: ends && keepFor !== null ? now + keepFor : null,
      token: locks ? (old?.token ?? 0) + 1 : (old?.token ?? 0),
      holder: locks ? this.#context.holder : null,
    };
    const superseding = keep && old !== undefined && old.status !== Status.processing;
    const done = superseding
      ? this.#states.supersede(at, old, record, Status.superseded)
      : this.#states.replace(at, old, record);
    if (!done) throw lost(at);
    if (locks) this.#context.tokens.set(keyText(at), record.token);
    else this.#context.tokens.delete(keyText(at));
  }

  #checkHolder(at: StateKey, old: StateRecord, now: Ticks): void {
    const live = old.lockedUntil !== null && old.lockedUntil > now;
    if (!live || this.#context.tokens.get(keyText(at)) !== old.token) throw lost(at);
  }

  get(key: ItemKey): StateRecord | undefined {
    const found = this.#states.get(this.#key(key));
    return found === undefined ? undefined : this.#seen(found);
  }

  query(itemEntity: string, status: StateStatus | null, since: Ticks | null, take: number): readonly StateRecord[] {
    const filter = {
      scope: this.#context.scope,
      itemEntity: itemEntity || this.#context.entityKey,
      status: null,
      since,
    };
    const all = this.#states.query({ ...filter, take: Number.MAX_SAFE_INTEGER }).map((r) => this.#seen(r));
    return all.filter((r) => status === null || r.status === status).slice(0, Math.max(0, take));
  }

  /** A record past its retention is Expired, whether or not that was written. */
  #seen(record: StateRecord): StateRecord {
    if (record.expiresAt === null || record.expiresAt > this.#context.now()) return record;
    return record.status === Status.superseded ? record : { ...record, status: Status.expired };
  }

  #key(key: ItemKey): StateKey {
    return {
      scope: this.#context.scope,
      item: key.item,
      itemEntity: key.itemEntity || this.#context.entityKey,
      subItem: key.subItem,
      subItemEntity: key.subItemEntity,
    };
  }
}

function lost(key: StateKey): Error {
  throw exception(
    'ConflictException',
    `The lock of '${key.item}' (${key.itemEntity}) is not held: it has lapsed, or another delivery has it.`,
  );
}

function keyText(key: StateKey): string {
  return JSON.stringify([key.scope, key.item, key.itemEntity, key.subItem, key.subItemEntity]);
}

/** Of a payload's JSON. */
export function fingerprintOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 32);
}
