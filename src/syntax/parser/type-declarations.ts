import { isName, T } from '../tokens.ts';
import type {
  ClassDeclaration,
  EntityDeclaration,
  EnumDeclaration,
  EnumMember,
  Expression,
  Identifier,
  Invariant,
  Member,
  SecurityRule,
  TypeParameter,
  TypeSyntax,
} from '../tree.ts';
import type { Head } from './attributes.ts';
import { ClientParser } from './clients.ts';

/** Enums, entities, classes and interfaces (language.md §2, §5). */
export abstract class TypeDeclarationParser extends ClientParser {
  readonly enumDeclaration = this.RULE('enumDeclaration', (head: Head): EnumDeclaration => {
    this.eat(T.Enum);
    const name = this.name('an enum');
    const open = this.pos;
    const members: EnumMember[] = [];
    if (this.need(T.OpenBrace, 'after the name of the enum') || this.panicAt < 0)
      this.parseItems(open, () => {
        members.push(this.SUBRULE(this.enumMember));
        if (!this.RECORDING_PHASE && this.at(T.CloseBrace)) return;
        if (this.panicAt < 0 && isName(this.tok)) this.#missingComma();
        else this.need(T.Comma, 'after this member');
      });
    return { kind: 'EnumDeclaration', ...this.declared(head), name, members };
  });

  #missingComma(): void {
    this.report(this.end(), this.end(), 'expected `,` after this member');
  }

  readonly enumMember = this.RULE('enumMember', (): EnumMember => {
    const head = this.parseHead();
    const name = this.name('a member of an enum');
    const value = this.when(0, this.at(T.Equals), () => {
      this.eat(T.Equals);
      return this.SUBRULE(this.expression);
    });
    return { ...this.declared(head), name, value };
  });

  readonly entityDeclaration = this.RULE('entityDeclaration', (head: Head): EntityDeclaration => {
    this.eat(T.Entity);
    const name = this.name('an entity');
    const bases = this.#bases();
    const open = this.pos;
    const members: Member[] = [];
    const invariants: Invariant[] = [];
    const security: SecurityRule[] = [];
    if (this.need(T.OpenBrace, 'after the name of the entity') || this.panicAt < 0)
      this.parseItems(
        open,
        () => {
          this.pick<void>(0, this.#entityChoice(), [
            () => void invariants.push(this.SUBRULE(this.invariant)),
            () => this.SUBRULE(this.security, { ARGS: [security] }),
            () => this.parseMember(this.parseHead(), members, name.name),
          ]);
        },
        2.5,
      );
    return { kind: 'EntityDeclaration', ...this.declared(head), name, bases, members, invariants, security };
  });

  #entityChoice(): number {
    const next = this.peek(1);
    if (this.tok === T.Security && next === T.OpenBrace) return 1;
    if (this.tok !== T.Invariant) return 2;
    // `invariant` may also name a type, as any word may
    const isMember = isName(next) && (this.peek(2) === T.Equals || this.peek(2) === T.OpenBrace);
    return isMember ? 2 : 0;
  }

  /** `invariant e message "…";` */
  readonly invariant = this.RULE('invariant', (): Invariant => {
    const start = this.here();
    this.eat(T.Invariant);
    const condition = this.SUBRULE(this.expression);
    const message = this.when(0, this.at(T.Message), () => {
      this.eat(T.Message);
      return this.SUBRULE1(this.expression);
    });
    this.semicolon('after the invariant');
    return { start, end: this.end(), condition, message };
  });

  /** `security { allow read, write [A, B] when e where e; }` */
  readonly security = this.RULE('security', (rules: SecurityRule[]): void => {
    this.eat(T.Security);
    const open = this.pos;
    this.eat(T.OpenBrace);
    this.parseItems(open, () => {
      const rule = this.SUBRULE(this.securityRule);
      if (!this.RECORDING_PHASE) rules.push(rule);
    });
  });

  readonly securityRule = this.RULE('securityRule', (): SecurityRule => {
    const start = this.here();
    const effect = this.at(T.Deny) ? 'deny' : 'allow';
    this.pick<void>(0, effect === 'allow' ? 0 : 1, [
      () => void this.need(T.Allow, 'or `deny`'),
      () => this.eat(T.Deny),
    ]);
    const verbs = this.commaList(0, () => this.#verb());
    const fields = this.when(0, this.at(T.OpenBracket), () => {
      const bracket = this.pos;
      this.eat(T.OpenBracket);
      const names = this.commaList(1, () => this.name('a field'));
      this.closer(T.CloseBracket, bracket);
      this.recoverAt(bracket);
      return names;
    });
    const when = this.when(1, this.at(T.When), () => {
      this.eat(T.When);
      return this.SUBRULE(this.expression) as Expression;
    });
    const where = this.when(2, this.at(T.Where), () => {
      this.eat(T.Where);
      return this.SUBRULE1(this.expression) as Expression;
    });
    this.semicolon('after the rule');
    return { start, end: this.end(), effect, verbs, fields, when, where };
  });

  #verb(): Identifier {
    if (this.tok !== T.Star) return this.name('a verb');
    const start = this.here();
    this.next();
    return { start, end: this.end(), name: '*' };
  }

  #bases(): readonly TypeSyntax[] {
    return (
      this.when(6, this.at(T.Colon), () => {
        this.eat(T.Colon);
        return this.commaList(6, () => this.SUBRULE(this.type));
      }) ?? []
    );
  }

  /** A class or an interface. */
  readonly classDeclaration = this.RULE('classDeclaration', (head: Head): ClassDeclaration => {
    const form = this.at(T.Interface) ? 'interface' : 'class';
    this.pick<void>(0, form === 'class' ? 0 : 1, [() => this.eat(T.Class), () => this.eat(T.Interface)]);
    const name = this.name(form === 'class' ? 'a class' : 'an interface');
    const typeParams: readonly TypeParameter[] =
      this.when(0, this.at(T.Less), () => this.SUBRULE(this.typeParameters)) ?? [];
    const bases = this.#bases();
    const constraints = this.parseConstraints();
    const open = this.pos;
    const members: Member[] = [];
    if (this.need(T.OpenBrace, `after the name of the ${form}`) || this.panicAt < 0)
      this.parseItems(open, () => this.parseMember(this.parseHead(), members, name.name), 2.5);
    return { kind: 'ClassDeclaration', ...this.declared(head), form, name, typeParams, bases, constraints, members };
  });
}
