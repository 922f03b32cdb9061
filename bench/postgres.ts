/** PostgreSQL for the benches: the server that OSY_TEST_POSTGRES names, or one of their own with fsync as in production. */
import { createRequire } from 'node:module';

/** What is used of the driver. */
export interface Driver {
  connect(): Promise<void>;
  query(
    query: string | { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  ): Promise<unknown>;
  end(): Promise<void>;
}

/** A connection of the driver alone. */
export async function postgresClient(url: string): Promise<Driver> {
  const { Client } = createRequire(import.meta.url)('pg') as {
    readonly Client: new (options: { readonly connectionString: string }) => Driver;
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

export async function withPostgres(use: (url: string) => Promise<void>): Promise<void> {
  const url = process.env['OSY_TEST_POSTGRES'];
  if (url !== undefined) return use(url);
  const script = new URL('../scripts/postgres.mjs', import.meta.url).href;
  const { startPostgres } = (await import(script)) as {
    startPostgres: (options: { durable: boolean }) => Promise<{ url: string; stop: () => Promise<void> }>;
  };
  const server = await startPostgres({ durable: true });
  try {
    await use(server.url);
  } finally {
    await server.stop();
  }
}

/** The address of a fresh store. */
export function storeAt(url: string): string {
  const made = new URL(url);
  made.searchParams.set('schema', `bench_${Date.now().toString(36)}`);
  return made.href;
}
