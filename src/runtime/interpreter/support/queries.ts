/** Lambdas over rows that a store may be asked in place of. */
import type { Value } from '../../library/values.ts';
import { type LambdaPlan, planned } from '../../query/planned.ts';

export const querySupport = {
  planned(lambda: (...args: never[]) => unknown, plan: LambdaPlan, values: () => readonly Value[]): Value {
    return planned(lambda, plan, values) as Value;
  },
};
