/**
 * Values as text that can be stored and read again, exactly: a decimal keeps its scale, a DateTime its kind, a row is
 * named. The form is JSON in which anything that JSON has not is an object with one `$…` member.
 */
import type { IrType } from '../ir/ir.ts';
import { parseIrType } from '../ir/types.ts';
import { StoreError } from '../stores/contract.ts';
import { RowRecord } from '../stores/records.ts';
import type { DateKind } from './library/date-format.ts';
import { DateOnlyValue } from './library/dateonly.ts';
import { DateTimeValue } from './library/dates.ts';
import { Decimal } from './library/decimal.ts';
import { DictionaryValue } from './library/dictionary.ts';
import { GuidValue } from './library/guid.ts';
import { readJson } from './library/json-nodes.ts';
import { JsonValue } from './library/json-value.ts';
import { ListValue } from './library/list.ts';
import { SetValue } from './library/sets.ts';
import { TimeOnlyValue } from './library/timeonly.ts';
import { TimeSpanValue } from './library/timespan.ts';
import {
  AnonymousValue,
  Boxed,
  type ClassInfo,
  EngineAbort,
  ExceptionValue,
  Instance,
  TupleValue,
  type Value,
} from './library/values.ts';

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** What reading needs of the world. */
export interface CodecWorld {
  readonly row: (root: string, id: string) => RowRecord | null;
  readonly classInfo: (name: string) => ClassInfo | undefined;
}

export function writeValue(value: Value): string {
  return JSON.stringify(plainOf(value));
}

export function writeValues(values: readonly Value[]): string {
  return JSON.stringify(values.map(plainOf));
}

/** @throws StoreError `broken` when the text is none that `writeValue` writes */
export function readValue(text: string, world: CodecWorld): Value {
  return readStored(() => fromPlain(JSON.parse(text) as Plain, world));
}

export function readValues(text: string, world: CodecWorld): Value[] {
  return readStored(() => (JSON.parse(text) as Plain[]).map((p) => fromPlain(p, world)));
}

/** What reads a value that a store holds: whatever it throws, the database is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreError || error instanceof EngineAbort) throw error;
    throw new StoreError('broken', 'the database is damaged: a value that it holds cannot be read');
  }
}

/** What a delivery brings besides values, as `JSON.stringify` wrote it. @throws StoreError `broken` when it is no object */
export function readPayload<T extends object>(text: string): T {
  return readStored(() => {
    const value = JSON.parse(text) as T | null;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('not an object');
    return value;
  });
}

function plainOf(value: Value): Plain {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $n: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
      return { $l: String(value) };
    case 'undefined':
      return null;
    case 'function':
      throw new Error('a delegate cannot be kept beyond its delivery');
    default:
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof RowRecord) return { $row: [value.root, value.id] };
  if (value instanceof Decimal) return { $m: value.toString() };
  if (value instanceof DateTimeValue) return { $dt: [value.dayNumber, value.ticks, value.kind] };
  if (value instanceof TimeSpanValue) return { $ts: String(value.toTicks()) };
  if (value instanceof DateOnlyValue) return { $d: value.dayNumber };
  if (value instanceof TimeOnlyValue) return { $t: value.ticks };
  if (value instanceof Boxed) return { $box: [value.t, plainOf(value.v)] };
  if (value instanceof TupleValue) return { $tuple: value.items.map(plainOf) };
  if (value instanceof AnonymousValue) return { $anon: [...value.fields].map(([k, v]) => [k, plainOf(v)]) };
  if (value instanceof Instance) {
    return { $obj: [value.c.name, Object.entries(value.f).map(([k, v]) => [k, plainOf(v)])] };
  }
  if (value instanceof ExceptionValue) return { $ex: exceptionPlain(value) };
  if (value instanceof GuidValue) return { $g: value.hex };
  if (value instanceof ListValue) return { $list: value.items.map(plainOf) };
  if (value instanceof SetValue) return { $set: [...value].map(plainOf) };
  if (value instanceof DictionaryValue) return { $map: entriesOf(value) };
  if (value instanceof JsonValue) return { $json: value.toString() };
  throw new Error(`a value of this kind cannot be kept: ${(value as object).constructor.name}`);
}

