import {
  type StateDraft,
  type StateFilter,
  type StateKey,
  type StateLock,
  type StateOutcome,
  type StateRecord,
  type StateStatus,
  type StateStore,
  seenAt,
} from '../contract.ts';

/** State records in memory: every call takes effect at once and no transaction's rollback reaches it. */
export class MemoryStates implements StateStore {
  readonly #live = new Map<string, StateRecord>();
  readonly #history: StateRecord[] = [];
  #seq = 0;

  get(key: StateKey): StateRecord | undefined {
    return this.#live.get(stateKeyText(key));
  }

  acquire(key: StateKey, { holder, fingerprint, now, until }: StateLock): number | undefined {
    const old = this.get(key);
    if (old !== undefined && !isFree(old, holder, now)) return undefined;
    const token = (old?.token ?? 0) + 1;
    this.#put({
      ...keyOf(key),
      status: 2,
      data: null,
      message: old?.message ?? null,
      fingerprint,
      attempts: (old?.attempts ?? 0) + 1,
      createdAt: old?.createdAt ?? now,
      updatedAt: now,
      lockedUntil: until,
      expiresAt: null,
      token,
      holder,
    });
    return token;
  }

  finish(key: StateKey, token: number, now: bigint, outcome: StateOutcome): boolean {
    const old = this.get(key);
    if (old?.status !== 2 || old.token !== token || old.lockedUntil === null || old.lockedUntil <= now) return false;
    const message = outcome.message ?? old.message;
    this.#live.set(stateKeyText(key), { ...old, ...outcome, message, updatedAt: now, lockedUntil: null, holder: null });
    return true;
  }

  replace(expected: StateRecord | undefined, draft: StateDraft): boolean {
    if (!sameState(this.get(draft), expected)) return false;
    this.#put(draft);
    return true;
  }

  supersede(expected: StateRecord, draft: StateDraft, oldStatus: StateStatus): boolean {
    const old = this.get(draft);
    if (old === undefined || !this.replace(expected, draft)) return false;
    this.#history.push({ ...old, status: oldStatus });
    return true;
  }

  query({ scope, itemEntityKey, status, since, now, take }: StateFilter): readonly StateRecord[] {
    return this.all()
      .filter((r) => r.scope === scope && r.itemEntityKey === itemEntityKey && (since === null || r.updatedAt >= since))
      .map((r) => seenAt(r, now))
      .filter((r) => status === null || r.status === status)
      .reverse()
      .slice(0, take);
  }

  all(): StateRecord[] {
    return [...this.#history, ...this.#live.values()].sort((a, b) => a.seq - b.seq);
  }

  #put(draft: StateDraft): void {
    this.#live.set(stateKeyText(draft), { ...draft, seq: ++this.#seq });
  }
}

/** Whether a lock may be taken where this record is. */
function isFree(old: StateRecord, holder: string, now: bigint): boolean {
  if (old.status === 0 || old.status === 3) return true;
  return old.status === 2 && (old.holder === holder || old.lockedUntil === null || old.lockedUntil <= now);
}

/** What `replace` compares. */
function sameState(a: StateRecord | undefined, b: StateRecord | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.seq === b.seq && a.status === b.status && a.token === b.token;
}

function keyOf({ scope, itemKey, itemEntityKey, subItemKey, subItemEntityKey }: StateKey): StateKey {
  return { scope, itemKey, itemEntityKey, subItemKey, subItemEntityKey };
}

/** The same text for the same key, and only for it. */
export function stateKeyText(key: StateKey): string {
  const { scope, itemKey, itemEntityKey, subItemKey, subItemEntityKey } = key;
  const lengths = `${scope.length},${itemKey.length},${itemEntityKey.length},${subItemKey.length}`;
  return `${lengths}:${scope}${itemKey}${itemEntityKey}${subItemKey}${subItemEntityKey}`;
}
