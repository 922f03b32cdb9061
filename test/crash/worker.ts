/**
 * The process that is killed. It makes orders and carries them on until it is told to finish, or dies. Started ahead of
 * time, it waits for `go` on its standard input, so that a kill is not followed by a second of loading.
 *
 * `node worker.mjs DEFINITION DATABASE CALLS FAILING [ORDERS]`: the network fails with this probability; with a number of
 * orders, those are made and all is brought to its end.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Definition } from '../../src/definition/document.ts';
import { RealClock } from '../../src/runtime/clock.ts';
import type { Engine } from '../../src/runtime/engine.ts';
import { exception } from '../../src/runtime/library/exceptions.ts';
import { openEngine } from '../../src/runtime/open.ts';
import { type Store, StoreConflict } from '../../src/stores/contract.ts';
import { isPostgresAddress } from '../../src/stores/postgres/address.ts';
import { PostgresStore } from '../../src/stores/postgres/store.ts';
import type { RowRecord } from '../../src/stores/records.ts';
import { SqliteStore } from '../../src/stores/sqlite/store.ts';

/** Orders on their way at any time, while it is not finishing. */
const atOnce = 100;

const [definitionPath = '', database = '', calls = '', failing = '0', wanted] = process.argv.slice(2);
const definition = JSON.parse(readFileSync(definitionPath, 'utf8')) as Definition;

function openStore(): Store {
  return isPostgresAddress(database) ? new PostgresStore(database, { lease: 3_000 }) : new SqliteStore(database);
}

function open(): Engine {
  const engine = openEngine(definition, {
    store: openStore(),
    clock: new RealClock(),
    retry: { attempts: 1_000_000, first: 20_000n, longest: 100_000n },
  });
  const [client] = definition.types.clients;
  const operation = client?.operations[0];
  if (client === undefined || operation === undefined) throw new Error('the app has no client');
  engine.clients.stub(client.name, operation.key, (parcel) => {
    const { f } = parcel as unknown as { readonly f: Readonly<Record<string, unknown>> };
    appendFileSync(calls, `${String(f['Order'])} ${process.pid}\n`);
    if (Math.random() < Number(failing)) throw exception('NetworkException');
    return 'sent';
  });
  return engine;
}

function order(engine: Engine): void {
  const unit = engine.unit();
  try {
    const payment = unit.create('Payment', { Trace: '' });
    unit.create('Order', { Trace: '', Payment: payment as RowRecord as never });
    unit.commit();
  } finally {
    unit.close();
  }
}

async function work(): Promise<void> {
  const engine = open();
  process.stdout.write('open\n');
  for (;;) {
    try {
      engine.settle();
      const opened = engine.runs('OrderFlow');
      const under = opened.filter((run) => run.status !== 'C').length;
      const missing = wanted === undefined ? atOnce - under : Number(wanted) - opened.length;
      for (let i = 0; i < Math.min(missing, 20); i++) order(engine);
      if (wanted !== undefined && missing <= 0 && engine.runs().every((run) => run.status === 'C')) break;
    } catch (error) {
      // The other process was first with something; what is left is in the store.
      if (!(error instanceof StoreConflict)) throw error;
    }
    await sleep(2);
  }
  engine.close();
  process.stdout.write('done\n');
}

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') {
    await work();
    process.exit(0);
  }
}
