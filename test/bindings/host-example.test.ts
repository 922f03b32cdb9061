import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaints } from './generated.ts';
import { osy } from './terminal.ts';

const root = resolve(import.meta.dirname, '../..');
const example = join(root, 'examples/host');

let folder: string;
let server: Server | undefined;

interface Server {
  readonly url: string;
  readonly lines: string[];
  stop(): Promise<void>;
}

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly message: string | null;
  readonly confirmedAt: string | null;
  readonly next: { readonly key: string; readonly due: string } | null;
}

beforeAll(async () => {
  // Inside the repository, so that its packages are found; the example's own `build/` is nobody's to keep.
  mkdirSync(join(example, 'build'), { recursive: true });
  folder = mkdtempSync(join(example, 'build/test-'));
  cpSync(join(example, 'src'), join(folder, 'src'), { recursive: true });
  const compiled = await osy(example, 'compile', 'app', '-o', `${folder}/build/`, '--emit', 'definition,ts');
  if (compiled.code !== 0) throw new Error(compiled.err);
  await build({
    entryPoints: [join(folder, 'src/main.ts')],
    outfile: join(folder, 'run/server.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    alias: { 'osy/runtime': join(root, 'src/runtime.ts') },
    external: ['better-sqlite3', 'ajv', 'ajv/*', 'undici', 'temporal-polyfill'],
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
    logLevel: 'error',
  });
  cpSync(join(root, 'schemas'), join(folder, 'schemas'), { recursive: true });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('examples/host', () => {
  it('fits the types of its app', () => {
    const files = ['app', 'clockwork', 'main', 'routes'].map((name) => join(folder, `src/${name}.ts`));
    expect(complaints(join(folder, 'build/Tables.ts'), ...files)).toEqual([]);
  });

  it('creates, raises and shows over HTTP, and refuses in the words of the app', async () => {
    server = await start();
    const created = await post('/reservations', { guest: 'Ada', seats: 2 });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ state: 'Held', next: { key: 'Held/Expire' } });
    const { id } = created.body as Shown;
    expect((await post(`/reservations/${id}/confirm`)).body).toMatchObject({ outcome: 'Done', state: 'Confirmed' });
    expect(server.lines).toContain('to Ada: Your table for 2 is yours.');
    expect(await get(`/reservations/${id}`)).toMatchObject({ state: 'Confirmed', confirmedAt: expect.any(String) });
    const again = await post(`/reservations/${id}/confirm`);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ type: 'WorkflowException', code: 'Transition:100020' });
    expect((await post(`/reservations/${id}/cancel`)).body).toMatchObject({ state: 'Cancelled' });
    expect((await post('/reservations', { guest: 'Bob', seats: 40 })).status).toBe(422);
    expect((await post('/reservations', { guest: 'Bob' })).status).toBe(400);
    expect((await post(`/reservations/${id}/dance`)).status).toBe(404);
    expect(await get('/reservations')).toHaveLength(1);
  });

  it('fires timers by the real clock', async () => {
    server ??= await start();
    const { id } = (await post('/reservations', { guest: 'Cy', seats: 1, holdSeconds: 1 })).body as Shown;
    const lapsed = await until(id, 'Lapsed');
    expect(lapsed).toMatchObject({ message: 'it was not confirmed in time', next: null });
  });

  it('loses no timer to a restart: neither one that fell due meanwhile nor one that is still to come', async () => {
    server ??= await start();
    const soon = (await post('/reservations', { guest: 'Di', seats: 1, holdSeconds: 1 })).body as Shown;
    const later = (await post('/reservations', { guest: 'Ed', seats: 1, holdSeconds: 12 })).body as Shown;
    await server.stop();
    await new Promise((done) => setTimeout(done, 1_200));
    server = await start();
    expect(await get(`/reservations/${soon.id}`)).toMatchObject({ state: 'Lapsed' });
    expect(server.lines).toContain('to Di: Your table for 1 is no longer held.');
    const waiting = (await get(`/reservations/${later.id}`)) as Shown;
    expect(waiting.next).toEqual(later.next);
    await until(later.id, 'Lapsed');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(later.next?.due ?? ''));
  });
});

async function start(): Promise<Server> {
  const child = spawn(process.execPath, [join(folder, 'run/server.mjs')], {
    env: { ...process.env, PORT: '0', DATABASE: join(folder, 'tables.db') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const url = await new Promise<string>((listening, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${lines.join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const found = /^listening on (.*)$/.exec(line)?.[1];
      if (found !== undefined) listening(found);
    });
  });
  return { url, lines, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function post(path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${server?.url}${path}`, {
    method: 'POST',
    headers: { connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function get(path: string): Promise<unknown> {
  return (await fetch(`${server?.url}${path}`, { headers: { connection: 'close' } })).json();
}

async function until(id: string, state: string): Promise<Shown> {
  for (;;) {
    const shown = (await get(`/reservations/${id}`)) as Shown;
    if (shown.state === state) return shown;
    await new Promise((done) => setTimeout(done, 50));
  }
}
