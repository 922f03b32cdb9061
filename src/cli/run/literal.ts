/** `--arg name=value`: the value as an Osy expression of the parameter's type. */
import type { Definition } from '../../definition/document.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import { PlainHost } from '../../runtime/interpreter/index.ts';
import { ExceptionValue } from '../../runtime/library/values.ts';
import { plainSession } from '../eval/evaluate.ts';

export type Literal = { readonly source: string } | { readonly problem: string };

const integers: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
};

const decimal = /^-?\d+(\.\d+)?$/;
const double = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const rowId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What their own `Parse` reads. */
const parsed = new Set(['DateTime', 'DateOnly', 'TimeOnly', 'TimeSpan', 'Guid']);

/**
 * Texts, numbers and instants as they are; an enum's member by its name; a row by its Id; anything else as an expression.
 * @param type canonical, as the definition has it
 * @returns what is wrong with it as the end of a sentence that begins with the value: `'x' is no int`
 */
export function literalOf(type: string, text: string, types: Definition['types']): Literal {
  if (type.endsWith('?')) return text === 'null' ? { source: 'null' } : literalOf(type.slice(0, -1), text, types);
  const members = types.enums.find((each) => each.name === type)?.members.map((each) => each.name);
  if (members !== undefined) return enumLiteral(type, text, members);
  if (types.entities.some((each) => each.name === type)) return rowLiteral(type, text);
  if (parsed.has(type)) return parsedLiteral(type, text);
  const range = integers[type];
  if (range !== undefined) return integerLiteral(type, text, range);
  switch (type) {
    case 'string':
      return { source: quoted(text) };
    case 'char':
      return text.length === 1
        ? { source: `'${quoted(text).slice(1, -1).replace("'", "\\'")}'` }
        : { problem: 'is no char: it takes one character' };
    case 'bool':
      return /^(true|false)$/i.test(text)
        ? { source: text.toLowerCase() }
        : { problem: 'is no bool: it is true or false' };
    case 'decimal':
      return decimal.test(text) ? { source: `${text}m` } : { problem: 'is no decimal' };
    case 'double':
      return double.test(text) ? { source: `(double)(${text})` } : { problem: 'is no double' };
    default:
      return text.trim() === '' ? { problem: `is no expression of type ${type}` } : { source: `(${text})` };
  }
}

/** JSON's escapes are C#'s, but for the line ends of Unicode, which may stand in JSON as they are. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u0085\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function integerLiteral(type: string, text: string, [least, most]: readonly [bigint, bigint]): Literal {
  if (!/^-?\d+$/.test(text)) return { problem: `is no ${type}` };
  const value = BigInt(text);
  if (value < least || value > most) return { problem: `is no ${type}: it goes from ${least} to ${most}` };
  return { source: String(value) };
}

function enumLiteral(type: string, text: string, members: readonly string[]): Literal {
  const name = text.startsWith(`${type}.`) ? text.slice(type.length + 1) : text;
  if (members.includes(name)) return { source: `${type}.${name}` };
  const near = members.find((each) => each.toLowerCase() === name.toLowerCase()) ?? nearest(name, members);
  const hint = near === undefined ? `: it has ${members.join(', ')}` : `; did you mean '${near}'?`;
  return { problem: `is no member of ${type}${hint}` };
}

function rowLiteral(type: string, text: string): Literal {
  if (rowId.test(text)) {
    const missing = quoted(`There is no ${type} with the Id ${text} in this database.`);
    return {
      source: `(${type}.FirstOrDefault(row => row.Id == Guid.Parse(${quoted(text)})) ?? throw new ArgumentException(${missing}))`,
    };
  }
  // A name alone can only be a slip: a row has none.
  if (text.trim() !== '' && !/^[\p{L}\p{N}_-]+$/u.test(text)) return { source: `(${text})` };
  return { problem: `is no Id of a row of ${type}; an expression such as ${type}.First() would do as well` };
}

function parsedLiteral(type: string, text: string): Literal {
  const source = `${type}.Parse(${quoted(text)})`;
  const { session, program } = plainSession();
  try {
    session.run(source, new PlainHost(program, {}));
    return { source };
  } catch (error) {
    if (error instanceof ExceptionValue) return { problem: `is no ${type}` };
    throw error;
  }
}
