/** A file that somebody has damaged by hand is told as such, whatever is wrong in it: exit code 2, never a fault of ours. */
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { inFolder, looksLikeStack, osy } from '../cli/harness.ts';
import { orders } from '../cli/orders.ts';

const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

const files = {
  ...orders,
  'use.script': `
foreach (var order in Order.ToList()) { Log.Information("{Name} {Status} {Ready}", order.Name, order.Status, order.Ready); }
Log.Information("{Count}", Order.Count(o => o.Status == OrderStatus.Paid));
var more = new Order { Name = "four" };
UnitOfWork.Commit();
TestClock.Advance(TimeSpan.FromDays(1));
`,
};

interface Damage {
  readonly what: string;
  readonly sql: string;
}

/** Everything that can be done to a column, or to its table. */
function damages(db: BetterSqlite.Database): readonly Damage[] {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return tables.flatMap((table) => {
    const columns = db.pragma(`table_info("${table}")`) as { name: string; type: string }[];
    return [
      { what: `${table} is gone`, sql: `DROP TABLE "${table}"` },
      { what: `${table} is empty`, sql: `DELETE FROM "${table}"` },
      ...columns.flatMap(({ name, type }) => {
        const values =
          type === 'TEXT'
            ? ["'?'", "''", "'[1'", '\'{"$m":1}\'', "'[null]'"]
            : ['-7', '9000000000000000000', "'?'", '1.5'];
        return [
          { what: `${table}.${name} is gone`, sql: `ALTER TABLE "${table}" DROP COLUMN "${name}"` },
          ...[...values, 'NULL', "x'00ff'"].map((value) => ({
            what: `${table}.${name} is ${value}`,
            sql: `UPDATE OR IGNORE "${table}" SET "${name}" = ${value}`,
          })),
        ];
      }),
    ];
  });
}

const commands = [
  ['run', '.', '--script', 'use.script', '--start', '2026-03-02T12:00:00Z'],
  ['runs', 'ls'],
  ['runs', 'show', '1', '--format', 'json'],
  ['runs', 'retry', '1'],
  ['runs', 'cancel', '3'],
  ['state', 'ls', '--history'],
];

/** Which command meets which damage; there are as many turns as commands. */
const turn = Number(process.env['OSY_TURN'] ?? 0);

test('a damaged file is refused in a sentence, or read as far as it goes', { timeout: 300_000 }, () =>
  inFolder(files, async (cwd) => {
    const filled = await osy(
      ['run', '.', '--script', 'fill.script', '--start', '2026-03-02T09:00:00Z', '--db', 'whole.db'],
      { cwd },
    );
    expect(filled.code).toBe(0);
    const whole = new Driver(join(cwd, 'whole.db'));
    whole.pragma('journal_mode = DELETE');
    const all = damages(whole);
    whole.close();
    expect(all.length).toBeGreaterThan(400);
    const bad: unknown[] = [];
    for (const [i, { what, sql }] of all.entries()) {
      const path = join(cwd, 'damaged.db');
      copyFileSync(join(cwd, 'whole.db'), path);
      const db = new Driver(path);
      try {
        db.exec(sql);
      } catch {
        // The database guards itself against this one.
        continue;
      } finally {
        db.close();
      }
      const command = commands[(i + turn) % commands.length] as string[];
      const { code, out, err } = await osy([...command, '--db', 'damaged.db'], { cwd });
      const told = code === 2 ? /^osy: .+\n/m.test(err) : true;
      if (![0, 1, 2].includes(code) || !told || looksLikeStack(out + err))
        bad.push([what, command.slice(0, 2).join(' '), code, err.slice(0, 300)]);
    }
    expect(bad).toEqual([]);
  }),
);
