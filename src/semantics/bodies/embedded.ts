/** Blocks and single statements that other statements govern. */
import type { Expr, Stmt } from '../../ir/ir.ts';
import type { Block, Expression, Statement } from '../../syntax/tree.ts';
import { boolType } from '../type-table.ts';
import type { Binder } from './binder.ts';
import type { Scope } from './scope.ts';

/** The statements of a block in a scope of their own. */
export function blockOf(b: Binder, block: Block, scope: Scope): Stmt[] {
  const body: Stmt[] = [];
  b.statements(block.statements, scope.nested(), body);
  return body;
}

/** What `if`, loops and the like govern: a block's statements, or one statement. */
export function embedded(b: Binder, st: Statement, scope: Scope): Stmt[] {
  if (st.kind === 'Block') return blockOf(b, st, scope);
  const body: Stmt[] = [];
  b.statement(st, scope.nested(), body);
  return body;
}

export function condition(b: Binder, e: Expression, scope: Scope): Expr {
  return b.converted(e, scope, boolType, 'the condition');
}
