import type { Choices } from './choices.ts';
import type { Tokens } from './program-tokens.ts';
import { WorkflowMaker } from './program-workflows.ts';

/** What no token may follow on the same line. */
const END_OF_LINE = '\n';

/** Makes programs with every form of the language (language.md §2–§9, §13). */
class ProgramMaker extends WorkflowMaker {
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
