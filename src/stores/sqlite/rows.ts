/** Rows from what SQLite answers. */
import type { Cell, EntitySchema } from '../contract.ts';
import { RowRecord } from '../records.ts';
import { int, member, type Raw, text } from '../sql/reading.ts';

export function rowOf(schema: EntitySchema, raw: Raw): RowRecord {
  const v: Record<string, unknown> = {};
  fillRow(schema, raw, v);
  const row = new RowRecord(text(raw, 'entity'), schema.root, text(raw, 'id'), int(raw, 'seq'), v);
  row.rev = int(raw, 'rev');
  return row;
}

export function fillRow(schema: EntitySchema, raw: Raw, v: Record<string, unknown>): void {
  for (const column of schema.columns) {
    v[column.name] = member(column.name, () => column.fromCell(raw[`m:${column.name}`] as Cell));
  }
}
