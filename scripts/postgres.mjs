// A PostgreSQL of one's own for tests and benches: in a temporary folder, on the loopback, on a free port, gone afterwards.
//
//   node scripts/postgres.mjs -- npm test     runs a command with its address in OSY_TEST_POSTGRES
//   node scripts/postgres.mjs                 starts one, prints its address, and keeps it until Ctrl+C
//   node scripts/postgres.mjs --install      only makes sure that the binaries are there (Debian and Ubuntu, as root)
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const advice =
  'PostgreSQL was not found: install it (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql), ' +
  'or give the address of an empty database in OSY_TEST_POSTGRES';

/** The folder with `initdb` and `postgres`, the newest version where there are several. */
export function findBinaries() {
  const folders = [];
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
    folders.push(...versions.map((v) => join(debian, v, 'bin')));
  }
  folders.push(...(process.env.PATH ?? '').split(':'), '/opt/homebrew/bin', '/usr/local/bin');
  return folders.find((f) => f !== '' && existsSync(join(f, 'initdb')) && existsSync(join(f, 'postgres')));
}

/** Installs from the distribution's packages, as root; says what it cannot do. */
export function installBinaries(log = () => {}) {
  const found = findBinaries();
  if (found !== undefined) return found;
  const apt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() !== 0 || !apt) throw new Error(advice);
  log('installing PostgreSQL from the packages of this system');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${advice}. apt-get ${args[0]} failed: ${stderr.trim().split('\n').at(-1)}`);
  }
  const installed = findBinaries();
  if (installed === undefined) throw new Error(advice);
  return installed;
}

/**
 * Starts a server whose data may be lost, unless it is to be durable. It stops when `stop` is called, and when this process ends in whatever way.
 * @param {{ durable?: boolean, log?: (text: string) => void }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres({ durable = false, log = () => {} } = {}) {
  const bin = installBinaries(log);
  const user = await serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'osy-postgres-'));
  const owned = (path) => user === undefined || chownSync(path, user.uid, user.gid);
  const password = randomBytes(12).toString('hex');
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  owned(folder);
  owned(secret);
  chmodSync(secret, 0o600);
  const as = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const data = join(folder, 'data');
  try {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'osy', '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${secret}`, '--no-sync'],
      { ...as, cwd: folder, stdio: 'pipe' },
    );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${String(error.stderr ?? error).trim()}`);
  }
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    max_connections: 200,
    shared_buffers: '64MB',
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c${name}=${value}`);
  // The shell holds on to this process by its standard input: when that closes, the server is stopped and its folder removed.
  const watch = '"$@" </dev/null & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$OSY_FOLDER"';
  const child = spawn('/bin/sh', ['-c', watch, 'sh', join(bin, 'postgres'), '-D', data, ...flags], {
    ...as,
    cwd: '/',
    env: { ...process.env, OSY_FOLDER: folder },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl+C is for the one who waits for it; the server is stopped afterwards.
    detached: true,
  });
  child.stdin.on('error', () => {});
  let said = '';
  let ready = false;
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text) => {
    if (ready) return;
    said += text;
    ready = said.includes('ready to accept connections');
  });
  const gone = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let waited = 0; !ready; waited += 50) {
    if (waited > 60_000 || /FATAL|could not/.test(said)) {
      await stop();
      throw new Error(`PostgreSQL did not start: ${said.trim().split('\n').slice(-3).join(' · ')}`);
    }
    await sleep(50);
  }
  child.unref();
  child.stdin.unref?.();
  child.stderr.unref?.();
  return { url: `postgres://osy:${password}@127.0.0.1:${port}/postgres`, stop };
}

/** PostgreSQL refuses to run as root: as root, it runs as the user of its package, or as nobody. */
async function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (found === undefined) throw new Error('there is neither a user postgres nor nobody to run PostgreSQL as');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function main(args) {
  const log = (text) => console.error(`postgres: ${text}`);
  if (args[0] === '--install') {
    log(`found in ${dirname(join(installBinaries(log), 'postgres'))}`);
    return 0;
  }
  const given = process.env.OSY_TEST_POSTGRES;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ log });
  try {
    const command = args[0] === '--' ? args.slice(1) : args;
    if (command.length === 0) {
      console.log(server.url);
      await new Promise((resolve) => {
        process.once('SIGINT', resolve);
        process.once('SIGTERM', resolve);
        setInterval(() => {}, 1 << 30);
      });
      return 0;
    }
    const child = spawn(command[0], command.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, OSY_TEST_POSTGRES: server.url },
    });
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 1));
    });
  } finally {
    await server.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(`postgres: ${error.message}`);
    process.exit(1);
  }
}
