/** Corners of pipeline.md §1–§9 that have no other page: what a step does where something else is going on. */
import { describe, expect, test } from 'vitest';
import { pipelineTables } from '../../../src/definition/document.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { Raised } from '../../../src/runtime/holding.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import {
  app,
  at,
  body,
  created,
  goto,
  hour,
  minute,
  minutes,
  morning,
  note,
  open,
  read,
  second,
  stateOfRow,
  stores,
  thrown,
  type WorkflowSketch,
} from './support.ts';

const runOf = (engine: Engine, row: RowRecord) => engine.runsOf(row).at(-1) ?? expect.fail('no run');
const timersOf = (engine: Engine, row: RowRecord): readonly string[] => runOf(engine, row).timers.map((t) => t.key);

const flow = (workflow: Partial<WorkflowSketch> & Pick<WorkflowSketch, 'states'>): ReturnType<typeof app> =>
  app({
    principal: 'Person',
    entities: { Job: { Trace: 'string?' }, Person: { Name: 'string' } },
    workflows: [{ key: 'Flow', entity: 'Job', ...workflow }],
  });

/** A parent whose child waits for `Pay`; `at` is the parent's state with the child. */
const family = (at: WorkflowSketch['states'][string], parent: Partial<WorkflowSketch> = {}): ReturnType<typeof app> =>
  app({
    principal: 'Person',
    entities: { Bill: { Trace: 'string?' }, Trip: { Trace: 'string?', Bill: 'Bill' }, Person: { Name: 'string' } },
    workflows: [
      {
        key: 'Trip',
        entity: 'Trip',
        states: { Pay: at, Done: { enter: note('+Done') }, Off: { terminal: 'cancel' } },
        ...parent,
      },
      {
        key: 'Bill',
        entity: 'Bill',
        states: { Due: { on: { Pay: note('pay', 'Paid') } }, Paid: { terminal: 'success' } },
      },
    ],
  });
const child = (succeeded = note('paid', 'Done')) => ({
  name: 'Bill',
  workflow: 'Bill',
  row: (row: RowRecord, host: { reference(row: RowRecord, field: string): unknown }) =>
    host.reference(row, 'Bill') as never,
  succeeded,
});

