/** data-state-machine.md, through an app. */
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/runtime/clock.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import { compile } from './source.ts';
import { hour, minute, morning, read, second, stores, thrown } from './support.ts';

const definition = compile(`
class Note { public string Text; }
client Ledger { BaseUrl = "https://ledger.example"; [Post("/book")] string Book(Note body); }
client Mailer { BaseUrl = "https://mail.example"; [Post("/send")] void Send(Note body); }
enum S { Open, Done }
entity Job { string Key; string Text = ""; S State; }
workflow Run {
  Tracks = Job.State; Autostart = true; Initial = Open;
  event Go(); event Lock(); event Finish(); event Fail(); event Put(string data); event Look(); event Twice(string payload);
  state Open {
    dataStateMachine { Scope = Process; LockFor = TimeSpan.FromMinutes(10); KeepFor = TimeSpan.FromHours(2); }
    on Go {
      var r = DataStateMachine.Once(this.Item.Key, "job", () => Ledger.Book(new Note { Text = this.Item.Key }));
      this.Item.Text = r;
      Mailer.Send(new Note { Text = r });
      goto Done;
    }
    on Lock { this.Item.Text = $"{DataStateMachine.TryAcquireLock(this.Item.Key, "job")}"; }
    on Finish { DataStateMachine.Set(this.Item.Key, "job", IdempotencyStatus.Processed, "x"); }
    on Fail { DataStateMachine.TryAcquireLock(this.Item.Key, "job"); DataStateMachine.ReleaseLockAsFailed(this.Item.Key, "job", "why"); throw new InvalidOperationException("undone"); }
    on Put(string data) { DataStateMachine.Upsert(this.Item.Key, "job", data); }
    on Look {
      var r = DataStateMachine.Get(this.Item.Key, "job");
      this.Item.Text = r == null ? "none" : $"{r.Status} {r.Attempts} {r.Message} {r.Data} {string.Join(",", DataStateMachine.Query("job").Select(x => x.Status))}";
    }
    on Twice(string payload) { this.Item.Text = DataStateMachine.Once("k", "twice", () => payload + "!", payload: payload); }
  }
  terminal success Done { }
}
`);

describe.each(stores)('on %s', (_name, make) => {
  const begin = () => {
    const engine = openEngine(definition, { store: make(), clock: new VirtualClock(morning), allowHosts: [] });
    const unit = engine.unit();
    const job = unit.create('Job', { Key: 'k' });
    const other = unit.create('Job', { Key: 'k' });
    unit.commit();
    const raise = (event: string, row = job, args: readonly unknown[] = []): void => {
      unit.raise('Run', event, row, args);
      unit.commit();
    };
    const seen = (row = job): unknown => {
      raise('Look', row);
      return read(row, 'Text');
    };
    return { engine, unit, job, other, raise, seen };
  };

  test('what was done once is not done again by the retry', () => {
    const { engine, unit, job } = begin();
    let [booked, mails] = [0, 0];
    engine.clients.stub('Ledger', 'Book(Note)', () => `r${++booked}`);
    engine.clients.stub('Mailer', 'Send(Note)', () => {
      if (++mails < 3) throw unit.run(() => networkFault());
      return null;
    });
    expect(unit.raise('Run', 'Go', job)).toBe(1);
    unit.commit();
    engine.advance(minute);
    expect([booked, mails, read(job, 'Text'), engine.runsOf(job)[0]?.state]).toEqual([1, 3, 'r1', 'Done']);
  });

  test('a lock is had by one; it lapses, and then what its old holder brings is refused', () => {
    const { engine, job, other, raise } = begin();
    raise('Lock', job);
    raise('Lock', other);
    expect([read(job, 'Text'), read(other, 'Text')]).toEqual(['True', 'False']);
    expect(() => raise('Finish', job)).toThrow(thrown('ConflictException'));
    engine.advance(10n * minute);
    raise('Lock', other);
    expect(read(other, 'Text')).toBe('True');
  });

  test('a failure is kept although its delivery is undone, and may be tried again', () => {
    const { seen, raise } = begin();
    expect(() => raise('Fail')).toThrow(thrown('InvalidOperationException'));
    expect(seen()).toBe('Failed 1 why  Failed');
    expect(() => raise('Fail')).toThrow();
    expect(seen()).toBe('Failed 2 why  Failed');
  });

  test('an upsert supersedes, and retention expires', () => {
    const { engine, seen, raise } = begin();
    raise('Put', undefined, ['a']);
    raise('Put', undefined, ['b']);
    expect(seen()).toBe('Processed 1  "b" Processed,Superseded');
    engine.advance(2n * hour + second);
    expect(seen()).toBe('Expired 1  "b" Expired,Superseded');
    raise('Lock');
    expect(seen()).toBe('Processing 1   Processing,Expired,Superseded');
  });

  test('records are released and expired from outside; a live lock only by force', () => {
    const { engine, job, other, raise } = begin();
    raise('Lock', job);
    const [record] = engine.stateRecords();
    if (record === undefined) throw new Error('no record');
    expect(() => engine.releaseState(record)).toThrow(thrown('InvalidOperationException'));
    engine.releaseState(record, true);
    expect(() => engine.expireState(record)).toThrow(thrown('ConflictException'));
    raise('Lock', other);
    expect(read(other, 'Text')).toBe('True');
    engine.expireState(engine.stateRecords().at(-1) ?? record);
    expect(engine.stateRecords().map((r) => r.status)).toEqual([6]);
  });

  test('the same key with another payload is a conflict', () => {
    const { job, raise } = begin();
    raise('Twice', job, ['a']);
    raise('Twice', job, ['a']);
    expect(read(job, 'Text')).toBe('a!');
    expect(() => raise('Twice', job, ['b'])).toThrow(thrown('ConflictException'));
  });
});

import { exception } from '../../../src/runtime/library/exceptions.ts';

function networkFault(): unknown {
  return exception('NetworkException');
}
