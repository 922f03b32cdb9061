/**
 * The app that `bench/runtime.ts` measures: a transition has a guard, an arm, `exit` and `enter`; one timer is cancelled and
 * one armed; of the row's eight members two are written.
 */
import type { Definition } from '../src/definition/document.ts';
import type { Store } from '../src/stores/contract.ts';
import { app, created, goto, minutes, open } from '../test/runtime/engine/support.ts';

const hall = minutes(60);

export const doors: Definition = app({
  entities: { Door: { A: 'int', B: 'int', C: 'string?', D: 'string?', E: 'decimal', F: 'DateTime?', G: 'bool' } },
  workflows: [
    {
      key: 'DoorRun',
      entity: 'Door',
      states: Object.fromEntries(
        [
          ['Shut', 'Open'],
          ['Open', 'Shut'],
        ].map(([from = '', to = '']) => [
          from,
          {
            enter: (row, host) => host.set(row, 'B', (row.v['B'] as number) + 1),
            exit: (row, host) => host.set(row, 'G', row.v['G'] !== true),
            on: { Push: (row) => (row.v['A'] === 0 ? goto(to) : null) },
            expire: { within: hall, then: () => goto(to) },
          },
        ]),
      ),
    },
  ],
});

/** An engine on the store with one door, and what moves it. */
export function doorOn(store: Store): { readonly push: () => void; readonly close: () => void } {
  const engine = open(doors, { store });
  const [unit, door] = created(engine, 'Door');
  return {
    push: () => {
      unit.raise('DoorRun', 'Push', door);
      unit.commit();
    },
    close: () => engine.close(),
  };
}

/** How often a second, after some rounds to warm up. */
export function rate(act: () => void, seconds: number): number {
  for (let i = 0; i < 500; i++) act();
  const begin = performance.now();
  let done = 0;
  while (performance.now() - begin < seconds * 1000) {
    for (let i = 0; i < 100; i++) act();
    done += 100;
  }
  return (done / (performance.now() - begin)) * 1000;
}

/** As `rate`, for what answers later. */
export async function rateOf(act: () => Promise<unknown>, seconds: number): Promise<number> {
  for (let i = 0; i < 500; i++) await act();
  const begin = performance.now();
  let done = 0;
  while (performance.now() - begin < seconds * 1000) {
    for (let i = 0; i < 100; i++) await act();
    done += 100;
  }
  return (done / (performance.now() - begin)) * 1000;
}
