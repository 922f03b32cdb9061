/** Values between the host and the engine, by their static types. The forms are those of `types.ts`. */
import type { IrType } from '../../ir/ir.ts';
import { formatIrType, parseIrType, type TypeShape } from '../../ir/types.ts';
import { dateOfTicks, ticksOfDate } from '../../runtime/clock.ts';
import type { Host } from '../../runtime/host.ts';
import { utc } from '../../runtime/library/date-format.ts';
import { DateTimeValue } from '../../runtime/library/dates.ts';
import { Decimal } from '../../runtime/library/decimal.ts';
import { DictionaryValue } from '../../runtime/library/dictionary.ts';
import { Sequence } from '../../runtime/library/enumeration.ts';
import { JsonNumber, nodeText, readJson } from '../../runtime/library/json-nodes.ts';
import { fromNode } from '../../runtime/library/json-read.ts';
import { JsonValue } from '../../runtime/library/json-value.ts';
import { toNode } from '../../runtime/library/json-write.ts';
import { ListValue } from '../../runtime/library/list.ts';
import { setOf } from '../../runtime/library/sets.ts';
import { type ClassInfo, ExceptionValue, Instance, TupleValue, type Value } from '../../runtime/library/values.ts';
import { RowRecord } from '../../stores/records.ts';

/** What a codec needs to know of rows. */
export interface RowWorld {
  readonly host: Host;
  readonly isEntity: (name: string) => boolean;
  readonly wrap: (record: RowRecord) => unknown;
  /** @throws TypeError when it is no row, or none of that entity */
  readonly unwrap: (value: unknown, entity: string, where: string) => RowRecord;
}

const listTypes: ReadonlySet<string> = new Set(
  'List IList ICollection IEnumerable IReadOnlyList IReadOnlyCollection'.split(' '),
);
const setTypes: ReadonlySet<string> = new Set(['HashSet', 'ISet']);
const dictionaryTypes: ReadonlySet<string> = new Set('Dictionary IDictionary IReadOnlyDictionary'.split(' '));

/** @throws TypeError when the value does not fit the type; `where` names it */
export function fromHost(value: unknown, type: IrType, world: RowWorld, where: string): Value {
  return new Reader(world).read(value, parseIrType(type), where);
}

export function toHost(value: Value, type: IrType, world: RowWorld): unknown {
  return new Writer(world).write(value, parseIrType(type));
}

class Reader {
  readonly #world: RowWorld;

  constructor(world: RowWorld) {
    this.#world = world;
  }

  read(value: unknown, shape: TypeShape, where: string): Value {
    if (value === null || value === undefined) {
      if (shape.nullable || isJson(shape)) return null;
      return misfit(value, shape, where);
    }
    switch (shape.kind) {
      case 'array':
        return this.#array(value, shape, where);
      case 'tuple':
        if (!Array.isArray(value) || value.length !== shape.items.length) return misfit(value, shape, where);
        return new TupleValue(shape.items.map((item, i) => this.read(value[i], item, `${where}[${i}]`)));
      case 'named':
        return this.#named(value, shape, where);
      default:
        return misfit(value, shape, where);
    }
  }

