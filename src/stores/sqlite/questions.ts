/** How SQLite says what a query asks (sql/conditions.ts). */
import type { ColumnSchema, EntitySchema } from '../contract.ts';
import type { Cell } from '../query.ts';
import type { Dialect } from '../sql/conditions.ts';
import type { Database } from './driver.ts';
import { memberColumn, rowTableName } from './schema.ts';

/** Escapes begin with NUL and `json:` (runtime/columns.ts); what follows in order begins with `json;`. */
const firstEscape = "CAST(x'006a736f6e3a' AS TEXT)";
const afterEscapes = "CAST(x'006a736f6e3b' AS TEXT)";

export const dialect: Dialect = {
  value: () => '?',
  column: memberColumn,
  table: rowTableName,
  // Text is greater than any number: what a column of numbers holds of it is an escape.
  escaped: (column, e) =>
    column.affinity === 'TEXT' ? `(${e} >= ${firstEscape} AND ${e} < ${afterEscapes})` : `(${e} >= '')`,
  decimal: (e) => `osy_decimal(${e})`,
  decimalValue: (column, cell) => keyOf(column)(cell),
  decimalParameter: (value) => value,
  same: (a, b) => `${a} IS ${b}`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  startsWith: (text, part) => `instr(${text}, ${part}) = 1`,
  among: (id, value) => `${id} IN (SELECT value FROM json_each(${value}))`,
  sorted: (e, descending) => (descending ? `${e} DESC` : e),
};

/** SQLite has no decimals: a function makes texts of theirs that are ordered as they are. */
export function defineDecimals(db: Database, schema: EntitySchema): void {
  const column = schema.columns.find((c) => c.compares?.by === 'decimal');
  if (column === undefined) return;
  const key = keyOf(column);
  db.function('osy_decimal', { deterministic: true }, (cell) => key(cell as Cell));
}

function keyOf(column: ColumnSchema): (cell: Cell) => string | null {
  return column.compares?.key ?? (() => null);
}
