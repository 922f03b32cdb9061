/** Arguments in parameter order, evaluated in the order in which the source has them. */
import type { Expr } from '../../../ir/ir.ts';
import { type Generator, isSimple } from './generator.ts';

export interface ArgumentText {
  /** What must run before `texts` are used, in order. */
  readonly setup: readonly string[];
  /** In parameter order. */
  readonly texts: readonly string[];
}

export interface Arguments {
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
}

/** Evaluating the arguments can neither fail nor be noticed, so that it may come before or after another check. */
export function areSimple(g: Generator, e: Arguments): boolean {
  return e.order === undefined && g.list(e.args, 'args').every((arg) => isSimple(arg) || arg.k === 'lambda');
}

/** @param hold whether the texts must be repeatable and free of effects, everything done in `setup` */
export function argumentTexts(g: Generator, e: Arguments, hold: boolean): ArgumentText {
  const args = g.list(e.args, 'args');
  if (e.order === undefined && !hold) return { setup: [], texts: g.exprs(args, 'args') };
  const order = e.order ?? args.map((_, i) => i);
  if (!Array.isArray(order) || order.length !== args.length || new Set(order).size !== args.length) {
    return g.fail("'order' is no order of the arguments");
  }
  const setup: string[] = [];
  const texts: string[] = [];
  for (const i of order) {
    const arg = args[i] ?? g.fail("'order' is no order of the arguments");
    const js = g.at('args', () => g.expr(arg, i));
    if (arg.k === 'const' || arg.k === 'this') {
      texts[i] = js;
    } else {
      const t = g.temp();
      setup.push(`${t}=${js}`);
      texts[i] = t;
    }
  }
  return { setup, texts };
}
