import { isName, spelling, T } from '../tokens.ts';
import type {
  Accessor,
  Argument,
  ConstructorMember,
  Expression,
  FunctionBody,
  Identifier,
  Member,
  Parameter,
  TypeParameter,
  TypeSyntax,
} from '../tree.ts';
import { AttributeParser, type Head, modifierKinds } from './attributes.ts';
import { kindSet } from './lookahead.ts';

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

/** Members of classes and entities (language.md §2, §5). */
export abstract class MemberParser extends AttributeParser {
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
    if (this.tok === T.OpenParen && this.scanType(this.pos) < 0)
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
