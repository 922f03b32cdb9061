/** `c ? a : b` and switch expressions: values whose type may come from where they stand (C# spec 12.18, 12.11). */
import type { Expr } from '../../ir/ir.ts';
import type { Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import { boolType } from '../type-table.ts';
import type { Binder } from './binder.ts';
import { type Bound, type BranchesBound, spanOf, type Value } from './bound.ts';
import { bestCommonType, infoOf } from './infos.ts';
import type { Scope } from './scope.ts';
import { Labels } from './switch-labels.ts';

export function bindSwitchExpression(b: Binder, e: ExpressionOf<'SwitchExpression'>, scope: Scope): BranchesBound {
  const value = b.value(e.operand, scope);
  const labels = new Labels(b, value.type);
  const arms = e.arms.map((arm) => {
    const inside = scope.nested();
    const p = labels.bind(arm.pattern, arm.when, inside);
    const when = arm.when && b.converted(arm.when, inside, boolType);
    return { p, when, value: b.bind(arm.value, inside), at: arm.value, s: spanOf(arm) };
  });
  return {
    k: 'branches',
    values: arms.map(({ value: v, at }) => ({ value: v, at })),
    natural: bestCommonType(
      b,
      arms.map((arm) => infoOf(arm.value)),
    ),
    build: (values, type) => ({
      k: 'switchx',
      s: spanOf(e),
      t: type.key,
      e: value.e,
      arms: arms.map(({ s, p, when }, i) => ({
        s,
        p,
        ...(when === undefined ? {} : { when }),
        v: values[i] as Expr,
      })),
    }),
    s: spanOf(e),
  };
}

export function bindConditional(b: Binder, e: ExpressionOf<'Conditional'>, scope: Scope): BranchesBound | Value {
  // `a ? b : c ? d : e …` groups to the right; a long chain is walked without recursion.
  const chain: {
    readonly node: ExpressionOf<'Conditional'>;
    readonly c: Expr;
    readonly value: Bound;
  }[] = [];
  let node: Expression = e;
  while (node.kind === 'Conditional') {
    chain.push({ node, c: b.converted(node.condition, scope, boolType), value: b.bind(node.whenTrue, scope) });
    node = node.whenFalse;
  }
  let last: Bound = b.bind(node, scope);
  let lastAt: Node = node;
  for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
    last = conditional(b, link, last, lastAt);
    lastAt = link.node;
  }
  return last as BranchesBound;
}

function conditional(
  b: Binder,
  { node, c, value }: { readonly node: ExpressionOf<'Conditional'>; readonly c: Expr; readonly value: Bound },
  other: Bound,
  otherAt: Node,
): BranchesBound {
  return {
    k: 'branches',
    values: [
      { value, at: node.whenTrue },
      { value: other, at: otherAt },
    ],
    natural: bestCommonType(b, [infoOf(value), infoOf(other)]),
    build: (values, type) => {
      const [a, z] = values as [Expr, Expr];
      if (c.k === 'const' && a.k === 'const' && z.k === 'const') return c.v === true ? a : z;
      return { k: 'cond', s: spanOf(node), t: type.key, c, a, b: z };
    },
    s: spanOf(node),
  };
}
