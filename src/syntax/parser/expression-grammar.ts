import type { ParserMethod } from 'chevrotain';
import { isPredefined, T } from '../tokens.ts';
import type { Argument, Attribute, Block, Expression, Initializer, Parameter, PatternSyntax } from '../tree.ts';
import { assignments, binaryText } from './operators.ts';
import { TypeParser } from './types.ts';

/** The grammar of expressions and patterns as chevrotain records it (language.md §4). Reading them is left to methods
 * written by hand in the classes below: called rule by rule, fourteen levels of operators would cost more than all the rest. */
export abstract class ExpressionGrammar extends TypeParser {
  abstract readonly block: ParserMethod<[], Block>;
  protected abstract parseExpression(): Expression;
  protected abstract parseInitializer(): Initializer;
  protected abstract parseLambda(): Expression;
  protected abstract parseArgument(): Argument;
  protected abstract parseArguments(): readonly Argument[];
  protected abstract parseIndex(): readonly Argument[];
  protected abstract parseParameters(form: 'declared' | 'lambda'): readonly Parameter[];
  protected abstract parseParameter(form: 'declared' | 'lambda'): Parameter;
  protected abstract parsePattern(): PatternSyntax;
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

  // ---------------------------------------------------------------- operators

  readonly expression = this.RULE('expression', (): Expression => {
    if (!this.RECORDING_PHASE) return this.parseExpression();
    this.or(0, [
      { ALT: () => this.SUBRULE(this.lambda) },
      {
        ALT: () => {
          this.SUBRULE(this.conditional);
          this.option(0, () => {
            this.SUBRULE(this.assignmentOperator);
            this.SUBRULE(this.expression);
          });
        },
      },
    ]);
    return this.missingExpression();
  });

  readonly assignmentOperator = this.RULE('assignmentOperator', (): void => {
    const signs = Object.keys(assignments).map((kind) => ({ ALT: (): void => this.eat(Number(kind) as T) }));
    const shift = (count: number) => (): void => {
      for (let i = 0; i < count; i++) this.eat(T.Greater);
      this.eat(T.GreaterEquals);
    };
    this.or(0, [...signs, { ALT: shift(1) }, { ALT: shift(2) }]);
  });

  readonly conditional = this.RULE('conditional', (): Expression => {
    this.SUBRULE(this.binary);
    this.option(0, () => {
      this.eat(T.Question);
      this.SUBRULE(this.expression);
      this.eat(T.Colon);
      this.SUBRULE1(this.expression);
    });
    return this.missingExpression();
  });

  readonly binary = this.RULE('binary', (): Expression => {
    this.SUBRULE(this.unary);
    this.many(0, () =>
      this.or(0, [
        {
          ALT: () => {
            this.SUBRULE(this.binaryOperator);
            this.SUBRULE1(this.unary);
          },
        },
        {
          ALT: () => {
            this.eat(T.Is);
            this.SUBRULE(this.pattern);
          },
        },
        {
          ALT: () => {
            this.eat(T.As);
            this.SUBRULE(this.type);
          },
        },
        { ALT: () => this.SUBRULE(this.switchArms) },
        {
          ALT: () => {
            this.eat(T.With);
            this.SUBRULE(this.initializer);
          },
        },
        {
          ALT: () => {
            this.eat(T.DotDot);
            this.option(0, () => this.SUBRULE2(this.unary));
          },
        },
      ]),
    );
    return this.missingExpression();
  });

  readonly binaryOperator = this.RULE('binaryOperator', (): void => {
    const signs: { ALT: () => void }[] = [];
    for (let kind = 0; kind < T.Count; kind++)
      if (binaryText[kind] !== undefined) signs.push({ ALT: () => this.eat(kind as T) });
    const shift = (count: number) => (): void => {
      for (let i = 0; i < count; i++) this.eat(T.Greater);
    };
    this.or(0, [...signs, { ALT: shift(2) }, { ALT: shift(3) }]);
  });

