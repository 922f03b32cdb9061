import { isName, isPredefined, T } from '../tokens.ts';
import type { Argument, Expression, Identifier, TypeSyntax } from '../tree.ts';
import { CreationParser } from './creation.ts';

/** What operators work on: names, literals, brackets (language.md §4). */
export abstract class PrimaryParser extends CreationParser {
  protected parsePrimary(): Expression {
    const start = this.here();
    const at = this.pos;
    switch (this.tok) {
      case T.IntLiteral:
      case T.RealLiteral:
        this.next();
        return this.parseNumber(at);
      case T.StringLiteral:
      case T.VerbatimString:
      case T.RawString:
        this.next();
        return { kind: 'StringLiteral', start, end: this.end(), value: this.stringValue(at) };
      case T.CharLiteral:
        this.next();
        return { kind: 'CharLiteral', start, end: this.end(), value: this.charValue(at) };
      case T.InterpolatedStart:
        return this.parseInterpolated();
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
        return this.parseNew();
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
      if (this.tok === T.Identifier && isName(next)) {
        const refusal = this.#foreignWord();
        if (refusal !== undefined) {
          const missing = this.missingExpression();
          this.fail(refusal);
          return missing;
        }
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
    this.fail(this.#notAnExpression());
    return before;
  }

  #notAnExpression(): string {
    if (this.tok === T.Delegate) return 'write a lambda: `(x) => …`';
    const found = `expected an expression, found ${this.describe(this.pos)}`;
    return this.tok === T.OpenBrace && this.kindAt(this.pos - 1) === T.Equals
      ? `${found}: an array or a list is written \`[1, 2]\`, an object \`new T { … }\``
      : found;
  }

  /** A word of C# before a name, where no name may follow one. */
  #foreignWord(): string | undefined {
    if (this.beginsLine(this.pos + 1)) return undefined;
    if (this.isWordAt(this.pos, 'await'))
      return 'Osy has no `await`: a call waits for its answer, so leave the word out';
    if (this.isWordAt(this.pos, 'from') && this.peek(2) === T.In)
      return 'Osy has no query expressions: write `xs.Where(x => …).Select(x => …)`';
    return undefined;
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
    const items = this.inBrackets(() =>
      this.commaList(0, (): Argument => {
        const declared = deconstructs ? this.parseDeclared() : undefined;
        if (declared === undefined) return this.parseArgument();
        return { start: declared.start, end: declared.end, name: undefined, mode: 'value', value: declared };
      }),
    );
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
}
