import type { Choices } from './choices.ts';
import { ExpressionMaker, type Tokens } from './program-tokens.ts';

/** What no token may follow on the same line. */
const END_OF_LINE = '\n';

/** Makes programs with every form of the language (language.md §2–§9, §13). */
class ProgramMaker extends ExpressionMaker {
  // ---------------------------------------------------------------- statements

  protected override lambdaBody(depth: number): Tokens {
    return this.c.oneIn(4) ? this.block(depth) : super.lambdaBody(depth);
  }

  block(depth: number): Tokens {
    return ['{', ...this.many(this.c.below(4), () => this.statement(depth - 1)), '}'];
  }
  private many(count: number, make: () => Tokens): Tokens {
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) tokens.push(...make());
    return tokens;
  }
  private body(depth: number): Tokens {
    return this.c.oneIn(3) ? [...this.call(), ';'] : this.block(depth);
  }
  private call(): Tokens {
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
  private catches(depth: number): Tokens {
    const { c } = this;
    const clause = (): Tokens => [
      'catch',
      ...c.of<Tokens>(['(', 'Exception', 'e', ')'], ['(', 'Exception', ')'], []),
      ...(c.oneIn(3) ? ['when', '(', 'a', ')'] : []),
      ...this.block(depth),
    ];
    return [...clause(), ...this.maybe(clause), ...this.maybe(() => ['finally', ...this.block(depth)])];
  }
  private section(depth: number): Tokens {
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
  private functionBody(depth: number): Tokens {
    return this.c.oneIn(3) ? ['=>', ...this.expression(2), ';'] : this.block(depth);
  }

  // ---------------------------------------------------------------- members

  private attributes(): Tokens {
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
  private modifiers(): Tokens {
    return this.c.of<Tokens>([], ['public'], ['public', 'static'], ['internal', 'virtual']);
  }
  private member(owner: string): Tokens {
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
  private constraints(): Tokens {
    return this.maybe(() => [
      'where',
      'T',
      ':',
      ...this.list(1, 3, () => this.c.of<Tokens>(['Base'], ['class'], ['new', '(', ')'])),
      ...this.maybe(() => ['where', 'U', ':', 'struct']),
    ]);
  }

  // ---------------------------------------------------------------- declarations

  program(): Tokens {
    const { c } = this;
    const preamble = c.of<Tokens>(
      [],
      ['namespace', 'A', '.', 'B', ';'],
      ['using', 'A', '.', 'C', ';', 'using', 'D', '=', 'E', ';'],
    );
    const declarations = this.many(1 + c.below(3), () => this.declaration());
    return c.oneIn(8) ? ['namespace', 'N', '{', ...declarations, '}'] : [...preamble, ...declarations];
  }

  private declaration(): Tokens {
    const { c } = this;
    const head = [...this.attributes(), ...c.of<Tokens>([], ['public'])];
    const members = (): Tokens => ['{', ...this.many(c.below(4), () => this.member('Name')), '}'];
    switch (c.below(12)) {
      case 1:
        return [
          ...head,
          'enum',
          'E',
          '{',
          ...this.list(0, 3, () => [...this.attributes(), this.name(), ...(c.oneIn(3) ? ['=', '4'] : [])]),
          '}',
        ];
      case 2:
        return [
          ...head,
          c.of('class', 'interface'),
          'Name',
          ...c.of<Tokens>([], ['<', 'T', '>']),
          ...this.maybe(() => [':', ...this.list(1, 2, () => this.type(1))]),
          ...this.constraints(),
          ...members(),
        ];
      case 3:
        return [
          ...head,
          'entity',
          'Loan',
          ...this.maybe(() => [':', 'Base']),
          '{',
          ...this.many(c.below(4), () => this.entityItem()),
          '}',
        ];
      case 4:
        return ['policy', this.name(), ...this.maybe(() => ['=>', ...this.expression(2)]), ';'];
      case 5:
        return ['principal', 'Ada', '=>', ...this.expression(2), ';'];
      case 6:
        return [...head, 'client', 'Mailer', '{', ...this.many(c.below(4), () => this.clientItem()), '}'];
      case 7:
        return [
          c.of('app', 'package'),
          'Shop',
          '{',
          ...this.many(c.below(4), () => [
            c.of('model', 'egress', 'use'),
            ...c.of<Tokens>(['"*.osy"'], ['"a"', ',', '"b"'], ['Pkg@1.2']),
            ';',
          ]),
          '}',
        ];
      case 8:
      case 9:
      case 10:
        return this.workflow(head);
      case 11:
        return c.of<Tokens>(
          ['component Page(string t) {\n  <h1>@t</h1>\n}', END_OF_LINE],
          ['theme Dark { colour = "#000"; }', END_OF_LINE],
          ['app.Title = "x";', END_OF_LINE],
        );
      default:
        return [
          ...head,
          ...this.type(1),
          'Run',
          ...c.of<Tokens>([], ['<', 'T', '>']),
          ...this.parameters(),
          ...this.functionBody(3),
        ];
    }
  }
  private entityItem(): Tokens {
    const { c } = this;
    switch (c.below(5)) {
      case 1:
        return ['invariant', ...this.operand(1), ...this.maybe(() => ['message', '"m"']), ';'];
      case 2:
        return [
          'security',
          '{',
          ...this.many(c.below(3), () => [
            c.of('allow', 'deny'),
            ...this.list(1, 2, () => [c.of('read', 'write', '*')]),
            ...this.maybe(() => ['[', 'A', ',', 'B', ']']),
            ...(c.oneIn(3) ? ['when', ...this.operand(1)] : []),
            ...(c.oneIn(3) ? ['where', 'b'] : []),
            ';',
          ]),
          '}',
        ];
      default:
        return this.member('Loan');
    }
  }
  private clientItem(): Tokens {
    return this.c.of<() => Tokens>(
      () => ['BaseUrl', '=', ...this.expression(1), ';'],
      () => ['Headers', '{', '[', '"K"', ']', '=', ...this.expression(1), ';', '}'],
      () => ['[', 'Get', '(', '"/x/{id}"', ')', ']', ...this.type(), 'Fetch', ...this.parameters(), ';'],
    )();
  }

  // ---------------------------------------------------------------- workflows

  private workflow(head: Tokens): Tokens {
    return [...head, 'workflow', 'Flow', '{', ...this.many(1 + this.c.below(5), () => this.workflowItem()), '}'];
  }
  private setting(): Tokens {
    return [this.c.of('Tracks', 'Within', 'Accrues', 'Message'), '=', ...this.expression(2), ';'];
  }
  private settings(): Tokens {
    return ['{', ...this.many(this.c.below(3), () => this.setting()), '}'];
  }
  private workflowItem(): Tokens {
    const { c } = this;
    switch (c.below(8)) {
      case 1:
        return [c.of('Deadline', 'ServiceHours'), ...this.settings()];
      case 2:
        return [...this.attributes(), 'event', this.name(), ...this.parameters(), ';'];
      case 3:
        return ['Start', ...this.block(2)];
      case 4:
        return this.arm_();
      case 5:
      case 6:
        return [...this.attributes(), 'state', this.name(), '{', ...this.many(c.below(4), () => this.stateItem()), '}'];
      case 7:
        return [
          'terminal',
          c.of('success', 'cancel', 'error'),
          this.name(),
          '{',
          ...this.many(c.below(2), () =>
            c.of<() => Tokens>(
              () => this.setting(),
              () => ['enter', ...this.block(1)],
            )(),
          ),
          '}',
        ];
      default:
        return this.setting();
    }
  }
  private arm_(): Tokens {
    const { c } = this;
    return [
      ...this.attributes(),
      'on',
      ...c.of<Tokens>(
        [this.name()],
        [this.name(), ...this.parameters()],
        ['Expire'],
        ['fault', '(', 'Exception', 'e', ')'],
        ['Payment', 'failed', '(', 'Exception', 'e', ')'],
        ['Payment', 'succeeded'],
      ),
      ...this.block(2),
    ];
  }
  private stateItem(): Tokens {
    const { c } = this;
    switch (c.below(7)) {
      case 1:
        return [c.of('enter', 'exit'), ...this.block(2)];
      case 2:
        return this.arm_();
      case 3:
        return [
          'subscribe',
          this.name(),
          ...c.of<Tokens>([], ['(', ')'], this.parameters()),
          ...this.maybe(() => ['as', this.name()]),
          ...(c.oneIn(2) ? ['{', ...this.many(c.below(4), () => this.slotItem()), '}'] : [';']),
        ];
      case 4:
        return ['complete', 'when', '(', ...this.expression(2), ')', ...this.block(2)];
      case 5:
        return ['child', 'Other', ...this.args(1, '(', ')', 1), 'as', 'Payment', ';'];
      case 6:
        return [c.of('Expire', 'dataStateMachine'), ...this.settings()];
      default:
        return this.setting();
    }
  }
  private slotItem(): Tokens {
    const { c } = this;
    switch (c.below(3)) {
      case 1:
        return ['Requires', '{', ...this.many(c.below(3), () => [this.name(), ...this.settings()]), '}'];
      case 2:
        return [
          c.of('Assigned', 'Finished'),
          '{',
          ...this.many(c.below(3), () =>
            c.of<() => Tokens>(
              () => this.setting(),
              () => [c.of('enter', 'Unfinished', 'Unassigned'), ...this.block(1)],
              () => [
                'Remind',
                'Nudge',
                '(',
                ...this.list(0, 2, () => ['After', '=', ...this.expression(1)]),
                ')',
                ...this.block(1),
              ],
            )(),
          ),
          '}',
        ];
      default:
        return this.setting();
    }
  }
}

const tight = /^[()[\]{};,]$/;

/** Writes tokens down, with all that white space and comments can be between them. */
function written(tokens: Tokens, c: Choices, eol: string): string {
  let text = '';
  tokens.forEach((token, i) => {
    if (token === END_OF_LINE) {
      text += eol;
      return;
    }
    const next = tokens[i + 1] ?? '';
    text += token;
    if (next === END_OF_LINE) return;
    switch (c.below(24)) {
      case 1:
      case 2:
        text += eol;
        break;
      case 3:
        text += `${eol}${eol}${eol}    `;
        break;
      case 4:
        text += ` // why${eol}`;
        break;
      case 5:
        text += `${eol}  /// what it is ${eol}`;
        break;
      case 6:
        text += ' /* here */ ';
        break;
      case 7:
        text += `${eol}/* over${eol} * lines */${eol}`;
        break;
      case 8:
        text += `${eol}// one${eol}${eol}// two${eol}`;
        break;
      case 9:
        text += tight.test(token) || tight.test(next) ? '' : '\t';
        break;
      default:
        text += ' ';
    }
  });
  return text;
}

/** A program of random tokens in a random layout. */
export function programOf(c: Choices): string {
  const eol = c.of('\n', '\n', '\n', '\r\n');
  const tokens = new ProgramMaker(c).program();
  return written(tokens, c, eol);
}
