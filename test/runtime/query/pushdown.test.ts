/**
 * A query says the same whichever store answers it, and as a list of all rows would (language.md §4). `OSY_QUERY_RUNS` sets how
 * many tables are asked, `OSY_QUERY_SEED` which.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Definition } from '../../../src/definition/document.ts';
import { openEngine } from '../../../src/runtime/open.ts';
import type { Store } from '../../../src/stores/contract.ts';
import { MemoryStore } from '../../../src/stores/memory/store.ts';
import { PostgresStore } from '../../../src/stores/postgres/store.ts';
import { SqliteStore } from '../../../src/stores/sqlite/store.ts';
import { freshAddress } from '../../stores/postgres-server.ts';
import { app, change, query, rows } from './app.ts';

const folder = mkdtempSync(join(tmpdir(), 'osy-queries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Makes the rows with one engine and asks with another, which has nothing at hand. */
function answers(definition: Definition, open: () => Store, queries: number): readonly (readonly [string, string])[] {
  const first = openEngine(definition, { store: open() });
  const maker = first.unit();
  maker.call('Make()');
  maker.commit();
  let engine = first;
  if (first.store.kind !== 'memory') {
    first.close();
    engine = openEngine(definition, { store: open() });
  }
  try {
    const all: (readonly [string, string])[] = [];
    for (let i = 0; i < queries; i++) {
      const unit = engine.unit();
      unit.call('Change()');
      const asked = String(unit.call('Ask(int,bool)', [i, false]));
      all.push([asked, String(unit.call('Ask(int,bool)', [i, true]))]);
      unit.close();
    }
    return all;
  } finally {
    engine.close();
  }
}

const runs = Number(process.env['OSY_QUERY_RUNS'] ?? 12);
const seed = Number(process.env['OSY_QUERY_SEED'] ?? 20260801);

test('a query on an entity, pushed down or not, is answered as on a list of its rows, in every store', {
  timeout: 300_000,
}, async () => {
  const address = await freshAddress();
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(query, { minLength: 25, maxLength: 25 }),
      change,
      async (created, queries, changed) => {
        const definition = app(created, queries, changed);
        const file = join(folder, `${++files}.db`);
        const schema = new URL(address);
        schema.searchParams.set('schema', `${schema.searchParams.get('schema')}_${files}`);
        const stores = [
          () => new MemoryStore(),
          () => new SqliteStore(file, { cache: 0 }),
          () => new PostgresStore(schema.href, { cache: 0 }),
        ].map((open) => answers(definition, open, queries.length));
        for (const [i, text] of queries.entries()) {
          const expected = stores[0]?.[i]?.[1];
          const found = stores.map((store) => store[i]);
          expect({ text, found }).toEqual({ text, found: found.map(() => [expected, expected]) });
        }
      },
    ),
    { numRuns: runs, seed, interruptAfterTimeLimit: 200_000, markInterruptAsFailure: false },
  );
});

describe('what is asked of a database brings to life only the rows that it is about:', () => {
  const made = Array.from(
    { length: 300 },
    (_, i) =>
      [
        i % 10 === 0 ? 'Rush' : 'Loan',
        `Code = "c${i % 50}", N = ${i % 7}, D = ${i % 9}.50m, Due = new DateTime(2024, 1, 1).AddDays(${i}), G = Guid.Empty, Day = new DateOnly(2024, 1, 1)`,
      ] as const,
  );
  const asked: readonly (readonly [query: string, rows: number])[] = [
    ['.Where(l => l.Code == "c7").Select(l => l.No)', 6],
    ['.Count()', 0],
    ['.Count(l => l.N == 3 && l.D > 2m)', 0],
    ['.Sum(l => l.N)', 0],
    ['.Max(l => l.N)', 0],
    ['.Any(l => l.N == 5)', 1],
    ['.All(l => l.N < 7)', 0],
    ['.First(l => l.N == 5).No', 1],
    ['.OrderByDescending(l => l.N).ThenBy(l => l.D).Skip(2).Take(3).Select(l => l.No)', 5],
    ['.Where(l => l.N > 3 && l.Code.Contains("c1")).OrderBy(l => l.D).Take(4).Select(l => l.No)', 4],
    // As much of a condition as SQL can say.
    ['.Where(l => l.Code == "c7" && l.Code.Length == 2).Select(l => l.No)', 6],
  ];
  const definition = app(
    made,
    asked.map(([q]) => q),
    '',
  );

  test.each(['SQLite', 'PostgreSQL'])('%s', { timeout: 120_000 }, async (kind) => {
    const address = await freshAddress();
    const file = join(folder, 'asked.db');
    const open = (): SqliteStore | PostgresStore =>
      kind === 'SQLite' ? new SqliteStore(file) : new PostgresStore(address);
    const maker = openEngine(definition, { store: open() });
    const unit = maker.unit();
    unit.call('Make()');
    unit.commit();
    maker.close();
    const found = asked.map(([text, _rows], i) => {
      const store = open();
      const engine = openEngine(definition, { store });
      try {
        engine.unit().call('Ask(int,bool)', [i, false]);
        return [text, store.tables.table('Loan').rows.size];
      } finally {
        engine.close();
      }
    });
    expect(found).toEqual(asked);
  });
});
