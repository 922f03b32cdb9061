/** What the outcome of a condition tells: constants decide, tests for null narrow, `&&` and `||` go one way only. */
import type { Expr, Pattern } from '../../../ir/ir.ts';
import type { FlowCore, Fork, Subject } from './core.ts';
import { afterLeft, isAttempt, isNullConst } from './expressions.ts';
import { copy, type FlowState, join, joinAll, unreachable, withKnown } from './state.ts';

export function visitCondition(f: FlowCore, e: Expr): Fork {
  switch (e.k) {
    case 'const':
      if (e.v === true) return { yes: f.state, no: unreachable(false) };
      if (e.v === false) return { yes: unreachable(false), no: f.state };
      return f.fork();
    case 'and':
    case 'or':
      return visitChain(f, e, e.k);
    case 'un': {
      if (e.op !== 'not') break;
      const fork = f.cond(e.e);
      return { yes: fork.no, no: fork.yes };
    }
    case 'bin':
      return visitComparison(f, e);
    case 'is':
      f.expr(e.e);
      return f.pattern(e.p, f.subject(e.e));
    case 'lib':
      return visitLibraryTest(f, e);
    case 'cond':
      return visitConditional(f, e);
    case 'switchx':
      return visitSwitch(f, e);
    default:
  }
  f.expr(e);
  return f.fork();
}

/** `a && b && c …` without recursion over the left side. */
function visitChain(f: FlowCore, e: Extract<Expr, { k: 'and' | 'or' }>, kind: 'and' | 'or'): Fork {
  const parts: Expr[] = [e.r];
  let left: Expr = e.l;
  while (left.k === kind) {
    parts.push(left.r);
    left = left.l;
  }
  let fork = f.cond(left);
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    f.state = kind === 'and' ? fork.yes : fork.no;
    const next = f.cond(part);
    fork =
      kind === 'and' ? { yes: next.yes, no: join(fork.no, next.no) } : { yes: join(fork.yes, next.yes), no: next.no };
  }
  return fork;
}

function visitComparison(f: FlowCore, e: Extract<Expr, { k: 'bin' }>): Fork {
  const equality = e.op === 'eq' || e.op === 'ne';
  if (!equality && !(e.lifted && (e.op === 'lt' || e.op === 'le' || e.op === 'gt' || e.op === 'ge'))) {
    f.expr(e);
    return f.fork();
  }
  const left = f.expr(e.l);
  const right = f.expr(e.r);
  const { yes, no } = f.fork();
  if (!equality) {
    return { yes: withKnown(yes, [...f.implied(e.l), ...f.implied(e.r)]), no };
  }
  let equal = e.op === 'eq' ? yes : no;
  let unequal = e.op === 'eq' ? no : yes;
  if (isNullConst(e.r)) unequal = withKnown(unequal, f.implied(e.l));
  else if (isNullConst(e.l)) unequal = withKnown(unequal, f.implied(e.r));
  else {
    if (!right) equal = withKnown(equal, f.implied(e.l));
    if (!left) equal = withKnown(equal, f.implied(e.r));
  }
  return e.op === 'eq' ? { yes: equal, no: unequal } : { yes: unequal, no: equal };
}

