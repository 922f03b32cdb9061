/**
 * The program of the database's thread, as text: it is started from wherever this package lies, bundled or not. It holds the
 * connection. Each request is a batch of prepared statements, sent at once and answered at once: one round trip, and one
 * transaction, unless one of the statements says BEGIN.
 *
 * It also keeps this process's place among those that share the store (docs/stores.md): a row of `workers` that is renewed
 * as long as the process lives, and an advisory lock, held alone by the only process of a store and shared by several.
 * `state` is memory shared with the waiting thread: what it holds is named below.
 */
export const threadSource = `
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { Client } = require(workerData.pg);
const { port, shared, connection, schema, patienceMs, leaseMs } = workerData;
const answered = 0, mode = 1, generation = 2;        // of state
const alone = 1, several = 2;                        // modes; 0: not a member yet
const state = new Int32Array(shared, 0, 4);
const claimed = new BigInt64Array(shared, 16, 1);    // the due work that is being delivered, by seq
const lockKey = "hashtextextended('osy." + schema + "', 0)";
const channel = 'osy_' + schema;
let client, lost = true, member = false, worker = 0, running = false, beat, prepared, statements = 0;
const texts = new Map(), waiting = [];

// One thing at a time: requests, heartbeats and answers to newcomers share the connection.
function next(work) {
  return new Promise((resolve, reject) => {
    waiting.push(() => work().then(resolve, reject));
    pump();
  });
}
function pump() {
  if (running) return;
  const work = waiting.shift();
  if (work === undefined) return;
  running = true;
  void work().then(free, free);
}
function free() { running = false; pump(); }

class Batch {
  constructor(statements, resolve, reject) {
    this.statements = statements; this.resolve = resolve; this.reject = reject;
    this.results = []; this.rows = []; this.fields = undefined; this.fresh = new Map();
  }
  submit(c) {
    c.stream.cork();
    try {
      for (const [id, text, packed] of this.statements) {
        if (text !== undefined) texts.set(id, text);
        const values = packed === undefined ? [] : packed.split('\\0');
        for (let i = 0; i < values.length; i++) if (values[i] === '\\u0002') values[i] = null;
        let name = prepared.get(id) || this.fresh.get(id);
        if (name === undefined) {
          name = 's' + ++statements;
          this.fresh.set(id, name);
          c.parse({ name, text: texts.get(id) });
          c.describe({ type: 'S', name });
        }
        c.bind({ statement: name, values });
        c.execute();
      }
      c.sync();
    } finally { c.stream.uncork(); }
  }
  handleRowDescription(message) { this.fields = message.fields.map((f) => [f.name, f.dataTypeID]); }
  handleDataRow(message) { this.rows.push(message.fields); }
  handleCommandComplete(message) {
    const [id] = this.statements[this.results.length];
    const name = this.fresh.get(id);
    if (name !== undefined) prepared.set(id, name);
    const count = /\\d+$/.exec(message.text);
    this.results.push({ rows: this.rows, fields: this.fields, count: count === null ? 0 : Number(count[0]) });
    this.rows = []; this.fields = undefined;
  }
  handleEmptyQuery() { this.handleCommandComplete({ text: '' }); }
  handlePortalSuspended() {}
  handleCopyInResponse(c) { c.sendCopyFail('no copying here'); }
  handleCopyData() {}
  handleError(error) { this.reject(error); }
  handleReadyForQuery() { this.resolve(this.results); }
}

function run(statements) { return new Promise((resolve, reject) => client.query(new Batch(statements, resolve, reject))); }

async function connect() {
  const fresh = new Client({ connectionString: connection, connectionTimeoutMillis: patienceMs, keepAlive: true, application_name: 'osy' });
  fresh.on('error', () => { if (client === fresh) gone(); });
  fresh.on('end', () => { if (client === fresh) gone(); });
  fresh.on('notification', () => { void next(letIn).catch(() => {}); });
  try {
    await fresh.connect();
    await fresh.query("SET search_path = " + schema + "; SET lock_timeout = '20s'; SET idle_in_transaction_session_timeout = '60s'; " +
      "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET jit = off; SET enable_seqscan = off; " +
      "SET plan_cache_mode = force_generic_plan; SET client_min_messages = warning; SET timezone = 'UTC'");
  } catch (error) {
    fresh.end().catch(() => {});
    throw Object.assign(error, { at: 'connecting' });
  }
  client = fresh; prepared = new Map(); lost = false;
  Atomics.add(state, generation, 1);
  if (member) await join();
}

function gone() { lost = true; Atomics.store(state, mode, 0); }

// ---- the place among others

async function join() {
  member = true;
  await client.query('LISTEN ' + channel);
  const tried = await client.query('SELECT pg_try_advisory_lock(' + lockKey + ') AS won');
  await register();
  await client.query('UPDATE timers SET worker = NULL WHERE worker = ' + worker + '; UPDATE deliveries SET worker = NULL WHERE worker = ' + worker);
  if (tried.rows[0].won) return void Atomics.store(state, mode, alone);
  await client.query('NOTIFY ' + channel);
  await client.query('SELECT pg_advisory_lock_shared(' + lockKey + ')');
  await shareClaim();
  Atomics.store(state, mode, several);
}

// Another process wants in: from now on what is cached here has to be checked. The shared lock is taken before the other
// one is given up, so that nobody can be alone meanwhile.
async function letIn() {
  if (lost || Atomics.load(state, mode) !== alone) return;
  Atomics.add(state, generation, 1);
  Atomics.store(state, mode, several);
  await shareClaim();
  await client.query('SELECT pg_advisory_lock_shared(' + lockKey + '); SELECT pg_advisory_unlock(' + lockKey + ')');
}

// What is being delivered was claimed without a word while this process was alone.
async function shareClaim() {
  const seq = Atomics.load(claimed, 0);
  if (seq === 0n) return;
  await client.query('UPDATE timers SET worker = ' + worker + ' WHERE seq = ' + seq + '; UPDATE deliveries SET worker = ' + worker + ' WHERE seq = ' + seq);
}

async function register() {
  if (worker === 0) {
    const made = await client.query("SELECT nextval('worker_numbers') AS n");
    worker = Number(made.rows[0].n);
    Atomics.store(state, 3, worker);
  }
  await pulse();
  if (beat === undefined) beat = setInterval(() => { void next(heartbeat).catch(() => {}); }, leaseMs / 3);
}

// Renews the own row, and takes the rows of those whose session has ended: what they had claimed is free.
async function pulse() {
  await client.query("INSERT INTO workers (id, pid, until) VALUES (" + worker + ", pg_backend_pid(), clock_timestamp() + interval '" + leaseMs + " ms') " +
    "ON CONFLICT (id) DO UPDATE SET pid = excluded.pid, until = excluded.until; " +
    "DELETE FROM workers w WHERE w.id <> " + worker + " AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.pid = w.pid)");
}

async function heartbeat() {
  if (lost || !member) return;
  await pulse();
  if (Atomics.load(state, mode) !== several) return;
  const tried = await client.query('SELECT pg_try_advisory_lock(' + lockKey + ') AS won');
  if (!tried.rows[0].won) return;
  await client.query('SELECT pg_advisory_unlock_shared(' + lockKey + ')');
  Atomics.store(state, mode, alone);
}

// ---- requests

async function serve(request) {
  if (request.op === 'close') {
    clearInterval(beat);
    if (!lost && member) await client.query('DELETE FROM workers WHERE id = ' + worker).catch(() => {});
    if (!lost) await client.end();
    return [];
  }
  if (lost) await connect();
  try {
    if (request.op === 'batch') return await run(request.statements);
    if (request.op === 'script') { await client.query(request.text); return []; }
    if (request.op === 'join') { if (!member) await join(); return []; }
  } catch (error) {
    throw located(error);
  }
  throw new Error('unknown request');
}

function located(error) {
  return Object.assign(error, { at: lost || !error.severity || error.severity === 'FATAL' ? 'request' : 'server' });
}

function fault(error) {
  const seen = error && error.errors && error.errors[0] ? Object.assign(error.errors[0], { at: error.at }) : error;
  if (seen.at === 'request') { gone(); if (client) client.connection.stream.destroy(); }
  return { fault: { code: String(seen.code || ''), message: String(seen.message || seen), at: seen.at || 'request' } };
}

function answer(message) {
  port.postMessage(message);
  Atomics.store(state, answered, 1);
  Atomics.notify(state, answered);
}

port.on('message', (request) => {
  if (request.op !== 'batch' || lost || running) {
    void next(() => serve(request)).then((results) => ({ results }), fault).then(answer);
    return;
  }
  // The common case, without a promise on its way.
  running = true;
  client.query(new Batch(request.statements, (results) => {
    running = false;
    answer({ results });
    pump();
  }, (error) => {
    running = false;
    answer(fault(located(error)));
    pump();
  }));
});
parentPort.postMessage('ready');
`;
