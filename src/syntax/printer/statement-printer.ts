import { T } from '../tokens.ts';
import type { Attribute, Block, Expression, FunctionBody, LocalDeclaration, Statement, StatementOf } from '../tree.ts';
import { between, cat, type Doc, edge, group, hardline, indent, line, softline } from './doc.ts';
import { PatternPrinter } from './pattern-printer.ts';

/** Statements (language.md §4, §7.5, §13). */
export abstract class StatementPrinter extends PatternPrinter {
  protected abstract header(attributes: readonly Attribute[], modifiers: number, signature: () => Doc): Doc;
  protected abstract signature(node: StatementOf<'LocalFunction'>): Doc;

  /** @param head the line before it; where that is broken, the block is opened out */
  protected block(block: Block, head?: Doc): Doc {
    return this.braces(() => this.statements(block.statements), head);
  }

  protected statements(statements: readonly Statement[], hard = false): Doc {
    if (statements.length === 0) return this.nothing();
    return cat(
      ...statements.flatMap((statement, i) =>
        i === 0 ? [this.statement(statement)] : [between(this.gap(), hard), this.statement(statement)],
      ),
    );
  }

  protected statement(s: Statement): Doc {
    switch (s.kind) {
      case 'Block':
        return this.block(s);
      case 'LocalDeclaration':
        return cat(this.#locals(s), this.tok(T.Semicolon));
      case 'LocalFunction': {
        const head = this.header(s.attributes, s.modifiers.length, () => this.signature(s));
        return cat(head, this.functionBody(s.body, head));
      }
      case 'ExpressionStatement':
        return cat(this.expression(s.expression), this.tok(T.Semicolon));
      case 'If':
        return this.#if(s);
      case 'While': {
        const head = cat(this.tok(T.While), ' ', this.condition(s.condition));
        return cat(head, this.#body(s.body, head));
      }
      case 'Do':
        return this.#do(s);
      case 'For':
        return this.#for(s);
      case 'Foreach':
        return this.#foreach(s);
      case 'Return':
      case 'Throw':
        return this.#withValue(s.expression);
      case 'Break':
      case 'Continue':
      case 'Goto':
        return this.flat(s.end);
      case 'Empty':
        return this.tok();
      case 'Try':
        return this.#try(s);
      case 'Switch':
        return this.#switch(s);
      case 'Routes':
        return this.#routes(s);
      case 'RunAs': {
        const head = cat(this.tok(T.RunAs), ' ', this.condition(s.principal));
        return cat(head, ' ', this.block(s.body, head));
      }
    }
  }

  /** ` { … }`, ` => e;`, or `;` for none. */
  protected functionBody(body: FunctionBody | undefined, head?: Doc): Doc {
    if (body === undefined) return this.tok(T.Semicolon);
    if (body.kind === 'Block') return cat(' ', this.block(body, head));
    return cat(' ', this.tok(T.Arrow), this.arrowValue(body.expression), this.tok(T.Semicolon));
  }

  /** `(e)` */
  protected condition(e: Expression): Doc {
    return this.soft(() => this.open(e));
  }

  /** A body without braces stays behind its head where the author wrote it there and it fits. */
  #body(body: Statement, head?: Doc): Doc {
    if (body.kind === 'Block') return cat(' ', this.block(body, head));
    const isBelow = this.beginsLine();
    return this.below(this.statement(body), isBelow);
  }

  #withValue(value: Expression | undefined): Doc {
    const word = this.tok();
    const rest = value === undefined ? this.nothing() : cat(' ', this.expression(value));
    return cat(word, rest, this.tok(T.Semicolon));
  }

