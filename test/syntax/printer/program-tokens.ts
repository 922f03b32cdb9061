import type { Choices } from './choices.ts';

/** Text that is one token, or many that are one piece. */
export type Tokens = readonly string[];

const names = ['a', 'b', 'Foo', 'state', 'event', 'on', 'enter', 'client', 'child', 'Item', '@class', 'naïve', 'Bar1'];
const typeNames = ['Foo', 'int', 'string', 'decimal', 'var1', 'Loan', 'workflow'];
const strings = [
  '"s"',
  '"a\\"b\\\\ {c}"',
  '@"C:\\ ""q""\nsecond"',
  '"""raw "q" """',
  '"""\n  one\n    two\n  """',
  '$"x {a + 1,4:N0} {{b}} {$"{c}"}"',
  '$"""\n    {a}\n    b\n    """',
];
const numbers = ['1', '0xFF', '0b1_0', '1_000L', '1.50m', '.5', '1e3', '2d', '7UL'];

/** Makes types, patterns and expressions; `depth` bounds how far they nest. */
export class ExpressionMaker {
  protected readonly c: Choices;
  constructor(c: Choices) {
    this.c = c;
  }

  name(): string {
    return this.c.of(...names);
  }
  protected list(least: number, most: number, item: () => Tokens, separator = ','): Tokens {
    const count = least + this.c.below(most - least + 1);
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      if (i > 0) tokens.push(separator);
      tokens.push(...item());
    }
    return tokens;
  }
  protected maybe(make: () => Tokens): Tokens {
    return this.c.oneIn(2) ? make() : [];
  }

  // ---------------------------------------------------------------- types

  type(depth = 2): Tokens {
    const { c } = this;
    if (depth === 0) return [c.of(...typeNames)];
    switch (c.below(7)) {
      case 1:
        return ['List', '<', ...this.type(depth - 1), '>'];
      case 2:
        return [...this.type(depth - 1), '[', ']'];
      case 3:
        return [c.of(...typeNames), '?'];
      case 4:
        return ['A', '.', 'Map', '<', ...this.type(depth - 1), ',', ...this.type(depth - 1), '>'];
      case 5:
        return [
          '(',
          ...this.type(depth - 1),
          'left',
          ',',
          ...this.type(depth - 1),
          ...this.maybe(() => ['right']),
          ')',
        ];
      default:
        return [c.of(...typeNames)];
    }
  }

  parameters(): Tokens {
    return [
      '(',
      ...this.list(0, 3, () => [
        ...this.c.of<Tokens>([], [], ['[', 'Query', ']']),
        ...this.c.of<Tokens>([], [], ['out'], ['ref'], ['params']),
        ...this.type(),
        this.name(),
        ...(this.c.oneIn(4) ? ['=', ...this.expression(1)] : []),
      ]),
      ')',
    ];
  }

  // ---------------------------------------------------------------- expressions

  args(depth: number, open = '(', close = ')', least = 0): Tokens {
    return [open, ...this.list(least, 3, () => this.argument(depth)), close];
  }
  argument(depth: number): Tokens {
    switch (this.c.below(8)) {
      case 1:
        return [this.name(), ':', ...this.expression(depth)];
      case 2:
        return ['out', 'var', this.name()];
      case 3:
        return ['ref', this.name()];
      default:
        return this.expression(depth);
    }
  }

  primary(depth: number): Tokens {
    const { c } = this;
    const inner = depth - 1;
    if (depth <= 0) return [c.of(...names, ...numbers, 'this', 'null', 'true', "'c'", '"s"')];
    switch (c.below(16)) {
      case 1:
        return [c.of(...numbers)];
      case 2:
        return [c.of(...strings)];
      case 3:
        return ['(', ...this.expression(inner), ')'];
      case 4:
        return ['(', ...this.expression(inner), ',', ...this.argument(inner), ')'];
      case 5:
        return ['[', ...this.list(0, 3, () => [...c.of<Tokens>([], ['..']), ...this.operand(inner)]), ']'];
      case 6:
        return ['new', 'Foo', ...this.args(inner), ...this.maybe(() => this.initializer(inner))];
      case 7:
        return ['new', ...this.type(0), ...this.initializer(inner)];
      case 8:
        return ['new', '(', ')', ...this.initializer(inner)];
      case 9:
        return [
          'new',
          ...c.of<Tokens>([], ['int'], ['Foo']),
          '[',
          ']',
          '{',
          ...this.list(1, 3, () => this.expression(inner)),
          '}',
        ];
      case 10:
        return ['new', 'int', '[', ...this.expression(inner), ']', ...c.of<Tokens>([], ['[', ']'])];
      case 11:
        return ['new', '{', ...this.list(0, 2, () => ['A', '=', ...this.expression(inner)]), '}'];
      case 12:
        return [c.of('nameof', 'checked', 'unchecked'), '(', ...this.expression(inner), ')'];
      case 13:
        return [c.of('typeof', 'default'), '(', ...this.type(), ')'];
      case 14:
        return [c.of('this', 'base', 'null', 'true', 'false', "'\\n'", 'default')];
      default:
        return [this.name()];
    }
  }
  initializer(depth: number): Tokens {
    const { c } = this;
    const value = (): Tokens => (depth > 0 && c.oneIn(4) ? this.initializer(depth - 1) : this.expression(depth - 1));
    const entry = c.of<() => Tokens>(
      () => [this.name(), '=', ...value()],
      () => ['[', ...this.expression(depth - 1), ']', '=', ...value()],
      () => this.operand(depth - 1),
      () => ['{', ...this.operand(depth - 1), ',', ...this.operand(depth - 1), '}'],
    );
    const entries = this.list(0, 3, entry);
    return ['{', ...entries, ...(entries.length > 0 && c.oneIn(3) ? [','] : []), '}'];
  }

  chain(depth: number): Tokens {
    const tokens = [...this.chained(depth)];
    const links = this.c.below(6);
    for (let i = 0; i < links; i++) {
      const generic = this.c.oneIn(6) ? ['<', ...this.type(1), '>', ...this.args(0)] : [];
      switch (this.c.below(6)) {
        case 1:
          tokens.push(...this.args(depth - 1));
          break;
        case 2:
          tokens.push(...this.args(depth - 1, '[', ']', 1));
          break;
        case 3:
          tokens.push('?.', this.name(), ...generic);
          break;
        case 4:
          tokens.push('!');
          break;
        default:
          tokens.push('.', this.name(), ...generic, ...this.maybe(() => this.args(depth - 1)));
      }
    }
    return tokens;
  }
  /** What a chain may begin with. `(a)!` and `(a)(b)` would be casts, as they are in C#. */
  chained(depth: number): Tokens {
    return this.c.oneIn(4) && depth > 0
      ? ['(', ...this.expression(depth - 1), ')', '.', 'N']
      : [this.c.of('a', 'Foo', 'this', 'base', 'Item')];
  }

  /** Something that binds more tightly than any operator. */
  operand(depth: number): Tokens {
    switch (this.c.below(6)) {
      case 1:
        return this.chain(depth);
      case 2:
        return [this.c.of('-', '!', '~', '+'), ...this.operand(depth - 1)];
      case 3:
        return ['(', this.c.of('int', 'decimal'), ')', ...this.chain(depth - 1)];
      case 4:
        return [...this.chained(depth), '.', 'N', this.c.of('++', '--')];
      default:
        return this.primary(depth);
    }
  }

  expression(depth: number): Tokens {
    const { c } = this;
    if (depth <= 0 || c.isDry) return this.primary(0);
    const inner = depth - 1;
    switch (c.below(14)) {
      case 1:
        return this.list(2, 6, () => this.operand(inner), c.of('+', '-', '*', '/', '%', '&&', '||', '&', '|', '^'));
      case 2:
        return [
          ...this.operand(inner),
          c.of('==', '!=', '<=', '>=', '>', '<<', '>>', '>>>', '??'),
          ...this.operand(inner),
        ];
      case 3:
        return ['(', ...this.expression(inner), ')', '?', ...this.expression(inner), ':', ...this.expression(inner)];
      case 4:
        return [this.name(), '=>', ...this.lambdaBody(inner)];
      case 5:
        return [
          '(',
          ...this.list(0, 2, () => [...this.maybe(() => this.type(0)), this.name()]),
          ')',
          '=>',
          ...this.lambdaBody(inner),
        ];
      case 6:
        return [...this.operand(inner), 'is', ...this.pattern(inner)];
      case 7:
        return [...this.chain(inner), 'as', ...this.type(1)];
      case 8:
        return [
          ...this.chain(inner),
          'switch',
          '{',
          ...this.list(1, 3, () => this.arm(inner)),
          ...c.of<Tokens>([], [',']),
          '}',
        ];
      case 9:
        return [...this.chain(inner), 'with', ...this.initializer(inner)];
      case 10:
        return ['a', '[', ...c.of<Tokens>(['..'], ['1', '..'], ['..', '^', '2'], ['^', '1'], ['1', '..', 'b']), ']'];
      case 11:
        return [...this.operand(inner), '??', 'throw', ...this.primary(inner)];
      default:
        return this.operand(depth);
    }
  }
  protected lambdaBody(depth: number): Tokens {
    return this.expression(depth);
  }
  arm(depth: number): Tokens {
    const when = this.c.oneIn(4) ? ['when', ...this.chain(0)] : [];
    return [...this.pattern(depth), ...when, '=>', ...this.expression(depth)];
  }

  // ---------------------------------------------------------------- patterns

  pattern(depth: number): Tokens {
    const { c } = this;
    if (depth <= 0) return [c.of('null', '1', '"s"', '_', 'Foo', 'Kind')];
    const inner = depth - 1;
    switch (c.below(11)) {
      case 1:
        return this.list(2, 4, () => this.pattern(0), c.of('or', 'and'));
      case 2:
        return ['not', ...this.pattern(inner)];
      case 3:
        return ['(', ...this.pattern(inner), ')'];
      case 4:
        return [
          'Foo',
          '{',
          ...this.list(0, 2, () => ['A', '.', 'B', ':', ...this.pattern(inner)]),
          '}',
          ...this.maybe(() => ['found']),
        ];
      case 5:
        return ['{', ...this.list(0, 3, () => ['A', ':', ...this.pattern(inner)]), '}', ...this.maybe(() => ['found'])];
      case 6:
        return ['(', ...this.pattern(inner), ',', ...this.pattern(inner), ')'];
      case 7:
        return [c.of('<', '<=', '>', '>='), '1'];
      case 8:
        return ['[', ...this.pattern(inner), ',', '..', ...this.maybe(() => ['var', 'rest']), ']'];
      case 9:
        return [...c.of<Tokens>(['int'], ['Foo'], ['List', '<', 'int', '>']), 'found'];
      case 10:
        return ['var', ...c.of<Tokens>(['v'], ['(', 'x', ',', 'y', ')'])];
      default:
        return this.pattern(0);
    }
  }
}
