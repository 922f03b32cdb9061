import { isName, isPredefined, T } from '../tokens.ts';
import type { Argument, Attribute, Declared, Modifier } from '../tree.ts';
import { StatementParser } from './statements.ts';

export const modifierKinds: Partial<Record<T, Modifier>> = {
  [T.Public]: 'public',
  [T.Internal]: 'internal',
  [T.Private]: 'private',
  [T.Protected]: 'protected',
  [T.Static]: 'static',
  [T.Virtual]: 'virtual',
  [T.Override]: 'override',
  [T.Abstract]: 'abstract',
  [T.Sealed]: 'sealed',
  [T.Readonly]: 'readonly',
  [T.Const]: 'const',
  [T.New]: 'new',
  // words that are modifiers only where something that can be modified follows
  [T.Partial]: 'partial',
  [T.Async]: 'async',
  [T.Required]: 'required',
};

/** Attributes, modifiers and documentation, and where they begin. */
export interface Head {
  readonly start: number;
  readonly attributes: readonly Attribute[];
  readonly modifiers: readonly Modifier[];
  readonly doc: string | undefined;
}

const noHead: Head & Declared = { start: 0, end: 0, attributes: [], modifiers: [], doc: undefined };

/** What stands before declarations, and lists of them in braces. */
export abstract class AttributeParser extends StatementParser {
  #section = 0;

  readonly attributes = this.RULE('attributes', (): readonly Attribute[] => {
    const attributes: Attribute[] = [];
    this.repeat(
      0,
      () => this.at(T.OpenBracket),
      () => {
        const open = this.pos;
        this.eat(T.OpenBracket);
        const section = this.#section++;
        this.commaList(0, () => attributes.push(this.#attribute(section)), T.CloseBracket);
        this.closer(T.CloseBracket, open);
        this.recoverAt(open);
      },
    );
    return attributes;
  });

  protected parseAttributes(): readonly Attribute[] {
    return this.SUBRULE9(this.attributes);
  }

  #attribute(section: number): Attribute {
    const start = this.here();
    const first = this.pos;
    let name = this.name('an attribute');
    this.repeat(
      1,
      () => this.at(T.Dot),
      () => {
        this.eat(T.Dot);
        this.name('an attribute');
        name = {
          start,
          end: this.end(),
          name: this.RECORDING_PHASE ? '' : this.text.slice(this.starts[first], this.end()),
        };
      },
    );
    const args = this.when(0, this.at(T.OpenParen), () => {
      const open = this.pos;
      const list: Argument[] = [];
      this.eat(T.OpenParen);
      this.when(1, !this.at(T.CloseParen), () => this.commaList(2, () => list.push(this.#attributeArgument())));
      this.closeParen(open);
      this.recoverAt(open);
      return list;
    });
    return { start, end: this.end(), name, args, section };
  }

  /** As in a call, and `Name = value` besides. */
  #attributeArgument(): Argument {
    if (this.RECORDING_PHASE) this.option(3, () => [this.name('an argument'), this.eat(T.Equals)]);
    const start = this.here();
    if (!isName(this.tok) || this.peek(1) !== T.Equals) return this.SUBRULE(this.argument);
    const name = this.name('an argument');
    this.next();
    const value = this.parseExpression();
    return { start, end: this.end(), name, mode: 'value', value };
  }

  protected parseModifiers(): readonly Modifier[] {
    const modifiers: Modifier[] = [];
    if (this.RECORDING_PHASE) {
      const kinds = Object.keys(modifierKinds).map((kind) => ({ ALT: () => this.eat(Number(kind) as T) }));
      this.many(9, () => this.or(9, kinds));
    }
    for (let modifier = modifierKinds[this.tok]; modifier !== undefined; modifier = modifierKinds[this.tok]) {
      if (isName(this.tok) && !this.#modifiesNext()) break;
      modifiers.push(modifier);
      this.next();
    }
    return modifiers;
  }

  /** Is what follows still a declaration with a type or a word before its name? */
  #modifiesNext(): boolean {
    const next = this.peek(1);
    if (modifierKinds[next] !== undefined || isPredefined(next)) return true;
    if (next === T.Class || next === T.Interface || next === T.Enum || next === T.OpenParen) return true;
    return (
      isName(next) &&
      (isName(this.peek(2)) ||
        this.peek(2) === T.Less ||
        this.peek(2) === T.Question ||
        this.peek(2) === T.Dot ||
        this.peek(2) === T.OpenBracket)
    );
  }

  /** What stands before a declaration. */
  protected parseHead(): Head {
    const start = this.here();
    const before = this.tokens?.docs.get(this.pos);
    const attributes = this.RECORDING_PHASE || this.at(T.OpenBracket) ? this.SUBRULE(this.attributes) : [];
    const after = attributes.length > 0 ? this.tokens?.docs.get(this.pos) : undefined;
    const doc = before === undefined ? after : after === undefined ? before : `${before}\n${after}`;
    const modifiers = this.parseModifiers();
    return this.RECORDING_PHASE ? noHead : { start, attributes, modifiers, doc };
  }

  /** The common part of a declared node that ends here. */
  protected declared(head: Head): Declared {
    if (this.RECORDING_PHASE) return noHead;
    return {
      start: head.start,
      end: this.end(),
      attributes: head.attributes,
      modifiers: head.modifiers,
      doc: head.doc,
    };
  }

  /**
   * Items between the braces at token `open`, whose `{` has been read. An error in one costs that one alone.
   */
  protected parseItems(open: number, item: () => void, level = 0): void {
    const wasNamed = this.defaultIsName;
    this.repeat(
      7,
      () => !this.at(T.CloseBrace) && !this.at(T.EOF) && !this.belongsOutside(level),
      () => {
        const at = this.pos;
        this.defaultIsName = false;
        item();
        if (this.panicAt >= 0) this.resyncItem(at);
      },
    );
    this.defaultIsName = wasNamed;
    this.closeBlock(open);
  }
}
