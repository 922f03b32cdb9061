/** language.md §7.6 and §10: what is undone, who is told, and what is tried again. */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { Raised } from '../../../src/runtime/holding.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { EngineAbort } from '../../../src/runtime/library/values.ts';
import type { RunRecord } from '../../../src/stores/records.ts';
import {
  app,
  type BodyFunction,
  created,
  day,
  goto,
  hour,
  minute,
  minutes,
  morning,
  note,
  open,
  read,
  type StateSketch,
  second,
  stateOfRow,
  stores,
  thrown,
  type WorkflowSketch,
} from './support.ts';

/** What a test tells its bodies to throw, by place. */
const faults = new Map<string, () => unknown>();
const calls = new Map<string, number>();
const at =
  (place: string, then?: string): BodyFunction =>
  (row, host, args) => {
    calls.set(place, (calls.get(place) ?? 0) + 1);
    note(place)(row, host, args);
    const fault = faults.get(place)?.();
    if (fault !== undefined) throw fault;
    return then === undefined ? null : goto(then);
  };
const network = (): unknown => exception('NetworkException');
const refusal = (): unknown => exception('InvalidOperationException', 'no');

function flow(
  more: Partial<WorkflowSketch> = {},
  states: Readonly<Record<string, StateSketch>> = {},
): ReturnType<typeof app> {
  return app({
    entities: { Letter: { Trace: 'string?' }, Other: { Trace: 'string?' } },
    workflows: [
      {
        key: 'Post',
        entity: 'Letter',
        states: {
          Draft: {
            enter: at('+Draft'),
            exit: at('-Draft'),
            on: { Send: at('send', 'Sent'), Touch: at('touch') },
            expire: { within: minutes(60), then: at('late', 'Sent') },
          },
          Sent: {
            enter: at('+Sent'),
            exit: at('-Sent'),
            on: { Lose: at('lose', 'Lost') },
            expire: { within: minutes(30), then: at('wait', 'Lost') },
          },
          Lost: { terminal: 'error', enter: at('+Lost') },
          ...states,
        },
        ...more,
      },
    ],
  });
}

function begin(definition = flow(), store = stores[0]?.[1]()): Engine {
  faults.clear();
  calls.clear();
  return open(definition, store === undefined ? {} : { store });
}

