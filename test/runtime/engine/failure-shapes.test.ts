/**
 * How engines of this kind are known to fail, one test each. The title says what went wrong elsewhere; the test holds that
 * it does not happen here.
 */
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/runtime/engine.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { StoreConflict } from '../../../src/stores/contract.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import {
  app,
  type BodyFunction,
  body,
  created,
  day,
  goto,
  hour,
  minute,
  minutes,
  note,
  open,
  put,
  read,
  second,
  stateOfRow,
  stores,
  thrown,
  type WorkflowSketch,
} from './support.ts';

const flow = (workflow: Partial<WorkflowSketch> & Pick<WorkflowSketch, 'states'>): ReturnType<typeof app> =>
  app({
    entities: { Job: { Trace: 'string?', N: 'int' } },
    workflows: [{ key: 'Flow', entity: 'Job', ...workflow }],
  });

const runOf = (engine: Engine, row: RowRecord) => engine.runsOf(row).at(-1) ?? expect.fail('no run');
const timersOf = (engine: Engine, row: RowRecord): readonly string[] => runOf(engine, row).timers.map((t) => t.key);
const fail = (type: string): never => {
  throw exception(type);
};

const family = (parent: Partial<WorkflowSketch> = {}, child: Partial<WorkflowSketch> = {}): ReturnType<typeof app> =>
  app({
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
              succeeded: note('paid', 'Done'),
              cancelled: note('void', 'Off'),
              failed: note('failed', 'Off'),
            },
          },
          Done: { enter: note('+Done') },
          Off: { terminal: 'cancel', enter: note('+Off') },
        },
        on: { Note: note('note') },
        quiet: ['Note'],
        cancel: { Drop: note('drop', 'Off') },
        ...parent,
      },
      {
        key: 'Bill',
        entity: 'Bill',
        autostart: false,
        states: {
          Due: { enter: note('+Due'), on: { Pay: note('pay', 'Paid') } },
          Paid: { terminal: 'success' },
          Void: { terminal: 'cancel' },
        },
        cancel: { Cancel: note('cancel', 'Void') },
        ...child,
      },
    ],
  });

