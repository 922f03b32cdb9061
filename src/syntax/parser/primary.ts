import type { ParserMethod } from 'chevrotain';
import { numberLiteral, type Report, rawContent, resolveEscapes, unbrace, withoutMargin } from '../literals.ts';
import { isName, isPredefined, T } from '../tokens.ts';
import type {
  Argument,
  Attribute,
  Block,
  Designation,
  Expression,
  Identifier,
  Initializer,
  InterpolationPart,
  ObjectInitializerEntry,
  Parameter,
  TypeSyntax,
} from '../tree.ts';
import { TypeParser } from './types.ts';

/** Names, literals, `new`, brackets and argument lists: what operators work on (language.md §4). */
export abstract class PrimaryParser extends TypeParser {
  abstract readonly expression: ParserMethod<[], Expression>;
  abstract readonly block: ParserMethod<[], Block>;
  protected abstract parseExpression(): Expression;
  protected abstract parseLambda(): Expression;
  protected abstract parseArgument(): Argument;
  protected abstract parseDeclared(): Expression | undefined;
  protected abstract parseAttributes(): readonly Attribute[];

  /** Set while a `=>` ends the expression, as in the `when` of a switch arm. */
  protected endAtArrow = false;
  /** Set where a local or parameter is called `default`, which then names it. */
  protected defaultIsName = false;

  protected arrowEndsExpression(): boolean {
    return this.endAtArrow;
  }
  protected inBrackets<R>(action: () => R): R {
    const before = this.endAtArrow;
    this.endAtArrow = false;
    const result = action();
    this.endAtArrow = before;
    return result;
  }

  /** After an error between brackets: goes on behind the closing one, if that is known and not yet passed. */
  protected recoverAt(open: number): void {
    if (this.panicAt < 0 || this.hopeless) return;
    const close = this.match[open] as number;
    if (close < this.panicAt) return;
    this.panicAt = -1;
    this.seek(close + 1);
  }

  protected missingExpression(): Expression {
    const at = this.end();
    return { kind: 'MissingExpression', start: at, end: at };
  }

  // ---------------------------------------------------------------- the grammar, as chevrotain records it

  readonly postfix = this.RULE('postfix', (): void => {
    this.SUBRULE(this.primary);
    const member = (): void => {
      this.name('a member');
      this.option(0, () => this.SUBRULE(this.typeArguments));
    };
    this.many(0, () =>
      this.or(0, [
        { ALT: () => [this.eat(T.Dot), member()] },
        { ALT: () => [this.eat(T.QuestionDot), member()] },
        { ALT: () => this.SUBRULE(this.argumentList) },
        { ALT: () => this.SUBRULE(this.index) },
        { ALT: () => [this.eat(T.Question), this.SUBRULE1(this.index)] },
        { ALT: () => this.eat(T.PlusPlus) },
        { ALT: () => this.eat(T.MinusMinus) },
        { ALT: () => this.eat(T.Bang) },
      ]),
    );
  });

  readonly primary = this.RULE('primary', (): void => {
    const typed = (word: T): { ALT: () => void } => ({
      ALT: () => {
        this.eat(word);
        this.eat(T.OpenParen);
        this.SUBRULE(this.type);
        this.eat(T.CloseParen);
      },
    });
    const holding = (word: T): { ALT: () => void } => ({
      ALT: () => {
        this.eat(word);
        this.eat(T.OpenParen);
        this.SUBRULE(this.expression);
        this.eat(T.CloseParen);
      },
    });
    this.or(0, [
      {
        ALT: () => {
          this.name('a name');
          this.option(0, () => this.SUBRULE(this.typeArguments));
        },
      },
      { ALT: () => this.SUBRULE(this.literal) },
      { ALT: () => this.SUBRULE(this.interpolatedString) },
      { ALT: () => this.SUBRULE(this.predefinedType) },
      { ALT: () => this.eat(T.This) },
      { ALT: () => this.eat(T.Base) },
      { ALT: () => this.eat(T.Default) },
      typed(T.Default),
      typed(T.TypeOf),
      holding(T.NameOf),
      holding(T.Checked),
      holding(T.Unchecked),
      { ALT: () => this.SUBRULE(this.creation) },
      { ALT: () => this.SUBRULE(this.collection) },
      { ALT: () => [this.eat(T.Throw), this.SUBRULE1(this.expression)] },
      { ALT: () => this.SUBRULE(this.argumentList, { LABEL: 'parenthesised or tuple' }) },
    ]);
  });

