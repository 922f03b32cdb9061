import type { HttpTransport } from '../runtime/http/transport.ts';

/** The real network, loaded only for those who have opened it. */
export async function openNetwork(): Promise<HttpTransport> {
  const { ThreadTransport } = await import('../runtime/http/thread-transport.ts');
  return new ThreadTransport();
}
