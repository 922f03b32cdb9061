/** The app whose hooks fail in `failure-matrix.test.ts`, one at a time, and what sets each of them off. */
import type { Definition } from '../../../../src/definition/document.ts';
import type { Engine } from '../../../../src/runtime/engine.ts';
import { exception } from '../../../../src/runtime/library/exceptions.ts';
import type { RowRecord } from '../../../../src/stores/records.ts';
import { app, type BodyFunction, goto, minute, minutes, note } from '../sketch.ts';

export type Way = 'throws' | 'network fault' | 'limit reached' | 'process killed';
export const ways: readonly Way[] = ['throws', 'network fault', 'limit reached', 'process killed'];
export type Commit = 'atomic' | 'perStep';

/** Which hook fails, and how. Nothing does while `place` is empty. */
export const broken: { place: string; way: Way } = { place: '', way: 'throws' };

function failIf(place: string, outOfFuel: () => never): void {
  if (place !== broken.place) return;
  switch (broken.way) {
    case 'throws':
      throw exception('InvalidOperationException', 'no');
    case 'network fault':
      throw exception('NetworkException');
    case 'limit reached':
      outOfFuel();
      return;
    case 'process killed':
      process.kill(process.pid, 'SIGKILL');
      return;
    default:
      return broken.way satisfies never;
  }
}

/** A body that tells in the row that it ran. */
const hook =
  (place: string, then?: string): BodyFunction =>
  (row, host, args) => {
    failIf(place, () => host.outOfFuel());
    return note(`${place},`, then)(row, host, args);
  };
/** A condition, which writes nothing. */
const guard =
  (place: string, value = true): BodyFunction =>
  (_row, host) => {
    failIf(place, () => host.outOfFuel());
    return value;
  };

export function matrixApp(commit: Commit): Definition {
  return app({
    entities: {
      Bill: { Trace: 'string?' },
      Trip: { Trace: 'string?', Bill: 'Bill' },
      Tour: { Trace: 'string?', Bill: 'Bill' },
    },
    workflows: [
      {
        key: 'Pay',
        entity: 'Bill',
        commit,
        start: hook('`Start`'),
        authorize: { Go: guard('`Authorize`') },
        states: {
          Due: {
            exit: hook('`exit`'),
            on: { Go: hook('arm', 'Next'), Leap: () => goto('Edge') },
            slots: {
              Doing: {
                event: 'Do',
                requires: { Card: { must: guard('`Requires`'), message: 'A card is needed.' } },
                finished: { enter: hook("milestone's `enter`") },
                remind: { after: minutes(10), then: hook('reminder') },
              },
            },
            expire: { within: minutes(20), then: hook('timer body', 'Next') },
          },
          Next: {
            enter: hook('`enter`'),
            complete: [{ when: guard('`complete when`', false), then: () => goto('Paid') }],
            on: { End: () => goto('Paid') },
          },
          Edge: {
            expire: {
              within: minutes(1),
              then: () => {
                throw exception('FormatException', 'the cause');
              },
            },
            fault: { FormatException: hook('`on fault`', 'Next') },
          },
          Paid: { terminal: 'success' },
          Void: { terminal: 'cancel' },
        },
        cancel: { Cancel: hook("a child's cancel", 'Void') },
      },
      {
        key: 'Travel',
        entity: 'Trip',
        commit,
        states: {
          Paying: {
            on: { Go: () => null },
            child: {
              name: 'Pay',
              workflow: 'Pay',
              row: (row, host) => host.reference(row, 'Bill'),
              succeeded: hook('child outcome', 'Booked'),
            },
          },
          Booked: { terminal: 'success' },
          Off: { terminal: 'cancel' },
        },
        cancel: { Drop: () => goto('Off') },
      },
    ],
  });
}

/** What the delivery that fails is about, who waits for it, and what sets it off. */
export interface Scene {
  /** The row whose run fails. */
  readonly on: 'Bill' | 'Trip';
  readonly waits: 'caller' | 'nobody';
  /** What has to happen before. */
  readonly before?: (engine: Engine, bill: RowRecord, trip: RowRecord) => void;
  readonly act: (engine: Engine, bill: RowRecord, trip: RowRecord) => unknown;
}

function raise(engine: Engine, workflow: string, row: RowRecord, ...events: readonly string[]): unknown {
  const unit = engine.unit();
  let outcome: unknown;
  for (const event of events) outcome = unit.raise(workflow, event, row);
  unit.commit();
  return outcome;
}

const raising = (event: string): Scene => ({
  on: 'Bill',
  waits: 'caller',
  act: (engine, bill) => raise(engine, 'Pay', bill, event),
});
const waiting = (n: bigint): Scene => ({
  on: 'Bill',
  waits: 'nobody',
  before: (engine) => engine.advance((n - 1n) * minute),
  act: (engine) => engine.advance(minute),
});

/** Rows of the page, by number: the place that fails, as it is told, and its scene. */
export const rows: readonly (readonly [place: string, hook: string, scene: Scene])[] = [
  ['`Authorize`', '`Authorize`', raising('Go')],
  ['`Requires`', '`Requires`', raising('Do')],
  ["milestone's `enter`", "milestone's `enter`", raising('Do')],
  ['arm', 'arm', raising('Go')],
  ['`exit`', '`exit`', raising('Go')],
  ['`enter`', '`enter`', raising('Go')],
  ['`complete when`', '`complete when`', raising('Go')],
  ['reminder', 'reminder', waiting(10n)],
  ['timer body', 'timer body', waiting(20n)],
  ['`exit`, by a timer', '`exit`', waiting(20n)],
  ['`enter`, by a timer', '`enter`', waiting(20n)],
  ['`complete when`, by a timer', '`complete when`', waiting(20n)],
  ['`on fault`', '`on fault`', { ...waiting(1n), before: (engine, bill) => void raise(engine, 'Pay', bill, 'Leap') }],
  [
    'child outcome',
    'child outcome',
    {
      on: 'Trip',
      waits: 'nobody',
      before: (engine, bill) => void raise(engine, 'Pay', bill, 'Go'),
      act: (engine, bill) => void raise(engine, 'Pay', bill, 'End'),
    },
  ],
  [
    'post-commit: forward to a child',
    'arm',
    { on: 'Bill', waits: 'nobody', act: (engine, _bill, trip) => void raise(engine, 'Travel', trip, 'Go') },
  ],
  [
    'post-commit: cancel of a child',
    "a child's cancel",
    { on: 'Bill', waits: 'nobody', act: (engine, _bill, trip) => void raise(engine, 'Travel', trip, 'Drop') },
  ],
];

/** The bodies that have left their note in the row of the scene. */
export function notesOf(row: RowRecord): readonly string[] {
  return String(row.v['Trace'] ?? '')
    .split(', ')
    .filter((name) => name !== '');
}