describe.each(stores)('on %s', (_name, make) => {
  describe('a raise whose chain throws', () => {
    test.each(['send', '-Draft', '+Sent'])('in %s changes nothing and tells the caller', (place) => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      const before = engine.dump();
      faults.set(place, refusal);
      expect(() => unit.raise('Post', 'Send', letter)).toThrow(thrown('InvalidOperationException'));
      unit.commit();
      expect(engine.dump()).toBe(before);
      faults.clear();
      expect(unit.raise('Post', 'Send', letter)).toBe(Raised.done);
      unit.commit();
      expect(stateOfRow(engine, letter)).toBe('Sent');
    });

    test('leaves what the caller wrote itself', () => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      const other = unit.create('Other', { Trace: 'mine' });
      faults.set('+Sent', refusal);
      expect(() => unit.raise('Post', 'Send', letter)).toThrow();
      unit.commit();
      expect(read(other, 'Trace')).toBe('mine');
      expect(unit.query('Other')).toHaveLength(1);
    });
  });

  describe('a network fault in a raise', () => {
    test('is undone, answered PendingRetry, and tried again from the top until it works', () => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      let failures = 3;
      faults.set('+Sent', () => (failures-- > 0 ? network() : undefined));
      expect(unit.raise('Post', 'Send', letter)).toBe(Raised.pendingRetry);
      unit.commit();
      expect(stateOfRow(engine, letter)).toBe('Draft');
      expect(read(letter, 'Trace')).toBe('+Draft ');
      expect(engine.runsOf(letter)[0]?.status).toBe('A');
      engine.advance(second - 1n);
      expect(calls.get('+Sent')).toBe(1);
      engine.advance(1n);
      expect(calls.get('+Sent')).toBe(2);
      engine.advance(2n * second);
      expect(calls.get('+Sent')).toBe(3);
      engine.advance(4n * second);
      expect(calls.get('+Sent')).toBe(4);
      expect(read(letter, 'Trace')).toBe('+Draft send -Draft +Sent ');
      expect([calls.get('send'), calls.get('-Draft')]).toEqual([4, 4]);
      expect(engine.deliveries()).toEqual([]);
    });

    test('is queued in the transaction of the caller: discarded with it', () => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      faults.set('send', network);
      unit.raise('Post', 'Send', letter);
      unit.discard();
      engine.advance(day / 24n / 60n);
      expect(calls.get('send')).toBe(1);
    });

    test('after ten attempts is an outcome: an incident, and the run is faulted', () => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      faults.set('send', network);
      unit.raise('Post', 'Send', letter);
      unit.commit();
      engine.advance(40n * minute);
      expect(calls.get('send')).toBe(10);
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'F', state: 'Draft' });
      expect(engine.incidents()).toMatchObject([
        { type: 'NetworkException', transition: 'Draft/Send', step: 'OnExecute', resolvedAt: null },
      ]);
      expect(() => unit.raise('Post', 'Send', letter)).toThrow(thrown('WorkflowException', 'Transition:100020'));
    });

    test('is dropped when the run has moved on meanwhile', () => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      faults.set('send', network);
      unit.raise('Post', 'Send', letter);
      unit.commit();
      faults.clear();
      unit.raise('Post', 'Send', letter);
      unit.commit();
      engine.advance(second);
      expect(calls.get('send')).toBe(2);
      expect(stateOfRow(engine, letter)).toBe('Sent');
      expect(engine.deliveries()).toEqual([]);
    });
  });

  describe('a timer whose chain throws', () => {
    test('is an incident where nothing answers, and the run is faulted as it was', () => {
      const engine = begin(flow(), make());
      const [, letter] = created(engine, 'Letter');
      faults.set('-Draft', refusal);
      engine.advance(hour);
      expect(read(letter, 'Trace')).toBe('+Draft ');
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'F', state: 'Draft', timers: [] });
      expect(engine.incidents()).toMatchObject([
        {
          type: 'InvalidOperationException',
          message: 'no',
          transition: 'Draft/Expire',
          step: 'OnExit',
          body: 'app.osy:1',
        },
      ]);
    });

    test('that a dying process left Busy is taken up again, also when it fails once more', () => {
      const engine = begin(flow(), make());
      const [, letter] = created(engine, 'Letter');
      const tx = engine.store.begin();
      tx.enter();
      const run = tx.runsOf(letter)[0] as RunRecord;
      expect(tx.casStatus(run, 'A', 'B', run.timers[0]?.seq as number)).toBe(true);
      tx.commit();
      let failures = 1;
      faults.set('late', () => (failures-- > 0 ? network() : undefined));
      engine.advance(hour);
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'A', state: 'Draft' });
      engine.advance(second);
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'A', state: 'Sent' });
    });

    test('runs again by retry, once its cause is gone', () => {
      const engine = begin(flow(), make());
      const [, letter] = created(engine, 'Letter');
      faults.set('-Draft', refusal);
      engine.advance(hour);
      const run = engine.runsOf(letter)[0]?.id as number;
      expect(engine.retryRun(run)).toBe(false);
      expect(engine.incidents().map((i) => i.resolvedAt === null)).toEqual([false, true]);
      faults.clear();
      expect(engine.retryRun(run)).toBe(true);
      expect(stateOfRow(engine, letter)).toBe('Sent');
      expect(engine.runsOf(letter)[0]?.status).toBe('A');
      expect(() => engine.retryRun(run)).toThrow(thrown('WorkflowException', 'Instance:100027'));
    });

    test('with a network fault is tried again, and dropped if the state was left meanwhile', () => {
      const engine = begin(flow(), make());
      const [unit, letter] = created(engine, 'Letter');
      let failures = 1;
      faults.set('late', () => (failures-- > 0 ? network() : undefined));
      engine.advance(hour);
      expect(stateOfRow(engine, letter)).toBe('Draft');
      expect(engine.deliveries()).toMatchObject([{ kind: 'timer', attempt: 2, due: morning + hour + second }]);
      engine.advance(second);
      expect(stateOfRow(engine, letter)).toBe('Sent');
      expect(calls.get('late')).toBe(2);
      const [, second_] = created(engine, 'Letter');
      faults.set('late', network);
      engine.advance(hour);
      faults.clear();
      unit.raise('Post', 'Send', second_);
      unit.commit();
      engine.advance(minute);
      expect(calls.get('late')).toBe(3);
    });
  });

  describe('the error boundary', () => {
    const bounded = (
      state: Record<string, BodyFunction>,
      flowLevel: Record<string, BodyFunction>,
    ): ReturnType<typeof app> =>
      flow(
        { fault: flowLevel },
        {
          Draft: {
            enter: at('+Draft'),
            exit: at('-Draft'),
            fault: state,
            expire: { within: minutes(60), then: at('late', 'Sent') },
          },
        },
      );

    test('answers with its goto; what failed is undone, the incident is recorded and resolved', () => {
      const engine = begin(bounded({}, { Exception: at('fault', 'Lost') }), make());
      const [, letter] = created(engine, 'Letter');
      faults.set('+Sent', refusal);
      engine.advance(hour);
      expect(read(letter, 'Trace')).toBe('+Draft fault -Draft +Lost ');
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'C', outcome: 'error', state: 'Lost' });
      expect(engine.incidents().map((i) => i.resolvedAt)).toEqual([morning + hour]);
    });

    test('asks the state first, the most specific type first', () => {
      const engine = begin(
        bounded(
          { FormatException: at('other', 'Sent'), Exception: at('any', 'Lost'), InvalidOperationException: at('own') },
          { InvalidOperationException: at('flow', 'Lost') },
        ),
        make(),
      );
      const [, letter] = created(engine, 'Letter');
      faults.set('late', refusal);
      engine.advance(hour);
      expect(read(letter, 'Trace')).toBe('+Draft own ');
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'A', state: 'Draft' });
      expect(engine.incidents()[0]?.resolvedAt).not.toBeNull();
    });

    test('is not asked when a caller waits', () => {
      const engine = begin(flow({ fault: { Exception: at('fault', 'Lost') } }), make());
      const [unit, letter] = created(engine, 'Letter');
      faults.set('send', refusal);
      expect(() => unit.raise('Post', 'Send', letter)).toThrow(thrown('InvalidOperationException'));
      expect(calls.get('fault')).toBeUndefined();
    });

    test('that throws itself faults the run', () => {
      const engine = begin(flow({ fault: { Exception: at('fault', 'Lost') } }), make());
      const [, letter] = created(engine, 'Letter');
      faults.set('late', refusal);
      faults.set('fault', () => exception('FormatException'));
      engine.advance(hour);
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'F', state: 'Draft' });
      expect(engine.incidents()).toMatchObject([{ type: 'FormatException', transition: 'any/on fault Exception' }]);
    });
  });

  describe('an autostart', () => {
    test('with a network fault keeps the row in its initial state, Busy, and is tried again', () => {
      const engine = begin(flow(), make());
      let failures = 2;
      faults.set('+Draft', () => (failures-- > 0 ? network() : undefined));
      const [unit, letter] = created(engine, 'Letter');
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'B', state: 'Draft', started: false });
      expect(read(letter, 'Trace')).toBe(null);
      expect(() => unit.raise('Post', 'Send', letter)).toThrow(thrown('WorkflowException', 'Instance:100031'));
      engine.advance(10n * second);
      expect(engine.runsOf(letter)[0]).toMatchObject({ status: 'A', state: 'Draft', started: true });
      expect(read(letter, 'Trace')).toBe('+Draft ');
      expect(unit.raise('Post', 'Send', letter)).toBe(Raised.done);
    });

    test('with any other fault refuses the creation', () => {
      const engine = begin(flow(), make());
      faults.set('+Draft', refusal);
      const unit = engine.unit();
      unit.create('Other');
      unit.create('Letter');
      expect(() => unit.commit()).toThrow(thrown('InvalidOperationException'));
      expect(engine.dump()).toBe('');
    });
  });

  describe('limits', () => {
    test('end a runaway body, and everything is undone', () => {
      const engine = begin(
        flow(
          {},
          {
            Draft: {
              on: {
                Send: (_row, host) => {
                  for (;;) if (--host.fuel < 0) host.outOfFuel();
                },
              },
            },
          },
        ),
        make(),
      );
      const [unit, letter] = created(engine, 'Letter');
      const before = engine.dump();
      expect(() => unit.raise('Post', 'Send', letter)).toThrow(expect.objectContaining({ reason: 'fuel' }));
      unit.commit();
      expect(engine.dump()).toBe(before);
    });

    test('of a delivery that nobody waits for are an incident', () => {
      const engine = begin(
        flow(
          { fault: { Exception: at('fault') } },
          { Draft: { expire: { within: minutes(1), then: (_row, host) => host.outOfFuel() } } },
        ),
        make(),
      );
      const [, letter] = created(engine, 'Letter');
      engine.advance(hour);
      expect(engine.runsOf(letter)[0]?.status).toBe('F');
      expect(engine.incidents()).toMatchObject([{ type: 'limit: fuel' }]);
      expect(calls.get('fault')).toBeUndefined();
    });

    test('an operation that nobody stubbed ends a settle, with the delivery undone', () => {
      const engine = begin(
        flow(
          {},
          {
            Draft: {
              expire: {
                within: minutes(1),
                then: () => {
                  throw new EngineAbort('unstubbed', 'Mailer.Send');
                },
              },
            },
          },
        ),
        make(),
      );
      const [, letter] = created(engine, 'Letter');
      const before = engine.dump();
      expect(() => engine.advance(hour)).toThrow(EngineAbort);
      expect(engine.dump()).toBe(before);
      expect(stateOfRow(engine, letter)).toBe('Draft');
    });
  });
});

test('the chain limit undoes the delivery', () => {
  const loop = app({
    entities: { Letter: { N: 'int' } },
    workflows: [
      {
        key: 'Loop',
        entity: 'Letter',
        states: {
          A: {
            on: {
              Go: () => goto('B'),
              Count: (row, host) => {
                host.set(row, 'N', 50);
                return goto('C');
              },
            },
          },
          B: { enter: () => goto('C') },
          C: {
            complete: [
              {
                when: (row) => (row.v['N'] as number) > 0,
                then: (row, host) => {
                  host.set(row, 'N', (row.v['N'] as number) - 1);
                  return goto('C');
                },
              },
              { when: (row) => row.v['N'] === 0, then: () => goto('B') },
            ],
          },
        },
      },
    ],
  });
  const engine = open(loop, { clock: new VirtualClock(morning) });
  const [unit, row] = created(engine, 'Letter');
  const before = engine.dump();
  expect(() => unit.raise('Loop', 'Go', row)).toThrow(thrown('WorkflowException', 'Transition:100017'));
  unit.commit();
  expect(engine.dump()).toBe(before);
  expect(engine.runsOf(row)[0]?.status).toBe('A');
});
