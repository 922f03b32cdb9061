/** .NET's regular expression syntax, read into a tree. */
import { cases, categoryTest, classTest, type SetParts, setTest, type UnitTest } from './sets.ts';

/** `RegexOptions`. */
export const regexOptions = {
  ignoreCase: 1,
  multiline: 2,
  explicitCapture: 4,
  singleline: 16,
  ignoreWhitespace: 32,
  rightToLeft: 64,
  ecmaScript: 256,
} as const;

export type Anchor = 'start' | 'lineStart' | 'end' | 'lineEnd' | 'veryEnd' | 'boundary' | 'noBoundary' | 'searchStart';

export type RegexNode =
  | { readonly k: 'empty' }
  /** One unit; `unit` where it is a certain one. */
  | { readonly k: 'unit'; readonly test: UnitTest; readonly unit?: number }
  | { readonly k: 'seq'; readonly items: readonly RegexNode[] }
  | { readonly k: 'alt'; readonly items: readonly RegexNode[] }
  /** `group` is a key of `RegexTree.groups`. */
  | { readonly k: 'capture'; readonly group: string; readonly node: RegexNode }
  | { readonly k: 'loop'; readonly node: RegexNode; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly k: 'look'; readonly node: RegexNode; readonly behind: boolean; readonly negated: boolean }
  | { readonly k: 'atomic'; readonly node: RegexNode }
  | { readonly k: 'reference'; readonly group: string; readonly ignoreCase: boolean }
  | { readonly k: 'anchor'; readonly at: Anchor }
  | { readonly k: 'choice'; readonly group: string; readonly yes: RegexNode; readonly no: RegexNode };

export interface RegexTree {
  readonly node: RegexNode;
  /** Names of groups in the order of their numbers; `"0"` is the whole match. */
  readonly groups: readonly string[];
}

/** A pattern that is wrong, or that uses what is not supported here. The message says where and why. */
export class RegexSyntaxError extends Error {
  /** Why and where, without the pattern and without a full stop. */
  readonly problem: string;

  constructor(pattern: string, offset: number, problem: string) {
    super(`Invalid pattern '${pattern}' at offset ${offset}. ${problem}`);
    this.name = 'RegexSyntaxError';
    this.problem = `${problem.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()).replace(/\.$/, '')} (at offset ${offset})`;
  }
}

/** What is wrong with a pattern, in a sentence without its full stop; undefined where nothing is. */
export function patternProblem(pattern: string, options = 0): string | undefined {
  try {
    parseRegex(pattern, options);
    return undefined;
  } catch (error) {
    if (error instanceof RegexSyntaxError) return error.problem;
    throw error;
  }
}

/** @throws RegexSyntaxError */
export function parseRegex(pattern: string, options: number): RegexTree {
  if (options & regexOptions.rightToLeft) refuse(pattern, 0, 'Matching from right to left is not supported.');
  // The first reading only learns which groups there are: a reference may stand before its group.
  const first = new Parser(pattern, options, undefined);
  first.parse();
  const groups = first.groupNames();
  return { node: new Parser(pattern, options, groups).parse(), groups };
}

function refuse(pattern: string, offset: number, problem: string): never {
  throw new RegexSyntaxError(pattern, offset, problem);
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27 };
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y;
const groupName = /(?:<(\w+)>|'(\w+)')/y;
const inlineOptions = /\?([imnsx]*)(?:-([imnsx]*))?([:)])/y;
const optionLetters: Readonly<Record<string, number>> = {
  i: regexOptions.ignoreCase,
  m: regexOptions.multiline,
  n: regexOptions.explicitCapture,
  s: regexOptions.singleline,
  x: regexOptions.ignoreWhitespace,
};
const maxNesting = 200;
const maxRepeat = 2147483647;

class Parser {
  readonly #pattern: string;
  readonly #known: readonly string[] | undefined;
  readonly #numbered: number[] = [];
  readonly #named: string[] = [];
  #options: number;
  #at = 0;
  #unnamed = 0;
  #nesting = 0;

  constructor(pattern: string, options: number, known: readonly string[] | undefined) {
    this.#pattern = pattern;
    this.#options = options;
    this.#known = known;
  }

