import { afterEach } from 'vitest';
import { type PostgresOptions, PostgresStore } from '../../src/stores/postgres/store.ts';
import { conforms } from './conformance.ts';
import { postgresUrl, withSchema } from './postgres-server.ts';

const url = await postgresUrl();
const opened = new Map<PostgresStore, string>();
afterEach(() => {
  for (const store of opened.keys()) store.close();
  opened.clear();
});

function open(address: string, options: PostgresOptions = {}): PostgresStore {
  const store = new PostgresStore(address, options);
  opened.set(store, address);
  return store;
}

conforms({
  name: 'PostgreSQL',
  open: () => open(withSchema(url)),
  reopen: (store) => {
    const address = opened.get(store as PostgresStore) as string;
    store.close();
    return open(address);
  },
});

conforms({
  name: 'PostgreSQL, shared with another process, with a cache of nothing',
  open: () => {
    const address = withSchema(url);
    open(address);
    return open(address, { cache: 0 });
  },
});
