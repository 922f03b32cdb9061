import { T } from '../tokens.ts';
import type {
  ClassDeclaration,
  ClientDeclaration,
  CompilationUnit,
  Declaration,
  EntityDeclaration,
  EnumDeclaration,
  ManifestDeclaration,
  ManifestEntry,
  SecurityRule,
  TypeSyntax,
  UnknownDeclaration,
} from '../tree.ts';
import { between, cat, type Doc, group, indent, line } from './doc.ts';
import type { Item } from './member-printer.ts';
import { WorkflowPrinter } from './workflow-printer.ts';

/** Files and their declarations (language.md §2, §5, §6). */
export class UnitPrinter extends WorkflowPrinter {
  unit(unit: CompilationUnit): Doc {
    const declarations = unit.declarations.map((declaration) => this.#item(declaration));
    const content = this.#declarations(declarations, T.EOF);
    // What is left are comments after the last declaration.
    return cat(content, ...this.comments());
  }

  #item(declaration: Declaration): Item {
    return { start: declaration.start, print: () => this.#declaration(declaration) };
  }

  /** Declarations, and between them what the tree keeps elsewhere: `using`, `namespace`, a stray `;`. */
  #declarations(declarations: readonly Item[], closer: T): Doc {
    const starts = new Map(declarations.map((item) => [item.start, item]));
    const parts: Doc[] = [];
    while (!this.at(closer) && !this.atEnd()) {
      const item = starts.get(this.peek().start);
      const isStray = item === undefined && this.at(T.Semicolon);
      if (parts.length > 0 && !isStray) parts.push(between(this.gap(), true));
      parts.push(item?.print() ?? this.#preamble(declarations));
    }
    return parts.length === 0 ? this.nothing() : cat(...parts);
  }

  #preamble(declarations: readonly Item[]): Doc {
    if (this.at(T.Semicolon)) return this.tok();
    const parts: Doc[] = [];
    while (!this.atEnd() && !this.at(T.Semicolon) && !this.at(T.OpenBrace)) parts.push(this.#nameToken());
    if (this.at(T.Semicolon)) return cat(...parts, this.tok());
    return cat(
      ...parts,
      ' ',
      this.brackets(line, true, () => this.#declarations(declarations, T.CloseBrace)),
    );
  }
  /** A token of `using X = A.B` or `namespace A.B`, with its blank. */
  #nameToken(): Doc {
    const piece = this.peek();
    const next = this.peek(1);
    const isWord = /^[\p{L}_@]/u;
    const isApart =
      piece.kind === T.Equals || next.kind === T.Equals || (isWord.test(piece.text) && isWord.test(next.text));
    return isApart ? cat(this.tok(), ' ') : this.tok();
  }

  #declaration(d: Declaration): Doc {
    switch (d.kind) {
      case 'EnumDeclaration':
        return this.#enum(d);
      case 'EntityDeclaration':
        return this.#entity(d);
      case 'ClassDeclaration':
        return this.#class(d);
      case 'FunctionDeclaration': {
        const head = this.head(d, () => this.signature(d));
        return cat(head, this.functionBody(d.body, head));
      }
      case 'PolicyDeclaration':
      case 'PrincipalDeclaration': {
        const head = this.head(d, () => this.flat(d.name.end));
        const value = d.value === undefined ? this.nothing() : cat(' ', this.tok(T.Arrow), this.arrowValue(d.value));
        return cat(head, value, this.tok(T.Semicolon));
      }
      case 'ClientDeclaration':
        return this.#client(d);
      case 'WorkflowDeclaration':
        return this.workflow(d);
      case 'ManifestDeclaration':
        return this.#manifest(d);
      case 'UnknownDeclaration':
        return this.#unknown(d);
    }
  }

  // ---------------------------------------------------------------- types

