/** Under which conditions a body's `goto`s are reached, as labels tell it. */
import type { Expr, IrSpan, Stmt } from '../../ir/ir.ts';

/** A condition on the way: `undefined` stands for a test that failed. */
export interface Condition {
  readonly span: IrSpan | undefined;
  /** Words instead of source: `NetworkException caught`. */
  readonly words?: string;
}

export interface GuardedGoto {
  /** A state's name, or `self`. */
  readonly state: string;
  readonly conditions: readonly Condition[];
}

/** The `goto`s of a block that can be reached, in source order, each with the tests on its way. */
export function guardedGotos(block: readonly Stmt[]): readonly GuardedGoto[] {
  const found: GuardedGoto[] = [];
  visit(block, [], found);
  return found;
}

/** Returns the conditions that hold where the block ends; undefined where it never does. */
function visit(
  block: readonly Stmt[],
  on: readonly Condition[],
  found: GuardedGoto[],
): readonly Condition[] | undefined {
  let conditions = on;
  for (const s of block) {
    const after = visitStatement(s, conditions, found);
    if (after === undefined) return undefined;
    conditions = after;
  }
  return conditions;
}

function visitStatement(s: Stmt, on: readonly Condition[], found: GuardedGoto[]): readonly Condition[] | undefined {
  switch (s.k) {
    case 'goto':
      found.push({ state: s.self ? 'self' : (s.state as string), conditions: on });
      return undefined;
    case 'return':
    case 'throw':
    case 'break':
    case 'continue':
      return undefined;
    case 'block':
      return visit(s.body, on, found);
    case 'if':
      return visitIf(s, on, found);
    case 'while':
    case 'do':
    case 'for':
    case 'foreach':
      visit(s.body, on, found);
      return on;
    case 'try': {
      const ends = [visit(s.body, on, found)];
      for (const c of s.catches)
        ends.push(visit(c.body, [...on, { span: undefined, words: `${c.t ?? 'Exception'} caught` }], found));
      const end = ends.some((e) => e !== undefined);
      if (s.finally !== undefined && visit(s.finally, on, found) === undefined) return undefined;
      return end ? on : undefined;
    }
    case 'switch': {
      for (const section of s.sections) visit(section.body, [...on, labelCondition(section, s.e)], found);
      return on;
    }
    case 'local':
    case 'expr':
    case 'localFn':
      return on;
    default:
      return s satisfies never;
  }
}

function visitIf(
  s: Extract<Stmt, { readonly k: 'if' }>,
  on: readonly Condition[],
  found: GuardedGoto[],
): readonly Condition[] | undefined {
  const constant = s.c.k === 'const' ? s.c.v : undefined;
  const holds: Condition = { span: s.c.s };
  const fails: Condition = { span: undefined };
  const then = constant === false ? undefined : visit(s.then, constant === true ? on : [...on, holds], found);
  const otherwise =
    constant === true ? undefined : visit(s.else ?? [], constant === false ? on : [...on, fails], found);
  if (then === undefined && otherwise === undefined) return undefined;
  // Where one side has left, what follows is the other side's.
  if (then === undefined) return otherwise;
  return otherwise === undefined ? then : on;
}

function labelCondition(
  section: Extract<Stmt, { readonly k: 'switch' }>['sections'][number],
  subject: Expr,
): Condition {
  const [label] = section.labels;
  if (label === null || label === undefined) return { span: undefined };
  const value = label.p.p === 'const' ? label.p.v.s : undefined;
  return { span: value ?? subject.s, ...(value === undefined ? { words: 'a case' } : {}) };
}
