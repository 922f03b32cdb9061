/** language.md §6 against a real server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/runtime/engine.ts';
import { hostAllowed, openingOf } from '../../../../src/runtime/http/policy.ts';
import { type RecordedExchange, RecordedTransport, RecordingTransport } from '../../../../src/runtime/http/recorded.ts';
import { ThreadTransport } from '../../../../src/runtime/http/thread-transport.ts';
import type { Value } from '../../../../src/runtime/library/values.ts';
import type { EngineOptions } from '../../../../src/runtime/options.ts';
import { engineOf } from '../source.ts';
import { thrown } from '../support.ts';

let server: ChildProcess;
let port = '';
const engines: Engine[] = [];

beforeAll(async () => {
  server = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  port = await new Promise<string>((done) =>
    server.stdout?.once('data', (data: Buffer) => done(data.toString().trim())),
  );
});
afterAll(() => {
  for (const engine of engines) engine.close();
  server.kill();
});

const source = (base: string): string => `
enum Colour { Red, DeepBlue }
class Ask { public string Name; public int Count; public Colour Colour; public decimal Price; public DateTime When; public TimeSpan For; public string? Note; }
class Echo { public string Method; public string Url; public string Body; public string? Key; public string? Authorization; }
class Number { public int N; }
client Api {
  BaseUrl = "${base}/";
  Timeout = TimeSpan.FromMilliseconds(800);
  Headers { ["X-Api-Key"] = Secret.Key; }
  [Post("/echo/{id}")] Echo Send(string id, Ask body, [Query] Colour? colour = null, [Query] List<int>? n = null, [Header("Authorization")] string? auth = null);
  [Get("/echo/list")] Echo List(DateTime since, TimeSpan span, bool all, decimal d);
  [Delete("/refuse")] void Refuse();
  [Get("/empty")] Echo? Nothing();
  [Get("/empty")] Echo Missing();
  [Get("/odd")] Number Odd();
  [Get("/text")] string Text();
  [Get("/huge")] string Huge();
  [Get("/slow")] string Slow();
  [Get("/drip")] string Drip();
  [Get("/text")] Number Words();
  [Get("/moved")] Echo Moved();
  [Get("/away")] Echo Away();
  [Get("/loop")] Echo Loop();
  [Get("/reset")] Echo Reset();
}
string Show(Echo e) => $"{e.Method} {e.Url} {e.Body} {e.Key} {e.Authorization}";
string Send() => Show(Api.Send("a b/ö", new Ask { Name = "x", Count = 2, Colour = Colour.DeepBlue, Price = 1.10m, When = new DateTime(2026, 3, 2, 8, 0, 0, DateTimeKind.Utc), For = TimeSpan.FromHours(1.5) }, Colour.DeepBlue, new List<int> { 1, 2 }, "Bearer t"));
string ListIt() => Show(Api.List(new DateTime(2026, 3, 2, 8, 0, 0, DateTimeKind.Utc), TimeSpan.FromMinutes(90), true, 2.50m));
string Refuse() { try { Api.Refuse(); return ""; } catch (ExternalServiceException e) { return $"{e.StatusCode} {e.Body}"; } }
bool Nothing() => Api.Nothing() == null;
string Missing() { Api.Missing(); return ""; }
string Odd() { try { Api.Odd(); return ""; } catch (ExternalServiceException e) { return e.Message; } }
string Text() => Api.Text();
string Huge() { Api.Huge(); return ""; }
string Slow() { Api.Slow(); return ""; }
string Drip() { Api.Drip(); return ""; }
string Words() { try { Api.Words(); return ""; } catch (ExternalServiceException e) { return e.Message; } }
string Moved() => Show(Api.Moved());
string Away() { Api.Away(); return ""; }
string Loop() { Api.Loop(); return ""; }
string Reset() { Api.Reset(); return ""; }
string Untyped() {
  var r = Http.Post("${base}/echo/u", new { Name = "n", Count = 1 });
  var bad = Http.Get("${base}/refuse");
  return $"{r.StatusCode} {r.IsSuccess} {r.Body.Contains("count")} {r.Headers["X-Seen"]} {bad.StatusCode} {bad.IsSuccess}";
}
string Caught() { try { Http.Get("http://elsewhere.example/"); return "no"; } catch (Exception e) { return e.Message; } }
`;

const open = (options: EngineOptions = {}): Engine => {
  const engine = engineOf(source(`http://127.0.0.1:${port}`), {
    http: new ThreadTransport({ mostBytes: 1_000_000 }),
    allowHosts: ['127.0.0.1'],
    secrets: () => 'k1',
    ...options,
  });
  engines.push(engine);
  return engine;
};
const call = (engine: Engine, name: string): Value => engine.unit().call(`${name}()`);

describe('a client', () => {
  test('sends what it is given, and reads what it gets', () => {
    const engine = open();
    expect(call(engine, 'Send')).toBe(
      'POST /echo/a%20b%2F%C3%B6?colour=DeepBlue&n=1&n=2 ' +
        '{"name":"x","count":2,"colour":"DeepBlue","price":1.10,"when":"2026-03-02T08:00:00Z","for":"01:30:00","note":null} k1 Bearer t',
    );
    expect(call(engine, 'ListIt')).toBe(
      'GET /echo/list?since=2026-03-02T08%3A00%3A00Z&span=01%3A30%3A00&all=true&d=2.50  k1 ',
    );
    expect(call(engine, 'Text')).toBe('plain words');
    expect(call(engine, 'Nothing')).toBe(true);
  });

  test('throws ExternalServiceException for an answer that is no success, or does not fit', () => {
    const engine = open();
    expect(call(engine, 'Refuse')).toBe('422 {"why":"no"}');
    expect(call(engine, 'Odd')).toMatch(/^The answer to Api\.Odd does not fit 'Number': .*\$\.n/);
    expect(call(engine, 'Words')).toMatch(
      /^The answer to Api\.Words does not fit 'Number': Expected a value, found 'p'/,
    );
    expect(() => call(engine, 'Missing')).toThrow(thrown('ExternalServiceException'));
  });

  test.each([
    ['Slow', /no answer within 800 ms/],
    ['Drip', /no answer within 800 ms/],
    ['Huge', /larger than 1000000 bytes/],
    ['Reset', /UND_ERR_SOCKET|ECONNRESET|other side closed/],
    ['Loop', /more than 10 redirects/],
    ['Away', /redirected to '\[::1\]', which may not be reached/],
  ])('throws NetworkException: %s', (name, message) => {
    expect(() => call(open(), name)).toThrow(
      expect.objectContaining({ type: 'NetworkException', message: expect.stringMatching(message) }),
    );
  });

  test('follows redirects to allowed hosts', () => {
    expect(call(open(), 'Moved')).toBe('GET /echo/after  k1 ');
  });

  test('follows no redirect to a private address that is not named', () => {
    expect(() => call(open({ allowHosts: ['*', '127.0.0.1'] }), 'Away')).toThrow(
      expect.objectContaining({ type: 'NetworkException', message: expect.stringContaining('private address') }),
    );
  });

  test.each([
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    'localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
  ])('takes %s for private', (host) => {
    const engine = engineOf(source(`http://${host}:${port}`), {
      http: new ThreadTransport(),
      allowHosts: ['*'],
      secrets: () => 'k1',
    });
    engines.push(engine);
    expect(() => call(engine, 'Text')).toThrow(
      expect.objectContaining({ type: 'NetworkException', message: expect.stringContaining('private address') }),
    );
  });

  test('gives again what was recorded, and nothing else', () => {
    const network = new RecordingTransport(new ThreadTransport());
    const online = open({ http: network });
    const answers = ['Send', 'Moved', 'Refuse'].map((name) => call(online, name));
    const kept = JSON.parse(JSON.stringify(network.exchanges)) as readonly RecordedExchange[];
    expect(JSON.stringify(kept.map(({ answer: _answer, ...asked }) => asked))).not.toContain('k1');
    const offline = open({ http: new RecordedTransport(kept) });
    expect(['Send', 'Moved', 'Refuse'].map((name) => call(offline, name))).toEqual(answers);
    expect(() => call(offline, 'Text')).toThrow(/no answer is recorded for GET .*\/text with/);
  });

  test('reaches a private address only when its host is named', () => {
    expect(() => call(open({ allowHosts: ['*'] }), 'Text')).toThrow(
      expect.objectContaining({ type: 'NetworkException', message: expect.stringContaining('private address') }),
    );
  });

  test('reaches nothing that is not allowed, and no catch sees it', () => {
    const engine = open({ allowHosts: [] });
    expect(() => call(engine, 'Refuse')).toThrow(
      expect.objectContaining({
        reason: 'unstubbed',
        message: expect.stringMatching(/^Api\.Refuse was called .* Api\.Refuse\.Stub\(…\).*--allow-net 127\.0\.0\.1/),
      }),
    );
    expect(() => call(engine, 'Caught')).toThrow(expect.objectContaining({ reason: 'unstubbed' }));
  });

  test('without a type gives any answer as a value', () => {
    expect(call(open(), 'Untyped')).toBe('200 True True yes 422 False');
  });
});

test('hosts are allowed by name, by pattern, and never beyond egress', () => {
  const allowed = (allow: string[], host: string, egress: string[] = []): boolean =>
    hostAllowed({ allow, egress }, host);
  expect(allowed([], 'a.example')).toBe(false);
  expect(allowed(['a.example'], 'A.example')).toBe(true);
  expect(allowed(['*.example'], 'a.b.example')).toBe(true);
  expect(allowed(['*.example'], 'example')).toBe(true);
  expect(allowed(['*.example'], 'badexample')).toBe(false);
  expect(allowed(['a.example:8080'], 'a.example')).toBe(true);
  expect(allowed(['*'], 'b.example', ['a.example'])).toBe(false);
});

test.each([
  [[], [], 'allow the host with --allow-net b.example'],
  [['*'], [], 'open the engine with a transport (`http`)'],
  [[], ['*.example'], 'allow the host with --allow-net b.example'],
  [
    ['b.example'],
    ['a.example', 'c.example'],
    "add `egress \"b.example\";` to app.osy (the app's manifest lets it reach 'a.example', 'c.example' alone)",
  ],
  [
    [],
    ['a.example'],
    "allow the host with --allow-net b.example and add `egress \"b.example\";` to app.osy (the app's manifest lets it reach 'a.example' alone)",
  ],
])('what opens a host that is closed: allowed %j, egress %j', (allow, egress, opening) => {
  expect(openingOf({ allow, egress }, 'b.example')).toBe(opening);
});
