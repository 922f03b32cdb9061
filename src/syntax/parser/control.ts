import type { ParserMethod } from 'chevrotain';
import { isName, T } from '../tokens.ts';
import type {
  CatchSyntax,
  Designation,
  Expression,
  LocalDeclaration,
  PatternSyntax,
  Statement,
  StatementOf,
  SwitchSectionSyntax,
  TypeSyntax,
} from '../tree.ts';
import { MAX_CHAIN } from './base.ts';
import { RecoveryParser } from './recovery.ts';

/** Branches, loops and `try` (language.md §4), and the routes of an arm (§7). */
export abstract class ControlParser extends RecoveryParser {
  abstract readonly statement: ParserMethod<[], Statement>;
  abstract readonly variables: ParserMethod<[], LocalDeclaration>;
  protected abstract parseStatements(inSwitch?: boolean): Statement[];

  /** `(e)` */
  protected parseCondition(what: string): Expression {
    const open = this.pos;
    if (!this.need(T.OpenParen, `after \`${what}\``)) return this.missingExpression();
    const condition = this.SUBRULE(this.expression);
    this.closeParen(open);
    this.recoverAt(open);
    return condition;
  }

  /** What `case` and `catch` may hold after their pattern: `when e`. */
  protected parseFilter(): Expression | undefined {
    return this.when(9, this.at(T.When), () => {
      this.eat(T.When);
      return this.SUBRULE(this.expression);
    });
  }

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

  protected isLabel(): boolean {
    return this.tok === T.Case || (this.tok === T.Default && this.peek(1) === T.Colon);
  }

  readonly switchSection = this.RULE('switchSection', (): SwitchSectionSyntax => {
    const start = this.here();
    const labels: { start: number; end: number; pattern: PatternSyntax | undefined; when: Expression | undefined }[] =
      [];
    this.repeat(
      1,
      () => this.isLabel() || labels.length === 0,
      () => {
        const at = this.here();
        if (!this.RECORDING_PHASE && !this.isLabel()) {
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

  /** `when (c) {` or `default {` */
  protected isRoute(): boolean {
    if (this.tok === T.Default) return this.peek(1) === T.OpenBrace;
    const close = this.tok === T.When && this.peek(1) === T.OpenParen ? (this.match[this.pos + 1] as number) : -1;
    return close >= 0 && this.kindAt(close + 1) === T.OpenBrace;
  }

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
}
