/** Calls of the app's own functions, properties, local functions and delegates. */
import type { CallExpr, CallLocalExpr, InvokeExpr, PropertyExpr } from '../../../ir/ir.ts';
import { areSimple, argumentTexts } from './arguments.ts';
import { callFunction, receiverOf, typeArguments } from './function-calls.ts';
import type { Generator } from './generator.ts';
import { sequence } from './sequence.ts';

export function emitCall(g: Generator, e: CallExpr): string {
  const receiver = receiverOf(g, e.o, undefined);
  const virtual = e.virt === true;
  if (receiver === undefined || receiver.nonNull || areSimple(g, e)) {
    const args = argumentTexts(g, e, false);
    if (receiver === undefined || args.setup.length === 0) {
      return sequence([...args.setup, callFunction(g, e.fn, virtual, receiver, args.texts, e.targs)]);
    }
    const t = g.temp();
    const call = callFunction(g, e.fn, virtual, { js: t, nonNull: true }, args.texts, e.targs);
    return sequence([`${t}=${receiver.js}`, ...args.setup, call]);
  }
  // The receiver is evaluated first and found to be null last, after the arguments.
  const t = g.temp();
  const args = argumentTexts(g, e, true);
  const call = callFunction(g, e.fn, virtual, { js: t, nonNull: false }, args.texts, e.targs);
  return sequence([`${t}=${receiver.js}`, ...args.setup, call]);
}

/** A property with accessors of the app's own, read. */
export function emitProperty(g: Generator, e: PropertyExpr): string {
  const key = e.get ?? g.fail('the property cannot be read');
  const types = e.targs === undefined ? {} : { targs: e.targs };
  const call = { k: 'call', s: e.s, t: e.t, fn: key, args: e.args, ...types } as const;
  const virtual = e.virt === true ? ({ virt: true } as const) : {};
  return emitCall(g, e.o === undefined ? { ...call, ...virtual } : { ...call, ...virtual, o: e.o });
}

export function emitInvoke(g: Generator, e: InvokeExpr): string {
  const f = g.expr(e.f, 'f');
  g.calling();
  if (areSimple(g, e)) return `${g.notNull(f)}(${argumentTexts(g, e, false).texts.join(',')})`;
  const t = g.temp();
  const args = argumentTexts(g, e, true);
  return sequence([`${t}=${f}`, ...args.setup, `${g.notNull(t)}(${args.texts.join(',')})`]);
}

export function emitCallLocal(g: Generator, e: CallLocalExpr): string {
  const local = g.local(e.id);
  if (local.fn === undefined) return g.fail('not a local function');
  g.calling();
  const types = local.fn.length === 0 ? [] : [typeArguments(g, local.fn, e.targs)];
  const args = argumentTexts(g, e, false);
  return sequence([...args.setup, `${local.js}(${[...types, ...args.texts].join(',')})`]);
}
