/** Literals, interpolation, `nameof`, `typeof`, casts, ranges, and other small expressions. */
import { invalidConstant } from '../../diagnostics/catalogue/bodies.ts';
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr, InterpolatedExpr } from '../../ir/ir.ts';
import type { Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import { applyConversion } from '../conversion-ir.ts';
import {
  charType,
  decimalType,
  displayTypes,
  doubleType,
  errorType,
  intType,
  isByte,
  isEnum,
  isSilent,
  isValueType,
  longType,
  neverType,
  nullType,
  stringType,
  stripNullable,
  voidType,
} from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, spanOf, type Value } from './bound.ts';
import { checkedCast } from './checked.ts';
import { constantOf, doubleConstant, foldCast } from './constants.ts';
import { defaultOf } from './conversion.ts';
import { impliedName } from './creation.ts';
import { settle } from './operator-nodes.ts';
import type { Scope } from './scope.ts';

export function constant(b: Binder, type: Type, v: string | number | boolean | null, at: Node): Value {
  return b.val(type, { k: 'const', s: spanOf(at), t: type.key, v });
}

export function bindIntLiteral(b: Binder, e: ExpressionOf<'IntLiteral'>): Value {
  const { value, suffix } = e;
  if (suffix === '' && value <= 0x7fffffffn) return constant(b, intType, Number(value), e);
  if (value <= 0x7fffffffffffffffn) return constant(b, longType, String(value), e);
  b.report(invalidConstant, e, { why: "this number does not fit 'long', the largest of the integer types" });
  return constant(b, longType, '0', e);
}

export function bindDecimalLiteral(b: Binder, e: ExpressionOf<'DecimalLiteral'>): Value {
  const text = plainDecimal(e.text);
  if (text === undefined) {
    b.report(invalidConstant, e, { why: "this number does not fit 'decimal'" });
    return constant(b, decimalType, '0', e);
  }
  return constant(b, decimalType, text, e);
}

/** Digits with at most 28 after the point: `1e3m` and what has more are written out. */
function plainDecimal(text: string): string | undefined {
  const match = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction || '0');
  let scale = fraction.length - Number(exponent);
  let value = digits;
  if (scale < 0) {
    if (scale < -40) return digits === 0n ? '0' : undefined;
    value *= 10n ** BigInt(-scale);
    scale = 0;
  }
  while (scale > 0 && (scale > 28 || value >= 2n ** 96n)) {
    const last = value % 10n;
    value /= 10n;
    // Halves go to the even neighbour, as the C# compiler rounds.
    if (last > 5n || (last === 5n && value % 2n === 1n)) value += 1n;
    scale--;
  }
  if (value >= 2n ** 96n) return undefined;
  const padded = String(value).padStart(scale + 1, '0');
  return scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

export function bindDoubleLiteral(b: Binder, e: ExpressionOf<'DoubleLiteral'>): Value {
  const value = Number(e.text);
  if (!Number.isFinite(value)) b.report(invalidConstant, e, { why: "this number does not fit 'double'" });
  return constant(b, doubleType, doubleConstant(value), e);
}

export function bindInterpolated(b: Binder, e: ExpressionOf<'InterpolatedString'>, scope: Scope): Value {
  const parts: (string | { readonly e: Expr; readonly align?: number; readonly format?: string })[] = [];
  let allText = true;
  let text = '';
  for (const part of e.parts) {
    if (part.kind === 'Text') {
      parts.push(part.text);
      text += part.text;
      continue;
    }
    const value = b.value(part.expression, scope);
    if (value.type === voidType) b.report(typeMismatch, part.expression, { problem: 'void', what: 'this call' });
    const align =
      part.alignment === undefined ? undefined : alignment(b, b.value(part.alignment, scope), part.alignment);
    if (value.e.k === 'const' && value.type === stringType && align === undefined) text += String(value.e.v ?? '');
    else allText = false;
    parts.push({
      e: value.e,
      ...(align === undefined ? {} : { align }),
      ...(part.format === undefined ? {} : { format: part.format }),
    });
  }
  if (allText) return constant(b, stringType, text, e);
  const made: InterpolatedExpr = { k: 'interp', s: spanOf(e), t: stringType.key, parts };
  return b.val(stringType, made);
}

