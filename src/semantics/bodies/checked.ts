/**
 * `checked(…)`: the IR's arithmetic wraps, so what must not is computed in a wider type and brought back by a conversion
 * of the library's that throws `OverflowException`.
 */
import type { BinaryOp, Domain, Expr, IrSpan } from '../../ir/ir.ts';

export function checkedArithmetic(op: BinaryOp, on: Domain, l: Expr, r: Expr, s: IrSpan): Expr | undefined {
  if (op !== 'add' && op !== 'sub' && op !== 'mul') return undefined;
  if (on === 'int') return narrowed('long', 'Convert.ToInt32(long)', 'int', op, l, r, s);
  if (on === 'long') return narrowed('decimal', 'Convert.ToInt64(decimal)', 'long', op, l, r, s);
  return undefined;
}

function narrowed(wide: 'long' | 'decimal', back: string, t: string, op: BinaryOp, l: Expr, r: Expr, s: IrSpan): Expr {
  const widen = (e: Expr): Expr => ({ k: 'conv', s: e.s, t: wide, from: t, e });
  const sum: Expr = { k: 'bin', s, t: wide, op, on: wide, l: widen(l), r: widen(r) };
  return { k: 'lib', s, t, m: back, args: [sum] };
}

/** `(int)x` in `checked(…)`: the fraction is cut off first, as a cast does, and what is left must fit. */
export function checkedCast(e: Expr, from: string, to: string, s: IrSpan): Expr | undefined {
  const target = to === 'int' ? 'ToInt32' : to === 'long' ? 'ToInt64' : undefined;
  if (target === undefined) return undefined;
  if (from === 'long' && to === 'int') return { k: 'lib', s, t: to, m: `Convert.${target}(long)`, args: [e] };
  if (from !== 'double' && from !== 'decimal') return undefined;
  const whole: Expr = { k: 'lib', s, t: from, m: `Math.Truncate(${from})`, args: [e] };
  return { k: 'lib', s, t: to, m: `Convert.${target}(${from})`, args: [whole] };
}
