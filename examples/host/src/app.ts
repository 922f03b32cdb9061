/** The app on its engine: the definition, the store, and what the host answers for it. */
import { readFileSync } from 'node:fs';
import { loadDefinition, openEngine, SqliteStore } from 'osy/runtime';
import { type App, createApp } from '../build/Tables.ts';

export interface OpenOptions {
  /** A SQLite file; it is made if there is none. */
  readonly database: string;
  readonly log: (line: string) => void;
}

/** @throws Error when the definition is refused, or the database is another app's */
export async function openApp({ database, log }: OpenOptions): Promise<App> {
  const definition = new URL('../build/Tables.osy.json', import.meta.url);
  const loaded = await loadDefinition(readFileSync(definition, 'utf8'));
  if ('error' in loaded) throw new Error(`the definition is refused: ${loaded.error.pointer} ${loaded.error.message}`);
  const engine = openEngine(loaded.definition, {
    store: new SqliteStore(database),
    log: (entry) => log(`${entry.level}: ${entry.message}`),
  });
  return createApp(engine, {
    guests: {
      send: ({ guest, text }) => log(`to ${guest}: ${text}`),
    },
  });
}
