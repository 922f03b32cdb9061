/** What `osy state` does to records from outside (data-state-machine.md). */
import type { StateRecord, StateStore } from '../../stores/contract.ts';
import type { Ticks } from '../../stores/records.ts';
import { exception } from '../library/exceptions.ts';
import { IdempotencyStatus } from './status.ts';

/** Oldest first, history included. */
export function listStates(states: StateStore): readonly StateRecord[] {
  return [...states.all()];
}

/**
 * Gives a lock back as Failed, so that the item may be processed again.
 * @param force also when the lock is live
 * @throws InvalidOperationException for a live lock without `force`, or a record that is no lock
 * @throws ConflictException when the record has changed meanwhile
 */
export function releaseState(states: StateStore, record: StateRecord, now: Ticks, force: boolean): void {
  if (record.status !== IdempotencyStatus.Processing) {
    throw exception('InvalidOperationException', `'${record.itemKey}' (${record.itemEntityKey}) is not locked.`);
  }
  const live = record.lockedUntil !== null && record.lockedUntil > now;
  if (live && !force) {
    throw exception(
      'InvalidOperationException',
      `The lock of '${record.itemKey}' (${record.itemEntityKey}) is live; force it.`,
    );
  }
  change(states, record, {
    status: IdempotencyStatus.Failed,
    message: 'released by hand',
    lockedUntil: null,
    holder: null,
    updatedAt: now,
  });
}

/** Makes a record count as past its retention. @throws ConflictException when it has changed meanwhile */
export function expireState(states: StateStore, record: StateRecord, now: Ticks): void {
  change(states, record, { status: IdempotencyStatus.Expired, lockedUntil: null, holder: null, updatedAt: now });
}

function change(states: StateStore, record: StateRecord, to: Partial<StateRecord>): void {
  if (states.replace(record, { ...record, ...to })) return;
  throw exception('ConflictException', `'${record.itemKey}' (${record.itemEntityKey}) has changed meanwhile.`);
}
