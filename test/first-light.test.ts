/**
 * The two programs of seed 003 from end to end: linted, compiled, run. What the seed says of them is what is asserted here
 * (language.md §7.5, §7.6, §10; findings.md, "Network findings").
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadDefinition } from '../src/definition/loader.ts';
import { lower, writeDefinition } from '../src/definition/lowering.ts';
import { lint } from '../src/lint/lint.ts';
import { VirtualClock } from '../src/runtime/clock.ts';
import type { Engine } from '../src/runtime/engine.ts';
import type { LogEntry, Row } from '../src/runtime/interpreter/host.ts';
import { ExceptionValue, type Value } from '../src/runtime/library/values.ts';
import { openEngine } from '../src/runtime/open.ts';
import { TraceBuffer, type TraceEvent } from '../src/runtime/trace.ts';
import { check } from '../src/semantics/check.ts';
import type { Program } from '../src/semantics/program.ts';
import { SourceFile } from '../src/source/source.ts';

const invitation = readFileSync(new URL('../fixtures/seed/invitation.osy', import.meta.url), 'utf8');
const review = readFileSync(new URL('../fixtures/seed/review.osy', import.meta.url), 'utf8');
const unguarded = invitation.replace(/try \{\s*(var sent[^\n]*)\n[\s\S]*?\n\}\n\nworkflow/, '$1\n}\n\nworkflow');
const start = 639_000_000_000_000_000n;
const second = 10_000_000n;

function checked(text: string): Program {
  return check([new SourceFile('app.osy', text)]);
}

const findings = (text: string) =>
  lint(checked(text)).map((d) => ({
    name: d.name,
    level: d.level,
    line: d.file.position(d.span.start).line,
    chain: d.chain?.map((h) => h.name),
  }));

interface World {
  readonly engine: Engine;
  readonly logs: LogEntry[];
  readonly trace: TraceBuffer;
  calls: number;
}

/** An engine for the document, which has been written and read again. */
async function world(text: string, answer: (call: number) => Value): Promise<World> {
  const loaded = await loadDefinition(writeDefinition(lower(checked(text), { compiler: 'osy test' })));
  if ('error' in loaded) throw new Error(`${loaded.error.pointer}: ${loaded.error.message}`);
  const logs: LogEntry[] = [];
  const trace = new TraceBuffer();
  const engine = openEngine(loaded.definition, {
    clock: new VirtualClock(start),
    log: (entry) => logs.push(entry),
    trace,
  });
  const made: World = { engine, logs, trace, calls: 0 };
  const operation = loaded.definition.types.clients[0]?.operations[0]?.key;
  if (operation !== undefined) {
    engine.unit().run((host) =>
      host.stubOperation('Mailer', operation, () => {
        made.calls++;
        return answer(made.calls);
      }),
    );
  }
  return made;
}

function created(engine: Engine, entity: string, init: Record<string, Value>): Row {
  const unit = engine.unit();
  const row = unit.create(entity, init);
  unit.commit();
  unit.close();
  return row;
}

function look(engine: Engine, entity: string, field: string): Value {
  const unit = engine.unit();
  const value = unit.query(entity)[0]?.v[field];
  unit.close();
  return value;
}

const steps = (events: readonly TraceEvent[]): number[] =>
  events.flatMap((e) =>
    e.e === 'step' && e.outcome === 'ran' && [30, 40, 50, 60, 90].includes(e.order) ? [e.order] : [],
  );

const pending = 0;
const accepted = 1;
const silent = (): never => {
  throw new ExceptionValue('NetworkException', 'connection refused');
};

describe('the invitation', () => {
  test('lints without an error or a must', () => {
    expect(findings(invitation).filter((f) => f.level === 'error' || f.level === 'must')).toEqual([]);
  });

  test('the mail is tried once when it works, and the event moves the run', async () => {
    const w = await world(invitation, () => null);
    const row = created(w.engine, 'Invitation', { Email: 'ada@example.org' });
    expect(w.calls).toBe(1);
    const unit = w.engine.unit();
    unit.raise('InviteFlow', 'Accept', row);
    unit.commit();
    expect(w.calls).toBe(1);
    expect(look(w.engine, 'Invitation', 'Status')).toBe(accepted);
    expect(w.engine.runs()[0]?.status).toBe('C');
  });

  test('a client that fails is logged by the catch, and the run moves on', async () => {
    const w = await world(invitation, silent);
    created(w.engine, 'Invitation', { Email: 'ada@example.org' });
    w.engine.advance(3600n * second);
    expect(w.calls).toBe(1);
    expect(w.logs.map((l) => [l.level, l.message])).toEqual([['error', 'invitation mail failed for ada@example.org']]);
    expect(w.engine.runs()[0]).toMatchObject({ status: 'A', state: 'Pending' });
  });
});

