/**
 * Reads out of a lambda what SQL could say of it. A plan is made once, when the lambda is compiled; what stands in it for
 * the world outside of the row (`now`, `this.Item.Due`) is computed each time the query is asked. Whether the columns allow
 * it is found out then too (bind.ts).
 */
import type { BinaryOp, Expr, LambdaExpr, LocalId, Stmt } from '../../ir/ir.ts';
import type { Order } from '../../stores/query.ts';

/** A member of the row, or the n-th of the values from outside. */
export type PlanOperand = { readonly member: string } | { readonly value: number };

export type PlanCondition =
  | { readonly is: 'all' | 'any'; readonly of: readonly PlanCondition[] }
  | { readonly is: 'not'; readonly of: PlanCondition }
  | { readonly is: 'flag'; readonly of: PlanOperand }
  | { readonly is: 'equal'; readonly left: PlanOperand; readonly right: PlanOperand }
  | { readonly is: 'ordered'; readonly order: Order; readonly left: PlanOperand; readonly right: PlanOperand }
  | { readonly is: 'contains' | 'startsWith'; readonly member: string; readonly part: PlanOperand };

export interface PredicatePlan {
  readonly condition: PlanCondition;
  /** The lambda holds exactly where the condition does; else the condition only leaves out rows for which it does not. */
  readonly whole: boolean;
  /** Expressions without effects that do not see the row. */
  readonly values: readonly Expr[];
}

/** A lambda that only reads a member. */
export interface MemberPlan {
  readonly member: string;
}

/** What is asked of: the lambda's parameter, or `this.Item`. */
type IsRow = (e: Expr) => boolean;

export function planPredicate(lambda: LambdaExpr): PredicatePlan | undefined {
  const read = readingOf(lambda);
  return read === undefined ? undefined : planCondition(read.body, read.isRow);
}

export function planMember(lambda: LambdaExpr): MemberPlan | undefined {
  const read = readingOf(lambda);
  const member = read === undefined ? undefined : memberOf(read.body, read.isRow);
  return member === undefined ? undefined : { member };
}

/** A condition on `this.Item`, in statements that only return it. */
export function planOfItem(body: readonly Stmt[]): PredicatePlan | undefined {
  const [only] = body;
  if (body.length !== 1 || only?.k !== 'return' || only.e === undefined) return undefined;
  return planCondition(only.e, (e) => e.k === 'item');
}

function readingOf(lambda: LambdaExpr): { readonly body: Expr; readonly isRow: IsRow } | undefined {
  const [only] = lambda.body;
  const [param] = lambda.params;
  if (lambda.params.length !== 1 || param === undefined || lambda.body.length !== 1) return undefined;
  if (only?.k !== 'return' || only.e === undefined || only.e === null) return undefined;
  return { body: only.e, isRow: (e) => e.k === 'local' && e.id === param.id };
}

function planCondition(body: Expr, isRow: IsRow): PredicatePlan | undefined {
  const planner = new Planner(isRow);
  const all = planner.condition(body);
  if (all !== undefined) return { condition: all, whole: true, values: planner.values };
  // Of `a && b && c` as much as there is: where `a` does not hold, nobody looks at the others.
  const parts: PlanCondition[] = [];
  for (const part of conjuncts(body)) {
    const planned = planner.condition(part);
    if (planned === undefined) break;
    parts.push(planned);
  }
  return parts.length === 0 ? undefined : { condition: { is: 'all', of: parts }, whole: false, values: planner.values };
}

function conjuncts(e: Expr): readonly Expr[] {
  return e.k === 'and' ? [...conjuncts(e.l), ...conjuncts(e.r)] : [e];
}

class Planner {
  readonly values: Expr[] = [];
  readonly #isRow: IsRow;

  constructor(isRow: IsRow) {
    this.#isRow = isRow;
  }

