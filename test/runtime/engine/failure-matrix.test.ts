/**
 * docs/failure-matrix.md: for every place where a hook can fail and every way, what is kept, what is retried and who is
 * told. Each cell is produced by doing it, compared with what language.md §10 says, and with the page.
 * `OSY_UPDATE=1` writes the page anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/runtime/engine.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { EngineAbort, ExceptionValue } from '../../../src/runtime/library/values.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { app, type BodyFunction, day, goto, minutes, open, second } from './support.ts';

type Way = 'throws' | 'network fault' | 'limit reached';
interface Cell {
  readonly kept: string;
  readonly retried: string;
  readonly told: string;
}

let broken = '';
let way: Way = 'throws';
const hook =
  (place: string, then?: string, value = true): BodyFunction =>
  (_row, host) => {
    if (place === broken) {
      if (way === 'limit reached') host.outOfFuel();
      throw way === 'throws' ? exception('InvalidOperationException', 'no') : exception('NetworkException');
    }
    return then === undefined ? value : goto(then);
  };

const definition = app({
  entities: { Bill: { N: 'int' }, Trip: { Bill: 'Bill' } },
  workflows: [
    {
      key: 'Pay',
      entity: 'Bill',
      start: hook('`Start`'),
      authorize: { Go: hook('`Authorize`') },
      states: {
        Due: {
          exit: hook('`exit`'),
          on: { Go: hook('arm', 'Next') },
          slots: {
            Doing: {
              event: 'Do',
              requires: { Card: { must: hook('`Requires`'), message: 'A card is needed.' } },
              finished: { enter: hook("milestone's `enter`") },
              remind: { after: minutes(10), then: hook('reminder') },
            },
          },
          expire: { within: minutes(20), then: hook('timer body', 'Next') },
        },
        Next: {
          enter: hook('`enter`'),
          complete: [{ when: hook('`complete when`', undefined, false), then: () => goto('Paid') }],
          on: { End: () => goto('Paid') },
        },
        Paid: { terminal: 'success' },
      },
    },
    {
      key: 'Travel',
      entity: 'Trip',
      states: {
        Paying: {
          child: {
            name: 'Pay',
            workflow: 'Pay',
            row: (row, host) => host.reference(row, 'Bill'),
            succeeded: hook('child outcome', 'Booked'),
          },
        },
        Booked: { terminal: 'success' },
      },
    },
  ],
});

/** The row that the delivery is about, and what sets it off. */
interface Scene {
  readonly entity: 'Bill' | 'Trip';
  readonly waits: 'caller' | 'nobody';
  readonly act: (engine: Engine, row: RowRecord) => unknown;
}

const raising = (event: string): Scene => ({
  entity: 'Bill',
  waits: 'caller',
  act: (engine, row) => {
    const unit = engine.unit();
    const outcome = unit.raise('Pay', event, row);
    unit.commit();
    return outcome;
  },
});
const waiting = (n: bigint): Scene => ({
  entity: 'Bill',
  waits: 'nobody',
  act: (engine) => engine.advance(n * 60n * second),
});
const childEnds: Scene = {
  entity: 'Trip',
  waits: 'nobody',
  act: (engine, row) => {
    const unit = engine.unit();
    const bill = unit.query('Bill').find((b) => b.id === row.v['Bill']) as RowRecord;
    unit.raise('Pay', 'Go', bill);
    unit.raise('Pay', 'End', bill);
    unit.commit();
  },
};

const rows: readonly (readonly [place: string, scene: Scene])[] = [
  ['`Authorize`', raising('Go')],
  ['`Requires`', raising('Do')],
  ["milestone's `enter`", raising('Do')],
  ['arm', raising('Go')],
  ['`exit`', raising('Go')],
  ['`enter`', raising('Go')],
  ['`complete when`', raising('Go')],
  ['reminder', waiting(10n)],
  ['timer body', waiting(20n)],
  ['`exit`', waiting(20n)],
  ['`enter`', waiting(20n)],
  ['`complete when`', waiting(20n)],
  ['child outcome', childEnds],
];
const ways: readonly Way[] = ['throws', 'network fault', 'limit reached'];

const again = 'from the top, after 1 s';
/** language.md §10, by hand. */
const byRule: Readonly<Record<'caller' | 'nobody', Readonly<Record<Way, Cell>>>> = {
  caller: {
    throws: { kept: 'nothing', retried: 'no', told: 'the caller: InvalidOperationException' },
    'network fault': { kept: 'nothing', retried: again, told: 'the caller: PendingRetry' },
    'limit reached': { kept: 'nothing', retried: 'no', told: 'the caller: the limit' },
  },
  nobody: {
    throws: { kept: 'nothing', retried: 'no', told: 'an incident; the run is faulted' },
    'network fault': { kept: 'nothing', retried: again, told: 'nobody yet' },
    'limit reached': { kept: 'nothing', retried: 'no', told: 'an incident; the run is faulted' },
  },
};
/** A retry does not authorize again, so that a fault there is the caller's. */
const unauthorized: Cell = { kept: 'nothing', retried: 'no', told: 'the caller: NetworkException' };
const starts: Readonly<Record<Way, Cell>> = {
  throws: { kept: 'nothing, the row neither', retried: 'no', told: 'the caller: InvalidOperationException' },
  'network fault': { kept: 'the row, in `Initial`, Busy', retried: again, told: 'nobody yet' },
  'limit reached': { kept: 'nothing, the row neither', retried: 'no', told: 'the caller: the limit' },
};

