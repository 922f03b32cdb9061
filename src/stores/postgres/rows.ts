/** Columns by name, in place of `*`: a column that another process adds must not change what a statement answers. */
import type { Cell, EntitySchema } from '../contract.ts';
import { RowRecord } from '../records.ts';
import { int, json, member, type Raw, text } from '../sql/reading.ts';
import { memberColumn, memberName } from './schema.ts';

export const columnsOf = {
  runs: `id, workflow, version, root, "row", created_at, state, status, owner, outcome, message, visit, state_since,
    started_at, handled_at, times, slots, child, waiting, started, parked, parent, rev`,
  timers: 'seq, run, key, kind, slot, visit, armed_at, due, round, parked',
  deliveries: `seq, kind, workflow, run, entity, "row", name, payload, actor, attempt, due, visit, key, origin, created_at,
    error, parked`,
  transitions: 'seq, run, delivery, hop, key, kind, "from", attempt, at, "to", ended_at, step',
  incidents: 'seq, run, transition, step, body, type, message, stack, at, delivery, resolved_at',
  locks: 'key, seq, run, until, rev',
  inbox: 'key, seq, at',
  uniques: 'key, seq, "row"',
} as const;

export function rowColumns(schema: EntitySchema): string {
  return ['id', 'seq', 'entity', 'rev', 'odd', ...schema.columns.map((c) => memberColumn(c.name))].join(', ');
}

export function rowOf(schema: EntitySchema, raw: Raw): RowRecord {
  const v: Record<string, unknown> = {};
  fillRow(schema, raw, v);
  const row = new RowRecord(text(raw, 'entity'), schema.root, text(raw, 'id'), int(raw, 'seq'), v);
  row.rev = int(raw, 'rev');
  return row;
}

export function fillRow(schema: EntitySchema, raw: Raw, v: Record<string, unknown>): void {
  const odd = raw['odd'] === null ? undefined : json(raw, 'odd', (value) => value as Record<string, string>);
  for (const column of schema.columns) {
    const cell = odd?.[column.name] ?? raw[memberName(column.name)];
    v[column.name] = member(column.name, () => column.fromCell(cell as Cell));
  }
}
