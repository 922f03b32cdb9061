/** `Regex`, `Match` and its groups. */
import type { LibraryKey } from '../../ir/ir.ts';
import { parseRegex, RegexSyntaxError, type RegexTree } from '../../regex/syntax.ts';
import { each, type Positions, Sequence, type Visit } from './enumeration.ts';
import { exception, raiseArgumentNull, raiseArgumentOutOfRange, raiseListIndex } from './exceptions.ts';
import { ListValue } from './list.ts';
import { RegexMachine } from './regex-machine.ts';
import { compileRegex, type RegexProgram } from './regex-program.ts';
import { requireFunction } from './stretches.ts';
import type { TimeSpanValue } from './timespan.ts';
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

type Host = LibraryHost;

/** A step takes about this part of a millisecond: by it, a time limit becomes a number of steps, the same on every machine. */
const stepsPerMillisecond = 20_000;

export class RegexValue {
  get typeName(): string {
    return 'Regex';
  }

  readonly pattern: string;
  readonly options: number;
  readonly program: RegexProgram;
  readonly #maxSteps: number;

  /**
   * @param timeout in milliseconds
   * @throws ArgumentException for a pattern that is wrong, or that uses what is not supported here
   */
  constructor(pattern: string, options: number, timeout = Number.POSITIVE_INFINITY) {
    this.pattern = pattern;
    this.options = options;
    this.program = compiled(pattern, options);
    this.#maxSteps = timeout * stepsPerMillisecond;
  }

  /** The first match at `from` or later. @throws RegexMatchTimeoutException */
  match(host: Host, input: string, from: number): MatchValue {
    let spent = 0;
    const machine = new RegexMachine(this.program, input, (steps) => {
      host.charge(steps >> 2);
      spent += steps;
      if (spent > this.#maxSteps) throw exception('RegexMatchTimeoutException');
    });
    const slots = machine.search(from);
    return slots === undefined ? MatchValue.none : new MatchValue(this, host, input, slots);
  }

  /** All matches in order; after an empty one the search goes on one unit further. */
  *matches(host: Host, input: string, from = 0): Generator<MatchValue> {
    let match = this.match(host, input, from);
    while (match.success) {
      yield match;
      match = match.next();
    }
  }

  toString(): string {
    return this.pattern;
  }
}

const programs = new Map<string, RegexProgram>();

/** @throws RegexParseException an ArgumentException, in .NET too */
function parsed(pattern: string, options: number): RegexTree {
  try {
    return parseRegex(pattern, options);
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw exception('RegexParseException', error.message);
    throw error;
  }
}

function compiled(pattern: string, options: number): RegexProgram {
  const key = `${options}:${pattern}`;
  let program = programs.get(key);
  if (program === undefined) {
    program = compileRegex(parsed(pattern, options));
    // Patterns may be computed by the app: the cache must not grow without bound.
    if (programs.size > 200) programs.clear();
    programs.set(key, program);
  }
  return program;
}

/** `Group`, and `Capture`, of which it is the only one. */
export class GroupValue {
  get typeName(): string {
    return 'Group';
  }

  readonly name: string;
  readonly success: boolean;
  readonly index: number;
  readonly value: string;

  constructor(name: string, success: boolean, index: number, value: string) {
    this.name = name;
    this.success = success;
    this.index = index;
    this.value = value;
  }

  toString(): string {
    return this.value;
  }
}

export class MatchValue extends GroupValue {
  override get typeName(): string {
    return 'Match';
  }

  readonly #regex: RegexValue | undefined;
  readonly #host: Host | undefined;
  readonly input: string;
  readonly #slots: Int32Array;

  constructor(regex: RegexValue | undefined, host: Host | undefined, input: string, slots: Int32Array) {
    super('0', slots.length > 0, slots[0] ?? 0, input.slice(slots[0], slots[1]));
    this.#regex = regex;
    this.#host = host;
    this.input = input;
    this.#slots = slots;
  }

  static readonly none = new MatchValue(undefined, undefined, '', new Int32Array());

  get names(): readonly string[] {
    return this.#regex?.program.groups ?? ['0'];
  }

