/** Writes conversions out (ir.ts: "C#'s implicit conversions are written out"). */
import type { Expr, LocalId } from '../ir/ir.ts';
import type { Conversion } from './conversions.ts';
import {
  charType,
  decimalType,
  doubleType,
  intType,
  isByte,
  isNullableValue,
  longType,
  stripNullable,
} from './type-table.ts';
import type { Type } from './types.ts';

/** A fresh local, for a conversion that needs its operand more than once. */
export type FreshLocal = () => LocalId;

/**
 * `expr` of static type `from`, converted. A conversion that changes no value gives the expression itself; its `t` then
 * stays what it was.
 */
export function applyConversion(expr: Expr, from: Type, conversion: Conversion, to: Type, fresh: FreshLocal): Expr {
  switch (conversion.kind) {
    case 'identity':
    case 'reference':
    case 'silent':
      return expr;
    case 'null':
      return expr.k === 'const' ? { ...expr, t: to.key } : expr;
    case 'constant':
      return { ...expr, t: stripNullable(to).key };
    case 'numeric':
    case 'enum':
      return (conversion.implicit ? widened(expr, from, to) : undefined) ?? convert(expr, from, to, false);
    case 'boxing':
      return { k: 'box', s: expr.s, t: to.key, from: from.key, e: expr };
    case 'unboxing':
    case 'downcast':
    case 'unwrap':
      return { k: 'cast', s: expr.s, t: to.key, from: from.key, e: expr };
    case 'nullable':
      return toNullable(expr, from, conversion, to, fresh);
    case 'tuple':
      return tuple(expr, from, conversion, to, fresh);
    case 'user':
      return throughOperator(expr, from, conversion, to, fresh);
  }
}

/** The conversion gives the operand itself. */
export function isFree(conversion: Conversion): boolean {
  switch (conversion.kind) {
    case 'identity':
    case 'reference':
    case 'silent':
      return true;
    case 'nullable':
      return isFree(conversion.inner);
    case 'tuple':
      return conversion.items.every(isFree);
    default:
      return false;
  }
}

function convert(expr: Expr, from: Type, to: Type, lifted: boolean): Expr {
  const made = { k: 'conv', s: expr.s, t: to.key, from: from.key, e: expr } as const;
  return lifted ? { ...made, lifted } : made;
}

/** A number that is known already needs no conversion when it runs. */
function widened(expr: Expr, from: Type, to: Type): Expr | undefined {
  if (expr.k !== 'const' || !(from === intType || from === charType || from === longType || isByte(from)))
    return undefined;
  const v = expr.v;
  if (typeof v !== 'number' && typeof v !== 'string') return undefined;
  if (to === intType) return { ...expr, t: to.key, v: Number(v) };
  if (to === longType || to === decimalType) return { ...expr, t: to.key, v: String(v) };
  if (to === doubleType) return { ...expr, t: to.key, v: Number(v) };
  return undefined;
}

function toNullable(
  expr: Expr,
  from: Type,
  conversion: Conversion & { kind: 'nullable' },
  to: Type,
  fresh: FreshLocal,
): Expr {
  const { inner, lifted } = conversion;
  if (isFree(inner)) return expr;
  const element = stripNullable(to);
  if (!lifted) {
    if (!isNullableValue(from)) return applyConversion(expr, from, inner, element, fresh);
    // `(int)x` of a `long?`: the null is refused first.
    const source = stripNullable(from);
    const unwrapped: Expr = { k: 'cast', s: expr.s, t: source.key, from: from.key, e: expr };
    return applyConversion(unwrapped, source, inner, element, fresh);
  }
  if (inner.kind === 'numeric' || inner.kind === 'enum') return convert(expr, from, to, true);
  const source = stripNullable(from);
  const id = fresh();
  const local: Expr = { k: 'local', s: expr.s, t: source.key, id, name: '' };
  const then = applyConversion(local, source, inner, element, fresh);
  return { k: 'nullcond', s: expr.s, t: to.key, o: expr, id, then };
}

function tuple(expr: Expr, from: Type, conversion: Conversion & { kind: 'tuple' }, to: Type, fresh: FreshLocal): Expr {
  if (isFree(conversion) || from.kind !== 'tuple' || to.kind !== 'tuple') return expr;
  const item = (e: Expr, i: number): Expr =>
    applyConversion(e, from.items[i] as Type, conversion.items[i] as Conversion, to.items[i] as Type, fresh);
  if (expr.k === 'tuple') return { ...expr, t: to.key, items: expr.items.map(item) };
  const id = fresh();
  const local: Expr = { k: 'local', s: expr.s, t: from.key, id, name: '' };
  const items = from.items.map((type, i) =>
    item({ k: 'field', s: expr.s, t: type.key, o: local, f: `Item${i + 1}`, owner: from.key }, i),
  );
  const p = { p: 'bind', id, name: '', t: from.key } as const;
  return {
    k: 'switchx',
    s: expr.s,
    t: to.key,
    e: expr,
    arms: [{ s: expr.s, p, v: { k: 'tuple', s: expr.s, t: to.key, items } }],
  };
}

function throughOperator(
  expr: Expr,
  from: Type,
  conversion: Conversion & { kind: 'user' },
  to: Type,
  fresh: FreshLocal,
): Expr {
  const { operator, before, after, lifted } = conversion;
  const param = operator.params[0]?.type as Type;
  const call = (operand: Expr, source: Type): Expr => {
    const args = [applyConversion(operand, source, before, param, fresh)];
    const made = callOperator(expr, operator.returns, args, operator.origin);
    return applyConversion(made, operator.returns, after, to, fresh);
  };
  if (!lifted) return call(expr, from);
  const source = stripNullable(from);
  const id = fresh();
  const local: Expr = { k: 'local', s: expr.s, t: source.key, id, name: '' };
  return { k: 'nullcond', s: expr.s, t: to.key, o: expr, id, then: call(local, source) };
}

function callOperator(
  at: Expr,
  returns: Type,
  args: readonly Expr[],
  origin: (Conversion & { kind: 'user' })['operator']['origin'],
): Expr {
  if (origin.kind === 'operator') return { k: 'call', s: at.s, t: returns.key, fn: origin.symbol.key, args };
  if (origin.kind !== 'library') throw new Error(`a ${origin.kind} is no conversion operator`);
  const made = { k: 'lib', s: at.s, t: returns.key, m: origin.member.key, args } as const;
  return origin.ownerArgs.length === 0 ? made : { ...made, targs: origin.ownerArgs.map((arg) => arg.key) };
}
