/** The inbox: what has taken effect is known by its key, so that a second copy does nothing (pipeline.md §5). */
import { InboxRecord, type Ticks } from '../stores/records.ts';
import type { UnitOfWork } from './unit.ts';

/** Enters a delivery's key, where it has one. False: it is there, and the delivery is a duplicate. */
export function takeKey(unit: UnitOfWork, key: string | null, at: Ticks): boolean {
  if (key === null) return true;
  const { tx } = unit;
  if (tx.inbox(key) !== undefined) return false;
  tx.insert(new InboxRecord(key, tx.next('seq'), at));
  return true;
}
