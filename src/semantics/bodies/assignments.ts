/** `=`, `+=`, `??=`, `++`, and taking values apart (C# spec 12.21, 12.9.6). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr, LValue, UpdateExpr } from '../../ir/ir.ts';
import type { BinaryOperator, ExpressionOf, Node } from '../../syntax/tree.ts';
import { applyConversion } from '../conversion-ir.ts';
import {
  charType,
  decimalType,
  displayType,
  doubleType,
  errorType,
  intType,
  isByte,
  isEnum,
  isNullableValue,
  isSilent,
  isValueType,
  longType,
  stripNullable,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import { bindDeconstruction } from './deconstruction.ts';
import { binary } from './operators.ts';
import type { Scope } from './scope.ts';
import { assignable } from './targets.ts';

export function bindAssignment(b: Binder, e: ExpressionOf<'Assignment'>, scope: Scope): Bound {
  if (e.operator === '=') {
    if (e.target.kind === 'Tuple' || e.target.kind === 'DeclarationExpression') return bindDeconstruction(b, e, scope);
    if (e.target.kind === 'Name' && e.target.name.name === '_' && scope.lookup('_') === undefined) {
      return b.value(e.value, scope);
    }
    return assign(b, e, scope);
  }
  const target = b.value(e.target, scope);
  if (e.operator === '??=') return assignIfNull(b, e, target, scope);
  return compound(b, e, target, scope);
}

function assign(b: Binder, e: ExpressionOf<'Assignment'>, scope: Scope): Value {
  const target = b.value(e.target, scope);
  const value = b.bind(e.value, scope);
  const to = assignable(b, target, e.target);
  if (to === undefined) {
    const v = b.convert(value, errorType, e.value);
    return b.error(e, [target.e, v]);
  }
  const v = b.convert(value, target.type, e.value);
  return b.val(target.type, { k: 'assign', s: spanOf(e), t: target.type.key, to, v });
}

function assignIfNull(b: Binder, e: ExpressionOf<'Assignment'>, target: Value, scope: Scope): Value {
  const value = b.bind(e.value, scope);
  if (isSilent(target.type)) return b.error(e, [target.e, b.convert(value, errorType, e.value)]);
  if (isValueType(target.type) && !isNullableValue(target.type)) {
    const text = `a value of type '${displayType(target.type)}' is never null, so \`??=\` has nothing to do`;
    b.report(typeMismatch, e, { problem: 'other', text, help: 'Write `=`, or declare the type with `?`.' });
    return b.error(e, [target.e]);
  }
  const to = assignable(b, target, e.target);
  const v = b.convert(value, target.type, e.value);
  if (to === undefined) return b.error(e, [target.e, v]);
  const known = value.k !== 'value' || (value.type.kind !== 'nullable' && value.type.kind !== 'null');
  const type = known ? stripNullable(target.type) : target.type;
  return b.val(type, { k: 'update', s: spanOf(e), t: type.key, to, id: b.newLocal(), v, ifNull: true });
}

function compound(b: Binder, e: ExpressionOf<'Assignment'>, target: Value, scope: Scope): Value {
  const operator = e.operator.slice(0, -1) as BinaryOperator;
  const right = b.value(e.value, scope);
  if (isSilent(target.type) || isSilent(right.type)) return b.error(e, [target.e, right.e]);
  const to = assignable(b, target, e.target);
  if (to === undefined) return b.error(e, [target.e, right.e]);
  const update = updating(b, target, to, e, (old) => {
    const result = binary(b, operator, old, right, e);
    return backTo(b, result, target.type, right, e);
  });
  return b.val(target.type, update);
}

/** `x op= y` is `x = (T)(x op y)`, where y by itself would do for an x. */
function backTo(b: Binder, result: Value, type: Type, right: Value, at: Node): Expr {
  if (isSilent(result.type)) return result.e;
  if (!b.conversions.isImplicit(result.type, type)) {
    const explicit = b.conversions.classifyExplicit(result.type, type);
    const fits = b.conversions.isImplicit(right.type, type, right.e.k === 'const' ? right.e.v : undefined);
    const narrows =
      isSmall(stripNullable(type)) && (fits || isSmall(stripNullable(right.type)) || right.type === intType);
    if (explicit && (fits || narrows)) return applyConversion(result.e, result.type, explicit, type, b.newLocal);
  }
  return b.convert(result, type, at);
}

function isSmall(type: Type): boolean {
  return type === charType || isByte(type) || isEnum(type);
}

/** The update of `to` by `next`, which sees the old value. */
export function updating(
  b: Binder,
  target: Value,
  to: LValue,
  at: Node,
  next: (old: Value) => Expr,
  post = false,
): UpdateExpr {
  const id = b.newLocal();
  const t = target.type.key;
  const v = next(b.val(target.type, { k: 'local', s: spanOf(at), t, id, name: '' }));
  return { k: 'update', s: spanOf(at), t, to, id, v, ...(post ? { post } : {}) };
}

export function bindIncrement(b: Binder, e: ExpressionOf<'Increment'>, scope: Scope): Value {
  const target = b.value(e.operand, scope);
  if (isSilent(target.type)) return b.error(e, [target.e]);
  const of = stripNullable(target.type);
  const one = oneOf(of);
  if (one === undefined) {
    b.report(typeMismatch, e, { problem: 'unary', operator: e.operator, operand: displayType(target.type) });
    return b.error(e, [target.e]);
  }
  const to = assignable(b, target, e.operand);
  if (to === undefined) return b.error(e, [target.e]);
  const operator = e.operator === '++' ? '+' : '-';
  const next = (old: Value): Expr => {
    const step = b.val(one, {
      k: 'const',
      s: spanOf(e),
      t: one.key,
      v: one === longType || one === decimalType ? '1' : 1,
    });
    return backTo(b, binary(b, operator, old, step, e), target.type, step, e);
  };
  return b.val(target.type, updating(b, target, to, e, next, !e.prefix));
}

function oneOf(type: Type): Type | undefined {
  if (type === intType || type === longType || type === doubleType || type === decimalType) return type;
  return type === charType || isByte(type) || isEnum(type) ? intType : undefined;
}
