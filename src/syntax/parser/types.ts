import { isName, isPredefined, T } from '../tokens.ts';
import type { Identifier, QualifiedName, TypeConstraint, TypeParameter, TypeSyntax } from '../tree.ts';
import { LookaheadParser } from './lookahead.ts';

/** How many parts a name with dots may have. */
const MAX_PARTS = 100;

/** Types, type parameters and qualified names (language.md §3). */
export abstract class TypeParser extends LookaheadParser {
  readonly type = this.RULE('type', (): TypeSyntax => {
    if (!this.RECORDING_PHASE) return this.parseType();
    this.or(0, [{ ALT: () => this.SUBRULE(this.namedType) }, { ALT: () => this.SUBRULE(this.tupleType) }]);
    this.many(0, () =>
      this.or(1, [
        { ALT: () => this.eat(T.Question) },
        {
          ALT: () => {
            this.eat(T.OpenBracket);
            this.eat(T.CloseBracket);
          },
        },
      ]),
    );
    return this.parseType();
  });

  readonly namedType = this.RULE('namedType', (): TypeSyntax => {
    if (!this.RECORDING_PHASE) return this.parseNamedType();
    this.SUBRULE(this.qualifiedName);
    this.option(0, () => this.SUBRULE(this.typeArguments));
    return this.parseNamedType();
  });

  readonly tupleType = this.RULE('tupleType', (): TypeSyntax => this.parseTupleType());

  readonly typeArguments = this.RULE('typeArguments', (): readonly TypeSyntax[] => this.parseTypeArgs());

  readonly qualifiedName = this.RULE('qualifiedName', (): QualifiedName => this.parseQualifiedName('a name'));

  readonly typeParameters = this.RULE('typeParameters', (): readonly TypeParameter[] => {
    this.eat(T.Less);
    const params = this.commaList(0, (): TypeParameter => {
      const name = this.name('a type parameter');
      return { start: name.start, end: name.end, name };
    });
    this.need(T.Greater, 'after the type parameters');
    return params;
  });

