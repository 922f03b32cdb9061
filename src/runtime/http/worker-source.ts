/**
 * The program of the network's thread, as text: it is started from wherever this package lies, bundled or not. It makes
 * one exchange a message and wakes the waiting engine when its answer lies ready.
 */
export const workerSource = `
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const dns = require('node:dns');
const net = require('node:net');
const { Agent, request } = require(workerData.undici);
const { port, signal, mostBytes } = workerData;
const lock = new Int32Array(signal);
const blocked = new net.BlockList();
for (const [a, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16],
  ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 4], ['240.0.0.0', 4]])
  blocked.addSubnet(a, bits, 'ipv4');
// Among them those that carry an IPv4 address, which may be any: ::a.b.c.d, NAT64, Teredo, 6to4.
for (const [a, bits] of [['::', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['2001::', 32], ['2002::', 16],
  ['fc00::', 7], ['fe80::', 10], ['ff00::', 8]])
  blocked.addSubnet(a, bits, 'ipv6');
function isPrivate(address) {
  const mapped = /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d+)$/i.exec(address);
  if (mapped) return blocked.check(mapped[1], 'ipv4');
  const family = net.isIP(address);
  if (family === 6 && /^::ffff:/i.test(address)) return true;
  return family !== 0 && blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
function refused(host) { return Object.assign(new Error("'" + host + "' has a private address, which has to be allowed by name"), { plain: true }); }
function lookup(host, options, callback) {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error);
    if (found.some((a) => isPrivate(a.address))) return callback(refused(host));
    if (options.all) callback(null, found); else callback(null, found[0].address, found[0].family);
  });
}
const open = new Agent();
const guarded = new Agent({ connect: { lookup } });
async function send(r) {
  const host = new URL(r.url).hostname.replace(/^\\[|\\]$/g, '');
  if (!r.allowPrivate && isPrivate(host)) throw refused(host);
  const stop = AbortSignal.timeout(r.timeoutMs);
  const answer = await request(r.url, {
    method: r.method, headers: r.headers.flat(), body: r.body === null ? undefined : r.body,
    dispatcher: r.allowPrivate ? open : guarded, signal: stop,
    headersTimeout: r.timeoutMs, bodyTimeout: r.timeoutMs, maxRedirections: 0,
  });
  const parts = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.length;
    if (size > mostBytes) {
      answer.body.destroy();
      throw Object.assign(new Error('the answer is larger than ' + mostBytes + ' bytes'), { plain: true });
    }
    parts.push(part);
  }
  const headers = Object.entries(answer.headers).map(([n, v]) => [n, Array.isArray(v) ? v.join(', ') : String(v)]);
  return { kind: 'answer', status: answer.statusCode, headers, body: Buffer.concat(parts).toString('utf8') };
}
function saying(error, r) {
  if (error && error.plain) return error.message;
  if (error && error.cause && error.cause.plain) return error.cause.message;
  const name = error && error.name;
  if (name === 'TimeoutError' || name === 'AbortError' || /Timeout/.test(name || '')) return 'no answer within ' + r.timeoutMs + ' ms';
  const code = error && (error.code || (error.cause && error.cause.code));
  return code ? String(code) : String((error && error.message) || error);
}
port.on('message', (r) => {
  send(r).catch((error) => ({ kind: 'fault', message: saying(error, r) })).then((answer) => {
    port.postMessage(answer);
    Atomics.store(lock, 0, 1);
    Atomics.notify(lock, 0);
  });
});
parentPort.postMessage('ready');
`;
