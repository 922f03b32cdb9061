/** How PostgreSQL says what a query asks (sql/conditions.ts). */
import type { Dialect } from '../sql/conditions.ts';
import { memberColumn, rowTableName } from './schema.ts';

export const dialect: Dialect = {
  value: (place) => `$${place}`,
  column: memberColumn,
  table: rowTableName,
  // Text that PostgreSQL cannot hold begins with U+0001 and `json:` (cells.ts); what a column of numbers cannot hold lies in `odd`.
  escaped: (column, e) =>
    column.affinity === 'TEXT' ? `(${e} >= E'\\x01json:' AND ${e} < E'\\x01json;')` : '(r.odd IS NOT NULL)',
  decimal: (e) => `(${e})::numeric`,
  decimalValue: (_column, cell) => cell,
  decimalParameter: (value) => `${value}::numeric`,
  same: (a, b) => `${a} IS NOT DISTINCT FROM ${b}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  startsWith: (text, part) => `starts_with(${text}, ${part})`,
  among: (id, value) => `${id} IN (SELECT jsonb_array_elements_text(${value}::jsonb))`,
  sorted: (e, descending) => (descending ? `${e} DESC NULLS LAST` : `${e} NULLS FIRST`),
};
