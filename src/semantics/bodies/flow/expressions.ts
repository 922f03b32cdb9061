/** What evaluating an expression does to what is known; answers whether its value may be null. */
import type { Expr, LibraryExpr, LValue, MemberInit, NullConditionalExpr } from '../../../ir/ir.ts';
import type { FlowCore } from './core.ts';
import { callLocal, visitLambda } from './functions.ts';
import { copy, type FlowState, forget, join, joinAll, unreachable, withKnown } from './state.ts';

const notNull = false;

/** A long left spine (`a + b + c + …`, `x.A().B()…`) is walked without recursion. */
export function visitExpr(f: FlowCore, e: Expr): boolean {
  const spine: Expr[] = [];
  let at = e;
  for (;;) {
    const left = leftOf(at);
    if (left === undefined) break;
    spine.push(at);
    at = left;
  }
  let maybeNull = visitHead(f, at);
  for (let node = spine.pop(); node !== undefined; node = spine.pop()) maybeNull = afterLeft(f, node, maybeNull);
  return maybeNull;
}

/** The part that is evaluated first, where nothing else is done before it. */
function leftOf(e: Expr): Expr | undefined {
  switch (e.k) {
    case 'bin':
      return isTest(e) ? undefined : e.l;
    case 'field':
    case 'elem':
    case 'libprop':
      return e.o;
    case 'call':
    case 'lib':
      // A test is a fork: `visitHead` hands it to the conditions.
      return isTest(e) ? undefined : e.o;
    case 'prop':
      return e.o;
    case 'conv':
    case 'box':
    case 'cast':
      return e.e;
    default:
      return undefined;
  }
}

