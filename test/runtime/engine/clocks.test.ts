/** language.md §8 where it is arithmetic: service hours, the time spent in states, and the clocks that instants come from. */
import { describe, expect, test } from 'vitest';
import type { ServiceHours } from '../../../src/ir/model.ts';
import { isoOfTicks, RealClock, ticksOfDate } from '../../../src/runtime/clock.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { ServiceCalendar } from '../../../src/runtime/service-hours.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import {
  app,
  created,
  goto,
  hour,
  minute,
  minutes,
  note,
  open,
  read,
  second,
  stateOfRow,
  stores,
  type WorkflowSketch,
} from './support.ts';

const ticks = (iso: string): bigint => ticksOfDate(new Date(iso));
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;
type Windows = ServiceHours['days'][number];
const office: Windows = [{ from: at(9), to: at(17) }];

/** Monday first; a weekday that is not listed is closed. */
function week(days: Readonly<Record<number, Windows>>, closed: readonly string[] = []): ServiceCalendar {
  return new ServiceCalendar({
    zone: 'Europe/Stockholm',
    days: Array.from({ length: 7 }, (_, day) => days[day] ?? []),
    closed,
  });
}
const weekdays = (closed: readonly string[] = []): ServiceCalendar =>
  week({ 0: office, 1: office, 2: office, 3: office, 4: office }, closed);

describe('service hours', () => {
  test.each<[what: string, calendar: ServiceCalendar, from: string, hours: number, to: string]>([
    ['within a day', weekdays(), '2026-03-02T09:00:00Z', 2, '2026-03-02T11:00:00Z'],
    ['from before opening', weekdays(), '2026-03-02T03:00:00Z', 1, '2026-03-02T09:00:00Z'],
    ['to the very end of a window', weekdays(), '2026-03-02T08:00:00Z', 8, '2026-03-02T16:00:00Z'],
    ['over a weekend', weekdays(), '2026-03-06T15:00:00Z', 2, '2026-03-09T09:00:00Z'],
    [
      'over noon, in two windows of a day',
      week({
        4: [
          { from: at(9), to: at(12) },
          { from: at(13), to: at(16) },
        ],
      }),
      '2026-03-06T10:30:00Z',
      1,
      '2026-03-06T12:30:00Z',
    ],
    ['over a holiday', weekdays(['2026-12-25']), '2026-12-24T15:00:00Z', 2, '2026-12-28T09:00:00Z'],
    [
      'to the end of the day',
      week({ 0: [{ from: 0, to: at(24) }], 1: [{ from: 0, to: at(24) }] }),
      '2026-03-02T22:00:00Z',
      2,
      '2026-03-03T00:00:00Z',
    ],
    [
      'in a window into the next day',
      week({ 0: [{ from: at(22), to: at(30) }] }),
      '2026-03-02T20:00:00Z',
      8,
      '2026-03-03T05:00:00Z',
    ],
    [
      'in the night when the clock goes forward: an hour shorter',
      week({ 5: [{ from: at(22), to: at(30) }] }),
      '2026-03-28T21:00:00Z',
      7,
      '2026-03-29T04:00:00Z',
    ],
    [
      'in the night when the clock goes back: an hour longer',
      week({ 5: [{ from: at(22), to: at(30) }] }),
      '2026-10-24T20:00:00Z',
      9,
      '2026-10-25T05:00:00Z',
    ],
    [
      'from an edge inside the missing hour: the first instant after it',
      week({ 6: [{ from: at(2, 30), to: at(5) }] }),
      '2026-03-29T00:00:00Z',
      1,
      '2026-03-29T02:00:00Z',
    ],
  ])('%s', (_what, calendar, from, hours, to) => {
    const due = calendar.after(ticks(from), BigInt(hours) * hour);
    expect(isoOfTicks(due)).toBe(to);
    expect(calendar.between(ticks(from), due)).toBe(BigInt(hours) * hour);
  });

  test('that never open wait for ever', () => {
    expect(isoOfTicks(week({}).after(ticks('2026-03-02T00:00:00Z'), hour)).slice(0, 4)).toBe('9999');
  });
});

const flow = (workflow: Partial<WorkflowSketch> & Pick<WorkflowSketch, 'states'>): ReturnType<typeof app> =>
  app({
    principal: 'Person',
    entities: { Job: { Trace: 'string?' }, Person: { Name: 'string' } },
    workflows: [{ key: 'Flow', entity: 'Job', ...workflow }],
  });