  readonly literal = this.RULE('literal', (): void => {
    const kinds = [
      T.IntLiteral,
      T.RealLiteral,
      T.CharLiteral,
      T.StringLiteral,
      T.VerbatimString,
      T.RawString,
      T.True,
      T.False,
      T.Null,
    ];
    this.or(
      0,
      kinds.map((kind) => ({ ALT: () => this.eat(kind) })),
    );
  });

  readonly predefinedType = this.RULE('predefinedType', (): void => {
    const alternatives: { ALT: () => void }[] = [];
    for (let kind = 0; kind < T.Count; kind++)
      if (isPredefined(kind)) alternatives.push({ ALT: () => this.eat(kind as T) });
    this.or(0, alternatives);
  });

  readonly interpolatedString = this.RULE('interpolatedString', (): void => {
    this.eat(T.InterpolatedStart);
    this.many(0, () =>
      this.or(0, [
        { ALT: () => this.eat(T.InterpolatedText) },
        {
          ALT: () => {
            this.eat(T.HoleOpen);
            this.SUBRULE(this.expression);
            this.option(0, () => [this.eat(T.Comma), this.SUBRULE1(this.expression)]);
            this.option(1, () => this.eat(T.HoleFormat));
            this.eat(T.HoleClose);
          },
        },
      ]),
    );
    this.eat(T.InterpolatedEnd);
  });

  readonly creation = this.RULE('creation', (): void => {
    this.eat(T.New);
    this.or(0, [
      {
        ALT: () => {
          this.option(0, () => this.SUBRULE(this.namedType));
          this.SUBRULE(this.argumentList);
          this.option(1, () => this.SUBRULE(this.initializer));
        },
      },
      { ALT: () => [this.SUBRULE1(this.namedType), this.SUBRULE1(this.initializer)] },
      {
        ALT: () => {
          this.option(2, () => this.SUBRULE2(this.namedType));
          this.eat(T.OpenBracket);
          this.option(3, () => this.SUBRULE(this.expression));
          this.eat(T.CloseBracket);
          this.option(4, () => this.SUBRULE2(this.initializer));
        },
      },
      { ALT: () => this.SUBRULE3(this.initializer) },
    ]);
  });

  readonly initializer = this.RULE('initializer', (): Initializer => {
    if (!this.RECORDING_PHASE) return this.parseInitializer();
    const value = (index: number): void => {
      this.or(index, [{ ALT: () => this.SUBRULE(this.expression) }, { ALT: () => this.SUBRULE(this.initializer) }]);
    };
    this.eat(T.OpenBrace);
    this.option(0, () =>
      this.commaList(0, () => {
        this.or(0, [
          { ALT: () => [this.name('a member'), this.eat(T.Equals), value(1)] },
          { ALT: () => [this.SUBRULE(this.index), this.eat(T.Equals), value(2)] },
          { ALT: () => value(3) },
        ]);
      }),
    );
    this.eat(T.CloseBrace);
    return this.parseInitializer();
  });

  readonly collection = this.RULE('collection', (): void => {
    this.eat(T.OpenBracket);
    this.option(0, () =>
      this.commaList(0, () => {
        this.option(1, () => this.eat(T.DotDot));
        this.SUBRULE(this.expression);
      }),
    );
    this.eat(T.CloseBracket);
  });

