/** The `--db` of every verb that has one: an SQLite file, or the address of a PostgreSQL database. */
import { resolve } from 'node:path';
import { type Store, StoreError } from '../stores/contract.ts';
import type { Inspected } from '../stores/inspect/inspector.ts';
import { isPostgresAddress } from '../stores/postgres/address.ts';
import { type Terminal, UsageError } from './terminal.ts';

/**
 * Opens a database to work on; a file is made if there is none.
 * @throws UsageError in words for the one who named it
 */
export async function openStore(db: string, terminal: Terminal): Promise<Store> {
  return refusing(async () => {
    if (isPostgresAddress(db)) {
      const { PostgresStore } = await import('../stores/postgres/store.ts');
      return new PostgresStore(db);
    }
    const { SqliteStore } = await import('../stores/sqlite/store.ts');
    return new SqliteStore(resolve(terminal.cwd, db));
  });
}

/**
 * Opens a database to look into it; it has to be there, and is not changed by being opened.
 * @throws UsageError
 */
export async function inspectDatabase(db: string, terminal: Terminal): Promise<Inspected> {
  return refusing(async () => {
    if (isPostgresAddress(db)) return (await import('../stores/postgres/inspect.ts')).inspectServer(db);
    const { inspectFile } = await import('../stores/inspect/sqlite.ts');
    return inspectFile(resolve(terminal.cwd, db), db);
  });
}

/** A database that cannot be used is wrong input, not a fault of ours. */
export async function refusing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) throw new UsageError(error.message);
    throw error;
  }
}
