import { isName, T } from '../tokens.ts';
import type {
  ClientDeclaration,
  ClientOperation,
  ManifestDeclaration,
  ManifestEntry,
  Parameter,
  Setting,
} from '../tree.ts';
import type { Head } from './attributes.ts';
import { WorkflowParser } from './workflows.ts';

/** Clients and manifests (language.md §2, §6). */
export abstract class ClientParser extends WorkflowParser {
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
