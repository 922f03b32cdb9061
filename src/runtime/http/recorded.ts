/** Answers of the real network kept as fixtures, and given again where there is no network. */
import { EngineAbort } from '../library/values.ts';
import type { HttpAnswer, HttpRequest, HttpTransport } from './transport.ts';

/** A request without its headers, which may hold secrets, and what came of it. Plain JSON. */
export interface RecordedExchange extends Pick<HttpRequest, 'method' | 'url' | 'body'> {
  readonly answer: HttpAnswer;
}

/** Hands on to another transport and keeps what comes back. */
export class RecordingTransport implements HttpTransport {
  readonly exchanges: RecordedExchange[] = [];
  readonly #inner: HttpTransport;

  constructor(inner: HttpTransport) {
    this.#inner = inner;
  }

  send(request: HttpRequest): HttpAnswer {
    const answer = this.#inner.send(request);
    const { method, url, body } = request;
    this.exchanges.push({ method, url, body, answer: withoutCookies(answer) });
    return answer;
  }

  close(): void {
    this.#inner.close?.();
  }
}

/**
 * Answers from recorded exchanges: of equal requests (method, address and body) the n-th gets the n-th answer, and those after
 * the last get the last. One that was never recorded ends the run, as an operation without a stub does; no `catch` sees that.
 */
export class RecordedTransport implements HttpTransport {
  readonly #answers = new Map<string, HttpAnswer[]>();

  constructor(exchanges: readonly RecordedExchange[]) {
    for (const exchange of exchanges) {
      const key = keyOf(exchange);
      const known = this.#answers.get(key);
      if (known === undefined) this.#answers.set(key, [exchange.answer]);
      else known.push(exchange.answer);
    }
  }

  /** @throws EngineAbort when the request was not recorded */
  send(request: HttpRequest): HttpAnswer {
    const answers = this.#answers.get(keyOf(request)) ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer !== undefined) return answer;
    const { protocol, host, pathname } = new URL(request.url);
    throw new EngineAbort(
      'network',
      `no answer is recorded for ${request.method} ${protocol}//${host}${pathname} with this query and body`,
    );
  }
}

function keyOf({ method, url, body }: Pick<HttpRequest, 'method' | 'url' | 'body'>): string {
  return JSON.stringify([method, url, body]);
}

function withoutCookies(answer: HttpAnswer): HttpAnswer {
  if (answer.kind === 'fault') return answer;
  return { ...answer, headers: answer.headers.filter(([name]) => name.toLowerCase() !== 'set-cookie') };
}
