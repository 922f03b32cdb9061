import { ExpressionMaker, type Tokens } from './program-tokens.ts';

/** Makes statements and members (language.md §2, §4, §5). */
export class StatementMaker extends ExpressionMaker {
  // ---------------------------------------------------------------- statements

  protected override lambdaBody(depth: number): Tokens {
    return this.c.oneIn(4) ? this.block(depth) : super.lambdaBody(depth);
  }

  block(depth: number): Tokens {
    return ['{', ...this.many(this.c.below(4), () => this.statement(depth - 1)), '}'];
  }
  protected many(count: number, make: () => Tokens): Tokens {
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) tokens.push(...make());
    return tokens;
  }
  protected body(depth: number): Tokens {
    return this.c.oneIn(3) ? [...this.call(), ';'] : this.block(depth);
  }
  protected call(): Tokens {
    return ['Foo', '.', 'Call', ...this.args(1)];
  }

  statement(depth: number): Tokens {
    const { c } = this;
    const value = (): Tokens => this.expression(2);
    if (depth <= 0 || c.isDry) return [...this.call(), ';'];
    switch (c.below(20)) {
      case 1:
        return ['var', this.name(), '=', ...value(), ';'];
      case 2:
        return [...this.type(), 'x', '=', ...value(), ',', 'y', ';'];
      case 3:
        return [
          ...c.of<Tokens>(['a'], ['this', '.', 'Item', '.', 'N']),
          c.of('=', '+=', '??=', '>>=', '<<='),
          ...value(),
          ';',
        ];
      case 4:
        return ['if', '(', ...value(), ')', ...this.body(depth), ...this.maybe(() => ['else', ...this.body(depth)])];
      case 5:
        return [
          'if',
          '(',
          'a',
          ')',
          ...this.block(depth),
          'else',
          'if',
          '(',
          'b',
          ')',
          ...this.block(depth),
          'else',
          ...this.block(depth),
        ];
      case 6:
        return ['while', '(', ...value(), ')', ...this.body(depth)];
      case 7:
        return ['do', ...this.body(depth), 'while', '(', ...value(), ')', ';'];
      case 8:
        return [
          'for',
          '(',
          ...c.of<Tokens>([], ['var', 'i', '=', '0'], ['i', '=', '0', ',', 'j', '=', '1']),
          ';',
          ...this.maybe(value),
          ';',
          ...this.maybe(() => ['i', '++']),
          ')',
          ...this.body(depth),
        ];
      case 9:
        return [
          'foreach',
          '(',
          ...c.of<Tokens>(['var', 'x'], ['var', '(', 'x', ',', 'y', ')'], ['int', 'x']),
          'in',
          ...value(),
          ')',
          ...this.body(depth),
        ];
      case 10:
        return ['try', ...this.block(depth), ...this.catches(depth)];
      case 11:
        return ['switch', '(', ...value(), ')', '{', ...this.many(1 + c.below(3), () => this.section(depth)), '}'];
      case 12:
        return [c.of('return', 'throw'), ...value(), ';'];
      case 13:
        return [c.of('return', 'throw', 'break', 'continue'), ';'];
      case 14:
        return ['goto', c.of('self', 'Open', 'state'), ';'];
      case 15:
        return ['runas', '(', 'Ada', ')', ...this.block(depth)];
      case 16:
        return [
          ...c.of<Tokens>([], ['static']),
          ...this.type(1),
          'Local',
          ...c.of<Tokens>([], ['<', 'T', '>']),
          ...this.parameters(),
          ...this.functionBody(depth),
        ];
      case 17:
        return [
          'when',
          '(',
          ...value(),
          ')',
          ...this.block(depth),
          ...c.of<Tokens>([], ['default', ...this.block(depth)]),
        ];
      case 18:
        return c.of<() => Tokens>(
          () => [';'],
          () => this.block(depth),
          () => ['const', 'int', 'K', '=', '1', ';'],
        )();
      case 19:
        return ['(', ...c.of<Tokens>(['var', 'p', ',', 'int', 'q'], ['a', ',', 'b']), ')', '=', ...value(), ';'];
      default:
        return [...this.call(), ';'];
    }
  }
  protected catches(depth: number): Tokens {
    const { c } = this;
    const clause = (): Tokens => [
      'catch',
      ...c.of<Tokens>(['(', 'Exception', 'e', ')'], ['(', 'Exception', ')'], []),
      ...(c.oneIn(3) ? ['when', '(', 'a', ')'] : []),
      ...this.block(depth),
    ];
    return [...clause(), ...this.maybe(clause), ...this.maybe(() => ['finally', ...this.block(depth)])];
  }
  protected section(depth: number): Tokens {
    const { c } = this;
    const label = (): Tokens =>
      c.oneIn(4) ? ['default', ':'] : ['case', ...this.pattern(1), ...(c.oneIn(4) ? ['when', 'a'] : []), ':'];
    return [
      ...label(),
      ...this.maybe(label),
      ...this.many(1 + c.below(2), () => this.statement(depth - 1)),
      'break',
      ';',
    ];
  }
  protected functionBody(depth: number): Tokens {
    return this.c.oneIn(3) ? ['=>', ...this.expression(2), ';'] : this.block(depth);
  }

  // ---------------------------------------------------------------- members

  protected attributes(): Tokens {
    const { c } = this;
    if (!c.oneIn(3)) return [];
    const one = (): Tokens => [
      c.of('Label', 'Required', 'Authorize'),
      ...this.maybe(() => [
        '(',
        ...this.list(0, 2, () =>
          c.of<() => Tokens>(
            () => ['"m"'],
            () => ['Second', ':', '1'],
            () => ['Name', '=', '2'],
            () => ['u', '=>', ...this.expression(1)],
          )(),
        ),
        ')',
      ]),
    ];
    return this.many(1 + c.below(2), () => ['[', ...this.list(1, 2, one), ']']);
  }
  protected modifiers(): Tokens {
    return this.c.of<Tokens>([], ['public'], ['public', 'static'], ['internal', 'virtual']);
  }
  protected member(owner: string): Tokens {
    const { c } = this;
    const head = [...this.attributes(), ...this.modifiers()];
    const accessors = (): Tokens => [
      '{',
      ...c.of<Tokens>(
        ['get', ';', 'private', 'set', ';'],
        ['get', ';', 'init', ';'],
        ['get', '=>', 'a', ';', 'set', '{', '}'],
      ),
      '}',
    ];
    switch (c.below(8)) {
      case 1:
        return [...head, ...this.type(), 'x', '=', ...this.expression(2), ',', 'y', ';'];
      case 2:
        return [...head, ...this.type(), 'Prop', ...accessors(), ...(c.oneIn(3) ? ['=', '1', ';'] : [])];
      case 3:
        return [
          ...head,
          ...this.type(),
          'Get',
          ...c.of<Tokens>([], ['<', 'T', ',', 'U', '>']),
          ...this.parameters(),
          ...this.constraints(),
          ...this.functionBody(2),
        ];
      case 4:
        return [
          ...head,
          owner,
          ...this.parameters(),
          ...this.maybe(() => [':', c.of('this', 'base'), ...this.args(1)]),
          ...this.functionBody(2),
        ];
      case 5:
        return [
          'public',
          'static',
          ...this.type(0),
          'operator',
          c.of('+', '==', '<', '>>', 'true'),
          ...this.parameters(),
          ...this.functionBody(1),
        ];
      case 6:
        return [
          'public',
          'static',
          c.of('implicit', 'explicit'),
          'operator',
          ...this.type(),
          ...this.parameters(),
          ...this.functionBody(1),
        ];
      case 7:
        return [
          ...head,
          ...this.type(),
          ...c.of<Tokens>(
            ['this', '[', 'int', 'i', ']', '=>', 'a', ';'],
            ['this', '[', 'int', 'i', ']', ...accessors()],
            ['Half', '=>', ...this.expression(2), ';'],
          ),
        ];
      default:
        return [...head, ...this.type(), this.name(), ';'];
    }
  }
  protected constraints(): Tokens {
    return this.maybe(() => [
      'where',
      'T',
      ':',
      ...this.list(1, 3, () => this.c.of<Tokens>(['Base'], ['class'], ['new', '(', ')'])),
      ...this.maybe(() => ['where', 'U', ':', 'struct']),
    ]);
  }
}
