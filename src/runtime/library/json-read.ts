/** JSON nodes to values of a static type. What does not fit is a JsonException with the path of the misfit. */
import type { IrType } from '../../ir/ir.ts';
import { formatIrType, parseIrType, type TypeShape } from '../../ir/types.ts';
import { parseMoment } from './date-parse.ts';
import { dateStyles } from './date-parts.ts';
import { DateOnlyValue } from './dateonly.ts';
import { DateTimeValue } from './dates.ts';
import { Decimal } from './decimal.ts';
import { DictionaryValue } from './dictionary.ts';
import { exception } from './exceptions.ts';
import { GuidValue } from './guid.ts';
import {
  isArrayNode,
  isObjectNode,
  type JsonNode,
  JsonNumber,
  jsonException,
  nodeKind,
  pathText,
} from './json-nodes.ts';
import { JsonValue } from './json-value.ts';
import { KeyValuePairValue } from './keys.ts';
import { ListValue } from './list.ts';
import { QueueValue, StackValue } from './queues.ts';
import { setOf } from './sets.ts';
import { defaultOf } from './structs.ts';
import { TimeOnlyValue } from './timeonly.ts';
import { TimeSpanValue } from './timespan.ts';
import { parseTimeSpanExact } from './timespan-format.ts';
import {
  AnonymousValue,
  type ClassInfo,
  ExceptionValue,
  Instance,
  type LibraryHost,
  TupleValue,
  type Value,
} from './values.ts';

/** @throws JsonException when the node does not fit the type */
export function fromNode(node: JsonNode, type: IrType, host: LibraryHost): Value {
  return new NodeReader(host).value(node, parseIrType(type));
}

/** How the engine makes instances: with its initialisers and the constructor without parameters, or with plain defaults. */
interface Creatable {
  create?(): Value;
  allocate?(): Value;
}

const listTypes: ReadonlySet<string> = new Set(
  'List IList ICollection IEnumerable IReadOnlyList IReadOnlyCollection'.split(' '),
);
const dictionaryTypes: ReadonlySet<string> = new Set('Dictionary IDictionary IReadOnlyDictionary'.split(' '));

class NodeReader {
  readonly #host: LibraryHost;
  readonly #path: (string | number)[] = [];

  constructor(host: LibraryHost) {
    this.#host = host;
  }

  value(node: JsonNode, shape: TypeShape): Value {
    if (node === null) return this.#null(shape);
    switch (shape.kind) {
      case 'array':
        return this.#array(node, shape.element);
      case 'tuple':
        return this.#tuple(node, shape.items);
      case 'anonymous':
        return this.#anonymous(node, shape.fields);
      case 'param':
        return this.#misfit(node, shape);
      case 'named':
        return this.#scalar(node, shape) ?? this.#named(node, shape);
    }
  }

  #null(shape: TypeShape): Value {
    const type = formatIrType(shape);
    return shape.nullable || defaultOf(type, this.#host) === null ? null : this.#misfit(null, shape);
  }

