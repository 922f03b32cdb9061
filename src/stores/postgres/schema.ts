/** The tables of a store in PostgreSQL and their version. Names and columns are those of SQLite's; `worker` is who delivers. */
import { type ColumnSchema, type EntitySchema, StoreError } from '../contract.ts';
import type { PostgresConnection } from './connection.ts';
import { conflictState } from './errors.ts';

/** Raised with every change of the tables below; `migrations` leads from each older one to the next. */
export const schemaVersion = 1;

/** `pg_current_snapshot` came with 13. */
const oldestServer = 13;

const tables = `
CREATE TABLE meta (name text PRIMARY KEY, value bigint NOT NULL);
CREATE SEQUENCE worker_numbers;
CREATE TABLE workers (id bigint PRIMARY KEY, pid int NOT NULL, until timestamptz NOT NULL);
CREATE SEQUENCE row_numbers;
CREATE SEQUENCE run_numbers;
CREATE SEQUENCE seq_numbers;
CREATE SEQUENCE state_numbers;
CREATE TABLE runs (
  id bigint PRIMARY KEY, workflow text NOT NULL, version text NOT NULL, root text NOT NULL, "row" text NOT NULL,
  created_at bigint NOT NULL, state text NOT NULL, status text NOT NULL, owner bigint NOT NULL, outcome text,
  message text, visit bigint NOT NULL, state_since bigint NOT NULL, started_at bigint NOT NULL,
  handled_at bigint NOT NULL, times text NOT NULL, slots text NOT NULL, child bigint NOT NULL, waiting text,
  started bigint NOT NULL, parked bigint NOT NULL, parent text, rev bigint NOT NULL) WITH (fillfactor = 70);
CREATE INDEX runs_row ON runs ("row");
CREATE TABLE timers (
  seq bigint PRIMARY KEY, run bigint NOT NULL, key text NOT NULL, kind text NOT NULL, slot text,
  visit bigint NOT NULL, armed_at bigint NOT NULL, due bigint NOT NULL, round bigint NOT NULL,
  parked bigint NOT NULL, worker bigint);
CREATE INDEX timers_run ON timers (run);
CREATE INDEX timers_due ON timers (due, seq) WHERE parked = 0;
CREATE INDEX timers_claimed ON timers (run) WHERE worker IS NOT NULL;
CREATE TABLE deliveries (
  seq bigint PRIMARY KEY, kind text NOT NULL, workflow text NOT NULL, run bigint NOT NULL, entity text NOT NULL,
  "row" text NOT NULL, name text NOT NULL, payload text NOT NULL, actor text, attempt bigint NOT NULL,
  due bigint NOT NULL, visit bigint NOT NULL, key text, origin bigint NOT NULL, created_at bigint NOT NULL, error text,
  parked bigint NOT NULL, worker bigint);
CREATE INDEX deliveries_run ON deliveries (run);
CREATE INDEX deliveries_due ON deliveries (due, seq) WHERE parked = 0;
CREATE INDEX deliveries_claimed ON deliveries (run) WHERE worker IS NOT NULL;
CREATE TABLE transitions (
  seq bigint PRIMARY KEY, run bigint NOT NULL, delivery bigint NOT NULL, hop bigint NOT NULL, key text NOT NULL,
  kind text NOT NULL, "from" text NOT NULL, attempt bigint NOT NULL, at bigint NOT NULL, "to" text,
  ended_at bigint, step bigint NOT NULL);
CREATE INDEX transitions_run ON transitions (run);
CREATE TABLE incidents (
  seq bigint PRIMARY KEY, run bigint NOT NULL, transition text NOT NULL, step text NOT NULL, body text NOT NULL,
  type text NOT NULL, message text NOT NULL, stack text NOT NULL, at bigint NOT NULL, delivery text NOT NULL,
  resolved_at bigint);
CREATE INDEX incidents_run ON incidents (run);
CREATE TABLE locks (key text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, run bigint NOT NULL, until bigint NOT NULL,
  rev bigint NOT NULL);
CREATE INDEX locks_run ON locks (run);
CREATE TABLE inbox (key text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, at bigint NOT NULL);
CREATE TABLE uniques (key text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, "row" text NOT NULL);
CREATE INDEX uniques_row ON uniques ("row");
CREATE TABLE states (
  seq bigint PRIMARY KEY, scope text NOT NULL, item text NOT NULL, item_entity text NOT NULL, sub_item text NOT NULL,
  sub_item_entity text NOT NULL, status bigint NOT NULL, data text, message text, fingerprint text,
  attempts bigint NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL, locked_until bigint,
  expires_at bigint, token bigint NOT NULL, holder text, live bigint NOT NULL) WITH (fillfactor = 70);
CREATE UNIQUE INDEX states_live ON states (scope, item, item_entity, sub_item, sub_item_entity) WHERE live = 1;
CREATE INDEX states_query ON states (scope, item_entity, seq);
CREATE FUNCTION refuse(what text) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', what USING ERRCODE = '${conflictState}';
END $$;
`;

