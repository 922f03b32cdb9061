/** Values to JSON nodes, by their static type and, where that says nothing, by what they are. */
import type { IrType } from '../../ir/ir.ts';
import { formatIrType, parseIrType, type TypeShape } from '../../ir/types.ts';
import { formatMoment } from './date-format.ts';
import { DateOnlyValue } from './dateonly.ts';
import { DateTimeValue } from './dates.ts';
import { Decimal } from './decimal.ts';
import { DictionaryValue } from './dictionary.ts';
import { formatEnum } from './enum-text.ts';
import { each, Sequence } from './enumeration.ts';
import { messageOf, raiseArgument, raiseNotSupported } from './exceptions.ts';
import { toText } from './format.ts';
import { GuidValue } from './guid.ts';
import { type JsonNode, JsonNumber, jsonException, maxJsonDepth } from './json-nodes.ts';
import { JsonValue } from './json-value.ts';
import { KeyValuePairValue } from './keys.ts';
import { doubleText } from './number-format.ts';
import { TimeOnlyValue } from './timeonly.ts';
import { TimeSpanValue } from './timespan.ts';
import {
  AnonymousValue,
  Boxed,
  type ClassInfo,
  ExceptionValue,
  Instance,
  type LibraryHost,
  TupleValue,
  type Value,
} from './values.ts';

/** @throws JsonException for what refers to itself, NotSupportedException for what has no JSON form */
export function toNode(value: Value, type: IrType, host: LibraryHost): JsonNode {
  return new NodeWriter(host).node(value, parseIrType(type), 0);
}

const unknown: TypeShape = { kind: 'named', name: 'object', args: [], nullable: true };

/** `camelCase`, as .NET's policy has it: a run of capitals goes down together (`URLValue` is `urlValue`). */
export function camelCase(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+(?=$|[^A-Za-z])|^[A-Z]/, (capitals) => capitals.toLowerCase());
}

class NodeWriter {
  readonly #host: LibraryHost;

  constructor(host: LibraryHost) {
    this.#host = host;
  }

  node(value: Value, shape: TypeShape, depth: number): JsonNode {
    if (value === null || value === undefined) return null;
    if (depth > maxJsonDepth) {
      throw jsonException('A possible object cycle was detected, or the object is nested too deeply.', '$');
    }
    switch (typeof value) {
      case 'string':
        return value;
      case 'boolean':
        return value;
      case 'bigint':
        return new JsonNumber(`${value}`);
      case 'number':
        return this.#number(value, shape);
      case 'object':
        return this.#object(value, shape, depth);
      default:
        return raiseNotSupported('A delegate has no JSON form.');
    }
  }