  readonly argument = this.RULE('argument', (): Argument => {
    if (!this.RECORDING_PHASE) return this.parseArgument();
    this.option(0, () => [this.name('an argument'), this.eat(T.Colon)]);
    this.option(1, () =>
      this.or(
        0,
        [T.Out, T.Ref].map((kind) => ({ ALT: () => this.eat(kind) })),
      ),
    );
    this.or(1, [
      { ALT: () => this.SUBRULE(this.expression) },
      { ALT: () => [this.SUBRULE(this.type), this.name('a variable')] },
    ]);
    return { start: 0, end: 0, name: undefined, mode: 'value', value: this.missingExpression() };
  });

  readonly argumentList = this.RULE('argumentList', (): readonly Argument[] => {
    if (!this.RECORDING_PHASE) return this.parseArguments();
    this.eat(T.OpenParen);
    this.option(0, () => this.commaList(0, () => this.SUBRULE(this.argument)));
    this.eat(T.CloseParen);
    return [];
  });

  readonly index = this.RULE('index', (): readonly Argument[] => {
    if (!this.RECORDING_PHASE) return this.parseIndex();
    this.eat(T.OpenBracket);
    this.commaList(0, () => this.SUBRULE(this.argument));
    this.eat(T.CloseBracket);
    return [];
  });

  readonly parameters = this.RULE('parameters', (): readonly Parameter[] => {
    if (!this.RECORDING_PHASE) return this.parseParameters('declared');
    this.eat(T.OpenParen);
    this.option(0, () => this.commaList(0, () => this.SUBRULE(this.parameter)));
    this.eat(T.CloseParen);
    return [];
  });

  readonly parameter = this.RULE('parameter', (): Parameter => {
    if (!this.RECORDING_PHASE) return this.#parseParameter('declared');
    this.parseAttributes();
    this.option(0, () =>
      this.or(
        0,
        [T.Out, T.Ref, T.Params].map((kind) => ({ ALT: () => this.eat(kind) })),
      ),
    );
    const type = this.SUBRULE(this.type);
    const name = this.name('a parameter');
    this.option(1, () => [this.eat(T.Equals), this.SUBRULE(this.expression)]);
    return { start: 0, end: 0, attributes: [], mode: 'value', type, name, defaultValue: undefined };
  });

  // ---------------------------------------------------------------- primary expressions

