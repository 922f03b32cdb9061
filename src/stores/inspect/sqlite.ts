import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { StoreError } from '../contract.ts';
import { type Database, openDatabase, storeError } from '../sqlite/driver.ts';
import { schemaVersion } from '../sqlite/schema.ts';
import { SqliteStates } from '../sqlite/states.ts';
import { type Ask, type Inspected, Inspector } from './inspector.ts';

/**
 * Opens a file that exists, to look into it. `name` is what messages call it.
 * @throws StoreError when it is not there, is not osy's, or has another version
 */
export function inspectFile(path: string, name = path): Inspected {
  if (!existsSync(path)) throw new StoreError('unreadable', `there is no database '${name}'`);
  let db: Database | undefined;
  let writable: Database | undefined;
  try {
    db = openReadOnly(path);
    checkVersion(db, name);
    return {
      inspector: new Inspector(askOf(db, name)),
      states: () => {
        writable ??= openDatabase(path, {});
        return new SqliteStates(writable, name);
      },
      close: () => {
        writable?.close();
        db?.close();
      },
    };
  } catch (error) {
    db?.close();
    throw storeError(error, name);
  }
}

function openReadOnly(path: string): Database {
  const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
  return new Driver(path, { readonly: true, fileMustExist: true });
}

function checkVersion(db: Database, path: string): void {
  const known = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  if (!known.includes('meta') || !known.includes('runs')) {
    throw new StoreError(
      'other-app',
      `the database '${path}' holds ${known.length === 0 ? 'nothing' : "tables that are not osy's"}`,
    );
  }
  const version = Number(db.prepare("SELECT value FROM meta WHERE name = 'schema'").pluck().get());
  if (version === schemaVersion) return;
  if (!Number.isInteger(version) || version < 1) {
    throw new StoreError('broken', `the database '${path}' is damaged: it does not say which version it has`);
  }
  throw new StoreError(
    'newer-schema',
    version > schemaVersion
      ? `the database '${path}' was written by a newer osy (schema ${version}; this one knows ${schemaVersion})`
      : `the database '${path}' was written by an older osy (schema ${version}); 'osy run' brings it up to date`,
  );
}

function askOf(db: Database, path: string): Ask {
  return (sql, ...values) => {
    try {
      return db
        .prepare(sql)
        .safeIntegers()
        .all(...values) as Record<string, unknown>[];
    } catch (error) {
      throw storeError(error, path);
    }
  };
}
