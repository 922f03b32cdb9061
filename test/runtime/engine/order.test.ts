import { describe, expect, test } from 'vitest';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { TraceBuffer } from '../../../src/runtime/trace.ts';
import { app, created, goto, hour, minutes, note, open, read, stateOfRow } from './support.ts';

const move = app({
  entities: { Door: { Trace: 'string?', Stuck: 'bool' } },
  workflows: [
    {
      key: 'DoorRun',
      entity: 'Door',
      states: {
        Shut: {
          enter: note('+Shut'),
          exit: (row, host, args) => {
            note('-Shut')(row, host, args);
            if (row.v['Stuck'] === true) throw exception('ValidationException', 'The door is stuck.');
            return null;
          },
          on: { Push: note('push', 'Open') },
          expire: { within: minutes(60), then: note('late', 'Open') },
        },
        Open: {
          enter: (row, host, args) => {
            note('+Open')(row, host, args);
            if (host.actor() === null && row.v['Trace'] === 'refuse') throw exception('InvalidOperationException');
            return null;
          },
          exit: note('-Open'),
          on: { Pull: note('pull', 'Shut'), Nail: note('nail', 'Nailed') },
          expire: { within: minutes(30), then: note('wind', 'Shut') },
        },
        Nailed: { terminal: 'success', enter: note('+Nailed') },
      },
    },
  ],
});

describe('leaving a state for another', () => {
  test('runs the arm, exit, the change, enter, and arms the timers, in this order', () => {
    const trace = new TraceBuffer();
    const engine = open(move);
    const [unit, door] = created(engine, 'Door');
    engine.trace = trace;
    unit.raise('DoorRun', 'Push', door);
    expect(read(door, 'Trace')).toBe('+Shut push -Shut +Open ');
    const ran = trace.events.flatMap((e) => (e.e === 'step' && e.outcome === 'ran' ? [e.order] : []));
    expect(ran.filter((o) => [30, 40, 50, 60, 90].includes(o))).toEqual([30, 40, 50, 60, 90]);
    expect(ran).toEqual([...ran].sort((a, b) => a - b));
    const orders = trace.events.flatMap((e) => (e.e === 'step' ? [e.order] : []));
    expect(orders).toEqual([5, 10, 19, 20, 21, 25, 30, 38, 39, 40, 50, 60, 70, 75, 79, 80, 90, 100, 110, 112]);
  });

  test('a terminal runs enter and finishes; nothing is armed', () => {
    const engine = open(move);
    const [unit, door] = created(engine, 'Door');
    unit.raise('DoorRun', 'Push', door);
    unit.raise('DoorRun', 'Nail', door);
    unit.commit();
    const [run] = engine.runsOf(door);
    expect(run).toMatchObject({ status: 'C', outcome: 'success', state: 'Nailed', timers: [] });
    expect(() => unit.raise('DoorRun', 'Pull', door)).toThrow(
      expect.objectContaining({ type: 'WorkflowException', fields: { Code: 'Instance:100018' } }),
    );
  });

  test('an event that nothing hears is refused, naming what is heard', () => {
    const engine = open(move);
    const [unit, door] = created(engine, 'Door');
    expect(() => unit.raise('DoorRun', 'Pull', door)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("'Pull' of DoorRun is not heard in state 'Shut', which hears 'Push'"),
      }),
    );
  });

  test('what exit throws reaches the caller and nothing is kept', () => {
    const engine = open(move);
    const [unit, door] = created(engine, 'Door', { Stuck: true });
    const before = engine.dump();
    expect(() => unit.raise('DoorRun', 'Push', door)).toThrow(expect.objectContaining({ type: 'ValidationException' }));
    unit.commit();
    expect(engine.dump()).toBe(before);
    expect(stateOfRow(engine, door)).toBe('Shut');
  });

  test('timers fire at their own instants when the clock jumps, and what they arm fires too', () => {
    const engine = open(move);
    const [, door] = created(engine, 'Door');
    engine.advance(2n * hour);
    expect(read(door, 'Trace')).toBe('+Shut late -Shut +Open wind -Open +Shut ');
    expect(engine.runsOf(door)[0]?.times).toEqual([
      { state: 'Shut', stays: 1, ticks: hour },
      { state: 'Open', stays: 1, ticks: hour / 2n },
    ]);
  });
});

describe('goto and stay', () => {
  test('a body that does not decide stays, and no lifecycle runs', () => {
    const engine = open(
      app({
        entities: { Cart: { Trace: 'string?' } },
        workflows: [
          {
            key: 'CartRun',
            entity: 'Cart',
            states: {
              Open: {
                enter: note('+'),
                exit: note('-'),
                on: { Add: note('a'), Again: () => goto('Open'), Self: () => goto('self') },
                expire: { within: minutes(5) },
              },
              Done: { terminal: 'success' },
            },
          },
        ],
      }),
    );
    const [unit, cart] = created(engine, 'Cart');
    const armed = engine.runsOf(cart)[0]?.timers;
    unit.raise('CartRun', 'Add', cart);
    expect(engine.runsOf(cart)[0]?.timers).toBe(armed);
    unit.raise('CartRun', 'Again', cart);
    unit.raise('CartRun', 'Self', cart);
    unit.commit();
    expect(read(cart, 'Trace')).toBe('+ a - + - + ');
    expect(engine.runsOf(cart)[0]?.timers).not.toBe(armed);
    expect(engine.runsOf(cart)[0]?.status).toBe('A');
  });
});
