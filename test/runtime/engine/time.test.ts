/** language.md §7.3 and §8: slots, milestones, reminders, deadlines, service hours, instants. */
import { describe, expect, test } from 'vitest';
import { ticksOfDate, VirtualClock } from '../../../src/runtime/clock.ts';
import { TimeSpanValue } from '../../../src/runtime/library/timespan.ts';
import {
  app,
  at,
  created,
  day,
  days,
  goto,
  hour,
  minute,
  minutes,
  morning,
  note,
  open,
  read,
  stateOfRow,
  stores,
  thrown,
  type WorkflowSketch,
} from './support.ts';

const loan = (more: Partial<WorkflowSketch>): ReturnType<typeof app> =>
  app({
    principal: 'Person',
    entities: { Loan: { Trace: 'string?', N: 'int', At: 'DateTime?' }, Person: { Name: 'string' } },
    workflows: [{ key: 'Run', entity: 'Loan', states: {}, ...more }],
  });

describe.each(stores)('on %s', (_name, make) => {
  const start = (more: Partial<WorkflowSketch>) => open(loan(more), { store: make() });

  describe('timers', () => {
    test('that are due at once wait for the commit, and then for settling', () => {
      const engine = start({
        states: {
          A: { enter: note('+A'), expire: { within: () => TimeSpanValue.ofTicks(0n), then: note('x', 'B') } },
          B: { terminal: 'success' },
        },
      });
      const [, row] = created(engine, 'Loan');
      expect(stateOfRow(engine, row)).toBe('A');
      engine.settle(row);
      expect(stateOfRow(engine, row)).toBe('B');
    });

    test('fire in due order, ties by the order of the source, each at its own instant', () => {
      const seen: string[] = [];
      const log = (name: string) => (_row: unknown, host: { readonly now: bigint }) => {
        seen.push(`${name}@${host.now - morning}`);
        return null;
      };
      const engine = start({
        states: {
          A: {
            slots: {
              S: {
                event: 'E',
                finished: { within: minutes(5), then: log('finished') },
                remind: { after: minutes(5), then: log('remind') },
              },
              T: { event: 'F', assigned: { within: minutes(3), then: log('assigned') } },
            },
            expire: { within: minutes(5), then: log('expire') },
          },
        },
      });
      created(engine, 'Loan');
      engine.advance(hour);
      expect(seen).toEqual([
        `assigned@${3n * minute}`,
        `finished@${5n * minute}`,
        `remind@${5n * minute}`,
        `expire@${5n * minute}`,
      ]);
    });

    test('never fire for a state that was left, and one of two rows is not the other', () => {
      const engine = start({
        states: {
          A: { on: { Go: note('go', 'B') }, expire: { within: minutes(5), then: note('a', 'C') } },
          B: { expire: { within: minutes(50), then: note('b', 'C') } },
          C: { terminal: 'success' },
        },
      });
      const [unit, row] = created(engine, 'Loan');
      const [, other] = created(engine, 'Loan');
      unit.raise('Run', 'Go', row);
      unit.commit();
      engine.advance(6n * minute);
      expect([stateOfRow(engine, row), stateOfRow(engine, other)]).toEqual(['B', 'C']);
    });

    test('settling one row leaves the other ones alone', () => {
      const engine = start({
        states: {
          A: { expire: { within: () => TimeSpanValue.ofTicks(0n), then: note('a', 'C') } },
          C: { terminal: 'success' },
        },
      });
      const [, row] = created(engine, 'Loan');
      const [, other] = created(engine, 'Loan');
      engine.settle(other);
      expect([stateOfRow(engine, row), stateOfRow(engine, other)]).toEqual(['A', 'C']);
    });

    test('of the whole run survive its moves; its timeout is answered by on Deadline', () => {
      const engine = start({
        deadline: { within: days(1), then: note('dead', 'C') },
        states: { A: { on: { Go: note('go', 'B') } }, B: {}, C: { terminal: 'error' } },
      });
      const [unit, row] = created(engine, 'Loan');
      unit.raise('Run', 'Go', row);
      unit.commit();
      engine.advance(day - 1n);
      expect(stateOfRow(engine, row)).toBe('B');
      engine.advance(1n);
      expect(engine.runsOf(row)[0]).toMatchObject({ state: 'C', status: 'C', outcome: 'error', timers: [] });
    });
  });

  describe('reminders', () => {
    const remind = (thenEvery: boolean): Partial<WorkflowSketch> => ({
      states: {
        A: {
          enter: note('+'),
          exit: note('-'),
          slots: {
            Paying: {
              event: 'Pay',
              remind: {
                after: days(1),
                ...(thenEvery ? { thenEvery: days(2) } : {}),
                then: (row, host) => {
                  host.set(row, 'N', (row.v['N'] as number) + 1);
                  host.set(row, 'At', at(host.now));
                  return null;
                },
              },
            },
          },
          complete: [{ when: (row) => (row.v['N'] as number) >= 3, then: note('sold', 'Sold') }],
          on: { Touch: note('t') },
        },
        Sold: { terminal: 'cancel' },
      },
    });

    test('repeat from the round that was due, missed ones too, and do not touch the state', () => {
      const engine = start(remind(true));
      const [, row] = created(engine, 'Loan');
      engine.advance(3n * day);
      expect([read(row, 'N'), read(row, 'Trace'), stateOfRow(engine, row)]).toEqual([2, '+ ', 'A']);
      expect(read(row, 'At')).toEqual(at(morning + 3n * day));
      engine.advance(20n * day);
      expect([read(row, 'N'), stateOfRow(engine, row)]).toEqual([3, 'Sold']);
    });

    test('without ThenEvery come once', () => {
      const engine = start(remind(false));
      const [, row] = created(engine, 'Loan');
      engine.advance(30n * day);
      expect(read(row, 'N')).toBe(1);
    });

    test('end when the slot is answered', () => {
      const engine = start(remind(true));
      const [unit, row] = created(engine, 'Loan');
      unit.raise('Run', 'Pay', row);
      unit.commit();
      engine.advance(30n * day);
      expect(read(row, 'N')).toBe(0);
      expect(engine.runsOf(row)[0]?.slots).toEqual([{ slot: 'Paying', person: null, answered: true }]);
    });
  });

  describe('slots', () => {
    const slots: Partial<WorkflowSketch> = {
      states: {
        A: {
          slots: {
            First: {
              event: 'Approve',
              candidates: (person) => person.v['Name'] !== 'eve',
              requires: {
                Card: { must: (row) => (row.v['N'] as number) > 0, message: 'A card is needed.' },
                Trace: { must: (row) => row.v['Trace'] === null, message: 'Too late.' },
              },
              assigned: { within: days(1), then: note('unassigned', 'C'), enter: note('claimed') },
              finished: { within: days(2), then: note('unfinished', 'C'), enter: note('answered') },
            },
            Second: { event: 'Approve' },
          },
          on: { Approve: note('arm') },
        },
        C: { terminal: 'error' },
      },
    };
    const people = (engine: ReturnType<typeof open>) => {
      const unit = engine.unit();
      const ada = unit.create('Person', { Name: 'ada' });
      const eve = unit.create('Person', { Name: 'eve' });
      unit.commit();
      return { ada, eve };
    };

    test('are claimed: the milestone enters once, its clock stops, and claiming again replaces the person', () => {
      const engine = start(slots);
      const { ada, eve } = people(engine);
      const [unit, row] = created(engine, 'Loan');
      unit.assign('Run', 'First', row, ada);
      unit.assign('Run', 'First', row, ada);
      unit.commit();
      expect(read(row, 'Trace')).toBe('claimed ');
      expect(engine.runsOf(row)[0]?.slots).toMatchObject([{ slot: 'First', answered: false }]);
      expect(engine.runsOf(row)[0]?.timers.map((t) => t.key)).toEqual(['A/First/Finished']);
      expect(() => unit.assign('Run', 'First', row, eve)).toThrow(thrown('NotAuthorized'));
      engine.advance(day);
      expect(stateOfRow(engine, row)).toBe('A');
      engine.advance(day);
      expect(stateOfRow(engine, row)).toBe('C');
    });

    test('refuse an answer with every requirement that fails, and nothing is changed', () => {
      const engine = start(slots);
      const { ada } = people(engine);
      const [unit, row] = created(engine, 'Loan', { Trace: 'x' });
      const as = engine.unit(ada);
      const before = engine.dump();
      expect(() => as.raise('Run', 'Approve', row)).toThrow(
        expect.objectContaining({ type: 'RequirementsNotMet', message: 'A card is needed.\nToo late.' }),
      );
      as.commit();
      expect(engine.dump()).toBe(before);
      expect(() => unit.raise('Run', 'Approve', row)).toThrow(thrown('NotAuthorized'));
    });

    test('are answered: milestone before arm, once; then the next one is', () => {
      const engine = start(slots);
      const { ada } = people(engine);
      const [, row] = created(engine, 'Loan', { N: 1 });
      const unit = engine.unit(ada);
      unit.raise('Run', 'Approve', row);
      unit.raise('Run', 'Approve', row);
      unit.commit();
      expect(read(row, 'Trace')).toBe('answered arm arm ');
      expect(engine.runsOf(row)[0]?.slots).toMatchObject([
        { slot: 'First', answered: true },
        { slot: 'Second', answered: true },
      ]);
      expect(engine.runsOf(row)[0]?.timers).toEqual([]);
    });
  });

  describe('imported history', () => {
    const imported: Partial<WorkflowSketch> = {
      startedAt: (row) => row.v['At'] ?? null,
      states: {
        A: {
          expire: { within: days(5), then: note('late', 'B') },
          on: {
            Go: (row, host) => {
              host.set(row, 'At', at(host.now));
              return goto('B');
            },
          },
        },
        B: { expire: { within: days(5), then: note('b', 'C') } },
        C: { terminal: 'success' },
      },
    };

    test('StartedAt: clocks and the first stay count from it', () => {
      const engine = start(imported);
      const [, row] = created(engine, 'Loan', { At: at(morning - 4n * day) });
      expect(engine.runsOf(row)[0]?.timers[0]?.due).toBe(morning + day);
      engine.advance(day);
      expect(engine.runsOf(row)[0]?.times).toEqual([{ state: 'A', stays: 1, ticks: 5n * day }]);
    });

    test('at: handles the event as of then, after the timers due before; neither the past nor the future will do', () => {
      const engine = start(imported);
      const [unit, row] = created(engine, 'Loan', { At: at(morning - 9n * day) });
      unit.raise('Run', 'Go', row, [], at(morning - 7n * day));
      unit.commit();
      expect([stateOfRow(engine, row), engine.runsOf(row)[0]?.timers[0]?.due]).toEqual(['B', morning - 2n * day]);
      expect(read(row, 'At')).toEqual(at(morning - 7n * day));
      unit.commit();
      expect(() => unit.raise('Run', 'Go', row, [], at(morning - 8n * day))).toThrow(thrown('WorkflowException'));
      expect(() => unit.raise('Run', 'Go', row, [], at(morning + 1n))).toThrow(thrown('WorkflowException'));
      const [other, late] = created(engine, 'Loan', { At: at(morning - 9n * day) });
      expect(() => other.raise('Run', 'Go', late, [], at(morning - 3n * day))).toThrow(
        thrown('WorkflowException', 'Transition:100020'),
      );
      expect(stateOfRow(engine, late)).toBe('A');
    });
  });

  test('service hours: only open time counts', () => {
    const hours = {
      zone: 'Europe/Stockholm',
      days: [[], [{ from: 540, to: 1020 }], [{ from: 1320, to: 1800 }], [], [], [], [{ from: 0, to: 360 }]],
      closed: ['2026-03-03'],
    };
    const within = (n: bigint) => () => TimeSpanValue.ofTicks(n);
    const engine = open(
      loan({ serviceHours: hours, states: { A: { expire: { within: within(9n * hour), accrues: true } }, B: {} } }),
      { store: make(), clock: new VirtualClock(morning) },
    );
    const [, row] = created(engine, 'Loan');
    // Monday 09:00 local; Tuesday the 3rd is closed; Wednesday 22:00 to Thursday 06:00 are eight hours; Sunday from 00:00.
    expect(engine.runsOf(row)[0]?.timers[0]?.due).toBe(morning - 8n * hour + 6n * day - hour + hour);
  });

  test('the night that the clock goes back is as long as it is', () => {
    const hours = { zone: 'Europe/Stockholm', days: [[], [], [], [], [], [], [{ from: 0, to: 360 }]], closed: [] };
    const saturday = ticksOfDate(new Date('2026-10-24T20:00:00Z'));
    const engine = open(
      loan({
        serviceHours: hours,
        states: { A: { expire: { within: () => TimeSpanValue.ofTicks(4n * hour), accrues: true } } },
      }),
      {
        store: make(),
        clock: new VirtualClock(saturday),
      },
    );
    const [, row] = created(engine, 'Loan');
    expect(engine.runsOf(row)[0]?.timers[0]?.due).toBe(saturday + 6n * hour);
  });
});
