/**
 * Transitions a second in memory, with rollback on: guard, arm, exit, enter, one timer cancelled and one armed, a row of
 * eight members of which two are written. `node --import tsx bench/engine.ts [seconds]`
 */
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

const seconds = Number(process.argv[2] ?? 3);
const engine = open(definition);
const [unit, door] = created(engine, 'Door');
for (let i = 0; i < 50_000; i++) {
  unit.raise('DoorRun', 'Push', door);
  unit.commit();
}
let done = 0;
const begin = performance.now();
const cpu = process.cpuUsage();
while (performance.now() - begin < seconds * 1000) {
  for (let i = 0; i < 1000; i++) {
    unit.raise('DoorRun', 'Push', door);
    unit.commit();
  }
  done += 1000;
}
const { user, system } = process.cpuUsage(cpu);
const rate = (done / (user + system)) * 1_000_000;
process.stdout.write(`${Math.round(rate).toLocaleString('en')} transitions a second of CPU, a commit each\n`);
