/** Lambdas that carry what SQL could say of them. */
import type { Value } from '../library/values.ts';
import type { MemberPlan, PredicatePlan } from './plan.ts';

/** What was read out of a lambda over a row when it was compiled. */
export interface LambdaPlan {
  readonly predicate: Pick<PredicatePlan, 'condition' | 'whole'> | undefined;
  readonly member: MemberPlan | undefined;
}

export interface Planned {
  readonly plan: LambdaPlan;
  /** Computes the plan's values from outside of the row, as they are now; throws as the lambda would. */
  readonly values: () => readonly Value[];
}

const carried = Symbol('plan');

type Carrier = { [carried]?: Planned };

/** Marks a lambda with its plan and gives it back. */
export function planned<F extends (...args: never[]) => unknown>(
  lambda: F,
  plan: LambdaPlan,
  values: () => readonly Value[],
): F {
  (lambda as Carrier)[carried] = { plan, values };
  return lambda;
}

export function planOf(lambda: unknown): Planned | undefined {
  return typeof lambda === 'function' ? (lambda as Carrier)[carried] : undefined;
}
