/** `: base(…)` and `: this(…)`: a call that sees the parameters, and no object yet (C# spec 15.11.2). */
import { notAccessibleHere } from '../../diagnostics/catalogue/bodies.ts';
import type { Expr } from '../../ir/ir.ts';
import type { BodyRequest, CheckedBody } from '../body-request.ts';
import { argumentInfo, bindArguments } from './arguments.ts';
import type { Binder } from './binder.ts';
import { supplyArguments } from './emit-call.ts';
import { failedCall } from './groups.ts';
import { mayAccess } from './member-access-rules.ts';
import type { Scope } from './scope.ts';

type Chain = Exclude<BodyRequest['chain'], undefined>;

export interface CheckedChain {
  readonly chain: CheckedBody['chain'];
  /** What was evaluated, for the flow of values. */
  readonly parts: readonly Expr[];
}

export function checkChain(b: Binder, { args, candidates, at, callee }: Chain, scope: Scope): CheckedChain {
  b.beforeObject = true;
  const bound = bindArguments(b, args, scope);
  b.beforeObject = false;
  const call = b.overloads.resolve(candidates, bound.map(argumentInfo));
  if (!call.ok) return { chain: undefined, parts: [failedCall(b, call, callee, bound, undefined, at).e] };
  const { origin } = call.callable;
  if (origin.kind === 'constructor' && !mayAccess(b, origin.symbol.access, origin.symbol.owner)) {
    b.report(notAccessibleHere, at, { what: `this constructor of '${callee}'`, why: `it is ${origin.symbol.access}` });
  }
  const supplied = supplyArguments(b, call, bound, undefined, at);
  return { chain: { callable: call.callable, args: supplied.args }, parts: supplied.args };
}