describe('the invitation without its try', () => {
  test('is what is left when the guard is taken out', () => {
    expect(unguarded).not.toContain('try');
    expect(unguarded).not.toContain('catch');
    expect(checked(unguarded).ok).toBe(true);
  });

  test('lint reports the fault at enter with the chain', () => {
    const line = unguarded.split('\n').findIndex((l) => l.includes('enter { SendInvite')) + 1;
    expect(findings(unguarded).filter((f) => f.level === 'must')).toEqual([
      { name: 'network-fault-unhandled', level: 'must', line, chain: ['SendInvite', 'Mailer.Send'] },
    ]);
  });

  test('the delivery is rolled back and retried, the row still where it was', async () => {
    const w = await world(unguarded, (call) => (call < 3 ? silent() : null));
    created(w.engine, 'Invitation', { Email: 'ada@example.org' });
    expect(w.calls).toBe(1);
    expect(look(w.engine, 'Invitation', 'Status')).toBe(pending);
    expect(w.engine.runs()[0]?.status).toBe('B');
    const before = w.engine.runs()[0]?.visit;
    w.engine.advance(1n * second);
    expect(w.calls).toBe(2);
    expect(look(w.engine, 'Invitation', 'Status')).toBe(pending);
    expect(w.engine.runs()[0]?.visit).toBe(before);
    w.engine.advance(2n * second);
    expect(w.calls).toBe(3);
    expect(w.engine.runs()[0]).toMatchObject({ status: 'A', state: 'Pending' });
    w.engine.advance(3600n * second);
    expect(w.calls).toBe(3);
  });
});

describe('the review', () => {
  test('lints without an error or a must', () => {
    expect(findings(review).filter((f) => f.level === 'error' || f.level === 'must')).toEqual([]);
  });

  test('runs arm, exit, the new state, enter, and arms what the state waits for, in this order', async () => {
    const { engine, trace } = await world(review, () => null);
    const unit = engine.unit();
    const row = unit.create('Review', { Title: 'Report' });
    unit.start('ReviewFlow', row);
    unit.raise('ReviewFlow', 'Begin', row);
    trace.events.length = 0;
    unit.raise('ReviewFlow', 'Finish', row);
    unit.commit();
    expect(steps(trace.events).slice(0, 4)).toEqual([30, 40, 50, 60]);
    expect(row.v['Minutes']).toBe(1);
    expect(engine.runs()[0]).toMatchObject({ status: 'C', state: 'Done' });
  });

  test.each([
    [
      'exit',
      review.replace('this.Item.Minutes + 1;', 'this.Item.Minutes + 1; throw new InvalidOperationException("no");'),
      'Finish',
    ],
    [
      'enter',
      review.replace(
        'this.Item.StartedAt = DateTime.UtcNow;',
        'this.Item.StartedAt = DateTime.UtcNow; throw new InvalidOperationException("no");',
      ),
      'Begin',
    ],
  ])('a throw in %s leaves row, run, timers and trace store as before the raise', async (_where, text, event) => {
    const { engine } = await world(text, () => null);
    const unit = engine.unit();
    const row = unit.create('Review', { Title: 'Report' });
    unit.start('ReviewFlow', row);
    if (event === 'Finish') unit.raise('ReviewFlow', 'Begin', row);
    unit.commit();
    const before = engine.dump();
    expect(() => unit.raise('ReviewFlow', event, row)).toThrow(
      expect.objectContaining({ type: 'InvalidOperationException' }),
    );
    unit.commit();
    expect(engine.dump()).toBe(before);
  });

  test('a goto in exit is refused with the words of the seed', () => {
    const text = review.replace('this.Item.Minutes + 1;', 'this.Item.Minutes + 1; goto Done;');
    expect(checked(text).diagnostics.map((d) => d.message)).toEqual([
      "an `exit { }` body may not `goto` — state 'UnderReview' runs its exit body BECAUSE a transition was already decided, so a `goto` " +
        'here would override a choice already made (and two states redirecting to each other would never settle). Put the decision ' +
        "where it is still open: an `on` arm, a `complete when`, or the destination state's own `enter { }`, which MAY redirect.",
    ]);
  });
});
