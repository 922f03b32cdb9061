/** Every form of expression, and who binds it. */

import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expression } from '../../syntax/tree.ts';
import { boolType, charType, nullType, stringType } from '../type-table.ts';
import { bindAssignment, bindIncrement } from './assignments.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type TupleBound } from './bound.ts';
import { bindConditional, bindSwitchExpression } from './branches.ts';
import { bindInvocation } from './calls.ts';
import {
  bindAnonymousObject,
  bindArrayCreation,
  bindCollectionExpression,
  bindObjectCreation,
  bindWith,
  impliedName,
} from './creation.ts';
import { bindElementAccess } from './element-access.ts';
import { infoOf } from './infos.ts';
import { bindLambda } from './lambdas.ts';
import {
  bindAs,
  bindCast,
  bindChecked,
  bindDecimalLiteral,
  bindDefault,
  bindDoubleLiteral,
  bindFromEnd,
  bindInterpolated,
  bindIntLiteral,
  bindNameOf,
  bindNotNull,
  bindRange,
  bindThrow,
  bindTypeOf,
  constant,
} from './literals.ts';
import { bindConditionalAccess, bindConditionalReceiver, bindMemberAccess } from './member-access.ts';
import { bindBase, bindName, bindThis } from './names.ts';
import { bindBinary } from './operators.ts';
import { bindIs } from './patterns.ts';
import type { Scope } from './scope.ts';
import { bindUnary } from './unary.ts';

export function bindExpression(b: Binder, expression: Expression, scope: Scope): Bound {
  let e = expression;
  // Parentheses mean nothing, however many there are.
  while (e.kind === 'Parenthesized') e = e.expression;
  switch (e.kind) {
    case 'IntLiteral':
      return bindIntLiteral(b, e);
    case 'DecimalLiteral':
      return bindDecimalLiteral(b, e);
    case 'DoubleLiteral':
      return bindDoubleLiteral(b, e);
    case 'StringLiteral':
      return constant(b, stringType, e.value, e);
    case 'CharLiteral':
      return constant(b, charType, e.value, e);
    case 'BoolLiteral':
      return constant(b, boolType, e.value, e);
    case 'NullLiteral':
      return constant(b, nullType, null, e);
    case 'InterpolatedString':
      return bindInterpolated(b, e, scope);
    case 'Name':
      return bindName(b, e, scope);
    case 'This':
      return bindThis(b, e);
    case 'Base':
      return bindBase(b, e);
    case 'MemberAccess':
      return bindMemberAccess(b, e, scope);
    case 'ConditionalAccess':
      return bindConditionalAccess(b, e, scope);
    case 'ConditionalReceiver':
      return bindConditionalReceiver(b, e);
    case 'Invocation':
      return bindInvocation(b, e, scope);
    case 'ElementAccess':
      return bindElementAccess(b, e, scope);
    case 'ObjectCreation':
      return bindObjectCreation(b, e, scope);
    case 'ArrayCreation':
      return bindArrayCreation(b, e, scope);
    case 'AnonymousObject':
      return bindAnonymousObject(b, e, scope);
    case 'CollectionExpression':
      return bindCollectionExpression(b, e, scope);
    case 'Unary':
      return bindUnary(b, e, scope);
    case 'Increment':
      return bindIncrement(b, e, scope);
    case 'NotNull':
      return bindNotNull(b, e, scope);
    case 'FromEnd':
      return bindFromEnd(b, e, scope);
    case 'Range':
      return bindRange(b, e, scope);
    case 'Binary':
      return bindBinary(b, e, scope);
    case 'Assignment':
      return bindAssignment(b, e, scope);
    case 'Conditional':
      return bindConditional(b, e, scope);
    case 'Is':
      return bindIs(b, e, scope);
    case 'As':
      return bindAs(b, e, scope);
    case 'Cast':
      return bindCast(b, e, scope);
    case 'SwitchExpression':
      return bindSwitchExpression(b, e, scope);
    case 'With':
      return bindWith(b, e, scope);
    case 'Tuple':
      return bindTuple(b, e, scope);
    case 'Lambda':
      return bindLambda(b, e, scope);
    case 'ThrowExpression':
      return bindThrow(b, e, scope);
    case 'TypeOf':
      return bindTypeOf(b, e, scope);
    case 'NameOf':
      return bindNameOf(b, e, scope);
    case 'Default':
      return bindDefault(b, e, scope);
    case 'DeclarationExpression': {
      const text = 'a declaration may not stand here';
      b.report(typeMismatch, e, { problem: 'other', text, help: 'Declare the local in a statement of its own.' });
      return b.error(e);
    }
    case 'Checked':
      return bindChecked(b, e, scope);
    case 'MissingExpression':
      return b.error(e);
    default:
      return e satisfies never;
  }
}

function bindTuple(b: Binder, e: Extract<Expression, { kind: 'Tuple' }>, scope: Scope): TupleBound {
  const items = e.items.map((item) => ({
    value: b.bind(item.value, scope),
    at: item.value,
    name: item.name?.name ?? impliedName(item.value),
  }));
  const types = items.map(({ value }) => {
    const info = infoOf(value);
    if (info.kind === 'typed') return info.type;
    return info.kind === 'branches' || info.kind === 'tuple' ? info.natural : undefined;
  });
  const natural = types.every((type) => type !== undefined)
    ? b.types.tupleOf(
        types as Exclude<(typeof types)[number], undefined>[],
        items.map(({ name }) => name),
      )
    : undefined;
  return { k: 'tuple', items, natural, s: spanOf(e) };
}
