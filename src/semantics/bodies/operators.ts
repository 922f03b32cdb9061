/** Unary and binary operators: C#'s numeric promotions, lifting, equality, text, operators of types' own (C# spec 12.4). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { BinaryOp, Expr } from '../../ir/ir.ts';
import type { BinaryOperator, Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import {
  boolType,
  displayTypes,
  intType,
  isNullableValue,
  isSilent,
  longType,
  nullType,
  stringType,
  stripNullable,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import { bindCoalesce } from './coalesce.ts';
import { enums } from './enum-operators.ts';
import { equality } from './equality.ts';
import { arithmetic, binaryNames, bitwise, domainOf, integerOf, made, promoted, shifts } from './operator-nodes.ts';
import { own } from './own-operators.ts';
import type { Scope } from './scope.ts';

/** A long left spine is walked without recursion: generated code concatenates by the thousand. */
export function bindBinary(b: Binder, e: ExpressionOf<'Binary'>, scope: Scope): Bound {
  const spine: ExpressionOf<'Binary'>[] = [e];
  let left: Expression = e.left;
  while (left.kind === 'Binary' && left.operator !== '??') {
    spine.push(left);
    left = left.left;
  }
  if (e.operator === '??') return bindCoalesce(b, e, scope);
  let value: Bound = b.bind(left, scope);
  for (let node = spine.pop(); node !== undefined; node = spine.pop()) {
    value = combine(b, node, value, scope);
  }
  return value;
}

function combine(b: Binder, e: ExpressionOf<'Binary'>, left: Bound, scope: Scope): Value {
  const { operator } = e;
  if (operator === '&&' || operator === '||') {
    const k = operator === '&&' ? 'and' : 'or';
    const l = b.convert(left, boolType, e.left);
    const r = b.converted(e.right, scope, boolType);
    const folded = foldLogic(k, l, r);
    return b.val(
      boolType,
      folded === undefined
        ? { k, s: spanOf(e), t: boolType.key, l, r }
        : { k: 'const', s: spanOf(e), t: boolType.key, v: folded },
    );
  }
  const right = b.bind(e.right, scope);
  const typed = withTypes(b, left, right, e);
  return binary(b, operator, typed.left, typed.right, e);
}

function foldLogic(k: 'and' | 'or', l: Expr, r: Expr): boolean | undefined {
  if (l.k !== 'const' || r.k !== 'const') return undefined;
  return k === 'and' ? l.v === true && r.v === true : l.v === true || r.v === true;
}

/** `x == default`, `p == (1, 2)`: a side without a type of its own takes the other's. */
function withTypes(b: Binder, left: Bound, right: Bound, e: ExpressionOf<'Binary'>): { left: Value; right: Value } {
  if (left.k === 'value' && (right.k === 'default' || right.k === 'new')) {
    return { left, right: b.val(left.type, b.convert(right, left.type, e.right)) };
  }
  if (right.k === 'value' && (left.k === 'default' || left.k === 'new')) {
    return { left: b.val(right.type, b.convert(left, right.type, e.left)), right };
  }
  return { left: b.toValue(left, e.left), right: b.toValue(right, e.right) };
}

/** `left operator right` of values. */
export function binary(b: Binder, operator: BinaryOperator, left: Value, right: Value, at: Node): Value {
  if (isSilent(left.type) || isSilent(right.type)) {
    const comparison =
      operator === '==' ||
      operator === '!=' ||
      operator === '<' ||
      operator === '>' ||
      operator === '<=' ||
      operator === '>=';
    const wrong = b.error(at, [left.e, right.e]);
    return comparison ? b.val(boolType, { ...wrong.e, t: boolType.key }) : wrong;
  }
  const op = binaryNames[operator] as BinaryOp;
  return (
    text(b, op, left, right, at) ??
    numeric(b, op, left, right, at) ??
    truth(b, op, left, right, at) ??
    enums(b, op, left, right, at) ??
    own(b, operator, left, right, at) ??
    equality(b, op, left, right, at) ??
    unfit(b, operator, left, right, at)
  );
}

