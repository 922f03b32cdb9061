/** The network as the engine sees it: one request, one answer, while the engine waits. */

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
  readonly timeoutMs: number;
  /** The host was named by the one who runs the app: then its address may be a private one. */
  readonly allowPrivate: boolean;
}

export type HttpAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly body: string;
    }
  /** No answer came: timeout, DNS, refused, TLS, reset, an answer that is too large, an address that is private. */
  | { readonly kind: 'fault'; readonly message: string };

/** Does not follow redirects: whether a host may be reached is decided by the engine. */
export interface HttpTransport {
  send(request: HttpRequest): HttpAnswer;
  close?(): void;
}
