import { isName, T } from '../tokens.ts';
import type { Expression, Identifier, Initializer, ObjectInitializerEntry, TypeSyntax } from '../tree.ts';
import { ArgumentParser } from './arguments.ts';

/** `new` and initialisers (language.md §4). */
export abstract class CreationParser extends ArgumentParser {
  protected parseNew(): Expression {
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
}
