/**
 * JSON text read into nodes that keep what the text said: numbers stay text, so that no digit of a decimal or a long is
 * lost, and members keep their order.
 */
import { exception } from './exceptions.ts';
import type { ExceptionValue } from './values.ts';

/** A number as it was written. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type JsonNode = null | boolean | string | JsonNumber | readonly JsonNode[] | ReadonlyMap<string, JsonNode>;

/** .NET's limit, which also keeps hostile text from exhausting the stack. */
export const maxJsonDepth = 64;

/** A JsonException that says where: `Path` is a JSON path. */
export function jsonException(problem: string, path: string, inner: ExceptionValue | null = null): ExceptionValue {
  return exception('JsonException', `${problem} Path: ${path}.`, inner, { Path: path });
}

/**
 * Reads a whole text.
 * @throws JsonException with the path, line and column of what is wrong
 */
export function readJson(text: string): JsonNode {
  const reader = new JsonReader(text);
  return reader.document();
}

const whitespace = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly #text: string;
  #at = 0;
  readonly #path: (string | number)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1;
    this.#space();
    if (this.#at === this.#text.length) this.#fail('The input does not contain any JSON.');
    const node = this.#node();
    this.#space();
    if (this.#at < this.#text.length) this.#fail(`'${this.#text[this.#at]}' is invalid after a single JSON value.`);
    return node;
  }

  #node(): JsonNode {
    if (this.#path.length > maxJsonDepth) this.#fail(`The maximum depth of ${maxJsonDepth} has been exceeded.`);
    const char = this.#text[this.#at];
    switch (char) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(): JsonNode {
    const members = new Map<string, JsonNode>();
    this.#at++;
    this.#space();
    if (this.#take('}')) return members;
    for (;;) {
      if (this.#text[this.#at] !== '"') this.#unexpected('a property name');
      const name = this.#string();
      this.#path.push(name);
      this.#space();
      if (!this.#take(':')) this.#unexpected("':'");
      this.#space();
      members.set(name, this.#node());
      this.#space();
      this.#path.pop();
      if (this.#take('}')) return members;
      if (!this.#take(',')) this.#unexpected("',' or '}'");
      this.#space();
    }
  }

  #array(): JsonNode {
    const items: JsonNode[] = [];
    this.#at++;
    this.#space();
    if (this.#take(']')) return items;
    for (;;) {
      this.#path.push(items.length);
      items.push(this.#node());
      this.#space();
      this.#path.pop();
      if (this.#take(']')) return items;
      if (!this.#take(',')) this.#unexpected("',' or ']'");
      this.#space();
    }
  }

  #string(): string {
    let value = '';
    this.#at++;
    for (;;) {
      plainText.lastIndex = this.#at;
      const plain = plainText.exec(this.#text)![0];
      value += plain;
      this.#at += plain.length;
      const char = this.#text[this.#at];
      if (char === '"') {
        this.#at++;
        return value;
      }
      if (char !== '\\') this.#unexpected('the end of the string');
      value += this.#escape();
    }
  }

  #escape(): string {
    const char = this.#text[this.#at + 1] ?? '';
    if (char === 'u') {
      const digits = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('The escape is not four hexadecimal digits.');
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const value = escapes[char];
    if (value === undefined) this.#fail(`'${char}' is an invalid escapable character within a JSON string.`);
    this.#at += 2;
    return value;
  }

  #word<T extends JsonNode>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #number(): JsonNumber {
    number.lastIndex = this.#at;
    const match = number.exec(this.#text);
    if (match === null) this.#unexpected('a value');
    this.#at = number.lastIndex;
    return new JsonNumber(match[0]);
  }

  #space(): void {
    whitespace.lastIndex = this.#at;
    whitespace.exec(this.#text);
    this.#at = whitespace.lastIndex;
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #unexpected(expected: string): never {
    const found = this.#text[this.#at];
    this.#fail(
      found === undefined ? `Expected ${expected}, but the text ends.` : `Expected ${expected}, found '${found}'.`,
    );
  }

  #fail(problem: string): never {
    const before = this.#text.slice(0, this.#at);
    const line = before.split('\n').length;
    const column = this.#at - before.lastIndexOf('\n');
    throw jsonException(`${problem} Line ${line}, column ${column}.`, pathText(this.#path));
  }
}

/** `$.items[2].price`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return /^[A-Za-z_]\w*$/.test(part) ? `${text}.${part}` : `${text}['${part}']`;
  }, '$');
}

/** The text of a node; `indent` of two spaces when `indented`. */
export function nodeText(node: JsonNode, indented = false, depth = 0): string {
  if (node === null) return 'null';
  if (typeof node === 'boolean') return String(node);
  if (typeof node === 'string') return JSON.stringify(node);
  if (node instanceof JsonNumber) return node.text;
  if (isArrayNode(node))
    return brackets(
      '[',
      ']',
      node.map((item) => nodeText(item, indented, depth + 1)),
      indented,
      depth,
    );
  const colon = indented ? ': ' : ':';
  const members = [...node].map(
    ([name, member]) => `${JSON.stringify(name)}${colon}${nodeText(member, indented, depth + 1)}`,
  );
  return brackets('{', '}', members, indented, depth);
}

export function isArrayNode(node: JsonNode): node is readonly JsonNode[] {
  return Array.isArray(node);
}

export function isObjectNode(node: JsonNode): node is ReadonlyMap<string, JsonNode> {
  return node instanceof Map;
}

function brackets(open: string, close: string, parts: readonly string[], indented: boolean, depth: number): string {
  if (!indented || parts.length === 0) return open + parts.join(',') + close;
  const inner = '  '.repeat(depth + 1);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

/** What a node is, for messages. */
export function nodeKind(node: JsonNode): string {
  if (node === null) return 'null';
  if (typeof node === 'string') return 'a string';
  if (typeof node === 'boolean') return 'true or false';
  if (node instanceof JsonNumber) return 'a number';
  return isArrayNode(node) ? 'an array' : 'an object';
}
