/** A request with its redirects (language.md §6). */
import { exception } from '../library/exceptions.ts';
import { hostAllowed, hostNamed, type NetworkPolicy } from './policy.ts';
import type { HttpAnswer, HttpRequest, HttpTransport } from './transport.ts';

const mostRedirects = 10;

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  readonly timeoutMs: number;
}

export type Answer = Extract<HttpAnswer, { kind: 'answer' }>;

/** @throws NetworkException when no answer came */
export function exchange(transport: HttpTransport, policy: NetworkPolicy, request: Exchange): Answer {
  let { method, url, headers, body } = request;
  for (let redirects = 0; ; redirects++) {
    const answer = transport.send({
      ...plain(method, url, headers, body, request.timeoutMs),
      allowPrivate: hostNamed(policy, url.hostname),
    });
    if (answer.kind === 'fault') throw exception('NetworkException', `${method} ${shown(url)}: ${answer.message}`);
    const location = redirectOf(answer);
    if (location === undefined) return answer;
    if (redirects === mostRedirects)
      throw exception('NetworkException', `${method} ${shown(url)}: more than ${mostRedirects} redirects`);
    const to = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (to === undefined || !/^https?:$/.test(to.protocol) || !hostAllowed(policy, to.hostname)) {
      throw exception(
        'NetworkException',
        `${method} ${shown(url)}: redirected to '${to?.hostname ?? location}', which may not be reached`,
      );
    }
    const keeps = answer.status === 307 || answer.status === 308 || method === 'GET' || method === 'HEAD';
    if (!keeps) {
      method = 'GET';
      body = null;
    }
    // What was meant for one host (keys, cookies) is not told to another.
    if (to.host !== url.host) headers = headers.filter(([name]) => harmless.has(name.toLowerCase()));
    url = to;
  }
}

const harmless: ReadonlySet<string> = new Set(['accept', 'content-type']);

function plain(
  method: string,
  url: URL,
  headers: Exchange['headers'],
  body: string | null,
  timeoutMs: number,
): Omit<HttpRequest, 'allowPrivate'> {
  return { method, url: url.href, headers, body, timeoutMs };
}

function redirectOf(answer: Answer): string | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  return answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
}

/** Without query, which may hold secrets. */
function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
