/**
 * Timers and deliveries by due instant, then arming order: a binary heap with lazy removal. A record that was cancelled or
 * parked stays in it until it comes to the top or too much of the heap is stale, which makes cancelling and undoing free.
 */
import type { Due } from '../contract.ts';
import { Mark, type Ticks } from '../records.ts';

const staleFloor = 256;

export class DueQueue {
  #heap: Due[] = [];
  #stale = 0;

  /** A record that is in the queue already may be pushed again. */
  push(item: Due): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as Due;
      if (!before(item, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  /** One of its records has been cancelled. */
  noteStale(): void {
    this.#stale++;
  }

  /**
   * The first live record due at or before `until`. With `settled`, what is seen is committed and stale records may be
   * thrown away; without, the heap is only searched.
   */
  first(until: Ticks, settled: boolean, where?: (due: Due) => boolean): Due | undefined {
    if (settled) this.#dropStaleTop();
    return this.#search(until, where);
  }

  #dropStaleTop(): void {
    for (let top = this.#heap[0]; top !== undefined && !live(top); top = this.#heap[0]) {
      this.#pop();
      if (this.#stale > 0) this.#stale--;
    }
  }

  /** Drops stale records when they are more than half. Only when nothing uncommitted could bring them back. */
  compact(): void {
    if (this.#stale < staleFloor || this.#stale * 2 < this.#heap.length) return;
    const kept = this.#heap.filter(live).sort(order);
    this.#heap = kept;
    this.#stale = 0;
  }

  /** What lies below a record comes after it: looked at is only what is below records that do not count. */
  #search(until: Ticks, where?: (due: Due) => boolean): Due | undefined {
    let best: Due | undefined;
    const open = [0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const item = this.#heap[at];
      if (item === undefined || item.due > until || (best !== undefined && !before(item, best))) continue;
      if (live(item) && (where === undefined || where(item))) best = item;
      else open.push(at * 2 + 2, at * 2 + 1);
    }
    return best;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1] as Due, heap[child] as Due)) child++;
      const below = heap[child] as Due;
      if (!before(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

function live(item: Due): boolean {
  return item.mark < Mark.deleted && !item.parked;
}

function before(a: Due, b: Due): boolean {
  return a.due < b.due || (a.due === b.due && a.seq < b.seq);
}

function order(a: Due, b: Due): number {
  return before(a, b) ? -1 : before(b, a) ? 1 : 0;
}
