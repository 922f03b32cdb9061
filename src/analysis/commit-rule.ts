/** `commit-in-workflow-body`: a compile rule that needs the call graph (findings.md, "Compile rules"). */
import { commitInWorkflowBody } from '../diagnostics/catalogue/workflows.ts';
import { type ChainHop, type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts';
import type { Expr, IrFunction } from '../ir/ir.ts';
import { libraryMember } from '../semantics/library/index.ts';
import type { Program } from '../semantics/program.ts';
import { AppIndex } from './app-index.ts';
import { nodesOf } from './app-walk.ts';
import { bodiesOf } from './bodies.ts';
import { forEachCall, type Step, waysTo } from './call-graph.ts';

const commits = (e: Expr): boolean => e.k === 'lib' && libraryMember(e.m)?.effect === 'commit';

/** A workflow body runs in the transaction of its delivery, which it may not end. */
export function commitRule(program: Program, index: AppIndex = new AppIndex(program.app)): readonly Diagnostic[] {
  if (!nodesOf(program.app, 'lib').some(({ node }) => commits(node))) return [];
  const ways = waysTo(index, index.functions.values(), commits);
  const found: Diagnostic[] = [];
  for (const workflow of program.app.workflows) {
    for (const { body, describe } of bodiesOf(workflow)) {
      forEachCall(index, body.block, (e, callees) => {
        const through = callees.find((c) => ways.has(c));
        if (!commits(e) && through === undefined) return;
        const file = program.files[body.file];
        if (file === undefined) return;
        const first: ChainHop = { name: through?.name ?? nameOf(e), file, span: { start: e.s[0], end: e.s[1] } };
        const chain = [first, ...(through === undefined ? [] : hops(program, ways, through))];
        const params = { body: describe, call: chain.map((h) => h.name).join(' → ') };
        found.push(diagnose(commitInWorkflowBody, file, first.span, params, { chain }));
      });
    }
  }
  return found;
}

function hops(program: Program, ways: ReadonlyMap<IrFunction, Step>, from: IrFunction): readonly ChainHop[] {
  const found: ChainHop[] = [];
  for (let fn: IrFunction | undefined = from; fn !== undefined; ) {
    const step: Step | undefined = ways.get(fn);
    const file = program.files[fn.file];
    if (step === undefined || file === undefined) break;
    found.push({ name: step.next?.name ?? nameOf(step.e), file, span: { start: step.e.s[0], end: step.e.s[1] } });
    fn = step.next;
  }
  return found;
}

function nameOf(e: Expr): string {
  return e.k === 'lib' ? e.m.replace(/\(.*$/, '') : 'the call';
}