  readonly unary = this.RULE('unary', (): Expression => {
    this.or(0, [
      {
        ALT: () => {
          this.or(1, [
            ...[T.Plus, T.Minus, T.Bang, T.Tilde, T.PlusPlus, T.MinusMinus, T.Caret, T.DotDot].map((kind) => ({
              ALT: (): void => this.eat(kind),
            })),
            {
              ALT: () => {
                this.eat(T.OpenParen);
                this.SUBRULE(this.type);
                this.eat(T.CloseParen);
              },
            },
          ]);
          this.SUBRULE(this.unary);
        },
      },
      { ALT: () => this.SUBRULE(this.postfix) },
    ]);
    return this.missingExpression();
  });

  readonly switchArms = this.RULE('switchArms', (): void => {
    this.eat(T.Switch);
    this.eat(T.OpenBrace);
    this.option(0, () =>
      this.commaList(0, () => {
        this.SUBRULE(this.pattern);
        this.option(1, () => {
          this.eat(T.When);
          this.SUBRULE(this.expression);
        });
        this.eat(T.Arrow);
        this.SUBRULE1(this.expression);
      }),
    );
    this.eat(T.CloseBrace);
  });

  // ---------------------------------------------------------------- primary expressions

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
    return { kind: 'Initializer', start: 0, end: 0, entries: [] };
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

  readonly lambda = this.RULE('lambda', (): Expression => {
    if (!this.RECORDING_PHASE) return this.parseLambda();
    this.or(0, [{ ALT: () => this.name('a parameter') }, { ALT: () => this.SUBRULE(this.parameters) }]);
    this.eat(T.Arrow);
    this.or(1, [{ ALT: () => this.SUBRULE(this.block) }, { ALT: () => this.SUBRULE(this.expression) }]);
    return this.missingExpression();
  });

  // ---------------------------------------------------------------- arguments and parameters

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
    if (!this.RECORDING_PHASE) return this.parseParameter('declared');
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

  // ---------------------------------------------------------------- patterns

  readonly pattern = this.RULE('pattern', (): PatternSyntax => {
    if (!this.RECORDING_PHASE) return this.parsePattern();
    const operand = (): void => {
      this.many(1, () => this.eat(T.Not));
      this.SUBRULE(this.primaryPattern);
    };
    operand();
    this.many(0, () => {
      this.or(0, [{ ALT: () => this.eat(T.And) }, { ALT: () => this.eat(T.Or) }]);
      operand();
    });
    return this.parsePattern();
  });

  readonly primaryPattern = this.RULE('primaryPattern', (): void => {
    const properties = (index: number): void => {
      this.eat(T.OpenBrace);
      this.option(index, () =>
        this.commaList(index, () => {
          this.SUBRULE(this.qualifiedName);
          this.eat(T.Colon);
          this.SUBRULE(this.pattern);
        }),
      );
      this.eat(T.CloseBrace);
    };
    const designation = (index: number): unknown => this.option(index, () => this.name('a variable'));
    this.or(0, [
      { ALT: () => [this.SUBRULE(this.type), this.option(1, () => properties(2)), designation(3)] },
      { ALT: () => [properties(4), designation(5)] },
      {
        ALT: () => {
          this.eat(T.OpenParen);
          this.commaList(6, () => {
            this.option(6, () => [this.name('an item'), this.eat(T.Colon)]);
            this.SUBRULE1(this.pattern);
          });
          this.eat(T.CloseParen);
          designation(7);
        },
      },
      {
        ALT: () => {
          this.eat(T.OpenBracket);
          this.option(8, () =>
            this.commaList(8, () => {
              this.option(9, () => this.eat(T.DotDot));
              this.SUBRULE2(this.pattern);
            }),
          );
          this.eat(T.CloseBracket);
        },
      },
      {
        ALT: () => {
          this.or(
            1,
            [T.Less, T.LessEquals, T.Greater, T.GreaterEquals].map((kind) => ({ ALT: () => this.eat(kind) })),
          );
          this.SUBRULE(this.binary);
        },
      },
      { ALT: () => this.SUBRULE1(this.binary) },
    ]);
  });
}
