/** pipeline.md §3, §7: events accepted before they are done (202), beside raises that wait. */
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/runtime/engine.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { TraceBuffer } from '../../../src/runtime/trace.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import {
  app,
  type BodyFunction,
  created,
  hour,
  minutes,
  note,
  open,
  read,
  second,
  stateOfRow,
  stores,
  thrown,
  type WorkflowSketch,
} from './support.ts';

let failing: (() => never) | undefined;
const failable =
  (name: string, then: string): BodyFunction =>
  (row, host, args) => {
    failing?.();
    return note(name, then)(row, host, args);
  };

const door = (commit: 'atomic' | 'perStep' = 'atomic'): ReturnType<typeof app> =>
  app({
    principal: 'Person',
    entities: { Door: { Trace: 'string?', N: 'int' }, Person: { Name: 'string' } },
    workflows: [
      {
        key: 'D',
        entity: 'Door',
        commit,
        events: { Add: ['int'] },
        authorize: { Open: (_row, _host, args) => (args[0] as RowRecord | null)?.v['Name'] !== 'eve' },
        states: {
          Shut: {
            on: { Open: failable('open', 'Open') },
            slots: { Asked: { event: 'Ask', requires: { Card: { must: () => false, message: 'no card' } } } },
            expire: { within: minutes(60), then: note('late', 'Open') },
          },
          Open: { on: { Close: note('close', 'Shut') } },
          Off: { terminal: 'cancel' },
        },
        on: {
          Add: (row, host, args) => {
            host.set(row, 'N', (row.v['N'] as number) + (args[0] as number));
            return null;
          },
        },
        quiet: ['Add'],
        cancel: { Drop: note('drop', 'Off') },
      },
    ],
  });

const busy = thrown('WorkflowException', 'Instance:100031');
const runOf = (engine: Engine, row: RowRecord) => engine.runsOf(row)[0] ?? expect.fail('no run');