  #number(value: number, shape: TypeShape): JsonNode {
    const name = shape.kind === 'named' ? shape.name : 'double';
    if (name === 'char') return String.fromCharCode(value);
    const names = this.#host.enumNames(name);
    if (names !== undefined) {
      const text = formatEnum(value, names, 'F');
      return /^-?\d/.test(text) ? new JsonNumber(text) : text;
    }
    if (!Number.isFinite(value)) {
      raiseArgument('.NET number values such as positive and negative infinity cannot be written as valid JSON.');
    }
    return new JsonNumber(doubleText(value));
  }

  #object(value: object, shape: TypeShape, depth: number): JsonNode {
    if (value instanceof Boxed) return this.node(value.v, parseIrType(value.t), depth);
    if (value instanceof JsonValue) return value.node;
    return this.#scalar(value) ?? this.#composite(value, shape, depth);
  }

  #scalar(value: object): JsonNode | undefined {
    if (value instanceof Decimal) return new JsonNumber(value.toString());
    // All of Osy's instants are UTC (language.md §3), whatever the kind says.
    if (value instanceof DateTimeValue) return formatMoment(value, "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'");
    if (value instanceof DateOnlyValue) return formatMoment(value, 'o', 'date');
    if (value instanceof TimeOnlyValue) return formatMoment(value, 'HH:mm:ss.FFFFFFF', 'time');
    if (value instanceof TimeSpanValue || value instanceof GuidValue) return value.toString();
    return undefined;
  }

  #composite(value: object, shape: TypeShape, depth: number): JsonNode {
    if (Array.isArray(value)) return this.#array(value, shape, depth);
    if (value instanceof DictionaryValue) return this.#dictionary(value, shape, depth);
    if (value instanceof Sequence) return this.#items(value, elementOf(shape), depth);
    if (value instanceof Instance) return this.#members(this.#fieldsOf(value, shape), value.f, depth);
    if (value instanceof AnonymousValue) return this.#anonymous(value, shape, depth);
    if (value instanceof TupleValue) return this.#tuple(value, shape, depth);
    if (value instanceof KeyValuePairValue) return this.#pair(value, shape, depth);
    if (value instanceof ExceptionValue)
      return new Map<string, JsonNode>([
        ['type', value.type],
        ['message', messageOf(value)],
      ]);
    return this.#row(value, depth) ?? this.#rest(value, shape, depth);
  }

  #array(value: readonly Value[], shape: TypeShape, depth: number): JsonNode {
    const element = elementOf(shape);
    if (element.kind === 'named' && element.name === 'byte') return Buffer.from(value as number[]).toString('base64');
    return this.#items(value, element, depth);
  }

  #items(value: Value, element: TypeShape, depth: number): JsonNode {
    const items: JsonNode[] = [];
    each(value, (item) => items.push(this.node(item, element, depth + 1)) > 0);
    this.#host.charge(items.length);
    return items;
  }

  #dictionary(value: DictionaryValue, shape: TypeShape, depth: number): JsonNode {
    const [keyType, valueType] = dictionaryParts(value, shape);
    const members = new Map<string, JsonNode>();
    value.eachEntry((key, held) => {
      members.set(this.#keyText(key, keyType), this.node(held, valueType, depth + 1));
      return true;
    });
    this.#host.charge(members.size);
    return members;
  }

  #keyText(key: Value, type: TypeShape): string {
    const node = this.node(key, type, 0);
    if (typeof node === 'string') return node;
    return node instanceof JsonNumber ? node.text : toText(key, formatIrType(type), this.#host);
  }

  /** The fields of the class that the static type names, or, where that is an interface or `object`, of the instance's own. */
  #fieldsOf(value: Instance, shape: TypeShape): ClassInfo['fields'] {
    const declared =
      shape.kind === 'named' ? this.#host.classInfo(formatIrType({ ...shape, nullable: false })) : undefined;
    return declared === undefined || declared.fields.length === 0 ? value.c.fields : declared.fields;
  }

  #members(fields: ClassInfo['fields'], values: Readonly<Record<string, Value>>, depth: number): JsonNode {
    return new Map(fields.map((field) => [field.json, this.node(values[field.name], parseIrType(field.t), depth + 1)]));
  }

  #anonymous(value: AnonymousValue, shape: TypeShape, depth: number): JsonNode {
    const types = new Map(shape.kind === 'anonymous' ? shape.fields.map((field) => [field.name, field.type]) : []);
    return new Map(
      [...value.fields].map(([name, held]) => [
        camelCase(name),
        this.node(held, types.get(name) ?? unknown, depth + 1),
      ]),
    );
  }

  #tuple(value: TupleValue, shape: TypeShape, depth: number): JsonNode {
    const types = shape.kind === 'tuple' ? shape.items : [];
    return new Map(value.items.map((item, i) => [`item${i + 1}`, this.node(item, types[i] ?? unknown, depth + 1)]));
  }

  #pair(value: KeyValuePairValue, shape: TypeShape, depth: number): JsonNode {
    const [key, held] = shape.kind === 'named' && shape.args.length === 2 ? shape.args : [unknown, unknown];
    return new Map([
      ['key', this.node(value.k, key!, depth + 1)],
      ['value', this.node(value.v, held!, depth + 1)],
    ]);
  }

  /** An entity's row, if the engine describes entities as it does classes. */
  #row(value: object, depth: number): JsonNode | undefined {
    const { entity, v } = value as { readonly entity?: unknown; readonly v?: Record<string, Value> };
    if (typeof entity !== 'string' || v === undefined) return undefined;
    const info = this.#host.classInfo(entity);
    return info === undefined
      ? raiseNotSupported(`A row of '${entity}' has no JSON form.`)
      : this.#members(info.fields, v, depth);
  }

  #rest(value: object, shape: TypeShape, depth: number): JsonNode {
    if (Symbol.iterator in value) return this.#items(value, elementOf(shape), depth);
    if ('toJsonNode' in value && typeof value.toJsonNode === 'function') return (value as JsonWritable).toJsonNode();
    return raiseNotSupported(`The type '${formatIrType(shape)}' has no JSON form.`);
  }
}

/** What a class of the engine offers that has a JSON form of its own. */
export interface JsonWritable {
  toJsonNode(): JsonNode;
}

/** The element type of a collection's type; unknown where the type does not say. */
function elementOf(shape: TypeShape): TypeShape {
  if (shape.kind === 'array') return shape.element;
  if (shape.kind !== 'named') return unknown;
  return shape.args.length === 1 ? shape.args[0]! : shape.args.length === 2 ? shape.args[1]! : unknown;
}

function dictionaryParts(value: DictionaryValue, shape: TypeShape): readonly [TypeShape, TypeShape] {
  if (shape.kind === 'named' && shape.args.length === 2) return [shape.args[0]!, shape.args[1]!];
  return value.types === undefined
    ? [unknown, unknown]
    : [parseIrType(value.types.key), parseIrType(value.types.value)];
}
