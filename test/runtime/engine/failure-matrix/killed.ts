/** The process that is killed in a hook: `killed.ts <database> <atomic|perStep> <number of the row, or start>`. */
import type { RowRecord } from '../../../../src/stores/records.ts';
import { SqliteStore } from '../../../../src/stores/sqlite/store.ts';
import { open } from '../sketch.ts';
import { broken, type Commit, matrixApp, rows } from './scenes.ts';

const [path = '', commit = '', which = ''] = process.argv.slice(2);
const engine = open(matrixApp(commit as Commit), { store: new SqliteStore(path) });
broken.way = 'process killed';
if (which === 'start') {
  broken.place = '`Start`';
  const unit = engine.unit();
  unit.create('Bill');
  unit.commit();
} else {
  const [, hook, scene] = rows[Number(which)] ?? [];
  if (hook === undefined || scene === undefined) throw new Error(`there is no row ${which}`);
  const unit = engine.unit();
  const bill = unit.create('Bill') as RowRecord;
  const trip = unit.create('Trip', { Bill: bill }) as RowRecord;
  unit.commit();
  scene.before?.(engine, bill, trip);
  process.stdout.write(`${JSON.stringify([bill.v['Trace'] ?? '', trip.v['Trace'] ?? ''])}\n`);
  broken.place = hook;
  scene.act(engine, bill, trip);
}
// Who comes here was not killed.
process.exit(3);
