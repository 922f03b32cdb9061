/** Flow of control and of values through a checked body (language.md §3, §4; findings.md). It reads the IR: what is judged is what runs. */
import { unassignedOut } from '../../../diagnostics/catalogue/bodies.ts';
import { type Diagnostic, diagnose } from '../../../diagnostics/diagnostic.ts';
import type { IrParameter, IrSpan, LocalId, Stmt } from '../../../ir/ir.ts';
import type { SourceFile } from '../../../source/source.ts';
import { visitCondition, visitPattern } from './conditions.ts';
import { FlowCore } from './core.ts';
import { visitExpr } from './expressions.ts';
import { localFunctionFacts } from './functions.ts';
import { visitStatements } from './statements.ts';
import { reportUnusedLocals } from './unused.ts';

export interface FlowRequest {
  readonly file: SourceFile;
  readonly block: readonly Stmt[];
  readonly params: readonly IrParameter[];
  /** Where locals and local functions are named: those that may be reported as unused. */
  readonly nameSpans: ReadonlyMap<LocalId, IrSpan>;
  /** Locals that an `out` argument or a deconstruction declares: without a value until then. */
  readonly outLocals: ReadonlySet<LocalId>;
  /** Locals of a reference type that an `out` argument sets. */
  readonly outReferences: ReadonlySet<LocalId>;
  /** Places of values that a `!` vouches for, `start:end`. */
  readonly trusted: ReadonlySet<string>;
  readonly report: (diagnostic: Diagnostic) => void;
}

export interface FlowResult {
  /** Control can reach the end of the block. */
  readonly endReachable: boolean;
  /** Some reachable `return` ends it. */
  readonly returns: boolean;
  readonly gotos: readonly { readonly state: string; readonly span: IrSpan }[];
}

const parts = {
  expr: visitExpr,
  cond: visitCondition,
  pattern: visitPattern,
  stmts: visitStatements,
  localFunction: localFunctionFacts,
};

export function analyseFlow(request: FlowRequest): FlowResult {
  const flow = new FlowCore(request, parts);
  const outs = request.params.filter((param) => param.mode === 'out');
  for (const out of outs) flow.declare(out.id);
  flow.stmts(request.block);
  const endReachable = flow.state.reachable;
  for (const out of outs) {
    const bit = flow.bit(out.id);
    const missed = [flow.state, ...flow.frame.returns].some(
      (state) => state.reachable && (state.assigned & bit) === 0n,
    );
    if (!missed) continue;
    const at = request.nameSpans.get(out.id) ?? [0, 0];
    request.report(diagnose(unassignedOut, request.file, { start: at[0], end: at[1] }, { name: out.name }));
  }
  reportUnusedLocals(request.block, request.nameSpans, request.file, request.report);
  return {
    endReachable,
    returns: flow.frame.returns.length > 0,
    gotos: [...flow.gotos.values()].sort((a, b) => a.span[0] - b.span[0]),
  };
}

const none: ReadonlySet<never> = new Set();

/** Whether control can reach the end of statements, nothing reported: for a lambda's type. */
export function canReachEnd(file: SourceFile, block: readonly Stmt[]): boolean {
  const flow = new FlowCore({ file, outLocals: none, outReferences: none, trusted: none, report: () => {} }, parts);
  flow.stmts(block);
  return flow.state.reachable;
}
