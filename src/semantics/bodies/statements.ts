/** Statements (C# spec 13; language.md §4, §7.5). */
import { misplacedStatement } from '../../diagnostics/catalogue/bodies.ts';
import { missingReturn } from '../../diagnostics/catalogue/types.ts';
import type { Expr, LambdaExpr, Stmt } from '../../ir/ir.ts';
import type { Expression, Statement, StatementOf } from '../../syntax/tree.ts';
import { displayType, errorType, isSilent, objectType, voidType } from '../type-table.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import { blockOf, condition, embedded } from './embedded.ts';
import { bindForeach } from './foreach.ts';
import { bindGoto } from './gotos.ts';
import { isStatementExpression } from './lambdas.ts';
import { bindLocalFunction, declareLocalFunctions } from './local-functions.ts';
import { bindLocalDeclaration } from './locals.ts';
import type { FunctionScope, Scope } from './scope.ts';
import { bindSwitch } from './switches.ts';
import { bindTry } from './try.ts';

export function bindStatements(b: Binder, list: readonly Statement[], scope: Scope, out: Stmt[]): void {
  declareLocalFunctions(b, list, scope);
  for (const statement of list) b.statement(statement, scope, out);
}

export function bindStatement(b: Binder, st: Statement, scope: Scope, out: Stmt[]): void {
  const s = spanOf(st);
  switch (st.kind) {
    case 'Block':
      out.push({ k: 'block', s, body: blockOf(b, st, scope) });
      return;
    case 'LocalDeclaration':
      bindLocalDeclaration(b, st, scope, out);
      return;
    case 'LocalFunction':
      bindLocalFunction(b, st, scope, out);
      return;
    case 'ExpressionStatement':
      bindExpressionStatement(b, st, scope, out);
      return;
    case 'If':
      bindIf(b, st, scope, out);
      return;
    case 'While': {
      const inside = scope.nested({ breaks: true, continues: true });
      const c = condition(b, st.condition, inside);
      out.push({ k: 'while', s, c, body: embedded(b, st.body, inside) });
      return;
    }
    case 'Do': {
      const body = embedded(b, st.body, scope.nested({ breaks: true, continues: true }));
      out.push({ k: 'do', s, body, c: condition(b, st.condition, scope) });
      return;
    }
    case 'For':
      bindFor(b, st, scope, out);
      return;
    case 'Foreach':
      bindForeach(b, st, scope, out);
      return;
    case 'Break':
      if (scope.jumps.breaks) out.push({ k: 'break', s });
      else misplaced(b, st, '`break` stands only in a loop or a `switch`', scope, out);
      return;
    case 'Continue':
      if (scope.jumps.continues) out.push({ k: 'continue', s });
      else misplaced(b, st, '`continue` stands only in a loop', scope, out);
      return;
    case 'Return':
      bindReturn(b, st, scope, out);
      return;
    case 'Throw':
      bindThrow(b, st, scope, out);
      return;
    case 'Try':
      bindTry(b, st, scope, out);
      return;
    case 'Switch':
      bindSwitch(b, st, scope, out);
      return;
    case 'Goto':
      bindGoto(b, st, scope, out);
      return;
    case 'Routes':
      bindRoutes(b, st, scope, out);
      return;
    case 'RunAs':
      bindRunAs(b, st, scope, out);
      return;
    case 'Empty':
      return;
    default:
      st satisfies never;
  }
}

/** A jump that leads nowhere still ends its path: nothing more is said of what follows. */
function misplaced(b: Binder, st: Statement, what: string, scope: Scope, out: Stmt[]): void {
  out.push({ k: 'throw', s: spanOf(st) });
  const where = scope.jumps.inFinally ? ', and none leads out of a `finally`' : '';
  b.report(misplacedStatement, st, { what: `${what}${where}` });
}

function bindExpressionStatement(b: Binder, st: StatementOf<'ExpressionStatement'>, scope: Scope, out: Stmt[]): void {
  const e = st.expression;
  const value = b.value(e, scope);
  if (!isStatementExpression(e) && !isSilent(value.type)) {
    b.report(misplacedStatement, e, {
      what: 'this does nothing by itself: only a call, an assignment, an increment or `new` may stand as a statement',
    });
  }
  out.push({ k: 'expr', s: spanOf(st), e: value.e });
}

/** `if … else if … else …`: a long chain is walked without recursion. */
function bindIf(b: Binder, first: StatementOf<'If'>, scope: Scope, out: Stmt[]): void {
  const links: { readonly st: StatementOf<'If'>; readonly c: Expr; readonly then: Stmt[] }[] = [];
  let st: Statement | undefined = first;
  // What a condition declares is in sight after the statement only by definite assignment, as in C#.
  let inside = scope;
  while (st?.kind === 'If') {
    const c = condition(b, st.condition, inside);
    links.push({ st, c, then: embedded(b, st.then, inside) });
    st = st.else;
    inside = inside === scope && st?.kind === 'If' ? scope.nested() : inside;
  }
  let rest: Stmt[] | undefined = st && embedded(b, st, inside);
  for (let link = links.pop(); link !== undefined; link = links.pop()) {
    const { c, then } = link;
    const made: Stmt = { k: 'if', s: spanOf(link.st), c, then, ...(rest === undefined ? {} : { else: rest }) };
    rest = [made];
  }
  if (rest) out.push(...rest);
}