function alignment(b: Binder, value: Value, at: Node): number | undefined {
  if (value.type === intType && value.e.k === 'const') return value.e.v as number;
  if (!isSilent(value.type)) b.report(invalidConstant, at, { why: 'the width of a hole is a constant number' });
  return undefined;
}

export function bindNameOf(b: Binder, e: ExpressionOf<'NameOf'>, scope: Scope): Value {
  const { argument } = e;
  // Only asked whether it is there: nothing of it runs, and it may name what is no value.
  const { diagnostics } = b.withhold(() => b.bind(argument, scope));
  const missing = diagnostics.filter((d) => d.name === 'unknown-name' || d.name === 'no-such-member');
  if (missing.length > 0 && !namesMemberOfType(b, argument, scope)) for (const d of missing) b.add(d);
  return constant(b, stringType, impliedName(argument) ?? '', e);
}

/** `nameof(Card.Number)`: a member of every object of the type. */
function namesMemberOfType(b: Binder, e: Expression, scope: Scope): boolean {
  if (e.kind !== 'MemberAccess') return false;
  const target = b.withhold(() => b.bind(e.target, scope)).result;
  return target.k === 'type' && b.members.lookup(target.type, e.name.name) !== undefined;
}

export function bindTypeOf(b: Binder, e: ExpressionOf<'TypeOf'>, scope: Scope): Value {
  const of = b.resolveType(e.type, scope, true);
  const type = b.types.libraryType('Type') ?? errorType;
  return b.val(type, { k: 'typeof', s: spanOf(e), t: type.key, of: of.key });
}

export function bindDefault(b: Binder, e: ExpressionOf<'Default'>, scope: Scope): Bound {
  if (e.type === undefined) return { k: 'default', s: spanOf(e) };
  const type = b.resolveType(e.type, scope);
  return b.val(type, defaultOf(type, e));
}

// ---------------------------------------------------------------- casts

export function bindCast(b: Binder, e: ExpressionOf<'Cast'>, scope: Scope): Value {
  const to = b.resolveType(e.type, scope);
  const bound = b.bind(e.operand, scope);
  if (bound.k !== 'value') {
    const typed = bound.k === 'branches' || bound.k === 'tuple' ? bound.natural : undefined;
    if (typed === undefined || isSilent(to)) return b.val(to, b.convert(bound, to, e.operand));
  }
  return cast(b, b.toValue(bound, e.operand), to, e);
}

export function cast(b: Binder, value: Value, to: Type, at: Node): Value {
  if (isSilent(value.type) || isSilent(to)) return b.val(to, { ...value.e, t: to.key });
  const folded = foldedCast(b, value, to, at);
  if (folded) return folded;
  const conversion = b.conversions.classifyExplicit(value.type, to, constantOf(value.e));
  if (conversion === undefined) {
    if (value.type === nullType) return b.val(to, b.convert(value, to, at));
    const [from, target] = displayTypes(value.type, to);
    b.report(typeMismatch, at, { problem: 'cast', from, to: target });
    return b.val(to, { ...b.error(at, [value.e]).e, t: to.key });
  }
  if (b.checkedDepth > 0 && conversion.kind === 'numeric' && !conversion.implicit) {
    const e = checkedCast(value.e, value.type.key, to.key, spanOf(at));
    if (e) return b.val(to, e);
  }
  const e = applyConversion(value.e, value.type, conversion, to, b.newLocal);
  // A cast says what the value is: `(object)x` is no longer an x, `(string)null` is a string.
  return b.val(to, e === value.e && e.t !== to.key && e.k !== 'const' ? { ...e, t: keepsNull(e.t, to) } : e);
}

