import type { StateStore } from '../contract.ts';
import { Mark, type StoreRecord } from '../records.ts';
import type { Tables } from './tables.ts';

/**
 * A store's content as text, one record a line, in an order that depends on nothing but the content. Numbers that only
 * count (revisions, the next id) are not content.
 */
export function dumpRecords(tables: Tables, states: StateStore, text: (value: unknown) => string): string {
  const lines: string[] = [];
  const put = (name: string, records: Iterable<StoreRecord>): void => {
    const present = [...records].filter((r) => r.mark < Mark.deleted);
    for (const record of present.sort((a, b) => a.seq - b.seq)) lines.push(line(name, record.fields(), text));
  };
  for (const [root, table] of [...tables.rows].sort(([a], [b]) => (a < b ? -1 : 1))) put(root, table.rows.values());
  put('run', tables.runs.values());
  const timers = [...tables.runs.values()].flatMap((run) => run.timers);
  put('timer', timers);
  put('delivery', tables.deliveries.values());
  put('transition', tables.transitions.values());
  put('incident', tables.incidents.values());
  put('lock', tables.locks.values());
  put('inbox', tables.inbox.values());
  put('unique', tables.uniques.values());
  for (const state of states.all()) lines.push(line('state', { ...state }, text));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function line(name: string, fields: Readonly<Record<string, unknown>>, text: (value: unknown) => string): string {
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${plain(value, text)}`);
  return `${name} ${parts.join(' ')}`;
}

function plain(value: unknown, text: (value: unknown) => string): string {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'boolean':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    default:
      if (Array.isArray(value)) return `[${value.map((v) => plain(v, text)).join(',')}]`;
      if (Object.getPrototypeOf(value) === Object.prototype) {
        const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
        return `{${entries.map(([k, v]) => `${k}:${plain(v, text)}`).join(',')}}`;
      }
      return text(value);
  }
}
