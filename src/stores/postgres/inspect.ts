import { StoreError } from '../contract.ts';
import { type Ask, type Inspected, Inspector } from '../inspect/inspector.ts';
import { parseAddress } from './address.ts';
import { PostgresConnection } from './connection.ts';
import { schemaVersion, versionOf } from './schema.ts';
import { PostgresStates } from './states.ts';

/**
 * Opens a store that exists, to look into it beside those that work on it.
 * @throws StoreError when it is not there, is not osy's, or has another version
 */
export function inspectServer(address: string): Inspected {
  const where = parseAddress(address);
  const db = new PostgresConnection(where, 15_000);
  try {
    const version = versionOf(db, where.schema);
    if (version === undefined) {
      throw new StoreError('unreadable', `${where.name} holds no store of osy's (schema '${where.schema}')`);
    }
    if (version < schemaVersion) {
      throw new StoreError(
        'newer-schema',
        `${where.name} was written by an older osy (schema ${version}); 'osy run' brings it up to date`,
      );
    }
  } catch (error) {
    db.close();
    throw error;
  }
  const ask: Ask = (sql, ...values) => db.ask(numbered(sql), ...values);
  return {
    inspector: new Inspector(ask),
    states: () => new PostgresStates(db),
    close: () => db.close(),
  };
}

/** `?` as PostgreSQL writes it. */
function numbered(sql: string): string {
  let n = 0;
  return sql.replaceAll('?', () => `$${++n}`);
}
