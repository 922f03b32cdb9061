/** Walks whole pieces of IR: each node before its parts, in the order they stand. */
import type { Expr, Pattern, Stmt } from './ir.ts';
import { type Parts, partsOfExpr, partsOfPattern, partsOfStmt } from './parts.ts';

/** What a walk does at each node; returning `false` keeps it out of the node's parts. */
export interface Visitor {
  readonly expr?: (e: Expr) => boolean | undefined;
  readonly stmt?: (s: Stmt) => boolean | undefined;
}

export function walkBlock(block: readonly Stmt[], visitor: Visitor): void {
  const walk = walker(visitor);
  walk.stmts(block);
}

export function walkExpr(e: Expr, visitor: Visitor): void {
  walker(visitor).expr(e);
}

function walker(visitor: Visitor): Parts {
  const on: Parts = {
    expr: (e: Expr) => {
      if (visitor.expr?.(e) !== false) partsOfExpr(e, on);
    },
    stmts: (block: readonly Stmt[]) => {
      for (const s of block) if (visitor.stmt?.(s) !== false) partsOfStmt(s, on);
    },
    pattern: (p: Pattern) => partsOfPattern(p, on),
  };
  return on;
}
