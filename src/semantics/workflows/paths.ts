/**
 * Whether some path through a body ends without a `goto` (language.md §7.4, §7.5): what decides between "moves" and "may
 * move". Exceptions are no such path: one that leaves undoes the delivery.
 */
import type { Expr, Stmt } from '../../ir/ir.ts';

export interface Endings {
  /** Control can run off the end. */
  readonly end: boolean;
  /** Some `return` can be reached. */
  readonly returns: boolean;
  /** Some `throw` statement can be reached from where no `catch` of the body is around it. */
  readonly throws: boolean;
}

/** Some path ends without a `goto`: the run may stay. */
export function mayStay(block: readonly Stmt[]): boolean {
  const { end, returns } = endingsOf(block);
  return end || returns;
}

/** Every path comes to a `goto`. */
export function alwaysGoes(block: readonly Stmt[]): boolean {
  const { end, returns, throws } = endingsOf(block);
  return !end && !returns && !throws;
}

export function endingsOf(block: readonly Stmt[]): Endings {
  const { end, returns, throws } = sequence(block);
  return { end, returns, throws };
}

interface Flow extends Endings {
  readonly breaks: boolean;
  readonly continues: boolean;
}

const nothing: Flow = { end: false, returns: false, throws: false, breaks: false, continues: false };
const through: Flow = { ...nothing, end: true };

function either(a: Flow, b: Flow): Flow {
  return {
    end: a.end || b.end,
    returns: a.returns || b.returns,
    throws: a.throws || b.throws,
    breaks: a.breaks || b.breaks,
    continues: a.continues || b.continues,
  };
}

function sequence(block: readonly Stmt[]): Flow {
  let flow = through;
  for (const statement of block) {
    if (!flow.end) break;
    flow = either({ ...flow, end: false }, flowOf(statement));
  }
  return flow;
}

function flowOf(statement: Stmt): Flow {
  switch (statement.k) {
    case 'local':
    case 'expr':
    case 'localFn':
      return through;
    case 'block':
      return sequence(statement.body);
    case 'if': {
      const truth = constant(statement.c);
      const then = truth === false ? nothing : sequence(statement.then);
      const otherwise = truth === true ? nothing : statement.else === undefined ? through : sequence(statement.else);
      return either(then, otherwise);
    }
    case 'while':
      return loop(sequence(statement.body), constant(statement.c), true);
    case 'do':
      return loop(sequence(statement.body), constant(statement.c), false);
    case 'for':
      return loop(sequence(statement.body), statement.c === undefined ? true : constant(statement.c), true);
    case 'foreach':
      return loop(sequence(statement.body), undefined, true);
    case 'break':
      return { ...nothing, breaks: true };
    case 'continue':
      return { ...nothing, continues: true };
    case 'return':
      return { ...nothing, returns: true };
    case 'throw':
      return { ...nothing, throws: true };
    case 'goto':
      return nothing;
    case 'try': {
      const body = sequence(statement.body);
      const catches = statement.catches.map((each) => sequence(each.body));
      const caught = statement.catches.length > 0 ? { ...body, throws: false } : body;
      const before = catches.reduce(either, caught);
      if (statement.finally === undefined) return before;
      const last = sequence(statement.finally);
      return last.end ? either(before, { ...last, end: false }) : last;
    }
    case 'switch': {
      const sections = statement.sections.map((section) => sequence(section.body));
      const whole = sections.reduce(either, nothing);
      const exhaustive = statement.sections.some((section) => section.labels.includes(null));
      return { ...whole, end: whole.end || whole.breaks || !exhaustive, breaks: false };
    }
    default:
      return statement satisfies never;
  }
}

function loop(body: Flow, condition: boolean | undefined, testedFirst: boolean): Flow {
  const skipped = condition === false && testedFirst;
  if (skipped) return through;
  const leavesByTest = condition !== true && (testedFirst || body.end || body.continues);
  return { ...body, end: leavesByTest || body.breaks, breaks: false, continues: false };
}

function constant(expression: Expr): boolean | undefined {
  if (expression.k === 'const' && typeof expression.v === 'boolean') return expression.v;
  if (expression.k === 'un' && expression.op === 'not') {
    const inner = constant(expression.e);
    return inner === undefined ? undefined : !inner;
  }
  return undefined;
}
