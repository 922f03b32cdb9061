import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../source/source.ts';
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

  constructor() {
    super();
    this.performSelfAnalysis();
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
    this.load(file, tokens);
    this.forgetScans();
    this.saidUnclosed = false;
    this.defaultIsName = false;
    this.endAtArrow = false;
    const value = action();
    const diagnostics = this.unload();
    return { [key]: value, diagnostics } as { [P in K]: R } & { diagnostics: Diagnostic[] };
  }
}
