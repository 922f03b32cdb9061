/** Walks IR: the children of each node, in order of evaluation where that is fixed. */
import type { Expr, Pattern, Stmt } from './ir.ts';

/** What a walk does at each node; returning `false` keeps it out of the node's children. */
export interface Visitor {
  readonly expr?: (e: Expr) => boolean | undefined;
  readonly stmt?: (s: Stmt) => boolean | undefined;
}

export function walkBlock(block: readonly Stmt[], visitor: Visitor): void {
  for (const s of block) walkStmt(s, visitor);
}

export function walkStmt(s: Stmt, visitor: Visitor): void {
  if (visitor.stmt?.(s) === false) return;
  const expr = (e: Expr | undefined): void => {
    if (e !== undefined) walkExpr(e, visitor);
  };
  const block = (b: readonly Stmt[] | undefined): void => {
    if (b !== undefined) walkBlock(b, visitor);
  };
  switch (s.k) {
    case 'local':
      return expr(s.init);
    case 'expr':
      return expr(s.e);
    case 'block':
      return block(s.body);
    case 'if':
      expr(s.c);
      block(s.then);
      return block(s.else);
    case 'while':
      expr(s.c);
      return block(s.body);
    case 'do':
      block(s.body);
      return expr(s.c);
    case 'for':
      block(s.init);
      expr(s.c);
      block(s.body);
      return s.step.forEach(expr);
    case 'foreach':
      expr(s.e);
      return block(s.body);
    case 'return':
    case 'throw':
      return expr(s.e);
    case 'try':
      block(s.body);
      for (const c of s.catches) {
        expr(c.filter);
        block(c.body);
      }
      return block(s.finally);
    case 'switch':
      expr(s.e);
      for (const section of s.sections) {
        for (const label of section.labels) {
          if (label === null) continue;
          walkPattern(label.p, visitor);
          expr(label.when);
        }
        block(section.body);
      }
      return;
    case 'localFn':
      return walkExpr(s.fn, visitor);
    case 'break':
    case 'continue':
    case 'goto':
      return;
    default:
      return s satisfies never;
  }
}

export function walkPattern(p: Pattern, visitor: Visitor): void {
  switch (p.p) {
    case 'const':
    case 'rel':
      return walkExpr(p.v, visitor);
    case 'type':
      if (p.sub) walkPattern(p.sub, visitor);
      return;
    case 'props':
      for (const m of p.members) {
        walkExpr(m.v, visitor);
        walkPattern(m.p, visitor);
      }
      return;
    case 'tuple':
      for (const i of p.items) walkPattern(i, visitor);
      return;
    case 'list':
      for (const i of p.items) walkPattern(i, visitor);
      if (p.slice) walkPattern(p.slice, visitor);
      return;
    case 'and':
    case 'or':
      walkPattern(p.l, visitor);
      return walkPattern(p.r, visitor);
    case 'not':
      return walkPattern(p.e, visitor);
    case 'any':
    case 'null':
    case 'bind':
      return;
    default:
      return p satisfies never;
  }
}

export function walkExpr(e: Expr, visitor: Visitor): void {
  if (visitor.expr?.(e) === false) return;
  const expr = (x: Expr | undefined | null): void => {
    if (x !== undefined && x !== null) walkExpr(x, visitor);
  };
  const all = (xs: readonly Expr[]): void => xs.forEach(expr);
  switch (e.k) {
    case 'const':
    case 'default':
    case 'local':
    case 'this':
    case 'item':
    case 'actor':
    case 'sfield':
    case 'rows':
    case 'principal':
    case 'policy':
    case 'typeof':
    case 'secret':
      return;
    case 'field':
      return expr(e.o);
    case 'prop':
    case 'libprop':
    case 'call':
    case 'lib':
      expr(e.o);
      return all(e.args);
    case 'elem':
      expr(e.o);
      return expr(e.i);
    case 'client':
    case 'correlate':
    case 'callLocal':
      return all(e.args);
    case 'raise':
      expr(e.row);
      all(e.args);
      return expr(e.at);
    case 'start':
      return expr(e.row);
    case 'assignSlot':
      expr(e.row);
      return expr(e.person);
    case 'stub':
      return expr(e.with);
    case 'invoke':
      expr(e.f);
      return all(e.args);
    case 'lambda':
      return walkBlock(e.body, visitor);
    case 'fnref':
      return expr(e.o);
    case 'new':
      all(e.args);
      return e.init.forEach((i) => {
        expr(i.v);
      });
    case 'newEntity':
      return e.init.forEach((i) => {
        expr(i.v);
      });
    case 'array':
    case 'tuple':
      return all(e.items);
    case 'newArray':
      return expr(e.n);
    case 'collection':
      expr(e.base);
      return e.entries.forEach((entry) => {
        all(entry.values);
      });
    case 'withInit':
      expr(e.base);
      return e.init.forEach((i) => {
        expr(i.v);
      });
    case 'with':
      expr(e.e);
      return e.init.forEach((i) => {
        expr(i.v);
      });
    case 'spread':
    case 'un':
    case 'conv':
    case 'box':
    case 'cast':
    case 'as':
    case 'throwx':
    case 'fromEnd':
      return expr(e.e);
    case 'bin':
    case 'and':
    case 'or':
    case 'coalesce':
      expr(e.l);
      return expr(e.r);
    case 'cond':
      expr(e.c);
      expr(e.a);
      return expr(e.b);
    case 'nullcond':
      expr(e.o);
      return expr(e.then);
    case 'assign':
    case 'update':
      expr(e.to);
      return expr(e.v);
    case 'deconstruct':
      e.to.forEach(expr);
      return expr(e.v);
    case 'ref':
      return expr(e.to);
    case 'is':
      expr(e.e);
      return walkPattern(e.p, visitor);
    case 'switchx':
      expr(e.e);
      for (const arm of e.arms) {
        walkPattern(arm.p, visitor);
        expr(arm.when);
        expr(arm.v);
      }
      return;
    case 'interp':
      for (const part of e.parts) if (typeof part !== 'string') expr(part.e);
      return;
    case 'anon':
      return e.fields.forEach((f) => {
        expr(f.v);
      });
    case 'range':
      expr(e.from);
      return expr(e.to);
    case 'runas':
      expr(e.p);
      return expr(e.body);
    default:
      return e satisfies never;
  }
}