describe.each(stores)('on %s', (_name, make) => {
  const traveling = (definition: ReturnType<typeof app>) => {
    const engine = open(definition, { store: make() });
    const unit = engine.unit();
    const bill = unit.create('Bill') as RowRecord;
    const trip = unit.create('Trip', { Bill: bill }) as RowRecord;
    unit.commit();
    const pay = (): void => {
      unit.raise('Bill', 'Pay', bill);
      unit.commit();
    };
    return { engine, unit, bill, trip, pay };
  };

  test('21: an assignment, and an answer that only updates data, reach their milestones while a child is open', () => {
    const { engine, unit, trip, pay } = traveling(
      family(
        {
          child: child(),
          slots: { Check: { event: 'Do', assigned: { enter: note('taken') }, finished: { enter: note('answered') } } },
        },
        { on: { Do: note('do') }, quiet: ['Do'] },
      ),
    );
    const [, ada] = created(engine, 'Person', { Name: 'ada' });
    unit.assign('Trip', 'Check', trip, ada);
    unit.raise('Trip', 'Do', trip);
    unit.commit();
    expect(read(trip, 'Trace')).toBe('taken answered do ');
    expect(runOf(engine, trip)).toMatchObject({
      status: 'B',
      slots: [{ slot: 'Check', person: ada.id, answered: true }],
    });
    pay();
    expect(read(trip, 'Trace')).toBe('taken answered do paid +Done ');
  });

  test('79: an outcome whose arm stays goes on with the waits of the state', () => {
    const { engine, trip, pay } = traveling(
      family({ child: child(note('heard')), expire: { within: minutes(5), then: note('late', 'Done') } }),
    );
    expect(timersOf(engine, trip)).toEqual([]);
    pay();
    expect(runOf(engine, trip)).toMatchObject({ state: 'Pay', status: 'A', child: 0 });
    expect(timersOf(engine, trip)).toEqual(['Pay/Expire']);
    engine.advance(5n * minute);
    expect(read(trip, 'Trace')).toBe('heard late +Done ');
  });

  test('79: an outcome without an arm, too', () => {
    const { name, workflow, row } = child();
    const { engine, trip, pay } = traveling(
      family({ child: { name, workflow, row }, expire: { within: minutes(5), then: note('late', 'Done') } }),
    );
    pay();
    expect(timersOf(engine, trip)).toEqual(['Pay/Expire']);
    expect(runOf(engine, trip)).toMatchObject({ state: 'Pay', status: 'A' });
  });

  test("a child's outcome waits for who holds its parent", () => {
    const { engine, unit, trip, bill } = traveling(
      family({ child: child() }, { on: { Note: note('note') }, quiet: ['Note'] }),
    );
    const other = engine.unit();
    other.raise('Trip', 'Note', trip);
    unit.raise('Bill', 'Pay', bill);
    unit.commit();
    expect(stateOfRow(engine, trip)).toBe('Pay');
    other.commit();
    engine.settle();
    expect(read(trip, 'Trace')).toBe('note paid +Done ');
  });

  test("a child that is another run's already has failed for the second one", () => {
    const { engine, unit, bill, trip, pay } = traveling(
      family({ child: { ...child(), failed: note('failed', 'Off') } }),
    );
    const second = unit.create('Trip', { Bill: bill }) as RowRecord;
    unit.commit();
    expect(read(second, 'Trace')).toBe('failed ');
    expect(runOf(engine, second).status).toBe('C');
    pay();
    expect(read(trip, 'Trace')).toBe('paid +Done ');
  });

  test("the state shown to a client is the deepest child's", () => {
    const { engine, trip, bill } = traveling(family({ child: child() }));
    expect(engine.shownRun(runOf(engine, trip).id)).toMatchObject({ workflow: 'Bill', state: 'Due', status: 'A' });
    expect(engine.shownRun(runOf(engine, bill).id).id).toBe(runOf(engine, bill).id);
  });

  describe('75: a state that awaits acknowledgement', () => {
    const waiting = (initial: boolean): ReturnType<typeof app> => {
      const page = {
        enter: note('+Page'),
        acknowledge: {},
        expire: { within: minutes(3), then: note('late', 'Next') },
      };
      return flow({
        deadline: { within: minutes(60), then: note('deadline', 'Next') },
        states: initial
          ? { Page: page, Next: { enter: note('+Next'), on: { Go: note('go', 'Page') } } }
          : { Next: { on: { Go: note('go', 'Page') } }, Page: page },
        on: { Shared: note('shared', 'Next'), Data: note('data') },
        quiet: ['Data'],
      });
    };

    test('is Busy for transitions, not for data, and arms its timers when it goes on', () => {
      const engine = open(waiting(false), { store: make() });
      const [unit, row] = created(engine, 'Job');
      unit.raise('Flow', 'Go', row);
      unit.commit();
      expect(runOf(engine, row)).toMatchObject({ status: 'B', owner: 0, waiting: 'acknowledgement' });
      expect(() => unit.raise('Flow', 'Shared', row)).toThrow(thrown('WorkflowException', 'Instance:100031'));
      expect(() => engine.accept({ workflow: 'Flow', event: 'Shared', row })).toThrow(
        thrown('WorkflowException', 'Instance:100031'),
      );
      unit.raise('Flow', 'Data', row);
      unit.commit();
      expect(timersOf(engine, row)).toEqual(['Deadline']);
      engine.acknowledge(runOf(engine, row).id);
      expect(runOf(engine, row)).toMatchObject({ status: 'A', waiting: null });
      expect(timersOf(engine, row)).toEqual(['Deadline', 'Page/Expire']);
      expect(() => engine.acknowledge(runOf(engine, row).id)).toThrow(thrown('WorkflowException', 'Transition:100020'));
    });

    test('that is the first one has its deadline, which takes over and leaves nothing waiting', () => {
      const engine = open(waiting(true), { store: make() });
      const [, row] = created(engine, 'Job');
      expect(timersOf(engine, row)).toEqual(['Deadline']);
      engine.advance(hour);
      expect(read(row, 'Trace')).toBe('+Page deadline +Next ');
      expect(runOf(engine, row)).toMatchObject({ state: 'Next', status: 'A', waiting: null });
    });
  });

  describe('an autostart that waits for its retry', () => {
    const starting = () => {
      let failures = 1;
      const engine = open(
        flow({
          states: {
            A: {
              enter: (row, host, args) => {
                if (failures-- > 0) throw exception('NetworkException');
                return note('+A')(row, host, args);
              },
              on: { Go: () => null },
            },
            Off: { terminal: 'cancel' },
          },
          on: { Data: note('data') },
          quiet: ['Data'],
          cancel: { Drop: note('drop', 'Off') },
        }),
        { store: make() },
      );
      const [unit, row] = created(engine, 'Job');
      return { engine, unit, row };
    };

    test('is Busy for everything: also for data', () => {
      const { engine, unit, row } = starting();
      const busy = thrown('WorkflowException', 'Instance:100031');
      expect(() => unit.raise('Flow', 'Go', row)).toThrow(busy);
      expect(() => unit.raise('Flow', 'Data', row)).toThrow(busy);
      expect(() => engine.accept({ workflow: 'Flow', event: 'Data', row })).toThrow(busy);
      engine.advance(second);
      unit.raise('Flow', 'Data', row);
      unit.commit();
      expect(read(row, 'Trace')).toBe('+A data ');
    });

    test('but not for a cancel, after which it does not start', () => {
      const { engine, unit, row } = starting();
      unit.raise('Flow', 'Drop', row);
      unit.commit();
      engine.advance(hour);
      expect(read(row, 'Trace')).toBe('drop ');
      expect(runOf(engine, row)).toMatchObject({ state: 'Off', status: 'C' });
      expect(engine.deliveries()).toEqual([]);
    });
  });

  test('a faulted run refuses by kind, and answers a cancel', () => {
    const engine = open(
      flow({
        states: {
          A: {
            on: { Go: () => goto('B') },
            expire: {
              within: minutes(1),
              then: () => {
                throw exception('FormatException');
              },
            },
          },
          B: {},
          Off: { terminal: 'cancel' },
        },
        on: { Data: note('data'), Shared: () => goto('B') },
        quiet: ['Data'],
        cancel: { Drop: note('drop', 'Off') },
      }),
      { store: make() },
    );
    const [unit, row] = created(engine, 'Job');
    engine.advance(minute);
    const codes = ['Go', 'Shared', 'Data'].map((event) => {
      try {
        unit.raise('Flow', event, row);
        return 'done';
      } catch (error) {
        return (error as { fields: { Code: string } }).fields.Code;
      }
    });
    expect(codes).toEqual(['Transition:100020', 'Transition:100021', 'Transition:100024']);
    unit.raise('Flow', 'Drop', row);
    unit.commit();
    expect(runOf(engine, row)).toMatchObject({ state: 'Off', status: 'C' });
  });

  test('more than 50 automatic hops of what nobody waits for are a fault, and the run is left as it was', () => {
    const engine = open(
      flow({
        states: {
          A: { expire: { within: minutes(1), then: note('go', 'B') } },
          B: { complete: [{ when: () => true, then: note('x', 'B') }] },
          Safe: { enter: note('+Safe') },
        },
        fault: {
          WorkflowException: (row, host, args) =>
            note(String((args[0] as { fields: { Code: string } }).fields.Code), 'Safe')(row, host, args),
        },
      }),
      { store: make() },
    );
    const [, row] = created(engine, 'Job');
    engine.advance(minute);
    expect(read(row, 'Trace')).toBe('Transition:100017 +Safe ');
    expect(runOf(engine, row)).toMatchObject({ state: 'Safe', status: 'A' });
  });

  test('a document whose profile allows no auto-chain runs none', () => {
    const plain = flow({
      states: {
        A: { on: { Go: note('go', 'B') } },
        B: { complete: [{ when: () => true, then: note('full', 'C') }] },
        C: {},
      },
    });
    const { Manual } = pipelineTables.profiles;
    const profiles = { ...pipelineTables.profiles, Manual: { ...Manual, allowAutoChain: false } };
    const states = [plain, { ...plain, pipeline: { ...pipelineTables, profiles } }].map((definition) => {
      const engine = open(definition, { store: make() });
      const [unit, row] = created(engine, 'Job');
      unit.raise('Flow', 'Go', row);
      unit.commit();
      return stateOfRow(engine, row);
    });
    expect(states).toEqual(['C', 'B']);
  });

  test('perStep: an event as of the past waits for the timers due before', () => {
    const engine = open(
      flow({
        commit: 'perStep',
        states: {
          A: { expire: { within: minutes(10), then: note('late', 'B') }, on: { Go: note('go A') } },
          B: { on: { Go: note('go B') } },
        },
      }),
      { store: make() },
    );
    const [unit, row] = created(engine, 'Job');
    // Nothing was settled meanwhile, as when history is imported.
    (engine.clock as unknown as { set(at: bigint): void }).set(morning + hour);
    expect(unit.raise('Flow', 'Go', row, [], at(morning + 20n * minute))).toBe(Raised.queued);
    unit.commit();
    expect(read(row, 'Trace')).toBe('late go B ');
    expect(runOf(engine, row).handledAt).toBe(morning + 20n * minute);
  });

  describe('25: the business lock', () => {
    const lock = (action: 'Acquire' | 'Release' | 'Extend', key: () => string) => ({
      action,
      key: body(key),
      ttl: body(() => minutes(5)()),
    });
    let broken = false;
    const key = (): string => {
      if (broken) throw exception('FormatException', 'no key');
      return 'k';
    };
    const locking = () => {
      broken = false;
      const engine = open(
        flow({
          states: {
            A: { on: { Take: () => goto('B'), Longer: note('longer') } },
            B: { on: { Longer: note('longer'), Give: () => goto('A') }, expire: { within: minutes(60) } },
            Off: { terminal: 'cancel' },
          },
          cancel: { Drop: () => goto('Off') },
          locks: {
            'A/Take': lock('Acquire', key),
            'B/Longer': lock('Extend', key),
            'A/Longer': lock('Extend', key),
            'B/Give': lock('Release', key),
          },
        }),
        { store: make() },
      );
      const [unit, one] = created(engine, 'Job');
      const [, two] = created(engine, 'Job');
      const raise = (event: string, row: RowRecord): string => {
        try {
          unit.raise('Flow', event, row);
          unit.commit();
          return stateOfRow(engine, row);
        } catch (error) {
          return (error as { fields: { Code: string } }).fields.Code;
        }
      };
      return { engine, one, two, raise };
    };

    test('is extended from the instant on, and lapses to the other one after it', () => {
      const { engine, one, two, raise } = locking();
      expect(raise('Take', one)).toBe('B');
      engine.advance(4n * minute);
      expect(raise('Longer', one)).toBe('B');
      engine.advance(4n * minute);
      expect(raise('Take', two)).toBe('Execution:200010');
      engine.advance(minute);
      expect(raise('Take', two)).toBe('B');
      expect(raise('Longer', one)).toBe('Execution:200013');
      expect(raise('Give', one)).toBe('Execution:200010');
    });

    test('is released by any end', () => {
      const { engine, one, two, raise } = locking();
      raise('Take', one);
      engine.cancelRun(runOf(engine, one).id);
      expect(raise('Take', two)).toBe('B');
    });

    test('whose key throws changes nothing', () => {
      const { engine, one, raise } = locking();
      broken = true;
      const before = engine.dump();
      expect(raise('Take', one)).toBe('Execution:200012');
      expect(engine.dump()).toBe(before);
    });

    test('is taken by one of two units of work', () => {
      const { engine, one, two } = locking();
      const [a, b] = [engine.unit(), engine.unit()];
      a.raise('Flow', 'Take', one);
      b.raise('Flow', 'Take', two);
      a.commit();
      expect(() => b.commit()).toThrow('lock');
      expect([stateOfRow(engine, one), stateOfRow(engine, two)]).toEqual(['B', 'A']);
    });
  });

  test('a fault of the engine itself is an incident under its own code', () => {
    const engine = open(
      flow({
        states: {
          A: {
            expire: {
              within: minutes(1),
              then: () => {
                throw new TypeError('x is not a function');
              },
            },
          },
        },
      }),
      { store: make() },
    );
    const [, row] = created(engine, 'Job');
    engine.advance(minute);
    expect(engine.incidents()).toMatchObject([{ type: 'Execution:200002', message: 'x is not a function' }]);
    expect(runOf(engine, row).status).toBe('F');
  });

  test('a run of another version is refused, its timers are kept for an engine that has it', () => {
    const store = make();
    const first = flow({
      states: { A: { on: { Go: () => goto('B') }, expire: { within: minutes(1), then: note('late', 'B') } }, B: {} },
    });
    const changed = { ...first, workflows: first.workflows.map((w) => ({ ...w, version: 'v2' })) };
    const [, row] = created(open(first, { store }), 'Job');
    const told: string[] = [];
    const other = open(changed, { store, log: (entry) => told.push(entry.message) });
    const unit = other.unit();
    expect(() => unit.raise('Flow', 'Go', row)).toThrow(thrown('WorkflowException', 'Instance:100017'));
    expect(() => other.accept({ workflow: 'Flow', event: 'Go', row })).toThrow(
      thrown('WorkflowException', 'Instance:100017'),
    );
    other.advance(hour);
    other.settle();
    expect(stateOfRow(other, row)).toBe('A');
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('started on version v1-Flow');
    const again = open(first, { store });
    again.advance(hour);
    expect(read(row, 'Trace')).toBe('late ');
  });

  test('what waited for a run that ends is let go of', () => {
    const engine = open(
      flow({
        states: {
          A: {
            expire: {
              within: minutes(1),
              then: () => {
                throw exception('FormatException');
              },
            },
            slots: { S: { event: 'Do', remind: { after: minutes(2), then: note('nudge') } } },
          },
          Off: { terminal: 'cancel' },
        },
        cancel: { Drop: () => goto('Off') },
      }),
      { store: make() },
    );
    const [, row] = created(engine, 'Job');
    engine.advance(hour);
    expect(runOf(engine, row)).toMatchObject({ status: 'F', parked: 1 });
    engine.cancelRun(runOf(engine, row).id);
    engine.settle();
    expect(engine.nextDue()).toBeUndefined();
    expect(runOf(engine, row)).toMatchObject({ status: 'C', parked: 0, timers: [] });
  });
});