describe.each(stores)('known failures of engines, on %s', (_name, make) => {
  const begin = (definition: ReturnType<typeof app>): { engine: Engine } => ({
    engine: open(definition, { store: make() }),
  });
  const booked = (definition = family()) => {
    const { engine } = begin(definition);
    const unit = engine.unit();
    const bill = unit.create('Bill') as RowRecord;
    const trip = unit.create('Trip', { Bill: bill }) as RowRecord;
    unit.commit();
    unit.raise('Trip', 'Book', trip);
    unit.commit();
    return { engine, unit, bill, trip };
  };

  test('a lock lapses in a long chain, and another run slips in between', () => {
    const lock = (action: 'Acquire' | 'Release') => ({
      action,
      key: body(() => 'account'),
      ttl: body(() => minutes(5)()),
    });
    let failures = 2;
    const { engine } = begin(
      flow({
        commit: 'perStep',
        states: {
          A: { on: { Take: note('take', 'B') } },
          // Two retries, the second after the lock has lapsed.
          B: { enter: (row, host, args) => (failures-- > 0 ? fail('NetworkException') : note('+B')(row, host, args)) },
          C: { on: { Take: note('late', 'B') } },
        },
        on: { Steal: note('steal') },
        locks: { 'A/Take': lock('Acquire') },
      }),
    );
    const [unit, one] = created(engine, 'Job', { N: 0 });
    const [, two] = created(engine, 'Job', { N: 0 });
    unit.raise('Flow', 'Take', one);
    unit.commit();
    // The Busy flag is no lease: however long the chain waits, nobody gets in between its steps.
    const blocked = runOf(engine, one);
    expect(blocked).toMatchObject({ state: 'B', status: 'B' });
    unit.raise('Flow', 'Steal', one);
    unit.commit();
    expect(read(one, 'Trace')).toBe('take ');
    unit.raise('Flow', 'Take', two);
    unit.commit();
    // Within its time the business lock refuses the other run, which is faulted as of what nobody waits for.
    expect(runOf(engine, two)).toMatchObject({ state: 'A', status: 'F' });
    expect(engine.incidents(runOf(engine, two).id)[0]?.message).toContain('Execution:200010');
    engine.advance(6n * minute);
    expect(read(one, 'Trace')).toBe('take +B steal ');
    // After it the lock may be had.
    expect(engine.retryRun(runOf(engine, two).id)).toBe(true);
    expect(stateOfRow(engine, two)).toBe('B');
  });

  test('timers of two states that bear the same name cancel each other', () => {
    const slot = (then: string) => ({
      event: 'Do',
      finished: { within: minutes(10) },
      remind: { after: minutes(5), then: note(then) },
    });
    const { engine } = begin(
      flow({
        states: {
          A: {
            slots: { Doing: slot('a') },
            expire: { within: minutes(30), then: note('A late', 'B') },
            on: { Go: () => goto('B') },
          },
          B: {
            slots: { Doing: slot('b') },
            expire: { within: minutes(30), then: note('B late', 'A') },
            on: { Go: () => goto('A') },
          },
        },
      }),
    );
    const [unit, one] = created(engine, 'Job', { N: 0 });
    const [, two] = created(engine, 'Job', { N: 0 });
    engine.advance(minute);
    unit.raise('Flow', 'Go', one);
    unit.commit();
    expect(timersOf(engine, one)).toEqual(['B/Doing/Finished', 'B/Doing/Remind', 'B/Expire']);
    expect(timersOf(engine, two)).toEqual(['A/Doing/Finished', 'A/Doing/Remind', 'A/Expire']);
    engine.advance(5n * minute);
    expect([read(one, 'Trace'), read(two, 'Trace')]).toEqual(['b ', 'a ']);
    engine.advance(25n * minute);
    expect([read(one, 'Trace'), read(two, 'Trace')]).toEqual(['b B late ', 'a A late ']);
  });

  test('updateData restarts timers or runs hooks again', () => {
    const { engine } = begin(
      flow({
        states: {
          A: { enter: note('+'), exit: note('-'), expire: { within: minutes(60), then: note('late', 'B') } },
          B: {},
        },
        on: { Set: note('set') },
        quiet: ['Set'],
      }),
    );
    const [unit, row] = created(engine, 'Job', { N: 0 });
    const armed = runOf(engine, row).timers;
    for (let i = 0; i < 3; i++) {
      engine.advance(15n * minute);
      unit.raise('Flow', 'Set', row);
      unit.commit();
      expect(runOf(engine, row).timers).toEqual(armed);
    }
    engine.advance(15n * minute);
    expect(read(row, 'Trace')).toBe('+ set set set late - ');
  });

  test.each(['atomic', 'perStep'] as const)(
    'start or retry does not run enter, as the field has its value already (%s)',
    (commit) => {
      let failures = 0;
      const states: WorkflowSketch['states'] = {
        A: { enter: note('+A'), on: { Go: note('go', 'B') } },
        B: {
          enter: (row, host, args) => (failures-- > 0 ? fail('FormatException') : note('+B')(row, host, args)),
          expire: { within: minutes(9) },
        },
      };
      const { engine } = begin(flow({ commit, states, on: { Late: () => goto('B') } }));
      const [unit, row] = created(engine, 'Job', { N: 0 });
      expect(read(row, 'Trace')).toBe('+A ');
      failures = 1;
      engine.accept({ workflow: 'Flow', event: 'Go', row });
      engine.settle();
      expect(runOf(engine, row).status).toBe('F');
      expect(engine.retryRun(runOf(engine, row).id)).toBe(true);
      expect(read(row, 'Trace')).toBe('+A go +B ');
      expect(timersOf(engine, row)).toEqual(['B/Expire']);
      unit.close();
    },
  );

  test("parallel updateData lose one another's writes", () => {
    const count = 50;
    const { engine } = begin(
      flow({
        states: { A: {} },
        on: {
          Add: (row, host) => {
            put(host, row, 'N', (read(row, 'N') as number) + 1);
            return null;
          },
        },
        quiet: ['Add'],
      }),
    );
    const [, row] = created(engine, 'Job', { N: 0 });
    const units = Array.from({ length: count }, () => engine.unit());
    for (const unit of units) unit.raise('Flow', 'Add', row);
    const refused = units.filter((unit) => {
      try {
        unit.commit();
        return false;
      } catch (error) {
        if (error instanceof StoreConflict) return true;
        throw error;
      }
    });
    // Who is told of a conflict may do it again; who is not has written.
    expect(read(row, 'N')).toBe(count - refused.length);
    for (const unit of refused) {
      unit.raise('Flow', 'Add', row);
      unit.commit();
    }
    for (let i = 0; i < count; i++) engine.accept({ workflow: 'Flow', event: 'Add', row });
    engine.settle();
    expect(read(row, 'N')).toBe(2 * count);
  });

  test.each(['atomic', 'perStep'] as const)(
    'a boundary transition is refused on the busy run that it rescues (%s)',
    (commit) => {
      const { engine } = begin(
        flow({
          commit,
          states: {
            A: { on: { Go: note('go', 'B') } },
            B: { enter: () => fail('FormatException') },
            Safe: { enter: note('+Safe') },
          },
          fault: { Exception: note('rescue', 'Safe') },
        }),
      );
      const [, row] = created(engine, 'Job', { N: 0 });
      engine.accept({ workflow: 'Flow', event: 'Go', row });
      expect(runOf(engine, row).status).toBe('B');
      engine.settle();
      expect(runOf(engine, row)).toMatchObject({ state: 'Safe', status: 'A', owner: 0 });
    },
  );

  test('an automatic winner leaves timers armed', () => {
    const { engine } = begin(
      flow({
        states: {
          A: { on: { Go: note('go', 'B') } },
          B: {
            expire: { within: minutes(5), then: note('stray', 'A') },
            slots: { Doing: { event: 'Do', remind: { after: minutes(1), then: note('nudge') } } },
            complete: [{ when: () => true, then: note('full', 'C') }],
          },
          C: { on: { Do: () => null } },
        },
      }),
    );
    const [unit, row] = created(engine, 'Job', { N: 0 });
    unit.raise('Flow', 'Go', row);
    unit.commit();
    expect(timersOf(engine, row)).toEqual([]);
    expect(engine.nextDue()).toBeUndefined();
    engine.advance(day);
    expect(read(row, 'Trace')).toBe('go full ');
  });

  test('a failed forward strands its chain busy', () => {
    let failures = 1;
    const pay: BodyFunction = (row, host, args) =>
      failures-- > 0 ? fail('NetworkException') : note('pay', 'Paid')(row, host, args);
    const { engine, bill, trip } = booked(
      family(
        {},
        { states: { Due: { on: { Pay: pay } }, Paid: { terminal: 'success' }, Void: { terminal: 'cancel' } } },
      ),
    );
    engine.accept({ workflow: 'Trip', event: 'Pay', row: trip });
    expect(runOf(engine, bill).status).toBe('B');
    engine.settle();
    expect(runOf(engine, bill)).toMatchObject({ state: 'Due', status: 'A', owner: 0 });
    expect(runOf(engine, trip)).toMatchObject({ state: 'Pay', status: 'B', owner: 0 });
    engine.advance(second);
    expect(runOf(engine, trip)).toMatchObject({ state: 'Done', status: 'A' });
  });

  test.each(['atomic', 'perStep'] as const)(
    'a child completes before its parent has committed, and is not heard (%s)',
    (commit) => {
      // The child ends as it starts: once of itself, and once before it is adopted.
      const instant = { states: { Due: { enter: () => goto('Paid') }, Paid: { terminal: 'success' as const } } };
      for (const autostart of [false, true]) {
        const { engine, trip } = booked(family({ commit }, { ...instant, autostart }));
        engine.settle();
        expect(read(trip, 'Trace')).toBe('book paid +Done ');
        expect(runOf(engine, trip)).toMatchObject({ state: 'Done', status: 'A', child: 0 });
      }
    },
  );

  test('a cancel and a timer both win', () => {
    const { engine } = begin(
      flow({
        states: {
          A: { exit: note('-A'), expire: { within: minutes(5), then: note('late', 'B') } },
          B: { enter: note('+B') },
          Off: { terminal: 'cancel', enter: note('+Off') },
        },
        cancel: { Drop: note('drop', 'Off') },
      }),
    );
    const [unit, first] = created(engine, 'Job', { N: 0 });
    const [, later] = created(engine, 'Job', { N: 0 });
    // The cancel is not committed when the timer comes due: the timer waits, and finds that the run has ended.
    unit.raise('Flow', 'Drop', first);
    engine.advance(5n * minute);
    expect(stateOfRow(engine, later)).toBe('B');
    unit.commit();
    engine.settle();
    expect(read(first, 'Trace')).toBe('drop -A +Off ');
    // The timer was first: the cancel meets the state that it led to.
    engine.cancelRun(runOf(engine, later).id);
    expect(read(later, 'Trace')).toBe('late -A +B drop +Off ');
    expect([first, later].map((row) => runOf(engine, row).status)).toEqual(['C', 'C']);
    expect(engine.nextDue()).toBeUndefined();
  });

  test('a cancel that is given up leaves the timer it raced unfired', () => {
    const { engine } = begin(
      flow({
        states: { A: { expire: { within: minutes(5), then: note('late', 'B') } }, B: {}, Off: { terminal: 'cancel' } },
        cancel: { Drop: note('drop', 'Off') },
      }),
    );
    const [unit, row] = created(engine, 'Job', { N: 0 });
    unit.raise('Flow', 'Drop', row);
    engine.advance(hour);
    unit.discard();
    engine.settle();
    expect(read(row, 'Trace')).toBe('late ');
  });

  test('a completed parent is told twice', () => {
    const { engine, unit, bill, trip } = booked();
    unit.raise('Bill', 'Pay', bill);
    // The parent ends in the unit of work in which the child does: it has nobody left to hear of.
    unit.raise('Trip', 'Drop', trip);
    unit.commit();
    engine.settle();
    expect(read(trip, 'Trace')).toBe('book drop +Off ');
    expect(read(bill, 'Trace')).toBe('+Due pay ');
    expect(engine.deliveries()).toEqual([]);
    expect([runOf(engine, trip).status, runOf(engine, bill).status]).toEqual(['C', 'C']);
  });

  test('a child that ends twice tells its parent twice', () => {
    const { engine, unit, bill, trip } = booked(
      family(
        {},
        {
          states: {
            Due: {
              on: { Pay: note('pay', 'Paid') },
              expire: { within: minutes(5), then: () => fail('FormatException') },
            },
            Paid: { terminal: 'success' },
            Void: { terminal: 'cancel' },
          },
        },
      ),
    );
    // It faults, which its parent hears; mended, it succeeds, which nobody is left to hear.
    engine.advance(5n * minute);
    expect(read(trip, 'Trace')).toBe('book failed +Off ');
    engine.cancelRun(runOf(engine, bill).id);
    engine.settle();
    expect(read(trip, 'Trace')).toBe('book failed +Off ');
    expect(engine.deliveries()).toEqual([]);
    unit.close();
  });

  test('a row gets a second active run under concurrency', () => {
    const { engine } = begin(
      flow({ autostart: false, states: { A: { on: { End: () => goto('B') } }, B: { terminal: 'success' } } }),
    );
    const [, row] = created(engine, 'Job', { N: 0 });
    const units = Array.from({ length: 8 }, () => engine.unit());
    for (const unit of units) unit.start('Flow', row);
    const won = units.filter((unit) => {
      try {
        unit.commit();
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(StoreConflict);
        return false;
      }
    });
    expect(won).toHaveLength(1);
    expect(engine.runsOf(row)).toHaveLength(1);
    expect(() => engine.unit().start('Flow', row)).toThrow(thrown('WorkflowException', 'Instance:100025'));
  });

  test('retry runs a body that had already succeeded (perStep)', () => {
    let broken = true;
    const ran: string[] = [];
    const hook =
      (name: string, then?: string): BodyFunction =>
      () => {
        ran.push(name);
        return then === undefined ? null : goto(then);
      };
    const { engine } = begin(
      flow({
        commit: 'perStep',
        states: {
          A: { exit: hook('-A'), on: { Go: hook('go', 'B') } },
          B: { enter: hook('+B'), complete: [{ when: () => true, then: hook('full', 'C') }], exit: hook('-B') },
          C: {
            enter: () => (broken ? fail('FormatException') : hook('+C')(undefined as never, undefined as never, [])),
          },
        },
      }),
    );
    const [unit, row] = created(engine, 'Job', { N: 0 });
    unit.raise('Flow', 'Go', row);
    unit.commit();
    expect(runOf(engine, row)).toMatchObject({ state: 'C', status: 'F' });
    broken = false;
    expect(engine.retryRun(runOf(engine, row).id)).toBe(true);
    expect(ran).toEqual(['go', '-A', '+B', 'full', '-B', '+C']);
    expect(runOf(engine, row)).toMatchObject({ state: 'C', status: 'A' });
  });
});
