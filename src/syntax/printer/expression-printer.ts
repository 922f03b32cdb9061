import { binaryText, precedence, SHIFT } from '../parser/operators.ts';
import { T } from '../tokens.ts';
import type {
  Argument,
  Block,
  Expression,
  ExpressionKind,
  ExpressionOf,
  Initializer,
  Node,
  Parameter,
  PatternSyntax,
} from '../tree.ts';
import { between, cat, choice, type Doc, group, hang, indent, line, mustBreak, opened, softline } from './doc.ts';
import { TokenPrinter } from './token-printer.ts';

/** How tightly each operator binds, from the parser's own table. */
const levels = new Map<string, number>([
  ['>>', SHIFT],
  ['>>>', SHIFT],
]);
binaryText.forEach((text, kind) => {
  if (text !== undefined) levels.set(text, precedence[kind] as number);
});

/** Expressions that know where to break by themselves. */
const breaksItself: ReadonlySet<ExpressionKind> = new Set<ExpressionKind>([
  'Invocation',
  'ElementAccess',
  'ConditionalAccess',
  'ObjectCreation',
  'ArrayCreation',
  'AnonymousObject',
  'CollectionExpression',
  'Conditional',
  'SwitchExpression',
  'With',
  'Tuple',
  'Parenthesized',
  'Lambda',
  'ThrowExpression',
  'NameOf',
  'Checked',
]);

/** Expressions that end in a bracket which may be opened out while all before it stays on its line. */
function opensAtEnd(value: Expression | Block): boolean {
  switch (value.kind) {
    case 'Block':
    case 'AnonymousObject':
    case 'SwitchExpression':
    case 'With':
      return true;
    case 'CollectionExpression':
      return value.elements.length > 0;
    case 'ObjectCreation':
      return value.initializer !== undefined && value.initializer.entries.length > 0;
    case 'ArrayCreation':
      return value.elements !== undefined && value.elements.length > 0;
    case 'Lambda':
      return opensAtEnd(value.body);
    default:
      return false;
  }
}

/** From so many numbers on, rows are filled with them. */
const FILLED = 6;

function isNumber(e: Expression): boolean {
  switch (e.kind) {
    case 'IntLiteral':
    case 'DecimalLiteral':
    case 'DoubleLiteral':
    case 'CharLiteral':
      return true;
    case 'Unary':
      return isNumber(e.operand);
    default:
      return false;
  }
}

/** Expressions with what belongs to them (language.md §4). */
export abstract class ExpressionPrinter extends TokenPrinter {
  protected abstract pattern(pattern: PatternSyntax): Doc;
  protected abstract block(block: Block): Doc;
  protected abstract attributesBefore(parameter: Parameter): Doc;
  /** Members, calls and indices one after the other. */
  protected abstract chain(expression: Expression): Doc;
  /** Is it a chain that goes to lines of its own? */
  protected abstract hasManyCalls(expression: Expression): boolean;

