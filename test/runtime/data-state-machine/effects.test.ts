/** What a retried body does, and does not do again (data-state-machine.md). */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import type { Engine } from '../../../src/runtime/engine.ts';
import { exception } from '../../../src/runtime/library/exceptions.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import type { Store } from '../../../src/stores/contract.ts';
import type { RowRecord } from '../../../src/stores/records.ts';
import { compile } from '../engine/source.ts';
import { hour, morning, read, stores, thrown } from '../engine/support.ts';

const block = 'dataStateMachine { Scope = Process; }';
const appOf = (settings: string, body: string): string => `
class Note { public string Text; }
client Bank { BaseUrl = "https://bank.example"; [Post("/pay")] string Pay(Note body); }
client Flaky { BaseUrl = "https://flaky.example"; [Post("/tell")] void Tell(Note body); }
enum S { Open, Done }
entity Job { string Key; string Text = ""; S State; }
workflow Run {
  Tracks = Job.State; Autostart = true; Initial = Open;
  event Go(); event Note();
  state Open {
    ${settings}
    on Go { ${body} goto Done; }
    on Note { this.Item.Text = $"{DataStateMachine.Exists(this.Item.Key, "job")} {DataStateMachine.Get(this.Item.Key, "job") == null} {DataStateMachine.Query("job").Count}"; }
  }
  terminal success Done { }
}`;
const guarded = `
  this.Item.Text = DataStateMachine.Once(this.Item.Key, "job", () => Bank.Pay(new Note { Text = this.Item.Key }), payload: this.Item.Key);
  Flaky.Tell(new Note { Text = this.Item.Text });`;
/** Every operation there is. */
const everything = `
  DataStateMachine.TryAcquireLock(this.Item.Key, "job");
  DataStateMachine.Set(this.Item.Key, "job", IdempotencyStatus.Processed, "x");
  DataStateMachine.Upsert(this.Item.Key, "job", "y");
  DataStateMachine.TryAcquireLock("other", "job", "s", "t");
  DataStateMachine.ReleaseLockAsFailed("other", "job", "s", "t", "why");
  var paid = DataStateMachine.Once("once", "job", () => Bank.Pay(new Note()), payload: "p");
  DataStateMachine.Once("twice", "job", () => { Flaky.Tell(new Note()); });`;

interface Calls {
  bank: number;
  flaky: number;
}

/** An engine whose `Flaky` fails so often before it answers. */
function opened(text: string, store: Store, failures = 0): readonly [Engine, Calls] {
  const engine = openEngine(compile(text), { store, clock: new VirtualClock(morning), allowHosts: [] });
  const calls = { bank: 0, flaky: 0 };
  engine.clients.stub('Bank', 'Pay(Note)', () => `receipt ${++calls.bank}`);
  engine.clients.stub('Flaky', 'Tell(Note)', () => {
    if (++calls.flaky <= failures) throw exception('NetworkException');
    return null;
  });
  return [engine, calls];
}

function created(engine: Engine, key = 'k'): RowRecord {
  const unit = engine.unit();
  const row = unit.create('Job', { Key: key }) as RowRecord;
  unit.commit();
  unit.close();
  return row;
}

function raised(engine: Engine, row: RowRecord, event = 'Go'): unknown {
  const unit = engine.unit();
  unit.raise('Run', event, row);
  unit.commit();
  unit.close();
  return read(row, 'Text');
}

describe.each(stores)('on %s', (_name, make) => {
  test.each([1, 2, 5, 9])('a delivery that is retried until its attempt after %i makes the guarded call once', (n) => {
    const [engine, calls] = opened(appOf(block, guarded), make(), n);
    const row = created(engine);
    raised(engine, row);
    engine.advance(hour);
    expect(calls).toEqual({ bank: 1, flaky: n + 1 });
    expect([read(row, 'Text'), engine.runsOf(row)[0]?.state]).toEqual(['receipt 1', 'Done']);
    expect(engine.stateRecords()).toMatchObject([{ status: 1, attempts: 1, data: '"receipt 1"' }]);
  });

  test('without the block the retry makes it again', () => {
    const [engine, calls] = opened(appOf('', guarded), make(), 5);
    raised(engine, created(engine));
    engine.advance(hour);
    expect(calls).toEqual({ bank: 6, flaky: 6 });
  });

  test('a guarded call that fails is tried again, and counted', () => {
    const [engine, calls] = opened(
      appOf(block, 'DataStateMachine.Once("k", "job", () => { Flaky.Tell(new Note()); });'),
      make(),
      3,
    );
    const row = created(engine);
    raised(engine, row);
    expect(engine.stateRecords()).toMatchObject([{ status: 3, attempts: 1, lockedUntil: null }]);
    engine.advance(hour);
    expect([calls.flaky, engine.runsOf(row)[0]?.state]).toEqual([4, 'Done']);
    expect(engine.stateRecords()).toMatchObject([{ status: 1, attempts: 4, message: expect.stringMatching(/./) }]);
  });

  test('a record is there for others before the delivery that writes it has committed, and after it was undone', () => {
    const store = make();
    const [engine] = opened(appOf(block, `${guarded} throw new InvalidOperationException("undone");`), store);
    const row = created(engine);
    const seen: number[] = [];
    engine.clients.stub('Flaky', 'Tell(Note)', () => {
      seen.push(engine.stateRecords().length);
      return null;
    });
    expect(() => raised(engine, row)).toThrow(thrown('InvalidOperationException'));
    expect([seen, read(row, 'Text'), engine.stateRecords().map((r) => r.status)]).toEqual([[1], '', [1]]);
  });

  test('without the block nothing is written', () => {
    const left = [everything, 'Bank.Pay(new Note()); Flaky.Tell(new Note());'].map((body) => {
      const [engine, calls] = opened(appOf('', body), make());
      const row = created(engine);
      raised(engine, row);
      expect(calls).toEqual({ bank: 1, flaky: 1 });
      return engine.dump().replaceAll(engine.runsOf(row)[0]?.version ?? '', 'version');
    });
    expect(left[0]).toBe(left[1]);
    expect(left[0]).not.toMatch(/^state /m);
    const [engine] = opened(appOf(block, everything), make());
    raised(engine, created(engine));
    expect(engine.dump()).toMatch(/^state /m);
  });

  test('with the block removed again nothing is read, and what there is stays', () => {
    const store = make();
    const [before] = opened(appOf(block, guarded), store);
    raised(before, created(before));
    const kept = before.stateRecords();
    expect(kept).toHaveLength(1);
    expect(raised(before, created(before), 'Note')).toBe('True False 1');

    const [after, calls] = opened(appOf('', guarded), store);
    const row = created(after);
    expect(raised(after, row, 'Note')).toBe('False True 0');
    raised(after, row);
    expect([calls.bank, read(row, 'Text')]).toEqual([1, 'receipt 1']);
    expect(after.stateRecords()).toEqual(kept);

    const [again, more] = opened(appOf(block, guarded), store);
    expect(raised(again, created(again))).toBe('receipt 1');
    expect(more.bank).toBe(0);
  });
});