  condition(e: Expr): PlanCondition | undefined {
    switch (e.k) {
      case 'and':
      case 'or':
        return this.#both(e.k === 'and' ? 'all' : 'any', e.l, e.r);
      case 'un': {
        if (e.op !== 'not' || e.lifted === true) return undefined;
        const of = this.condition(e.e);
        return of === undefined ? undefined : { is: 'not', of };
      }
      case 'bin':
        return this.#comparison(e.op, e.l, e.r);
      case 'lib':
        return this.#call(e.m, e.o, e.args);
      case 'switchx':
        return this.#lifted(e);
      default: {
        const of = this.#operand(e);
        return of === undefined || !('member' in of) ? undefined : { is: 'flag', of };
      }
    }
  }

  #both(is: 'all' | 'any', l: Expr, r: Expr): PlanCondition | undefined {
    const left = this.condition(l);
    const right = left === undefined ? undefined : this.condition(r);
    return left === undefined || right === undefined ? undefined : { is, of: [left, right] };
  }

  #comparison(op: BinaryOp, l: Expr, r: Expr): PlanCondition | undefined {
    if (op === 'eq' || op === 'ne') {
      const equal = this.#equal(l, r);
      return equal === undefined || op === 'eq' ? equal : { is: 'not', of: equal };
    }
    return isOrder(op) ? this.#ordered(op, l, r) : undefined;
  }

  #equal(l: Expr, r: Expr): PlanCondition | undefined {
    const operands = this.#operands(l, r);
    return operands === undefined ? undefined : { is: 'equal', ...operands };
  }

  #ordered(order: Order, l: Expr, r: Expr): PlanCondition | undefined {
    const operands = this.#operands(l, r);
    return operands === undefined ? undefined : { is: 'ordered', order, ...operands };
  }

  #call(m: string, o: Expr | undefined, args: readonly Expr[]): PlanCondition | undefined {
    const [first, second] = args;
    const operator = /^(?:DateTime|DateOnly|TimeOnly|TimeSpan|Guid)\.op_(\w+)\(/.exec(m)?.[1];
    if (operator !== undefined && first !== undefined && second !== undefined && args.length === 2) {
      const op = operators[operator];
      return op === undefined ? undefined : this.#comparison(op, first, second);
    }
    if (o === undefined) return undefined;
    if (m === 'Nullable.HasValue') {
      const operand = this.#operand(o);
      if (operand === undefined || !('member' in operand)) return undefined;
      return { is: 'not', of: { is: 'equal', left: operand, right: this.#value(nothing) } };
    }
    if (first === undefined) return undefined;
    if (m === 'string.Equals(string)') return undefined;
    const is = m === 'string.Contains(string)' ? 'contains' : isOrdinalStart(m, second) ? 'startsWith' : undefined;
    const member = memberOf(o, this.#isRow);
    const part = is === undefined || member === undefined ? undefined : this.#operand(first);
    if (is === undefined || member === undefined || part === undefined || 'member' in part) return undefined;
    return { is, member, part };
  }

  /** `a < b` where either may be null, of types whose operators are calls: the checker unwraps both, and else says false. */
  #lifted(e: Expr & { readonly k: 'switchx' }): PlanCondition | undefined {
    const [both, otherwise] = e.arms;
    if (e.arms.length !== 2 || both === undefined || otherwise === undefined || e.e.k !== 'tuple') return undefined;
    const [left, right] = e.e.items;
    if (left === undefined || right === undefined || both.when !== undefined || otherwise.when !== undefined)
      return undefined;
    if (otherwise.p.p !== 'any' || otherwise.v.k !== 'const' || otherwise.v.v !== false) return undefined;
    if (both.p.p !== 'tuple' || both.v.k !== 'lib' || both.v.o !== undefined) return undefined;
    const names = both.p.items.map((p): LocalId | undefined =>
      p.p === 'type' && p.sub?.p === 'bind' ? p.sub.id : undefined,
    );
    const given = both.v.args.map((a) => (a.k === 'local' ? a.id : undefined));
    if (names.length !== 2 || names.includes(undefined) || names.join() !== given.join()) return undefined;
    const operator = /\.op_(\w+)\(/.exec(both.v.m)?.[1];
    const op = operator === undefined ? undefined : operators[operator];
    return op !== undefined && isOrder(op) ? this.#ordered(op, left, right) : undefined;
  }

  /** At least one is a member. */
  #operands(l: Expr, r: Expr): { readonly left: PlanOperand; readonly right: PlanOperand } | undefined {
    const { length } = this.values;
    const left = this.#operand(l);
    const right = left === undefined ? undefined : this.#operand(r);
    if (left !== undefined && right !== undefined && ('member' in left || 'member' in right)) return { left, right };
    this.values.length = length;
    return undefined;
  }

  #operand(e: Expr): PlanOperand | undefined {
    const member = memberOf(e, this.#isRow);
    if (member !== undefined) return { member };
    return isOutside(e, this.#isRow) ? this.#value(e) : undefined;
  }

  #value(e: Expr): PlanOperand {
    this.values.push(e);
    return { value: this.values.length - 1 };
  }
}

const nothing: Expr = { k: 'const', s: [0, 0], t: 'object', v: null };

const operators: Readonly<Record<string, BinaryOp>> = {
  Equality: 'eq',
  Inequality: 'ne',
  LessThan: 'lt',
  LessThanOrEqual: 'le',
  GreaterThan: 'gt',
  GreaterThanOrEqual: 'ge',
};

function isOrder(op: BinaryOp): op is Order {
  return op === 'lt' || op === 'le' || op === 'gt' || op === 'ge';
}

/** `StringComparison.Ordinal`: the others, and no comparison at all, go by a culture or fold case. */
function isOrdinalStart(m: string, comparison: Expr | undefined): boolean {
  return m === 'string.StartsWith(string,StringComparison)' && comparison?.k === 'const' && comparison.v === ordinal;
}
const ordinal = 4;

/** A stored member of the row itself, also as a wider whole number. */
function memberOf(e: Expr, isRow: IsRow): string | undefined {
  if (e.k === 'field') return isRow(e.o) ? e.f : undefined;
  if (e.k !== 'conv') return undefined;
  const widens = ['char>int', 'int>long', 'char>long'].includes(`${bare(e.from)}>${bare(e.t)}`);
  return widens ? memberOf(e.e, isRow) : undefined;
}

const bare = (t: string): string => (t.endsWith('?') ? t.slice(0, -1) : t);

/** Types of the library whose members have no effects and give the same for the same. */
const pure =
  /^(?:DateTime|DurableClock|DateOnly|TimeOnly|TimeSpan|Guid|string|Math|Nullable|decimal|int|long|double|char)\./;

/** Does not see the row, has no effect, and gives the same for each row. That it throws is found out when it is computed. */
function isOutside(e: Expr, isRow: IsRow): boolean {
  if (isRow(e)) return false;
  const all = (...parts: readonly Expr[]): boolean => parts.every((part) => isOutside(part, isRow));
  switch (e.k) {
    case 'const':
    case 'local':
    case 'this':
    case 'item':
    case 'actor':
      return true;
    case 'field':
    case 'un':
    case 'conv':
      return all(e.k === 'field' ? e.o : e.e);
    case 'bin':
    case 'and':
    case 'or':
    case 'coalesce':
      return all(e.l, e.r);
    case 'cond':
      return all(e.c, e.a, e.b);
    case 'lib':
      return pure.test(e.m) && e.m !== 'Guid.NewGuid()' && all(...(e.o === undefined ? [] : [e.o]), ...e.args);
    default:
      return false;
  }
}

/** Members that a condition asks for by one value: what an index of theirs would find. */
export function membersSought(condition: PlanCondition): readonly string[] {
  if (condition.is === 'all') return condition.of.flatMap(membersSought);
  if (condition.is !== 'equal') return [];
  const { left, right } = condition;
  if ('member' in left === 'member' in right) return [];
  return ['member' in left ? left.member : (right as { readonly member: string }).member];
}