  /** `where T : Base, class, new()` */
  readonly typeConstraint = this.RULE('typeConstraint', (): TypeConstraint => {
    const start = this.here();
    this.eat(T.Where);
    const name = this.name('a constraint');
    this.need(T.Colon, 'after the type parameter');
    const types: TypeSyntax[] = [];
    const words: string[] = [];
    this.commaList(0, () =>
      this.pick(1, this.#constraintChoice(), [
        () => this.#constraintWord(words, T.Class),
        () => this.#constraintWord(words, T.Struct),
        () => {
          this.eat(T.New);
          this.need(T.OpenParen, 'after `new`');
          this.need(T.CloseParen, 'after `new(`');
          words.push('new()');
        },
        () => {
          types.push(this.SUBRULE(this.type));
        },
      ]),
    );
    return { start, end: this.end(), name, types, words };
  });

  #constraintChoice(): number {
    if (this.tok === T.Class) return 0;
    if (this.tok === T.Struct) return 1;
    return this.tok === T.New ? 2 : 3;
  }
  #constraintWord(words: string[], kind: T): void {
    const at = this.pos;
    this.eat(kind);
    this.accept(T.Question);
    words.push(this.textAt(at));
  }

  protected parseConstraints(): readonly TypeConstraint[] {
    const constraints: TypeConstraint[] = [];
    this.repeat(
      8,
      () => this.tok === T.Where,
      () => {
        constraints.push(this.SUBRULE(this.typeConstraint));
      },
    );
    return constraints;
  }

  /** `A.B.C` */
  protected parseQualifiedName(what: string): QualifiedName {
    const start = this.here();
    const parts: Identifier[] = [this.name(what)];
    let surplus: Identifier | undefined;
    this.repeat(
      0,
      () => this.tok === T.Dot,
      () => {
        this.eat(T.Dot);
        const part = this.name(what);
        if (parts.length < MAX_PARTS) parts.push(part);
        else surplus ??= part;
      },
    );
    // Each beginning of a namespace is one of its own: their lengths together grow with the square of the parts.
    if (surplus !== undefined) this.report(surplus.start, this.end(), `a name has ${MAX_PARTS} parts at most`);
    return { start, end: this.end(), parts };
  }

  /** A whole type. With `nullable` false a `?` is left alone. */
  protected parseType(nullable = true): TypeSyntax {
    const start = this.here();
    let type = this.tok === T.OpenParen ? this.parseTupleType() : this.parseNamedType();
    for (let suffixes = 0; ; suffixes++) {
      if (suffixes > 20) {
        this.fail('this type has too many `?` and `[]`');
        return type;
      }
      if (this.tok === T.Question && nullable) {
        this.next();
        if (type.kind === 'NullableType') this.report(this.end() - 1, this.end(), 'a type takes one `?`');
        type = { kind: 'NullableType', start, end: this.end(), element: type };
      } else if (this.tok === T.OpenBracket && this.isEmptyBrackets(this.pos)) {
        if (this.peek(1) === T.Comma) {
          const at = this.pos + 1;
          this.report(this.starts[at] as number, this.ends[at] as number, 'an array has one dimension: write `[][]`');
        }
        this.seek((this.match[this.pos] as number) + 1);
        type = { kind: 'ArrayType', start, end: this.end(), element: type };
      } else return type;
    }
  }

  protected parseNamedType(): TypeSyntax {
    const start = this.here();
    const parts: Identifier[] = [];
    let args: readonly TypeSyntax[] | undefined;
    if (isPredefined(this.tok)) {
      const at = this.pos;
      this.next();
      parts.push({ start, end: this.end(), name: this.textAt(at) });
    } else if (isName(this.tok)) {
      parts.push(this.name('a type'));
      if (this.tok === T.Less) args = this.parseTypeArgs();
      while (this.at(T.Dot)) {
        this.next();
        parts.push(this.name('a type'));
        if (this.tok === T.Less) args = this.parseTypeArgs();
      }
    } else {
      const at = this.end();
      this.fail(`expected a type, found ${this.describe(this.pos)}`);
      parts.push({ start: at, end: at, name: '' });
      return { kind: 'NamedType', start: at, end: at, name: { start: at, end: at, parts }, args: undefined };
    }
    const name: QualifiedName = { start, end: (parts[parts.length - 1] as Identifier).end, parts };
    return { kind: 'NamedType', start, end: this.end(), name, args };
  }

  protected parseTypeArgs(): readonly TypeSyntax[] {
    this.eat(T.Less);
    if (!this.RECORDING_PHASE && !this.enter()) return [];
    const args = this.commaList(0, () => (this.RECORDING_PHASE ? this.SUBRULE(this.type) : this.parseType()));
    if (!this.RECORDING_PHASE) this.leave();
    this.need(T.Greater, 'after the type arguments');
    return args;
  }

  protected parseTupleType(): TypeSyntax {
    const start = this.here();
    const open = this.pos;
    this.eat(T.OpenParen);
    if (!this.RECORDING_PHASE && !this.enter()) return this.missingType();
    const items = this.commaList(0, () => {
      const type = this.RECORDING_PHASE ? this.SUBRULE(this.type) : this.parseType();
      const name = this.when(0, isName(this.tok), () => this.name('an item'));
      return { type, name };
    });
    if (!this.RECORDING_PHASE) this.leave();
    this.closeParen(open);
    if (items.length < 2 && this.panicAt < 0 && !this.RECORDING_PHASE)
      this.complain(start, this.end(), 'a tuple has two items at least');
    return { kind: 'TupleType', start, end: this.end(), items };
  }

  protected missingType(): TypeSyntax {
    const at = this.end();
    const name: Identifier = { start: at, end: at, name: '' };
    return { kind: 'NamedType', start: at, end: at, name: { start: at, end: at, parts: [name] }, args: undefined };
  }
}