const runOf = (engine: Engine, row: RowRecord) => engine.runsOf(row)[0] ?? expect.fail('no run');

describe.each(stores)('on %s', (_name, make) => {
  test('the time in each state is recorded, and has stopped when exit runs', () => {
    const seen: unknown[] = [];
    const look = (
      row: RowRecord,
      host: { unit: { tx: { runsOf(row: RowRecord): readonly { times: unknown }[] } } },
    ): null => {
      seen.push(host.unit.tx.runsOf(row)[0]?.times);
      return null;
    };
    const engine = open(
      flow({
        states: {
          A: { exit: look, on: { Go: () => goto('B') } },
          B: { on: { Back: () => goto('A') } },
        },
      }),
      { store: make() },
    );
    const [unit, row] = created(engine, 'Job');
    const raise = (event: string): void => {
      unit.raise('Flow', event, row);
      unit.commit();
    };
    engine.advance(10n * minute);
    raise('Go');
    expect(seen).toEqual([[{ state: 'A', stays: 1, ticks: 10n * minute }]]);
    engine.advance(5n * minute);
    raise('Back');
    engine.advance(minute);
    raise('Go');
    expect(runOf(engine, row).times).toEqual([
      { state: 'A', stays: 2, ticks: 11n * minute },
      { state: 'B', stays: 1, ticks: 5n * minute },
    ]);
  });

  test.each([
    ['goto self', 'self'],
    ['goto of the state by name', 'A'],
  ])('%s leaves the state and enters it again, and pushes its timers back', (_what, target) => {
    const engine = open(
      flow({
        states: {
          A: { enter: note('+A'), exit: note('-A'), expire: { within: minutes(10), then: note('late', 'B') } },
          B: {},
        },
        on: { Again: note('again', target) },
        reentering: ['Again'],
      }),
      { store: make() },
    );
    const [unit, row] = created(engine, 'Job');
    for (let i = 0; i < 3; i++) {
      engine.advance(9n * minute);
      unit.raise('Flow', 'Again', row);
      unit.commit();
    }
    expect(stateOfRow(engine, row)).toBe('A');
    expect(runOf(engine, row).visit).toBe(4);
    engine.advance(10n * minute);
    expect(read(row, 'Trace')).toBe(`+A ${'again -A +A '.repeat(3)}late -A `);
  });

  test('Unassigned answers a slot that nobody has claimed in time; Unfinished one that nobody has answered', () => {
    const engine = open(
      flow({
        states: {
          A: {
            slots: {
              Doing: {
                event: 'Do',
                assigned: { within: minutes(10), then: note('unassigned') },
                finished: { within: minutes(30), then: note('unfinished', 'B') },
              },
            },
          },
          B: {},
        },
      }),
      { store: make() },
    );
    const [unit, claimed] = created(engine, 'Job');
    const [, left] = created(engine, 'Job');
    const [, ada] = created(engine, 'Person', { Name: 'ada' });
    unit.assign('Flow', 'Doing', claimed, ada);
    unit.commit();
    engine.advance(hour);
    expect([read(claimed, 'Trace'), read(left, 'Trace')]).toEqual(['unfinished ', 'unassigned unfinished ']);
  });

  test("on the machine's clock what is due is delivered by a settle, each as of its own instant", () => {
    const clock = new RealClock();
    const seen: bigint[] = [];
    const engine = open(
      flow({
        states: {
          A: {
            expire: {
              within: () => minutes(0)(),
              then: (_row, host) => {
                seen.push(host.now);
                return goto('B');
              },
            },
          },
          B: {},
        },
      }),
      { store: make(), clock },
    );
    const before = clock.now();
    const [, row] = created(engine, 'Job');
    expect(stateOfRow(engine, row)).toBe('A');
    engine.settle();
    const after = clock.now();
    expect(stateOfRow(engine, row)).toBe('B');
    expect(seen).toHaveLength(1);
    expect((seen[0] as bigint) >= before && (seen[0] as bigint) <= after).toBe(true);
    expect(after - before).toBeLessThan(60n * second);
    expect(() => engine.advance(minute)).toThrow(expect.objectContaining({ type: 'InvalidOperationException' }));
  });
});
