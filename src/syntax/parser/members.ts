import { isName, isPredefined, spelling, T } from '../tokens.ts';
import type {
  Accessor,
  Argument,
  Attribute,
  ConstructorMember,
  Declared,
  Expression,
  FunctionBody,
  Identifier,
  Member,
  Modifier,
  Parameter,
  TypeParameter,
  TypeSyntax,
} from '../tree.ts';
import { kindSet } from './lookahead.ts';
import { StatementParser } from './statements.ts';

const modifierKinds: Partial<Record<T, Modifier>> = {
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

const operatorKinds = kindSet(
  T.Plus,
  T.Minus,
  T.Star,
  T.Slash,
  T.Percent,
  T.Amp,
  T.Bar,
  T.Caret,
  T.Bang,
  T.Tilde,
  T.PlusPlus,
  T.MinusMinus,
  T.EqualsEquals,
  T.BangEquals,
  T.Less,
  T.LessEquals,
  T.Greater,
  T.GreaterEquals,
  T.LessLess,
  T.True,
  T.False,
);

/** Attributes, modifiers and documentation, and where they begin. */
export interface Head {
  readonly start: number;
  readonly attributes: readonly Attribute[];
  readonly modifiers: readonly Modifier[];
  readonly doc: string | undefined;
}

const noHead: Head & Declared = { start: 0, end: 0, attributes: [], modifiers: [], doc: undefined };

enum Form {
  Constructor,
  Conversion,
  Operator,
  Indexer,
  Method,
  Property,
  Arrow,
  Field,
}

/** Attributes, and the members of classes and entities (language.md §2, §5). */
export abstract class MemberParser extends StatementParser {
  #section = 0;

  // ---------------------------------------------------------------- attributes and modifiers

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

  // ---------------------------------------------------------------- lists of members

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

  /** After an error in the item that begins at token `first`: goes to where the next one begins. */
  protected resyncItem(first: number): void {
    if (this.hopeless) return;
    let at = Math.max(this.panicAt, first);
    const indent = this.indentOf(first);
    this.panicAt = -1;
    for (; ; at++) {
      const kind = this.kindAt(at);
      if (kind === T.EOF) break;
      if (
        at > first &&
        this.beginsLine(at) &&
        this.indentOf(at) <= indent &&
        kind !== T.CloseBrace &&
        kind !== T.OpenBrace
      )
        break;
      if (kind === T.Semicolon) {
        at++;
        break;
      }
      const partner = this.match[at] as number;
      if (kind === T.CloseBrace) {
        if (partner < first) break;
        at++;
        break;
      }
      if (kind === T.OpenBrace && partner > at) {
        at = partner + 1;
        break;
      }
      if ((kind === T.OpenParen || kind === T.OpenBracket || kind === T.InterpolatedStart) && partner > at)
        at = partner;
    }
    this.seek(Math.max(at, first + (at === first && first < this.count ? 1 : 0)));
  }

  // ---------------------------------------------------------------- members

  /** One member, or several fields of one declaration, added to `members`. */
  protected parseMember(head: Head, members: Member[], owner: string): void {
    const form = this.RECORDING_PHASE ? Form.Constructor : this.#memberForm(owner);
    this.pick<void>(0, form, [
      () => void members.push(this.SUBRULE(this.constructorMember, { ARGS: [head] })),
      () => void members.push(this.SUBRULE(this.conversionMember, { ARGS: [head] })),
      () => void members.push(this.SUBRULE(this.operatorMember, { ARGS: [head] })),
      () => void members.push(this.SUBRULE(this.indexerMember, { ARGS: [head] })),
      () => void members.push(this.SUBRULE(this.methodMember, { ARGS: [head] })),
      () => void members.push(this.SUBRULE(this.propertyMember, { ARGS: [head] })),
      () => void members.push(this.SUBRULE(this.arrowMember, { ARGS: [head] })),
      () => this.SUBRULE(this.fieldMembers, { ARGS: [head, members] }),
    ]);
  }

  #memberForm(owner: string): Form {
    if (this.tok === T.Class || this.tok === T.Interface || this.tok === T.Enum || this.tok === T.Struct) {
      this.fail(`\`${spelling(this.tok)}\` stands at the top level of a file: Osy has no nested types`);
      return Form.Field;
    }
    if (this.tok === T.Implicit || this.tok === T.Explicit) return Form.Conversion;
    if (isName(this.tok) && this.peek(1) === T.OpenParen && this.nameAt(this.pos) === owner) return Form.Constructor;
    const after = this.scanType(this.pos);
    if (after < 0) return Form.Field;
    const kind = this.kindAt(after);
    if (kind === T.Operator) return Form.Operator;
    if (kind === T.This) return Form.Indexer;
    switch (this.kindAt(after + 1)) {
      case T.OpenParen:
      case T.Less:
        return isName(kind) ? Form.Method : Form.Field;
      case T.OpenBrace:
        return Form.Property;
      case T.Arrow:
        return Form.Arrow;
      default:
        return Form.Field;
    }
  }

  readonly fieldMembers = this.RULE('fieldMembers', (head: Head, members: Member[]): void => {
    if (!this.RECORDING_PHASE && this.tok === T.OpenParen)
      this.fail(`expected a member, found ${this.describe(this.pos)}`);
    if (isName(this.tok) && this.peek(1) === T.OpenParen && this.panicAt < 0) {
      this.fail(`the method \`${this.nameAt(this.pos)}\` needs a type, or \`void\`, before its name`);
    }
    const type = this.SUBRULE(this.type);
    const fields: { name: Identifier; initializer: Expression | undefined }[] = [];
    this.commaList(0, () => {
      const name = this.name('a member');
      const initializer = this.when(0, this.at(T.Equals), () => {
        this.eat(T.Equals);
        return this.SUBRULE(this.expression);
      });
      fields.push({ name, initializer });
    });
    this.semicolon('after this member');
    if (this.RECORDING_PHASE) return;
    const declared = this.declared(head);
    for (const { name, initializer } of fields)
      members.push({ kind: 'FieldMember', ...declared, type, name, initializer });
  });

  readonly propertyMember = this.RULE('propertyMember', (head: Head): Member => {
    const type = this.SUBRULE(this.type);
    const name = this.name('a property');
    const accessors = this.SUBRULE(this.accessors);
    const initializer = this.when(0, this.at(T.Equals), () => {
      this.eat(T.Equals);
      const value = this.SUBRULE(this.expression);
      this.semicolon('after the value of the property');
      return value;
    });
    return { kind: 'PropertyMember', ...this.declared(head), type, name, accessors, initializer };
  });

  /** `T Name => e;` */
  readonly arrowMember = this.RULE('arrowMember', (head: Head): Member => {
    const type = this.SUBRULE(this.type);
    const name = this.name('a property');
    const start = this.here();
    const body = this.#arrowBody();
    const accessors: Accessor[] = [{ kind: 'get', start, end: this.end(), body }];
    return { kind: 'PropertyMember', ...this.declared(head), type, name, accessors, initializer: undefined };
  });

  readonly indexerMember = this.RULE('indexerMember', (head: Head): Member => {
    const type = this.SUBRULE(this.type);
    this.eat(T.This);
    const open = this.pos;
    this.need(T.OpenBracket, 'after `this`');
    const params = this.commaList(0, () => this.SUBRULE(this.parameter));
    this.closer(T.CloseBracket, open);
    this.recoverAt(open);
    const start = this.here();
    const accessors = this.pick<readonly Accessor[]>(0, this.at(T.Arrow) ? 0 : 1, [
      () => [{ kind: 'get', start, body: this.#arrowBody(), end: this.end() }],
      () => this.SUBRULE(this.accessors),
    ]);
    return { kind: 'IndexerMember', ...this.declared(head), type, params, accessors };
  });

  readonly accessors = this.RULE('accessors', (): readonly Accessor[] => {
    const open = this.pos;
    const accessors: Accessor[] = [];
    this.need(T.OpenBrace, 'before the accessors');
    this.parseItems(open, () => {
      accessors.push(this.SUBRULE(this.accessor));
    });
    return accessors;
  });

  readonly accessor = this.RULE('accessor', (): Accessor => {
    const start = this.here();
    this.parseModifiers();
    const kind = this.pick<Accessor['kind']>(0, this.at(T.Set) ? 1 : this.at(T.Init) ? 2 : 0, [
      () => {
        this.need(T.Get, 'or `set` or `init`');
        return 'get';
      },
      () => {
        this.eat(T.Set);
        return 'set';
      },
      () => {
        this.eat(T.Init);
        return 'init';
      },
    ]);
    const body = this.parseFunctionBody('an accessor');
    return { kind, start, end: this.end(), body };
  });

  readonly methodMember = this.RULE('methodMember', (head: Head): Member => {
    const returnType = this.SUBRULE(this.type);
    const name = this.name('a method');
    const typeParams: readonly TypeParameter[] =
      this.when(0, this.at(T.Less), () => this.SUBRULE(this.typeParameters)) ?? [];
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    const constraints = this.parseConstraints();
    const body = this.parseFunctionBody('a method');
    return { kind: 'MethodMember', ...this.declared(head), returnType, name, typeParams, params, constraints, body };
  });

  readonly constructorMember = this.RULE('constructorMember', (head: Head): Member => {
    const name = this.name('a constructor');
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    const chain = this.when(0, this.at(T.Colon), (): ConstructorMember['chain'] => {
      this.eat(T.Colon);
      const start = this.here();
      const to = this.at(T.Base) ? 'base' : 'this';
      this.pick<void>(0, to === 'this' ? 0 : 1, [() => void this.need(T.This, 'or `base`'), () => this.eat(T.Base)]);
      const args: readonly Argument[] =
        this.RECORDING_PHASE || this.at(T.OpenParen) ? this.SUBRULE(this.argumentList) : [];
      return { start, end: this.end(), to, args };
    });
    const body = this.parseFunctionBody('a constructor');
    return { kind: 'ConstructorMember', ...this.declared(head), name, params, chain, body };
  });

  /** `static T operator +(T a, T b)` */
  readonly operatorMember = this.RULE('operatorMember', (head: Head): Member => {
    const returnType = this.SUBRULE(this.type);
    this.eat(T.Operator);
    const operator = this.#operatorSign();
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    const body = this.parseFunctionBody('an operator');
    return { kind: 'OperatorMember', ...this.declared(head), operator, returnType, params, body };
  });

  #operatorSign(): string {
    if (this.RECORDING_PHASE) {
      const signs: { ALT: () => void }[] = [];
      for (let kind = 0; kind < T.Count; kind++)
        if (operatorKinds[kind] === 1) signs.push({ ALT: () => this.eat(kind as T) });
      this.or(0, signs);
      return '';
    }
    const at = this.pos;
    if (operatorKinds[this.tok] !== 1) {
      this.fail(`expected an operator such as \`+\`, found ${this.describe(at)}`);
      return '';
    }
    do this.next();
    while (this.at(T.Greater) && this.kindAt(at) === T.Greater && this.ends[this.pos - 1] === this.starts[this.pos]);
    return this.text.slice(this.starts[at], this.end());
  }

  /** `implicit operator T(U u)` */
  readonly conversionMember = this.RULE('conversionMember', (head: Head): Member => {
    const operator = this.at(T.Explicit) ? 'explicit' : 'implicit';
    this.pick<void>(0, operator === 'implicit' ? 0 : 1, [() => this.eat(T.Implicit), () => this.eat(T.Explicit)]);
    this.need(T.Operator, `after \`${operator}\``);
    const returnType: TypeSyntax = this.SUBRULE(this.type);
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    const body = this.parseFunctionBody('a conversion');
    return { kind: 'OperatorMember', ...this.declared(head), operator, returnType, params, body };
  });

  // ---------------------------------------------------------------- bodies

  /** `{ … }`, `=> e;`, or `;` for none. */
  protected parseFunctionBody(what: string): FunctionBody | undefined {
    const choice = this.at(T.OpenBrace) ? 0 : this.at(T.Arrow) ? 1 : 2;
    return this.pick<FunctionBody | undefined>(8, choice, [
      () => this.SUBRULE(this.block),
      () => this.#arrowBody(),
      () => {
        if (this.at(T.Semicolon) || this.RECORDING_PHASE || this.panicAt >= 0) this.need(T.Semicolon);
        else if (this.goesOnWithout(T.OpenBrace, this.pos) && !this.#startsMember()) return this.SUBRULE1(this.block);
        else this.fail(`expected the body of ${what}: \`{ … }\` or \`=> …;\``);
        return undefined;
      },
    ]);
  }

  /** Does the line begin like a declaration, so that a body is missing whole? */
  #startsMember(): boolean {
    return this.at(T.OpenBracket) || this.at(T.CloseBrace) || modifierKinds[this.tok] !== undefined;
  }

  #arrowBody(): FunctionBody {
    const start = this.here();
    this.eat(T.Arrow);
    const expression = this.SUBRULE8(this.expression);
    const end = this.end();
    this.semicolon('after the value');
    return { kind: 'ArrowBody', start, end, expression };
  }
}
