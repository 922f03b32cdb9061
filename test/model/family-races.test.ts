/**
 * A parent and its child, raised on, accepted for, cancelled and left waiting in random order, against `family.ts`: a chain
 * is reserved and given back, an outcome is heard once, and nothing is left Busy. What fails shrinks to a script of commands.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/runtime/engine.ts';
import { ExceptionValue } from '../../src/runtime/library/values.ts';
import type { RowRecord } from '../../src/stores/records.ts';
import { app, minute, minutes, morning, note, open, read } from '../runtime/engine/support.ts';
import { Family, patience } from './family.ts';
import { raceStores, withPostgres } from './race-stores.ts';

withPostgres();

const definition = app({
  entities: { Bill: { Trace: 'string?' }, Trip: { Trace: 'string?', Bill: 'Bill' } },
  workflows: [
    {
      key: 'Trip',
      entity: 'Trip',
      states: {
        Plan: { on: { Book: note('book', 'Pay') } },
        Pay: {
          on: { Pay: () => null },
          child: {
            name: 'Bill',
            workflow: 'Bill',
            row: (row, host) => host.reference(row, 'Bill'),
            succeeded: note('paid', 'Plan'),
            cancelled: note('void', 'Plan'),
          },
        },
        Off: { terminal: 'cancel' },
      },
      on: { Note: note('note') },
      quiet: ['Note'],
      cancel: { Drop: note('drop', 'Off') },
    },
    {
      key: 'Bill',
      entity: 'Bill',
      autostart: false,
      states: {
        Due: {
          enter: note('+Due'),
          on: { Pay: note('pay', 'Paid') },
          expire: { within: minutes(Number(patience / minute)), then: note('late', 'Void') },
        },
        Paid: { terminal: 'success' },
        Void: { terminal: 'cancel' },
      },
      cancel: { Cancel: note('cancel', 'Void') },
    },
  ],
});

interface World {
  readonly engine: Engine;
  readonly trip: RowRecord;
  readonly bill: RowRecord;
}

class Command implements fc.Command<Family, World> {
  readonly #text: string;
  readonly #expected: (model: Family) => string;
  readonly #done: (world: World) => unknown;

  constructor(text: string, expected: (model: Family) => string, done: (world: World) => unknown) {
    this.#text = text;
    this.#expected = expected;
    this.#done = done;
  }

  check(): boolean {
    return true;
  }

  run(model: Family, world: World): void {
    const expected = this.#expected(model);
    expect(answerOf(() => this.#done(world))).toBe(expected);
    expect(seen(world)).toEqual(shown(model));
  }

  toString(): string {
    return this.#text;
  }
}

function answerOf(work: () => unknown): string {
  try {
    return work() === 'none' ? 'none' : 'ok';
  } catch (error) {
    if (error instanceof ExceptionValue) return String(error.fields['Code'] ?? error.type);
    throw error;
  }
}

function seen({ engine, trip, bill }: World): unknown {
  const child = engine.runsOf(bill).at(-1);
  const parent = engine.runsOf(trip)[0];
  return {
    trip: [parent?.state, parent?.status, String(read(trip, 'Trace') ?? '')],
    bill: [child?.status, String(read(bill, 'Trace') ?? ''), engine.runsOf(bill).length],
    timers: child?.timers.map((t) => t.due) ?? [],
    incidents: engine.incidents().length,
  };
}

function shown(model: Family): unknown {
  return {
    trip: [model.trip, model.tripStatus, model.tripTrace],
    bill: [model.billStatus, model.billTrace, model.children],
    timers: model.due === undefined ? [] : [model.due],
    incidents: 0,
  };
}

const target = fc.constantFrom<readonly ['trip' | 'bill', string]>(
  ['trip', 'Book'],
  ['trip', 'Book'],
  ['trip', 'Pay'],
  ['trip', 'Note'],
  ['bill', 'Pay'],
);
const rowOf = (world: World, of: 'trip' | 'bill'): RowRecord => world[of];

const raise = target.map(
  ([of, event]) =>
    new Command(
      `${event} is raised on the ${of}`,
      (model) => model.raise(of, event),
      (world) => {
        const row = rowOf(world, of);
        const unit = world.engine.unit();
        try {
          unit.raise(row.entity, event, row);
          unit.commit();
        } finally {
          unit.close();
        }
      },
    ),
);
const accept = target.map(
  ([of, event]) =>
    new Command(
      `${event} is accepted for the ${of}`,
      (model) => model.accept(of, event),
      (world) => {
        const row = rowOf(world, of);
        world.engine.accept({ workflow: row.entity, event, row });
      },
    ),
);
const cancel = fc.constantFrom<'trip' | 'bill'>('trip', 'bill', 'bill', 'bill').map(
  (of) =>
    new Command(
      `the ${of} is cancelled`,
      (model) => model.cancel(of),
      (world) => {
        const run = world.engine.runsOf(rowOf(world, of)).at(-1);
        return run === undefined ? 'none' : world.engine.cancelRun(run.id);
      },
    ),
);
const wait = fc.constantFrom(0, 0, 0, 4, 11).map(
  (n) =>
    new Command(
      `${n} minutes pass`,
      (model) => {
        model.advance(BigInt(n) * minute);
        return 'ok';
      },
      (world) => (n === 0 ? world.engine.settle() : world.engine.advance(BigInt(n) * minute)),
    ),
);

const scripts = fc.commands([raise, raise, accept, accept, cancel, wait, wait], { maxCommands: 40, size: 'max' });
const seed = Number(process.env['OSY_RACES_SEED'] ?? 11);

test.each(raceStores)('a parent and its child on %s do what one after the other would', (_name, make, numRuns) => {
  const setup = (): { model: Family; real: World } => {
    const engine = open(definition, { store: make() });
    const unit = engine.unit();
    const bill = unit.create('Bill') as RowRecord;
    const trip = unit.create('Trip', { Bill: bill }) as RowRecord;
    unit.commit();
    unit.close();
    return { model: new Family(morning), real: { engine, trip, bill } };
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
