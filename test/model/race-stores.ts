/** The stores that races are run on, with how many scripts to try on each: a script on PostgreSQL takes a schema of its own. */
import { beforeAll } from 'vitest';
import type { Store } from '../../src/stores/contract.ts';
import { PostgresStore } from '../../src/stores/postgres/store.ts';
import { stores } from '../runtime/engine/support.ts';
import { postgresUrl, withSchema } from '../stores/postgres-server.ts';

let url = '';

/** `OSY_RACES` is how many scripts to try, by default 200. */
const scripts = Number(process.env['OSY_RACES'] ?? 200);

export const raceStores: readonly (readonly [name: string, make: () => Store, scripts: number])[] = [
  ...stores.map(([name, make]) => [name, make, scripts] as const),
  ['PostgreSQL', () => new PostgresStore(withSchema(url)), Math.ceil(scripts / 20)],
];

/** Call it where races are run: PostgreSQL is started for them. */
export function withPostgres(): void {
  beforeAll(async () => {
    url = await postgresUrl();
  });
}
