/**
 * Dies in the middle of what it does under a lock: `node victim.mjs DEFINITION DATABASE raise|timer`. The job is there; its
 * client kills the process as soon as it is called.
 */
import { readFileSync } from 'node:fs';
import type { Definition } from '../../../src/definition/document.ts';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import { isPostgresAddress } from '../../../src/stores/postgres/address.ts';
import { PostgresStore } from '../../../src/stores/postgres/store.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';

const [definitionPath = '', database = '', how = '', now = '0'] = process.argv.slice(2);
const definition = JSON.parse(readFileSync(definitionPath, 'utf8')) as Definition;
const clock = new VirtualClock(BigInt(now));
const store = isPostgresAddress(database) ? new PostgresStore(database, { lease: 1_000 }) : new SqliteStore(database);
const engine = openEngine(definition, { store, clock, allowHosts: [] });
engine.clients.stub('Bank', 'Pay(Note)', () => {
  process.kill(process.pid, 'SIGKILL');
  return null;
});
const [run] = engine.runs('Run');
if (run === undefined) throw new Error('there is no job');
if (how === 'timer') engine.advance(36_000_000_000n);
else engine.unit().raise('Run', 'Pay', run.row as RowRecord);