  protected parsePrimary(): Expression {
    const start = this.here();
    const at = this.pos;
    switch (this.tok) {
      case T.IntLiteral:
      case T.RealLiteral:
        this.next();
        return this.#number(at);
      case T.StringLiteral:
      case T.VerbatimString:
      case T.RawString:
        this.next();
        return { kind: 'StringLiteral', start, end: this.end(), value: this.#stringValue(at) };
      case T.CharLiteral:
        this.next();
        return { kind: 'CharLiteral', start, end: this.end(), value: this.#charValue(at) };
      case T.InterpolatedStart:
        return this.#parseInterpolated();
      case T.True:
      case T.False:
        this.next();
        return { kind: 'BoolLiteral', start, end: this.end(), value: this.kindAt(at) === T.True };
      case T.Null:
        this.next();
        return { kind: 'NullLiteral', start, end: this.end() };
      case T.This:
        this.next();
        return { kind: 'This', start, end: this.end() };
      case T.Base:
        this.next();
        return { kind: 'Base', start, end: this.end() };
      case T.New:
        return this.#parseNew();
      case T.OpenParen:
        return this.isLambda() && !this.endAtArrow ? this.parseLambda() : this.#parseParens();
      case T.OpenBracket:
        return this.#parseCollection();
      case T.TypeOf:
      case T.Checked:
      case T.Unchecked:
        return this.#parseWordCall();
      case T.Throw: {
        this.next();
        const expression = this.parseExpression();
        return { kind: 'ThrowExpression', start, end: this.end(), expression };
      }
      default:
        return this.#parseName();
    }
  }

  #parseName(): Expression {
    const start = this.here();
    const at = this.pos;
    if (isName(this.tok)) {
      const next = this.peek(1);
      if (next === T.Arrow && !this.endAtArrow) return this.parseLambda();
      if (this.tok === T.Default && !this.defaultIsName) return this.#parseDefault();
      if (this.tok === T.NameOf && next === T.OpenParen) return this.#parseWordCall();
      if (this.tok === T.Var && next === T.OpenParen) {
        const after = this.kindAt((this.match[this.pos + 1] as number) + 1);
        const declared = after === T.Equals || after === T.In ? this.parseDeclared() : undefined;
        if (declared !== undefined) return declared;
      }
      this.next();
      const name: Identifier = { start, end: this.ends[at] as number, name: this.nameAt(at) };
      const typeArgs = next === T.Less && this.opensTypeArgs(this.pos) ? this.parseTypeArgs() : undefined;
      return { kind: 'Name', start, end: this.end(), name, typeArgs };
    }
    if (isPredefined(this.tok)) {
      this.next();
      const end = this.end();
      return { kind: 'Name', start, end, name: { start, end, name: this.textAt(at) }, typeArgs: undefined };
    }
    const before = this.missingExpression();
    this.fail(
      this.tok === T.Delegate ? 'write a lambda: `(x) => …`' : `expected an expression, found ${this.describe(at)}`,
    );
    return before;
  }

  #parseDefault(): Expression {
    const start = this.here();
    this.next();
    if (this.tok !== T.OpenParen) return { kind: 'Default', start, end: this.end(), type: undefined };
    const open = this.pos;
    this.next();
    const type = this.parseType();
    this.closeParen(open);
    this.recoverAt(open);
    return { kind: 'Default', start, end: this.end(), type };
  }

