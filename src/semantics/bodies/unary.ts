/** `-x`, `!x`, `~x`, `+x` (C# spec 12.9). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { ExpressionOf, Node } from '../../syntax/tree.ts';
import {
  boolType,
  displayType,
  intType,
  isEnum,
  isNullableValue,
  isSilent,
  longType,
  stripNullable,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf, type Value } from './bound.ts';
import { foldUnary } from './constants.ts';
import { emitCall } from './emit-call.ts';
import { domainOf, integerOf, settle } from './operator-nodes.ts';
import { argument } from './own-operators.ts';
import type { Scope } from './scope.ts';

const unaryNames: Readonly<Record<string, { readonly op: 'neg' | 'not' | 'compl' | 'plus'; readonly name: string }>> = {
  '+': { op: 'plus', name: 'op_UnaryPlus' },
  '-': { op: 'neg', name: 'op_UnaryNegation' },
  '!': { op: 'not', name: 'op_LogicalNot' },
  '~': { op: 'compl', name: 'op_OnesComplement' },
};

export function bindUnary(b: Binder, e: ExpressionOf<'Unary'>, scope: Scope): Value {
  const operand = e.operand;
  // The least int and long have no positive twin: they are read with their sign.
  if (e.operator === '-' && operand.kind === 'IntLiteral') {
    const value = -operand.value;
    if (value === -(2n ** 31n) && operand.suffix === '') {
      return b.val(intType, { k: 'const', s: spanOf(e), t: intType.key, v: Number(value) });
    }
    if (value === -(2n ** 63n)) return b.val(longType, { k: 'const', s: spanOf(e), t: longType.key, v: String(value) });
  }
  return unary(b, e.operator, b.value(operand, scope), e);
}

function unary(b: Binder, operator: '+' | '-' | '!' | '~', value: Value, at: Node): Value {
  if (isSilent(value.type)) return b.error(at, [value.e]);
  const { op, name } = unaryNames[operator] as (typeof unaryNames)[string];
  const of = stripNullable(value.type);
  const lifted = isNullableValue(value.type);
  const operand = operandOf(op, of);
  if (operand !== undefined) {
    const type = lifted ? b.types.nullable(operand) : operand;
    const e = b.convert(value, type, at);
    if (op === 'plus') return b.val(type, e);
    const on = domainOf(operand);
    if (e.k === 'const' && !lifted) {
      const folded = settle(b, foldUnary(op, on, e.v), at);
      if (folded !== undefined) return b.val(type, { k: 'const', s: spanOf(at), t: type.key, v: folded });
    }
    return b.val(type, { k: 'un', s: spanOf(at), t: type.key, op, on, e, ...(lifted ? { lifted } : {}) });
  }
  const operators = b.members.operatorsOf(value.type, name);
  if (operators.length > 0) {
    const call = b.overloads.resolve(operators, [argument(value, at)]);
    if (call.ok) {
      return emitCall(b, call, [{ name: undefined, nameSpan: undefined, mode: 'value', at, value }], undefined, at);
    }
  }
  b.report(typeMismatch, at, { problem: 'unary', operator, operand: displayType(value.type) });
  return b.error(at, [value.e]);
}

function operandOf(op: 'neg' | 'not' | 'compl' | 'plus', type: Type): Type | undefined {
  switch (op) {
    case 'not':
      return type === boolType ? boolType : undefined;
    case 'compl': {
      if (isEnum(type)) return type;
      const promotedType = integerOf(type);
      return promotedType === intType || promotedType === longType ? promotedType : undefined;
    }
    default:
      return integerOf(type);
  }
}
