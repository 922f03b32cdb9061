/** Where control goes: C#'s reachability and definite assignment, statement by statement. */
import { codeAfterGoto, fallThrough } from '../../../diagnostics/catalogue/bodies.ts';
import { diagnose } from '../../../diagnostics/diagnostic.ts';
import type { Expr, Pattern, Stmt } from '../../../ir/ir.ts';
import type { FlowCore, Loop } from './core.ts';
import { dropLost, isAttempt } from './expressions.ts';
import { copy, type FlowState, join, joinAll, unreachable } from './state.ts';

export function visitStatements(f: FlowCore, body: readonly Stmt[]): void {
  for (const stmt of body) if (stmt.k === 'localFn') f.localFunctions.set(stmt.id, stmt);
  let told = !f.state.reachable;
  for (const stmt of body) {
    if (!f.state.reachable && !told && stmt.k !== 'localFn') {
      told = true;
      if (f.state.byGoto) f.report(diagnose(codeAfterGoto, f.file, { start: stmt.s[0], end: stmt.s[1] }, undefined));
    }
    const seen = f.gotos.size;
    visitStatement(f, stmt);
    // A loop or a `switch` that nothing leaves but a `goto` in it.
    if (!f.state.reachable && f.gotos.size > seen) f.state = unreachable(true);
  }
}

function visitStatement(f: FlowCore, stmt: Stmt): void {
  switch (stmt.k) {
    case 'local':
      if (stmt.init === undefined) {
        f.declare(stmt.id);
        return;
      }
      f.assign(
        { k: 'local', s: stmt.s, t: stmt.t, id: stmt.id, name: stmt.name },
        f.expr(stmt.init) && !f.isTrusted(stmt.init),
      );
      return;
    case 'expr':
      // Nobody asks what it answered: it may have been false.
      if (stmt.e.k === 'lib' && isAttempt(stmt.e)) f.meet(f.cond(stmt.e));
      else f.expr(stmt.e);
      return;
    case 'block':
      f.stmts(stmt.body);
      return;
    case 'if':
      visitIf(f, stmt);
      return;
    case 'while':
      loop(f, stmt, (frame) => {
        const { yes, no } = f.cond(stmt.c);
        f.state = yes;
        f.stmts(stmt.body);
        const back = joinAll([f.state, ...(frame.continues ?? [])], f.state);
        return { back, exit: joinAll([no, ...frame.breaks], no) };
      });
      return;
    case 'do':
      loop(f, stmt, (frame) => {
        f.stmts(stmt.body);
        f.state = joinAll([f.state, ...(frame.continues ?? [])], f.state);
        const { yes, no } = f.cond(stmt.c);
        return { back: yes, exit: joinAll([no, ...frame.breaks], no) };
      });
      return;
    case 'for':
      f.stmts(stmt.init);
      loop(f, stmt, (frame) => {
        const { yes, no } = stmt.c ? f.cond(stmt.c) : { yes: f.state, no: unreachable(false) };
        f.state = yes;
        f.stmts(stmt.body);
        f.state = joinAll([f.state, ...(frame.continues ?? [])], f.state);
        for (const step of stmt.step) f.expr(step);
        return { back: f.state, exit: joinAll([no, ...frame.breaks], no) };
      });
      return;
    case 'foreach': {
      f.dereference(stmt.e, f.expr(stmt.e), 'the `foreach`');
      loop(f, stmt, (frame) => {
        const none = copy(f.state);
        f.stmts(stmt.body);
        const back = joinAll([f.state, ...(frame.continues ?? [])], f.state);
        return { back, exit: joinAll([none, ...frame.breaks], none) };
      });
      return;
    }
    case 'break':
      f.frame.loops.at(-1)?.breaks.push(f.state);
      f.stop();
      return;
    case 'continue':
      f.frame.loops.findLast((frame) => frame.continues !== undefined)?.continues?.push(f.state);
      f.stop();
      return;
    case 'return':
      if (stmt.e) f.expr(stmt.e);
      if (f.state.reachable) f.frame.returns.push(f.state);
      f.stop();
      return;
    case 'throw':
      if (stmt.e) f.expr(stmt.e);
      f.stop();
      return;
    case 'goto':
      if (f.state.reachable) f.gotos.set(stmt.s[0], { state: stmt.self ? 'self' : (stmt.state ?? ''), span: stmt.s });
      f.stop(f.state.reachable);
      return;
    case 'try':
      visitTry(f, stmt);
      return;
    case 'switch':
      visitSwitch(f, stmt);
      return;
    case 'localFn':
      f.enterLocalFunction(stmt.id);
      return;
    default:
      stmt satisfies never;
  }
}

/** `if … else if … else …` without recursion over the chain. */
function visitIf(f: FlowCore, first: Extract<Stmt, { k: 'if' }>): void {
  const ends: FlowState[] = [];
  let stmt: Extract<Stmt, { k: 'if' }> | undefined = first;
  while (stmt !== undefined) {
    const { yes, no } = f.cond(stmt.c);
    f.state = yes;
    f.stmts(stmt.then);
    ends.push(f.state);
    f.state = no;
    const rest: readonly Stmt[] | undefined = stmt.else;
    const only: Stmt | undefined = rest?.length === 1 ? rest[0] : undefined;
    if (only?.k === 'if') {
      stmt = only;
    } else {
      if (rest) f.stmts(rest);
      stmt = undefined;
    }
  }
  f.state = joinAll([...ends, f.state], f.state);
}