  protected expression(e: Expression): Doc {
    switch (e.kind) {
      case 'Binary':
        return group(indent(...this.#operands(e)));
      case 'Conditional':
        return this.#conditional(e);
      case 'Assignment':
        return this.#assignment(e);
      case 'Is':
        return cat(this.expression(e.operand), ' ', this.tok(T.Is), ' ', this.pattern(e.pattern));
      case 'As':
        return cat(this.expression(e.operand), ' ', this.tok(T.As), ' ', this.flat(e.end));
      case 'SwitchExpression':
        return this.#switch(e);
      case 'With':
        return cat(this.expression(e.operand), ' ', this.tok(T.With), ' ', this.initializer(e.initializer));
      case 'Range':
        return cat(
          e.from === undefined ? this.nothing() : this.expression(e.from),
          this.tok(T.DotDot),
          e.to === undefined ? this.nothing() : this.expression(e.to),
        );
      case 'Unary':
      case 'FromEnd':
        return cat(this.tok(), this.expression(e.operand));
      case 'Increment':
        return e.prefix ? cat(this.tok(), this.expression(e.operand)) : this.chain(e);
      case 'Cast':
        return cat(this.tok(T.OpenParen), this.flat(e.type.end), this.tok(T.CloseParen), this.expression(e.operand));
      case 'Lambda':
        return this.#lambda(e);
      case 'MemberAccess':
      case 'Invocation':
      case 'ElementAccess':
      case 'ConditionalAccess':
      case 'NotNull':
        return this.chain(e);
      default:
        return this.primary(e);
    }
  }

  /** As `expression`, without an indentation of its own: for a place that gives one. */
  protected open(e: Expression): Doc {
    return e.kind === 'Binary' ? group(cat(...this.#operands(e))) : this.expression(e);
  }

  protected primary(e: Expression): Doc {
    switch (e.kind) {
      case 'ObjectCreation':
        return this.#creation(e);
      case 'ArrayCreation':
        return this.#arrayCreation(e);
      case 'AnonymousObject':
        return cat(
          this.tok(T.New),
          ' ',
          this.braces(() => this.commaLines(e.members, (member) => this.#member(member))),
        );
      case 'CollectionExpression':
        return this.soft(() =>
          this.elements(e.elements, ({ spread, value }) =>
            spread ? cat(this.tok(T.DotDot), this.expression(value)) : this.expression(value),
          ),
        );
      case 'Tuple':
        return this.args(e.items);
      case 'Parenthesized':
        return this.soft(() => this.open(e.expression));
      case 'ThrowExpression':
        return cat(this.tok(T.Throw), ' ', this.expression(e.expression));
      case 'NameOf':
        return cat(
          this.tok(),
          this.soft(() => this.open(e.argument)),
        );
      case 'Checked':
        return cat(
          this.tok(),
          this.soft(() => this.open(e.expression)),
        );
      default:
        return this.flat(e.end);
    }
  }

  // ---------------------------------------------------------------- operators

  /** `a`, then ` + b` for each further operand of one level; a line may end before each operator. */
  #operands(e: ExpressionOf<'Binary'>): readonly Doc[] {
    const level = levels.get(e.operator);
    const rest: { operator: string; right: Expression }[] = [];
    if (e.operator === '??') {
      let at: Expression = e;
      const operands: Expression[] = [];
      for (; at.kind === 'Binary' && at.operator === '??'; at = at.right) operands.push(at.left);
      operands.push(at);
      for (const right of operands.slice(1)) rest.push({ operator: '??', right });
      return this.#join(operands[0] as Expression, rest);
    }
    let first: Expression = e;
    while (first.kind === 'Binary' && levels.get(first.operator) === level) {
      rest.push({ operator: first.operator, right: first.right });
      first = first.left;
    }
    return this.#join(first, rest.reverse());
  }
  #join(first: Expression, rest: readonly { readonly right: Expression }[]): readonly Doc[] {
    const parts: Doc[] = [this.expression(first)];
    for (const { right } of rest) parts.push(line, this.operator(right.start), ' ', this.expression(right));
    return parts;
  }

  #conditional(e: ExpressionOf<'Conditional'>): Doc {
    const condition = this.expression(e.condition);
    const whenTrue = [line, this.tok(T.Question), ' ', this.expression(e.whenTrue)];
    const whenFalse = [line, this.tok(T.Colon), ' ', this.expression(e.whenFalse)];
    return group(cat(condition, indent(...whenTrue, ...whenFalse)));
  }

  #assignment(e: ExpressionOf<'Assignment'>): Doc {
    const target = this.expression(e.target);
    return cat(target, ' ', this.operator(e.value.start), this.value(e.value));
  }

  /** What stands after `=` or `=>`, with the blank or line end between. */
  protected value(e: Expression): Doc {
    if (this.#breaksItself(e)) return cat(' ', this.expression(e));
    return group(indent(line, this.open(e)));
  }
  /** As `value`, of a declaration as a whole: what fits on the next line goes there rather than being opened out. */
  protected arrowValue(e: Expression): Doc {
    if (this.hasManyCalls(e)) return group(indent(line, this.expression(e)));
    return this.#breaksItself(e) ? hang(this.expression(e)) : this.value(e);
  }
  /** Such an expression stays on the line; any other goes to the next line whole before it is broken. */
  #breaksItself(e: Expression): boolean {
    switch (e.kind) {
      case 'MemberAccess':
        return this.#breaksItself(e.target);
      case 'NotNull':
      case 'Cast':
      case 'Unary':
        return this.#breaksItself(e.operand);
      case 'StringLiteral':
      case 'InterpolatedString':
        return this.peek().endLine > this.peek().line;
      default:
        return breaksItself.has(e.kind);
    }
  }

  /** ` = e`, or nothing. */
  protected initial(e: Expression | undefined): Doc {
    return e === undefined ? this.nothing() : cat(' ', this.tok(T.Equals), this.value(e));
  }

  #switch(e: ExpressionOf<'SwitchExpression'>): Doc {
    const operand = this.expression(e.operand);
    const word = this.tok(T.Switch);
    const arms = this.braces(() =>
      this.commaLines(e.arms, (arm) => {
        const pattern = this.pattern(arm.pattern);
        const when =
          arm.when === undefined ? this.nothing() : indent(line, this.tok(T.When), ' ', indent(this.open(arm.when)));
        return cat(group(cat(pattern, when, ' ', this.tok(T.Arrow))), this.value(arm.value));
      }),
    );
    return cat(operand, ' ', word, ' ', arms);
  }

  // ---------------------------------------------------------------- lambdas, arguments, parameters

  #lambda(e: ExpressionOf<'Lambda'>): Doc {
    const [first] = e.params;
    const word = this.at(T.Async) && this.peek(1).kind !== T.Arrow ? cat(this.tok(), ' ') : this.nothing();
    const params = this.at(T.OpenParen) ? this.params(e.params) : this.flat(first?.end ?? e.end);
    const head = cat(word, params, ' ', this.tok(T.Arrow));
    return e.body.kind === 'Block' ? cat(head, ' ', this.block(e.body)) : cat(head, this.value(e.body));
  }

