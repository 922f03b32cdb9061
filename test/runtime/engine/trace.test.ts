/** The trace is a function of definition, script and seed: the same on every store. */
import { expect, test } from 'vitest';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { TraceBuffer, traceLine } from '../../../src/runtime/trace.ts';
import { app, created, hour, minutes, note, open, second, stores } from './support.ts';

const definition = app({
  entities: { Door: { Trace: 'string?', N: 'int' } },
  workflows: [
    {
      key: 'Run',
      entity: 'Door',
      states: {
        A: {
          exit: (row, host) => {
            host.set(row, 'N', (row.v['N'] as number) + 1);
            return null;
          },
          on: {
            Go: (_row, host) => {
              if (host.random() < 0.7) throw exception('NetworkException', 'gone');
              return note('go', 'B')(_row, host, []);
            },
          },
          expire: { within: minutes(60), then: note('late', 'B') },
        },
        B: {
          enter: note('+B'),
          on: {
            Back: note('back', 'A'),
            Break: () => {
              throw exception('FormatException', 'no');
            },
          },
          complete: [{ when: (row) => (row.v['N'] as number) > 2, then: note('done', 'C') }],
        },
        C: { terminal: 'success' },
      },
    },
  ],
});

function story(make: (typeof stores)[number][1], seed: number): string {
  const trace = new TraceBuffer();
  const engine = open(definition, { store: make(), trace, seed });
  const [unit, row] = created(engine, 'Door');
  for (let i = 0; i < 6; i++) {
    for (const event of ['Go', 'Break', 'Back']) {
      try {
        unit.raise('Run', event, row);
      } catch {}
      unit.commit();
      engine.advance(5n * second);
    }
    engine.advance(hour);
  }
  return `${trace.events.map(traceLine).join('\n')}\n${engine.dump()}`;
}

test('the same definition, script and seed give the same trace on every store', () => {
  const told = stores.map(([, make]) => story(make, 7));
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain('"outcome":"undone"');
  expect(story(stores[0]![1], 8)).not.toBe(told[0]);
});
