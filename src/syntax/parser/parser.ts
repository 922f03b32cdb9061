import type { ISerializedGast } from 'chevrotain';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../source/source.ts';
import { repairBraces } from '../braces.ts';
import type { Tokens } from '../lexer.ts';
import { T } from '../tokens.ts';
import type { CompilationUnit, Expression, Statement } from '../tree.ts';
import { DeclarationParser } from './declarations.ts';

/** The parser whole. One is enough for a process: it holds nothing of a file once that is read. */
export class OsyParser extends DeclarationParser {
  readonly script = this.RULE('script', (): Statement[] => {
    const statements: Statement[] = [];
    this.repeat(
      1,
      () => !this.at(T.EOF),
      () => {
        statements.push(...this.parseStatements());
        if (this.at(T.CloseBrace)) {
          this.report(this.here(), this.here() + 1, 'this `}` has no partner');
          this.next();
        }
      },
    );
    return statements;
  });

  /**
   * @param record whether chevrotain shall record the grammar. Only its lookahead needs that, of which nothing is used
   *   here, and it would take longer than parsing a small file; `grammar` asks for it.
   */
  constructor(record = false) {
    super();
    if (record) this.performSelfAnalysis();
    else makeFast(this);
  }

  /** The grammar as chevrotain recorded it from the rules. */
  static grammar(): ISerializedGast[] {
    return new OsyParser(true).getSerializedGastProductions();
  }

  unitOf(file: SourceFile, tokens: Tokens): { unit: CompilationUnit; diagnostics: Diagnostic[] } {
    return this.#on(
      file,
      tokens,
      () => {
        const unit = this.compilationUnit();
        return { ...unit, file, comments: tokens.comments };
      },
      'unit',
    );
  }

  expressionOf(file: SourceFile, tokens: Tokens): { expression: Expression; diagnostics: Diagnostic[] } {
    return this.#on(
      file,
      tokens,
      () => {
        const expression = this.expression();
        if (this.panicAt < 0 && !this.at(T.EOF))
          this.fail(`unexpected ${this.describe(this.pos)} after the expression`);
        return expression;
      },
      'expression',
    );
  }

  scriptOf(
    file: SourceFile,
    tokens: Tokens,
  ): { script: { statements: Statement[]; trailing: Expression | undefined }; diagnostics: Diagnostic[] } {
    return this.#on(
      file,
      tokens,
      () => {
        this.allowsTrailing = true;
        this.trailing = undefined;
        const statements = this.script();
        const { trailing } = this;
        this.allowsTrailing = false;
        this.trailing = undefined;
        if (trailing !== undefined) statements.pop();
        return { statements, trailing };
      },
      'script',
    );
  }

  #on<K extends string, R>(
    file: SourceFile,
    tokens: Tokens,
    action: () => R,
    key: K,
  ): { [P in K]: R } & { diagnostics: Diagnostic[] } {
    const repaired = tokens.unmatched.length === 0 || key === 'script' ? undefined : repairBraces(tokens);
    this.load(file, repaired?.tokens ?? tokens);
    this.forgetScans();
    this.saidUnclosed = false;
    for (const { kind, start, end } of repaired?.problems ?? []) {
      if (kind === 'surplus') this.report(start, end, `there is one \`${this.text.slice(start, end)}\` too many here`);
      else this.reportUnclosed({ start, end });
    }
    this.defaultIsName = false;
    this.endAtArrow = false;
    const value = action();
    const diagnostics = this.unload();
    return { [key]: value, diagnostics } as { [P in K]: R } & { diagnostics: Diagnostic[] };
  }
}

/**
 * V8 keeps an object with as many properties as the parser has rules in a slow dictionary, unless it serves as a
 * prototype (chevrotain does the same when it has recorded a grammar).
 */
function makeFast(object: object): void {
  const Heir = function Heir() {} as unknown as { new (): { readonly rule?: unknown }; prototype: object };
  Heir.prototype = object;
  const heir = new Heir();
  for (let i = 0; i < 2; i++) void heir.rule;
}
