/** Giving back what an admission took (pipeline.md §3, §7). */
import type { RunRecord } from '../stores/records.ts';
import { openChildren } from './children.ts';
import { unparkWork } from './timers.ts';
import type { UnitOfWork } from './unit.ts';

/** A delivery does not go on: the Busy that bears its number, and only that, is given back, down to the leaf. */
export function giveBack(unit: UnitOfWork, run: RunRecord, owner: number): void {
  const { tx } = unit;
  for (const held of [run, ...openChildren(tx, run)]) {
    if (held.status !== 'B' || held.owner !== owner) continue;
    tx.touch(held);
    held.owner = 0;
    if (held.child === 0 && held.waiting === null) held.status = 'A';
    unparkWork(tx, held);
  }
}