  group(index: number): GroupValue {
    if (index === 0) return this;
    const start = this.#slots[2 * index] ?? -1;
    const end = this.#slots[2 * index + 1] ?? -1;
    const took = start >= 0 && end >= 0;
    return new GroupValue(
      this.names[index] ?? String(index),
      took,
      took ? start : 0,
      took ? this.input.slice(start, end) : '',
    );
  }

  /** The group of that name or number; one without success where there is none. */
  named(name: string): GroupValue {
    const index = this.names.indexOf(name);
    return index < 0 ? new GroupValue(name, false, 0, '') : this.group(index);
  }

  next(): MatchValue {
    if (this.#regex === undefined || this.#host === undefined) return this;
    const end = this.index + this.value.length;
    const from = this.value.length === 0 ? end + 1 : end;
    return from > this.input.length ? MatchValue.none : this.#regex.match(this.#host, this.input, from);
  }

  /** Expands `$1`, `${name}`, `$$`, `$&`, `` $` ``, `$'`, `$+` and `$_`. */
  expand(replacement: string): string {
    return replacement.replace(substitution, (whole, number?: string, name?: string, sign?: string) => {
      const group = number ?? name;
      if (group !== undefined)
        return this.names.includes(group) ? this.named(group).value : this.#shorterNumber(whole, number);
      switch (sign) {
        case '$':
          return '$';
        case '&':
          return this.value;
        case '`':
          return this.input.slice(0, this.index);
        case "'":
          return this.input.slice(this.index + this.value.length);
        case '+':
          return this.group(this.names.length - 1).value;
        default:
          return this.input;
      }
    });
  }

  /** `$12` where there is no group 12 but one 1 is that and a `2`. */
  #shorterNumber(whole: string, number: string | undefined): string {
    for (let length = (number?.length ?? 0) - 1; length > 0; length--) {
      const shorter = number!.slice(0, length);
      if (this.names.includes(shorter)) return this.named(shorter).value + number!.slice(length);
    }
    return whole;
  }
}

const substitution = /\$(?:(\d+)|\{(\w+)\}|([$&`'+_]))/g;

/** `MatchCollection`, `GroupCollection` and what `Captures` is. */
export class RegexItems extends Sequence {
  readonly items: readonly GroupValue[];
  /** The match whose groups these are. */
  readonly match: MatchValue | undefined;

  constructor(items: readonly GroupValue[], match?: MatchValue) {
    super();
    this.items = items;
    this.match = match;
  }

  each(visit: Visit): boolean {
    return each(this.items, visit);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.items[Symbol.iterator]();
  }

  override count(): number {
    return this.items.length;
  }

  override positions(): Positions {
    return { length: () => this.items.length, at: (index) => this.#at(index) };
  }

  #at(index: number): GroupValue {
    if (index >= 0 && index < this.items.length) return this.items[index]!;
    // A group that the pattern does not have is one without success.
    return this.match === undefined ? raiseListIndex('i') : new GroupValue(String(index), false, 0, '');
  }
}

function groupsOf(match: MatchValue): RegexItems {
  return new RegexItems(
    match.names.map((_, index) => match.group(index)),
    match,
  );
}

// ---------------------------------------------------------------- operations

function text(value: string | null, parameter = 'input'): string {
  return value ?? raiseArgumentNull(parameter);
}

function startOf(input: string, at: number): number {
  if (at < 0 || at > input.length)
    raiseArgumentOutOfRange('startat', 'Start index cannot be less than 0 or greater than input length.');
  return at;
}

function replaced(host: Host, regex: RegexValue, input: string, by: (match: MatchValue) => string, count = -1): string {
  if (count < -1) raiseArgumentOutOfRange('count', 'Count cannot be less than -1.');
  let result = '';
  let from = 0;
  let left = count;
  for (const match of left === 0 ? [] : regex.matches(host, input)) {
    result += input.slice(from, match.index) + by(match);
    from = match.index + match.value.length;
    if (--left === 0) break;
  }
  return result + input.slice(from);
}

function split(host: Host, regex: RegexValue, input: string, count = 0): string[] {
  if (count < 0) raiseArgumentOutOfRange('count', 'Count cannot be less than -1.');
  const parts: string[] = [];
  let from = 0;
  let left = count - 1;
  for (const match of count === 1 ? [] : regex.matches(host, input)) {
    parts.push(input.slice(from, match.index));
    from = match.index + match.value.length;
    // Groups stand in the result too.
    for (let group = 1; group < match.names.length; group++)
      if (match.group(group).success) parts.push(match.group(group).value);
    if (--left === 0) break;
  }
  parts.push(input.slice(from));
  return parts;
}

type Evaluator = (match: MatchValue) => string | null;

function evaluated(evaluator: Evaluator): (match: MatchValue) => string {
  requireFunction(evaluator, 'evaluator');
  return (match) => evaluator(match) ?? '';
}

function expanded(replacement: string | null): (match: MatchValue) => string {
  const pattern = text(replacement, 'replacement');
  return pattern.includes('$') ? (match) => match.expand(pattern) : () => pattern;
}

function regexOf(pattern: string | null, options: number, timeout?: TimeSpanValue): RegexValue {
  const milliseconds =
    timeout === undefined || timeout.negative ? Number.POSITIVE_INFINITY : timeout.toNumber() / 10_000;
  return new RegexValue(text(pattern, 'pattern'), options, milliseconds);
}

const metacharacters = /[\\*+?|{[()^$.# \t\n\r\f]/g;
const whitespaceEscapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' };

/** `Regex.Escape`. */
export function escapeRegex(value: string): string {
  return value.replace(metacharacters, (char) => whitespaceEscapes[char] ?? `\\${char}`);
}

function unescapeRegex(value: string): string {
  const unescapes: Readonly<Record<string, string>> = {
    t: '\t',
    n: '\n',
    r: '\r',
    f: '\f',
    a: '\x07',
    e: '\x1b',
    v: '\v',
  };
  return value.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/gs,
    (_all, hex2?: string, hex4?: string, char?: string) =>
      char === undefined ? String.fromCharCode(Number.parseInt((hex2 ?? hex4)!, 16)) : (unescapes[char] ?? char),
  );
}

/** An operation under both its forms: on a `Regex`, and static with the pattern and perhaps options. */
function both(
  name: string,
  rest: readonly string[],
  operation: (host: Host, regex: RegexValue, input: string, ...args: never[]) => Value,
): [LibraryKey, LibraryFunction][] {
  const run = operation as (host: Host, regex: RegexValue, input: string, ...args: Value[]) => Value;
  const types = rest.map((type) => `,${type}`).join('');
  return [
    [
      `Regex.${name}(string${types})`,
      (host: Host, regex: RegexValue, input: string | null, ...args: Value[]) => run(host, regex, text(input), ...args),
    ],
    [
      `Regex.${name}(string,string${types})`,
      (host: Host, input: string | null, pattern: string | null, ...args: Value[]) =>
        run(host, regexOf(pattern, 0), text(input), ...args),
    ],
    [
      `Regex.${name}(string,string${types},RegexOptions)`,
      (host: Host, input: string | null, pattern: string | null, ...args: Value[]) =>
        run(host, regexOf(pattern, args.at(-1) as number), text(input), ...args.slice(0, -1)),
    ],
  ];
}

const isMatch = (host: Host, regex: RegexValue, input: string): boolean => regex.match(host, input, 0).success;
const matches = (host: Host, regex: RegexValue, input: string, from = 0): RegexItems =>
  new RegexItems([...regex.matches(host, input, startOf(input, from))]);

/** Members of `Regex`, `Match`, `Group`, `Capture` and their collections. */
export const regexLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Regex.new(string)': (_h: Host, pattern: string | null) => regexOf(pattern, 0),
  'Regex.new(string,RegexOptions)': (_h: Host, pattern: string | null, options: number) => regexOf(pattern, options),
  'Regex.new(string,RegexOptions,TimeSpan)': (
    _h: Host,
    pattern: string | null,
    options: number,
    timeout: TimeSpanValue,
  ) => regexOf(pattern, options, timeout),
  'Regex.Options': (_h: Host, regex: RegexValue) => regex.options,
  'Regex.ToString()': (_h: Host, regex: RegexValue) => regex.pattern,
  'Regex.GetGroupNames()': (_h: Host, regex: RegexValue) => [...regex.program.groups],
  'Regex.GetGroupNumbers()': (_h: Host, regex: RegexValue) => regex.program.groups.map((_name, index) => index),
  ...Object.fromEntries([
    ...both('IsMatch', [], isMatch),
    ...both('Match', [], (host, regex, input) => regex.match(host, input, 0)),
    ...both('Matches', [], (host, regex, input) => matches(host, regex, input)),
    ...both('Count', [], (host, regex, input) => [...regex.matches(host, input)].length),
    ...both('Replace', ['string'], (host, regex, input, replacement: string | null) =>
      replaced(host, regex, input, expanded(replacement)),
    ),
    ...both('Replace', ['Func<Match,string>'], (host, regex, input, evaluator: Evaluator) =>
      replaced(host, regex, input, evaluated(evaluator)),
    ),
    ...both('Split', [], (host, regex, input) => split(host, regex, input)),
  ]),
  'Regex.IsMatch(string,int)': (host: Host, regex: RegexValue, input: string | null, from: number) =>
    regex.match(host, text(input), startOf(text(input), from)).success,
  'Regex.IsMatch(string,string,RegexOptions,TimeSpan)': (
    host: Host,
    input: string | null,
    pattern: string | null,
    options: number,
    timeout: TimeSpanValue,
  ) => isMatch(host, regexOf(pattern, options, timeout), text(input)),
  'Regex.Match(string,int)': (host: Host, regex: RegexValue, input: string | null, from: number) =>
    regex.match(host, text(input), startOf(text(input), from)),
  'Regex.Matches(string,int)': (host: Host, regex: RegexValue, input: string | null, from: number) =>
    matches(host, regex, text(input), from),
  'Regex.Replace(string,string,int)': (
    host: Host,
    regex: RegexValue,
    input: string | null,
    by: string | null,
    count: number,
  ) => replaced(host, regex, text(input), expanded(by), count),
  'Regex.Replace(string,Func<Match,string>,int)': (
    host: Host,
    regex: RegexValue,
    input: string | null,
    by: Evaluator,
    count: number,
  ) => replaced(host, regex, text(input), evaluated(by), count),
  'Regex.Split(string,int)': (host: Host, regex: RegexValue, input: string | null, count: number) =>
    split(host, regex, text(input), count),
  'Regex.Escape(string)': (_h: Host, value: string | null) => escapeRegex(text(value, 'str')),
  'Regex.Unescape(string)': (_h: Host, value: string | null) => unescapeRegex(text(value, 'str')),
  'Capture.Index': (_h: Host, group: GroupValue) => group.index,
  'Capture.Length': (_h: Host, group: GroupValue) => group.value.length,
  'Capture.Value': (_h: Host, group: GroupValue) => group.value,
  'Capture.ToString()': (_h: Host, group: GroupValue) => group.value,
  'Group.Success': (_h: Host, group: GroupValue) => group.success,
  'Group.Name': (_h: Host, group: GroupValue) => group.name,
  'Group.Captures': (_h: Host, group: GroupValue) => new RegexItems(group.success ? [group] : []),
  'Match.Empty': () => MatchValue.none,
  'Match.Groups': (_h: Host, match: MatchValue) => groupsOf(match),
  'Match.NextMatch()': (_h: Host, match: MatchValue) => match.next(),
  'Match.Result(string)': (_h: Host, match: MatchValue, replacement: string | null) =>
    match.expand(text(replacement, 'replacement')),
  'GroupCollection.this(string)': (_h: Host, groups: RegexItems, name: string) => groups.match!.named(name),
  'GroupCollection.Keys': (_h: Host, groups: RegexItems) => new ListValue([...groups.match!.names]),
  'GroupCollection.ContainsKey(string)': (_h: Host, groups: RegexItems, name: string) =>
    groups.match!.names.includes(name),
  'GroupCollection.TryGetValue(string,Group)': (_h: Host, groups: RegexItems, name: string, result: Ref) => {
    const has = groups.match!.names.includes(name);
    result.set(has ? groups.match!.named(name) : null);
    return has;
  },
};
