/**
 * Several units of work, timers, retries and cancels in random order on a few rows, against `sequential.ts`: no update is
 * lost, no run is left Busy, each hook runs once, no timer of a state that was left fires, and a row has one active run of
 * a workflow. What fails shrinks to a script of commands. `OSY_RACES` is how many scripts to try, `OSY_RACES_SEED` their seed.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/runtime/engine.ts';
import { exception } from '../../src/runtime/library/exceptions.ts';
import { ExceptionValue } from '../../src/runtime/library/values.ts';
import type { UnitOfWork } from '../../src/runtime/unit.ts';
import { StoreConflict } from '../../src/stores/contract.ts';
import type { RowRecord } from '../../src/stores/records.ts';
import { app, created, goto, minutes, morning, note, open, read } from '../runtime/engine/support.ts';
import { raceStores, withPostgres } from './race-stores.ts';
import { type Answer, ended, Model, minute } from './sequential.ts';

withPostgres();

const definition = app({
  principal: 'Person',
  entities: { Job: { Trace: 'string?', N: 'int' }, Person: { Name: 'string' } },
  workflows: [
    {
      key: 'Main',
      entity: 'Job',
      states: {
        A: {
          enter: note('+A'),
          exit: note('-A'),
          on: { Go: note('Go', 'B') },
          slots: {
            Doing: { event: 'Do', assigned: { within: minutes(20), then: note('unclaimed'), enter: note('claim') } },
          },
          expire: { within: minutes(60), then: note('late', 'C') },
        },
        B: {
          enter: note('+B'),
          exit: note('-B'),
          on: { Back: note('Back', 'A') },
          slots: {
            Seeing: { event: 'See', remind: { after: minutes(10), thenEvery: minutes(10), then: note('remind') } },
          },
          expire: { within: minutes(30), then: note('wind', 'A') },
        },
        C: {
          enter: note('+C'),
          exit: note('-C'),
          on: { Back: note('Back', 'A') },
          complete: [{ when: (row) => (row.v['N'] as number) >= 3, then: note('full', 'Done') }],
        },
        Done: { terminal: 'success', enter: note('+Done') },
        Off: { terminal: 'cancel', enter: note('+Off') },
      },
      on: {
        Add: (row, host, args) => {
          host.set(row, 'N', (row.v['N'] as number) + 1);
          return note('Add')(row, host, args);
        },
        Ring: (row, host, args) => {
          if (host.chain?.attempt === 1) throw exception('NetworkException');
          return note('ring')(row, host, args);
        },
      },
      quiet: ['Add', 'Ring'],
      cancel: { Drop: note('Drop', 'Off') },
    },
    {
      key: 'Side',
      entity: 'Job',
      autostart: false,
      states: { Open: { on: { Close: () => goto('Shut') } }, Shut: { terminal: 'success' } },
    },
  ],
});

const rowCount = 2;
const clientCount = 3;

/** The engine at work, with the units of work of its clients. */
interface World {
  readonly engine: Engine;
  readonly rows: readonly RowRecord[];
  readonly units: readonly UnitOfWork[];
  readonly ada: RowRecord;
}

interface Script {
  readonly text: string;
  readonly expected: (model: Model) => Answer;
  readonly done: (world: World) => unknown;
}

