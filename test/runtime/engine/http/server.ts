/** A server for `clients.test.ts`, in a process of its own: the engine waits for answers and could not give them. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-seen': 'yes' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    if (pathname.startsWith('/echo')) {
      const { authorization = null } = request.headers;
      const key = request.headers['x-api-key'] ?? null;
      return json(200, { method: request.method, url: request.url, body, key, authorization, n: '1' });
    }
    if (pathname === '/refuse') return json(422, '{"why":"no"}');
    if (pathname === '/empty') return json(200, '');
    if (pathname === '/odd') return json(200, '{"n": "many"}');
    if (pathname === '/text') return json(200, 'plain words');
    if (pathname === '/huge') return json(200, `"${'x'.repeat(3_000_000)}"`);
    if (pathname === '/moved') {
      response.writeHead(302, { location: '/echo/after' });
      return void response.end();
    }
    if (pathname === '/away') {
      response.writeHead(307, { location: `http://[::1]:1/` });
      return void response.end();
    }
    if (pathname === '/loop') {
      response.writeHead(302, { location: '/loop' });
      return void response.end();
    }
    if (pathname === '/drip') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drops = setInterval(() => response.write(' '), 100);
      return void response.once('close', () => clearInterval(drops));
    }
    if (pathname === '/reset') return void request.socket.destroy();
    // `/slow` is never answered.
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