const narrowing = /^(string\.IsNullOr(Empty|WhiteSpace)\(string\)|Nullable\.HasValue)$/;
/** Calls whose `out` argument is set only where they answer true. */
const attempts = /\.Try(GetValue|Pop|Peek|Dequeue)\(/;

/** A condition whose outcome tells something; as a plain value, both outcomes meet again. */
function isTest(e: Expr): boolean {
  switch (e.k) {
    case 'and':
    case 'or':
    case 'is':
      return true;
    case 'un':
      return e.op === 'not' && e.lifted === undefined;
    case 'bin':
      return (e.op === 'eq' || e.op === 'ne') && (isNullConst(e.l) || isNullConst(e.r));
    case 'lib':
      return narrowing.test(e.m);
    default:
      return false;
  }
}

export function isAttempt(e: LibraryExpr): boolean {
  return attempts.test(e.m);
}

export function isNullConst(e: Expr): boolean {
  return e.k === 'const' ? e.v === null : (e.k === 'conv' || e.k === 'cast' || e.k === 'box') && isNullConst(e.e);
}

/** `node`'s left part has been evaluated. */
export function afterLeft(f: FlowCore, e: Expr, left: boolean): boolean {
  switch (e.k) {
    case 'bin':
      f.expr(e.r);
      return e.t.endsWith('?') && e.lifted !== undefined;
    case 'field':
      f.dereference(e.o, left, `.${e.f}`);
      return f.mayBeNull(e);
    case 'elem':
      f.dereference(e.o, left, '[…]');
      f.expr(e.i);
      return f.mayBeNull(e);
    case 'prop':
      if (e.o) f.dereference(e.o, left, memberOf(e.get ?? e.set ?? ''));
      for (const arg of e.args) f.expr(arg);
      return f.mayBeNull(e);
    case 'libprop':
      f.dereference(e.o, left, e.args.length > 0 ? '[…]' : memberOf(e.m));
      for (const arg of e.args) f.expr(arg);
      return f.mayBeNull(e);
    case 'call':
      if (e.o) f.dereference(e.o, left, memberOf(e.fn));
      visitArguments(f, e);
      return f.mayBeNull(e);
    case 'lib':
      if (e.o && (!e.m.startsWith('Nullable.') || e.m === 'Nullable.Value')) f.dereference(e.o, left, memberOf(e.m));
      visitArguments(f, e);
      return afterLibraryCall(f, e);
    case 'conv':
      return left && e.t.endsWith('?');
    case 'box':
      return left;
    case 'cast':
      return left && e.t.endsWith('?');
    default:
      return f.mayBeNull(e);
  }
}

/** `.Name` of a key. */
function memberOf(key: string): string {
  const open = key.indexOf('(');
  const head = open < 0 ? key : key.slice(0, open);
  return `.${head.slice(head.lastIndexOf('.') + 1).replace(/^get_|^set_/, '')}`;
}

function visitArguments(f: FlowCore, e: { readonly args: readonly Expr[]; readonly order?: readonly number[] }): void {
  if (e.order) for (const index of e.order) f.expr(e.args[index] as Expr);
  else for (const arg of e.args) f.expr(arg);
}

function afterLibraryCall(f: FlowCore, e: LibraryExpr): boolean {
  const first = e.args[0];
  if (first && e.o === undefined && e.m.startsWith('Enumerable.')) {
    f.dereference(first, f.mayBeNull(first) && first.t.endsWith('?'), memberOf(e.m));
  }
  if (first && e.m.startsWith('Assert.NotNull(')) f.know(f.implied(first));
  const [condition] = e.args;
  if (condition && (e.m.startsWith('Assert.True(') || e.m.startsWith('Assert.False('))) {
    // What holds after it has been said by the condition; it has been evaluated once already.
    const kept = f.state;
    const fork = f.cond(condition);
    f.state = withKnown(kept, [...(e.m.startsWith('Assert.True(') ? fork.yes : fork.no).known]);
  }
  return f.mayBeNull(e);
}

/** An expression that is no spine, or the end of one. */
function visitHead(f: FlowCore, e: Expr): boolean {
  if (isTest(e)) {
    f.meet(f.cond(e));
    return notNull;
  }
  switch (e.k) {
    case 'const':
      return e.v === null;
    case 'local':
      f.read(e);
      return f.mayBeNull(e);
    case 'default':
    case 'this':
    case 'item':
    case 'rows':
    case 'typeof':
    case 'secret':
    case 'policy':
      return notNull;
    case 'actor':
    case 'sfield':
    case 'principal':
      return f.mayBeNull(e);
    case 'prop':
    case 'call':
    case 'lib':
      return afterLeft(f, e, notNull);
    case 'client':
    case 'correlate':
      visitArguments(f, e);
      return f.mayBeNull(e);
    case 'raise':
      f.expr(e.row);
      visitArguments(f, e);
      if (e.at) f.expr(e.at);
      return notNull;
    case 'start':
      f.expr(e.row);
      return notNull;
    case 'assignSlot':
      f.expr(e.row);
      f.expr(e.person);
      return notNull;
    case 'stub':
      f.expr(e.with);
      return notNull;
    case 'invoke': {
      // Written so where something was wrong already: a call of nothing.
      const callee = e.f.k === 'const' ? notNull : f.expr(e.f);
      f.dereference(e.f, callee, 'the call');
      visitArguments(f, e);
      return f.mayBeNull(e);
    }
    case 'callLocal':
      visitArguments(f, e);
      callLocal(f, e.id, e.s);
      return f.mayBeNull(e);
    case 'lambda':
      visitLambda(f, e);
      return notNull;
    case 'fnref':
      if (e.o) f.dereference(e.o, f.expr(e.o), 'the call');
      if (e.local !== undefined) callLocal(f, e.local, e.s);
      return notNull;
    case 'new':
      visitArguments(f, e);
      visitInits(f, e.init);
      return notNull;
    case 'newEntity':
      visitInits(f, e.init);
      return notNull;
    case 'array':
    case 'tuple':
      for (const item of e.items) f.expr(item);
      return notNull;
    case 'newArray':
      f.expr(e.n);
      return notNull;
    case 'spread':
      f.dereference(e.e, f.expr(e.e), 'the spread');
      return notNull;
    case 'collection':
      f.expr(e.base);
      for (const entry of e.entries) for (const value of entry.values) f.expr(value);
      return notNull;
    case 'withInit':
      f.expr(e.base);
      visitInits(f, e.init);
      return notNull;
    case 'with':
      f.dereference(e.e, f.expr(e.e), '`with`');
      visitInits(f, e.init);
      return notNull;
    case 'un':
      f.expr(e.e);
      return e.lifted !== undefined;
    case 'cond':
      return visitConditional(f, e);
    case 'coalesce':
      return visitCoalesce(f, e.l, e.r);
    case 'nullcond':
      return visitNullConditional(f, e);
    case 'assign': {
      visitTarget(f, e.to);
      const value = f.expr(e.v) && !f.isTrusted(e.v);
      f.assign(e.to, value);
      return value && e.t.endsWith('?');
    }
    case 'update':
      return visitUpdate(f, e);
    case 'deconstruct':
      for (const to of e.to) if (to) visitTarget(f, to);
      f.expr(e.v);
      for (const to of e.to) if (to) f.assign(to, to.t.endsWith('?'));
      return notNull;
    case 'ref':
      if (e.mode === 'ref') f.expr(e.to);
      else visitTarget(f, e.to);
      // What a library's `TryGetValue` leaves behind is asked for only where it answered true.
      f.assign(e.to, false);
      return notNull;
    case 'as':
      f.expr(e.e);
      return true;
    case 'switchx':
      return visitSwitch(f, e);
    case 'interp':
      for (const part of e.parts) if (typeof part !== 'string') f.expr(part.e);
      return notNull;
    case 'anon':
      for (const field of e.fields) f.expr(field.v);
      return notNull;
    case 'throwx':
      f.expr(e.e);
      f.stop();
      return notNull;
    case 'fromEnd':
      f.expr(e.e);
      return notNull;
    case 'range':
      if (e.from) f.expr(e.from);
      if (e.to) f.expr(e.to);
      return notNull;
    case 'runas':
      f.expr(e.p);
      visitLambda(f, e.body, true);
      return notNull;
    default:
      return notNull;
  }
}

/** The parts of what is assigned, but not the thing itself. */
export function visitTarget(f: FlowCore, to: LValue): void {
  switch (to.k) {
    case 'local':
    case 'sfield':
      return;
    case 'field':
      f.dereference(to.o, f.expr(to.o), `.${to.f}`);
      return;
    case 'elem':
      f.dereference(to.o, f.expr(to.o), '[…]');
      f.expr(to.i);
      return;
    case 'libprop':
      f.dereference(to.o, f.expr(to.o), to.args.length > 0 ? '[…]' : memberOf(to.m));
      for (const arg of to.args) f.expr(arg);
      return;
    case 'prop':
      if (to.o) f.dereference(to.o, f.expr(to.o), memberOf(to.set ?? to.get ?? ''));
      for (const arg of to.args) f.expr(arg);
      return;
    default:
      to satisfies never;
  }
}

function visitInits(f: FlowCore, inits: readonly MemberInit[]): void {
  for (const init of inits) f.expr(init.v);
}

function visitConditional(f: FlowCore, e: Extract<Expr, { k: 'cond' }>): boolean {
  const fork = f.cond(e.c);
  f.state = fork.yes;
  const a = f.expr(e.a) && f.state.reachable;
  const afterA = f.state;
  f.state = fork.no;
  const b = f.expr(e.b) && f.state.reachable;
  f.state = join(afterA, f.state);
  return (a || b) && e.t.endsWith('?');
}

function visitCoalesce(f: FlowCore, l: Expr, r: Expr): boolean {
  f.expr(l);
  const present = withKnown(f.state, f.implied(l));
  const value = f.expr(r);
  const absent = f.state;
  f.state = join(present, absent);
  return value && absent.reachable;
}

function visitNullConditional(f: FlowCore, e: NullConditionalExpr): boolean {
  const operand = f.expr(e.o);
  const before = copy(f.state);
  f.alias(e.id, f.path(e.o));
  f.know(f.implied(e.o));
  const value = f.expr(e.then);
  f.state = join(before, f.state);
  return (operand || value) && e.t.endsWith('?');
}

function visitUpdate(f: FlowCore, e: Extract<Expr, { k: 'update' }>): boolean {
  visitTarget(f, e.to);
  if (e.to.k === 'local') f.read(e.to);
  const path = f.path(e.to);
  f.alias(e.id, path);
  if (e.ifNull === undefined) {
    const value = f.expr(e.v);
    f.assign(e.to, value && e.to.t.endsWith('?'));
    return value && e.t.endsWith('?');
  }
  const present = withKnown(f.state, f.implied(e.to));
  const value = f.expr(e.v);
  f.assign(e.to, value);
  const maybeNull = value && f.state.reachable;
  f.state = join(present, f.state);
  return maybeNull;
}

function visitSwitch(f: FlowCore, e: Extract<Expr, { k: 'switchx' }>): boolean {
  f.expr(e.e);
  const subject = f.subject(e.e);
  const ends: FlowState[] = [];
  let maybeNull = false;
  for (const arm of e.arms) {
    const { yes, no } = f.pattern(arm.p, subject);
    f.state = yes;
    let missed = no;
    if (arm.when) {
      const guard = f.cond(arm.when);
      f.state = guard.yes;
      missed = join(no, guard.no);
    }
    const value = f.expr(arm.v);
    maybeNull ||= value && f.state.reachable;
    ends.push(f.state);
    f.state = missed;
  }
  f.state = joinAll(ends, unreachable(false));
  return maybeNull && e.t.endsWith('?');
}

/** What is known of a path that was assigned inside a `try` no longer counts outside. */
export function dropLost(state: FlowState, lost: readonly string[]): FlowState {
  let known = state.known;
  for (const path of lost) known = forget(known, path);
  return known === state.known ? copy(state) : { ...state, known };
}
