/**
 * Gives tests a PostgreSQL: the one that OSY_TEST_POSTGRES names, or one of their own, started when the first test asks for
 * it and stopped at the end. Who runs other tests does not wait for it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the database, or with status 503 and why there is none. */
    readonly postgres: string;
  }
}

interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Started> | undefined;
  const server = createServer((_request, response) => {
    started ??= startPostgres();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => {
        response.statusCode = 503;
        response.end(error instanceof Error ? error.message : String(error));
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  project.provide('postgres', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await started?.then(({ stop }) => stop()).catch(() => {});
  };
}

async function startPostgres(): Promise<Started> {
  const url = process.env['OSY_TEST_POSTGRES'];
  if (url !== undefined && url !== '') return { url, stop: async () => {} };
  const script = new URL('../../scripts/postgres.mjs', import.meta.url).href;
  const { startPostgres: start } = (await import(script)) as { startPostgres: () => Promise<Started> };
  return start();
}
