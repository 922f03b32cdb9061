import { isName, isPredefined, T } from '../tokens.ts';
import type { Argument, Designation, Expression, Identifier, Parameter, TypeSyntax } from '../tree.ts';
import { LiteralParser } from './literal-parser.ts';

/** Arguments, parameters and what declares variables within expressions (language.md §4). */
export abstract class ArgumentParser extends LiteralParser {
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

  /** `name: value`, `out var x`, `value`. */
  protected parseArgument(): Argument {
    const start = this.here();
    let name: Identifier | undefined;
    let mode: Argument['mode'] = 'value';
    if (this.peek(1) === T.Colon && isName(this.tok)) {
      name = this.name('an argument');
      this.next();
    }
    if (this.tok === T.Out || this.tok === T.Ref) {
      mode = this.tok === T.Out ? 'out' : 'ref';
      this.next();
      const declared = this.parseDeclared();
      if (declared !== undefined) return { start, end: this.end(), name, mode, value: declared };
    } else if (this.tok === T.In) this.next();
    const value = this.parseExpression();
    return { start, end: value.kind === 'MissingExpression' ? this.end() : value.end, name, mode, value };
  }

  /** `var x`, `int x`, `var (a, b)` where a variable may be declared within an expression; undefined if none is. */
  protected parseDeclared(): Expression | undefined {
    const start = this.here();
    if (!isName(this.tok) && !isPredefined(this.tok) && this.tok !== T.OpenParen) return undefined;
    if (this.tok === T.Var && this.peek(1) === T.OpenParen) {
      const type = this.parseNamedType();
      const designation = this.parseDesignation();
      return { kind: 'DeclarationExpression', start, end: this.end(), type, designation };
    }
    const name = this.scanType(this.pos);
    if (name < 0 || !isName(this.kindAt(name))) return undefined;
    const after = this.kindAt(name + 1);
    if (after !== T.Comma && after !== T.CloseParen && after !== T.CloseBracket) return undefined;
    const type = this.parseType();
    const designation = this.parseDesignation();
    return { kind: 'DeclarationExpression', start, end: this.end(), type, designation };
  }

  // ---------------------------------------------------------------- parameters

  /** `(…)`. A lambda's parameters may go without types. */
  protected parseParameters(form: 'declared' | 'lambda'): readonly Parameter[] {
    const open = this.pos;
    if (!this.need(T.OpenParen, 'before the parameters')) return [];
    const params: Parameter[] = [];
    if (!this.at(T.CloseParen)) {
      params.push(this.parseParameter(form));
      while (this.at(T.Comma)) {
        this.next();
        params.push(this.parseParameter(form));
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

  protected parseParameter(form: 'declared' | 'lambda'): Parameter {
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
}