class Command implements fc.Command<Model, World> {
  readonly #script: Script;
  constructor(script: Script) {
    this.#script = script;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, world: World): void {
    const expected = this.#script.expected(model);
    expect(answerOf(() => this.#script.done(world))).toBe(expected);
    expect(seen(world)).toEqual(model.jobs.map(shown));
  }

  toString(): string {
    return this.#script.text;
  }
}

function answerOf(work: () => unknown): Answer {
  try {
    return work() === 1 ? 'later' : 'ok';
  } catch (error) {
    if (error instanceof StoreConflict) return 'conflict';
    if (error instanceof ExceptionValue) return String(error.fields['Code'] ?? error.type);
    throw error;
  }
}

/** What others see: only what is committed. */
function seen({ engine, rows }: World): readonly unknown[] {
  return rows.map((row) => {
    const runs = engine.runsOf(row);
    const main = runs.filter((r) => r.workflow === 'Main');
    return {
      main: main.map((r) => [r.state, r.status]),
      n: read(row, 'N'),
      trace: read(row, 'Trace'),
      timers: main.flatMap((r) => r.timers.map((t) => `${t.key}@${(t.due - morning) / minute}`)).sort(),
      sides: runs.filter((r) => r.workflow === 'Side').map((r) => r.status),
    };
  });
}

function shown(job: Model['jobs'][number]): unknown {
  return {
    main: [[job.main, ended(job) ? 'C' : 'A']],
    n: job.n,
    trace: job.trace,
    timers: ended(job) ? [] : job.timers.map((t) => `${t.key}@${(t.due - morning) / minute}`).sort(),
    sides: job.sides.map((isOpen) => (isOpen ? 'A' : 'C')),
  };
}

const client = fc.nat({ max: clientCount - 1 });
const row = fc.nat({ max: rowCount - 1 });
const unitOf = (world: World, c: number): UnitOfWork => world.units[c] as UnitOfWork;
const rowOf = (world: World, r: number): RowRecord => world.rows[r] as RowRecord;

const raise = fc.tuple(client, row, fc.constantFrom('Go', 'Go', 'Back', 'Add', 'Add', 'Ring', 'Drop')).map(
  ([c, r, event]) =>
    new Command({
      text: `client ${c} raises ${event} on ${r}`,
      expected: (model) => model.raise(c, r, event),
      done: (world) => unitOf(world, c).raise('Main', event, rowOf(world, r)),
    }),
);
const claim = fc.tuple(client, row).map(
  ([c, r]) =>
    new Command({
      text: `client ${c} assigns Doing of ${r}`,
      expected: (model) => model.claim(c, r),
      done: (world) => unitOf(world, c).assign('Main', 'Doing', rowOf(world, r), world.ada),
    }),
);
const side = fc.tuple(client, row, fc.boolean()).map(
  ([c, r, starts]) =>
    new Command({
      text: `client ${c} ${starts ? 'starts' : 'closes'} Side on ${r}`,
      expected: (model) => (starts ? model.start(c, r) : model.close(c, r)),
      done: (world) =>
        starts
          ? unitOf(world, c).start('Side', rowOf(world, r))
          : unitOf(world, c).raise('Side', 'Close', rowOf(world, r)),
    }),
);
const settle = fc.tuple(client, fc.boolean()).map(
  ([c, keeps]) =>
    new Command({
      text: `client ${c} ${keeps ? 'commits' : 'discards'}`,
      expected: (model) => (keeps ? model.commit(c) : model.discard(c)),
      done: (world) => (keeps ? unitOf(world, c).commit() : unitOf(world, c).discard()),
    }),
);
const cancel = row.map(
  (r) =>
    new Command({
      text: `${r} is cancelled from outside`,
      expected: (model) => model.cancel(r),
      done: (world) => {
        const run = world.engine.runsOf(rowOf(world, r)).find((x) => x.workflow === 'Main');
        world.engine.cancelRun(run?.id ?? 0);
      },
    }),
);
const wait = fc.constantFrom(0, 0, 5, 10, 30).map(
  (n) =>
    new Command({
      text: `${n} minutes pass`,
      expected: (model) => {
        model.advance(BigInt(n) * minute);
        return 'ok';
      },
      done: (world) => (n === 0 ? world.engine.settle() : world.engine.advance(BigInt(n) * minute)),
    }),
);

const scripts = fc.commands([raise, raise, raise, claim, side, settle, settle, cancel, wait], {
  maxCommands: 40,
  size: 'max',
});
const seed = Number(process.env['OSY_RACES_SEED'] ?? 11);

test.each(raceStores)('random interleavings on %s do what one after the other would', (_name, make, numRuns) => {
  const setup = (): { model: Model; real: World } => {
    const engine = open(definition, { store: make() });
    const rows = Array.from({ length: rowCount }, () => created(engine, 'Job', { N: 0 })[1]);
    const [, ada] = created(engine, 'Person', { Name: 'ada' });
    const units = Array.from({ length: clientCount }, () => engine.unit());
    return { model: new Model(morning, rowCount, clientCount), real: { engine, rows, units, ada } };
  };
  fc.assert(
    fc.property(scripts, (commands) => {
      const world = setup();
      try {
        fc.modelRun(() => world, commands);
      } finally {
        world.real.engine.close();
      }
    }),
    { numRuns, seed, interruptAfterTimeLimit: 20_000 },
  );
});