  #named(value: unknown, shape: TypeShape & { readonly kind: 'named' }, where: string): Value {
    const { name } = shape;
    if (this.#world.isEntity(name)) return this.#world.unwrap(value, name, where);
    if (listTypes.has(name)) return new ListValue(this.#items(value, shape, where));
    if (setTypes.has(name)) return setOf(this.#items(value, shape, where));
    if (dictionaryTypes.has(name)) return this.#dictionary(value, shape, where);
    const plain = this.#primitive(value, name);
    if (plain !== undefined) return plain;
    if (this.#world.host.enumNames(name) !== undefined || textTypes.has(name)) {
      return typeof value === 'string' ? this.#text(value, shape, where) : misfit(value, shape, where);
    }
    const info = this.#classOf(value, shape);
    return info === undefined ? misfit(value, shape, where) : this.#instance(value as object, info, where);
  }

  #primitive(value: unknown, name: string): Value | undefined {
    switch (name) {
      case 'string':
        return typeof value === 'string' ? value : undefined;
      case 'bool':
        return typeof value === 'boolean' ? value : undefined;
      case 'int':
        return Number.isInteger(value) && (value as number) === ((value as number) | 0) ? value : undefined;
      case 'double':
        return typeof value === 'number' ? value : undefined;
      case 'long':
        return typeof value === 'bigint' && BigInt.asIntN(64, value) === value ? value : undefined;
      case 'char':
        return typeof value === 'string' && value.length === 1 ? value.charCodeAt(0) : undefined;
      case 'DateTime':
        return value instanceof Date && !Number.isNaN(value.getTime())
          ? DateTimeValue.ofTicks(ticksOfDate(value), utc)
          : undefined;
      case 'Json':
      case 'object':
        return JsonValue.of(readJson(JSON.stringify(value) ?? 'null'));
      default:
        return undefined;
    }
  }

  /** What has a text of its own: decimals, dates, spans, Guids, enums' members. */
  #text(value: string, shape: TypeShape & { readonly kind: 'named' }, where: string): Value {
    try {
      // Not as in JSON, where an enum's member may stand in any case, or as several.
      const names = this.#world.host.enumNames(shape.name);
      if (names !== undefined) {
        for (const [number, name] of names) if (name === value) return number;
        return misfit(value, shape, where);
      }
      const node = shape.name === 'decimal' && numberText.test(value) ? new JsonNumber(value) : value;
      return fromNode(node, formatIrType({ ...shape, nullable: false }), this.#world.host);
    } catch (error) {
      if (error instanceof ExceptionValue) return misfit(value, shape, where);
      throw error;
    }
  }

  #array(value: unknown, shape: TypeShape & { readonly kind: 'array' }, where: string): Value {
    const { element } = shape;
    if (element.kind === 'named' && element.name === 'byte') {
      return value instanceof Uint8Array ? [...value] : misfit(value, shape, where);
    }
    if (!Array.isArray(value)) return misfit(value, shape, where);
    return value.map((item, i) => this.read(item, element, `${where}[${i}]`));
  }

  #items(value: unknown, shape: TypeShape & { readonly kind: 'named' }, where: string): Value[] {
    const [element] = shape.args;
    if (!Array.isArray(value) || element === undefined) return misfit(value, shape, where);
    return value.map((item, i) => this.read(item, element, `${where}[${i}]`));
  }

  #dictionary(value: unknown, shape: TypeShape & { readonly kind: 'named' }, where: string): Value {
    const [key, held] = shape.args;
    if (!(value instanceof Map) || key === undefined || held === undefined) return misfit(value, shape, where);
    const types = { host: this.#world.host, key: formatIrType(key), value: formatIrType(held) };
    const dictionary = new DictionaryValue(undefined, types);
    for (const [k, v] of value as ReadonlyMap<unknown, unknown>) {
      dictionary.set(this.read(k, key, `${where}'s key`), this.read(v, held, `${where}[${String(k)}]`));
    }
    return dictionary;
  }

  /** The class that `$class` names, if it is one of the static type's; else the static type. */
  #classOf(value: unknown, shape: TypeShape): ClassInfo | undefined {
    if (typeof value !== 'object') return undefined;
    const name = formatIrType({ ...shape, nullable: false });
    const own = (value as { readonly $class?: unknown }).$class;
    if (typeof own !== 'string') return this.#world.host.classInfo(name);
    const info = this.#world.host.classInfo(own);
    return info?.is.has(name) === true ? info : undefined;
  }

  #instance(value: object, info: ClassInfo, where: string): Value {
    const { create } = info as ClassInfo & { create?: () => Instance | ExceptionValue };
    const made = create?.call(info) ?? new Instance(info, {});
    const fields = made instanceof ExceptionValue ? made.fields : made.f;
    for (const field of info.fields) {
      // What every object inherits (`constructor`) is not given.
      const given = Object.hasOwn(value, field.json)
        ? (value as Readonly<Record<string, unknown>>)[field.json]
        : undefined;
      if (given === undefined && field.json in fields) continue;
      fields[field.name] = this.read(given, parseIrType(field.t), `${where}.${field.json}`);
    }
    return made;
  }
}

