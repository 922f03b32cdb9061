import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import { isName, isPredefined, isWord, T } from '../tokens.ts';
import type {
  CompilationUnit,
  Declaration,
  FunctionDeclaration,
  Parameter,
  PolicyDeclaration,
  PrincipalDeclaration,
  QualifiedName,
  TypeParameter,
  UnknownDeclaration,
} from '../tree.ts';
import type { Head } from './attributes.ts';
import { TypeDeclarationParser } from './type-declarations.ts';

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

/** What a slip may have been meant for: before `Name {`, and before `Name(`. */
const wordsOfBlocks = ['entity', 'workflow', 'client', 'enum', 'class', 'interface', 'app', 'package'];
const wordsOfValues = ['policy', 'principal'];
const wordsOfFunctions = ['void', 'int', 'long', 'decimal', 'double', 'bool', 'string', 'object'];
const modifiers = ['public', 'internal', 'partial', 'abstract', 'static', 'sealed', 'async'];

/** Files and their declarations (language.md §2). */
export abstract class DeclarationParser extends TypeDeclarationParser {
  // ---------------------------------------------------------------- files

  readonly compilationUnit = this.RULE('compilationUnit', (): Omit<CompilationUnit, 'file' | 'comments'> => {
    let namespace: QualifiedName | undefined;
    const usings: QualifiedName[] = [];
    const declarations: Declaration[] = [];
    this.#beforeReading = new Set(this.diagnostics);
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
                () => {
                  const name = this.SUBRULE(this.using);
                  usings?.push(name);
                },
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
    if (isPredefined(this.tok) && this.kindAt(name) === T.OpenParen) return true;
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

  /** What lexer and layout had to say before the first declaration was read. */
  #beforeReading: ReadonlySet<Diagnostic> = new Set();

  #unknown(head: Head, first: number): UnknownDeclaration {
    const at = this.pos;
    const end = this.#unknownEnd(at);
    this.seek(Math.max(end, first + 1));
    // What is in there is another language: nothing the lexer said about it counts. What the parser said does: a
    // declaration may have been given up right here.
    const from = this.starts[at] as number;
    const to = this.end();
    this.diagnostics = this.diagnostics.filter(
      (found) => found.span.start < from || found.span.start >= to || !this.#beforeReading.has(found),
    );
    return { kind: 'UnknownDeclaration', ...this.declared(head), word: this.textAt(at), meant: this.#meantWord(at) };
  }

  /** The word of the language that the one at token `at` may be a slip of, by the shape of what follows it. */
  #meantWord(at: number): string | undefined {
    const word = this.textAt(at);
    if (!isName(this.kindAt(at)) || !isWord(this.kindAt(at + 1))) return undefined;
    switch (this.kindAt(at + 2)) {
      case T.OpenBrace:
      case T.Colon:
        return nearest(word, wordsOfBlocks);
      case T.Semicolon:
      case T.Arrow:
        return nearest(word, wordsOfValues);
      case T.OpenParen:
        return nearest(word, wordsOfFunctions);
      default:
        return isWord(this.kindAt(at + 2)) ? nearest(word, modifiers) : undefined;
    }
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
}
