/** Kills workers at random instants, lets the last one finish, and looks at what is in the store then. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Definition } from '../../src/definition/document.ts';
import { lower, writeDefinition } from '../../src/definition/lowering.ts';
import type { Engine } from '../../src/runtime/engine.ts';
import { openEngine } from '../../src/runtime/open.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import type { Store } from '../../src/stores/contract.ts';
import type { RowRecord } from '../../src/stores/records.ts';
import { bundled } from '../bundled.ts';

export interface Storm {
  readonly folder: string;
  /** What `--db` takes. */
  readonly database: string;
  /** Opens the database when all is over. */
  readonly open: () => Store;
  /** A file to which each call of the network adds a line. */
  readonly calls: string;
  /** How often the network fails, from 0 to 1. */
  readonly failing: number;
  readonly kills: number;
  /** How many processes work at a time. */
  readonly workers: number;
}

/** How many orders there are at least in the end; each has a payment with a run of its own. */
const orderCount = 500;

/** What one order and its payment must have done, each thing once. */
const orderTrace = '+New nudge nudge nudge late -New +Sending sent -Sending +Paying paid -Paying +Done';
const paymentTrace = '+Asked -Asked +Paid';

/** Bundled, a worker is ready in a fraction of the time. */
export async function buildWorker(folder: string): Promise<void> {
  const source = join(import.meta.dirname, 'orders.osy');
  const program = check([new SourceFile('orders.osy', readFileSync(source, 'utf8'))], { name: 'Orders' });
  writeFileSync(join(folder, 'orders.osy.json'), writeDefinition(lower(program, { compiler: 'osy test' })));
  await bundled(join(import.meta.dirname, 'worker.ts'), folder);
}

export class Worker {
  readonly process: ChildProcess;
  #said = '';
  #stderr = '';
  /** With a number of orders it brings all to its end, and ends. */
  constructor(storm: Pick<Storm, 'folder' | 'database' | 'calls' | 'failing'>, orders?: number) {
    const args = [
      join(storm.folder, 'worker.mjs'),
      join(storm.folder, 'orders.osy.json'),
      storm.database,
      storm.calls,
      String(storm.failing),
      ...(orders === undefined ? [] : [String(orders)]),
    ];
    this.process = spawn(process.execPath, args, { stdio: 'pipe' });
    this.process.stdout?.on('data', (text) => {
      this.#said += String(text);
    });
    this.process.stderr?.on('data', (text) => {
      this.#stderr += String(text);
    });
  }

  async says(word: string, within = 60_000): Promise<void> {
    for (let waited = 0; !this.#said.includes(`${word}\n`); waited += 2) {
      if (this.process.exitCode !== null) throw new Error(`a worker ended by itself: ${this.#stderr}`);
      if (waited > within) throw new Error(`a worker did not come to '${word}': ${this.#stderr}`);
      await sleep(2);
    }
  }

  go(): void {
    this.process.stdin?.write('go\n');
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null) throw new Error(`a worker ended by itself: ${this.#stderr}`);
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }
}

/** Kills, lets finish, and checks. @returns how many orders there were */
export async function rage(storm: Storm): Promise<number> {
  const running: Worker[] = [];
  let next = new Worker(storm);
  const start = async (): Promise<void> => {
    const worker = next;
    next = new Worker(storm);
    await worker.says('ready');
    worker.go();
    running.push(worker);
  };
  for (let i = 0; i < storm.workers; i++) await start();
  for (let killed = 0; killed < storm.kills; killed++) {
    const victim = running.shift() as Worker;
    // One in five dies while it is opening the store.
    if (Math.random() < 0.2) await sleep(Math.random() * 60);
    else {
      await victim.says('open');
      await sleep(Math.random() * 200);
    }
    await victim.kill();
    await start();
  }
  await next.kill();
  for (const worker of running) await worker.kill();
  const last = new Worker(storm, orderCount);
  await last.says('ready');
  last.go();
  // What does not come to its end says more when it is looked at.
  const late = await last.says('done', 120_000).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (late !== undefined && last.process.exitCode === null) await last.kill();
  const orders = judge(storm);
  if (late !== undefined) throw late;
  return orders;
}

/** Every run has come to its end, has done everything once, and has left nothing behind. @returns how many orders there are */
export function judge(storm: Pick<Storm, 'folder' | 'open' | 'calls'>): number {
  const definition = JSON.parse(readFileSync(join(storm.folder, 'orders.osy.json'), 'utf8')) as Definition;
  const engine = openEngine(definition, { store: storm.open() });
  try {
    const unit = engine.unit();
    const orders = unit.query('Order') as readonly RowRecord[];
    const payments = unit.query('Payment') as readonly RowRecord[];
    for (const row of orders) expect(row.v['Trace']).toBe(orderTrace);
    for (const row of payments) expect(row.v['Trace']).toBe(paymentTrace);
    expect(payments).toHaveLength(orders.length);
    const runs = engine.runs();
    expect(runs).toHaveLength(orders.length * 2);
    expect(runs.map((r) => [r.status, r.outcome, r.owner]).filter((r) => String(r) !== 'C,success,0')).toEqual([]);
    for (const run of runs) walks(engine, run.id);
    expect(engine.incidents()).toEqual([]);
    for (const table of ['timers', 'deliveries', 'locks'] as const)
      expect([table, engine.store.count(table)]).toEqual([table, 0]);
    const sent = new Set(callsIn(storm.calls).map(([order]) => order));
    for (const row of orders) expect(sent.has(row.id)).toBe(true);
    return orders.length;
  } finally {
    engine.close();
  }
}

/** The calls that were made: for which order, and by which process. */
export function callsIn(file: string): readonly (readonly [order: string, pid: string])[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split(' ') as [string, string]);
}

/** The trace of a run is one walk: each transition begins where the one before it ended. */
function walks(engine: Engine, run: number): void {
  const steps = engine.transitions(run);
  for (const [i, step] of steps.entries()) {
    expect(step.endedAt).not.toBeNull();
    if (i > 0) expect([step.key, step.from]).toEqual([step.key, steps[i - 1]?.to]);
  }
}
