/** Walks the parts of IR nodes in the order they stand: for questions that need no flow of control. */
import type { Expr, Pattern, Stmt } from './ir.ts';

export interface Parts {
  readonly expr: (e: Expr) => void;
  readonly stmts: (body: readonly Stmt[]) => void;
  readonly pattern: (p: Pattern) => void;
}

export function partsOfStmt(stmt: Stmt, on: Parts): void {
  switch (stmt.k) {
    case 'local':
      if (stmt.init) on.expr(stmt.init);
      return;
    case 'expr':
      on.expr(stmt.e);
      return;
    case 'block':
      on.stmts(stmt.body);
      return;
    case 'if':
      on.expr(stmt.c);
      on.stmts(stmt.then);
      if (stmt.else) on.stmts(stmt.else);
      return;
    case 'while':
    case 'do':
      on.expr(stmt.c);
      on.stmts(stmt.body);
      return;
    case 'for':
      on.stmts(stmt.init);
      if (stmt.c) on.expr(stmt.c);
      stmt.step.forEach(on.expr);
      on.stmts(stmt.body);
      return;
    case 'foreach':
      on.expr(stmt.e);
      on.stmts(stmt.body);
      return;
    case 'return':
    case 'throw':
      if (stmt.e) on.expr(stmt.e);
      return;
    case 'try':
      on.stmts(stmt.body);
      for (const clause of stmt.catches) {
        if (clause.filter) on.expr(clause.filter);
        on.stmts(clause.body);
      }
      if (stmt.finally) on.stmts(stmt.finally);
      return;
    case 'switch':
      on.expr(stmt.e);
      for (const section of stmt.sections) {
        for (const label of section.labels) {
          if (label === null) continue;
          on.pattern(label.p);
          if (label.when) on.expr(label.when);
        }
        on.stmts(section.body);
      }
      return;
    case 'localFn':
      on.expr(stmt.fn);
      return;
    case 'break':
    case 'continue':
    case 'goto':
      return;
    default:
      stmt satisfies never;
  }
}

export function partsOfExpr(e: Expr, on: Parts): void {
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
      on.expr(e.o);
      return;
    case 'prop':
    case 'libprop':
    case 'call':
    case 'lib':
      if (e.o) on.expr(e.o);
      e.args.forEach(on.expr);
      return;
    case 'elem':
      on.expr(e.o);
      on.expr(e.i);
      return;
    case 'client':
    case 'correlate':
    case 'callLocal':
      e.args.forEach(on.expr);
      return;
    case 'raise':
      on.expr(e.row);
      e.args.forEach(on.expr);
      if (e.at) on.expr(e.at);
      return;
    case 'start':
      on.expr(e.row);
      return;
    case 'assignSlot':
      on.expr(e.row);
      on.expr(e.person);
      return;
    case 'stub':
      on.expr(e.with);
      return;
    case 'invoke':
      on.expr(e.f);
      e.args.forEach(on.expr);
      return;
    case 'lambda':
      on.stmts(e.body);
      return;
    case 'fnref':
      if (e.o) on.expr(e.o);
      return;
    case 'new':
      e.args.forEach(on.expr);
      for (const init of e.init) on.expr(init.v);
      return;
    case 'newEntity':
      for (const init of e.init) on.expr(init.v);
      return;
    case 'array':
    case 'tuple':
      e.items.forEach(on.expr);
      return;
    case 'newArray':
      on.expr(e.n);
      return;
    case 'collection':
      on.expr(e.base);
      for (const entry of e.entries) entry.values.forEach(on.expr);
      return;
    case 'withInit':
      on.expr(e.base);
      for (const init of e.init) on.expr(init.v);
      return;
    case 'with':
      on.expr(e.e);
      for (const init of e.init) on.expr(init.v);
      return;
    case 'spread':
    case 'un':
    case 'conv':
    case 'box':
    case 'cast':
    case 'as':
    case 'throwx':
    case 'fromEnd':
      on.expr(e.e);
      return;
    case 'bin':
    case 'and':
    case 'or':
    case 'coalesce':
      on.expr(e.l);
      on.expr(e.r);
      return;
    case 'cond':
      on.expr(e.c);
      on.expr(e.a);
      on.expr(e.b);
      return;
    case 'nullcond':
      on.expr(e.o);
      on.expr(e.then);
      return;
    case 'assign':
    case 'update':
      on.expr(e.to);
      on.expr(e.v);
      return;
    case 'deconstruct':
      for (const to of e.to) if (to) on.expr(to);
      on.expr(e.v);
      return;
    case 'ref':
      on.expr(e.to);
      return;
    case 'is':
      on.expr(e.e);
      on.pattern(e.p);
      return;
    case 'switchx':
      on.expr(e.e);
      for (const arm of e.arms) {
        on.pattern(arm.p);
        if (arm.when) on.expr(arm.when);
        on.expr(arm.v);
      }
      return;
    case 'interp':
      for (const part of e.parts) if (typeof part !== 'string') on.expr(part.e);
      return;
    case 'anon':
      for (const field of e.fields) on.expr(field.v);
      return;
    case 'range':
      if (e.from) on.expr(e.from);
      if (e.to) on.expr(e.to);
      return;
    case 'runas':
      on.expr(e.p);
      on.stmts(e.body.body);
      return;
    default:
      e satisfies never;
  }
}

export function partsOfPattern(p: Pattern, on: Parts): void {
  switch (p.p) {
    case 'any':
    case 'null':
    case 'bind':
      return;
    case 'const':
    case 'rel':
      on.expr(p.v);
      return;
    case 'type':
      if (p.sub) on.pattern(p.sub);
      return;
    case 'props':
      for (const member of p.members) {
        on.expr(member.v);
        on.pattern(member.p);
      }
      return;
    case 'tuple':
      p.items.forEach(on.pattern);
      return;
    case 'list':
      p.items.forEach(on.pattern);
      if (p.slice) on.pattern(p.slice);
      return;
    case 'and':
    case 'or':
      on.pattern(p.l);
      on.pattern(p.r);
      return;
    case 'not':
      on.pattern(p.e);
      return;
    default:
      p satisfies never;
  }
}
