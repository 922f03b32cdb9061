/** The network as the engine sees it: one request, one answer, while the engine waits. */

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
  readonly timeoutMs: number;
  /** Hosts that redirects may lead to; patterns as in `NetworkPolicy`. */
  readonly allow: readonly string[];
}

export type HttpAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly body: string;
    }
  /** No answer came: timeout, DNS, refused, TLS, reset, an answer that is too large or leads where it may not. */
  | { readonly kind: 'fault'; readonly message: string };

export interface HttpTransport {
  send(request: HttpRequest): HttpAnswer;
  close?(): void;
}
