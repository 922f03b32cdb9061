/**
 * One of many callers that want the same lock at the same instant: a thread with a connection of its own. All wait for each
 * other before every round, whose key is its number; who has the lock counts itself, and says that the work is done.
 */
import { workerData } from 'node:worker_threads';
import { baseContext } from '../../../src/runtime/data-state-machine/context.ts';
import { ContextualDataStateMachine, itemKeys } from '../../../src/runtime/data-state-machine/machine.ts';
import { IdempotencyStatus } from '../../../src/runtime/data-state-machine/status.ts';
import { StoreStateHandler } from '../../../src/runtime/data-state-machine/store-handler.ts';
import type { StateStore } from '../../../src/stores/contract.ts';
import { isPostgresAddress, parseAddress } from '../../../src/stores/postgres/address.ts';
import { PostgresConnection } from '../../../src/stores/postgres/connection.ts';
import { PostgresStates } from '../../../src/stores/postgres/states.ts';
import { openDatabase } from '../../../src/stores/sqlite/driver.ts';
import { SqliteStates } from '../../../src/stores/sqlite/states.ts';

export interface Contest {
  readonly database: string;
  readonly caller: number;
  readonly callers: number;
  readonly rounds: number;
  /** Two numbers for the barrier, then how many have won each round. */
  readonly shared: SharedArrayBuffer;
}

const { database, caller, callers, rounds, shared } = workerData as Contest;
const board = new Int32Array(shared);

function open(): readonly [StateStore, () => void] {
  if (isPostgresAddress(database)) {
    const connection = new PostgresConnection(parseAddress(database), 15_000);
    return [new PostgresStates(connection), () => connection.close()];
  }
  const db = openDatabase(database, { busyTimeout: 30_000 });
  return [new SqliteStates(db, database), () => db.close()];
}

/** Goes on when all are here. */
function meet(): void {
  const round = Atomics.load(board, 1);
  if (Atomics.add(board, 0, 1) === callers - 1) {
    Atomics.store(board, 0, 0);
    Atomics.add(board, 1, 1);
    Atomics.notify(board, 1);
    return;
  }
  while (Atomics.load(board, 1) === round) Atomics.wait(board, 1, round);
}

const [states, close] = open();
const config = { scope: 4, entityKey: 'job', lockFor: 36_000_000_000n, keepFor: null, options: {} } as const;
const machine = new ContextualDataStateMachine(
  new StoreStateHandler(states),
  baseContext({
    stateLogScopeID: 4,
    entityID: 'Flow|Open',
    entityExecutionID: null,
    tenantID: 0,
    sourceAppID: null,
    handlerConfig: config,
  }),
  { holder: `caller ${caller}`, tokens: new Map(), now: () => 1n },
);
machine.exists(itemKeys('warm', 'job'));
for (let round = 0; round < rounds; round++) {
  meet();
  if (!machine.tryAcquireLock(itemKeys(`${round}`, 'job'))) continue;
  Atomics.add(board, 2 + round, 1);
  machine.set(itemKeys(`${round}`, 'job'), IdempotencyStatus.Processed, `${caller}`);
}
close();
