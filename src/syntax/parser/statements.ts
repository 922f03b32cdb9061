import type { ParserMethod } from 'chevrotain';
import { isName, isPredefined, T } from '../tokens.ts';
import type {
  Attribute,
  Block,
  CatchSyntax,
  Designation,
  Expression,
  FunctionBody,
  LocalDeclaration,
  Modifier,
  PatternSyntax,
  Statement,
  StatementOf,
  SwitchSectionSyntax,
  TypeParameter,
  TypeSyntax,
} from '../tree.ts';
import { MAX_CHAIN } from './base.ts';
import { kindSet } from './lookahead.ts';
import { PatternParser } from './patterns.ts';

/** Words that begin a statement, and so show where one ends that was given up. */
const statementWords = kindSet(
  T.If,
  T.While,
  T.Do,
  T.For,
  T.Foreach,
  T.Break,
  T.Continue,
  T.Return,
  T.Throw,
  T.Try,
  T.Switch,
  T.Goto,
  T.RunAs,
  T.Var,
  T.Const,
);
/** Statements whose block is read all the same when their head is given up. */
const ownsBlock = kindSet(T.If, T.While, T.Do, T.For, T.Foreach, T.Switch, T.Try, T.When, T.RunAs, T.Else, T.Catch);
/** C#'s statements that Osy does not have. */
const foreign: Partial<Record<T, string>> = {
  [T.Using]: 'using',
  [T.Lock]: 'lock',
  [T.Fixed]: 'fixed',
  [T.Unsafe]: 'unsafe',
  [T.Yield]: 'yield',
};

enum Form {
  Block,
  If,
  While,
  Do,
  For,
  Foreach,
  Break,
  Continue,
  Return,
  Throw,
  Try,
  Switch,
  Goto,
  Routes,
  RunAs,
  Empty,
  Local,
  Function,
  Expression,
}

/** Statements (language.md §4, §7.5, §13). */
export abstract class StatementParser extends PatternParser {
  abstract readonly attributes: ParserMethod<[], readonly Attribute[]>;
  protected abstract parseModifiers(): readonly Modifier[];
  protected abstract parseFunctionBody(what: string): FunctionBody | undefined;