describe.each(stores)('an accepted event on %s', (_name, make) => {
  const begin = (definition = door()) => {
    failing = undefined;
    const engine = open(definition, { store: make() });
    const [unit, row] = created(engine, 'Door', { N: 0 });
    const accept = (event: string, more: { args?: readonly number[]; key?: string; actor?: RowRecord } = {}): number =>
      engine.accept({ workflow: 'D', event, row, ...more });
    return { engine, unit, row, accept };
  };

  test.each(['atomic', 'perStep'] as const)(
    'makes its run Busy at once, and is delivered by the next settle (%s)',
    (commit) => {
      const { engine, row, accept } = begin(door(commit));
      const delivery = accept('Open');
      expect(runOf(engine, row)).toMatchObject({ state: 'Shut', status: 'B', owner: delivery });
      expect(read(row, 'Trace')).toBe(null);
      engine.settle();
      expect(runOf(engine, row)).toMatchObject({ state: 'Open', status: 'A', owner: 0 });
      expect(engine.deliveries()).toEqual([]);
    },
  );

  test('refuses a second one, and a raise that waits, as Busy', () => {
    const { engine, unit, row, accept } = begin();
    accept('Open');
    expect(() => accept('Open')).toThrow(busy);
    expect(() => unit.raise('D', 'Open', row)).toThrow(busy);
    engine.settle();
    unit.raise('D', 'Close', row);
    unit.commit();
    expect(read(row, 'Trace')).toBe('open close ');
  });

  test('meets the uncommitted flip of a raise as Busy, and does not wait', () => {
    const { engine, unit, row, accept } = begin();
    unit.raise('D', 'Open', row);
    expect(() => accept('Open')).toThrow(busy);
    unit.discard();
    accept('Open');
    engine.settle();
    expect(stateOfRow(engine, row)).toBe('Open');
  });

  test('of updateData is taken in N times, while Busy too, and nothing is lost', () => {
    const { engine, row, accept } = begin();
    accept('Open');
    for (let n = 1; n <= 20; n++) accept('Add', { args: [n] });
    accept('Add', { args: [1] });
    accept('Add', { args: [1] });
    engine.settle();
    expect(read(row, 'N')).toBe(212);
    expect(runOf(engine, row)).toMatchObject({ state: 'Open', status: 'A' });
  });

  test('of a cancel is not refused as Busy, and wins over what was accepted and is not done', () => {
    const { engine, row, accept } = begin();
    failing = () => {
      throw exception('NetworkException');
    };
    accept('Open');
    accept('Drop');
    engine.settle();
    expect(runOf(engine, row)).toMatchObject({ state: 'Off', status: 'C' });
    failing = undefined;
    engine.advance(hour);
    expect(read(row, 'Trace')).toBe('drop ');
    expect(engine.deliveries()).toEqual([]);
  });

  test('of a cancel makes an active run Busy', () => {
    const { engine, row, accept } = begin();
    accept('Drop');
    expect(runOf(engine, row).status).toBe('B');
    expect(() => accept('Open')).toThrow(busy);
    engine.settle();
    expect(runOf(engine, row).status).toBe('C');
  });

  test('is authorized, and known to be heard, before it is answered', () => {
    const { engine, row, accept } = begin();
    const [, eve] = created(engine, 'Person', { Name: 'eve' });
    expect(() => accept('Open', { actor: eve })).toThrow(thrown('NotAuthorized'));
    expect(() => accept('Close')).toThrow(thrown('WorkflowException', 'Transition:100020'));
    expect(() => accept('Nothing')).toThrow(thrown('WorkflowException', 'Transition:100004'));
    expect(runOf(engine, row).status).toBe('A');
    expect(engine.deliveries()).toEqual([]);
  });

  test('that is refused when its turn comes gives the run back', () => {
    const trace = new TraceBuffer();
    failing = undefined;
    const engine = open(door(), { store: make(), trace });
    const [, row] = created(engine, 'Door', { N: 0 });
    engine.accept({ workflow: 'D', event: 'Ask', row });
    engine.settle();
    expect(runOf(engine, row)).toMatchObject({ state: 'Shut', status: 'A', owner: 0 });
    expect(engine.deliveries()).toEqual([]);
    expect(engine.incidents()).toEqual([]);
    const depth = trace.events.reduce((n, e) => n + (e.e === 'delivery' ? 1 : e.e === 'end' ? -1 : 0), 0);
    expect(depth).toBe(0);
  });

  test('that fails is an incident, as of all that nobody waits for', () => {
    const { engine, row, accept } = begin();
    failing = () => {
      throw exception('FormatException', 'no');
    };
    accept('Open');
    engine.settle();
    expect(runOf(engine, row)).toMatchObject({ state: 'Shut', status: 'F' });
    expect(() => accept('Open')).toThrow(thrown('WorkflowException', 'Transition:100020'));
    expect(() => accept('Add', { args: [1] })).toThrow(thrown('WorkflowException', 'Transition:100024'));
  });

  test.each(['atomic', 'perStep'] as const)(
    'takes effect once for each key, whenever the copy comes (%s)',
    (commit) => {
      const { engine, row, accept } = begin(door(commit));
      const again = thrown('WorkflowException', 'Instance:100019');
      accept('Add', { args: [5], key: 'a' });
      expect(() => accept('Add', { args: [5], key: 'a' })).toThrow(again);
      accept('Add', { args: [7], key: 'b' });
      engine.settle();
      expect(() => accept('Add', { args: [5], key: 'a' })).toThrow(again);
      engine.settle();
      expect(read(row, 'N')).toBe(12);
    },
  );

  test('takes effect once for a key also when it failed and was mended', () => {
    const { engine, row, accept } = begin();
    failing = () => {
      throw exception('FormatException', 'no');
    };
    accept('Open', { key: 'a' });
    engine.settle();
    failing = undefined;
    expect(engine.retryRun(runOf(engine, row).id)).toBe(true);
    expect(stateOfRow(engine, row)).toBe('Open');
    expect(() => accept('Close', { key: 'a' })).toThrow(thrown('WorkflowException', 'Instance:100019'));
  });

  test('with a network fault is retried with its key', () => {
    const { engine, row, accept } = begin();
    let failures = 1;
    failing = (() => {
      if (failures-- > 0) throw exception('NetworkException');
    }) as () => never;
    accept('Open', { key: 'a' });
    engine.settle();
    expect(runOf(engine, row).status).toBe('A');
    engine.advance(second);
    expect(stateOfRow(engine, row)).toBe('Open');
  });

  test('of a process that died after its answer is delivered by the next one', () => {
    const store = make();
    const engine = open(door(), { store });
    const [, row] = created(engine, 'Door', { N: 0 });
    failing = undefined;
    engine.accept({ workflow: 'D', event: 'Open', row });
    const next = open(door(), { store });
    next.settle();
    expect(runOf(next, row)).toMatchObject({ state: 'Open', status: 'A' });
  });
});