/** Step n leads from version n to n + 1. */
const migrations: readonly string[] = [];

/**
 * Makes the tables of a new store, or brings an older one up to date. Several processes may come at once.
 * @throws StoreError `newer-schema`; `other-app` for a schema that is not osy's
 */
export function prepareTables(db: PostgresConnection, schema: string): void {
  checkServer(db);
  if (versionOf(db, schema) === schemaVersion) return;
  inTransaction(db, schema, () => {
    const version = versionOf(db, schema);
    if (version === schemaVersion) return;
    if (version === undefined) {
      db.script(
        `CREATE SCHEMA IF NOT EXISTS ${schema}; ${tables} INSERT INTO meta VALUES ('schema', ${schemaVersion}), ('openings', 0)`,
      );
      return;
    }
    for (let at = version; at < schemaVersion; at++) db.script(migrations[at - 1] as string);
    db.script(`UPDATE meta SET value = ${schemaVersion} WHERE name = 'schema'`);
  });
}

function checkServer(db: PostgresConnection): void {
  const [raw] = db.ask("SELECT current_setting('server_version_num')::bigint / 10000 AS major");
  const major = Number(raw?.['major']);
  if (major >= oldestServer) return;
  throw new StoreError('unreadable', `${db.name} runs PostgreSQL ${major}; osy needs ${oldestServer} or newer`);
}

/**
 * The version of the store in a schema; undefined when there is none.
 * @throws StoreError `newer-schema`; `other-app`
 */
export function versionOf(db: PostgresConnection, schema: string): number | undefined {
  const known = db
    .ask('SELECT tablename::text AS name FROM pg_tables WHERE schemaname = $1', schema)
    .map((r) => r['name']);
  if (known.length === 0) return undefined;
  if (!known.includes('meta') || !known.includes('runs') || !known.includes('workers')) {
    throw new StoreError('other-app', `the schema '${schema}' of ${db.name} holds tables that are not osy's`);
  }
  const [raw] = db.ask("SELECT value FROM meta WHERE name = 'schema'");
  const version = Number(raw?.['value']);
  if (!Number.isInteger(version) || version < 1) {
    throw new StoreError('broken', `${db.name} is damaged: it does not say which version its tables have`);
  }
  if (version <= schemaVersion) return version;
  throw new StoreError(
    'newer-schema',
    `${db.name} was written by a newer osy (schema ${version}; this one knows ${schemaVersion})`,
  );
}

