/** The tables of a database and their version. */
import { type EntitySchema, StoreError } from '../contract.ts';
import type { Database } from './driver.ts';

/** Raised with every change of the tables below; `migrations` leads from each older one to the next. */
export const schemaVersion = 1;

const tables = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, workflow TEXT NOT NULL, version TEXT NOT NULL, root TEXT NOT NULL, row TEXT NOT NULL,
  created_at INTEGER NOT NULL, state TEXT NOT NULL, status TEXT NOT NULL, owner INTEGER NOT NULL, outcome TEXT,
  message TEXT, visit INTEGER NOT NULL, state_since INTEGER NOT NULL, started_at INTEGER NOT NULL,
  handled_at INTEGER NOT NULL, times TEXT NOT NULL, slots TEXT NOT NULL, child INTEGER NOT NULL, waiting TEXT,
  started INTEGER NOT NULL, parked INTEGER NOT NULL, parent TEXT, rev INTEGER NOT NULL) STRICT;
CREATE INDEX runs_row ON runs (row);
CREATE TABLE timers (
  seq INTEGER PRIMARY KEY, run INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, slot TEXT,
  visit INTEGER NOT NULL, armed_at INTEGER NOT NULL, due INTEGER NOT NULL, round INTEGER NOT NULL,
  parked INTEGER NOT NULL) STRICT;
CREATE INDEX timers_run ON timers (run);
CREATE INDEX timers_due ON timers (due, seq) WHERE parked = 0;
CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, workflow TEXT NOT NULL, run INTEGER NOT NULL, entity TEXT NOT NULL,
  row TEXT NOT NULL, name TEXT NOT NULL, payload TEXT NOT NULL, actor TEXT, attempt INTEGER NOT NULL,
  due INTEGER NOT NULL, visit INTEGER NOT NULL, key TEXT, origin INTEGER NOT NULL, created_at INTEGER NOT NULL, error TEXT,
  parked INTEGER NOT NULL) STRICT;
CREATE INDEX deliveries_run ON deliveries (run);
CREATE INDEX deliveries_due ON deliveries (due, seq) WHERE parked = 0;
CREATE TABLE transitions (
  seq INTEGER PRIMARY KEY, run INTEGER NOT NULL, delivery INTEGER NOT NULL, hop INTEGER NOT NULL, key TEXT NOT NULL,
  kind TEXT NOT NULL, "from" TEXT NOT NULL, attempt INTEGER NOT NULL, at INTEGER NOT NULL, "to" TEXT,
  ended_at INTEGER, step INTEGER NOT NULL) STRICT;
CREATE INDEX transitions_run ON transitions (run);
CREATE TABLE incidents (
  seq INTEGER PRIMARY KEY, run INTEGER NOT NULL, transition TEXT NOT NULL, step TEXT NOT NULL, body TEXT NOT NULL,
  type TEXT NOT NULL, message TEXT NOT NULL, stack TEXT NOT NULL, at INTEGER NOT NULL, delivery TEXT NOT NULL,
  resolved_at INTEGER) STRICT;
CREATE INDEX incidents_run ON incidents (run);
CREATE TABLE locks (key TEXT PRIMARY KEY, seq INTEGER NOT NULL, run INTEGER NOT NULL, until INTEGER NOT NULL,
  rev INTEGER NOT NULL) STRICT;
CREATE INDEX locks_run ON locks (run);
CREATE TABLE inbox (key TEXT PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE uniques (key TEXT PRIMARY KEY, seq INTEGER NOT NULL, row TEXT NOT NULL) STRICT;
CREATE INDEX uniques_row ON uniques (row);
CREATE TABLE states (
  seq INTEGER PRIMARY KEY, scope TEXT NOT NULL, item TEXT NOT NULL, item_entity TEXT NOT NULL, sub_item TEXT NOT NULL,
  sub_item_entity TEXT NOT NULL, status INTEGER NOT NULL, data TEXT, message TEXT, fingerprint TEXT,
  attempts INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, locked_until INTEGER,
  expires_at INTEGER, token INTEGER NOT NULL, holder TEXT, live INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX states_live ON states (scope, item, item_entity, sub_item, sub_item_entity) WHERE live = 1;
CREATE INDEX states_query ON states (scope, item_entity, seq);
`;

/** Step n leads from version n to n + 1. */
const migrations: readonly string[] = [];

/**
 * Makes the tables of a new database, or brings an older one up to date.
 * @throws StoreError `newer-schema`; `broken` for a database that is not osy's
 */
export function prepareTables(db: Database, path: string): void {
  db.transaction(() => {
    const known = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    if (known.length === 0) {
      db.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT');
      db.exec(tables);
      db.prepare("INSERT INTO meta VALUES ('schema', ?)").run(schemaVersion);
      return;
    }
    if (!known.includes('meta') || !known.includes('runs')) {
      throw new StoreError('other-app', `the database '${path}' holds tables that are not osy's`);
    }
    const version = Number(db.prepare("SELECT value FROM meta WHERE name = 'schema'").pluck().get());
    if (!Number.isInteger(version) || version < 1) {
      throw new StoreError('broken', `the database '${path}' is damaged: it does not say which version it has`);
    }
    if (version > schemaVersion) {
      throw new StoreError(
        'newer-schema',
        `the database '${path}' was written by a newer osy (schema ${version}; this one knows ${schemaVersion})`,
      );
    }
    for (let at = version; at < schemaVersion; at++) db.exec(migrations[at - 1] as string);
    db.prepare("UPDATE meta SET value = ? WHERE name = 'schema'").run(schemaVersion);
  })();
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const rowTableName = (root: string): string => quoted(`row:${root}`);
export const memberColumn = (member: string): string => quoted(`m:${member}`);

/**
 * A table for a hierarchy of entities, with a column for each member. Columns that an older version of the app did not
 * have are added.
 * @throws StoreError when a member has changed its type
 */
export function prepareRows(db: Database, path: string, schema: EntitySchema): void {
  const table = rowTableName(schema.root);
  const info = db.pragma(`table_info(${table})`) as { name: string; type: string }[];
  const known = new Map(info.map((c) => [c.name, c.type]));
  if (known.size === 0) {
    db.exec(
      `CREATE TABLE ${table} (id TEXT PRIMARY KEY, seq INTEGER NOT NULL, entity TEXT NOT NULL, rev INTEGER NOT NULL)`,
    );
    db.exec(`CREATE INDEX ${quoted(`seq:${schema.root}`)} ON ${table} (seq)`);
  }
  for (const column of schema.columns) {
    const has = known.get(`m:${column.name}`);
    if (has === undefined) {
      db.exec(`ALTER TABLE ${table} ADD COLUMN ${memberColumn(column.name)} ${column.affinity}`);
      if (column.initial !== undefined)
        db.prepare(`UPDATE ${table} SET ${memberColumn(column.name)} = ?`).run(column.initial);
    } else if (has !== column.affinity) {
      throw new StoreError(
        'other-app',
        `the database '${path}' holds '${schema.root}.${column.name}' as ${has}; the app now wants ${column.affinity}`,
      );
    }
    if (column.indexed || column.sought === true) {
      const name = quoted(`by:${schema.root}.${column.name}`);
      db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${memberColumn(column.name)})`);
    }
  }
}