describe.each(stores)('a chain of children on %s', (_name, make) => {
  let cancelled: string[] = [];
  const level = (key: string, below: string | undefined, more: Partial<WorkflowSketch> = {}): WorkflowSketch => ({
    key,
    entity: key,
    autostart: key === 'Top',
    events: { Act: [], Odd: [] },
    states: {
      At: {
        on: { Act: below === undefined ? failable('act', 'Done') : () => null },
        ...(below === undefined
          ? {}
          : {
              child: {
                name: 'Below',
                workflow: below,
                row: (row, host) => host.reference(row, 'Below'),
                succeeded: note('heard', 'Done'),
                cancelled: note('void', 'Off'),
              },
            }),
      },
      Other: { on: { Odd: () => null } },
      Done: { terminal: 'success' },
      Off: { terminal: 'cancel', enter: note('+Off') },
    },
    cancel: {
      Drop: (row, host, args) => {
        cancelled.push(key);
        return note('drop', 'Off')(row, host, args);
      },
    },
    ...more,
  });

  const begin = () => {
    failing = undefined;
    cancelled = [];
    const engine = open(
      app({
        entities: {
          Leaf: { Trace: 'string?' },
          Mid: { Trace: 'string?', Below: 'Leaf' },
          Top: { Trace: 'string?', Below: 'Mid' },
        },
        workflows: [
          level('Top', 'Mid', {
            states: {
              ...level('Top', 'Mid').states,
              Other: { on: { Odd: () => null, Act: () => null } },
            },
          }),
          level('Mid', 'Leaf'),
          level('Leaf', undefined),
        ],
      }),
      { store: make() },
    );
    const unit = engine.unit();
    const leaf = unit.create('Leaf') as RowRecord;
    const mid = unit.create('Mid', { Below: leaf }) as RowRecord;
    const top = unit.create('Top', { Below: mid }) as RowRecord;
    unit.commit();
    const accept = (event: string, row = top): number => engine.accept({ workflow: row.entity, event, row });
    const statuses = (): string => [top, mid, leaf].map((row) => runOf(engine, row).status).join('');
    return { engine, unit, leaf, mid, top, accept, statuses };
  };

  test('is reserved to the leaf by an accept, and the forward claims it', () => {
    const { engine, leaf, mid, top, accept, statuses } = begin();
    expect(statuses()).toBe('BBA');
    accept('Act');
    expect(statuses()).toBe('BBB');
    engine.settle();
    expect(read(leaf, 'Trace')).toBe('act ');
    expect([read(mid, 'Trace'), read(top, 'Trace')]).toEqual(['heard ', 'heard ']);
    expect(statuses()).toBe('CCC');
  });

  test('is not reserved by a raise that waits', () => {
    const { engine, unit, top, statuses } = begin();
    unit.raise('Top', 'Act', top);
    expect(statuses()).toBe('BBA');
    unit.commit();
    engine.settle();
    expect(statuses()).toBe('CCC');
  });

  test('once reserved is Busy for everybody else: for the parent, and for the leaf itself', () => {
    const { unit, leaf, top, accept } = begin();
    accept('Act');
    expect(() => accept('Act')).toThrow(busy);
    expect(() => accept('Act', leaf)).toThrow(busy);
    expect(() => unit.raise('Top', 'Act', top)).toThrow(busy);
    expect(() => unit.raise('Leaf', 'Act', leaf)).toThrow(busy);
  });

  test('whose leaf is Busy for its own reasons refuses an accept and takes nothing', () => {
    const { engine, leaf, accept, statuses } = begin();
    const own = accept('Act', leaf);
    expect(() => accept('Act')).toThrow(busy);
    expect(runOf(engine, leaf).owner).toBe(own);
    engine.settle();
    expect(statuses()).toBe('CCC');
  });

  test('is given back by a failed forward, and nothing else is', () => {
    const { engine, leaf, accept, statuses } = begin();
    failing = () => {
      throw exception('NetworkException');
    };
    accept('Act');
    engine.settle();
    // The forward is tried again; until then the leaf is at rest, and its parents wait for it as before.
    expect(statuses()).toBe('BBA');
    failing = undefined;
    engine.advance(second);
    expect(read(leaf, 'Trace')).toBe('act ');
    expect(statuses()).toBe('CCC');
  });

  test('is given back when the forward finds that nothing hears it', () => {
    const { engine, accept, statuses } = begin();
    // Declared by the leaf, and not heard in the state that it is in.
    accept('Odd');
    expect(statuses()).toBe('BBB');
    engine.settle();
    expect(statuses()).toBe('BBA');
    expect(engine.deliveries()).toEqual([]);
    accept('Act');
    engine.settle();
    expect(statuses()).toBe('CCC');
  });

  test('is cancelled with its parent, leaf first', () => {
    const { engine, unit, top, statuses } = begin();
    unit.raise('Top', 'Drop', top);
    unit.commit();
    expect(cancelled).toEqual(['Top', 'Leaf', 'Mid']);
    expect(statuses()).toBe('CCC');
    expect(engine.deliveries()).toEqual([]);
  });

  test('is not left reserved when the parent is cancelled before the forward', () => {
    const { engine, leaf, mid, accept, top, statuses } = begin();
    accept('Act');
    engine.cancelRun(runOf(engine, top).id);
    engine.settle();
    expect(statuses()).toBe('CCC');
    expect([read(leaf, 'Trace'), read(mid, 'Trace')]).toEqual(['drop +Off ', 'drop +Off ']);
    expect(engine.deliveries()).toEqual([]);
  });
});