function toldBy(work: () => unknown): string {
  try {
    return work() === 1 ? 'the caller: PendingRetry' : '';
  } catch (error) {
    if (error instanceof ExceptionValue) return `the caller: ${error.type}`;
    if (error instanceof EngineAbort) return 'the caller: the limit';
    throw error;
  }
}

function retriesOf(engine: Engine): string {
  const [delivery, ...more] = engine.deliveries();
  if (delivery === undefined) return 'no';
  const exact = more.length === 0 && delivery.attempt === 2 && delivery.due === engine.clock.now() + second;
  return exact ? again : 'otherwise';
}

function doIt(place: string, as: Way, scene: Scene): Cell {
  broken = '';
  const engine = open(definition);
  const unit = engine.unit();
  const bill = unit.create('Bill') as RowRecord;
  const row = scene.entity === 'Bill' ? bill : (unit.create('Trip', { Bill: bill }) as RowRecord);
  unit.commit();
  const place0 = engine.runsOf(row)[0]?.state;
  const visit0 = engine.runsOf(row)[0]?.visit;
  const before = engine.dump();
  broken = place;
  way = as;
  const told = toldBy(() => scene.act(engine, row));
  const run = engine.runsOf(row)[0];
  const undone = run?.state === place0 && run?.visit === visit0 && run?.slots.length === 0;
  const incident = engine.incidents().length === 1 && run?.status === 'F';
  const cell = {
    kept: undone ? 'nothing' : 'something',
    retried: retriesOf(engine),
    told: told !== '' ? told : incident ? 'an incident; the run is faulted' : 'nobody yet',
  };
  if (scene.waits === 'caller' && cell.retried === 'no') {
    engine.unit().commit();
    expect(engine.dump()).toBe(before);
  }
  expect(run?.status).not.toBe(incident ? 'A' : 'F');
  // Once the cause is gone, what is retried is done.
  if (cell.retried === again) {
    broken = '';
    engine.advance(second);
    expect(engine.deliveries()).toEqual([]);
    expect(engine.incidents()).toEqual([]);
  }
  return cell;
}

function startIt(as: Way): Cell {
  broken = '`Start`';
  way = as;
  const engine = open(definition);
  const told = toldBy(() => {
    const unit = engine.unit();
    unit.create('Bill');
    unit.commit();
  });
  const [run] = engine.runs();
  const retried = retriesOf(engine);
  const kept =
    run === undefined ? 'nothing, the row neither' : run.status === 'B' ? 'the row, in `Initial`, Busy' : '?';
  if (retried === again) {
    broken = '';
    engine.advance(second);
    expect(engine.runs()[0]?.status).toBe('A');
  }
  return { kept, retried, told: told === '' ? 'nobody yet' : told };
}

const page = join(import.meta.dirname, '../../../docs/failure-matrix.md');
const lines: string[] = [];
const add = (place: string, waits: string, as: Way, cell: Cell): void => {
  lines.push(`| ${place} | ${waits} | ${as} | ${cell.kept} | ${cell.retried} | ${cell.told} |`);
};

describe('what fails, and what comes of it', () => {
  for (const [place, scene] of rows) {
    test.each(ways)(`${place}, ${scene.waits} waits: %s`, (as) => {
      const cell = doIt(place, as, scene);
      add(place, scene.waits === 'caller' ? 'a caller' : 'nobody', as, cell);
      const expected = place === '`Authorize`' && as === 'network fault' ? unauthorized : byRule[scene.waits][as];
      expect(cell).toEqual(expected);
    });
  }

  test.each(ways)('`Start` of a row that is created: %s', (as) => {
    const cell = startIt(as);
    add('`Start`, by creation', 'a caller', as, cell);
    expect(cell).toEqual(starts[as]);
  });

  test('a network fault that ten attempts do not cure is an incident', () => {
    broken = '';
    const engine = open(definition);
    const unit = engine.unit();
    const bill = unit.create('Bill') as RowRecord;
    unit.commit();
    broken = 'arm';
    way = 'network fault';
    unit.raise('Pay', 'Go', bill);
    unit.commit();
    engine.advance(day);
    expect(engine.incidents()[0]?.type).toBe('NetworkException');
    expect(engine.runsOf(bill)[0]?.status).toBe('F');
  });

  test('is what docs/failure-matrix.md says', () => {
    const text = `# What fails, and what comes of it

Each row was done to an engine by \`test/runtime/engine/failure-matrix.test.ts\`, which writes this page (\`OSY_UPDATE=1\`) and
compares it with the rules. *Kept* is of the delivery that failed: its changes of rows, runs and timers. A network fault that
ten attempts do not cure is an incident, and the run is faulted. No \`on fault\` is declared here; where one matches, it answers
in the place of the incident when nobody waits.

| where | who waits | how it fails | kept | retried | who is told |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
    if (process.env['OSY_UPDATE'] === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });
});
