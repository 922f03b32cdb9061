/** `JsonSerializer` and `Json`, and the two functions by which the HTTP client reads and writes bodies. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import type { Decimal } from './decimal.ts';
import { raiseArgumentNull, raiseInvalidOperation } from './exceptions.ts';
import { isArrayNode, isObjectNode, type JsonNode, JsonNumber, nodeText, readJson } from './json-nodes.ts';
import { fromNode } from './json-read.ts';
import { JsonValue } from './json-value.ts';
import { toNode } from './json-write.ts';
import { ListValue } from './list.ts';
import { doubleText } from './number-format.ts';
import { ExceptionValue, type LibraryFunction, type LibraryHost, type Ref, type Value } from './values.ts';

/**
 * A value as JSON text: members in camelCase or by their external name, enums by name, numbers without loss.
 * @throws JsonException for what refers to itself, NotSupportedException for what has no JSON form
 */
export function toJson(value: Value, type: IrType, host: LibraryHost, indented = false): string {
  return nodeText(toNode(value, type, host), indented);
}

/**
 * A value of the type from JSON text.
 * @throws JsonException, whose `Path` field says where the text does not fit
 */
export function fromJson(text: string, type: IrType, host: LibraryHost): Value {
  host.charge(text.length >> 6);
  return fromNode(readJson(text), type, host);
}

type Host = LibraryHost;
type Types = readonly IrType[];

/** `JsonSerializerOptions`. Names are read in any case whatever it says: what fits exactly comes first. */
class JsonOptions {
  indented = false;
  anyCase = false;
}

const kinds = { object: 0, array: 1, string: 2, number: 3, boolean: 4 } as const;

function kindOf(node: JsonNode): number {
  if (isObjectNode(node)) return kinds.object;
  if (isArrayNode(node)) return kinds.array;
  if (typeof node === 'string') return kinds.string;
  return node instanceof JsonNumber ? kinds.number : kinds.boolean;
}

function required(text: string | null, parameter: string): string {
  return text ?? raiseArgumentNull(parameter);
}

function member(json: JsonValue, name: string): JsonValue | null {
  required(name, 'name');
  if (!isObjectNode(json.node)) raiseInvalidOperation('The JSON value is not an object.');
  return JsonValue.of(json.node.get(name));
}

function element(json: JsonValue, index: number): Value {
  return (
    json.positions()?.at(index) ??
    (isArrayNode(json.node) ? null : raiseInvalidOperation('The JSON value is not an array.'))
  );
}

const as =
  (type: IrType) =>
  (host: Host, json: JsonValue): Value =>
    fromNode(json.node, type, host);

function numberNode(text: string): JsonValue {
  return new JsonValue(new JsonNumber(text));
}

/** Members of `JsonSerializer`, `JsonSerializerOptions` and `Json`. */
export const jsonLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'JsonSerializer.Serialize(T)': (host: Host, value: Value, types: Types) => toJson(value, types[0]!, host),
  'JsonSerializer.Serialize(T,JsonSerializerOptions)': (
    host: Host,
    value: Value,
    options: JsonOptions | null,
    types: Types,
  ) => toJson(value, types[0]!, host, options?.indented),
  'JsonSerializer.Deserialize(string)': (host: Host, text: string | null, types: Types) =>
    fromJson(required(text, 'json'), types[0]!, host),
  'JsonSerializer.Deserialize(string,JsonSerializerOptions)': (
    host: Host,
    text: string | null,
    _o: Value,
    types: Types,
  ) => fromJson(required(text, 'json'), types[0]!, host),
  'JsonSerializerOptions.new()': () => new JsonOptions(),
  'JsonSerializerOptions.WriteIndented': (_h: Host, options: JsonOptions) => options.indented,
  'JsonSerializerOptions.WriteIndented=': (_h: Host, options: JsonOptions, value: boolean) => {
    options.indented = value;
    return null;
  },
  'JsonSerializerOptions.PropertyNameCaseInsensitive': (_h: Host, options: JsonOptions) => options.anyCase,
  'JsonSerializerOptions.PropertyNameCaseInsensitive=': (_h: Host, options: JsonOptions, value: boolean) => {
    options.anyCase = value;
    return null;
  },
  'Json.Parse(string)': (host: Host, text: string | null) => {
    const given = required(text, 'text');
    host.charge(given.length >> 6);
    return JsonValue.of(readJson(given));
  },
  'Json.TryParse(string,Json)': (host: Host, text: string | null, result: Ref) => {
    result.set(null);
    if (text === null) return false;
    host.charge(text.length >> 6);
    try {
      result.set(JsonValue.of(readJson(text)));
      return true;
    } catch (e) {
      if (e instanceof ExceptionValue) return false;
      throw e;
    }
  },
  'Json.From(T)': (host: Host, value: Value, types: Types) => JsonValue.of(toNode(value, types[0]!, host)),
  'Json.Kind': (_h: Host, json: JsonValue) => kindOf(json.node),
  'Json.Count': (_h: Host, json: JsonValue) => json.count(),
  'Json.Names': (_h: Host, json: JsonValue) => new ListValue(isObjectNode(json.node) ? [...json.node.keys()] : []),
  'Json.this(string)': (_h: Host, json: JsonValue, name: string) => member(json, name),
  'Json.this(int)': (_h: Host, json: JsonValue, index: number) => element(json, index),
  'Json.Has(string)': (_h: Host, json: JsonValue, name: string) => isObjectNode(json.node) && json.node.has(name),
  'Json.AsString()': as('string'),
  'Json.AsInt()': as('int'),
  'Json.AsLong()': as('long'),
  'Json.AsDecimal()': as('decimal'),
  'Json.AsDouble()': as('double'),
  'Json.AsBool()': as('bool'),
  'Json.AsDateTime()': as('DateTime'),
  'Json.AsGuid()': as('Guid'),
  'Json.AsList()': as('List<Json?>'),
  'Json.As()': (host: Host, json: JsonValue, types: Types) => fromNode(json.node, types[0]!, host),
  'Json.ToString()': (_h: Host, json: JsonValue) => json.toString(),
  'Json.op_Implicit(string)': (_h: Host, value: string | null) => JsonValue.of(value),
  'Json.op_Implicit(int)': (_h: Host, value: number) => numberNode(`${value}`),
  'Json.op_Implicit(long)': (_h: Host, value: bigint) => numberNode(`${value}`),
  'Json.op_Implicit(decimal)': (_h: Host, value: Decimal) => numberNode(value.toString()),
  'Json.op_Implicit(double)': (host: Host, value: number) =>
    Number.isFinite(value) ? numberNode(doubleText(value)) : JsonValue.of(toNode(value, 'double', host)),
  'Json.op_Implicit(bool)': (_h: Host, value: boolean) => new JsonValue(value),
};