  #enum(d: EnumDeclaration): Doc {
    const head = this.head(d, () => this.flat(d.name.end));
    const members = this.braces(() =>
      this.commaLines(d.members, (member) =>
        cat(
          this.head(member, () => this.flat(member.name.end)),
          this.initial(member.value),
        ),
      ),
    );
    return cat(head, ' ', members);
  }

  #entity(d: EntityDeclaration): Doc {
    const head = this.head(d, () => cat(this.flat(d.name.end), this.#bases(d.bases)));
    const items: readonly Item[] = [
      ...this.members(d.members),
      ...d.invariants.map(({ start, condition, message }) => ({
        start,
        print: () => {
          const parts = [this.tok(T.Invariant), ' ', this.expression(condition)];
          const text =
            message === undefined ? this.nothing() : indent(line, this.tok(T.Message), ' ', this.expression(message));
          return group(cat(...parts, text, this.tok(T.Semicolon)));
        },
      })),
    ];
    const security = (): Doc | undefined => {
      if (!this.at(T.Security)) return undefined;
      const word = this.tok();
      return cat(
        word,
        ' ',
        this.body(d.security.map((rule) => ({ start: rule.start, print: () => this.#rule(rule) }))),
      );
    };
    return cat(head, ' ', this.body(items, security));
  }

  /** `allow read, write [A, B] when e where e;` */
  #rule(rule: SecurityRule): Doc {
    const parts: Doc[] = [this.tok(), ' ', group(indent(this.commaLines(rule.verbs, (verb) => this.flat(verb.end))))];
    const { fields, when, where } = rule;
    if (fields !== undefined)
      parts.push(
        ' ',
        this.soft(() => this.commaLines(fields, (field) => this.flat(field.end))),
      );
    if (when !== undefined) parts.push(line, this.tok(T.When), ' ', this.expression(when));
    if (where !== undefined) parts.push(line, this.tok(T.Where), ' ', this.expression(where));
    return cat(group(indent(...parts)), this.tok(T.Semicolon));
  }

  #class(d: ClassDeclaration): Doc {
    const head = this.head(d, () =>
      cat(
        this.flat(d.name.end),
        this.typeParameters(d.typeParams),
        this.#bases(d.bases),
        this.constraints(d.constraints),
      ),
    );
    return cat(head, ' ', this.body(this.members(d.members)));
  }

  /** ` : A, B` */
  #bases(bases: readonly TypeSyntax[]): Doc {
    if (bases.length === 0) return this.nothing();
    const sign = this.tok(T.Colon);
    return group(indent(line, sign, ' ', indent(this.commaLines(bases, (base) => this.flat(base.end)))));
  }

  // ---------------------------------------------------------------- clients and manifests

  #client(d: ClientDeclaration): Doc {
    const head = this.head(d, () => this.flat(d.name.end));
    const items: readonly Item[] = [
      ...this.settings(d.settings),
      ...d.operations.map((operation) => ({
        start: operation.start,
        print: () =>
          cat(
            this.head(operation, () => this.signature(operation)),
            this.tok(T.Semicolon),
          ),
      })),
    ];
    const headers = (): Doc | undefined => (this.at(T.Headers) ? this.#headers(d.headers) : undefined);
    return cat(head, ' ', this.body(items, headers));
  }

  /** `Headers { ["X-Api-Key"] = e; }` */
  #headers(headers: ClientDeclaration['headers']): Doc {
    const word = this.tok(T.Headers);
    const items = headers.map(({ start, name, value }) => ({
      start,
      print: () => {
        const key = this.soft(() => this.open(name));
        return cat(key, this.initial(value), this.tok(T.Semicolon));
      },
    }));
    return cat(word, ' ', this.body(items));
  }

  #manifest(d: ManifestDeclaration): Doc {
    const head = this.head(d, () => this.flat(d.name.end));
    return cat(
      head,
      ' ',
      this.body(d.entries.map((entry) => ({ start: entry.start, print: () => this.#entry(entry) }))),
    );
  }
  #entry(entry: ManifestEntry): Doc {
    const word = this.tok();
    const parts: Doc[] = [];
    if (entry.values.length > 0) parts.push(' ', group(indent(this.commaLines(entry.values, () => this.tok()))));
    if (this.at(T.Semicolon)) parts.push(this.tok());
    return cat(word, ...parts);
  }

  /** Attributes as before any declaration; the rest stays as it is, for nobody here knows how it is read. */
  #unknown(d: UnknownDeclaration): Doc {
    return this.head(d, () => this.tok(T.Count));
  }
}
