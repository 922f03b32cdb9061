/** Business locks (pipeline.md §9). */

import type { Transaction } from '../stores/contract.ts';
import { LockRecord, type RunRecord } from '../stores/records.ts';
import type { LockInfo } from './catalog.ts';
import type { Hop } from './hop.ts';
import { exception } from './library/exceptions.ts';
import { TimeSpanValue } from './library/timespan.ts';
import { ExceptionValue } from './library/values.ts';
import { refusal } from './refusals.ts';

const defaultTtl = 5n * 60n * 10_000_000n;

/** @throws WorkflowException `Execution:200010` held by another run, `200011` empty key, `200012` the key threw, `200013` nothing to extend */
export function applyLock(hop: Hop, lock: LockInfo): void {
  const key = keyOf(hop, lock);
  const { tx } = hop.unit;
  const { run, chain } = hop;
  const found = tx.lock(key);
  const mine = found !== undefined && found.run === run.id;
  const alive = found !== undefined && found.until > chain.now;
  hop.note = `${lock.action} ${key}`;
  switch (lock.action) {
    case 'Acquire': {
      if (alive && !mine) throw refusal('Execution:200010', `The resource lock '${key}' is held by another run.`);
      const until = chain.now + ttlOf(hop, lock);
      if (found === undefined) tx.insert(new LockRecord(key, tx.next('seq'), run.id, until));
      else put(tx, found, run, until);
      return;
    }
    case 'Extend':
      if (!mine || !alive) throw refusal('Execution:200013', `The run does not hold the resource lock '${key}'.`);
      put(tx, found, run, chain.now + ttlOf(hop, lock));
      return;
    case 'Release':
      if (mine) tx.remove(found);
      else if (alive) throw refusal('Execution:200010', `The resource lock '${key}' is held by another run.`);
      return;
  }
}

function put(tx: Transaction, lock: LockRecord, run: RunRecord, until: bigint): void {
  tx.touch(lock);
  lock.run = run.id;
  lock.until = until;
}

function keyOf(hop: Hop, lock: LockInfo): string {
  hop.body = lock.key;
  let key: unknown;
  try {
    key = lock.key.value(hop.unit.host, hop.seed.args);
  } catch (error) {
    if (!(error instanceof ExceptionValue) || error.type === exception('NetworkException').type) throw error;
    throw refusal('Execution:200012', `The key of the resource lock could not be computed: ${error.message}`, error);
  }
  if (typeof key !== 'string' || key === '')
    throw refusal('Execution:200011', 'The key of the resource lock is empty.');
  return key;
}

function ttlOf(hop: Hop, lock: LockInfo): bigint {
  const ttl = lock.ttl?.value(hop.unit.host, hop.seed.args);
  return ttl instanceof TimeSpanValue ? ttl.toTicks() : defaultTtl;
}

export function releaseLocks(tx: Transaction, run: RunRecord): void {
  for (const lock of tx.locksOf(run.id)) tx.remove(lock);
}
