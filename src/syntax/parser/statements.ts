import type { ParserMethod } from 'chevrotain';
import { nearest } from '../../diagnostics/suggestions.ts';
import { isName, isPredefined, T } from '../tokens.ts';
import type {
  Attribute,
  Block,
  Expression,
  FunctionBody,
  LocalDeclaration,
  Modifier,
  Statement,
  TypeParameter,
} from '../tree.ts';
import { ControlParser } from './control.ts';
import { kindSet } from './lookahead.ts';

/** C#'s statements that Osy does not have, and what to do without. */
const foreign: Partial<Record<T, string>> = {
  [T.Using]: 'Osy has no `using` statement: nothing in it has to be given back, so leave it out',
  [T.Lock]: 'Osy has no `lock` statement: the bodies of a run never run at the same time, so leave it out',
  [T.Fixed]: 'Osy has no `fixed` statement',
  [T.Unsafe]: 'Osy has no `unsafe` statement',
  [T.Yield]: 'Osy has no `yield` statement: add to a list, and return that',
};
const beforeParentheses = ['if', 'while', 'for', 'foreach', 'switch', 'catch'];
const beforeBraces = ['else', 'try', 'finally', 'do'];
const beforeValues = ['return', 'throw'];

/** What a value begins with that is no name and no operator. */
const beginsValue = kindSet(
  T.New,
  T.IntLiteral,
  T.RealLiteral,
  T.CharLiteral,
  T.StringLiteral,
  T.VerbatimString,
  T.RawString,
  T.InterpolatedStart,
  T.True,
  T.False,
);

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
export abstract class StatementParser extends ControlParser {
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
      () => !this.at(T.CloseBrace) && !this.at(T.EOF) && !(inSwitch && this.isLabel()) && !this.belongsOutside(0),
      () => {
        const at = this.pos;
        statements.push(this.SUBRULE(this.statement));
        if (this.panicAt >= 0) this.resyncStatement(at);
      },
    );
    this.endAtArrow = arrow;
    return statements;
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
      case T.Using:
      case T.Yield:
        return this.#isForeign() ? Form.Expression : this.#nameForm();
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

  // ---------------------------------------------------------------- rules

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

  readonly gotoStatement = this.RULE('gotoStatement', (): Statement => {
    const start = this.here();
    this.eat(T.Goto);
    const target = this.name('`goto`');
    this.semicolon('after the state');
    return { kind: 'Goto', start, end: this.end(), target };
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
    if (isConst && this.at(T.Equals)) this.fail('a `const` needs its type before its name: `const int x = …`');
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
    const refusal = this.RECORDING_PHASE ? undefined : this.#refusal();
    if (refusal !== undefined) this.fail(refusal);
    const expression = this.SUBRULE(this.expression);
    if (this.allowsTrailing && this.tok === T.EOF && this.panicAt < 0 && this.pos >= this.count)
      this.trailing = expression;
    else this.semicolon('at the end of this statement');
    return { kind: 'ExpressionStatement', start, end: this.end(), expression };
  });

  /** In a script the last expression may go without `;`. */
  protected allowsTrailing = false;
  protected trailing: Expression | undefined;

  /** Why nothing of the language begins as the statement here does, where that can be told from its first words. */
  #refusal(): string | undefined {
    const next = this.peek(1);
    const word = foreign[this.tok];
    if (word !== undefined) return this.#isForeign() ? word : undefined;
    if ((this.tok === T.Checked || this.tok === T.Unchecked) && next === T.OpenBrace) {
      const name = this.shown(this.pos);
      return `Osy has no \`${name}\` block: write \`${name}(e)\` around the expression that is meant`;
    }
    return this.tok === T.Identifier ? this.#slip(next) : undefined;
  }

  /** A name in a place where only a word of the language makes sense: `wihle (…) {`, `esle {`, `retrun 1`. */
  #slip(next: T): string | undefined {
    const words =
      next === T.OpenBrace
        ? beforeBraces
        : next === T.OpenParen
          ? this.kindAt((this.match[this.pos + 1] as number) + 1) === T.OpenBrace
            ? beforeParentheses
            : []
          : beginsValue[next] === 1
            ? beforeValues
            : [];
    if (words.length === 0) return undefined;
    const name = this.nameAt(this.pos);
    const meant = nearest(name, words);
    return meant && `\`${name}\` begins no statement — did you mean \`${meant}\`?`;
  }

  #isForeign(): boolean {
    const next = this.peek(1);
    if (!isName(this.tok)) return true;
    if (this.tok === T.Using) return next === T.OpenParen || isName(next);
    return next === T.Return || next === T.Break;
  }
}