function unfit(b: Binder, operator: string, left: Value, right: Value, at: Node): Value {
  const [l, r] = displayTypes(left.type, right.type);
  const combined = (operator === '+' || operator === '-') && left.type.kind === 'delegate';
  const help = combined
    ? { help: 'A delegate is one function: write a lambda that calls both, or keep a list of them.' }
    : {};
  b.report(typeMismatch, at, { problem: 'operator', operator, left: l, right: r }, help);
  const wrong = b.error(at, [left.e, right.e]);
  const comparison = ['==', '!=', '<', '>', '<=', '>='].includes(operator);
  return comparison ? b.val(boolType, { ...wrong.e, t: boolType.key }) : wrong;
}

// ---------------------------------------------------------------- text

function text(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const l = stripNullable(left.type) === stringType;
  const r = stripNullable(right.type) === stringType;
  if (op === 'add' && (l || r)) {
    // A user's own `+` of the other side goes first.
    const other = l ? right : left;
    if ((!l || !r) && b.members.operatorsOf(other.type, 'op_Addition').length > 0) {
      const mine = own(b, '+', left, right, at);
      if (mine) return mine;
    }
    const isText = (value: Value): boolean => value.type === stringType;
    if (isText(left) && isText(right)) return made(b, 'add', 'string', stringType, left.e, right.e, false, at);
    // Any other operand becomes text when it runs, by its own type.
    const e: Expr = { k: 'bin', s: spanOf(at), t: stringType.key, op: 'add', on: 'string', l: left.e, r: right.e };
    return b.val(stringType, e);
  }
  if ((op === 'eq' || op === 'ne') && l && r) return made(b, op, 'string', boolType, left.e, right.e, false, at);
  return undefined;
}

// ---------------------------------------------------------------- numbers

function numeric(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const nullLeft = left.type === nullType;
  const nullRight = right.type === nullType;
  if (nullLeft && nullRight) return undefined;
  // `x + null` of an `int?`: null is one of them.
  const l = nullLeft ? stripNullable(right.type) : stripNullable(left.type);
  const r = nullRight ? stripNullable(left.type) : stripNullable(right.type);
  const lifted = nullLeft || nullRight || isNullableValue(left.type) || isNullableValue(right.type);
  if ((nullLeft || nullRight) && !isNullableValue(nullLeft ? right.type : left.type) && (op === 'eq' || op === 'ne')) {
    return undefined;
  }
  if (shifts.has(op)) {
    const type = integerOf(l);
    const count = integerOf(r);
    if ((type !== intType && type !== longType) || count !== intType) return undefined;
    return lift(b, op, type, type, left, right, lifted, at, intType);
  }
  const type = promoted(l, r);
  if (type === undefined) return undefined;
  if (arithmetic.has(op)) return lift(b, op, type, type, left, right, lifted, at);
  if (bitwise.has(op))
    return type === intType || type === longType ? lift(b, op, type, type, left, right, lifted, at) : undefined;
  return lift(b, op, type, boolType, left, right, lifted, at);
}

/** Converts both sides and makes the node; comparisons of nullables give a plain `bool`. */
function lift(
  b: Binder,
  op: BinaryOp,
  operand: Type,
  result: Type,
  left: Value,
  right: Value,
  lifted: boolean,
  at: Node,
  rightOperand = operand,
): Value {
  const on = domainOf(operand);
  const l = b.convert(left, lifted ? b.types.nullable(operand) : operand, at);
  const r = b.convert(right, lifted ? b.types.nullable(rightOperand) : rightOperand, at);
  const type = lifted && result !== boolType ? b.types.nullable(result) : result;
  return made(b, op, on, type, l, r, lifted, at);
}

// ---------------------------------------------------------------- bool

function truth(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const l = left.type === nullType ? stripNullable(right.type) : stripNullable(left.type);
  const r = right.type === nullType ? stripNullable(left.type) : stripNullable(right.type);
  if (l !== boolType || r !== boolType || (left.type === right.type && left.type === nullType)) return undefined;
  const compares = op === 'eq' || op === 'ne';
  if (!compares && !bitwise.has(op)) return undefined;
  const lifted = isNullableValue(left.type) || isNullableValue(right.type);
  if (!lifted && (left.type === nullType || right.type === nullType)) return undefined;
  const operand = lifted ? b.types.nullable(boolType) : boolType;
  return made(
    b,
    op,
    'bool',
    compares ? boolType : operand,
    b.convert(left, operand, at),
    b.convert(right, operand, at),
    lifted,
    at,
  );
}
