/** Text of a call of one of the app's functions: receiver, hidden type arguments, virtual dispatch. */
import type { Expr, FunctionKey, IrFunction, IrType } from '../../../ir/ir.ts';
import type { Generator } from './generator.ts';

/** The receiver of a call in text; `nonNull`: it needs no check. */
export interface Receiver {
  readonly js: string;
  readonly nonNull: boolean;
}

export function receiverOf(g: Generator, o: Expr | undefined, held: string | undefined): Receiver | undefined {
  if (o === undefined) return undefined;
  return { js: held ?? g.expr(o, 'o'), nonNull: o.k === 'this' || o.k === 'new' };
}

/** Whether the function has a hidden receiver. */
export function takesSelf(fn: IrFunction): boolean {
  if (fn.owner === undefined || fn.static === true) return false;
  return fn.kind === 'method' || fn.kind === 'constructor' || fn.kind === 'getter' || fn.kind === 'setter';
}

export function callFunction(
  g: Generator,
  key: FunctionKey,
  virtual: boolean,
  receiver: Receiver | undefined,
  args: readonly string[],
  targs: readonly IrType[] | undefined,
): string {
  const fn = g.program.function(g.text(key, 'fn')) ?? g.fail(`no such function: ${String(key)}`);
  g.calling();
  const hidden = g.program.hiddenTypeParams(fn);
  const types = hidden.length === 0 ? [] : [typeArguments(g, hidden, targs)];
  if (!takesSelf(fn)) return `${g.constant(g.program.cell(key))}.f(${['h', ...types, ...args].join(',')})`;
  if (receiver === undefined) return g.fail(`no receiver for ${fn.key}`);
  const o = receiver.nonNull ? receiver.js : g.notNull(receiver.js);
  if (!virtual) {
    if (fn.body === undefined && fn.kind !== 'constructor') return g.fail(`${fn.key} has no body`);
    return `${g.constant(g.program.cell(key))}.f(${['h', o, ...types, ...args].join(',')})`;
  }
  const t = g.temp();
  const slot = `s${g.program.slot(key)}`;
  return `(${t}=${o},${slots(g, fn, t)}.${slot}.f(${['h', t, ...types, ...args].join(',')}))`;
}

/** The table of virtual members of the receiver in `t`. */
function slots(g: Generator, fn: IrFunction, t: string): string {
  const model = fn.owner === undefined ? undefined : g.program.facts.classModel(fn.owner);
  if (model?.form === 'class') {
    return g.program.facts.isExceptionClass(model.name) ? `${t}.info.m` : `${t}.c.m`;
  }
  return `${g.helper('slots')}(${g.constant(g.program)},${t})`;
}

/**
 * The hidden array of type arguments: those of the class that owns a static member, then the member's own. A document that
 * leaves out the class's means those in scope, and elsewhere `object`.
 */
export function typeArguments(g: Generator, hidden: readonly string[], targs: readonly IrType[] | undefined): string {
  const given = targs === undefined ? [] : g.list(targs, 'targs');
  const missing = hidden.length - given.length;
  if (missing <= 0) return g.types(given.slice(-hidden.length));
  const ofOwner = hidden.slice(0, missing).map((name) => (g.frame.typeParams.has(name) ? `!${name}` : 'object'));
  return g.types([...ofOwner, ...given]);
}
