import { inject } from 'vitest';

let url: Promise<string> | undefined;
let schemas = 0;

/** The address of the tests' PostgreSQL. @throws Error with what to install when there is none */
export function postgresUrl(): Promise<string> {
  url ??= ask();
  return url;
}

async function ask(): Promise<string> {
  const answer = await fetch(inject('postgres'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** The address of a store that nobody has used. */
export async function freshAddress(): Promise<string> {
  return withSchema(await postgresUrl());
}

export function withSchema(address: string): string {
  const made = new URL(address);
  made.searchParams.set('schema', `t_${process.pid}_${Date.now().toString(36)}_${++schemas}`);
  return made.href;
}
