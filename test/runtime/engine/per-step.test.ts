/** pipeline.md §5, `commit: "perStep"`: each step is kept as it is done, and what failed is taken up where it failed. */
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/runtime/engine.ts';
import { Raised } from '../../../src/runtime/holding.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { EngineAbort } from '../../../src/runtime/library/values.ts';
import { type Store, StoreError } from '../../../src/stores/contract.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import {
  app,
  type BodyFunction,
  created,
  day,
  goto,
  hour,
  minute,
  minutes,
  note,
  open,
  read,
  second,
  stateOfRow,
  stores,
  thrown,
} from './support.ts';

/** What a body does before its own work, by its name. */
const before = new Map<string, (row: RowRecord) => void>();
/** The bodies that ran, each with how it ended. */
let ran: string[] = [];

/** A body that notes itself in the row and in `ran`. */
const step =
  (name: string, then?: string): BodyFunction =>
  (row, host, args) => {
    const work = before.get(name);
    if (work !== undefined) {
      ran.push(`${name}!`);
      work(row);
      ran.pop();
    }
    ran.push(name);
    return note(name, then)(row, host, args);
  };

const fail = (type: string) => (): never => {
  throw exception(type);
};
const network = fail('NetworkException');
const refuse = fail('InvalidOperationException');
/** The process dies: nothing more is written. */
const die = (): never => {
  throw new StoreError('lost', 'the process died');
};

type App = Parameters<typeof app>[0]['workflows'][number];

const shop = (more: Partial<App> = {}, states: App['states'] = {}): ReturnType<typeof app> =>
  app({
    principal: 'Person',
    entities: { Order: { Trace: 'string?', N: 'int' }, Person: { Name: 'string' } },
    workflows: [
      {
        key: 'Sale',
        entity: 'Order',
        commit: 'perStep',
        states: {
          Cart: {
            enter: step('+Cart'),
            exit: step('-Cart'),
            on: { Buy: step('buy', 'Paid') },
            slots: { Asked: { event: 'Ask', finished: { enter: step('asked') }, assigned: { enter: step('taken') } } },
            expire: { within: minutes(60), then: step('late', 'Paid') },
          },
          Paid: {
            enter: step('+Paid'),
            exit: step('-Paid'),
            complete: [{ when: (row) => row.v['N'] === 1, then: step('full', 'Sent') }],
            on: { Send: step('send', 'Sent') },
            expire: { within: minutes(30), then: step('wait', 'Sent') },
          },
          Sent: { enter: step('+Sent'), on: { End: step('end', 'Done') } },
          Done: { terminal: 'success', enter: step('+Done') },
          Off: { terminal: 'cancel', enter: step('+Off') },
          ...states,
        },
        on: { Touch: step('touch') },
        quiet: ['Touch'],
        cancel: { Drop: step('drop', 'Off') },
        ...more,
      },
    ],
  });

function begin(definition: ReturnType<typeof app>, store: Store): Engine {
  before.clear();
  const engine = open(definition, { store });
  ran = [];
  return engine;
}

const runOf = (engine: Engine, row: RowRecord) => engine.runsOf(row)[0] ?? expect.fail('no run');