function entriesOf(map: DictionaryValue): Plain {
  const entries: Plain[] = [];
  map.eachEntry((key, value) => {
    entries.push([plainOf(key), plainOf(value)]);
    return true;
  });
  return entries;
}

function exceptionPlain(e: ExceptionValue): Plain {
  const fields = Object.entries(e.fields).map(([k, v]): Plain => [k, plainOf(v)]);
  return [e.type, e.message, e.inner === null ? null : exceptionPlain(e.inner), fields, e.stack];
}

function fromPlain(plain: Plain, world: CodecWorld): Value {
  if (plain === null || typeof plain !== 'object') return plain;
  if (Array.isArray(plain)) return plain.map((p: Plain) => fromPlain(p, world));
  const [tag, content] = Object.entries(plain)[0] as [string, never];
  switch (tag) {
    case '$n':
      return Number(content);
    case '$l':
      return BigInt(content);
    case '$row':
      return world.row(content[0], content[1]);
    case '$m':
      return Decimal.parse(content);
    case '$dt':
      return DateTimeValue.of(content[0], content[1], content[2] as DateKind);
    case '$ts':
      return TimeSpanValue.ofTicks(BigInt(content));
    case '$d':
      return new DateOnlyValue(content);
    case '$t':
      return new TimeOnlyValue(content);
    case '$box':
      return new Boxed(content[0], fromPlain(content[1], world));
    case '$tuple':
      return new TupleValue((content as Plain[]).map((p) => fromPlain(p, world)));
    case '$anon':
      return new AnonymousValue(new Map((content as [string, Plain][]).map(([k, v]) => [k, fromPlain(v, world)])));
    case '$obj': {
      const info = world.classInfo(content[0]);
      if (info === undefined) throw new Error(`the definition has no class '${String(content[0])}'`);
      const fields = (content[1] as [string, Plain][]).map(([k, v]) => [k, fromPlain(v, world)]);
      return new Instance(info, Object.fromEntries(fields));
    }
    case '$ex':
      return exceptionOf(content, world);
    case '$g':
      return GuidValue.parse(content) ?? GuidValue.empty;
    case '$list':
      return new ListValue((content as Plain[]).map((p) => fromPlain(p, world)));
    case '$set': {
      const set = new SetValue();
      for (const p of content as Plain[]) set.add(fromPlain(p, world));
      return set;
    }
    case '$map': {
      const map = new DictionaryValue();
      for (const [k, v] of content as [Plain, Plain][]) map.set(fromPlain(k, world), fromPlain(v, world));
      return map;
    }
    case '$json':
      return JsonValue.of(readJson(content));
    default:
      throw new Error(`a stored value has the unknown tag '${tag}'`);
  }
}

function exceptionOf(content: readonly Plain[], world: CodecWorld): ExceptionValue {
  const [type, message, inner, fields, stack] = content as [
    string,
    string,
    Plain[] | null,
    [string, Plain][],
    string[],
  ];
  const e = new ExceptionValue(
    type,
    message,
    inner === null ? null : exceptionOf(inner, world),
    Object.fromEntries(fields.map(([k, v]) => [k, fromPlain(v, world)])),
    world.classInfo(type),
  );
  e.stack.push(...stack);
  return e;
}

/** What a member without a default holds in a new row: the type's zero where it has one (language.md §5), else null. */
export function zeroOf(t: IrType, enums: ReadonlySet<string>): Value {
  const shape = parseIrType(t);
  if (shape.kind !== 'named' || shape.nullable) return null;
  switch (shape.name) {
    case 'int':
    case 'double':
    case 'char':
      return 0;
    case 'long':
      return 0n;
    case 'bool':
      return false;
    case 'decimal':
      return Decimal.zero;
    case 'TimeSpan':
      return TimeSpanValue.of(0, 0);
    default:
      return enums.has(shape.name) ? 0 : null;
  }
}
