import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typescriptModule } from '../../src/bindings/typescript/generate.ts';
import { complaints, programIn, programOf, writeModule } from './generated.ts';

/** Every line below `@ts-expect-error` must be refused, and nothing else may be. */
const usage = `
import type { App, Bank, Claim, ClaimStatus, Clients, Receipt, Unit } from './app.ts';

export function right(app: App, unit: Unit, claim: Claim): string {
  app.claimFlow.raise.take(unit, claim);
  app.claimFlow.raise.assess(unit, claim, '12.50', null, { at: new Date() });
  app.claimFlow.correlate.letterCame(unit, 'C-1');
  app.claimFlow.start(unit, claim);
  unit.rows.claim.create({ number: 'C-2', lossOn: '2026-03-02' });
  unit.rows.claim.set(claim, { note: null });
  app.functions.file(unit, 'C-3', '100', '2026-03-02');
  const status: ClaimStatus | undefined = app.claimFlow.state(claim);
  const clients: Clients = { bank: { send: (body) => ({ id: body.iban, warnings: [], fees: new Map() }) } };
  if (clients.bank === undefined || claim.owner === null) return '';
  switch (status) {
    case 'Filed': return claim.owner.name;
    default: return claim.$entity;
  }
}

export function wrong(app: App, unit: Unit, claim: Claim): void {
  // @ts-expect-error there is no such event
  app.claimFlow.raise.takes(unit, claim);
  // @ts-expect-error the event belongs to another workflow
  app.payoutFlow.raise.take(unit, claim);
  // @ts-expect-error the row is of another entity
  app.payoutFlow.raise.confirmed(unit, claim);
  // @ts-expect-error an argument is missing
  app.claimFlow.raise.send(unit, claim);
  // @ts-expect-error an argument is of another type
  app.claimFlow.raise.send(unit, claim, '3');
  // @ts-expect-error a decimal is a number in quotes
  app.claimFlow.raise.offer(unit, claim, 12.5);
  // @ts-expect-error a decimal is a number in quotes
  app.claimFlow.raise.offer(unit, claim, 'a lot');
  // @ts-expect-error null is no bool
  app.claimFlow.raise.confirm(unit, claim, null);
  // @ts-expect-error the event has no CorrelateOn
  app.claimFlow.correlate.take(unit);
  // @ts-expect-error there is no such slot
  app.claimFlow.assign.nobody(unit, claim, null);
  // @ts-expect-error only a principal can be assigned
  app.claimFlow.assign.taken(unit, claim, claim);
  // @ts-expect-error there is no such state
  if (app.claimFlow.state(claim) === 'Lost') return;
  // @ts-expect-error a state of another workflow
  const state: ClaimStatus = 'Queued';
  // @ts-expect-error a run moves the tracked field, and nobody else
  unit.rows.claim.set(claim, { status: 'Paid' });
  // @ts-expect-error a row is written through its unit of work
  claim.note = 'x';
  // @ts-expect-error a member that is required
  unit.rows.claim.create({ number: 'C-1' });
  // @ts-expect-error undefined is not left out
  unit.rows.claim.set(claim, { papers: undefined });
  // @ts-expect-error there is no such member
  unit.rows.claim.create({ number: 'C-1', lossOn: '2026-03-02', colour: 'red' });
  // @ts-expect-error a long is a bigint
  unit.rows.claim.set(claim, { bytes: 1 });
  // @ts-expect-error an operation that the client does not have
  const clients: Clients = { bank: { pay: () => null } };
  // @ts-expect-error an answer that does not fit
  const bank: Bank = { send: () => 'sent', find: (id: string): Receipt => ({ id, warnings: [], fees: new Map() }) };
  // @ts-expect-error a function takes its unit of work
  app.functions.file('C-3', '100', '2026-03-02');
  // @ts-expect-error only a principal acts
  app.unit(claim);
  void [state, clients, bank];
}
`;

describe('generated bindings', () => {
  it('read as a person reads them', async () => {
    const text = typescriptModule(programIn('test/bindings/apps/claims'));
    await expect(text).toMatchFileSnapshot('snapshots/claims.ts.txt');
  });

  it('take what is right and refuse what is wrong, under strict and exactOptionalPropertyTypes', () => {
    const path = writeModule(programIn('test/bindings/apps/claims'), { 'usage.ts': usage });
    expect(complaints(path, join(dirname(path), 'usage.ts'))).toEqual([]);
  });

  it('compile whatever an app calls its things', () => {
    const path = writeModule(
      programOf({
        'a.osy': `namespace Verkauf;
          enum Zustand { neu, offen, erledigt_ä, @default }
          /// Ends */ a comment.
          entity Bestellung { string Größe; string @class; string Email; string email; Zustand Zustand; }
          class Order { public string delete; public int Constructor; public List<Order> Ordër; }
          workflow function {
            Tracks = Bestellung.Zustand; Autostart = true; Initial = neu;
            event delete(string @class, int unit, string row, bool options); event Ünï();
            state neu { on delete { goto offen; } on Ünï { goto @default; } }
            state offen { on Ünï { goto erledigt_ä; } }
            terminal success erledigt_ä { }
            terminal cancel @default { }
          }
          public int await(int number, int type = 2) => number + type;
          public Order Find(string id) => null!;
          public Order Find(int id) => null!;
          public Map Unit() => null!;
          class Map { public Date Date; } class Date { public int X; } class Promise<T> { public T then; }
          public Promise<int> App() => null!;
        `,
        'b.osy': `namespace Lager;
          enum Zustand { leer, voll }
          entity Order { Zustand Zustand = Zustand.leer; string? osy; }
          class string_ { public long L; }
          client Unit { BaseUrl = "https://a.example"; [Get("/{id}")] string_ @new(string id); [Get("/x")] void @new(); }
        `,
      }),
    );
    expect(complaints(path)).toEqual([]);
  });
});