/** A cast between references does not make a null go away. */
function keepsNull(from: string, to: Type): string {
  return from.endsWith('?') && !to.key.endsWith('?') && !isValueType(to) ? `${to.key}?` : to.key;
}

function foldedCast(b: Binder, value: Value, to: Type, at: Node): Value | undefined {
  const v = constantOf(value.e);
  if (v === undefined || !isFoldable(value.type) || !isFoldable(to) || value.type === to) return undefined;
  const known = settle(b, foldCast(v, value.type, to, b.unchecked), at);
  return known === undefined ? undefined : constant(b, to, known, at);
}

function isFoldable(type: Type): boolean {
  return (
    type === intType ||
    type === longType ||
    type === doubleType ||
    type === decimalType ||
    type === charType ||
    isByte(type) ||
    isEnum(type)
  );
}

export function bindAs(b: Binder, e: ExpressionOf<'As'>, scope: Scope): Value {
  const value = b.value(e.operand, scope);
  const to = b.resolveType(e.type, scope);
  if (isSilent(value.type) || isSilent(to)) return b.val(to, b.error(e, [value.e]).e);
  const result = b.types.nullable(to);
  if (value.type !== nullType && b.conversions.classifyExplicit(value.type, to) === undefined) {
    const [from, target] = displayTypes(value.type, to);
    b.report(typeMismatch, e, { problem: 'cast', from, to: target });
    return b.val(result, b.error(e, [value.e]).e);
  }
  return b.val(result, { k: 'as', s: spanOf(e), t: result.key, e: value.e, from: value.type.key });
}

/** `e!`: the value is there, whatever its type says. */
export function bindNotNull(b: Binder, e: ExpressionOf<'NotNull'>, scope: Scope): Bound {
  const bound = b.bind(e.operand, scope);
  if (bound.k !== 'value') return bound;
  // What is said of it is told to the flow of values by its place; an `int?` stays one all the same.
  b.trusted.add(bound.e.s.join(':'));
  if (bound.type.kind !== 'nullable' || isValueType(bound.type)) return bound;
  const type = stripNullable(bound.type);
  return { ...bound, type, e: { ...bound.e, t: type.key } };
}

// ---------------------------------------------------------------- ranges

export function bindFromEnd(b: Binder, e: ExpressionOf<'FromEnd'>, scope: Scope): Value {
  const type = b.types.libraryType('Index') ?? errorType;
  const n = b.converted(e.operand, scope, intType, 'what `^` counts');
  return b.val(type, { k: 'fromEnd', s: spanOf(e), t: type.key, e: n });
}

export function bindRange(b: Binder, e: ExpressionOf<'Range'>, scope: Scope): Value {
  const type = b.types.libraryType('Range') ?? errorType;
  const index = b.types.libraryType('Index') ?? errorType;
  const end = (of: ExpressionOf<'Range'>['from']): Expr | undefined => {
    if (of === undefined) return undefined;
    const value = b.value(of, scope);
    // A plain number counts from the front.
    return value.type === intType ? value.e : b.convert(value, index, of);
  };
  const from = end(e.from);
  const to = end(e.to);
  return b.val(type, {
    k: 'range',
    s: spanOf(e),
    t: type.key,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}

export function bindThrow(b: Binder, e: ExpressionOf<'ThrowExpression'>, scope: Scope): Value {
  const exception = b.types.libraryType('Exception') ?? errorType;
  const thrown = b.converted(e.expression, scope, exception, 'what is thrown');
  return b.val(neverType, { k: 'throwx', s: spanOf(e), t: neverType.key, e: thrown });
}

export function bindChecked(b: Binder, e: ExpressionOf<'Checked'>, scope: Scope): Bound {
  const before = { depth: b.checkedDepth, unchecked: b.unchecked };
  b.checkedDepth = e.checked ? before.depth + 1 : 0;
  b.unchecked = !e.checked;
  const bound = b.bind(e.expression, scope);
  b.checkedDepth = before.depth;
  b.unchecked = before.unchecked;
  return bound;
}