class Writer {
  readonly #world: RowWorld;

  constructor(world: RowWorld) {
    this.#world = world;
  }

  write(value: Value, shape: TypeShape): unknown {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return this.#number(value, shape);
    if (typeof value !== 'object') return value;
    if (value instanceof RowRecord) return this.#world.wrap(value);
    if (value instanceof DateTimeValue) return dateOfTicks(value.toTicks());
    if (value instanceof Decimal) return value.toString();
    if (value instanceof JsonValue) return JSON.parse(nodeText(value.node));
    if (value instanceof Instance) return this.#instance(value, shape);
    if (value instanceof ExceptionValue) return value;
    if (value instanceof DictionaryValue) return this.#dictionary(value, shape);
    if (value instanceof TupleValue) {
      const items = shape.kind === 'tuple' ? shape.items : [];
      return value.items.map((item, i) => this.write(item, items[i] ?? anything));
    }
    if (Array.isArray(value) || value instanceof Sequence) return this.#items(value, shape);
    const node = toNode(value, formatIrType(shape), this.#world.host);
    return node instanceof JsonNumber ? node.text : typeof node === 'string' ? node : JSON.parse(nodeText(node));
  }

  #number(value: number, shape: TypeShape): unknown {
    const name = shape.kind === 'named' ? shape.name : '';
    if (name === 'char') return String.fromCharCode(value);
    const names = this.#world.host.enumNames(name);
    return names === undefined ? value : (names.get(value) ?? String(value));
  }

  #items(value: Iterable<Value>, shape: TypeShape): unknown {
    const element =
      shape.kind === 'array' ? shape.element : shape.kind === 'named' ? (shape.args[0] ?? anything) : anything;
    if (element.kind === 'named' && element.name === 'byte') return Uint8Array.from(value as Iterable<number>);
    return Array.from(value, (item) => this.write(item, element));
  }

  #dictionary(value: DictionaryValue, shape: TypeShape): unknown {
    const [key = anything, held = anything] = shape.kind === 'named' ? shape.args : [];
    const map = new Map<unknown, unknown>();
    value.eachEntry((k, v) => {
      map.set(this.write(k, key), this.write(v, held));
      return true;
    });
    return map;
  }

  #instance({ c, f }: Instance, shape: TypeShape): unknown {
    const made: Record<string, unknown> = {};
    if (formatIrType({ ...shape, nullable: false }) !== c.name) made['$class'] = c.name;
    for (const field of c.fields) made[field.json] = this.write(f[field.name], parseIrType(field.t));
    return made;
  }
}

const numberText = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const textTypes: ReadonlySet<string> = new Set(['decimal', 'DateOnly', 'TimeOnly', 'TimeSpan', 'Guid']);
const anything: TypeShape = { kind: 'named', name: 'object', args: [], nullable: true };

function isJson(shape: TypeShape): boolean {
  return shape.kind === 'named' && (shape.name === 'Json' || shape.name === 'object');
}

function misfit(value: unknown, shape: TypeShape, where: string): never {
  const shown =
    typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? kindOf(value) : String(value);
  throw new TypeError(`${where} takes a value of type ${formatIrType(shape)}, not ${shown}`);
}

function kindOf(value: object | null): string {
  return value === null ? 'null' : `an object (${value.constructor?.name ?? 'without a prototype'})`;
}