  parse(): RegexNode {
    const node = this.#alternatives();
    if (this.#at < this.#pattern.length) this.#fail("Too many )'s.");
    return node;
  }

  /** Unnamed groups come first in .NET's numbering, then the named ones. */
  groupNames(): string[] {
    const numbers = [...new Set(this.#numbered)].sort((a, b) => a - b);
    return ['0', ...numbers.map(String), ...new Set(this.#named)];
  }

  #fail(problem: string): never {
    refuse(this.#pattern, this.#at, problem);
  }

  #has(option: number): boolean {
    return (this.#options & option) !== 0;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#pattern);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #alternatives(): RegexNode {
    if (++this.#nesting > maxNesting) this.#fail('The pattern is nested too deeply.');
    // Options set within hold to the end of the group.
    const options = this.#options;
    const items = [this.#sequence()];
    while (this.#take('|')) items.push(this.#sequence());
    this.#options = options;
    this.#nesting--;
    return items.length === 1 ? items[0]! : { k: 'alt', items };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (;;) {
      this.#skipIgnored();
      const char = this.#pattern[this.#at];
      if (char === undefined || char === '|' || char === ')') break;
      const atom = this.#atom();
      if (atom === undefined) continue;
      items.push(this.#quantified(atom));
    }
    return items.length === 1 ? items[0]! : items.length === 0 ? { k: 'empty' } : { k: 'seq', items };
  }

  /** White space and comments, where they do not count. */
  #skipIgnored(): void {
    for (;;) {
      if (this.#pattern.startsWith('(?#', this.#at)) {
        const end = this.#pattern.indexOf(')', this.#at);
        if (end < 0) this.#fail('Unterminated (?#...) comment.');
        this.#at = end + 1;
      } else if (this.#has(regexOptions.ignoreWhitespace) && /\s/.test(this.#pattern[this.#at] ?? '')) this.#at++;
      else if (this.#has(regexOptions.ignoreWhitespace) && this.#pattern[this.#at] === '#') {
        const end = this.#pattern.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#pattern.length : end + 1;
      } else return;
    }
  }

  #quantified(atom: RegexNode): RegexNode {
    this.#skipIgnored();
    const match = this.#match(quantifier);
    if (match === null) return atom;
    const [, sign, low, comma, high, lazy] = match;
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    const max =
      sign === undefined
        ? comma === undefined
          ? min
          : high === ''
            ? Infinity
            : Number(high)
        : sign === '?'
          ? 1
          : Infinity;
    if (min > maxRepeat || (max !== Infinity && max > maxRepeat))
      this.#fail('Capture group numbers must be less than or equal to Int32.MaxValue.');
    if (max < min) this.#fail('Illegal {x,y} with x > y.');
    this.#skipIgnored();
    const at = this.#at;
    if (this.#match(quantifier) !== null) {
      this.#at = at;
      this.#fail(`Nested quantifier '${this.#pattern[at]}'.`);
    }
    return { k: 'loop', node: atom, min, max, lazy: lazy === '?' };
  }

  /** Undefined for what stands for nothing: an option switch. */
  #atom(): RegexNode | undefined {
    const char = this.#pattern[this.#at]!;
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        this.#at++;
        return { k: 'unit', test: this.#set() };
      case '.':
        this.#at++;
        return { k: 'unit', test: this.#has(regexOptions.singleline) ? () => true : (unit) => unit !== 10 };
      case '^':
        this.#at++;
        return { k: 'anchor', at: this.#has(regexOptions.multiline) ? 'lineStart' : 'start' };
      case '$':
        this.#at++;
        return { k: 'anchor', at: this.#has(regexOptions.multiline) ? 'lineEnd' : 'end' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        return this.#fail(`Quantifier '${char}' following nothing.`);
      default:
        this.#at++;
        return this.#literal(char.charCodeAt(0));
    }
  }

  #literal(unit: number): RegexNode {
    const all = this.#has(regexOptions.ignoreCase) ? cases(unit) : [unit];
    return all.length === 1
      ? { k: 'unit', unit, test: (u) => u === unit }
      : { k: 'unit', test: (u) => all.includes(u) };
  }

  // ---------------------------------------------------------------- groups

  #group(): RegexNode | undefined {
    this.#at++;
    if (!this.#pattern.startsWith('?', this.#at)) {
      if (this.#has(regexOptions.explicitCapture)) return this.#closed();
      return this.#captured(`${++this.#unnamed}`);
    }
    const options = this.#match(inlineOptions);
    if (options !== null) return this.#switched(options);
    this.#at++;
    if (this.#take('=')) return this.#look(false, false);
    if (this.#take('!')) return this.#look(false, true);
    if (this.#take('<=')) return this.#look(true, false);
    if (this.#take('<!')) return this.#look(true, true);
    if (this.#take('>')) return { k: 'atomic', node: this.#closed() };
    if (this.#take('(')) return this.#choice();
    const name = this.#match(groupName);
    if (name !== null) return this.#captured((name[1] ?? name[2])!);
    if (/^(?:<\w*-|'\w*-)/.test(this.#pattern.slice(this.#at))) this.#fail('Balancing groups are not supported.');
    return this.#fail('Unrecognized grouping construct.');
  }

  #switched([, on, off, end]: RegExpExecArray): RegexNode | undefined {
    const before = this.#options;
    for (const letter of on ?? '') this.#options |= optionLetters[letter]!;
    for (const letter of off ?? '') this.#options &= ~optionLetters[letter]!;
    // `(?i)` holds from here to the end of the enclosing group, which restores what was before.
    if (end === ')') return undefined;
    const node = this.#closed();
    this.#options = before;
    return node;
  }

  /** The rest of a group, its parenthesis included. */
  #closed(): RegexNode {
    const node = this.#alternatives();
    if (!this.#take(')')) this.#fail("Not enough )'s.");
    return node;
  }

  #captured(group: string): RegexNode {
    if (/^\d+$/.test(group)) {
      if (group === '0' || group.length > 9)
        this.#fail('Invalid group name: Group names must begin with a word character.');
      this.#numbered.push(Number(group));
    } else this.#named.push(group);
    return { k: 'capture', group, node: this.#closed() };
  }

  #look(behind: boolean, negated: boolean): RegexNode {
    return { k: 'look', node: this.#closed(), behind, negated };
  }

  /** `(?(name)yes|no)`; a condition that is an expression of its own is not supported. */
  #choice(): RegexNode {
    const close = this.#pattern.indexOf(')', this.#at);
    const group = this.#pattern.slice(this.#at, close);
    if (!/^\w+$/.test(group) || (this.#known !== undefined && !this.#known.includes(group))) {
      this.#fail('Conditions other than a group are not supported.');
    }
    this.#at = close + 1;
    const node = this.#closed();
    if (node.k !== 'alt') return { k: 'choice', group, yes: node, no: { k: 'empty' } };
    if (node.items.length > 2) this.#fail('Too many | in (?()|).');
    return { k: 'choice', group, yes: node.items[0]!, no: node.items[1]! };
  }

  // ---------------------------------------------------------------- escapes

  #escape(): RegexNode {
    this.#at++;
    const char = this.#pattern[this.#at];
    if (char === undefined) this.#fail('Illegal \\ at end of pattern.');
    const anchor = anchors[char];
    if (anchor !== undefined) {
      this.#at++;
      return { k: 'anchor', at: anchor };
    }
    if ('wWdDsS'.includes(char)) {
      this.#at++;
      return { k: 'unit', test: classTest(char, this.#has(regexOptions.ecmaScript)) };
    }
    if (char === 'p' || char === 'P') return { k: 'unit', test: this.#category() };
    if (char === 'k') return this.#namedReference();
    if (char >= '1' && char <= '9') return this.#numberedReference();
    return this.#literal(this.#unitEscape());
  }

  #namedReference(): RegexNode {
    this.#at++;
    const match = this.#match(groupName);
    if (match === null) this.#fail('Malformed \\k<...> named back reference.');
    return this.#reference((match[1] ?? match[2])!);
  }

  #reference(group: string): RegexNode {
    if (this.#known !== undefined && !this.#known.includes(group))
      this.#fail(`Reference to undefined group name '${group}'.`);
    return { k: 'reference', group, ignoreCase: this.#has(regexOptions.ignoreCase) };
  }

  /** `\12` is a reference if there is such a group, else an octal escape if it can be one. */
  #numberedReference(): RegexNode {
    const digits = /^\d{1,3}/.exec(this.#pattern.slice(this.#at))![0];
    for (let length = digits.length; length > 0; length--) {
      const group = digits.slice(0, length);
      if (this.#known === undefined || this.#known.includes(group)) {
        this.#at += length;
        return this.#reference(group);
      }
    }
    if (digits.length === 1 || !/^[0-7]{2}/.test(digits)) this.#fail(`Reference to undefined group number ${digits}.`);
    return this.#literal(this.#octal());
  }

  #octal(): number {
    const digits = /^[0-7]{1,3}/.exec(this.#pattern.slice(this.#at))![0];
    this.#at += digits.length;
    return Number.parseInt(digits, 8) & 0xff;
  }

  /** An escape that stands for one unit; `#at` is on the letter. */
  #unitEscape(): number {
    const char = this.#pattern[this.#at]!;
    if (char >= '0' && char <= '7') return this.#octal();
    this.#at++;
    switch (char) {
      case 'x':
        return this.#hex(2);
      case 'u':
        return this.#hex(4);
      case 'c': {
        const control = (this.#pattern[this.#at++] ?? '').toUpperCase();
        if (!/^[@-_]$/.test(control)) this.#fail('Unrecognized control character.');
        return control.charCodeAt(0) - 64;
      }
    }
    const unit = escapes[char];
    if (unit !== undefined) return unit;
    if (/\w/.test(char)) this.#fail(`Unrecognized escape sequence \\${char}.`);
    return char.charCodeAt(0);
  }

  #hex(length: number): number {
    const digits = this.#pattern.slice(this.#at, this.#at + length);
    if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits))
      this.#fail('Insufficient or invalid hexadecimal digits.');
    this.#at += length;
    return Number.parseInt(digits, 16);
  }

  #category(): UnitTest {
    const match = this.#match(/([pP])\{([\w-]+)\}/y);
    if (match === null) this.#fail('Incomplete \\p{X} character escape.');
    const test = categoryTest(match[2]!);
    if (test === undefined) {
      this.#fail(
        /^Is/.test(match[2]!) ? `Unicode blocks ('${match[2]}') are not supported.` : `Unknown property '${match[2]}'.`,
      );
    }
    return match[1] === 'p' ? test : (unit) => !test(unit);
  }

  // ---------------------------------------------------------------- bracket expressions

  /** After the `[`. */
  #set(): UnitTest {
    if (++this.#nesting > maxNesting) this.#fail('The pattern is nested too deeply.');
    const ranges: [number, number][] = [];
    const classes: UnitTest[] = [];
    let without: UnitTest | undefined;
    const negated = this.#take('^');
    for (let first = true; ; first = false) {
      if (this.#at >= this.#pattern.length) this.#fail('Unterminated [] set.');
      if (!first && this.#take(']')) break;
      if (!first && this.#take('-[')) {
        without = this.#set();
        if (!this.#take(']')) this.#fail('A subtraction must be the last element in a character class.');
        break;
      }
      this.#setItem(ranges, classes);
    }
    this.#nesting--;
    const parts: SetParts = { negated, ranges, classes, without };
    return setTest(parts, this.#has(regexOptions.ignoreCase));
  }

  #setItem(ranges: [number, number][], classes: UnitTest[]): void {
    const from = this.#setUnit();
    if (typeof from !== 'number') {
      classes.push(from);
      return;
    }
    const next = this.#pattern[this.#at + 1];
    if (this.#pattern[this.#at] !== '-' || next === undefined || next === ']' || next === '[') {
      ranges.push([from, from]);
      return;
    }
    this.#at++;
    const to = this.#setUnit();
    if (typeof to !== 'number') this.#fail('Cannot include class in character range.');
    if (to < from) this.#fail('[x-y] range in reverse order.');
    ranges.push([from, to]);
  }

  #setUnit(): number | UnitTest {
    const char = this.#pattern[this.#at]!;
    if (char !== '\\') {
      this.#at++;
      return char.charCodeAt(0);
    }
    this.#at++;
    const letter = this.#pattern[this.#at];
    if (letter === undefined) this.#fail('Illegal \\ at end of pattern.');
    if ('wWdDsS'.includes(letter)) {
      this.#at++;
      return classTest(letter, this.#has(regexOptions.ecmaScript));
    }
    if (letter === 'p' || letter === 'P') return this.#category();
    return this.#unitEscape();
  }
}

const anchors: Readonly<Record<string, Anchor>> = {
  A: 'start',
  Z: 'end',
  z: 'veryEnd',
  G: 'searchStart',
  b: 'boundary',
  B: 'noBoundary',
};