  /** Walks into a member or an element. */
  #within<T>(part: string | number, read: () => T): T {
    this.#path.push(part);
    const value = read();
    this.#path.pop();
    return value;
  }

  #misfit(node: JsonNode, shape: TypeShape, detail = ''): never {
    const type = formatIrType({ ...shape, nullable: false });
    throw jsonException(
      `The JSON value (${nodeKind(node)}) could not be converted to ${type}.${detail}`,
      pathText(this.#path),
    );
  }

  #scalar(node: JsonNode, shape: TypeShape & { kind: 'named' }): Value | undefined {
    switch (shape.name) {
      case 'string':
        return typeof node === 'string' ? node : this.#misfit(node, shape);
      case 'bool':
        return typeof node === 'boolean' ? node : this.#misfit(node, shape);
      case 'char':
        return typeof node === 'string' && node.length === 1 ? node.charCodeAt(0) : this.#misfit(node, shape);
      case 'int':
      case 'long':
      case 'byte':
        return this.#integer(node, shape);
      case 'double':
        return node instanceof JsonNumber ? Number(node.text) : this.#misfit(node, shape);
      case 'decimal':
        return this.#decimal(node, shape);
      case 'DateTime':
      case 'DateOnly':
      case 'TimeOnly':
      case 'TimeSpan':
      case 'Guid':
        return (typeof node === 'string' ? readText(node, shape.name) : undefined) ?? this.#misfit(node, shape);
      case 'Json':
      case 'object':
        return JsonValue.of(node);
      default:
        return undefined;
    }
  }

  #integer(node: JsonNode, shape: TypeShape & { kind: 'named' }): Value {
    if (!(node instanceof JsonNumber) || !/^-?\d+$/.test(node.text)) return this.#misfit(node, shape);
    const value = BigInt(node.text);
    const bits = shape.name === 'int' ? 32 : 64;
    const fits = shape.name === 'byte' ? value >= 0n && value < 256n : value === BigInt.asIntN(bits, value);
    if (!fits) this.#misfit(node, shape, ` ${node.text} is out of range.`);
    return shape.name === 'long' ? value : Number(value);
  }

  #decimal(node: JsonNode, shape: TypeShape): Value {
    if (!(node instanceof JsonNumber)) return this.#misfit(node, shape);
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(node.text)!;
    const fraction = match[3] ?? '';
    try {
      return Decimal.ofDigits(match[1] === '-', match[2]! + fraction, fraction.length - Number(match[4] ?? 0));
    } catch (e) {
      if (e instanceof ExceptionValue) return this.#misfit(node, shape, ` ${node.text} is out of range.`);
      throw e;
    }
  }

  #named(node: JsonNode, shape: TypeShape & { kind: 'named' }): Value {
    const names = this.#host.enumNames(shape.name);
    if (names !== undefined) return this.#enum(node, shape, names);
    if (listTypes.has(shape.name)) return new ListValue(this.#items(node, shape));
    if (dictionaryTypes.has(shape.name)) return this.#dictionary(node, shape);
    switch (shape.name) {
      case 'HashSet':
      case 'ISet':
        return setOf(this.#items(node, shape));
      case 'Queue':
        return new QueueValue(this.#items(node, shape));
      case 'Stack':
        return new StackValue(this.#items(node, shape));
      case 'KeyValuePair':
        return this.#pair(node, shape);
    }
    const info = this.#host.classInfo(formatIrType({ ...shape, nullable: false }));
    return info === undefined
      ? this.#misfit(node, shape, ' The type has no JSON form.')
      : this.#instance(node, shape, info);
  }

  #enum(node: JsonNode, shape: TypeShape, names: ReadonlyMap<number, string>): Value {
    if (node instanceof JsonNumber && /^-?\d+$/.test(node.text)) return Number(BigInt.asIntN(32, BigInt(node.text)));
    if (typeof node !== 'string') return this.#misfit(node, shape);
    let value = 0;
    for (const part of node.split(',')) {
      const wanted = part.trim();
      const exact = [...names].find(([, name]) => name === wanted);
      const found = exact ?? [...names].find(([, name]) => name.toLowerCase() === wanted.toLowerCase());
      if (found === undefined) return this.#misfit(node, shape, ` It has no member '${wanted}'.`);
      value |= found[0];
    }
    return value;
  }

  #array(node: JsonNode, element: TypeShape): Value {
    if (element.kind === 'named' && element.name === 'byte' && typeof node === 'string') {
      return [...Buffer.from(node, 'base64')];
    }
    return this.#elements(node, element, { kind: 'array', element, nullable: false });
  }

  #items(node: JsonNode, shape: TypeShape & { kind: 'named' }): Value[] {
    const element = shape.args[0] ?? { kind: 'named', name: 'object', args: [], nullable: true };
    return this.#elements(node, element, shape);
  }

  #elements(node: JsonNode, element: TypeShape, shape: TypeShape): Value[] {
    if (!isArrayNode(node)) return this.#misfit(node, shape);
    this.#host.charge(node.length);
    return node.map((item, i) => this.#within(i, () => this.value(item, element)));
  }

  #members(node: JsonNode, shape: TypeShape): ReadonlyMap<string, JsonNode> {
    return isObjectNode(node) ? node : this.#misfit(node, shape);
  }

  #dictionary(node: JsonNode, shape: TypeShape & { kind: 'named' }): Value {
    const members = this.#members(node, shape);
    const [key, held] = shape.args as [TypeShape, TypeShape];
    const types = { host: this.#host, key: formatIrType(key), value: formatIrType(held) };
    const dictionary = new DictionaryValue(undefined, types);
    this.#host.charge(members.size);
    for (const [name, member] of members) {
      this.#within(name, () => dictionary.set(this.#key(name, key), this.value(member, held)));
    }
    return dictionary;
  }

  /** A member's name as a key: numbers and truth values stand there as text. */
  #key(name: string, shape: TypeShape): Value {
    const bare = shape.kind === 'named' && /^(?:int|long|byte|double|decimal)$/.test(shape.name);
    if (bare) return this.value(/^-?\d+(?:\.\d+)?$/.test(name) ? new JsonNumber(name) : name, shape);
    if (shape.kind === 'named' && shape.name === 'bool')
      return this.value(/^true$/i.test(name) ? true : /^false$/i.test(name) ? false : name, shape);
    return this.value(name, shape);
  }

  #pair(node: JsonNode, shape: TypeShape & { kind: 'named' }): Value {
    const members = this.#members(node, shape);
    const [key, held] = shape.args as [TypeShape, TypeShape];
    const part = (name: string, of: TypeShape): Value =>
      this.#within(name, () => this.value(lookUp(members, name) ?? null, of));
    return new KeyValuePairValue(part('key', key), part('value', held));
  }

  #tuple(node: JsonNode, items: readonly TypeShape[]): Value {
    const members = this.#members(node, { kind: 'tuple', items, nullable: false });
    return new TupleValue(
      items.map((item, i) => {
        const name = `item${i + 1}`;
        return this.#within(name, () => this.value(lookUp(members, name) ?? null, item));
      }),
    );
  }

  #anonymous(node: JsonNode, fields: readonly { readonly name: string; readonly type: TypeShape }[]): Value {
    const members = this.#members(node, { kind: 'anonymous', fields, nullable: false });
    return new AnonymousValue(
      new Map(
        fields.map(({ name, type }) => [
          name,
          this.#within(name, () => this.value(lookUp(members, name) ?? null, type)),
        ]),
      ),
    );
  }

  #instance(node: JsonNode, shape: TypeShape, info: ClassInfo): Value {
    const members = this.#members(node, shape);
    const made = this.#made(info);
    const fields = made instanceof ExceptionValue ? made.fields : made.f;
    for (const field of info.fields) {
      const member = lookUp(members, field.json);
      if (member === undefined) continue;
      fields[field.name] = this.#within(field.json, () => this.value(member, parseIrType(field.t)));
    }
    return made;
  }

  #made(info: ClassInfo): Instance | ExceptionValue {
    const creatable: Creatable = info as ClassInfo & Creatable;
    const made = creatable.create?.() ?? creatable.allocate?.();
    if (made instanceof Instance || made instanceof ExceptionValue) return made;
    return new Instance(
      info,
      Object.fromEntries(info.fields.map((field) => [field.name, defaultOf(field.t, this.#host)])),
    );
  }
}

/** By the exact name, else in any case. */
function lookUp(members: ReadonlyMap<string, JsonNode>, name: string): JsonNode | undefined {
  const exact = members.get(name);
  if (exact !== undefined || members.has(name)) return exact;
  const lower = name.toLowerCase();
  for (const [other, member] of members) if (other.toLowerCase() === lower) return member;
  return undefined;
}

function readText(text: string, type: string): Value | undefined {
  switch (type) {
    case 'DateTime': {
      if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
      const outcome = parseMoment(text, 'both', dateStyles.adjustToUniversal | dateStyles.assumeUniversal, 0);
      return outcome.ok ? DateTimeValue.ofMoment(outcome.moment) : undefined;
    }
    case 'DateOnly': {
      const outcome = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseMoment(text, 'date', 0, 0) : undefined;
      return outcome?.ok ? new DateOnlyValue(outcome.moment.dayNumber) : undefined;
    }
    case 'TimeOnly': {
      const outcome = parseMoment(text, 'time', 0, 0);
      return outcome.ok ? new TimeOnlyValue(outcome.moment.ticks) : undefined;
    }
    case 'TimeSpan': {
      const outcome = /^-?(?:\d+\.)?\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?$/.test(text)
        ? parseTimeSpanExact(padded(text), 'c')
        : undefined;
      return outcome?.ok ? TimeSpanValue.ofTicks(outcome.ticks) : undefined;
    }
    default:
      return GuidValue.parse(text, 'D');
  }
}

/** `c` has seven digits or none after the point; JSON may have fewer. */
function padded(text: string): string {
  return text.replace(/(:\d{2}\.)(\d{1,7})$/, (_all, before: string, digits: string) => before + digits.padEnd(7, '0'));
}

/** For callers that must say that a text is missing altogether. */
export function noJson(): ExceptionValue {
  return exception('JsonException', 'The input does not contain any JSON. Path: $.', null, { Path: '$' });
}
