/** The pattern in one call: exists? skip · acquire · act · set, and release on an exception (data-state-machine.md). */
import { createHash } from 'node:crypto';
import { exception } from '../library/exceptions.ts';
import { ExceptionValue } from '../library/values.ts';
import type { ItemKeys } from './context.ts';
import type { DataStateMachine } from './machine.ts';
import { IdempotencyStatus } from './status.ts';

const { Processed, Skipped, Expired } = IdempotencyStatus;

/** It was done before: `data` is what was kept. */
export interface Kept {
  readonly data: string | null;
}

/**
 * Looks for what was done before, or takes the lock to do it.
 * @param payload JSON, of which a fingerprint is kept
 * @throws ConflictException another payload was given for the key, or another delivery is at it
 */
export function keptOrLocked(machine: DataStateMachine, keys: ItemKeys, payload: string | null): Kept | undefined {
  const fingerprint = payload === null ? null : fingerprintOf(payload);
  const known = machine.get(keys);
  if (known !== undefined && known.status !== Expired) {
    if (known.fingerprint !== fingerprint) throw conflict(keys, 'was begun with another payload');
    if (known.status === Processed || known.status === Skipped) return known;
  }
  if (machine.tryAcquireLock(keys, fingerprint)) return undefined;
  throw conflict(keys, 'is being done by another delivery');
}

/** Gives the lock back after `error`. That the lock is lost meanwhile is no news beside what went wrong. */
export function releaseAfter(machine: DataStateMachine, keys: ItemKeys, error: unknown): void {
  const message = error instanceof ExceptionValue || error instanceof Error ? error.message : String(error);
  try {
    machine.releaseLockAsFailed(keys, message);
  } catch (refused) {
    if (!(refused instanceof ExceptionValue) || refused.type !== 'ConflictException') throw refused;
  }
}

/** Once for a host, whose act may be awaited. */
export async function onceAsync<T>(
  machine: DataStateMachine,
  keys: ItemKeys,
  act: () => T | Promise<T>,
  payload: string | null,
): Promise<T> {
  const kept = keptOrLocked(machine, keys, payload);
  if (kept !== undefined) return (kept.data === null ? undefined : JSON.parse(kept.data)) as T;
  try {
    const result = await act();
    machine.set(keys, Processed, result === undefined ? null : JSON.stringify(result));
    return result;
  } catch (error) {
    releaseAfter(machine, keys, error);
    throw error;
  }
}

function conflict({ itemKey, itemEntityKey }: ItemKeys, what: string): ExceptionValue {
  return exception('ConflictException', `'${itemKey}' (${itemEntityKey}) ${what}.`);
}

function fingerprintOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 32);
}
