import { describe, expect, it } from 'vitest';
import {
  dateOfTicks,
  type Engine,
  networkFault,
  openEngine,
  serviceRefusal,
  ticksOfDate,
  VirtualClock,
} from '../../src/runtime.ts';
import { definitionOf, programIn, programOf, writeModule } from './generated.ts';

/** As loosely typed as a test of behaviour needs; the types have tests of their own. */
type Loose = { readonly [member: string]: Loose } & ((...args: readonly unknown[]) => Loose);

const claims = programIn('test/bindings/apps/claims');
const definition = definitionOf(claims);
const start = new Date('2026-03-02T09:00:00Z');

async function open(
  clients: object = {},
  log: string[] = [],
): Promise<{ readonly app: Loose; readonly engine: Engine }> {
  const { createApp } = (await import(/* @vite-ignore */ writeModule(claims))) as {
    createApp(e: Engine, c: object): Loose;
  };
  const engine = openEngine(definition, {
    clock: new VirtualClock(ticksOfDate(start)),
    log: (entry) => log.push(`${entry.level}: ${entry.message}`),
  });
  return { app: createApp(engine, clients), engine };
}

describe('bound apps', () => {
  it('create rows, raise events and show where a run stands', async () => {
    const { app } = await open();
    const claim = app['transact']!((unit: Loose) => {
      const clerk = unit['rows']!['clerk']!['create']!({ name: 'Ada', email: 'ada@example.org', senior: true });
      return unit['rows']!['claim']!['create']!({
        number: 'C-1',
        amount: '250.00',
        owner: clerk,
        lossOn: '2026-02-27',
        bytes: 9_007_199_254_740_993n,
        effort: '1.02:30:00',
      });
    });
    const flow = app['claimFlow']!;
    expect(flow['state']!(claim)).toBe('Filed');
    expect(claim).toMatchObject({
      $entity: 'Claims.Claim',
      number: 'C-1',
      amount: '250.00',
      lossOn: '2026-02-27',
      bytes: 9_007_199_254_740_993n,
      effort: '1.02:30:00',
      owner: { name: 'Ada' },
      payout: null,
      assessedAt: null,
      status: 'Filed',
      createdAt: start,
    });
    app['transact']!((unit: Loose) => {
      const found = unit['rows']!['claim']!['find']!(claim['id']);
      expect(flow['raise']!['remark']!(unit, found, 'hello')).toBe('Done');
      unit['rows']!['claim']!['set']!(found, { papers: 1 });
    });
    expect([claim['note'], claim['papers']]).toEqual(['hello', 1]);
    const [run] = flow['runs']!(claim) as unknown as { timers: { key: string; due: Date }[] }[];
    expect(run?.timers.map((t) => t.key)).toEqual(['Filed/Expire', 'Deadline']);
    expect(run?.timers[0]?.due.toISOString()).toBe('2026-03-03T09:00:00.000Z');
  });

  it('call functions, leaving defaults to the app', async () => {
    const { app } = await open();
    const note = app['transact']!(
      (unit: Loose) => app['functions']!['file']!(unit, 'C-9', '500.10', '2026-03-01')['note'],
    );
    expect(note).toBeNull();
    expect(app['transact']!((unit: Loose) => app['functions']!['countOpen']!(unit))).toBe(1);
  });

  it('let the host answer clients, and say how they failed', async () => {
    const sent: unknown[] = [];
    const answers = [() => ({ id: 'bank-1', warnings: [], fees: new Map([['wire', 2]]) })];
    const bank = {
      send: (body: unknown) => {
        sent.push(body);
        return (answers.shift() ?? (() => undefined))();
      },
    };
    const { app, engine } = await open({ bank });
    const payout = app['transact']!((unit: Loose) => unit['rows']!['payout']!['create']!({ amount: '5' }));
    expect(app['payoutFlow']!['state']!(payout)).toBe('Sent');
    expect(sent).toEqual([{ iban: 'SE00', amount: '5', reference: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    answers.push(() => {
      throw networkFault('connection refused');
    });
    answers.push(() => {
      throw serviceRefusal(503, 'later');
    });
    const other = app['transact']!((unit: Loose) => unit['rows']!['payout']!['create']!({ amount: '6' }));
    expect(app['payoutFlow']!['state']!(other)).toBe('Queued');
    engine.advance(20_000_000n);
    expect(sent).toHaveLength(3);
    expect(other['bankId']).toBeNull();
  });

  it('correlate by what an event carries', async () => {
    const { app } = await open();
    const claim = app['transact']!((unit: Loose) => app['functions']!['file']!(unit, 'C-1', '500', '2026-03-01'));
    const came = (number: string) =>
      app['transact']!((unit: Loose) => app['claimFlow']!['correlate']!['letterCame']!(unit, number));
    expect([came('C-1'), came('C-2')]).toEqual(['Deposited', 'NoSuchKey']);
    expect(claim['papers']).toBe(1);
  });

  it('act for a principal, and leave nothing of work that throws', async () => {
    const { app } = await open();
    const [clerk, claim] = app['transact']!((unit: Loose) => [
      unit['rows']!['clerk']!['create']!({ name: 'Ada', email: 'a@b.c' }),
      app['functions']!['file']!(unit, 'C-1', '500', '2026-03-01'),
    ]) as unknown as [Loose, Loose];
    const take = (actor: unknown) =>
      app['transact']!((unit: Loose) => app['claimFlow']!['raise']!['take']!(unit, claim, {}), actor);
    expect(() => take(null)).toThrow(expect.objectContaining({ name: 'AppError', type: 'NotAuthorized' }));
    expect(take(clerk)).toBe('Done');
    expect(app['claimFlow']!['state']!(claim)).toBe('Triage');
    expect(() =>
      app['transact']!((unit: Loose) => {
        unit['rows']!['claim']!['set']!(claim, { papers: 7 });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(claim['papers']).toBe(0);
  });

  it('name what does not fit, for callers without types', async () => {
    const { app } = await open();
    const unit = app['unit']!();
    const create = (init: object) => () => unit['rows']!['claim']!['create']!(init);
    expect(create({ number: 1 })).toThrow('number takes a value of type string, not 1');
    expect(create({ amount: 'much' })).toThrow('amount takes a value of type decimal, not "much"');
    expect(create({ lossOn: '2026-02-30' })).toThrow('lossOn takes a value of type DateOnly, not "2026-02-30"');
    expect(create({ owner: {} })).toThrow('owner takes a row of Claims.Clerk');
    expect(create({ colour: 'red' })).toThrow("rows of Claims.Claim have no member 'colour' to write");
    expect(() => app['claimFlow']!['raise']!['take']!({}, null)).toThrow('the first argument is a unit of work');
  });

  it('are refused on a definition of other sources', async () => {
    const { createApp } = (await import(/* @vite-ignore */ writeModule(claims))) as { createApp(e: Engine): Loose };
    const other = definitionOf(programOf({ 'a.osy': 'public int One() => 1;' }));
    expect(() => createApp(openEngine(other))).toThrow(
      "these bindings of app 'Claims' need entity 'Claims.Clerk', which the definition of app 'app' has not",
    );
  });

  it('keep the time of an event that is told late', async () => {
    const { app, engine } = await open();
    const claim = app['transact']!((unit: Loose) => app['functions']!['file']!(unit, 'C-1', '500', '2026-03-01'));
    engine.advance(36_000_000_000n);
    const at = new Date('2026-03-02T09:30:00Z');
    app['transact']!((unit: Loose) => app['claimFlow']!['raise']!['remark']!(unit, claim, 'late', { at }));
    expect(dateOfTicks(engine.runs()[0]?.handledAt ?? 0n)).toEqual(at);
  });
});