  #locals(s: LocalDeclaration): Doc {
    const type = this.flat(s.type.end);
    const variables = this.commaLines(s.variables, ({ name, initializer }) =>
      cat(this.flat(name.end), this.initial(initializer)),
    );
    return cat(type, ' ', s.variables.length > 1 ? group(indent(variables)) : variables);
  }

  // ---------------------------------------------------------------- branches and loops

  /** A chain of `else if` is as long as it likes, so it is a loop here. */
  #if(first: StatementOf<'If'>): Doc {
    const parts: Doc[] = [];
    const isOneLine = this.isOnOneLine(first);
    let s = first;
    for (;;) {
      const head = cat(this.tok(T.If), ' ', this.condition(s.condition));
      const then = this.#body(s.then, head);
      parts.push(head, then);
      if (s.else === undefined) break;
      parts.push(s.then.kind === 'Block' ? edge(then) : isOneLine ? line : hardline, this.tok(T.Else));
      if (s.else.kind !== 'If') {
        parts.push(this.#body(s.else));
        break;
      }
      parts.push(' ');
      s = s.else;
    }
    return isOneLine ? group(cat(...parts)) : cat(...parts);
  }

  #do(s: StatementOf<'Do'>): Doc {
    const parts = [this.tok(T.Do), this.#body(s.body)];
    const last = s.body.kind === 'Block' ? ' ' : line;
    parts.push(last, this.tok(T.While), ' ', this.condition(s.condition), this.tok(T.Semicolon));
    return group(cat(...parts));
  }

  #for(s: StatementOf<'For'>): Doc {
    const word = this.tok(T.For);
    const head = this.soft(() => {
      const { init } = s;
      const parts: Doc[] = ['kind' in init ? this.#locals(init) : this.#list(init), this.tok(T.Semicolon)];
      if (s.condition !== undefined) parts.push(line, this.expression(s.condition));
      parts.push(this.tok(T.Semicolon));
      if (s.step.length > 0) parts.push(line, this.#list(s.step));
      return cat(...parts);
    });
    return cat(word, ' ', head, this.#body(s.body, head));
  }
  #list(expressions: readonly Expression[]): Doc {
    return expressions.length < 2
      ? this.commaLines(expressions, (e) => this.expression(e))
      : group(indent(this.commaLines(expressions, (e) => this.expression(e))));
  }

  #foreach(s: StatementOf<'Foreach'>): Doc {
    const word = this.tok(T.Foreach);
    const open = this.tok(T.OpenParen);
    const parts = [this.flat(s.target.end), ' ', this.tok(T.In), ' ', this.expression(s.collection)];
    const comments = this.comments();
    const head = group(cat(open, indent(softline, ...parts, ...comments), softline, this.bare(T.CloseParen)));
    return cat(word, ' ', head, this.#body(s.body, head));
  }

  #try(s: StatementOf<'Try'>): Doc {
    const isOneLine = this.isOnOneLine(s);
    const parts: Doc[] = [this.tok(T.Try), ' ', this.block(s.block)];
    for (const clause of s.catches) {
      parts.push(edge(parts.at(-1) as Doc), this.tok(T.Catch), ' ');
      const { type, filter } = clause;
      if (type !== undefined)
        parts.push(
          this.soft(() => this.flat(clause.name?.end ?? type.end)),
          ' ',
        );
      if (filter !== undefined) parts.push(this.tok(T.When), ' ', this.condition(filter), ' ');
      parts.push(this.block(clause.block));
    }
    if (s.finally !== undefined) parts.push(edge(parts.at(-1) as Doc), this.tok(T.Finally), ' ', this.block(s.finally));
    return isOneLine ? group(cat(...parts)) : cat(...parts);
  }

  #switch(s: StatementOf<'Switch'>): Doc {
    const head = [this.tok(T.Switch), ' ', this.condition(s.expression), ' '];
    return cat(
      ...head,
      this.braces(() => {
        const parts: Doc[] = [];
        for (const section of s.sections) {
          if (parts.length > 0) parts.push(between(this.gap()));
          parts.push(this.#section(section));
        }
        return parts.length === 0 ? this.nothing() : cat(...parts);
      }),
    );
  }

  /** `case 1: return x;` stays on one line where the author wrote it so. */
  #section(section: StatementOf<'Switch'>['sections'][number]): Doc {
    const isOneLine = this.isOnOneLine(section);
    const parts: Doc[] = [];
    for (const { pattern, when } of section.labels) {
      if (parts.length > 0) parts.push(between(this.gap(), !isOneLine));
      parts.push(this.tok());
      if (pattern !== undefined) parts.push(' ', this.pattern(pattern));
      if (when !== undefined) parts.push(' ', this.tok(T.When), ' ', this.expression(when));
      parts.push(this.tok(T.Colon));
    }
    const { statements } = section;
    if (statements.length === 1 && statements[0]?.kind === 'Block') parts.push(' ', this.block(statements[0]));
    else if (statements.length > 0) {
      const first = between(this.gap(), !isOneLine);
      parts.push(indent(first, this.statements(statements, !isOneLine)));
    }
    return isOneLine ? group(cat(...parts)) : cat(...parts);
  }

  /** Each on a line of its own, unless all of the arm is on one. */
  #routes(s: StatementOf<'Routes'>): Doc {
    const parts: Doc[] = [];
    for (const { condition, body } of s.routes) {
      if (parts.length > 0) parts.push(between(this.gap()));
      parts.push(this.tok(), ' ');
      const head = condition === undefined ? this.nothing() : this.condition(condition);
      if (condition !== undefined) parts.push(head, ' ');
      parts.push(this.block(body, head));
    }
    return cat(...parts);
  }
}
