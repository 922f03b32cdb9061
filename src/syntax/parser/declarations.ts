import { isName, isPredefined, T } from '../tokens.ts';
import type {
  ClassDeclaration,
  ClientDeclaration,
  ClientOperation,
  CompilationUnit,
  Declaration,
  EntityDeclaration,
  EnumDeclaration,
  EnumMember,
  Expression,
  FunctionDeclaration,
  Identifier,
  Invariant,
  ManifestDeclaration,
  ManifestEntry,
  Member,
  Parameter,
  PolicyDeclaration,
  PrincipalDeclaration,
  QualifiedName,
  SecurityRule,
  Setting,
  TypeParameter,
  TypeSyntax,
  UnknownDeclaration,
} from '../tree.ts';
import type { Head } from './members.ts';
import { WorkflowParser } from './workflows.ts';

enum Form {
  Enum,
  Entity,
  Class,
  Function,
  Policy,
  Principal,
  Client,
  Workflow,
  Manifest,
  Unknown,
}

/** Files and their declarations (language.md §2, §5, §6). */
export abstract class DeclarationParser extends WorkflowParser {
  // ---------------------------------------------------------------- files

  readonly compilationUnit = this.RULE('compilationUnit', (): Omit<CompilationUnit, 'file' | 'comments'> => {
    let namespace: QualifiedName | undefined;
    const usings: QualifiedName[] = [];
    const declarations: Declaration[] = [];
    this.repeat(
      0,
      () => !this.at(T.EOF),
      () => {
        const at = this.pos;
        this.pick<void>(0, this.#unitChoice(), [
          () => {
            const name = this.SUBRULE(this.namespaceDeclaration, { ARGS: [usings, declarations] });
            namespace ??= name;
          },
          () => void usings.push(this.SUBRULE(this.using)),
          () => this.parseDeclaration(declarations),
        ]);
        this.resyncDeclaration(at);
      },
    );
    return { kind: 'CompilationUnit', start: 0, end: this.text.length, namespace, usings, declarations };
  });

  #unitChoice(): number {
    const next = this.peek(1);
    if (this.tok === T.Namespace && isName(next)) {
      const after = this.peek(2);
      return after === T.Dot || after === T.Semicolon || after === T.OpenBrace || this.beginsLine(this.pos + 2) ? 0 : 2;
    }
    if (this.tok !== T.Using) return 2;
    return isName(next) || next === T.Static || next === T.Semicolon || this.beginsLine(this.pos + 1) ? 1 : 2;
  }

  /** `namespace A.B;`, or with braces around what belongs to it. */
  readonly namespaceDeclaration = this.RULE(
    'namespaceDeclaration',
    (usings: QualifiedName[], declarations: Declaration[]): QualifiedName => {
      this.eat(T.Namespace);
      const name = this.SUBRULE(this.qualifiedName);
      const open = this.pos;
      this.pick<void>(0, this.at(T.OpenBrace) ? 0 : 1, [
        () => {
          this.eat(T.OpenBrace);
          this.repeat(
            0,
            () => !this.at(T.CloseBrace) && !this.at(T.EOF),
            () => {
              const at = this.pos;
              this.pick<void>(1, this.#unitChoice() === 1 ? 0 : 1, [
                () => void usings?.push(this.SUBRULE(this.using)),
                () => this.parseDeclaration(declarations),
              ]);
              this.resyncDeclaration(at);
            },
          );
          this.closeBlock(open);
        },
        () => this.semicolon('after the namespace'),
      ]);
      return name;
    },
  );

  readonly using = this.RULE('using', (): QualifiedName => {
    this.eat(T.Using);
    this.accept(T.Static);
    if (isName(this.tok) && this.peek(1) === T.Equals) this.seek(this.pos + 2);
    const name = this.SUBRULE(this.qualifiedName);
    this.semicolon('after `using`');
    return name;
  });

  // ---------------------------------------------------------------- which declaration

  protected parseDeclaration(declarations: Declaration[]): void {
    if (!this.RECORDING_PHASE && this.#stray()) return;
    this.defaultIsName = false;
    const at = this.pos;
    const head = this.parseHead();
    const form = this.RECORDING_PHASE ? Form.Enum : this.#declarationForm();
    if (form === Form.Unknown && !this.RECORDING_PHASE) {
      declarations.push(this.#unknown(head, at));
      return;
    }
    const ARGS: [Head] = [head];
    const declared = this.pick<Declaration>(7, form, [
      () => this.SUBRULE(this.enumDeclaration, { ARGS }),
      () => this.SUBRULE(this.entityDeclaration, { ARGS }),
      () => this.SUBRULE(this.classDeclaration, { ARGS }),
      () => this.SUBRULE(this.functionDeclaration, { ARGS }),
      () => this.SUBRULE(this.policyDeclaration, { ARGS }),
      () => this.SUBRULE(this.principalDeclaration, { ARGS }),
      () => this.SUBRULE(this.clientDeclaration, { ARGS }),
      () => this.SUBRULE(this.workflowDeclaration, { ARGS }),
      () => this.SUBRULE(this.manifestDeclaration, { ARGS }),
    ]);
    declarations?.push(declared);
  }

  #declarationForm(): Form {
    const next = this.peek(1);
    const after = this.peek(2);
    switch (this.tok) {
      case T.Enum:
        return Form.Enum;
      case T.Class:
      case T.Interface:
        return Form.Class;
      case T.Entity:
        if (isName(next) && after !== T.OpenParen && after !== T.Less) return Form.Entity;
        if (next === T.OpenBrace || next === T.EOF) return Form.Entity;
        break;
      case T.Workflow:
        if (isName(next) && after !== T.OpenParen && after !== T.Less) return Form.Workflow;
        if (next === T.OpenBrace || next === T.EOF) return Form.Workflow;
        break;
      case T.Client:
        if (isName(next) && after !== T.OpenParen && after !== T.Less) return Form.Client;
        if (next === T.OpenBrace || next === T.EOF) return Form.Client;
        break;
      case T.Policy:
        if (isName(next) && after !== T.OpenParen && after !== T.Less) return Form.Policy;
        if (next === T.Semicolon || next === T.Arrow) return Form.Policy;
        break;
      case T.Principal:
        if (isName(next) && after !== T.OpenParen && after !== T.Less) return Form.Principal;
        if (next === T.Semicolon || next === T.Arrow) return Form.Principal;
        break;
      case T.App:
      case T.Package:
        if (isName(next) && after !== T.OpenParen && after !== T.Less && after !== T.Equals) return Form.Manifest;
        if (next === T.OpenBrace) return Form.Manifest;
        break;
      default:
    }
    return this.#isFunction() ? Form.Function : Form.Unknown;
  }

  /** `Type Name(`: the shape of a function, unless the first word names some kind of block (`component Page(…) { … }`). */
  #isFunction(): boolean {
    if (this.tok === T.OpenParen ? this.scanType(this.pos) < 0 : !isName(this.tok) && !isPredefined(this.tok))
      return false;
    const name = this.scanType(this.pos);
    if (name < 0 || !isName(this.kindAt(name))) return false;
    const next = this.kindAt(name + 1);
    if (next === T.Less ? this.scanTypeArgs(name + 1) < 0 : next !== T.OpenParen) return false;
    // Types begin with a capital letter; a lone lower-case word that is no predefined type is a word of another kind.
    if (isPredefined(this.tok) || name > this.pos + 1 || this.tok === T.OpenParen) return true;
    const first = this.text.charAt(this.starts[this.pos] as number);
    return first === '@' || first !== first.toLowerCase() || !/\p{L}/u.test(first);
  }

  /** `;` or a closing bracket where a declaration begins. */
  #stray(): boolean {
    const at = this.pos;
    if (this.accept(T.Semicolon)) return true;
    if (this.tok !== T.CloseBrace && this.tok !== T.CloseParen && this.tok !== T.CloseBracket) return false;
    this.report(this.starts[at] as number, this.ends[at] as number, `this \`${this.shown(at)}\` has no partner`);
    while (
      this.tok === T.CloseBrace ||
      this.tok === T.CloseParen ||
      this.tok === T.CloseBracket ||
      this.tok === T.Semicolon
    )
      this.next();
    return true;
  }

  /** After an error in the declaration at token `first`: goes to where the next one begins. */
  protected resyncDeclaration(first: number): void {
    this.leaving = false;
    if (this.panicAt < 0) return;
    if (!this.hopeless) {
      this.resyncItem(first);
      return;
    }
    this.hopeless = false;
    this.depth = 0;
    this.panicAt = -1;
    this.seek(this.#unknownEnd(first));
  }

  // ---------------------------------------------------------------- unknown declarations

  #unknown(head: Head, first: number): UnknownDeclaration {
    const at = this.pos;
    const end = this.#unknownEnd(at);
    this.seek(Math.max(end, first + 1));
    // What is in there is another language: nothing the lexer said about it counts.
    const from = this.starts[at] as number;
    const to = this.end();
    this.diagnostics = this.diagnostics.filter((found) => found.span.start < from || found.span.start >= to);
    return { kind: 'UnknownDeclaration', ...this.declared(head), word: this.textAt(at) };
  }

  /**
   * The index after the declaration at `first`: behind its `;`, or behind its braces, unless something more follows on
   * the same line (`page.Render(x) { … } else { … }`). After `=` only a `;` ends it, or a line further left.
   */
  #unknownEnd(first: number): number {
    const indent = this.indentOf(first);
    let isValue = false;
    let at = first;
    while (at < this.count) {
      const kind = this.kindAt(at);
      if (kind === T.Semicolon) return at + 1;
      if (kind === T.CloseBrace) return Math.max(at, first + 1);
      if (kind === T.Equals || kind === T.Arrow) isValue = true;
      const partner = this.match[at] as number;
      if (kind === T.OpenBrace && partner < 0) {
        this.unclosed(at);
        return this.count;
      }
      if (partner > at) at = partner;
      at++;
      if (kind === T.OpenBrace && this.beginsLine(at)) {
        if (!isValue && this.kindAt(at) !== T.Semicolon) return at;
        if (isValue && this.indentOf(at) <= indent && this.kindAt(at) !== T.Dot && this.kindAt(at) !== T.Semicolon)
          return at;
      }
      if (kind === T.OpenBrace && !isValue && this.#startsKnown(at)) return at;
    }
    return this.count;
  }

  #startsKnown(at: number): boolean {
    const kind = this.kindAt(at);
    if (kind === T.Enum || kind === T.Class || kind === T.Interface || kind === T.Public || kind === T.Internal)
      return true;
    if (isPredefined(kind)) return isName(this.kindAt(at + 1));
    return (kind === T.Entity || kind === T.Workflow || kind === T.Client) && isName(this.kindAt(at + 1));
  }

  // ---------------------------------------------------------------- enums, entities, classes

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

  // ---------------------------------------------------------------- functions, policies, principals

  readonly functionDeclaration = this.RULE('functionDeclaration', (head: Head): FunctionDeclaration => {
    const returnType = this.SUBRULE(this.type);
    const name = this.name('a function');
    const typeParams: readonly TypeParameter[] =
      this.when(0, this.at(T.Less), () => this.SUBRULE(this.typeParameters)) ?? [];
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    const constraints = this.parseConstraints();
    const body = this.parseFunctionBody('a function');
    return {
      kind: 'FunctionDeclaration',
      ...this.declared(head),
      returnType,
      name,
      typeParams,
      params,
      constraints,
      body,
    };
  });

  readonly policyDeclaration = this.RULE('policyDeclaration', (head: Head): PolicyDeclaration => {
    this.eat(T.Policy);
    const name = this.name('a policy');
    const value = this.when(0, this.at(T.Arrow), () => {
      this.eat(T.Arrow);
      return this.SUBRULE(this.expression);
    });
    this.semicolon('after the policy');
    return { kind: 'PolicyDeclaration', ...this.declared(head), name, value };
  });

  readonly principalDeclaration = this.RULE('principalDeclaration', (head: Head): PrincipalDeclaration => {
    this.eat(T.Principal);
    const name = this.name('a principal');
    this.need(T.Arrow, 'and the row after the name of the principal');
    const value = this.SUBRULE(this.expression);
    this.semicolon('after the principal');
    return { kind: 'PrincipalDeclaration', ...this.declared(head), name, value };
  });

  // ---------------------------------------------------------------- clients

  readonly clientDeclaration = this.RULE('clientDeclaration', (head: Head): ClientDeclaration => {
    this.eat(T.Client);
    const name = this.name('a client');
    const open = this.pos;
    const settings: Setting[] = [];
    const headers: ClientDeclaration['headers'][number][] = [];
    const operations: ClientOperation[] = [];
    if (this.need(T.OpenBrace, 'after the name of the client') || this.panicAt < 0)
      this.parseItems(open, () => {
        const item = this.parseHead();
        const isSetting = isName(this.tok) && this.peek(1) === T.Equals;
        this.pick<void>(0, isSetting ? 0 : this.tok === T.Headers && this.peek(1) === T.OpenBrace ? 1 : 2, [
          () => void settings.push(this.SUBRULE(this.setting)),
          () => this.SUBRULE(this.headers, { ARGS: [headers] }),
          () => void operations.push(this.SUBRULE(this.clientOperation, { ARGS: [item] })),
        ]);
      });
    return { kind: 'ClientDeclaration', ...this.declared(head), name, settings, headers, operations };
  });

  /** `Headers { ["X-Api-Key"] = e; }` */
  readonly headers = this.RULE('headers', (headers: ClientDeclaration['headers'][number][]): void => {
    this.eat(T.Headers);
    const open = this.pos;
    this.eat(T.OpenBrace);
    this.parseItems(open, () => {
      const start = this.here();
      const bracket = this.pos;
      this.need(T.OpenBracket, 'before the name of the header: `["Name"] = …;`');
      const name = this.SUBRULE(this.expression);
      this.closer(T.CloseBracket, bracket);
      this.recoverAt(bracket);
      this.need(T.Equals, 'after the name of the header');
      const value = this.SUBRULE1(this.expression);
      this.semicolon('after the header');
      if (!this.RECORDING_PHASE) headers.push({ start, end: this.end(), name, value });
    });
  });

  /** `[Get("/x/{id}")] T Name(params);` */
  readonly clientOperation = this.RULE('clientOperation', (head: Head): ClientOperation => {
    const returnType = this.SUBRULE(this.type);
    const name = this.name('an operation');
    const params: readonly Parameter[] = this.SUBRULE(this.parameters);
    this.semicolon('after the operation');
    return { kind: 'ClientOperation', ...this.declared(head), returnType, name, params };
  });

  // ---------------------------------------------------------------- manifests

  readonly manifestDeclaration = this.RULE('manifestDeclaration', (head: Head): ManifestDeclaration => {
    const form = this.at(T.Package) ? 'package' : 'app';
    this.pick<void>(0, form === 'app' ? 0 : 1, [() => this.eat(T.App), () => this.eat(T.Package)]);
    const name = this.name(form === 'app' ? 'an app' : 'a package');
    const open = this.pos;
    const entries: ManifestEntry[] = [];
    if (this.need(T.OpenBrace, `after the name of the ${form}`) || this.panicAt < 0)
      this.parseItems(open, () => void entries.push(this.SUBRULE(this.manifestEntry)));
    return { kind: 'ManifestDeclaration', ...this.declared(head), form, name, entries };
  });

  /** `model "a", "b";`, `use Pkg@1;` */
  readonly manifestEntry = this.RULE('manifestEntry', (): ManifestEntry => {
    const start = this.here();
    const word = this.name('a line of a manifest');
    const values: ManifestEntry['values'][number][] = [];
    const isText = this.at(T.StringLiteral) || this.at(T.VerbatimString) || this.at(T.RawString);
    this.pick<void>(0, isText ? 0 : 1, [
      () =>
        void this.commaList(0, () => {
          const value = this.SUBRULE(this.expression);
          if (this.RECORDING_PHASE) return;
          if (value.kind === 'StringLiteral') values.push({ start: value.start, end: value.end, text: value.value });
          else if (value.kind !== 'MissingExpression') this.reportAt(value, 'expected a string');
        }),
      () => {
        if (this.RECORDING_PHASE) {
          this.SUBRULE(this.manifestText);
          return;
        }
        const from = this.here();
        while (
          !this.at(T.Semicolon) &&
          !this.at(T.CloseBrace) &&
          !this.at(T.EOF) &&
          (!this.beginsLine(this.pos) || this.here() === from)
        ) {
          const partner = this.match[this.pos] as number;
          this.seek(partner > this.pos ? partner + 1 : this.pos + 1);
        }
        if (this.end() > from) values.push({ start: from, end: this.end(), text: this.text.slice(from, this.end()) });
      },
    ]);
    const isBlock = this.kindAt(this.pos - 1) === T.CloseBrace;
    if (!isBlock || this.at(T.Semicolon) || this.RECORDING_PHASE) this.semicolon('after this line');
    return { start, end: this.end(), word, values };
  });

  /** Whatever stands before the `;`, kept as text. */
  readonly manifestText = this.RULE('manifestText', (): void => {
    this.many(0, () =>
      this.or(
        0,
        [T.Identifier, T.Dot, T.At, T.IntLiteral, T.RealLiteral].map((kind) => ({ ALT: () => this.eat(kind) })),
      ),
    );
  });
}
