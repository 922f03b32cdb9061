import { isName, isPredefined, T } from '../tokens.ts';
import type { Designation, Identifier, PatternSyntax, TypeSyntax } from '../tree.ts';
import { ExpressionParser } from './expressions.ts';
import { SHIFT } from './operators.ts';

type PositionalPattern = { start: number; end: number; name: Identifier | undefined; pattern: PatternSyntax };
type PropertyPattern = { start: number; end: number; path: readonly Identifier[]; pattern: PatternSyntax };

/** Patterns of `is`, `switch` and `case` (language.md §4). */
export abstract class PatternParser extends ExpressionParser {
  protected parsePattern(): PatternSyntax {
    const start = this.here();
    if (!this.enter()) return this.#missingPattern();
    let left = this.#parseConjunction();
    let links = 0;
    while (this.at(T.Or)) {
      this.next();
      const right = this.#parseConjunction();
      left = { kind: 'BinaryPattern', start, end: this.end(), operator: 'or', left, right };
      if (++links > 500) this.tooDeep('this pattern is too long: divide it');
    }
    this.leave();
    return left;
  }

  #parseConjunction(): PatternSyntax {
    const start = this.here();
    let left = this.#parseNegation();
    let links = 0;
    while (this.at(T.And)) {
      this.next();
      const right = this.#parseNegation();
      left = { kind: 'BinaryPattern', start, end: this.end(), operator: 'and', left, right };
      if (++links > 500) this.tooDeep('this pattern is too long: divide it');
    }
    return left;
  }

  #parseNegation(): PatternSyntax {
    // A type or constant may be called `not`; then something else follows than a pattern.
    if (this.tok !== T.Not || !this.#startsPattern(this.pos + 1)) return this.#parsePrimary();
    const start = this.here();
    if (!this.enter()) return this.#missingPattern();
    this.next();
    const operand = this.#parseNegation();
    this.leave();
    return { kind: 'NotPattern', start, end: this.end(), operand };
  }

  #startsPattern(index: number): boolean {
    const kind = this.kindAt(index);
    if (kind === T.And || kind === T.Or || kind === T.When) return false;
    return (
      this.startsExpression(index) ||
      kind === T.OpenBrace ||
      kind === T.Less ||
      kind === T.LessEquals ||
      kind === T.Greater ||
      kind === T.GreaterEquals
    );
  }

  #missingPattern(): PatternSyntax {
    const value = this.missingExpression();
    return { kind: 'ConstantPattern', start: value.start, end: value.end, value };
  }

  #parsePrimary(): PatternSyntax {
    const start = this.here();
    switch (this.tok) {
      case T.Less:
      case T.LessEquals:
      case T.Greater:
      case T.GreaterEquals: {
        const operator = this.textAt(this.pos) as '<' | '<=' | '>' | '>=';
        this.next();
        const value = this.parseBinary(SHIFT);
        return { kind: 'RelationalPattern', start, end: this.end(), operator, value };
      }
      case T.OpenBrace:
        return this.#parseRecursive(start, undefined);
      case T.OpenParen:
        return this.#isParenthesizedConstant() ? this.#parseConstant(start) : this.#parseParens(start);
      case T.OpenBracket:
        return this.#parseList(start);
      case T.DotDot: {
        this.next();
        const ends = this.at(T.Comma) || this.at(T.CloseBracket) || this.at(T.EOF);
        const pattern = ends ? undefined : this.parsePattern();
        return { kind: 'SlicePattern', start, end: this.end(), pattern };
      }
      case T.Var:
        if (this.#isDesignation(this.pos + 1) || this.peek(1) === T.OpenParen) {
          this.next();
          const designation = this.parseDesignation();
          return { kind: 'VarPattern', start, end: this.end(), designation };
        }
        break;
      default:
    }
    if (this.isWordAt(this.pos, '_') && this.peek(1) !== T.Dot) {
      this.next();
      return { kind: 'DiscardPattern', start, end: this.end() };
    }
    if (isName(this.tok) || isPredefined(this.tok)) return this.#parseTyped(start);
    return this.#parseConstant(start);
  }

  #parseConstant(start: number): PatternSyntax {
    const wasEnding = this.endAtArrow;
    this.endAtArrow = true;
    const value = this.parseBinary(SHIFT);
    this.endAtArrow = wasEnding;
    return { kind: 'ConstantPattern', start, end: value.kind === 'MissingExpression' ? start : this.end(), value };
  }

  /** May the name at `index` be what a pattern declares? */
  #isDesignation(index: number): boolean {
    const kind = this.kindAt(index);
    return isName(kind) && kind !== T.And && kind !== T.Or && kind !== T.When && kind !== T.As && kind !== T.With;
  }

  /** A pattern that begins with a name: a type, or a constant. */
  #parseTyped(start: number): PatternSyntax {
    const isPredefinedName = isPredefined(this.tok);
    let after = this.scanType(this.pos, false);
    if (isPredefinedName && this.kindAt(after) === T.Dot) return this.#parseConstant(start);
    const isPlain = !isPredefinedName && this.#isDotted(this.pos, after);
    if (this.kindAt(after) === T.Question && !this.startsExpression(after + 1)) {
      after++;
    } else if (isPlain) {
      const next = this.kindAt(after);
      if (next !== T.OpenBrace && next !== T.OpenParen && !this.#isDesignation(after))
        return this.#parseConstant(start);
    }
    const type = this.parseType(this.kindAt(after - 1) === T.Question);
    if (this.at(T.OpenBrace) || this.at(T.OpenParen)) return this.#parseRecursive(start, type);
    const designation = this.#isDesignation(this.pos) ? this.parseDesignation() : undefined;
    return { kind: 'DeclarationPattern', start, end: this.end(), type, designation };
  }

  #isDotted(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const kind = this.kindAt(i);
      if (kind !== T.Dot && !isName(kind)) return false;
    }
    return true;
  }

  /** `(1 + 2)`, `(-1)`, `("a")`: brackets around a value, where neither a `,` nor a name with `:` shows a pattern. */
  #isParenthesizedConstant(): boolean {
    const close = this.match[this.pos] as number;
    if (close < 0) return false;
    const next = this.kindAt(close + 1);
    return (
      next === T.Plus || next === T.Minus || next === T.Star || next === T.Slash || next === T.Percent || this.isCast()
    );
  }

  #parseParens(start: number): PatternSyntax {
    const open = this.pos;
    const positional = this.#parsePositional();
    const [only] = positional;
    const isGroup = positional.length === 1 && only !== undefined && only.name === undefined;
    if (isGroup && !this.at(T.OpenBrace) && this.kindAt(open) === T.OpenParen)
      return { kind: 'ParenthesizedPattern', start, end: this.end(), pattern: only.pattern };
    return this.#parseRest(start, undefined, positional);
  }

  #parseRecursive(start: number, type: TypeSyntax | undefined): PatternSyntax {
    const positional = this.at(T.OpenParen) ? this.#parsePositional() : undefined;
    return this.#parseRest(start, type, positional);
  }

  #parseRest(
    start: number,
    type: TypeSyntax | undefined,
    positional: readonly PositionalPattern[] | undefined,
  ): PatternSyntax {
    const properties = this.at(T.OpenBrace) ? this.#parseProperties() : undefined;
    const designation: Designation | undefined = this.#isDesignation(this.pos) ? this.parseDesignation() : undefined;
    return { kind: 'RecursivePattern', start, end: this.end(), type, positional, properties, designation };
  }

  #parsePositional(): readonly PositionalPattern[] {
    const open = this.pos;
    const items: PositionalPattern[] = [];
    this.next();
    this.inBrackets(() => {
      while (!this.at(T.CloseParen) && !this.at(T.EOF)) {
        const start = this.here();
        let name: Identifier | undefined;
        if (isName(this.tok) && this.peek(1) === T.Colon) {
          name = this.name('an item');
          this.next();
        }
        const pattern = this.parsePattern();
        items.push({ start, end: this.end(), name, pattern });
        if (!this.accept(T.Comma)) break;
      }
    });
    this.closeParen(open);
    this.recoverAt(open);
    return items;
  }

  #parseProperties(): readonly PropertyPattern[] {
    const open = this.pos;
    const items: PropertyPattern[] = [];
    this.next();
    this.inBrackets(() => {
      while (!this.at(T.CloseBrace) && !this.at(T.EOF)) {
        const start = this.here();
        const path: Identifier[] = [this.name('a member')];
        while (this.accept(T.Dot)) path.push(this.name('a member'));
        this.need(T.Colon, 'after the member of the pattern');
        const pattern = this.parsePattern();
        items.push({ start, end: this.end(), path, pattern });
        if (!this.accept(T.Comma)) break;
      }
    });
    this.closer(T.CloseBrace, open);
    this.recoverAt(open);
    return items;
  }

  #parseList(start: number): PatternSyntax {
    const open = this.pos;
    const elements: PatternSyntax[] = [];
    this.next();
    this.inBrackets(() => {
      while (!this.at(T.CloseBracket) && !this.at(T.EOF)) {
        elements.push(this.parsePattern());
        if (!this.accept(T.Comma)) break;
      }
    });
    this.closer(T.CloseBracket, open);
    this.recoverAt(open);
    const designation = this.#isDesignation(this.pos) ? this.parseDesignation() : undefined;
    return { kind: 'ListPattern', start, end: this.end(), elements, designation };
  }
}
