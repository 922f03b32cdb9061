import { StoreError } from '../contract.ts';

/** Where a store lies: `postgres://user:password@host:port/database?schema=osy`. */
export interface PostgresAddress {
  /** For the driver; holds credentials, and goes nowhere else. */
  readonly connection: string;
  /** The schema that holds the store's tables; `osy` unless the address says otherwise. */
  readonly schema: string;
  /** How long to wait for the server, in milliseconds: `connect_timeout` of the address, in seconds; 10 unless it says. */
  readonly patienceMs: number;
  /** What messages call it: host, port and database, never user or password. */
  readonly name: string;
}

export function isPostgresAddress(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text);
}

/** @throws StoreError when it is no such address; the message does not repeat it */
export function parseAddress(text: string): PostgresAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new StoreError(
      'unreadable',
      'the address of the database cannot be read; it looks like postgres://user:password@host:5432/database, with special characters of the password as %XX',
    );
  }
  const schema = url.searchParams.get('schema') ?? 'osy';
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new StoreError('unreadable', "the address's schema has to be a plain name: a-z, digits and '_', at most 41");
  }
  const seconds = Number(url.searchParams.get('connect_timeout') ?? 10);
  url.searchParams.delete('schema');
  url.searchParams.delete('connect_timeout');
  const host = url.hostname === '' ? 'localhost' : decodeURIComponent(url.hostname);
  const database = decodeURIComponent(url.pathname.slice(1));
  return {
    connection: url.href,
    schema,
    patienceMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 10_000,
    name: `postgres://${host}${url.port === '' ? '' : `:${url.port}`}/${database}`,
  };
}

/** Any text without the credentials of the addresses in it. */
export function withoutCredentials(text: string): string {
  return text.replace(/(\bpostgres(?:ql)?:\/\/)[^\s/?#'"]*@/gi, '$1').replace(/([?&]password=)[^&\s'"]*/gi, '$1…');
}
