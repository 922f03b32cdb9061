/** `Http.Get` and the like: any answer is a value (language.md §6). */
import type { LibraryKey } from '../../ir/ir.ts';
import type { Host } from '../host.ts';
import { each } from '../library/enumeration.ts';
import { raiseArgument, raiseArgumentNull } from '../library/exceptions.ts';
import { HttpResponseValue } from '../library/http.ts';
import { toJson } from '../library/json.ts';
import type { KeyValuePairValue } from '../library/keys.ts';
import { EngineAbort, type Value } from '../library/values.ts';
import { exchange } from './exchange.ts';
import { hostAllowed, openingOf } from './policy.ts';

type Implementation = (host: Host, ...args: Value[]) => Value;

const timeoutMs = 30_000;

const bare = (verb: string): [LibraryKey, Implementation][] => [
  [`Http.${verb}(string)`, (host, url) => send(host, verb, url, null, null)],
  [`Http.${verb}(string,Dictionary<string,string>)`, (host, url, headers) => send(host, verb, url, null, headers)],
];

const withBody = (verb: string): [LibraryKey, Implementation][] => [
  [`Http.${verb}(string)`, (host, url) => send(host, verb, url, null, null)],
  [`Http.${verb}(string,object)`, (host, url, body) => send(host, verb, url, body, null)],
  [
    `Http.${verb}(string,object,Dictionary<string,string>)`,
    (host, url, body, headers) => send(host, verb, url, body, headers),
  ],
];

export const untypedHttp: Readonly<Record<LibraryKey, Implementation>> = Object.fromEntries([
  ...['Get', 'Delete', 'Head'].flatMap(bare),
  ...['Post', 'Put', 'Patch'].flatMap(withBody),
]);

/** @throws NetworkException when no answer came, EngineAbort `unstubbed` when the host is not allowed */
function send(host: Host, verb: string, url: Value, body: Value, headers: Value): HttpResponseValue {
  if (typeof url !== 'string') raiseArgumentNull('url');
  const to = URL.canParse(url) ? new URL(url) : undefined;
  if (to === undefined || !/^https?:$/.test(to.protocol))
    raiseArgument(`'${url}' is not an absolute http(s) address.`, 'url');
  const { engine } = host.unit;
  const { policy } = engine.clients;
  if (engine.http === undefined || !hostAllowed(policy, to.hostname)) {
    host.aborted = true;
    throw new EngineAbort(
      'unstubbed',
      `Http.${verb} was called and may not reach '${to.hostname}': ${openingOf(policy, to.hostname)}, ` +
        'or call it through a client, which can be stubbed.',
    );
  }
  const given: [string, string][] = [];
  if (headers !== null) {
    each(headers, (pair) => {
      given.push([(pair as KeyValuePairValue).k as string, (pair as KeyValuePairValue).v as string]);
      return true;
    });
  }
  // A text is sent as it is; the app has made its JSON itself.
  const text = body === null ? null : typeof body === 'string' ? body : toJson(body, 'object', host);
  const typed = given.some(([name]) => name.toLowerCase() === 'content-type');
  if (text !== null && !typed) given.push(['Content-Type', 'application/json; charset=utf-8']);
  const answer = exchange(engine.http, policy, {
    method: verb.toUpperCase(),
    url: to,
    headers: given,
    body: text,
    timeoutMs,
  });
  return new HttpResponseValue(answer.status, answer.body, answer.headers, host);
}
