/**
 * What many waiting runs cost: memory and time to make them, a transition among them, and firing their timers when they fall
 * due. `node --expose-gc --import tsx bench/runtime-scale.ts memory|sqlite RUNS`; one size a process, for the memory's sake.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../src/runtime/interpreter/host.ts';
import type { Store } from '../src/stores/contract.ts';
import { MemoryStore } from '../src/stores/memory/store.ts';
import { SqliteStore } from '../src/stores/sqlite/store.ts';
import { open } from '../test/runtime/engine/support.ts';
import { doors } from './runtime-app.ts';

const [kind = 'memory', size = '1000'] = process.argv.slice(2);
const runs = Number(size);
const fired = 100_000;
const batch = 1_000;
const minute = 600_000_000n;
const folder = mkdtempSync(join(tmpdir(), 'osy-scale-'));

/** Processor time of an act, in microseconds for each of `n`. */
function each(n: number, act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / n;
}

function megabytes(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 1e6);
}

const store: Store = kind === 'memory' ? new MemoryStore() : new SqliteStore(join(folder, 'doors.db'));
const engine = open(doors, { store });
const before = megabytes();
const ids: string[] = [];
const made = each(runs, () => {
  for (let i = 0; i < runs; i += batch) {
    const unit = engine.unit();
    for (let j = 0; j < Math.min(batch, runs - i); j++) ids.push(unit.create('Door', { A: 0 }).id);
    unit.commit();
    unit.close();
    // The first 100 000 fall due together, the others long after.
    if (i + batch === fired) engine.advance(10n * minute);
  }
});
const after = megabytes();

let at = 1;
const some = Array.from({ length: 2_000 }, () => {
  at = (at * 48_271) % 2_147_483_647;
  return ids[at % ids.length] as string;
});
const push = (): void => {
  const unit = engine.unit();
  for (const id of some) {
    unit.raise('DoorRun', 'Push', unit.find('Door', id) as Row);
    unit.commit();
  }
  unit.close();
};
push();
const moved = each(some.length, push);
const timers = engine.store.count('timers');
const due = Math.min(runs, fired);
const fire = each(due, () => engine.advance(BigInt(runs < fired ? 65 : 55) * minute));
process.stdout.write(
  `${kind.padEnd(7)} ${runs.toLocaleString('en').padStart(9)} runs: made in ${made.toFixed(1)} µs each, ${after} MB (${before} before), ` +
    `a transition ${moved.toFixed(1)} µs, ${timers.toLocaleString('en')} timers armed, firing ${due.toLocaleString('en')} of them ${fire.toFixed(1)} µs each\n`,
);
engine.close();
rmSync(folder, { recursive: true });