/** Walks a loop until what is known at its head stays so: facts only fall away, so it comes to an end. */
function loop(f: FlowCore, node: Stmt, round: (frame: Loop) => { back: FlowState; exit: FlowState }): void {
  const before = f.heads.get(node);
  let head = before === undefined ? copy(f.state) : join(f.state, before);
  for (;;) {
    const frame: Loop = { breaks: [], continues: [] };
    f.frame.loops.push(frame);
    f.state = copy(head);
    const { back, exit } = round(frame);
    f.frame.loops.pop();
    const next = join(head, back);
    if (!next.reachable || sameFacts(next, head)) {
      if (next.reachable) f.heads.set(node, next);
      f.state = exit;
      return;
    }
    head = next;
  }
}

/** Of two states of which one can only have lost knowledge and gained doubts. */
function sameFacts(a: FlowState, b: FlowState): boolean {
  return a.known.size === b.known.size && a.doubted.size === b.doubted.size && a.assigned === b.assigned;
}

function visitTry(f: FlowCore, stmt: Extract<Stmt, { k: 'try' }>): void {
  const before = copy(f.state);
  const jumps = stmt.finally ? markJumps(f) : undefined;
  f.lost.push([]);
  f.stmts(stmt.body);
  const ends = [f.state];
  const lostInTry = f.lost.pop() ?? [];
  f.lost.push([]);
  for (const clause of stmt.catches) {
    f.state = dropLost(before, lostInTry);
    if (clause.filter) f.state = f.cond(clause.filter).yes;
    f.stmts(clause.body);
    ends.push(f.state);
  }
  const lost = [...lostInTry, ...(f.lost.pop() ?? [])];
  f.state = joinAll(ends, unreachable(false));
  if (stmt.finally) {
    const normal = f.state;
    const entry = dropLost(before, lost);
    f.state = copy(entry);
    f.lost.push([]);
    f.stmts(stmt.finally);
    const lostInFinally = f.lost.pop() ?? [];
    const end = f.state;
    lost.push(...lostInFinally);
    jumps?.pass(entry, end);
    f.state = afterFinally(normal, entry, end, lostInFinally);
  }
  f.lost.at(-1)?.push(...lost);
}

/** A way out of a `try`, after its `finally` ran on the way. */
function afterFinally(out: FlowState, entry: FlowState, end: FlowState, lost: readonly string[]): FlowState {
  if (!out.reachable) return out;
  if (!end.reachable) return unreachable(false);
  const state = dropLost(out, lost);
  state.assigned |= end.assigned;
  const gained = [...end.known].filter((path) => !entry.known.has(path));
  if (gained.length > 0) state.known = new Set([...state.known, ...gained]);
  return state;
}

/** Remembers the jumps that had been taken, so that those a `try` adds can be led through its `finally`. */
function markJumps(f: FlowCore): { pass: (entry: FlowState, end: FlowState) => void } {
  const lists = [f.frame.returns, ...f.frame.loops.flatMap((l) => [l.breaks, ...(l.continues ? [l.continues] : [])])];
  const marks = lists.map((list) => list.length);
  return {
    pass: (entry, end) => {
      lists.forEach((list, i) => {
        for (let at = marks[i] as number; at < list.length; at++) {
          list[at] = afterFinally(list[at] as FlowState, entry, end, []);
        }
      });
    },
  };
}

function visitSwitch(f: FlowCore, stmt: Extract<Stmt, { k: 'switch' }>): void {
  f.expr(stmt.e);
  const subject = f.subject(stmt.e);
  const frame: Loop = { breaks: [], continues: undefined };
  f.frame.loops.push(frame);
  let missed = f.state;
  // `default` runs where nothing else fits, wherever it stands: what it may know is what all labels have missed.
  const entries: FlowState[] = [];
  const constant = constantOf(stmt.e);
  for (const section of stmt.sections) {
    const into: FlowState[] = [];
    for (const label of section.labels) {
      if (label === null) continue;
      f.state = copy(missed);
      const { yes, no } = f.pattern(label.p, subject);
      f.state = constant !== undefined && isOtherConstant(label.p, constant) ? unreachable(false) : yes;
      missed = no;
      if (label.when) {
        const guard = f.cond(label.when);
        f.state = guard.yes;
        missed = join(no, guard.no);
      }
      into.push(f.state);
    }
    entries.push(joinAll(into, unreachable(false)));
  }
  const exhaustive = coversBool(stmt);
  let hasDefault = false;
  stmt.sections.forEach((section, i) => {
    let entry = entries[i] as FlowState;
    if (section.labels.includes(null)) {
      hasDefault = true;
      entry = entry.reachable ? join(entry, missed) : copy(missed);
    }
    f.state = entry;
    f.stmts(section.body);
    if (f.state.reachable) {
      const first = section.body[0];
      const at = first ? first.s : stmt.s;
      f.report(diagnose(fallThrough, f.file, { start: at[0], end: at[1] }, undefined));
      frame.breaks.push(f.state);
    }
  });
  f.frame.loops.pop();
  const ends = hasDefault || exhaustive ? frame.breaks : [...frame.breaks, missed];
  f.state = joinAll(ends, unreachable(false));
}

function constantOf(e: Expr): string | number | boolean | null | undefined {
  return e.k === 'const' ? e.v : undefined;
}

function isOtherConstant(p: Pattern, value: string | number | boolean | null): boolean {
  return p.p === 'const' && p.v.k === 'const' && p.v.v !== value;
}

/** `case true` and `case false` leave nothing over. */
function coversBool(stmt: Extract<Stmt, { k: 'switch' }>): boolean {
  if (stmt.e.t !== 'bool') return false;
  const seen = new Set<unknown>();
  for (const section of stmt.sections) {
    for (const label of section.labels) {
      if (label && !label.when && label.p.p === 'const' && label.p.v.k === 'const') seen.add(label.p.v.v);
    }
  }
  return seen.has(true) && seen.has(false);
}