describe.each(stores)('perStep on %s', (_name, make) => {
  const sale = (more: Partial<App> = {}, states: App['states'] = {}, init: { N?: number } = {}) => {
    const engine = begin(shop(more, states), make());
    const [unit, order] = created(engine, 'Order', { N: 0, ...init });
    ran = [];
    const raise = (event: string): void => {
      unit.raise('Sale', event, order);
      unit.commit();
    };
    return { engine, unit, order, raise };
  };

  test('a raise is queued, and delivered after the commit of the caller', () => {
    const { engine, unit, order } = sale();
    expect(unit.raise('Sale', 'Buy', order)).toBe(Raised.queued);
    expect(stateOfRow(engine, order)).toBe('Cart');
    expect(ran).toEqual([]);
    unit.commit();
    expect(ran).toEqual(['buy', '-Cart', '+Paid']);
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'A', owner: 0 });
    expect(engine.deliveries()).toEqual([]);
    unit.raise('Sale', 'Send', order);
    unit.discard();
    engine.settle();
    expect(stateOfRow(engine, order)).toBe('Paid');
  });

  test('each step is kept before the next one runs, and the run is Busy between', () => {
    const { engine, order, raise } = sale();
    const seen: unknown[] = [];
    const look = (row: RowRecord): void => {
      // Another unit of work sees what is committed; the delivery's own is entered again afterwards.
      const tx = engine.store.begin();
      tx.enter();
      const run = tx.runsOf(row)[0];
      seen.push([run?.state, run?.status, read(row, 'Trace'), run?.timers.length]);
      tx.close();
    };
    before.set('-Cart', look);
    before.set('+Paid', look);
    raise('Buy');
    expect(seen).toEqual([
      ['Cart', 'B', '+Cart buy ', 0],
      ['Paid', 'B', '+Cart buy -Cart ', 0],
    ]);
    expect(runOf(engine, order).timers.length).toBe(1);
  });

  test('a fault in OnEntry leaves the run in the target state, faulted', () => {
    const { engine, order, raise } = sale();
    before.set('+Paid', refuse);
    raise('Buy');
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'F', owner: 0, timers: [] });
    expect(read(order, 'Trace')).toBe('+Cart buy -Cart ');
    expect(engine.incidents()).toMatchObject([{ step: 'OnEntry', transition: 'Cart/Buy', resolvedAt: null }]);
  });

  test('retry reuses the record and runs no body that had already succeeded', () => {
    const { engine, order, raise } = sale();
    before.set('+Paid', refuse);
    raise('Buy');
    const records = engine.transitions(runOf(engine, order).id).length;
    expect(engine.retryRun(runOf(engine, order).id)).toBe(false);
    before.clear();
    expect(engine.retryRun(runOf(engine, order).id)).toBe(true);
    expect(ran).toEqual(['buy', '-Cart', '+Paid!', '+Paid!', '+Paid']);
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'A' });
    expect(engine.transitions(runOf(engine, order).id)).toHaveLength(records);
    engine.advance(30n * minute);
    expect(stateOfRow(engine, order)).toBe('Sent');
  });

  test('a network fault reruns the faulted body alone, Busy meanwhile', () => {
    const { engine, unit, order, raise } = sale();
    let failures = 2;
    before.set('-Cart', () => (failures-- > 0 ? network() : undefined));
    raise('Buy');
    expect(runOf(engine, order)).toMatchObject({ state: 'Cart', status: 'B' });
    unit.raise('Sale', 'Touch', order);
    unit.commit();
    expect(read(order, 'Trace')).toBe('+Cart buy touch ');
    engine.advance(second);
    engine.advance(2n * second);
    expect(ran).toEqual(['buy', '-Cart!', 'touch', '-Cart!', '-Cart', '+Paid']);
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'A', owner: 0 });
  });

  test('F follows the last of ten attempts, and the arm ran once', () => {
    const { engine, order, raise } = sale();
    before.set('+Paid', network);
    raise('Buy');
    expect(runOf(engine, order).status).toBe('B');
    engine.advance(day);
    expect(ran.filter((name) => name === 'buy')).toHaveLength(1);
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'F' });
    expect(engine.incidents()).toMatchObject([{ type: 'NetworkException', step: 'OnEntry' }]);
  });

  test('an event that comes while it is Busy waits for it', () => {
    const { engine, unit, order, raise } = sale();
    let failures = 1;
    before.set('+Paid', () => (failures-- > 0 ? network() : undefined));
    raise('Buy');
    unit.raise('Sale', 'Send', order);
    unit.commit();
    expect(stateOfRow(engine, order)).toBe('Paid');
    engine.advance(second);
    expect(stateOfRow(engine, order)).toBe('Sent');
    expect(read(order, 'Trace')).toBe('+Cart buy -Cart +Paid send -Paid +Sent ');
  });

  test('a cancel takes over between two attempts, and the retry is dropped', () => {
    const { engine, order, raise } = sale();
    before.set('+Paid', network);
    raise('Buy');
    engine.cancelRun(runOf(engine, order).id);
    engine.advance(hour);
    expect(read(order, 'Trace')).toBe('+Cart buy -Cart drop -Paid +Off ');
    expect(runOf(engine, order)).toMatchObject({ state: 'Off', status: 'C' });
    expect(engine.deliveries()).toEqual([]);
  });

  test.each(['buy', '-Cart', '+Paid', 'full', '-Paid', '+Sent'])(
    'a process that dies in %s leaves it to the next one, which runs nothing twice',
    (place) => {
      const store = make();
      const definition = shop();
      const engine = begin(definition, store);
      const [unit, order] = created(engine, 'Order', { N: 1 });
      ran = [];
      before.set(place, die);
      unit.raise('Sale', 'Buy', order);
      expect(() => unit.commit()).toThrow(StoreError);
      before.clear();
      const next = open(definition, { store });
      expect(runOf(next, order).status).toBe('B');
      next.settle();
      const all = ['buy', '-Cart', '+Paid', 'full', '-Paid', '+Sent'];
      expect(ran.filter((name) => !name.endsWith('!'))).toEqual(all);
      expect(read(order, 'Trace')).toBe(`+Cart ${all.join(' ')} `);
      expect(runOf(next, order)).toMatchObject({ state: 'Sent', status: 'A', owner: 0 });
      expect(next.deliveries()).toEqual([]);
      expect(runOf(next, order).times.map((t) => [t.state, t.stays])).toEqual([
        ['Cart', 1],
        ['Paid', 1],
      ]);
    },
  );

  test('a redirect is taken up by the next process too', () => {
    const store = make();
    const definition = shop({}, { Paid: { enter: step('+Paid', 'Sent'), exit: step('-Paid') } });
    const engine = begin(definition, store);
    const [unit, order] = created(engine, 'Order');
    ran = [];
    before.set('-Paid', die);
    unit.raise('Sale', 'Buy', order);
    expect(() => unit.commit()).toThrow(StoreError);
    before.clear();
    open(definition, { store }).settle();
    expect(read(order, 'Trace')).toBe('+Cart buy -Cart +Paid -Paid +Sent ');
  });

  test('a timer of the state that is left is not lost with it', () => {
    const { engine, order } = sale();
    let failures = 1;
    before.set('-Cart', () => (failures-- > 0 ? network() : undefined));
    engine.advance(hour);
    expect(runOf(engine, order)).toMatchObject({ state: 'Cart', status: 'B' });
    engine.advance(second);
    expect(read(order, 'Trace')).toBe('+Cart late -Cart +Paid ');
    expect(runOf(engine, order)).toMatchObject({ status: 'A', timers: [{ key: 'Paid/Expire' }] });
  });

  test('a milestone that was entered is not entered again when its arm fails', () => {
    const { engine, unit, order } = sale(
      {},
      {
        Cart: {
          slots: { Asked: { event: 'Ask', finished: { enter: step('asked') } } },
          on: { Ask: step('ask', 'Paid') },
        },
      },
    );
    let failures = 1;
    before.set('ask', () => (failures-- > 0 ? network() : undefined));
    unit.raise('Sale', 'Ask', order);
    unit.commit();
    expect(read(order, 'Trace')).toBe('asked ');
    engine.advance(second);
    expect(ran).toEqual(['asked', 'ask!', 'ask', '+Paid']);
  });

  test('an assignment is queued, kept after its milestone, and retried there', () => {
    const { engine, unit, order } = sale();
    const [, ada] = created(engine, 'Person', { Name: 'ada' });
    let failures = 1;
    before.set('taken', () => (failures-- > 0 ? network() : undefined));
    unit.assign('Sale', 'Asked', order, ada);
    expect(ran).toEqual([]);
    unit.commit();
    engine.advance(second);
    expect(ran).toEqual(['taken!', 'taken']);
    expect(runOf(engine, order).slots).toEqual([{ slot: 'Asked', person: ada.id, answered: false }]);
  });

  describe('the error boundary', () => {
    test('is asked of the state last committed, and what the delivery did is kept', () => {
      const { engine, order, raise } = sale(
        { fault: { Exception: step('flow', 'Off') } },
        {
          Cart: { enter: step('+Cart'), on: { Buy: step('buy', 'Paid') }, fault: { Exception: step('cart', 'Off') } },
          Paid: { enter: step('+Paid'), exit: step('-Paid'), fault: { Exception: step('paid', 'Sent') } },
        },
      );
      before.set('+Paid', refuse);
      raise('Buy');
      expect(read(order, 'Trace')).toBe('+Cart buy paid -Paid +Sent ');
      expect(runOf(engine, order)).toMatchObject({ state: 'Sent', status: 'A' });
      expect(engine.incidents().map((i) => i.resolvedAt !== null)).toEqual([true]);
    });

    test('that stays arms what the failed delivery had cancelled', () => {
      const { engine, order, raise } = sale({ fault: { Exception: step('fault') } });
      before.set('+Paid', refuse);
      raise('Buy');
      expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'A', timers: [{ key: 'Paid/Expire' }] });
      before.clear();
      engine.advance(30n * minute);
      expect(stateOfRow(engine, order)).toBe('Sent');
    });

    test('that stays does not arm again the timer that failed', () => {
      const { engine, order } = sale({ fault: { Exception: step('fault') } });
      before.set('late', refuse);
      engine.advance(day);
      expect(ran).toEqual(['late!', 'fault']);
      expect(runOf(engine, order)).toMatchObject({ state: 'Cart', status: 'A', timers: [] });
    });

    test('goes on after a crash in its own arm', () => {
      const store = make();
      const definition = shop({ fault: { Exception: step('fault', 'Off') } });
      const engine = begin(definition, store);
      const [unit, order] = created(engine, 'Order');
      ran = [];
      before.set('+Paid', refuse);
      before.set('-Paid', die);
      unit.raise('Sale', 'Buy', order);
      expect(() => unit.commit()).toThrow(StoreError);
      before.clear();
      const next = open(definition, { store });
      next.settle();
      expect(read(order, 'Trace')).toBe('+Cart buy -Cart fault -Paid +Off ');
      expect(next.incidents().map((i) => i.resolvedAt !== null)).toEqual([true]);
    });

    test('whose own arm throws is an incident, and retry runs that arm again', () => {
      const { engine, order, raise } = sale({ fault: { Exception: step('fault', 'Off') } });
      before.set('+Paid', refuse);
      before.set('fault', refuse);
      raise('Buy');
      expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'F' });
      before.clear();
      expect(engine.retryRun(runOf(engine, order).id)).toBe(true);
      expect(stateOfRow(engine, order)).toBe('Off');
    });
  });

  test('a start by hand is queued; a fault in it leaves the run where its steps came', () => {
    const engine = begin(shop({ autostart: false, start: step('start') }), make());
    const [unit, order] = created(engine, 'Order');
    before.set('+Cart', refuse);
    expect(unit.start('Sale', order)).toBe(Raised.queued);
    expect(() => unit.start('Sale', order)).toThrow(thrown('WorkflowException', 'Instance:100025'));
    unit.commit();
    expect(runOf(engine, order)).toMatchObject({ state: 'Cart', status: 'F' });
    before.clear();
    expect(engine.retryRun(runOf(engine, order).id)).toBe(true);
    expect(ran).toEqual(['start', '+Cart!', '+Cart']);
    expect(runOf(engine, order)).toMatchObject({ status: 'A', started: true, timers: [{ key: 'Cart/Expire' }] });
  });

  test('an autostart is of the creation, and refuses it when it throws', () => {
    const engine = begin(shop(), make());
    before.set('+Cart', refuse);
    const unit = engine.unit();
    unit.create('Order');
    expect(() => unit.commit()).toThrow(thrown('InvalidOperationException'));
    expect(engine.dump()).toBe('');
  });

  test('a write that a rule refuses is the fault of the step that made it', () => {
    const definition = app({
      entities: { Order: { Trace: 'string?', N: { t: 'int', rules: [{ rule: 'Max', args: [5] }] } } },
      workflows: [
        {
          key: 'Sale',
          entity: 'Order',
          commit: 'perStep',
          states: {
            Cart: { exit: step('-Cart'), on: { Buy: step('buy', 'Paid') } },
            Paid: {
              enter: (row, host) => {
                host.set(row, 'N', 9);
                return null;
              },
            },
          },
        },
      ],
    });
    const engine = begin(definition, make());
    const [unit, order] = created(engine, 'Order', { N: 0 });
    unit.raise('Sale', 'Buy', order);
    unit.commit();
    expect(engine.incidents()).toMatchObject([{ type: 'ValidationException', step: 'OnEntry' }]);
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'F' });
    expect(read(order, 'N')).toBe(0);
  });

  test('an operation that nobody stubbed ends the settle; the delivery is kept for the next', () => {
    const { engine, unit, order } = sale();
    before.set('+Paid', () => {
      throw new EngineAbort('unstubbed', 'Mailer.Send');
    });
    unit.raise('Sale', 'Buy', order);
    expect(() => unit.commit()).toThrow(EngineAbort);
    expect(runOf(engine, order)).toMatchObject({ state: 'Paid', status: 'B' });
    before.clear();
    engine.settle();
    expect(ran.filter((name) => name === 'buy')).toHaveLength(1);
    expect(runOf(engine, order).status).toBe('A');
  });

  test('children: started after the commit, their outcome taken up where it failed', () => {
    const definition = app({
      entities: { Bill: { Trace: 'string?' }, Trip: { Trace: 'string?', Bill: 'Bill' } },
      workflows: [
        {
          key: 'Trip',
          entity: 'Trip',
          commit: 'perStep',
          states: {
            Plan: { on: { Book: step('book', 'Pay') } },
            Pay: {
              enter: step('+Pay'),
              exit: step('-Pay'),
              child: {
                name: 'Bill',
                workflow: 'Bill',
                row: (row, host) => host.reference(row, 'Bill'),
                succeeded: step('paid', 'Booked'),
              },
            },
            Booked: { enter: step('+Booked') },
          },
        },
        {
          key: 'Bill',
          entity: 'Bill',
          commit: 'perStep',
          autostart: false,
          states: { Due: { enter: step('+Due'), on: { Pay: () => goto('Paid') } }, Paid: { terminal: 'success' } },
        },
      ],
    });
    const engine = begin(definition, make());
    const unit = engine.unit();
    const bill = unit.create('Bill') as RowRecord;
    const trip = unit.create('Trip', { Bill: bill }) as RowRecord;
    unit.commit();
    unit.raise('Trip', 'Book', trip);
    unit.commit();
    expect(runOf(engine, trip)).toMatchObject({ state: 'Pay', status: 'B', owner: 0, child: runOf(engine, bill).id });
    expect(read(bill, 'Trace')).toBe('+Due ');
    let failures = 1;
    before.set('-Pay', () => (failures-- > 0 ? network() : undefined));
    unit.raise('Bill', 'Pay', bill);
    unit.commit();
    engine.advance(second);
    expect(ran.slice(3)).toEqual(['paid', '-Pay!', '-Pay', '+Booked']);
    expect(runOf(engine, trip)).toMatchObject({ state: 'Booked', status: 'A', child: 0 });
  });

  test('a reminder arms its next round once', () => {
    const { engine, order } = sale(
      {},
      {
        Cart: {
          slots: {
            Asked: {
              event: 'Ask',
              remind: { after: minutes(10), thenEvery: minutes(10), then: step('nudge') },
            },
          },
        },
      },
    );
    let failures = 1;
    before.set('nudge', () => (failures-- > 0 ? network() : undefined));
    engine.advance(25n * minute);
    expect(ran).toEqual(['nudge!', 'nudge', 'nudge']);
    expect(runOf(engine, order).timers).toHaveLength(1);
  });
});
