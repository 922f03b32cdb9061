import { DueQueue } from '../live/due-queue.ts';
import { LiveStore } from '../live/store.ts';
import { MemoryStates } from './states.ts';

export interface MemoryStoreOptions {
  /** How many transition records are kept at least; beyond twice as many the oldest go. Default 1 000. */
  readonly history?: number;
}

/** Everything in memory, changed in place, undone by the journal: the store of `osy run` and `osy test`. */
export class MemoryStore extends LiveStore {
  readonly kind = 'memory';
  readonly states = new MemoryStates();
  readonly #history: number;

  constructor(options: MemoryStoreOptions = {}) {
    super(new DueQueue());
    this.#history = options.history ?? 1_000;
  }

  override committed(): void {
    super.committed();
    const { transitions } = this.tables;
    // In batches: letting go of one costs as much as of all.
    if (transitions.size > this.#history * 2 && this.aside.size === 0) transitions.trim(this.#history);
  }
}
