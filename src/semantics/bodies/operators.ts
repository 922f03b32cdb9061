/** Unary and binary operators: C#'s numeric promotions, lifting, equality, text, operators of types' own (C# spec 12.4). */
import { invalidConstant } from '../../diagnostics/catalogue/bodies.ts';
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { BinaryOp, Domain, Expr } from '../../ir/ir.ts';
import type { BinaryOperator, Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import type { ArgumentInfo } from '../arguments.ts';
import {
  boolType,
  charType,
  decimalType,
  displayType,
  displayTypes,
  doubleType,
  intType,
  isByte,
  isEnum,
  isNullableValue,
  isSilent,
  isValueType,
  longType,
  nullType,
  objectType,
  stringType,
  stripNullable,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import { checkedArithmetic } from './checked.ts';
import { bindCoalesce } from './coalesce.ts';
import { constantOf, type Folded, foldBinary, foldUnary } from './constants.ts';
import { emitCall } from './emit-call.ts';
import { infoOf } from './infos.ts';
import type { Scope } from './scope.ts';

export const binaryNames: Readonly<Record<string, BinaryOp>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '<<': 'shl',
  '>>': 'shr',
  '>>>': 'ushr',
  '&': 'band',
  '|': 'bor',
  '^': 'bxor',
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

const metadataNames: Readonly<Record<string, string>> = {
  '+': 'op_Addition',
  '-': 'op_Subtraction',
  '*': 'op_Multiply',
  '/': 'op_Division',
  '%': 'op_Modulus',
  '==': 'op_Equality',
  '!=': 'op_Inequality',
  '<': 'op_LessThan',
  '<=': 'op_LessThanOrEqual',
  '>': 'op_GreaterThan',
  '>=': 'op_GreaterThanOrEqual',
  '&': 'op_BitwiseAnd',
  '|': 'op_BitwiseOr',
  '^': 'op_ExclusiveOr',
  '<<': 'op_LeftShift',
  '>>': 'op_RightShift',
};

const unaryNames: Readonly<Record<string, { readonly op: 'neg' | 'not' | 'compl' | 'plus'; readonly name: string }>> = {
  '+': { op: 'plus', name: 'op_UnaryPlus' },
  '-': { op: 'neg', name: 'op_UnaryNegation' },
  '!': { op: 'not', name: 'op_LogicalNot' },
  '~': { op: 'compl', name: 'op_OnesComplement' },
};

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
  b.report(typeMismatch, at, { problem: 'operator', operator, left: l, right: r });
  const wrong = b.error(at, [left.e, right.e]);
  const comparison = ['==', '!=', '<', '>', '<=', '>='].includes(operator);
  return comparison ? b.val(boolType, { ...wrong.e, t: boolType.key }) : wrong;
}

/** The operator's node, folded where both sides are constant. */
function made(b: Binder, op: BinaryOp, on: Domain, type: Type, l: Expr, r: Expr, lifted: boolean, at: Node): Value {
  const s = spanOf(at);
  const t = type.key;
  if (!lifted) {
    if (l.k === 'const' && r.k === 'const') {
      const folded = settle(b, b.unchecked ? wrapped(op, on, l, r) : foldBinary(op, on, l.v, r.v), at);
      if (folded !== undefined) return b.val(type, { k: 'const', s, t, v: folded });
    } else if (r.k === 'const' && (op === 'div' || op === 'rem') && on !== 'double' && isZero(r.v)) {
      settle(b, { problem: 'zero' }, at);
    }
    if (b.checkedDepth > 0) {
      const e = checkedArithmetic(op, on, l, r, s);
      if (e) return b.val(type, e);
    }
  }
  return b.val(type, { k: 'bin', s, t, op, on, l, r, ...(lifted ? { lifted } : {}) });
}

function wrapped(op: BinaryOp, on: Domain, l: Extract<Expr, { k: 'const' }>, r: Extract<Expr, { k: 'const' }>): Folded {
  const folded = foldBinary(op, on, l.v, r.v);
  return folded && 'problem' in folded && folded.problem === 'overflow' ? undefined : folded;
}

function isZero(v: unknown): boolean {
  return v === 0 || (typeof v === 'string' && /^-?0*(\.0*)?$/.test(v) && v !== '');
}

/** The constant, or undefined where it has to be computed when it runs; says what has no value. */
export function settle(b: Binder, folded: Folded, at: Node): string | number | boolean | null | undefined {
  if (folded === undefined) return undefined;
  if ('v' in folded) return folded.v;
  const why =
    folded.problem === 'zero' ? 'this divides by zero, whatever happens' : 'this constant does not fit its type';
  b.report(invalidConstant, at, { why });
  return undefined;
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

/** The type both sides are promoted to: C#'s table for int, long, double and decimal. */
function promoted(left: Type, right: Type): Type | undefined {
  const l = integerOf(left);
  const r = integerOf(right);
  if (l === undefined || r === undefined) return undefined;
  if (l === decimalType || r === decimalType) return l === doubleType || r === doubleType ? undefined : decimalType;
  if (l === doubleType || r === doubleType) return doubleType;
  return l === longType || r === longType ? longType : intType;
}

function integerOf(type: Type): Type | undefined {
  if (type === charType || isByte(type)) return intType;
  return type === intType || type === longType || type === doubleType || type === decimalType ? type : undefined;
}

const arithmetic: ReadonlySet<BinaryOp> = new Set(['add', 'sub', 'mul', 'div', 'rem']);
const bitwise: ReadonlySet<BinaryOp> = new Set(['band', 'bor', 'bxor']);
const shifts: ReadonlySet<BinaryOp> = new Set(['shl', 'shr', 'ushr']);

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

export function domainOf(type: Type): Domain {
  switch (type) {
    case intType:
    case charType:
      return 'int';
    case longType:
      return 'long';
    case decimalType:
      return 'decimal';
    case doubleType:
      return 'double';
    case boolType:
      return 'bool';
    case stringType:
      return 'string';
    default:
      if (isByte(type)) return 'int';
      return isEnum(type) ? 'enum' : 'ref';
  }
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

// ---------------------------------------------------------------- enums

function enums(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const l = stripNullable(left.type);
  const r = stripNullable(right.type);
  const lifted = isNullableValue(left.type) || isNullableValue(right.type);
  const type = isEnum(l) ? l : isEnum(r) ? r : undefined;
  if (type === undefined) return undefined;
  const both = (to: Type): Type => (lifted ? b.types.nullable(to) : to);
  const same = b.types.same(l, r);
  const fits = (value: Value): boolean => b.conversions.isImplicit(value.type, both(type), constantOf(value.e));
  if (op === 'add' || (op === 'sub' && !same)) {
    // An enum and a number: the number moves along the enum.
    const number = isEnum(l) ? right : left;
    if (isEnum(l) && isEnum(r)) return undefined;
    if (integerOf(stripNullable(number.type)) !== intType) return undefined;
    return shiftEnum(b, op, type, left, right, lifted, at);
  }
  if (!fits(left) || !fits(right)) return undefined;
  const le = b.convert(left, both(type), at);
  const re = b.convert(right, both(type), at);
  if (op === 'sub') return made(b, op, 'enum', both(intType), le, re, lifted, at);
  if (bitwise.has(op)) return made(b, op, 'enum', both(type), le, re, lifted, at);
  if (arithmetic.has(op) || shifts.has(op)) return undefined;
  return made(b, op, 'enum', boolType, le, re, lifted, at);
}

function shiftEnum(b: Binder, op: BinaryOp, type: Type, left: Value, right: Value, lifted: boolean, at: Node): Value {
  const number = (value: Value): Expr => {
    if (!isEnum(stripNullable(value.type))) return b.convert(value, lifted ? b.types.nullable(intType) : intType, at);
    const to = lifted ? b.types.nullable(intType) : intType;
    if (value.e.k === 'const') return { ...value.e, t: to.key };
    return { k: 'conv', s: value.e.s, t: to.key, from: value.type.key, e: value.e, ...(lifted ? { lifted } : {}) };
  };
  const sum = made(b, op, 'int', lifted ? b.types.nullable(intType) : intType, number(left), number(right), lifted, at);
  const result = lifted ? b.types.nullable(type) : type;
  if (sum.e.k === 'const') return b.val(result, { ...sum.e, t: result.key });
  return b.val(result, {
    k: 'conv',
    s: spanOf(at),
    t: result.key,
    from: sum.type.key,
    e: sum.e,
    ...(lifted ? { lifted } : {}),
  });
}

// ---------------------------------------------------------------- operators of one's own

function own(b: Binder, operator: string, left: Value, right: Value, at: Node): Value | undefined {
  const name = metadataNames[operator];
  if (name === undefined) return undefined;
  const of = new Set([...b.members.operatorsOf(left.type, name), ...b.members.operatorsOf(right.type, name)]);
  if (of.size === 0) return undefined;
  // A comparison with null of what has its own `==` over values is one of references or of `T?`.
  const isNull = left.type === nullType || right.type === nullType;
  const args: ArgumentInfo[] = [left, right].map((value) => argument(value, at));
  const call = b.overloads.resolve([...of], args);
  if (call.ok && !(isNull && call.params.some((param) => isValueType(param) && !isNullableValue(param)))) {
    return emitCall(
      b,
      call,
      [left, right].map((value) => ({ name: undefined, nameSpan: undefined, mode: 'value', at, value })),
      undefined,
      at,
    );
  }
  return liftedOwn(b, operator, [...of], left, right, at);
}

function argument(value: Value, at: Node): ArgumentInfo {
  return { name: undefined, mode: 'value', value: infoOf(value), span: at };
}

/** `a < b` of two `DateTime?`: false where one is null; `a - b`: null. `==` and `!=` compare nulls too. */
function liftedOwn(
  b: Binder,
  operator: string,
  of: Parameters<Binder['overloads']['resolve']>[0],
  left: Value,
  right: Value,
  at: Node,
): Value | undefined {
  const present = (value: Value): Value | undefined => {
    if (value.type === nullType) return undefined;
    return isNullableValue(value.type) ? b.val(stripNullable(value.type), value.e) : value;
  };
  const l = present(left) ?? present(right);
  const r = present(right) ?? present(left);
  if (l === undefined || r === undefined) return undefined;
  const anyNullable = [left, right].some((value) => value.type === nullType || isNullableValue(value.type));
  if (!anyNullable) return undefined;
  const call = b.overloads.resolve(of, [argument(l, at), argument(r, at)]);
  if (!call.ok) return undefined;
  const op = binaryNames[operator] as BinaryOp;
  if (op === 'eq' || op === 'ne') {
    // Equality of values that may be null is the same for every type that has one.
    const type = b.types.nullable(call.params[0] as Type);
    const sides = [b.convert(left, type, at), b.convert(right, type, at)] as const;
    return made(b, op, 'ref', boolType, ...sides, true, at);
  }
  return nullAware(b, call, left, right, at, op);
}

/** `l op r` with both operands kept in locals, where one of them may be null. */
function nullAware(
  b: Binder,
  call: Extract<ReturnType<Binder['overloads']['resolve']>, { ok: true }>,
  left: Value,
  right: Value,
  at: Node,
  op: BinaryOp,
): Value {
  const s = spanOf(at);
  const compares = op === 'lt' || op === 'le' || op === 'gt' || op === 'ge';
  const result = compares ? boolType : b.types.nullable(call.returns);
  const operand = (value: Value): { readonly id: number; readonly value: Value } => {
    const id = b.newLocal();
    const type = stripNullable(value.type);
    return { id, value: b.val(type, { k: 'local', s: value.e.s, t: type.key, id, name: '' }) };
  };
  const l = operand(left);
  const r = operand(right);
  const inner = emitCall(
    b,
    call,
    [l.value, r.value].map((value) => ({ name: undefined, nameSpan: undefined, mode: 'value', at, value })),
    undefined,
    at,
  );
  const nullable = b.types.nullable(call.returns).key;
  const nothing: Expr = { k: 'const', s, t: result.key, v: compares ? false : null };
  // The right side is evaluated even where the left is null, so both stand in one tuple that is taken apart.
  const tuple = b.types.tupleOf([left.type, right.type]);
  const bindOf = (x: { readonly id: number; readonly value: Value }) =>
    ({ p: 'type', t: x.value.type.key, sub: { p: 'bind', id: x.id, name: '', t: x.value.type.key } }) as const;
  return b.val(result, {
    k: 'switchx',
    s,
    t: result.key,
    e: { k: 'tuple', s, t: tuple.key, items: [left.e, right.e] },
    arms: [
      { s, p: { p: 'tuple', items: [bindOf(l), bindOf(r)] }, v: compares ? inner.e : { ...inner.e, t: nullable } },
      { s, p: { p: 'any' }, v: nothing },
    ],
  });
}

// ---------------------------------------------------------------- equality

function equality(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  if (op !== 'eq' && op !== 'ne') return undefined;
  const { type: l } = left;
  const { type: r } = right;
  if (l === nullType && r === nullType) {
    return b.val(boolType, { k: 'const', s: spanOf(at), t: boolType.key, v: op === 'eq' });
  }
  if (l === nullType || r === nullType) {
    const other = l === nullType ? r : l;
    if (isValueType(other) && !isNullableValue(other)) return undefined;
    return made(b, op, 'ref', boolType, nullAs(left, other), nullAs(right, other), false, at);
  }
  const ls = stripNullable(l);
  const rs = stripNullable(r);
  if (ls.kind === 'tuple' && rs.kind === 'tuple') return tupleEquality(b, op, left, right, at);
  if (isValueType(ls) || isValueType(rs)) {
    // A struct of the library without an operator of its own compares by value.
    const comparable = ls.kind === 'library' && b.types.same(ls, rs);
    if (!comparable) return undefined;
    const lifted = isNullableValue(l) || isNullableValue(r);
    return made(b, op, 'ref', boolType, left.e, right.e, lifted, at);
  }
  if (ls.kind === 'param' || rs.kind === 'param') return undefined;
  const related =
    ls === objectType ||
    rs === objectType ||
    b.conversions.isImplicit(ls, rs) ||
    b.conversions.isImplicit(rs, ls) ||
    b.conversions.classifyExplicit(ls, rs) !== undefined;
  return related ? made(b, op, 'ref', boolType, left.e, right.e, false, at) : undefined;
}

function nullAs(value: Value, other: Type): Expr {
  return value.type === nullType ? { ...value.e, t: other.kind === 'nullable' ? other.key : `${other.key}?` } : value.e;
}

function tupleEquality(b: Binder, op: BinaryOp, left: Value, right: Value, at: Node): Value | undefined {
  const l = stripNullable(left.type);
  const r = stripNullable(right.type);
  if (l.kind !== 'tuple' || r.kind !== 'tuple' || l.items.length !== r.items.length) return undefined;
  const to = b.conversions.isImplicit(left.type, right.type) ? right.type : left.type;
  if (!b.conversions.isImplicit(left.type, to) || !b.conversions.isImplicit(right.type, to)) return undefined;
  const sides = [b.convert(left, to, at), b.convert(right, to, at)] as const;
  return made(b, op, 'ref', boolType, ...sides, isNullableValue(to), at);
}

// ---------------------------------------------------------------- unary

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
