/** Columns of an answer as what they were written as. A database may have been changed by hand: anything else is told. */
import { StoreError } from '../contract.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** @throws StoreError `broken`, naming the column, never what is in it */
function damaged(column: string): never {
  throw new StoreError('broken', `the database is damaged: what its column '${column}' holds cannot be read`);
}

/** A whole number that JavaScript can hold. */
export function int(raw: Raw, column: string): number {
  const value = raw[column];
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : damaged(column);
}

/** An instant or a span in ticks. */
export function ticks(raw: Raw, column: string): bigint {
  const value = raw[column];
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : damaged(column);
}

export function ticksOrNull(raw: Raw, column: string): bigint | null {
  return raw[column] === null ? null : ticks(raw, column);
}

export function text(raw: Raw, column: string): string {
  const value = raw[column];
  return typeof value === 'string' ? value : damaged(column);
}

export function textOrNull(raw: Raw, column: string): string | null {
  return raw[column] === null ? null : text(raw, column);
}

/** One of a few words. */
export function word<W extends string>(raw: Raw, column: string, words: readonly W[]): W {
  return words.find((w) => w === raw[column]) ?? damaged(column);
}

/** JSON, whose shape `read` finds out; what it throws, or undefined, is damage. */
export function json<T>(raw: Raw, column: string, read: (value: unknown) => T | undefined): T {
  const written = text(raw, column);
  try {
    const value = read(JSON.parse(written));
    if (value !== undefined) return value;
  } catch (error) {
    if (error instanceof StoreError) throw error;
  }
  return damaged(column);
}

/** A JSON array, element by element. */
export function list<T>(raw: Raw, column: string, read: (value: unknown) => T | undefined): T[] {
  return json(raw, column, (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(read);
    return items.includes(undefined) ? undefined : (items as T[]);
  });
}

/** A record in JSON with all of these members, of these types. */
export function record<T>(members: Readonly<Record<keyof T & string, string>>): (value: unknown) => T | undefined {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = value as Readonly<Record<string, unknown>>;
    const fits = Object.entries(members).every(([name, type]) =>
      (type as string).split('|').includes(typeOf(fields[name])),
    );
    return fits ? (value as T) : undefined;
  };
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

/** What a reader of values makes of a cell, anything that it throws being damage. */
export function member<T>(column: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    return damaged(column);
  }
}