function bindFor(b: Binder, st: StatementOf<'For'>, scope: Scope, out: Stmt[]): void {
  const inside = scope.nested({ breaks: true, continues: true });
  const init: Stmt[] = [];
  if ('kind' in st.init) bindLocalDeclaration(b, st.init, inside, init);
  else for (const e of st.init) init.push({ k: 'expr', s: spanOf(e), e: effect(b, e, inside) });
  const c = st.condition && condition(b, st.condition, inside);
  const body = embedded(b, st.body, inside);
  const step = st.step.map((e) => effect(b, e, inside));
  out.push({ k: 'for', s: spanOf(st), init, ...(c === undefined ? {} : { c }), step, body });
}

function effect(b: Binder, e: Expression, scope: Scope): Expr {
  const value = b.value(e, scope);
  if (!isStatementExpression(e) && !isSilent(value.type)) {
    b.report(misplacedStatement, e, { what: 'only a call, an assignment, an increment or `new` may stand here' });
  }
  return value.e;
}

// ---------------------------------------------------------------- return, throw

function bindReturn(b: Binder, st: StatementOf<'Return'>, scope: Scope, out: Stmt[]): void {
  const s = spanOf(st);
  if (scope.jumps.inFinally) {
    b.report(misplacedStatement, st, { what: '`return` may not leave a `finally`' });
  }
  const { fn } = scope;
  if (fn.returns === 'infer') {
    const stmt: { k: 'return'; s: typeof s; e?: Expr } = { k: 'return', s };
    fn.sites.push({ value: st.expression && b.bind(st.expression, scope), at: st.expression ?? st, stmt });
    out.push(stmt);
    return;
  }
  if (st.expression === undefined) {
    if (fn.returns !== voidType && !isSilent(fn.returns)) {
      b.report(missingReturn, st, { what: 'this `return`', type: displayType(fn.returns) });
    }
    out.push({ k: 'return', s });
    return;
  }
  if (fn.returns === voidType) {
    const value = b.value(st.expression, scope);
    b.report(misplacedStatement, st.expression, {
      what: `${b.body.describe} gives no value, so \`return\` stands alone here`,
    });
    out.push({ k: 'expr', s, e: value.e }, { k: 'return', s });
    return;
  }
  const e = b.converted(st.expression, scope, fn.returns, 'what is returned');
  out.push({ k: 'return', s, e });
}

function bindThrow(b: Binder, st: StatementOf<'Throw'>, scope: Scope, out: Stmt[]): void {
  const s = spanOf(st);
  if (st.expression === undefined) {
    if (!scope.jumps.rethrows) {
      b.report(misplacedStatement, st, { what: '`throw;` stands only in a `catch`, whose exception it throws again' });
    }
    out.push({ k: 'throw', s });
    return;
  }
  const exception = b.types.libraryType('Exception') ?? errorType;
  out.push({ k: 'throw', s, e: b.converted(st.expression, scope, exception, 'what is thrown') });
}

// ---------------------------------------------------------------- routes, runas

/** `when (c) { … } … default { … }`: the first that holds runs (language.md §7.1). */
function bindRoutes(b: Binder, st: StatementOf<'Routes'>, scope: Scope, out: Stmt[]): void {
  if (!b.body.routes || scope.fn.kind !== 'body') {
    b.report(misplacedStatement, st, {
      what: '`when` and `default` routes stand only in an `on` arm; write `if` and `else` here',
    });
  }
  const links: { readonly c: Expr | undefined; readonly body: Stmt[]; readonly s: Stmt['s'] }[] = [];
  for (const [i, route] of st.routes.entries()) {
    const inside = scope.nested();
    const c = route.condition && condition(b, route.condition, inside);
    if (route.condition === undefined && i < st.routes.length - 1) {
      b.report(misplacedStatement, route, { what: '`default` takes what no `when` takes: it stands last' });
    }
    links.push({ c, body: blockOf(b, route.body, inside), s: spanOf(route) });
  }
  let rest: Stmt[] | undefined;
  for (let link = links.pop(); link !== undefined; link = links.pop()) {
    const { c, body, s } = link;
    if (c === undefined) rest = [{ k: 'block', s, body }];
    else rest = [{ k: 'if', s, c, then: body, ...(rest === undefined ? {} : { else: rest }) }];
  }
  if (rest) out.push(...rest);
}

/** `runas (P) { … }` in tests: the block runs there and then, as that principal. */
function bindRunAs(b: Binder, st: StatementOf<'RunAs'>, scope: Scope, out: Stmt[]): void {
  const s = spanOf(st);
  const principal = b.types.nullable(b.declarations.principal ?? objectType);
  const p = b.converted(st.principal, scope, principal, 'who acts');
  const fn: FunctionScope = { kind: 'block', returns: voidType, sites: [], typeParams: scope.fn.typeParams };
  const body: Stmt[] = [];
  b.statements(st.body.statements, scope.function(fn), body);
  const lambda: LambdaExpr = { k: 'lambda', s: spanOf(st.body), t: 'Action', params: [], returns: voidType.key, body };
  out.push({ k: 'expr', s, e: { k: 'runas', s, t: voidType.key, p, body: lambda } });
}
