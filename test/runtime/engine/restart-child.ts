/** The process that `restart.test.ts` starts on a database, once to begin and once to go on. */

import { VirtualClock } from '../../../src/runtime/clock.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';
import { app, created, day, goto, hour, minute, minutes, morning, note, open, read } from './support.ts';

const [path = '', part = ''] = process.argv.slice(2);
let fails = part === 'begin';
const definition = app({
  entities: { Loan: { Trace: 'string?' } },
  workflows: [
    {
      key: 'Run',
      entity: 'Loan',
      deadline: { within: () => minutes(60 * 24)(), then: note('deadline', 'End') },
      events: { Say: ['decimal'] },
      states: {
        A: {
          enter: note('+A'),
          expire: { within: minutes(60), then: note('late', 'B') },
          slots: {
            S: { event: 'Answer', remind: { after: minutes(10), thenEvery: minutes(20), then: note('remind') } },
          },
          on: {
            Say: (row, host, args) => {
              if (fails) throw exception('NetworkException');
              note(`say ${String(args[0])}`)(row, host, args);
              return null;
            },
          },
        },
        B: { enter: note('+B'), on: { Go: () => goto('End') } },
        End: { terminal: 'success', enter: note('+End') },
      },
    },
  ],
});

const { Decimal } = await import('../../../src/runtime/library/decimal.ts');
if (part === 'begin') {
  const engine = open(definition, { store: new SqliteStore(path) });
  const [unit, row] = created(engine, 'Loan');
  unit.raise('Run', 'Say', row, [Decimal.parse('1.10')]);
  unit.commit();
  engine.advance(4n * minute);
  process.stdout.write(String(read(row, 'Trace')));
  // As a crash leaves it: nothing is closed.
  process.kill(process.pid, 'SIGKILL');
} else {
  fails = false;
  const engine = open(definition, { store: new SqliteStore(path), clock: new VirtualClock(morning + 4n * minute) });
  const [row] = engine.unit().query('Loan');
  engine.advance(hour * 2n);
  process.stdout.write(`${String(read(row, 'Trace'))}| `);
  engine.advance(day);
  process.stdout.write(
    `${String(read(row, 'Trace'))}| ${engine.runs()[0]?.status} ${engine.nextDue() ?? 'nothing due'}`,
  );
  engine.close();
}
