/** `unused-local`: a local that nobody reads and whose values cost nothing to compute (findings.md). */
import { unusedLocal } from '../../../diagnostics/catalogue/bodies.ts';
import { type Diagnostic, diagnose } from '../../../diagnostics/diagnostic.ts';
import type { Expr, IrSpan, LocalId, Pattern, Stmt } from '../../../ir/ir.ts';
import { type Parts, partsOfExpr, partsOfPattern, partsOfStmt } from '../../../ir/parts.ts';
import type { SourceFile } from '../../../source/source.ts';

interface Candidate {
  readonly name: string;
  readonly at: IrSpan;
  readonly what: 'local' | 'local function';
  /** A value that does something by itself: it is not for nothing. */
  readonly effect: boolean;
}

export function reportUnusedLocals(
  body: readonly Stmt[],
  nameSpans: ReadonlyMap<LocalId, IrSpan>,
  file: SourceFile,
  report: (diagnostic: Diagnostic) => void,
): void {
  const candidates = new Map<LocalId, Candidate>();
  const used = new Set<LocalId>();
  // Statements and expressions apart: a `local` of either kind looks the same.
  const stmts: Stmt[] = [...body];
  const exprs: Expr[] = [];
  const patterns: Pattern[] = [];
  const parts: Parts = {
    expr: (e) => exprs.push(e),
    stmts: (more) => {
      for (const stmt of more) stmts.push(stmt);
    },
    pattern: (p) => patterns.push(p),
  };
  for (;;) {
    const e = exprs.pop();
    if (e !== undefined) {
      if (e.k === 'local' || e.k === 'callLocal') used.add(e.id);
      else if (e.k === 'fnref' && e.local !== undefined) used.add(e.local);
      partsOfExpr(e, parts);
      continue;
    }
    const p = patterns.pop();
    if (p !== undefined) {
      partsOfPattern(p, parts);
      continue;
    }
    const stmt = stmts.pop();
    if (stmt === undefined) break;
    if (stmt.k === 'local' || stmt.k === 'localFn') {
      const at = nameSpans.get(stmt.id);
      const effect = stmt.k === 'local' && stmt.init !== undefined && hasEffect(stmt.init);
      if (at)
        candidates.set(stmt.id, { name: stmt.name, at, what: stmt.k === 'local' ? 'local' : 'local function', effect });
    } else if (stmt.k === 'expr' && stmt.e.k === 'assign' && stmt.e.to.k === 'local') {
      // `x = e;` sets without reading.
      if (hasEffect(stmt.e.v)) used.add(stmt.e.to.id);
      exprs.push(stmt.e.v);
      continue;
    }
    partsOfStmt(stmt, parts);
  }
  for (const [id, { name, at, what, effect }] of candidates) {
    if (used.has(id) || effect) continue;
    report(diagnose(unusedLocal, file, { start: at[0], end: at[1] }, { name, what }));
  }
}

/** Could evaluating it be noticed: a call, an assignment, something that may throw? */
function hasEffect(e: Expr): boolean {
  const work: Expr[] = [e];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    switch (node.k) {
      case 'const':
      case 'default':
      case 'local':
      case 'this':
      case 'item':
      case 'actor':
      case 'sfield':
      case 'lambda':
      case 'typeof':
        continue;
      case 'field':
      case 'un':
      case 'bin':
      case 'and':
      case 'or':
      case 'cond':
      case 'coalesce':
      case 'conv':
      case 'box':
      case 'as':
      case 'tuple':
      case 'anon':
      case 'interp':
      case 'array':
        partsOfExpr(node, { expr: (part) => work.push(part), stmts: () => {}, pattern: () => {} });
        continue;
      case 'lib':
        // Properties and constants of the library do nothing.
        if (node.args.length > 0 || node.m.endsWith(')')) return true;
        if (node.o) work.push(node.o);
        continue;
      default:
        return true;
    }
  }
  return false;
}