  /** `typeof(T)`, `nameof(e)`, `checked(e)`, `unchecked(e)` */
  #parseWordCall(): Expression {
    const start = this.here();
    const kind = this.tok;
    this.next();
    const open = this.pos;
    if (!this.need(T.OpenParen, `after \`${this.textAt(open - 1)}\``)) return this.missingExpression();
    let type: TypeSyntax | undefined;
    let expression: Expression | undefined;
    if (kind === T.TypeOf) type = this.parseType();
    else expression = this.inBrackets(() => this.parseExpression());
    this.closeParen(open);
    this.recoverAt(open);
    const end = this.end();
    if (type !== undefined) return { kind: 'TypeOf', start, end, type };
    const value = expression as Expression;
    if (kind === T.NameOf) return { kind: 'NameOf', start, end, argument: value };
    return { kind: 'Checked', start, end, checked: kind === T.Checked, expression: value };
  }

  /** `(e)` or `(a, b)` */
  #parseParens(): Expression {
    const start = this.here();
    const open = this.pos;
    const close = this.match[open] as number;
    const after = close < 0 ? T.EOF : this.kindAt(close + 1);
    const deconstructs = after === T.Equals || after === T.In;
    this.next();
    if (this.at(T.CloseParen)) {
      this.fail('an expression is missing between these brackets');
      this.recoverAt(open);
      return { kind: 'Parenthesized', start, end: this.end(), expression: this.missingExpression() };
    }
    if (!this.enter()) return this.missingExpression();
    const items = this.inBrackets(() =>
      this.commaList(0, (): Argument => {
        const declared = deconstructs ? this.parseDeclared() : undefined;
        if (declared === undefined) return this.parseArgument();
        return { start: declared.start, end: declared.end, name: undefined, mode: 'value', value: declared };
      }),
    );
    this.leave();
    this.closeParen(open);
    this.recoverAt(open);
    const [first] = items as [Argument, ...Argument[]];
    if (items.length === 1 && first.name === undefined)
      return { kind: 'Parenthesized', start, end: this.end(), expression: first.value };
    return { kind: 'Tuple', start, end: this.end(), items };
  }

  #parseCollection(): Expression {
    const start = this.here();
    const open = this.pos;
    this.next();
    const elements: { start: number; end: number; spread: boolean; value: Expression }[] = [];
    this.inBrackets(() => {
      while (!this.at(T.CloseBracket) && !this.at(T.EOF)) {
        const at = this.here();
        const spread = this.accept(T.DotDot);
        const value = this.parseExpression();
        elements.push({ start: at, end: this.end(), spread, value });
        if (!this.accept(T.Comma)) break;
      }
    });
    this.closer(T.CloseBracket, open);
    this.recoverAt(open);
    return { kind: 'CollectionExpression', start, end: this.end(), elements };
  }

  protected parseArguments(): readonly Argument[] {
    const open = this.pos;
    this.next();
    if (this.tok === T.CloseParen) {
      this.next();
      return [];
    }
    return this.#parseArgumentsTo(T.CloseParen, open);
  }

  /** `[a, b]` after an expression. */
  protected parseIndex(): readonly Argument[] {
    const open = this.pos;
    this.next();
    return this.#parseArgumentsTo(T.CloseBracket, open);
  }

  #parseArgumentsTo(closer: T, open: number): readonly Argument[] {
    const arrow = this.endAtArrow;
    this.endAtArrow = false;
    const args: Argument[] = [this.parseArgument()];
    while (this.tok === T.Comma) {
      this.next();
      args.push(this.parseArgument());
    }
    this.endAtArrow = arrow;
    if (this.tok === closer) this.next();
    else {
      if (this.panicAt < 0 && this.startsExpression(this.pos) && !this.beginsLine(this.pos))
        this.fail(`expected \`,\` before ${this.describe(this.pos)}`);
      this.closer(closer, open);
      this.recoverAt(open);
    }
    return args;
  }

  // ---------------------------------------------------------------- new

  #parseNew(): Expression {
    const start = this.here();
    this.next();
    if (this.at(T.OpenBrace)) return this.#parseAnonymous(start);
    let type: TypeSyntax | undefined;
    if (!this.at(T.OpenParen) && !this.at(T.OpenBracket)) {
      type = this.parseNamedType();
      if (this.at(T.Question) && (this.peek(1) === T.OpenBracket || this.peek(1) === T.OpenParen)) {
        this.next();
        type = { kind: 'NullableType', start: type.start, end: this.end(), element: type };
      }
    }
    if (this.at(T.OpenBracket)) return this.#parseNewArray(start, type);
    const args = this.at(T.OpenParen) ? this.parseArguments() : undefined;
    if (
      args === undefined &&
      !this.at(T.OpenBrace) &&
      !(this.lacksOpening && isName(this.tok) && this.peek(1) === T.Equals)
    ) {
      this.fail(`expected \`(\` or \`{\` after the type of \`new\`, found ${this.describe(this.pos)}`);
    }
    const isOpen = this.at(T.OpenBrace) || (args === undefined && this.panicAt < 0);
    const initializer = isOpen ? this.parseInitializer() : undefined;
    return { kind: 'ObjectCreation', start, end: this.end(), type, args, initializer };
  }

  #parseNewArray(start: number, element: TypeSyntax | undefined): Expression {
    let elementType = element;
    let size: Expression | undefined;
    const open = this.pos;
    this.next();
    if (!this.at(T.CloseBracket)) size = this.inBrackets(() => this.parseExpression());
    this.closer(T.CloseBracket, open);
    this.recoverAt(open);
    while (elementType !== undefined && this.at(T.OpenBracket) && this.isEmptyBrackets(this.pos)) {
      this.seek((this.match[this.pos] as number) + 1);
      elementType = { kind: 'ArrayType', start: elementType.start, end: this.end(), element: elementType };
    }
    const elements = this.at(T.OpenBrace) ? this.#parseElements() : undefined;
    if (size === undefined && elements === undefined)
      this.fail(`an array needs a length or its elements: \`new T[n]\` or \`new T[] { … }\``);
    return { kind: 'ArrayCreation', start, end: this.end(), elementType, size, elements };
  }

  #parseElements(): readonly Expression[] {
    const open = this.pos;
    const elements: Expression[] = [];
    this.next();
    this.inBrackets(() => {
      while (!this.at(T.CloseBrace) && !this.at(T.EOF)) {
        elements.push(this.parseExpression());
        if (!this.accept(T.Comma)) break;
      }
    });
    this.closer(T.CloseBrace, open);
    this.recoverAt(open);
    return elements;
  }

  #parseAnonymous(start: number): Expression {
    const open = this.pos;
    const members: { start: number; end: number; name: Identifier | undefined; value: Expression }[] = [];
    this.next();
    this.inBrackets(() => {
      while (!this.at(T.CloseBrace) && !this.at(T.EOF)) {
        const at = this.here();
        let name: Identifier | undefined;
        if (isName(this.tok) && this.peek(1) === T.Equals) {
          name = this.name('a member');
          this.next();
        }
        const value = this.parseExpression();
        members.push({ start: at, end: this.end(), name, value });
        if (!this.accept(T.Comma)) break;
      }
    });
    this.closer(T.CloseBrace, open);
    this.recoverAt(open);
    return { kind: 'AnonymousObject', start, end: this.end(), members };
  }

  protected parseInitializer(): Initializer {
    const start = this.here();
    const open = this.pos;
    const entries: ObjectInitializerEntry[] = [];
    if (this.enter()) {
      this.need(T.OpenBrace, 'before what is set');
      this.inBrackets(() => {
        while (!this.at(T.CloseBrace) && !this.at(T.EOF)) {
          entries.push(this.#parseEntry());
          if (!this.accept(T.Comma)) break;
        }
      });
      this.leave();
      if (this.panicAt < 0 && !this.at(T.CloseBrace) && this.startsExpression(this.pos))
        this.fail(`expected \`,\` before ${this.describe(this.pos)}`);
      this.closer(T.CloseBrace, open);
      this.recoverAt(open);
    }
    return { kind: 'Initializer', start, end: this.end(), entries };
  }

  #parseEntry(): ObjectInitializerEntry {
    const start = this.here();
    if (isName(this.tok) && this.peek(1) === T.Equals) {
      const name = this.name('a member');
      this.next();
      const value = this.#parseEntryValue();
      return { kind: 'MemberEntry', start, end: this.end(), name, value };
    }
    if (this.at(T.OpenBracket) && this.kindAt((this.match[this.pos] as number) + 1) === T.Equals) {
      const args = this.parseIndex();
      this.need(T.Equals, 'after the index');
      const value = this.#parseEntryValue();
      return { kind: 'IndexEntry', start, end: this.end(), args, value };
    }
    const values = this.at(T.OpenBrace) ? this.#parseElements() : [this.parseExpression()];
    return { kind: 'ElementEntry', start, end: this.end(), values };
  }

  #parseEntryValue(): Expression | Initializer {
    return this.at(T.OpenBrace) ? this.parseInitializer() : this.parseExpression();
  }

  // ---------------------------------------------------------------- parameters

  /** `(…)`. A lambda's parameters may go without types. */
  protected parseParameters(form: 'declared' | 'lambda'): readonly Parameter[] {
    const open = this.pos;
    if (!this.need(T.OpenParen, 'before the parameters')) return [];
    const params: Parameter[] = [];
    if (!this.at(T.CloseParen)) {
      params.push(this.#parseParameter(form));
      while (this.at(T.Comma)) {
        this.next();
        params.push(this.#parseParameter(form));
      }
    }
    if (
      this.panicAt < 0 &&
      !this.at(T.CloseParen) &&
      (isName(this.tok) || isPredefined(this.tok)) &&
      !this.beginsLine(this.pos)
    )
      this.fail(`expected \`,\` before ${this.describe(this.pos)}`);
    this.closeParen(open);
    this.recoverAt(open);
    return params;
  }

  #parseParameter(form: 'declared' | 'lambda'): Parameter {
    const start = this.here();
    const attributes = this.at(T.OpenBracket) ? this.parseAttributes() : [];
    let mode: Parameter['mode'] = 'value';
    if (this.at(T.Out) || this.at(T.Ref) || this.at(T.Params)) {
      mode = this.at(T.Out) ? 'out' : this.at(T.Ref) ? 'ref' : 'params';
      this.next();
    } else if (this.at(T.This) || this.at(T.In)) this.next();
    const next = this.peek(1);
    const isBare = isName(this.tok) && (next === T.Comma || next === T.CloseParen || next === T.Equals);
    let type: TypeSyntax | undefined;
    if (!isBare) type = this.parseType();
    else if (form === 'declared') {
      const at = this.pos;
      this.report(
        this.starts[at] as number,
        this.ends[at] as number,
        `the parameter \`${this.nameAt(at)}\` needs a type before its name`,
      );
      type = this.missingType();
    }
    if (this.at(T.Default)) this.defaultIsName = true;
    const name = this.name('a parameter');
    const defaultValue = this.accept(T.Equals) ? this.parseExpression() : undefined;
    return { start, end: this.end(), attributes, mode, type, name, defaultValue };
  }

  /** `x`, `_`, `(a, (b, _))` */
  protected parseDesignation(): Designation {
    const start = this.here();
    if (this.at(T.OpenParen)) {
      const open = this.pos;
      if (!this.enter()) return { kind: 'Discard', start, end: this.end() };
      this.next();
      const items = this.commaList(0, () => this.parseDesignation());
      this.leave();
      this.closeParen(open);
      return { kind: 'TupleDesignation', start, end: this.end(), items };
    }
    if (this.isWordAt(this.pos, '_')) {
      this.next();
      return { kind: 'Discard', start, end: this.end() };
    }
    if (this.at(T.Default)) this.defaultIsName = true;
    const name = this.name('a variable');
    return { kind: 'Variable', start: name.start, end: name.end, name };
  }

  // ---------------------------------------------------------------- literals

  /** A report for offsets within the text that begins at `from`. */
  #reporter(from: number): Report {
    return (start, end, message) => this.report(from + start, from + end, message);
  }

  #number(at: number): Expression {
    const start = this.starts[at] as number;
    const end = this.ends[at] as number;
    const literal = numberLiteral(this.text.slice(start, end), this.#reporter(start));
    switch (literal.kind) {
      case 'int':
        return { kind: 'IntLiteral', start, end, value: literal.value, suffix: literal.suffix };
      case 'decimal':
        return { kind: 'DecimalLiteral', start, end, text: literal.text };
      default:
        return { kind: 'DoubleLiteral', start, end, text: literal.text };
    }
  }

  /** The value of a string that has no holes. */
  #stringValue(at: number): string {
    const start = this.starts[at] as number;
    const end = this.ends[at] as number;
    switch (this.kindAt(at)) {
      case T.VerbatimString:
        return this.text.slice(start + 2, end - 1).replaceAll('""', '"');
      case T.RawString: {
        const quotes = /^"+/.exec(this.text.slice(start, end - 3))?.[0].length ?? 3;
        const inner = this.text.slice(start + quotes, end - quotes);
        const { from, to, margin } = rawContent(inner);
        return withoutMargin(inner.slice(from, to), margin, true, this.#reporter(start + quotes + from));
      }
      default:
        return resolveEscapes(this.text.slice(start + 1, end - 1), this.#reporter(start + 1));
    }
  }

  #charValue(at: number): number {
    const start = this.starts[at] as number;
    const end = this.ends[at] as number;
    const value = resolveEscapes(this.text.slice(start + 1, end - 1), this.#reporter(start + 1));
    if (value.length !== 1) {
      const shown = value.length > 1 && value.length === String.fromCodePoint(value.codePointAt(0) as number).length;
      if (shown) this.report(start, end, 'this character takes two UTF-16 units: write it as a string');
      else if (value.length > 1) this.report(start, end, `a \`char\` is one character: write "${value}" for a string`);
    }
    return value.length === 0 ? 0 : value.charCodeAt(0);
  }

  #parseInterpolated(): Expression {
    const start = this.here();
    const open = this.pos;
    const opening = this.textAt(open);
    const quotes = opening.length - opening.indexOf('"');
    const isRaw = quotes >= 3;
    const isVerbatim = opening.includes('@');
    const parts: InterpolationPart[] = [];
    if (!this.enter()) return this.missingExpression();
    this.next();
    const close = this.match[open] as number;
    const margin = isRaw && close >= 0 ? this.#rawMargin(open, close) : undefined;
    while (!this.at(T.InterpolatedEnd) && !this.at(T.EOF)) {
      const at = this.pos;
      if (this.at(T.InterpolatedText)) {
        this.next();
        const from = this.starts[at] as number;
        const raw = this.text.slice(from, this.ends[at]);
        let text: string;
        if (isRaw) text = this.#rawText(at, open, close, margin);
        else if (isVerbatim) text = unbrace(raw.replaceAll('""', '"'), this.#reporter(from));
        else text = resolveEscapes(unbrace(raw, this.#reporter(from)), this.#reporter(from));
        if (text !== '') parts.push({ kind: 'Text', start: from, end: this.end(), text });
      } else if (this.at(T.HoleOpen)) parts.push(this.#parseHole());
      else this.fail(`unexpected ${this.describe(at)} in a string`);
    }
    this.leave();
    if (!this.accept(T.InterpolatedEnd)) this.recoverAt(open);
    return { kind: 'InterpolatedString', start, end: this.end(), parts };
  }

  #parseHole(): InterpolationPart {
    const start = this.here();
    const open = this.pos;
    this.next();
    let expression: Expression;
    if (this.at(T.HoleClose)) {
      this.report(
        start,
        this.ends[this.pos] as number,
        'a hole of an interpolated string needs an expression; write `{{` for a brace',
      );
      expression = this.missingExpression();
    } else expression = this.inBrackets(() => this.parseExpression());
    const alignment = this.accept(T.Comma) ? this.inBrackets(() => this.parseExpression()) : undefined;
    let format: string | undefined;
    if (this.at(T.HoleFormat)) {
      const from = this.here() + 1;
      format = resolveEscapes(this.text.slice(from, this.ends[this.pos]), this.#reporter(from));
      this.next();
    }
    if (!this.accept(T.HoleClose)) {
      this.fail(`expected \`}\` after the expression in the string, found ${this.describe(this.pos)}`);
      this.recoverAt(open);
    }
    return { kind: 'Hole', start, end: this.end(), expression, alignment, format };
  }

  /** The margin of a raw interpolated string that stands on lines of its own. */
  #rawMargin(open: number, close: number): string | undefined {
    const first = this.ends[open] as number;
    const inner = this.text.slice(first, this.starts[close]);
    if (!/^[ \t]*(\r\n|\n|\r)/.test(inner)) return undefined;
    return /(?:^|[\r\n])([ \t]*)$/.exec(inner)?.[1];
  }

  #rawText(at: number, open: number, close: number, margin: string | undefined): string {
    let from = this.starts[at] as number;
    let text = this.text.slice(from, this.ends[at]);
    if (margin === undefined) return text;
    let atLineStart = false;
    if (at === open + 1) {
      const first = /^[ \t]*(?:\r\n|\n|\r)/.exec(text);
      if (first !== null) {
        text = text.slice(first[0].length);
        from += first[0].length;
        atLineStart = true;
      }
    }
    if (at === close - 1) text = text.replace(/(?:^|\r\n|\n|\r)[ \t]*$/, '');
    return withoutMargin(text, margin, atLineStart, this.#reporter(from));
  }
}
