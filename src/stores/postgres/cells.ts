/** Values on their way to PostgreSQL and back, all as text. */
import type { Raw } from './connection.ts';

export type Param = null | number | bigint | string | boolean | Uint8Array;

/** PostgreSQL's text has neither NUL nor lone surrogates: what holds one travels as JSON behind a mark of its own. */
const mark = '\u0001json:';
const odd = /[\0\ud800-\udfff]/;
const impossible = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Stands for null among the values of a statement, which travel to the thread as one text: that costs least. */
export const wireNull = '\u0002';
export const wireSeparator = '\0';

/** All values of a statement in one text. */
export function wireOfAll(values: readonly Param[]): string {
  let all = '';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) all += wireSeparator;
    all += wireOf(values[i] as Param) ?? wireNull;
  }
  return all;
}

export function wireOf(value: Param): string | null {
  switch (typeof value) {
    case 'string':
      return (odd.test(value) && impossible.test(value)) || value.startsWith(mark) || value === wireNull
        ? mark + asciiJson(value)
        : value;
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? '1' : '0';
    default:
      return value === null ? null : `\\x${Buffer.from(value).toString('hex')}`;
  }
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\ud800-\udfff]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
}

function textOf(wire: string): string {
  return wire.startsWith(mark) ? (JSON.parse(wire.slice(mark.length)) as string) : wire;
}

/** Types by their number in `pg_type`. */
const readers: Readonly<Record<number, (wire: string) => unknown>> = {
  16: (wire) => wire === 't',
  17: (wire) => Uint8Array.from(Buffer.from(wire.slice(2), 'hex')),
  20: BigInt,
  21: Number,
  23: Number,
  25: textOf,
  701: Number,
};

/** A row of an answer by the names of its columns; whole numbers of 64 bits are bigints. */
export function cellsOf(fields: readonly (readonly [name: string, type: number])[], wire: (string | null)[]): Raw {
  const raw: Raw = {};
  for (let i = 0; i < fields.length; i++) {
    const [name, type] = fields[i] as readonly [string, number];
    const cell = wire[i] as string | null;
    raw[name] = cell === null ? null : (readers[type] ?? textOf)(cell);
  }
  return raw;
}
