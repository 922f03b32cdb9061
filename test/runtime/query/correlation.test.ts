/** `XFlow.CorrelateY(args)` finds its run without looking at every row (language.md §7.3). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lower } from '../../../src/definition/lowering.ts';
import { Correlated } from '../../../src/runtime/correlation.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import { check } from '../../../src/semantics/check.ts';
import { SourceFile } from '../../../src/source/source.ts';
import { MemoryStore } from '../../../src/stores/memory/store.ts';
import { PostgresStore } from '../../../src/stores/postgres/store.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';
import { freshAddress } from '../../stores/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'osy-correlation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = `
  enum Place { Shelf, Out }
  entity Loan { string Barcode; int Scans; Place Place; }
  workflow LoanFlow {
    Tracks = Loan.Place; Autostart = true; Initial = Shelf;
    [CorrelateOn(this.Item.Barcode == code && this.Item.Scans < most)] event Scanned(string code, int most);
    event Lend();
    state Shelf { on Scanned(string code, int most) { this.Item.Scans = this.Item.Scans + 1; } on Lend { goto Out; } }
    terminal success Out { }
  }
  public void Make(int count) { for (var i = 0; i < count; i++) { new Loan { Barcode = "b" + (i / 2 * 2 == i && i < 10 ? 0 : i) }; } }
  public int Scan(string code, int most) => (int)LoanFlow.CorrelateScanned(code, most);`;
const program = check([new SourceFile('loans.osy', source)], { name: 'Loans' });
const definition = lower(program, { compiler: 'osy test' });

test.each([
  ['memory', async () => new MemoryStore()],
  ['SQLite', async () => new SqliteStore(join(folder, 'loans.db'), { cache: 0 })],
  ['PostgreSQL', async () => new PostgresStore(await freshAddress(), { cache: 0 })],
])('in %s', { timeout: 60_000 }, async (kind, open) => {
  const store = await open();
  const engine = openEngine(definition, { store });
  const unit = engine.unit();
  unit.call('Make(int)', [300]);
  unit.commit();
  const scan = (code: string, most: number): unknown => unit.call('Scan(string,int)', [code, most]);
  expect(scan('nobody', 9)).toBe(Correlated.noSuchKey);
  expect(scan('b0', 9)).toBe(Correlated.ambiguous);
  expect(scan('b77', 0)).toBe(Correlated.noSuchKey);
  expect(scan('b77', 1)).toBe(Correlated.deposited);
  if (kind !== 'memory') expect(store.tables.table('Loan').rows.size).toBeLessThan(10);
  unit.commit();
  const row = unit.query('Loan').find((r) => r.v['Barcode'] === 'b77');
  expect(row?.v['Scans']).toBe(1);
  expect(scan('b77', 1)).toBe(Correlated.noSuchKey);
  unit.close();
  engine.close();
});
