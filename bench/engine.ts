/**
 * Transitions a second in memory, with rollback on: guard, arm, exit, enter, one timer cancelled and one armed, a row of
 * eight members of which two are written, a commit each. Beside it XState 5's `actor.send` with guard, assign, entry and
 * exit, in turns: the median of five. `node --import tsx bench/engine.ts [seconds of CPU for each]`
 */
import { createActor, setup } from 'xstate';
import { app, created, goto, minutes, open } from '../test/runtime/engine/support.ts';

const hall = minutes(60);
const definition = app({
  entities: { Door: { A: 'int', B: 'int', C: 'string?', D: 'string?', E: 'decimal', F: 'DateTime?', G: 'bool' } },
  workflows: [
    {
      key: 'DoorRun',
      entity: 'Door',
      states: {
        Shut: {
          enter: (row, host) => {
            host.set(row, 'B', (row.v['B'] as number) + 1);
            return null;
          },
          exit: (row, host) => {
            host.set(row, 'G', row.v['G'] !== true);
            return null;
          },
          on: { Push: (row) => (row.v['A'] === 0 ? goto('Open') : null) },
          expire: { within: hall, then: () => goto('Open') },
        },
        Open: {
          enter: (row, host) => {
            host.set(row, 'B', (row.v['B'] as number) + 1);
            return null;
          },
          exit: (row, host) => {
            host.set(row, 'G', row.v['G'] !== true);
            return null;
          },
          on: { Push: (row) => (row.v['A'] === 0 ? goto('Shut') : null) },
          expire: { within: hall, then: () => goto('Shut') },
        },
      },
    },
  ],
});

/** XState's counterpart: guard, assign, entry and exit; no rollback, no timer, no store. */
function xstateDoor(): () => void {
  const { createMachine, assign } = setup({ types: {} as { context: DoorContext; events: { type: 'Push' } } });
  const hold = {
    entry: assign({ b: ({ context }) => context.b + 1 }),
    exit: assign({ g: ({ context }) => !context.g }),
  };
  const free = ({ context }: { readonly context: DoorContext }): boolean => context.a === 0;
  const machine = createMachine({
    context: { a: 0, b: 0, c: null, d: null, e: 0, f: null, g: false, h: 0 },
    initial: 'Shut',
    states: {
      Shut: { ...hold, on: { Push: { target: 'Open', guard: free } } },
      Open: { ...hold, on: { Push: { target: 'Shut', guard: free } } },
    },
  });
  const actor = createActor(machine).start();
  return () => actor.send({ type: 'Push' });
}

interface DoorContext {
  readonly a: number;
  readonly b: number;
  readonly c: string | null;
  readonly d: string | null;
  readonly e: number;
  readonly f: Date | null;
  readonly g: boolean;
  readonly h: number;
}

function osyDoor(): () => void {
  const [unit, door] = created(open(definition), 'Door');
  return () => {
    unit.raise('DoorRun', 'Push', door);
    unit.commit();
  };
}

/** Transitions a second of CPU: what else the machine does at the time counts less than with a wall clock. */
function rateOf(push: () => void, seconds: number): number {
  let done = 0;
  const begin = process.cpuUsage();
  for (;;) {
    for (let i = 0; i < 1000; i++) push();
    done += 1000;
    const { user, system } = process.cpuUsage(begin);
    if (user + system > seconds * 1_000_000) return (done / (user + system)) * 1_000_000;
  }
}

const rounds = 5;
const seconds = Number(process.argv[2] ?? 5) / rounds;
const contenders = { 'osy, with rollback and timers': osyDoor(), 'XState, with neither': xstateDoor() };
const rates = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as number[]]));
for (const push of Object.values(contenders)) for (let i = 0; i < 50_000; i++) push();
for (let round = 0; round < rounds; round++) {
  for (const [name, push] of Object.entries(contenders)) rates[name]?.push(rateOf(push, seconds));
}
for (const [name, found] of Object.entries(rates)) {
  const median = [...found].sort((a, b) => a - b)[rounds >> 1] ?? 0;
  process.stdout.write(
    `${name.padEnd(30)} ${Math.round(median).toLocaleString('en').padStart(9)} transitions a second\n`,
  );
}