/** Does what changes tables, one process at a time, all or nothing. */
function inTransaction(db: PostgresConnection, schema: string, work: () => void): void {
  db.script(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('osy.${schema} tables', 0))`);
  try {
    work();
    db.script('COMMIT');
  } catch (error) {
    try {
      db.script('ROLLBACK');
    } catch {
      // Without a connection there is nothing to roll back.
    }
    throw error;
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const rowTableName = (root: string): string => quoted(shortened(`row:${root}`));
export const memberColumn = (member: string): string => quoted(memberName(member));
export const memberName = (member: string): string => shortened(`m:${member}`);

/** PostgreSQL cuts names after 63 bytes: longer ones end in a mark of what was cut. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= 63) return name;
  let hash = 0x811c9dc5;
  for (const c of Buffer.from(name)) hash = Math.imul(hash ^ c, 0x01000193) >>> 0;
  let kept = name;
  while (Buffer.byteLength(kept) > 54) kept = kept.slice(0, -1);
  return `${kept}~${hash.toString(16).padStart(8, '0')}`;
}

const types: Readonly<Record<ColumnSchema['affinity'], string>> = {
  INTEGER: 'bigint',
  REAL: 'double precision',
  TEXT: 'text',
  BLOB: 'bytea',
};

/**
 * A table for each hierarchy of entities, with a column for each member. Columns that an older version of the app did not
 * have are added.
 * @throws StoreError when a member has changed its type
 */
export function prepareRows(db: PostgresConnection, schema: string, entities: readonly EntitySchema[]): void {
  const known = foundIn(db, schema);
  if (entities.every((entity) => changesFor(db, entity, known).length === 0)) return;
  inTransaction(db, schema, () => {
    const now = foundIn(db, schema);
    for (const entity of entities) {
      const changes = changesFor(db, entity, now);
      if (changes.length > 0) db.script(changes.join('; '));
    }
  });
}

/** What there is: types by table and column, and the names of indexes. */
interface Found {
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly indexes: ReadonlySet<string>;
}

function foundIn(db: PostgresConnection, schema: string): Found {
  const columns = new Map<string, Map<string, string>>();
  const rows = db.ask(
    `SELECT table_name::text AS "table", column_name::text AS name, data_type::text AS type
     FROM information_schema.columns WHERE table_schema = $1 AND table_name LIKE 'row:%'`,
    schema,
  );
  for (const raw of rows) {
    const table = quoted(raw['table'] as string);
    const known = columns.get(table) ?? new Map<string, string>();
    columns.set(table, known.set(raw['name'] as string, raw['type'] as string));
  }
  const indexes = db.ask('SELECT indexname::text AS name FROM pg_indexes WHERE schemaname = $1', schema);
  return { columns, indexes: new Set(indexes.map((raw) => raw['name'] as string)) };
}

function changesFor(db: PostgresConnection, entity: EntitySchema, found: Found): readonly string[] {
  const table = rowTableName(entity.root);
  const known = found.columns.get(table);
  const changes: string[] = [];
  if (known === undefined) {
    changes.push(
      `CREATE TABLE ${table} (id text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, entity text NOT NULL, rev bigint NOT NULL, odd text) WITH (fillfactor = 70)`,
      `CREATE INDEX ${quoted(shortened(`seq:${entity.root}`))} ON ${table} (seq)`,
    );
  }
  const odd = shortened(`odd:${entity.root}`);
  if (!found.indexes.has(odd)) changes.push(`CREATE INDEX ${quoted(odd)} ON ${table} (seq) WHERE odd IS NOT NULL`);
  for (const column of entity.columns) {
    const wanted = types[column.affinity];
    const has = known?.get(memberName(column.name));
    const collation = column.affinity === 'TEXT' ? ' COLLATE "C"' : '';
    if (has === undefined) {
      changes.push(`ALTER TABLE ${table} ADD COLUMN ${memberColumn(column.name)} ${wanted}${collation}`);
    } else if (has !== wanted) {
      throw new StoreError(
        'other-app',
        `${db.name} holds '${entity.root}.${column.name}' as ${has}; the app now wants ${wanted}`,
      );
    }
    const index = shortened(`by:${entity.root}.${column.name}`);
    if ((column.indexed || column.sought === true) && !found.indexes.has(index)) {
      changes.push(`CREATE INDEX ${quoted(index)} ON ${table} (${memberColumn(column.name)})`);
    }
  }
  return changes;
}
