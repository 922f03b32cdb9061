/** Charges a walk in batches, at the cost of one decrement an element. */
import { chargeBatch } from './enumeration.ts';
import type { LibraryHost } from './values.ts';

export class WalkCharge {
  readonly #host: LibraryHost;
  #left = chargeBatch;

  constructor(host: LibraryHost) {
    this.#host = host;
  }

  /** Counts one element; throws `EngineAbort` when the budget is spent. */
  count(): void {
    if (--this.#left > 0) return;
    this.#left = chargeBatch;
    this.#host.charge(chargeBatch);
  }
}

export function charging(host: LibraryHost): WalkCharge {
  return new WalkCharge(host);
}
