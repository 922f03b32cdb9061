import type { StateFilter, StateKey, StateRecord, StateStatus, StateStore } from '../contract.ts';

/** State records in memory: every call takes effect at once and no transaction's rollback reaches it. */
export class MemoryStates implements StateStore {
  readonly #live = new Map<string, StateRecord>();
  readonly #history: StateRecord[] = [];
  #seq = 0;

  get(key: StateKey): StateRecord | undefined {
    return this.#live.get(keyText(key));
  }

  replace(key: StateKey, expected: StateRecord | undefined, record: StateRecord): boolean {
    if (!sameState(this.get(key), expected)) return false;
    this.#live.set(keyText(key), record);
    return true;
  }

  supersede(key: StateKey, expected: StateRecord | undefined, record: StateRecord, oldStatus: StateStatus): boolean {
    const old = this.get(key);
    if (!this.replace(key, expected, record)) return false;
    if (old !== undefined) this.#history.push({ ...old, status: oldStatus });
    return true;
  }

  query(filter: StateFilter): readonly StateRecord[] {
    return [...this.all()]
      .filter(
        (r) =>
          r.scope === filter.scope &&
          r.itemEntity === filter.itemEntity &&
          (filter.status === null || r.status === filter.status) &&
          (filter.since === null || r.updatedAt >= filter.since),
      )
      .reverse()
      .slice(0, filter.take);
  }

  next(): number {
    return ++this.#seq;
  }

  all(): Iterable<StateRecord> {
    return [...this.#history, ...this.#live.values()].sort((a, b) => a.seq - b.seq);
  }

  delete(record: StateRecord): void {
    const key = keyText(record);
    if (this.#live.get(key)?.seq === record.seq) this.#live.delete(key);
    const at = this.#history.findIndex((r) => r.seq === record.seq);
    if (at >= 0) this.#history.splice(at, 1);
  }
}

/** What `replace` compares. */
export function sameState(a: StateRecord | undefined, b: StateRecord | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.seq === b.seq && a.status === b.status && a.token === b.token;
}

function keyText(key: StateKey): string {
  return JSON.stringify([key.scope, key.item, key.itemEntity, key.subItem, key.subItemEntity]);
}
