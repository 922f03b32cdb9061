/** The process: `PORT`, `DATABASE`, and an orderly end. */
import { serve } from '@hono/node-server';
import { openApp } from './app.ts';
import { Clockwork } from './clockwork.ts';
import { routes } from './routes.ts';

const log = (line: string): void => console.log(line);

const app = await openApp({ database: process.env['DATABASE'] ?? 'tables.db', log });
const clockwork = new Clockwork(app.engine, log);
const server = serve(
  { fetch: routes(app, () => clockwork.wake()).fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) },
  ({ port }) => log(`listening on http://127.0.0.1:${port}`),
);
// What fell due while nobody was there runs now.
clockwork.wake();

const end = (): void => {
  clockwork.stop();
  server.close(() => app.engine.close());
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
