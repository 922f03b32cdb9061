/** language.md §9 and pipeline.md §7: children; and what else happens between runs. */
import { describe, expect, test } from 'vitest';
import { Correlated } from '../../../src/runtime/correlation.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import type { ExceptionValue } from '../../../src/runtime/library/values.ts';
import { StoreConflict } from '../../../src/stores/contract.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import {
  app,
  body,
  created,
  goto,
  minute,
  minutes,
  morning,
  note,
  open,
  read,
  type StateSketch,
  stateOfRow,
  stores,
  thrown,
  type WorkflowSketch,
} from './support.ts';

const family = (
  parent: Partial<WorkflowSketch> = {},
  paying: Partial<NonNullable<StateSketch['child']>> = {},
  due: StateSketch = {},
): ReturnType<typeof app> =>
  app({
    entities: { Payment: { Trace: 'string?' }, Trip: { Trace: 'string?', Payment: 'Payment' } },
    workflows: [
      {
        key: 'Trip',
        entity: 'Trip',
        states: {
          Planned: { on: { Book: note('book', 'Paying') } },
          Paying: {
            exit: note('-Paying'),
            child: {
              name: 'Pay',
              workflow: 'Payment',
              row: (row, host) => host.reference(row, 'Payment'),
              succeeded: note('paid', 'Booked'),
              cancelled: note('void', 'Off'),
              ...paying,
            },
          },
          Booked: { terminal: 'success' },
          Off: { terminal: 'cancel' },
        },
        on: { Note: note('note'), Look: note('look', 'self') },
        quiet: ['Note'],
        reentering: ['Look'],
        cancel: { Drop: note('drop', 'Off') },
        ...parent,
      },
      {
        key: 'Payment',
        entity: 'Payment',
        autostart: false,
        states: {
          Due: {
            enter: note('+Due'),
            on: { Pay: note('pay', 'Paid'), Refuse: note('refuse', 'Void'), Bounce: note('bounce', 'Broke') },
            ...due,
          },
          Paid: { terminal: 'success' },
          Void: { terminal: 'cancel', enter: note('+Void') },
          Broke: { terminal: 'error', message: 'no funds' },
        },
        cancel: { Cancel: note('cancel', 'Void') },
      },
    ],
  });

