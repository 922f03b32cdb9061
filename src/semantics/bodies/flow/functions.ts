/** Functions inside a body: lambdas, judged where they are made, and local functions, judged where they are called. */
import { missingReturn } from '../../../diagnostics/catalogue/types.ts';
import { diagnose } from '../../../diagnostics/diagnostic.ts';
import type { Expr, IrSpan, LambdaExpr, LocalId, Pattern, Stmt } from '../../../ir/ir.ts';
import { partsOfExpr, partsOfPattern, partsOfStmt } from '../../../ir/parts.ts';
import type { FlowCore, LocalFunctionFacts } from './core.ts';
import { copy, initialState, join, joinAll, withoutDoubts } from './state.ts';

/** A lambda's body, as it would run where it is made. `inline`: it runs there and then. */
export function visitLambda(f: FlowCore, e: LambdaExpr, inline = false): void {
  if (inline) walkLambda(f, e, inline);
  else f.later(() => walkLambda(f, e, inline));
}

function walkLambda(f: FlowCore, e: LambdaExpr, inline: boolean): void {
  const outside = copy(f.state);
  const frame = f.frame;
  f.frame = { loops: [], returns: [], needs: frame.needs, own: frame.own };
  f.state = inline ? copy(outside) : withoutDoubts(outside);
  f.stmts(e.body);
  const end = f.state;
  f.frame = frame;
  f.state = inline ? join(end, end) : outside;
  if (inline && !end.reachable) f.state = outside;
  if (end.reachable && e.returns !== 'void' && !inline) {
    const params = { what: 'lambda', type: e.returns.replaceAll('!', '') };
    f.report(diagnose(missingReturn, f.file, { start: e.s[0], end: e.s[1] }, params));
  }
}

/** A local function's body, asked for once: what it needs of the locals around it, and what it sets. */
export function localFunctionFacts(f: FlowCore, id: LocalId): LocalFunctionFacts | undefined {
  const known = f.localFacts.get(id);
  if (known === 'running') return undefined;
  const declaration = f.localFunctions.get(id);
  if (known !== undefined || declaration === undefined) return known;
  f.localFacts.set(id, 'running');
  const outside = f.state;
  const frame = f.frame;
  const needs = new Map<LocalId, string>();
  f.frame = { loops: [], returns: [], needs, own: localsOf(declaration.fn) };
  f.state = initialState();
  f.stmts(declaration.fn.body);
  const end = f.state;
  const exit = joinAll([end, ...f.frame.returns], end);
  f.frame = frame;
  f.state = outside;
  if (end.reachable && declaration.fn.returns !== 'void') {
    const params = { what: declaration.name, type: declaration.fn.returns.replaceAll('!', '') };
    f.report(diagnose(missingReturn, f.file, { start: declaration.s[0], end: declaration.s[1] }, params));
  }
  const facts = { needs, assigns: exit.reachable ? exit.assigned : 0n };
  f.localFacts.set(id, facts);
  return facts;
}

/** Every local that a function declares, parameters and those of functions inside it included. */
function localsOf(fn: LambdaExpr): ReadonlySet<LocalId> {
  const own = new Set<LocalId>();
  const exprs: Expr[] = [fn];
  const stmts: Stmt[] = [];
  const patterns: Pattern[] = [];
  const parts = {
    expr: (e: Expr) => exprs.push(e),
    stmts: (body: readonly Stmt[]) => stmts.push(...body),
    pattern: (p: Pattern) => patterns.push(p),
  };
  for (;;) {
    const e = exprs.pop();
    const p = e === undefined ? patterns.pop() : undefined;
    const stmt = e === undefined && p === undefined ? stmts.pop() : undefined;
    if (e !== undefined) {
      if (e.k === 'lambda') for (const param of e.params) own.add(param.id);
      else if (e.k === 'nullcond' || e.k === 'update') own.add(e.id);
      else if (e.k === 'ref' && e.to.k === 'local' && e.mode === 'out') own.add(e.to.id);
      partsOfExpr(e, parts);
    } else if (p !== undefined) {
      if (p.p === 'bind' || p.p === 'props') own.add(p.id);
      partsOfPattern(p, parts);
    } else if (stmt !== undefined) {
      if (stmt.k === 'local' || stmt.k === 'localFn') own.add(stmt.id);
      else if (stmt.k === 'foreach') for (const each of stmt.vars) own.add(each.id);
      else if (stmt.k === 'try') for (const clause of stmt.catches) if (clause.id !== undefined) own.add(clause.id);
      partsOfStmt(stmt, parts);
    } else {
      return own;
    }
  }
}

export function callLocal(f: FlowCore, id: LocalId, at: IrSpan): void {
  const facts = f.enterLocalFunction(id);
  f.state = withoutDoubts(f.state);
  if (facts === undefined) return;
  for (const [local, name] of facts.needs) f.readNamed(local, name, at);
  if (f.state.reachable) f.state.assigned |= facts.assigns;
}
