import { T } from '../tokens.ts';
import type {
  AssignmentOperator,
  BinaryOperator,
  Block,
  Expression,
  Identifier,
  Parameter,
  PatternSyntax,
} from '../tree.ts';
import { MAX_CHAIN } from './base.ts';
import { assignments, binaryText, COALESCE, isAssignment, precedence, RANGE, SHIFT } from './operators.ts';
import { PrimaryParser } from './primary.ts';

/** Operators, chains of members and calls, and lambdas (language.md §4): precedence climbing in one loop. */
export abstract class ExpressionParser extends PrimaryParser {
  /** The greatest number of operators and calls, one inside the other's left side, of what was read since it was set. */
  #height = 0;

  protected parseExpression(): Expression {
    if (!this.enter()) return this.missingExpression();
    const expression = this.isLambda() && !this.arrowEndsExpression() ? this.parseLambda() : this.#parseAssignment();
    this.leave();
    return expression;
  }

  #parseAssignment(): Expression {
    const start = this.here();
    const target = this.parseConditional();
    const kind = this.tok;
    if (isAssignment[kind] === 1) {
      this.next();
      const value = this.parseExpression();
      return {
        kind: 'Assignment',
        start,
        end: this.end(),
        operator: assignments[kind] as AssignmentOperator,
        target,
        value,
      };
    }
    if (kind === T.Greater) {
      const width = this.#greaterRun();
      if (this.peek(width) === T.GreaterEquals) {
        this.seek(this.pos + width + 1);
        const value = this.parseExpression();
        return { kind: 'Assignment', start, end: this.end(), operator: width === 1 ? '>>=' : '>>>=', target, value };
      }
    }
    return target;
  }

  /** How many `>` stand side by side, two at most, before a `>` or `>=` that touches them: 0 for a lone `>`. */
  #greaterRun(): number {
    let width = 0;
    while (width < 2) {
      const at = this.pos + width;
      const next = this.kindAt(at + 1);
      if (this.kindAt(at) !== T.Greater || (next !== T.Greater && next !== T.GreaterEquals)) break;
      if (this.ends[at] !== this.starts[at + 1]) break;
      width++;
    }
    return width;
  }

  protected parseConditional(): Expression {
    const start = this.here();
    const condition = this.parseBinary(COALESCE);
    if (this.tok !== T.Question) return condition;
    this.next();
    const whenTrue = this.inBrackets(() => this.parseExpression());
    this.need(T.Colon, 'between the two values of `? :`');
    const whenFalse = this.parseExpression();
    return { kind: 'Conditional', start, end: this.end(), condition, whenTrue, whenFalse };
  }

  /** Operators that bind at least as tightly as `least`. */
  protected parseBinary(least: number): Expression {
    const start = this.here();
    const outer = this.#height;
    this.#height = 0;
    let left = this.parseUnary();
    for (;;) {
      const kind = this.tok;
      let level = precedence[kind] as number;
      if (level < least || level === 0) break;
      let operator = binaryText[kind];
      let width = 1;
      if (kind === T.Greater) {
        const run = this.#greaterRun();
        if (run > 0) {
          if (this.peek(run) === T.GreaterEquals) break; // `>>=`
          level = SHIFT;
          if (level < least) break;
          operator = run === 1 ? '>>' : '>>>';
          width = run + 1;
        }
      } else if (operator === undefined) {
        const rest = this.#parseOddOperator(start, left, kind);
        if (rest === undefined) break;
        left = rest;
        if (!this.#grow()) break;
        continue;
      }
      const operatorStart = this.here();
      this.seek(this.pos + width);
      let right: Expression;
      if (level === COALESCE) {
        if (!this.enter()) break;
        right = this.tok === T.Throw || this.isLambda() ? this.parseExpression() : this.parseBinary(COALESCE);
        this.leave();
      } else right = this.parseBinary(level + 1);
      left = {
        kind: 'Binary',
        start,
        end: this.end(),
        operator: operator as BinaryOperator,
        left,
        right,
        operatorStart,
      };
      if (!this.#grow()) break;
    }
    if (outer > this.#height) this.#height = outer;
    return left;
  }

  #grow(): boolean {
    if (++this.#height <= MAX_CHAIN) return true;
    this.tooDeep(`this expression is a chain of more than ${MAX_CHAIN} operations: divide it`);
    return false;
  }

  /** `is`, `as`, `switch`, `with` and `..` after `left`; undefined where the word is not meant as an operator. */
  #parseOddOperator(start: number, left: Expression, kind: T): Expression | undefined {
    switch (kind) {
      case T.Is: {
        this.next();
        const pattern = this.parsePattern();
        return { kind: 'Is', start, end: this.end(), operand: left, pattern };
      }
      case T.As: {
        this.next();
        let type = this.parseType(false);
        if (this.tok === T.Question && !this.startsExpression(this.pos + 1)) {
          this.next();
          type = { kind: 'NullableType', start: type.start, end: this.end(), element: type };
        }
        return { kind: 'As', start, end: this.end(), operand: left, type };
      }
      case T.Switch:
        return this.#parseSwitch(start, left);
      case T.With: {
        if (this.peek(1) !== T.OpenBrace) return undefined;
        this.next();
        const initializer = this.parseInitializer();
        return { kind: 'With', start, end: this.end(), operand: left, initializer };
      }
      case T.DotDot: {
        this.next();
        const to = this.startsExpression(this.pos) ? this.parseBinary(RANGE + 1) : undefined;
        return { kind: 'Range', start, end: this.end(), from: left, to };
      }
      default:
        return undefined;
    }
  }

  #parseSwitch(start: number, operand: Expression): Expression {
    this.next();
    const open = this.pos;
    const arms: {
      start: number;
      end: number;
      pattern: PatternSyntax;
      when: Expression | undefined;
      value: Expression;
    }[] = [];
    if (this.need(T.OpenBrace, 'after `switch`')) {
      const wasEnding = this.endAtArrow;
      while (!this.at(T.CloseBrace) && !this.at(T.EOF)) {
        const armStart = this.here();
        const pattern = this.parsePattern();
        let when: Expression | undefined;
        if (this.accept(T.When)) {
          this.endAtArrow = true;
          when = this.parseConditional();
        }
        this.endAtArrow = false;
        this.need(T.Arrow, 'after the pattern');
        const value = this.parseExpression();
        arms.push({ start: armStart, end: this.end(), pattern, when, value });
        if (!this.accept(T.Comma)) break;
      }
      this.endAtArrow = wasEnding;
      this.closer(T.CloseBrace, open);
      this.recoverAt(open);
    }
    return { kind: 'SwitchExpression', start, end: this.end(), operand, arms };
  }

  protected parseUnary(): Expression {
    const kind = this.tok;
    switch (kind) {
      case T.Plus:
      case T.Minus:
      case T.Bang:
      case T.Tilde:
      case T.PlusPlus:
      case T.MinusMinus:
      case T.Caret:
      case T.DotDot:
        return this.#parsePrefixed(kind);
      case T.OpenParen:
        return this.isCast() ? this.#parseCast() : this.parsePostfix();
      default:
        return this.parsePostfix();
    }
  }

  #parsePrefixed(kind: T): Expression {
    const start = this.here();
    if (!this.enter()) return this.missingExpression();
    this.next();
    let expression: Expression;
    if (kind === T.DotDot) {
      const to = this.startsExpression(this.pos) ? this.parseBinary(RANGE + 1) : undefined;
      expression = { kind: 'Range', start, end: this.end(), from: undefined, to };
    } else {
      const operand = this.parseUnary();
      const end = this.end();
      if (kind === T.Caret) expression = { kind: 'FromEnd', start, end, operand };
      else if (kind === T.PlusPlus || kind === T.MinusMinus)
        expression = {
          kind: 'Increment',
          start,
          end,
          operator: kind === T.PlusPlus ? '++' : '--',
          prefix: true,
          operand,
        };
      else {
        const operator = kind === T.Plus ? '+' : kind === T.Minus ? '-' : kind === T.Bang ? '!' : '~';
        expression = { kind: 'Unary', start, end, operator, operand };
      }
    }
    this.leave();
    return expression;
  }

  #parseCast(): Expression {
    const start = this.here();
    if (!this.enter()) return this.missingExpression();
    const open = this.pos;
    this.next();
    const type = this.parseType();
    this.closeParen(open);
    const operand = this.parseUnary();
    this.leave();
    return { kind: 'Cast', start, end: this.end(), type, operand };
  }

  /** Members, calls and indices after a primary expression. */
  protected parsePostfix(): Expression {
    const start = this.here();
    const primary = this.parsePrimary();
    return primary.kind === 'Lambda' || primary.kind === 'ThrowExpression' ? primary : this.#parseChain(start, primary);
  }

  #parseChain(start: number, first: Expression): Expression {
    let left = first;
    for (;;) {
      switch (this.tok) {
        case T.Dot: {
          this.next();
          left = this.#parseMember(start, left);
          break;
        }
        case T.OpenParen: {
          const args = this.parseArguments();
          left = { kind: 'Invocation', start, end: this.end(), callee: left, args };
          break;
        }
        case T.OpenBracket: {
          const args = this.parseIndex();
          left = { kind: 'ElementAccess', start, end: this.end(), target: left, args };
          break;
        }
        case T.QuestionDot:
          return this.#parseConditionalAccess(start, left);
        case T.Question:
          if (this.peek(1) !== T.OpenBracket || !this.isConditionalIndex()) return left;
          return this.#parseConditionalAccess(start, left);
        case T.PlusPlus:
        case T.MinusMinus: {
          const operator = this.tok === T.PlusPlus ? '++' : '--';
          this.next();
          left = { kind: 'Increment', start, end: this.end(), operator, prefix: false, operand: left };
          break;
        }
        case T.Bang:
          this.next();
          left = { kind: 'NotNull', start, end: this.end(), operand: left };
          break;
        default:
          return left;
      }
      if (!this.#grow()) return left;
    }
  }

  #parseMember(start: number, target: Expression): Expression {
    const name: Identifier = this.name('what is after `.`');
    const typeArgs = this.at(T.Less) && this.opensTypeArgs(this.pos) ? this.parseTypeArgs() : undefined;
    return { kind: 'MemberAccess', start, end: this.end(), target, name, typeArgs };
  }

  #parseConditionalAccess(start: number, target: Expression): Expression {
    if (!this.enter()) return target;
    const at = this.here();
    const receiver: Expression = { kind: 'ConditionalReceiver', start: at, end: at };
    const isMember = this.tok === T.QuestionDot;
    this.next();
    let inner: Expression;
    if (isMember) inner = this.#parseMember(at, receiver);
    else {
      const args = this.parseIndex();
      inner = { kind: 'ElementAccess', start: at, end: this.end(), target: receiver, args };
    }
    const whenNotNull = this.#parseChain(at, inner);
    this.leave();
    return { kind: 'ConditionalAccess', start, end: this.end(), target, whenNotNull };
  }

  protected parseLambda(): Expression {
    const start = this.here();
    if (this.tok === T.Async && this.peek(1) !== T.Arrow) this.next();
    let params: readonly Parameter[];
    if (this.at(T.OpenParen)) params = this.parseParameters('lambda');
    else {
      const name = this.name('a parameter');
      params = [
        {
          start: name.start,
          end: name.end,
          attributes: [],
          mode: 'value',
          type: undefined,
          name,
          defaultValue: undefined,
        },
      ];
    }
    this.need(T.Arrow, 'after the parameters');
    const body: Block | Expression = this.at(T.OpenBrace) ? this.SUBRULE(this.block) : this.parseExpression();
    return { kind: 'Lambda', start, end: this.end(), params, body };
  }
}