function visitLibraryTest(f: FlowCore, e: Extract<Expr, { k: 'lib' }>): Fork {
  if (e.m === 'Nullable.HasValue' && e.o) {
    f.expr(e.o);
    const fork = f.fork();
    return { yes: withKnown(fork.yes, f.implied(e.o)), no: fork.no };
  }
  const first = e.args[0];
  if (first && /^string\.IsNullOr(Empty|WhiteSpace)\(/.test(e.m)) {
    f.expr(first);
    const fork = f.fork();
    return { yes: fork.yes, no: withKnown(fork.no, f.implied(first)) };
  }
  if (isAttempt(e)) {
    afterLeft(f, e, e.o !== undefined && f.expr(e.o));
    const fork = f.fork();
    return { yes: fork.yes, no: f.missed(e.args, fork.no) };
  }
  f.expr(e);
  return f.fork();
}

function visitConditional(f: FlowCore, e: Extract<Expr, { k: 'cond' }>): Fork {
  const fork = f.cond(e.c);
  f.state = fork.yes;
  const a = f.cond(e.a);
  f.state = fork.no;
  const b = f.cond(e.b);
  return { yes: join(a.yes, b.yes), no: join(a.no, b.no) };
}

/** `x switch { … => true, _ => false }`, and the comparison of two values that may be null. */
function visitSwitch(f: FlowCore, e: Extract<Expr, { k: 'switchx' }>): Fork {
  f.expr(e.e);
  const subject = f.subject(e.e);
  const yes: FlowState[] = [];
  const no: FlowState[] = [];
  for (const arm of e.arms) {
    const matched = f.pattern(arm.p, subject);
    f.state = matched.yes;
    let missed = matched.no;
    if (arm.when) {
      const guard = f.cond(arm.when);
      f.state = guard.yes;
      missed = join(matched.no, guard.no);
    }
    const value = f.cond(arm.v);
    yes.push(value.yes);
    no.push(value.no);
    f.state = missed;
  }
  return { yes: joinAll(yes, unreachable(false)), no: joinAll(no, unreachable(false)) };
}

// ---------------------------------------------------------------- patterns

export function visitPattern(f: FlowCore, p: Pattern, subject: Subject): Fork {
  switch (p.p) {
    case 'any':
      return { yes: f.state, no: unreachable(false) };
    case 'null': {
      const fork = f.fork();
      return { yes: fork.yes, no: withKnown(fork.no, subject.implied) };
    }
    case 'const':
    case 'rel': {
      f.expr(p.v);
      const fork = f.fork();
      return { yes: withKnown(fork.yes, subject.implied), no: fork.no };
    }
    case 'type': {
      const { yes, no } = f.fork();
      f.state = withKnown(yes, subject.implied);
      if (p.sub === undefined) return { yes: f.state, no };
      const inner = f.pattern(p.sub, subject);
      return { yes: inner.yes, no: join(no, inner.no) };
    }
    case 'bind': {
      f.declare(p.id);
      const no = unreachable(false);
      f.assign({ k: 'local', s: [0, 0], t: p.t, id: p.id, name: p.name }, !isKnown(f, subject) && p.t.endsWith('?'));
      return { yes: f.state, no };
    }
    case 'props': {
      f.alias(p.id, subject.path);
      const { yes, no } = f.fork();
      f.state = withKnown(yes, subject.implied);
      let missed = no;
      for (const member of p.members) {
        f.expr(member.v);
        const inner = f.pattern(member.p, f.subject(member.v));
        f.state = inner.yes;
        missed = join(missed, inner.no);
      }
      return { yes: f.state, no: missed };
    }
    case 'tuple':
    case 'list': {
      const { yes, no } = f.fork();
      f.state = p.p === 'list' ? withKnown(yes, subject.implied) : yes;
      let missed = no;
      const parts = p.p === 'list' && p.slice ? [...p.items, p.slice] : p.items;
      for (const [i, item] of parts.entries()) {
        const inner = f.pattern(item, subject.items?.[i] ?? { path: undefined, implied: [] });
        f.state = inner.yes;
        missed = join(missed, inner.no);
      }
      return { yes: f.state, no: missed };
    }
    case 'and': {
      const l = f.pattern(p.l, subject);
      f.state = l.yes;
      const r = f.pattern(p.r, subject);
      return { yes: r.yes, no: join(l.no, r.no) };
    }
    case 'or': {
      const l = f.pattern(p.l, subject);
      f.state = l.no;
      const r = f.pattern(p.r, subject);
      return { yes: join(l.yes, r.yes), no: r.no };
    }
    case 'not': {
      const inner = f.pattern(p.e, subject);
      return { yes: inner.no, no: inner.yes };
    }
    default:
      p satisfies never;
      return { yes: f.state, no: copy(f.state) };
  }
}

function isKnown(f: FlowCore, subject: Subject): boolean {
  return subject.path !== undefined && f.state.known.has(subject.path);
}