  /** `( … )` or `[ … ]` */
  protected args(args: readonly Argument[]): Doc {
    const last = args.at(-1);
    if (last === undefined || !opensAtEnd(last.value))
      return this.soft(() => this.commaLines(args, (arg) => this.arg(arg)));
    const isOpened = this.peek().after.length > 0;
    const open = this.tok();
    const gaps: boolean[] = [];
    const docs = args.map((arg) => {
      gaps.push(this.gap());
      const doc = this.arg(arg);
      return this.at(T.Comma) ? cat(doc, this.tok()) : doc;
    });
    const comments = this.comments();
    const close = this.bare();
    const lines = docs.flatMap((doc, i) => (i === 0 ? [doc] : [between(gaps[i] === true), doc]));
    const all = cat(open, indent(softline, ...lines, ...comments), softline, close);
    const before = docs.slice(0, -1);
    if (isOpened || before.some(mustBreak) || comments.length > 0) return group(all);
    const lastDoc = docs.at(-1) as Doc;
    const hugging = (doc: Doc): Doc => cat(open, ...before.flatMap((each) => [each, ' ']), doc, close);
    return choice(hugging(lastDoc), hugging(opened(lastDoc)), group(all, true));
  }

  protected arg(arg: Argument): Doc {
    const name =
      arg.name === undefined
        ? this.nothing()
        : this.peek(1).kind === T.Equals
          ? cat(this.tok(), ' ', this.tok(T.Equals), ' ')
          : cat(this.tok(), this.tok(T.Colon), ' ');
    const mode = this.flatBefore(arg.value.start);
    return cat(name, mode, this.expression(arg.value));
  }

  /** `( … )` or `[ … ]` with parameters in it. */
  protected params(params: readonly Parameter[]): Doc {
    return this.soft(() => this.commaLines(params, (param) => this.#param(param)));
  }
  #param(param: Parameter): Doc {
    const attributes = this.attributesBefore(param);
    const mode = this.flatBefore(param.type?.start ?? param.name.start);
    return cat(attributes, mode, this.flat(param.name.end), this.initial(param.defaultValue));
  }

  // ---------------------------------------------------------------- creation

  #creation(e: ExpressionOf<'ObjectCreation'>): Doc {
    const word = this.tok(T.New);
    const type = e.type === undefined ? this.nothing() : cat(' ', this.flat(e.type.end));
    const args = e.args === undefined ? this.nothing() : this.args(e.args);
    if (e.initializer === undefined) return cat(word, type, args);
    return cat(word, type, args, ' ', this.initializer(e.initializer));
  }

  /** `new int[n][]`, `new[] { … }`: the tree puts further brackets into the type of the elements. */
  #arrayCreation(e: ExpressionOf<'ArrayCreation'>): Doc {
    const word = this.tok(T.New);
    let type = e.elementType;
    while (type?.kind === 'ArrayType') type = type.element;
    const element = type === undefined ? this.nothing() : cat(' ', this.flat(type.end));
    const size = this.soft(() => (e.size === undefined ? this.nothing() : this.open(e.size)));
    const ranks: Doc[] = [];
    while (this.at(T.OpenBracket) && this.peek().start < e.end && this.peek(1).kind === T.CloseBracket)
      ranks.push(this.tok(), this.tok());
    const { elements } = e;
    if (elements === undefined) return cat(word, element, size, ...ranks);
    const values = this.braces(() =>
      this.elements(
        elements.map((value) => ({ value })),
        ({ value }) => this.expression(value),
      ),
    );
    return cat(word, element, size, ...ranks, ' ', values);
  }

  /** Elements have a line each, but for numbers and the like, of which there may be many. */
  protected elements<E extends { readonly value: Expression }>(
    elements: readonly E[],
    print: (element: E) => Doc,
  ): Doc {
    const isData = elements.length >= FILLED && elements.every(({ value }) => isNumber(value));
    return isData ? this.commaRows(elements, print) : this.commaLines(elements, print);
  }

  #member(member: Node & { readonly name: { readonly end: number } | undefined; readonly value: Expression }): Doc {
    if (member.name === undefined) return this.expression(member.value);
    return cat(this.tok(), ' ', this.tok(T.Equals), this.value(member.value));
  }

  protected initializer(initializer: Initializer): Doc {
    return this.braces(() =>
      this.commaLines(initializer.entries, (entry) => {
        switch (entry.kind) {
          case 'MemberEntry':
            return cat(this.tok(), ' ', this.tok(T.Equals), this.#entryValue(entry.value));
          case 'IndexEntry':
            return cat(this.args(entry.args), ' ', this.tok(T.Equals), this.#entryValue(entry.value));
          case 'ElementEntry':
            return this.at(T.OpenBrace)
              ? this.braces(() => this.commaLines(entry.values, (value) => this.expression(value)))
              : cat(...entry.values.map((value) => this.expression(value)));
        }
      }),
    );
  }
  #entryValue(value: Expression | Initializer): Doc {
    return value.kind === 'Initializer' ? cat(' ', this.initializer(value)) : this.value(value);
  }
}
