/** The trace is a function of definition, script and seed: the same on every store. */
import { expect, test } from 'vitest';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { TraceBuffer, traceLine } from '../../../src/runtime/trace.ts';
import type { Store } from '../../../src/stores/contract.ts';
import { MemoryStore } from '../../../src/stores/memory/store.ts';
import { PostgresStore } from '../../../src/stores/postgres/store.ts';
import { freshAddress } from '../../stores/postgres-server.ts';
import { app, created, hour, minutes, note, open, second, stores } from './support.ts';

const definition = app({
  entities: { Door: { Trace: 'string?', N: 'int' }, House: { Trace: 'string?', Door: 'Door' } },
  workflows: [
    {
      key: 'Live',
      entity: 'House',
      commit: 'perStep',
      states: {
        Empty: { enter: note('+Empty'), exit: note('-Empty'), on: { Enter: note('enter', 'Full') } },
        Full: {
          enter: (row, host, args) => {
            if (host.chain?.attempt === 1) throw exception('NetworkException', 'no heating');
            return note('+Full')(row, host, args);
          },
          child: {
            name: 'Door',
            workflow: 'Run',
            row: (row, host) => host.reference(row, 'Door'),
            succeeded: note('shut', 'Empty'),
          },
        },
      },
    },
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

function story(store: Store, seed: number): string {
  const trace = new TraceBuffer();
  const engine = open(definition, { store, trace, seed });
  const [unit, row] = created(engine, 'Door');
  const house = unit.create('House', { Door: row });
  unit.commit();
  engine.accept({ workflow: 'Live', event: 'Enter', row: house, key: 'k' });
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
  const told = `${trace.events.map(traceLine).join('\n')}\n${engine.dump()}`;
  engine.close();
  return told;
}

test('the same definition, script and seed give the same trace on every store', async () => {
  const all = [...stores.map(([, make]) => make()), new PostgresStore(await freshAddress())];
  const [first, ...others] = all.map((store) => story(store, 7));
  for (const other of others) expect(other).toBe(first);
  expect(first).toContain('"outcome":"undone"');
  expect(first).toContain('"kept":');
  expect(story(new MemoryStore(), 8)).not.toBe(first);
});
