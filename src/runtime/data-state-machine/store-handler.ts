/** The engine's own handler: a store's records (data-state-machine.md, "Operations"). */
import { type StateDraft, type StateKey, type StateRecord, type StateStore, seenAt } from '../../stores/contract.ts';
import { MemoryStates, stateKeyText } from '../../stores/memory/states.ts';
import type { Ticks } from '../../stores/records.ts';
import { exception } from '../library/exceptions.ts';
import type { ExceptionValue } from '../library/values.ts';
import { type StateHandlerContext, stateKeyOf } from './context.ts';
import type { IStateHandler, StateCaller, StateQuery } from './handler.ts';
import { IdempotencyStatus, isTerminal } from './status.ts';

const { Processed, Processing, Failed, Skipped, Superseded, Expired } = IdempotencyStatus;

export class StoreStateHandler implements IStateHandler {
  readonly #states: StateStore;

  constructor(states: StateStore) {
    this.#states = states;
  }

  exists(context: StateHandlerContext, caller: StateCaller): boolean {
    const status = this.get(context, caller)?.status;
    return status === Processed || status === Skipped;
  }

  tryAcquireLock(context: StateHandlerContext, caller: StateCaller, fingerprint: string | null): boolean {
    const key = stateKeyOf(context);
    const now = caller.now();
    const until = now + context.handlerConfig.lockFor;
    const token =
      this.#states.acquire(key, { holder: caller.holder, fingerprint, now, until }) ??
      this.#acquireExpired(key, caller.holder, fingerprint, now, until);
    if (token === undefined) return false;
    caller.tokens.set(stateKeyText(key), token);
    return true;
  }

  /** A record past its retention stays, as history; its token goes on. */
  #acquireExpired(
    key: StateKey,
    holder: string,
    fingerprint: string | null,
    now: Ticks,
    until: Ticks,
  ): number | undefined {
    const old = this.#states.get(key);
    if (old === undefined || seenAt(old, now).status !== Expired) return undefined;
    const lock: StateDraft = {
      ...key,
      status: Processing,
      data: null,
      message: null,
      fingerprint,
      attempts: 1,
      createdAt: now,
      updatedAt: now,
      lockedUntil: until,
      expiresAt: null,
      token: old.token + 1,
      holder,
    };
    return this.#states.supersede(old, lock, Expired) ? lock.token : undefined;
  }

  set(context: StateHandlerContext, caller: StateCaller, status: IdempotencyStatus, data: string | null): void {
    if (status === Processing) return this.#write(context, caller, status, data, false);
    if (this.#finish(context, caller, status, data, null)) return;
    this.#write(context, caller, status, data, false);
  }

  upsert(context: StateHandlerContext, caller: StateCaller, data: string | null): void {
    this.#write(context, caller, Processed, data, true);
  }

  releaseLockAsFailed(context: StateHandlerContext, caller: StateCaller, message: string | null): void {
    if (this.#finish(context, caller, Failed, null, message)) return;
    const key = stateKeyOf(context);
    if (this.#states.get(key)?.status === Processing) throw lost(key);
  }

  get(context: StateHandlerContext, caller: StateCaller): StateRecord | undefined {
    const found = this.#states.get(stateKeyOf(context));
    return found === undefined ? undefined : seenAt(found, caller.now());
  }

  query(
    context: StateHandlerContext,
    caller: StateCaller,
    { status, since, take }: StateQuery,
  ): readonly StateRecord[] {
    const { scope, itemEntityKey } = stateKeyOf(context);
    return this.#states.query({ scope, itemEntityKey, status, since, now: caller.now(), take: Math.max(0, take) });
  }

  /** Ends the lock that the caller has taken; false when it has none, or has it no more. */
  #finish(
    context: StateHandlerContext,
    caller: StateCaller,
    status: IdempotencyStatus,
    data: string | null,
    message: string | null,
  ): boolean {
    if (caller.tokens.size === 0) return false;
    const key = stateKeyOf(context);
    const text = stateKeyText(key);
    const token = caller.tokens.get(text);
    if (token === undefined) return false;
    const now = caller.now();
    const expiresAt = expiryOf(context, status, now);
    if (!this.#states.finish(key, token, now, { status, data, message, expiresAt })) return false;
    caller.tokens.delete(text);
    return true;
  }

  /** Writes where no lock of the caller's is to be ended. @throws ConflictException for another's lock */
  #write(
    context: StateHandlerContext,
    caller: StateCaller,
    status: IdempotencyStatus,
    data: string | null,
    supersedes: boolean,
  ): void {
    const key = stateKeyOf(context);
    const text = stateKeyText(key);
    const old = this.#states.get(key);
    const now = caller.now();
    if (old?.status === Processing && !holds(caller, text, old, now)) throw lost(key);
    const locks = status === Processing;
    const fresh = old === undefined || supersedes;
    const draft: StateDraft = {
      ...key,
      status,
      data,
      message: fresh ? null : old.message,
      fingerprint: old?.fingerprint ?? null,
      attempts: old?.attempts ?? 1,
      createdAt: fresh ? now : old.createdAt,
      updatedAt: now,
      lockedUntil: locks ? now + context.handlerConfig.lockFor : null,
      expiresAt: expiryOf(context, status, now),
      token: (old?.token ?? 0) + (locks ? 1 : 0),
      holder: locks ? caller.holder : null,
    };
    const done =
      supersedes && old !== undefined && old.status !== Processing
        ? this.#states.supersede(old, draft, Superseded)
        : this.#states.replace(old, draft);
    if (!done) throw lost(key);
    if (locks) caller.tokens.set(text, draft.token);
    else caller.tokens.delete(text);
  }
}

/** Records that live as long as the process. Give the same one to all engines that shall see them. */
export class InMemoryStateHandler extends StoreStateHandler {
  constructor() {
    super(new MemoryStates());
  }
}

function holds(caller: StateCaller, key: string, lock: StateRecord, now: Ticks): boolean {
  return lock.lockedUntil !== null && lock.lockedUntil > now && caller.tokens.get(key) === lock.token;
}

/** What may be processed again has no retention. */
function expiryOf({ handlerConfig }: StateHandlerContext, status: IdempotencyStatus, now: Ticks): Ticks | null {
  return handlerConfig.keepFor === null || !isTerminal(status) ? null : now + handlerConfig.keepFor;
}

function lost({ itemKey, itemEntityKey }: StateKey): ExceptionValue {
  return exception(
    'ConflictException',
    `The lock of '${itemKey}' (${itemEntityKey}) is not held: it has lapsed, or another delivery has it.`,
  );
}