  readonly #statementForms: readonly (() => Statement)[] = [
    () => this.SUBRULE(this.block),
    () => this.SUBRULE(this.ifStatement),
    () => this.SUBRULE(this.whileStatement),
    () => this.SUBRULE(this.doStatement),
    () => this.SUBRULE(this.forStatement),
    () => this.SUBRULE(this.foreachStatement),
    () => this.SUBRULE(this.breakStatement),
    () => this.SUBRULE(this.continueStatement),
    () => this.SUBRULE(this.returnStatement),
    () => this.SUBRULE(this.throwStatement),
    () => this.SUBRULE(this.tryStatement),
    () => this.SUBRULE(this.switchStatement),
    () => this.SUBRULE(this.gotoStatement),
    () => this.SUBRULE(this.routes),
    () => this.SUBRULE(this.runAsStatement),
    () => this.SUBRULE(this.emptyStatement),
    () => this.SUBRULE(this.localDeclaration),
    () => this.SUBRULE(this.localFunction),
    () => this.SUBRULE(this.expressionStatement),
  ];

  readonly statement = this.RULE('statement', (): Statement => {
    if (this.RECORDING_PHASE) return this.pick(0, 0, this.#statementForms);
    if (!this.enter()) return { kind: 'Empty', start: this.end(), end: this.end() };
    const result = (this.#statementForms[this.#statementForm()] as () => Statement)();
    this.leave();
    return result;
  });

  readonly block = this.RULE('block', (): Block => {
    const start = this.here();
    const open = this.pos;
    this.need(T.OpenBrace, 'here');
    const statements = this.parseStatements();
    this.closeBlock(open);
    const end = this.end();
    // A block whose braces are both missing may hold nothing at all.
    return { kind: 'Block', start: Math.min(start, end), end, statements };
  });

  /** Statements up to a `}`, or a `case` where `inSwitch`. An error in one costs that one alone. */
  protected parseStatements(inSwitch = false): Statement[] {
    const statements: Statement[] = [];
    const arrow = this.endAtArrow;
    this.endAtArrow = false;
    this.repeat(
      0,
      () => !this.at(T.CloseBrace) && !this.at(T.EOF) && !(inSwitch && this.#isLabel()) && !this.belongsOutside(0),
      () => {
        const at = this.pos;
        statements.push(this.SUBRULE(this.statement));
        if (this.panicAt >= 0) this.#resync(at);
      },
    );
    this.endAtArrow = arrow;
    return statements;
  }

  /** After an error in the statement at token `first`: goes to where the next one begins. */
  #resync(first: number): void {
    if (this.hopeless) return;
    let at = Math.max(this.panicAt, first);
    const indent = this.indentOf(first);
    this.panicAt = -1;
    for (; ; at++) {
      const kind = this.kindAt(at);
      if (kind === T.EOF) break;
      if (at > first && this.beginsLine(at) && (this.indentOf(at) <= indent || statementWords[kind] === 1)) break;
      if (kind === T.Semicolon) {
        at++;
        break;
      }
      const partner = this.match[at] as number;
      if (kind === T.CloseBrace) {
        // The end of a block around the statement, or of one that the statement opened.
        if (partner < first) break;
        at++;
        break;
      }
      if (kind === T.OpenBrace && at > first && (ownsBlock[this.kindAt(first)] === 1 || this.beginsLine(at))) break;
      if (
        (kind === T.OpenParen || kind === T.OpenBracket || kind === T.OpenBrace || kind === T.InterpolatedStart) &&
        partner > at
      )
        at = partner;
    }
    this.seek(Math.max(at, first + 1 < this.count && at === first ? first + 1 : at));
  }

  /**
   * Where some `}` is missing: does what stands here belong to a list further out than one of this `level`? 0 are
   * statements and settings, 1 a state, 2 a workflow or a class. Then the lists between end here.
   */
  protected belongsOutside(level: number): boolean {
    if (!this.lacksClosing) return false;
    this.leaving = this.#rank() > level;
    return this.leaving;
  }
  #rank(): number {
    const next = this.peek(1);
    const after = this.peek(2);
    switch (this.tok) {
      case T.Enum:
      case T.Class:
      case T.Interface:
        return 3;
      case T.Public:
      case T.Internal:
        return 2.5;
      case T.Entity:
      case T.Workflow:
      case T.Client:
        return isName(next) && (after === T.OpenBrace || after === T.Colon) ? 3 : 0;
      case T.State:
        return isName(next) && after === T.OpenBrace ? 2 : 0;
      case T.Terminal:
        return isName(next) && isName(after) ? 2 : 0;
      case T.Event:
        return isName(next) && after === T.OpenParen ? 2 : 0;
      case T.On:
        return isName(next) && (after === T.OpenBrace || after === T.OpenParen) ? 1 : 0;
      case T.Subscribe:
        return isName(next) && after === T.OpenParen ? 1 : 0;
      case T.Complete:
        return next === T.When ? 1 : 0;
      case T.Enter:
      case T.Exit:
        return next === T.OpenBrace ? 1 : 0;
      default:
        return 0;
    }
  }

  /** The `}` of the `{` at token `open`. */
  protected closeBlock(open: number): void {
    if (this.accept(T.CloseBrace)) return;
    if (this.RECORDING_PHASE) {
      this.eat(T.CloseBrace);
      return;
    }
    if (this.kindAt(open) !== T.OpenBrace) return;
    if (this.panicAt >= 0) this.recoverAt(open);
    else this.unclosed(open);
  }

  // ---------------------------------------------------------------- which statement

  #statementForm(): Form {
    switch (this.tok) {
      case T.OpenBrace:
        return Form.Block;
      case T.If:
        return Form.If;
      case T.While:
        return Form.While;
      case T.Do:
        return Form.Do;
      case T.For:
        return Form.For;
      case T.Foreach:
        return Form.Foreach;
      case T.Break:
        return Form.Break;
      case T.Continue:
        return Form.Continue;
      case T.Return:
        return Form.Return;
      case T.Throw:
        return Form.Throw;
      case T.Try:
        return Form.Try;
      case T.Switch:
        return Form.Switch;
      case T.Semicolon:
        return Form.Empty;
      case T.Goto:
        return isName(this.peek(1)) && this.peek(2) !== T.Equals ? Form.Goto : this.#nameForm();
      case T.Const:
        return Form.Local;
      case T.Static:
        return Form.Function;
      case T.OpenBracket: {
        const close = this.match[this.pos] as number;
        return close >= 0 && this.isFunctionAt(close + 1) ? Form.Function : Form.Expression;
      }
      case T.When:
      case T.Default:
        return this.isRoute() ? Form.Routes : this.#nameForm();
      case T.RunAs: {
        const close = this.peek(1) === T.OpenParen ? (this.match[this.pos + 1] as number) : -1;
        return close >= 0 && this.kindAt(close + 1) === T.OpenBrace ? Form.RunAs : this.#nameForm();
      }
      default:
        if (isName(this.tok) || isPredefined(this.tok) || this.tok === T.OpenParen) return this.#nameForm();
        return Form.Expression;
    }
  }

  #nameForm(): Form {
    const next = this.peek(1);
    // the commonest beginnings first: `x.`, `x(`, `x =`
    if ((next === T.OpenParen && this.tok !== T.OpenParen) || next === T.Equals) return Form.Expression;
    if (this.scanLocal(this.pos) >= 0) return Form.Local;
    return this.isFunctionAt(this.pos) ? Form.Function : Form.Expression;
  }

  /** `when (c) {` or `default {` */
  protected isRoute(): boolean {
    if (this.tok === T.Default) return this.peek(1) === T.OpenBrace;
    const close = this.tok === T.When && this.peek(1) === T.OpenParen ? (this.match[this.pos + 1] as number) : -1;
    return close >= 0 && this.kindAt(close + 1) === T.OpenBrace;
  }

  // ---------------------------------------------------------------- parts

  /** `(e)` */
  protected parseCondition(what: string): Expression {
    const open = this.pos;
    if (!this.need(T.OpenParen, `after \`${what}\``)) return this.missingExpression();
    const condition = this.SUBRULE(this.expression);
    this.closeParen(open);
    this.recoverAt(open);
    return condition;
  }

  // ---------------------------------------------------------------- rules

  readonly ifStatement = this.RULE('ifStatement', (): Statement => {
    if (this.RECORDING_PHASE) {
      this.eat(T.If);
      this.parseCondition('if');
      const then = this.SUBRULE(this.statement);
      this.option(0, () => [this.eat(T.Else), this.SUBRULE1(this.statement)]);
      return then;
    }
    // `else if` in a loop, so that a long chain needs no deep stack
    const branches: { start: number; condition: Expression; then: Statement }[] = [];
    let otherwise: Statement | undefined;
    for (;;) {
      const start = this.here();
      this.next();
      const condition = this.parseCondition('if');
      const then = this.SUBRULE(this.statement);
      branches.push({ start, condition, then });
      if (!this.accept(T.Else)) break;
      if (this.tok !== T.If) {
        otherwise = this.SUBRULE(this.statement);
        break;
      }
      if (branches.length >= MAX_CHAIN) {
        this.tooDeep(`more than ${MAX_CHAIN} \`else if\` in a row`);
        break;
      }
    }
    const end = this.end();
    let result = otherwise;
    for (let i = branches.length - 1; i >= 0; i--) {
      const { start, condition, then } = branches[i] as (typeof branches)[number];
      result = { kind: 'If', start, end, condition, then, else: result };
    }
    return result as Statement;
  });

  readonly whileStatement = this.RULE('whileStatement', (): Statement => {
    const start = this.here();
    this.eat(T.While);
    const condition = this.parseCondition('while');
    const body = this.SUBRULE(this.statement);
    return { kind: 'While', start, end: this.end(), condition, body };
  });

  readonly doStatement = this.RULE('doStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Do);
    const body = this.SUBRULE(this.statement);
    this.need(T.While, 'after the body of `do`');
    const condition = this.parseCondition('while');
    this.semicolon('at the end of this statement');
    return { kind: 'Do', start, end: this.end(), body, condition };
  });

  readonly forStatement = this.RULE('forStatement', (): Statement => {
    const start = this.here();
    this.eat(T.For);
    const open = this.pos;
    this.need(T.OpenParen, 'after `for`');
    const isLocal = this.scanLocal(this.pos) >= 0;
    const init = this.pick<LocalDeclaration | readonly Expression[]>(0, isLocal ? 0 : 1, [
      () => this.SUBRULE(this.variables),
      () => this.#expressionList(1, T.Semicolon),
    ]);
    this.need(T.Semicolon, 'after the first part of `for`');
    const condition = this.when(0, !this.at(T.Semicolon), () => this.SUBRULE(this.expression));
    this.need(T.Semicolon, 'after the condition of `for`');
    const step = this.#expressionList(2, T.CloseParen);
    this.closeParen(open);
    this.recoverAt(open);
    const body = this.SUBRULE(this.statement);
    return { kind: 'For', start, end: this.end(), init, condition, step, body };
  });

  #expressionList(index: number, closer: T): readonly Expression[] {
    const list = this.when(index, !this.at(closer), () => this.commaList(index, () => this.SUBRULE1(this.expression)));
    return list ?? [];
  }

  readonly foreachStatement = this.RULE('foreachStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Foreach);
    const open = this.pos;
    this.need(T.OpenParen, 'after `foreach`');
    const { type, target } = this.#foreachTarget();
    this.need(T.In, 'after the variable of `foreach`');
    const collection = this.SUBRULE(this.expression);
    this.closeParen(open);
    this.recoverAt(open);
    const body = this.SUBRULE(this.statement);
    return { kind: 'Foreach', start, end: this.end(), type, target, collection, body };
  });

  #foreachTarget(): { type: TypeSyntax | undefined; target: Designation } {
    if (!this.RECORDING_PHASE && this.tok === T.OpenParen && this.scanLocal(this.pos) < 0) {
      const close = this.match[this.pos] as number;
      if (close >= 0 && this.kindAt(close + 1) === T.In) return { type: undefined, target: this.#typedTuple() };
    }
    const isBare = isName(this.tok) && this.peek(1) === T.In;
    if (isBare) {
      this.fail(`the variable of \`foreach\` needs a type, or \`var\`, before its name`);
    }
    const type = this.SUBRULE(this.type);
    const target = this.RECORDING_PHASE ? this.#recordedDesignation() : this.parseDesignation();
    return { type, target };
  }
  #recordedDesignation(): Designation {
    const name = this.name('a variable');
    return { kind: 'Variable', start: 0, end: 0, name };
  }

  /** `(var a, int b)` */
  #typedTuple(): Designation {
    const start = this.here();
    const open = this.pos;
    this.next();
    const items = this.commaList(3, (): Designation => {
      if (this.tok === T.OpenParen) return this.#typedTuple();
      const next = this.peek(1);
      if (next !== T.Comma && next !== T.CloseParen) this.parseType();
      return this.parseDesignation();
    });
    this.closeParen(open);
    return { kind: 'TupleDesignation', start, end: this.end(), items };
  }

  readonly breakStatement = this.RULE('breakStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Break);
    this.semicolon('after `break`');
    return { kind: 'Break', start, end: this.end() };
  });

  readonly continueStatement = this.RULE('continueStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Continue);
    this.semicolon('after `continue`');
    return { kind: 'Continue', start, end: this.end() };
  });

  readonly returnStatement = this.RULE('returnStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Return);
    const expression = this.#optionalValue();
    this.semicolon('at the end of this statement');
    return { kind: 'Return', start, end: this.end(), expression };
  });

  readonly throwStatement = this.RULE('throwStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Throw);
    const expression = this.#optionalValue();
    this.semicolon('at the end of this statement');
    return { kind: 'Throw', start, end: this.end(), expression };
  });

  /** The value of `return` and `throw`; a `}` or a word on a new line shows a forgotten `;` instead. */
  #optionalValue(): Expression | undefined {
    const absent =
      this.at(T.Semicolon) || this.at(T.CloseBrace) || (this.beginsLine(this.pos) && !this.startsExpression(this.pos));
    return this.when(0, !absent, () => this.SUBRULE(this.expression));
  }

  readonly tryStatement = this.RULE('tryStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Try);
    const block = this.SUBRULE(this.block);
    const catches: CatchSyntax[] = [];
    this.repeat(
      0,
      () => this.at(T.Catch),
      () => {
        catches.push(this.SUBRULE(this.catchClause));
      },
    );
    const last = this.when(0, this.at(T.Finally), () => {
      this.eat(T.Finally);
      return this.SUBRULE1(this.block);
    });
    if (catches.length === 0 && last === undefined && this.panicAt < 0 && !this.RECORDING_PHASE)
      this.report(start, start + 3, '`try` needs a `catch` or a `finally`');
    return { kind: 'Try', start, end: this.end(), block, catches, finally: last };
  });

  readonly catchClause = this.RULE('catchClause', (): CatchSyntax => {
    const start = this.here();
    this.eat(T.Catch);
    const open = this.pos;
    const caught = this.when(0, this.at(T.OpenParen), () => {
      this.eat(T.OpenParen);
      const type = this.SUBRULE(this.type);
      const name = this.when(1, isName(this.tok), () => this.name('the exception'));
      this.closeParen(open);
      this.recoverAt(open);
      return { type, name };
    });
    const filter = this.when(2, this.at(T.When), () => {
      this.eat(T.When);
      return this.parseCondition('when');
    });
    const block = this.SUBRULE(this.block);
    return { start, end: this.end(), type: caught?.type, name: caught?.name, filter, block };
  });

  readonly switchStatement = this.RULE('switchStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Switch);
    const expression = this.parseCondition('switch');
    const open = this.pos;
    this.need(T.OpenBrace, 'after the value of `switch`');
    const sections: SwitchSectionSyntax[] = [];
    this.repeat(
      0,
      () => !this.at(T.CloseBrace) && !this.at(T.EOF) && !this.leaving,
      () => {
        sections.push(this.SUBRULE(this.switchSection));
      },
    );
    this.closeBlock(open);
    return { kind: 'Switch', start, end: this.end(), expression, sections };
  });

  #isLabel(): boolean {
    return this.tok === T.Case || (this.tok === T.Default && this.peek(1) === T.Colon);
  }

  readonly switchSection = this.RULE('switchSection', (): SwitchSectionSyntax => {
    const start = this.here();
    const labels: { start: number; end: number; pattern: PatternSyntax | undefined; when: Expression | undefined }[] =
      [];
    this.repeat(
      1,
      () => this.#isLabel() || labels.length === 0,
      () => {
        const at = this.here();
        if (!this.RECORDING_PHASE && !this.#isLabel()) {
          this.fail(`expected \`case\` or \`default\`, found ${this.describe(this.pos)}`);
          return;
        }
        const { pattern, when } = this.pick(0, this.at(T.Case) ? 0 : 1, [
          () => {
            this.eat(T.Case);
            return { pattern: this.SUBRULE(this.pattern) as PatternSyntax | undefined, when: this.parseFilter() };
          },
          () => {
            this.eat(T.Default);
            return { pattern: undefined, when: undefined };
          },
        ]);
        this.need(T.Colon, 'after the label');
        labels.push({ start: at, end: this.end(), pattern, when });
      },
    );
    const statements = this.parseStatements(true);
    return { start, end: this.end(), labels, statements };
  });

  readonly gotoStatement = this.RULE('gotoStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Goto);
    const target = this.name('`goto`');
    this.semicolon('after the state');
    return { kind: 'Goto', start, end: this.end(), target };
  });

  /** `when (c) { … } default { … }` */
  readonly routes = this.RULE('routes', (): Statement => {
    const start = this.here();
    const routes: StatementOf<'Routes'>['routes'][number][] = [];
    this.repeat(
      0,
      () => this.isRoute() && (routes.length === 0 || routes.at(-1)?.condition !== undefined),
      () => {
        const at = this.here();
        const condition = this.pick(0, this.at(T.When) ? 0 : 1, [
          () => {
            this.eat(T.When);
            return this.parseCondition('when') as Expression | undefined;
          },
          () => {
            this.eat(T.Default);
            return undefined;
          },
        ]);
        const body = this.SUBRULE(this.block);
        routes.push({ start: at, end: this.end(), condition, body });
      },
    );
    return { kind: 'Routes', start, end: this.end(), routes };
  });

  readonly runAsStatement = this.RULE('runAsStatement', (): Statement => {
    const start = this.here();
    this.eat(T.RunAs);
    const principal = this.parseCondition('runas');
    const body = this.SUBRULE(this.block);
    return { kind: 'RunAs', start, end: this.end(), principal, body };
  });

  readonly emptyStatement = this.RULE('emptyStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Semicolon);
    return { kind: 'Empty', start, end: this.end() };
  });

  readonly localDeclaration = this.RULE('localDeclaration', (): Statement => {
    const declared = this.SUBRULE(this.variables);
    this.semicolon('at the end of this statement');
    return this.RECORDING_PHASE ? declared : { ...declared, end: this.end() };
  });

  /** `var a = 1, b`, also at the head of a `for`. */
  readonly variables = this.RULE('variables', (): LocalDeclaration => {
    const start = this.here();
    const isConst = this.at(T.Const);
    this.when(0, isConst, () => this.eat(T.Const));
    const type = this.SUBRULE(this.type);
    const variables = this.commaList(0, () => {
      const at = this.here();
      if (this.at(T.Default)) this.defaultIsName = true;
      const name = this.name('a variable');
      const initializer = this.when(1, this.at(T.Equals), () => {
        this.eat(T.Equals);
        return this.SUBRULE(this.expression);
      });
      return { start: at, end: this.end(), name, initializer };
    });
    return { kind: 'LocalDeclaration', start, end: this.end(), isConst, type, variables };
  });

  readonly localFunction = this.RULE('localFunction', (): Statement => {
    const start = this.here();
    const attributes = this.RECORDING_PHASE || this.at(T.OpenBracket) ? this.SUBRULE(this.attributes) : [];
    const modifiers = this.parseModifiers();
    const returnType = this.SUBRULE(this.type);
    const name = this.name('a function');
    const typeParams: readonly TypeParameter[] =
      this.when(0, this.at(T.Less), () => this.SUBRULE(this.typeParameters)) ?? [];
    const params = this.SUBRULE(this.parameters);
    const constraints = this.parseConstraints();
    const body = this.parseFunctionBody('a local function') ?? {
      kind: 'Block',
      start: this.end(),
      end: this.end(),
      statements: [],
    };
    const end = this.end();
    return {
      kind: 'LocalFunction',
      start,
      end,
      attributes,
      modifiers,
      returnType,
      name,
      typeParams,
      params,
      constraints,
      body,
    };
  });

  readonly expressionStatement = this.RULE('expressionStatement', (): Statement => {
    const start = this.here();
    const word = foreign[this.tok];
    if (word !== undefined && this.#isForeign()) this.fail(`Osy has no \`${word}\` statement`);
    const expression = this.SUBRULE(this.expression);
    if (this.allowsTrailing && this.tok === T.EOF && this.panicAt < 0 && this.pos >= this.count)
      this.trailing = expression;
    else this.semicolon('at the end of this statement');
    return { kind: 'ExpressionStatement', start, end: this.end(), expression };
  });

  /** In a script the last expression may go without `;`. */
  protected allowsTrailing = false;
  protected trailing: Expression | undefined;

  #isForeign(): boolean {
    const next = this.peek(1);
    if (!isName(this.tok)) return true;
    if (this.tok === T.Using) return next === T.OpenParen || isName(next);
    return next === T.Return || next === T.Break;
  }

  // ---------------------------------------------------------------- unclosed braces

  /** A block that the end of the file cut off; said once, at the end, with a label where it opens. */
  protected unclosed(open: number): void {
    if (this.saidUnclosed || this.hopeless) return;
    this.reportUnclosed(this.spanOf(open));
  }
  protected reportUnclosed(span: { start: number; end: number }): void {
    this.saidUnclosed = true;
    const last = this.text.trimEnd().length;
    // What swallowed the rest of a line, or of the file, may have swallowed the brace.
    const swallowed = this.tokens.errors.some(
      ({ token }) => this.kindAt(token) === T.Bad && this.textAt(token).includes('}'),
    );
    if (swallowed || this.tokens.errors.some((error) => error.token >= this.count)) return;
    const label = { file: this.file, span, message: 'this `{` is never closed' };
    this.report(last, last, 'a `}` is missing: a block is still open at the end of the file', [label]);
  }
  protected saidUnclosed = false;
}
