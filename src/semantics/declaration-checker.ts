/** What the passes over entities, clients and workflows share: names of types, places to report at, and bodies to check. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Evaluated, Expr } from '../ir/ir.ts';
import type { SourceFile } from '../source/source.ts';
import type { Expression, TypeSyntax } from '../syntax/tree.ts';
import type { BodyRequest, CheckedBody } from './body-request.ts';
import type { CheckContext } from './context.ts';
import type { Declarations } from './declarations.ts';
import { errorType } from './type-table.ts';
import type { Type } from './types.ts';

/** An expression on its own: a default, a header, a policy. */
export type ValueRequest = Pick<BodyRequest, 'file' | 'returns' | 'describe'> &
  Partial<Pick<BodyRequest, 'owner' | 'params' | 'hasActor' | 'goto'>> & { readonly source: Expression };

export class DeclarationChecker {
  readonly declarations: Declarations;
  readonly #context: CheckContext;
  readonly #checkBody: (request: BodyRequest) => CheckedBody;
  readonly #refuseGoto: (file: number, what: string) => BodyRequest['goto'];

  constructor(
    context: CheckContext,
    checkBody: (request: BodyRequest) => CheckedBody,
    refuseGoto: (file: number, what: string) => BodyRequest['goto'],
  ) {
    this.declarations = context.declarations;
    this.#context = context;
    this.#checkBody = checkBody;
    this.#refuseGoto = refuseGoto;
  }

  source(file: number): SourceFile {
    return this.declarations.files[file] as SourceFile;
  }

  report(diagnostic: Diagnostic): void {
    this.#context.report(diagnostic);
  }

  /** A type of the library that is always there. */
  library(name: string): Type {
    return this.declarations.types.libraryType(name) ?? errorType;
  }

  resolveType(file: number, syntax: TypeSyntax): Type {
    return this.declarations.resolver.resolve(syntax, { file, report: (diagnostic) => this.report(diagnostic) });
  }

  /** The type of the rows that act; of the error type where the app has none, so that nothing is said twice. */
  principal(): Type {
    return this.declarations.principal ?? errorType;
  }

  checkBody(request: BodyRequest): CheckedBody {
    return this.#checkBody(request);
  }

  value(request: ValueRequest): Evaluated {
    const { block, file } = this.#checkBody({
      params: [],
      hasActor: false,
      routes: false,
      goto: this.#refuseGoto(request.file, request.describe),
      ...request,
    }).body;
    const [only] = block;
    if (only?.k === 'return' && only.e !== undefined) return { file, e: only.e };
    const [start, end] = [request.source.start, request.source.end];
    const missing: Expr = { k: 'const', s: [start, end], t: request.returns.key, v: null };
    return { file, e: missing };
  }
}