describe.each(stores)('on %s', (_name, make) => {
  const booked = (definition = family()) => {
    const engine = open(definition, { store: make() });
    const unit = engine.unit();
    const payment = unit.create('Payment') as RowRecord;
    const trip = unit.create('Trip', { Payment: payment }) as RowRecord;
    unit.commit();
    unit.raise('Trip', 'Book', trip);
    unit.commit();
    return { engine, unit, payment, trip };
  };

  describe('a child', () => {
    test('starts after the commit of its parent, which is Busy and owned by nobody', () => {
      const { engine, trip, payment } = booked();
      expect(read(payment, 'Trace')).toBe('+Due ');
      const [parent] = engine.runsOf(trip);
      const [child] = engine.runsOf(payment);
      expect(parent).toMatchObject({ status: 'B', owner: 0, state: 'Paying', child: child?.id });
      expect(child).toMatchObject({ status: 'A', parent: { run: parent?.id, name: 'Pay' } });
    });

    test('succeeds, and the parent goes on', () => {
      const { engine, unit, trip, payment } = booked();
      unit.raise('Payment', 'Pay', payment);
      unit.commit();
      expect(read(trip, 'Trace')).toBe('book paid -Paying ');
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'C', state: 'Booked', child: 0 });
      expect(engine.deliveries()).toEqual([]);
    });

    test('is cancelled: by a terminal cancel, and by being cancelled', () => {
      const one = booked();
      one.unit.raise('Payment', 'Refuse', one.payment);
      one.unit.commit();
      expect(stateOfRow(one.engine, one.trip)).toBe('Off');
      const two = booked();
      two.engine.cancelRun(two.engine.runsOf(two.payment)[0]?.id as number);
      expect(read(two.payment, 'Trace')).toBe('+Due cancel +Void ');
      expect(stateOfRow(two.engine, two.trip)).toBe('Off');
    });

    test('fails with the message of its terminal; with no arm for it the boundary is asked', () => {
      let seen: ExceptionValue | undefined;
      const { engine, unit, trip, payment } = booked(
        family({
          fault: {
            ChildFailedException: (row, host, args) => {
              seen = args[0] as ExceptionValue;
              note('fault')(row, host, args);
              return goto('Off');
            },
          },
        }),
      );
      unit.raise('Payment', 'Bounce', payment);
      unit.commit();
      expect(seen).toMatchObject({ type: 'ChildFailedException', message: 'no funds' });
      expect(read(trip, 'Trace')).toBe('book fault -Paying ');
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'C', state: 'Off' });
    });

    test('fails, and without a boundary its parent is faulted', () => {
      const { engine, unit, trip, payment } = booked();
      unit.raise('Payment', 'Bounce', payment);
      unit.commit();
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'F', state: 'Paying', child: 0 });
      expect(engine.incidents()).toMatchObject([{ type: 'ChildFailedException' }]);
    });

    test('that cannot be started has failed', () => {
      const { engine, trip } = booked(
        family(
          {},
          { failed: note('failed', 'Off') },
          {
            enter: () => {
              throw exception('FormatException', 'no');
            },
          },
        ),
      );
      expect(read(trip, 'Trace')).toBe('book failed -Paying ');
      expect(engine.runsOf(trip)[0]?.state).toBe('Off');
    });

    test('with a network fault at its start is retried, and is no outcome', () => {
      let failures = 2;
      const { engine, trip, payment } = booked(
        family(
          {},
          {},
          {
            enter: () => {
              if (failures-- > 0) throw exception('NetworkException');
              return null;
            },
          },
        ),
      );
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'B', state: 'Paying' });
      expect(engine.runsOf(payment)[0]).toMatchObject({ status: 'B', started: false });
      engine.advance(minute);
      expect(engine.runsOf(payment)[0]).toMatchObject({ status: 'A', started: true });
    });

    test('that faults later tells its parent', () => {
      const { engine, trip } = booked(
        family(
          {},
          { failed: note('failed', 'Off') },
          {
            expire: {
              within: minutes(1),
              then: () => {
                throw exception('FormatException', 'bad');
              },
            },
          },
        ),
      );
      engine.advance(minute);
      expect(stateOfRow(engine, trip)).toBe('Off');
    });
  });

  describe('a parent with an open child', () => {
    test('answers its data, its own re-entry and its end itself', () => {
      const { engine, unit, trip, payment } = booked();
      unit.raise('Trip', 'Note', trip);
      unit.commit();
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'B', state: 'Paying' });
      expect(read(trip, 'Trace')).toBe('book note ');
      unit.raise('Trip', 'Drop', trip);
      unit.commit();
      expect(read(trip, 'Trace')).toBe('book note drop -Paying ');
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'C', state: 'Off' });
      expect(read(payment, 'Trace')).toBe('+Due cancel +Void ');
      expect(engine.runsOf(payment)[0]?.status).toBe('C');
    });

    test('forwards what its child declares, and refuses the rest', () => {
      const { engine, unit, trip, payment } = booked(
        family({
          states: {
            Planned: { on: { Book: note('book', 'Paying'), Pay: () => null, Odd: () => null } },
            Paying: {
              child: {
                name: 'Pay',
                workflow: 'Payment',
                row: (row, host) => host.reference(row, 'Payment'),
                succeeded: note('paid', 'Booked'),
              },
            },
            Booked: { terminal: 'success' },
            Off: { terminal: 'cancel' },
          },
        }),
      );
      expect(() => unit.raise('Trip', 'Odd', trip)).toThrow(thrown('WorkflowException', 'Transition:100020'));
      unit.raise('Trip', 'Pay', trip);
      unit.commit();
      expect(read(payment, 'Trace')).toBe('+Due pay ');
      expect(engine.runsOf(trip)[0]).toMatchObject({ status: 'C', state: 'Booked' });
    });
  });

  describe('runs and rows', () => {
    test('a second active run of a workflow on a row is refused', () => {
      const { engine, unit, payment } = booked();
      expect(() => unit.start('Payment', payment)).toThrow(thrown('WorkflowException', 'Instance:100025'));
      unit.raise('Payment', 'Pay', payment);
      unit.commit();
      expect(unit.start('Payment', payment)).toBe(0);
      unit.commit();
      expect(engine.runsOf(payment).map((r) => r.status)).toEqual(['C', 'A']);
    });

    test('of two units of work that start a run on one row the second to commit has none', () => {
      // Nothing of the start writes to the row.
      const engine = open(family({}, {}, { enter: () => null }), { store: make() });
      const [first, payment] = created(engine, 'Payment');
      const [second, spare] = created(engine, 'Payment');
      first.start('Payment', payment);
      second.start('Payment', payment);
      first.commit();
      expect(() => second.commit()).toThrow(StoreConflict);
      expect([engine.runsOf(payment).length, engine.runsOf(spare).length]).toEqual([1, 0]);
    });

    test('a raise on a row without a run finds none', () => {
      const engine = open(family(), { store: make() });
      const [unit, payment] = created(engine, 'Payment');
      expect(() => unit.raise('Payment', 'Pay', payment)).toThrow(thrown('WorkflowException', 'Instance:100017'));
    });

    test('a raise on the run whose body makes it finds it busy', () => {
      const engine = open(
        app({
          entities: { Row: { Trace: 'string?' } },
          workflows: [
            {
              key: 'R',
              entity: 'Row',
              states: {
                A: {
                  on: {
                    Go: (row, host) => host.raise('R', 'Go', row, [], undefined),
                    Up: (row, host) => host.raise('R', 'Data', row, [], undefined),
                  },
                },
              },
              on: { Data: note('data') },
              quiet: ['Data'],
            },
          ],
        }),
        { store: make() },
      );
      const [unit, row] = created(engine, 'Row');
      expect(() => unit.raise('R', 'Go', row)).toThrow(thrown('WorkflowException', 'Instance:100031'));
      unit.raise('R', 'Up', row);
      expect(read(row, 'Trace')).toBe('data ');
    });

    test('a request that meets an uncommitted change of a run is answered Busy', () => {
      const engine = open(family(), { store: make() });
      const [unit, trip] = created(engine, 'Trip', { Payment: null });
      unit.raise('Trip', 'Drop', trip);
      const other = engine.unit();
      expect(() => other.raise('Trip', 'Book', trip)).toThrow(thrown('WorkflowException', 'Instance:100031'));
      unit.discard();
      other.raise('Trip', 'Note', trip);
      other.commit();
      expect(read(trip, 'Trace')).toBe('note ');
    });

    test('deleting a row ends its runs', () => {
      const { engine, unit, trip, payment } = booked();
      unit.delete(trip);
      unit.commit();
      expect(engine.runs().find((r) => r.workflow === 'Trip')).toMatchObject({ status: 'C', outcome: 'cancel' });
      expect(engine.runsOf(payment)[0]).toMatchObject({ status: 'C' });
      expect(unit.query('Trip')).toEqual([]);
    });
  });

  test('correlation finds the one running run, and delivers after the commit', () => {
    const engine = open(
      app({
        entities: { Parcel: { Code: 'string', Trace: 'string?' } },
        workflows: [
          {
            key: 'P',
            entity: 'Parcel',
            events: { Scanned: ['string'] },
            correlateOn: { Scanned: (row, _host, args) => row.v['Code'] === args[0] },
            states: { Out: { on: { Scanned: note('scan', 'In'), Other: () => null } }, In: { terminal: 'success' } },
          },
        ],
      }),
      { store: make() },
    );
    const [unit, a] = created(engine, 'Parcel', { Code: 'a' });
    created(engine, 'Parcel', { Code: 'b' });
    created(engine, 'Parcel', { Code: 'b' });
    expect(unit.correlate('P', 'Scanned', ['x'])).toBe(Correlated.noSuchKey);
    expect(unit.correlate('P', 'Scanned', ['b'])).toBe(Correlated.ambiguous);
    expect(unit.correlate('P', 'Other', [])).toBe(Correlated.noRule);
    expect(unit.correlate('P', 'Scanned', ['a'])).toBe(Correlated.deposited);
    expect(stateOfRow(engine, a)).toBe('Out');
    unit.commit();
    expect(stateOfRow(engine, a)).toBe('In');
    expect(unit.correlate('P', 'Scanned', ['a'])).toBe(Correlated.notRunning);
  });

  test('a state that awaits acknowledgement stops after enter, Busy, until it comes or the fallback fires', () => {
    const definition = app({
      entities: { Page: { Trace: 'string?' } },
      workflows: [
        {
          key: 'P',
          entity: 'Page',
          states: {
            A: { on: { Go: note('go', 'B') } },
            B: {
              enter: note('+B'),
              acknowledge: { fallbackAfter: minutes(1) },
              complete: [{ when: () => true, then: note('on', 'C') }],
            },
            C: { terminal: 'success' },
          },
        },
      ],
    });
    const engine = open(definition, { store: make() });
    const [unit, one] = created(engine, 'Page');
    const [, two] = created(engine, 'Page');
    unit.raise('P', 'Go', one);
    unit.raise('P', 'Go', two);
    unit.commit();
    expect(engine.runsOf(one)[0]).toMatchObject({ status: 'B', state: 'B', waiting: 'acknowledgement' });
    engine.acknowledge(engine.runsOf(one)[0]?.id as number);
    expect([stateOfRow(engine, one), stateOfRow(engine, two)]).toEqual(['C', 'B']);
    engine.advance(minute);
    expect(stateOfRow(engine, two)).toBe('C');
    expect(engine.nextDue()).toBeUndefined();
  });

  test('a resource lock is held by one run, kept over transitions, and released at the end', () => {
    const lock = (action: 'Acquire' | 'Release' | 'Extend') => ({ action, key: body((row) => row.v['Key'] ?? '') });
    const definition = app({
      entities: { Job: { Key: 'string?' } },
      workflows: [
        {
          key: 'J',
          entity: 'Job',
          states: {
            A: { on: { Take: () => goto('B'), Longer: () => null } },
            B: { on: { Give: () => goto('A'), End: () => goto('C') } },
            C: { terminal: 'success' },
          },
          locks: { 'A/Take': lock('Acquire'), 'A/Longer': lock('Extend'), 'B/Give': lock('Release') },
        },
      ],
    });
    const engine = open(definition, { store: make() });
    const [unit, one] = created(engine, 'Job', { Key: 'k' });
    const [, two] = created(engine, 'Job', { Key: 'k' });
    const [, none] = created(engine, 'Job');
    unit.raise('J', 'Take', one);
    expect(() => unit.raise('J', 'Take', two)).toThrow(thrown('WorkflowException', 'Execution:200010'));
    expect(() => unit.raise('J', 'Take', none)).toThrow(thrown('WorkflowException', 'Execution:200011'));
    expect(() => unit.raise('J', 'Longer', two)).toThrow(thrown('WorkflowException', 'Execution:200013'));
    unit.raise('J', 'Give', one);
    unit.raise('J', 'Take', two);
    unit.raise('J', 'End', two);
    unit.raise('J', 'Take', one);
    unit.commit();
    engine.advance(6n * minute);
    const [, three] = created(engine, 'Job', { Key: 'k' });
    unit.raise('J', 'Take', three);
    unit.commit();
    expect(stateOfRow(engine, three)).toBe('B');
    expect(morning).toBeLessThan(engine.clock.now());
  });

  test('updateData leaves hooks and timers alone, and is admitted while the run is busy', () => {
    const engine = open(
      app({
        entities: { Cart: { Trace: 'string?' } },
        workflows: [
          {
            key: 'C',
            entity: 'Cart',
            states: { A: { enter: note('+'), exit: note('-'), expire: { within: minutes(5) } } },
            on: { Add: note('a') },
            quiet: ['Add'],
          },
        ],
      }),
      { store: make() },
    );
    const [unit, cart] = created(engine, 'Cart');
    const [run] = engine.runsOf(cart);
    const armed = run?.timers[0]?.due;
    engine.advance(minute);
    unit.raise('C', 'Add', cart);
    unit.commit();
    expect(read(cart, 'Trace')).toBe('+ a ');
    expect(run?.timers[0]?.due).toBe(armed);
    expect(run?.status).toBe('A');
  });
});
