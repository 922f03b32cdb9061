/** better-sqlite3, loaded when a database is opened: what does not open one works without it. */
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { StoreConflict, StoreError } from '../contract.ts';

export type Database = BetterSqlite.Database;
export type Statement = BetterSqlite.Statement<unknown[], Record<string, unknown>>;

export interface SqliteOptions {
  /** `NORMAL` (default) survives the end of the process; `FULL` that of the machine too. */
  readonly synchronous?: 'NORMAL' | 'FULL';
  /** How many runs and rows are kept at hand. Default 50 000. */
  readonly cache?: number;
  /** How large the file may become, in pages of 4 KiB. Default: as large as the disk allows. */
  readonly pages?: number;
  /** How long another process's write is waited for, in milliseconds. Default 5 000. */
  readonly busyTimeout?: number;
}

/** @throws StoreError */
export function openDatabase(path: string, options: SqliteOptions): Database {
  const require = createRequire(import.meta.url);
  const Driver = require('better-sqlite3') as typeof BetterSqlite;
  try {
    const db = new Driver(path, { timeout: options.busyTimeout ?? 5_000 });
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${options.synchronous ?? 'NORMAL'}`);
    if (options.pages !== undefined) db.pragma(`max_page_count = ${options.pages}`);
    return db;
  } catch (error) {
    throw storeError(error, path);
  }
}

/** What SQLite says, said for the one who named the file. Conflicts and foreign errors stay what they are. */
export function storeError(error: unknown, path: string): unknown {
  if (error instanceof StoreConflict || error instanceof StoreError) return error;
  const { code = '', message = String(error) } = error as { readonly code?: string; readonly message?: string };
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreError('locked', `the database '${path}' is locked by another process`);
  }
  if (code === 'SQLITE_FULL') return new StoreError('full', `there is no room left to write the database '${path}'`);
  if (code.startsWith('SQLITE_READONLY'))
    return new StoreError('read-only', `the database '${path}' cannot be written`);
  if (code.startsWith('SQLITE_CANTOPEN') || /directory does not exist/.test(message)) {
    return new StoreError('unreadable', `the database '${path}' cannot be opened`);
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError('broken', `'${path}' is no SQLite database, or a damaged one`);
  }
  if (code.startsWith('SQLITE_IOERR'))
    return new StoreError('broken', `the database '${path}' cannot be read or written`);
  // Tables and columns that are missing, or are not what they were made as.
  if (code.startsWith('SQLITE_')) return new StoreError('broken', `the database '${path}' is damaged: ${message}`);
  return error;
}

/** A statement whose failures are told as `storeError` says them. */
export class Guarded {
  readonly #statement: Statement;
  readonly #path: string;

  constructor(statement: Statement, path: string) {
    this.#statement = statement;
    this.#path = path;
  }

  all(...values: readonly unknown[]): Record<string, unknown>[] {
    try {
      return this.#statement.all(...values);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  get(...values: readonly unknown[]): Record<string, unknown> | undefined {
    try {
      return this.#statement.get(...values);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }

  run(...values: readonly unknown[]): void {
    try {
      this.#statement.run(...values);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}
