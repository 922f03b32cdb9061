/** A plan with the values of this time, in cells: what the store is asked. */
import type { ColumnSchema } from '../../stores/contract.ts';
import type { Cell, Order, RowCondition } from '../../stores/query.ts';
import { Mark, RowRecord } from '../../stores/records.ts';
import type { EntityInfo } from '../entities.ts';
import type { Value } from '../library/values.ts';
import { isPlainText } from './comparability.ts';
import type { PlanCondition, PlanOperand } from './plan.ts';

/** What a plan is bound to. */
export interface Binding {
  readonly entity: EntityInfo;
  readonly column: (member: string) => ColumnSchema | undefined;
  /** The hierarchy of the rows that a reference names. */
  readonly targetOf: (member: string) => string | undefined;
  /** The transaction has deleted rows of that hierarchy, which the database still has. */
  readonly deletes: (root: string) => boolean;
  readonly values: readonly Value[];
}

/** Undefined where SQL would say something else than the body. */
export function bind(plan: PlanCondition, to: Binding): RowCondition | undefined {
  switch (plan.is) {
    case 'all':
    case 'any': {
      const of: RowCondition[] = [];
      for (const part of plan.of) {
        const bound = bind(part, to);
        if (bound === undefined) return undefined;
        of.push(bound);
      }
      return { is: plan.is, of };
    }
    case 'not': {
      const of = bind(plan.of, to);
      return of === undefined ? undefined : { is: 'not', of };
    }
    case 'flag':
      return bindEqual(plan.of, true, to);
    case 'equal':
      return bindPair(plan.left, plan.right, to, undefined);
    case 'ordered':
      return bindPair(plan.left, plan.right, to, plan.order);
    case 'contains':
    case 'startsWith': {
      const part = 'value' in plan.part ? to.values[plan.part.value] : undefined;
      if (comparisonOf(plan.member, to)?.by !== 'equality' || !isText(plan.member, to) || !isPlainText(part))
        return undefined;
      return { is: plan.is, member: plan.member, text: part };
    }
  }
}

function bindPair(
  left: PlanOperand,
  right: PlanOperand,
  to: Binding,
  order: Order | undefined,
): RowCondition | undefined {
  if ('member' in left && 'member' in right) return bindMembers(left.member, right.member, to, order);
  const value = to.values['value' in left ? left.value : (right as { readonly value: number }).value];
  const member = 'member' in left ? left : right;
  if (order === undefined) return bindEqual(member, value, to);
  return bindOrdered(member, 'member' in left ? order : mirrored[order], value, to);
}

const mirrored: Readonly<Record<Order, Order>> = { lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' };

function bindEqual(operand: PlanOperand, value: Value, to: Binding): RowCondition | undefined {
  const member = nameOf(operand);
  const compares = comparisonOf(member, to);
  if (compares === undefined) return undefined;
  if (value === null || value === undefined) return bindNull(member, to);
  // The database does not know yet that it is gone.
  if (value instanceof RowRecord && value.mark >= Mark.deleted) return undefined;
  const cells = compares.sought(value);
  return cells === undefined ? undefined : { is: 'equal', member, cells };
}

/** A reference to a row that is no longer there reads as null. */
function bindNull(member: string, to: Binding): RowCondition | undefined {
  const target = to.targetOf(member);
  if (target === undefined) return { is: 'null', member };
  return to.deletes(target) ? undefined : { is: 'null', member, target };
}

function bindOrdered(operand: PlanOperand, order: Order, value: Value, to: Binding): RowCondition | undefined {
  const member = nameOf(operand);
  const compares = comparisonOf(member, to);
  if (compares === undefined || compares.by === 'equality') return undefined;
  if (value === null || value === undefined) return { is: 'constant', value: false };
  const than: Cell | undefined = compares.sought(value)?.[0];
  return than === undefined ? undefined : { is: 'ordered', member, order, than };
}

function bindMembers(member: string, other: string, to: Binding, order: Order | undefined): RowCondition | undefined {
  const [one, two] = [comparisonOf(member, to), comparisonOf(other, to)];
  if (one === undefined || two === undefined || one.sought !== two.sought || [member, other].includes('Id'))
    return undefined;
  if (order !== undefined) return one.by === 'equality' ? undefined : { is: 'orderedMembers', member, order, other };
  // Two references to what is gone are both null.
  return to.targetOf(member) === undefined ? { is: 'same', member, other } : undefined;
}

function nameOf(operand: PlanOperand): string {
  return 'member' in operand ? operand.member : '';
}

function comparisonOf(member: string, to: Binding): ColumnSchema['compares'] {
  return to.column(member)?.compares;
}

/** Only texts have `escapes` among what is equal or not. */
function isText(member: string, to: Binding): boolean {
  return comparisonOf(member, to)?.escapes === true;
}
