/** Checks bodies: from syntax and symbols to IR, with what is wrong in them (language.md §3, §4, §7.5). */
import type { Body, IrParameter, Stmt } from '../../ir/ir.ts';
import type { Expression } from '../../syntax/tree.ts';
import type { BodyRequest, CheckedBody } from '../body-request.ts';
import type { CheckContext } from '../context.ts';
import { voidType } from '../type-table.ts';
import { Binder, type BinderParts } from './binder.ts';
import { spanOf } from './bound.ts';
import { checkChain } from './constructor-chain.ts';
import { convert, toValue } from './convert.ts';
import { bindExpression } from './expressions.ts';
import { analyseFlow } from './flow/index.ts';
import { Scope } from './scope.ts';
import { bindStatement, bindStatements } from './statements.ts';

export const binderParts: BinderParts = {
  bind: bindExpression,
  statement: bindStatement,
  statements: bindStatements,
  toValue,
  convert,
};

export interface BodyChecker {
  checkBody(request: BodyRequest): CheckedBody;
}

export function createBodyChecker(context: CheckContext): BodyChecker {
  return { checkBody: (request) => checkBody(context, request) };
}

/** Checks one body. Whatever it holds, it answers; what is wrong goes to `context.report`. */
export function checkBody(context: CheckContext, request: BodyRequest): CheckedBody {
  const b = new Binder(context, request, binderParts);
  const scope = Scope.outermost({
    kind: 'body',
    returns: request.returns,
    sites: [],
    typeParams: request.typeParams ?? [],
  });
  const params = request.params.map((param): IrParameter => {
    const id = b.newLocal();
    scope.declare({ kind: 'variable', id, name: param.name, type: param.type, nameSpan: param.nameSpan });
    if (param.mode === 'out') b.nameSpans.set(id, param.nameSpan);
    return { id, name: param.name, t: param.type.key, ...(param.mode === undefined ? {} : { mode: param.mode }) };
  });
  const block: Stmt[] = [];
  const chained = request.chain && checkChain(b, request.chain, scope);
  const { source } = request;
  if (source.kind === 'Block') b.statements(source.statements, scope.nested(), block);
  else bindValue(b, source.kind === 'ArrowBody' ? source.expression : source, request, scope, block);
  const flow = analyseFlow({
    file: b.file,
    block: [...(chained?.parts ?? []).map((e): Stmt => ({ k: 'expr', s: e.s, e })), ...block],
    params,
    nameSpans: b.nameSpans,
    outLocals: b.outLocals,
    outReferences: b.outReferences,
    trusted: b.trusted,
    report: (diagnostic) => b.add(diagnostic),
  });
  const body: Body = { file: request.file, span: spanOf(source), params, block };
  // Where nothing is returned, a `return;` is an end like any other.
  const endReachable = flow.endReachable || (request.returns === voidType && flow.returns);
  const chain = chained?.chain === undefined ? {} : { chain: chained.chain };
  return { body, endReachable, gotos: flow.gotos, ...chain };
}

/** `=> e`, or an expression by itself. */
function bindValue(b: Binder, e: Expression, request: BodyRequest, scope: Scope, block: Stmt[]): void {
  const s = spanOf(e);
  if (request.returns !== voidType) {
    block.push({ k: 'return', s, e: b.converted(e, scope, request.returns, request.describe) });
    return;
  }
  const value = b.value(e, scope);
  block.push({ k: 'expr', s, e: value.e });
}
