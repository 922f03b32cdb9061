/** Calls of the app's own functions, properties, local functions and delegates. */
import type {
  CallExpr,
  CallLocalExpr,
  Expr,
  FunctionKey,
  InvokeExpr,
  IrFunction,
  IrType,
  PropertyExpr,
  RefExpr,
} from '../../../ir/ir.ts';
import { areSimple, argumentTexts } from './arguments.ts';
import type { Generator } from './generator.ts';
import { place } from './places.ts';
import { sequence } from './sequence.ts';

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

/** The hidden array of type arguments: what the call says, and what is in scope where it says only the member's own. */
function typeArguments(g: Generator, hidden: readonly string[], targs: readonly IrType[] | undefined): string {
  const given = targs === undefined ? [] : g.list(targs, 'targs');
  const missing = hidden.length - given.length;
  if (missing <= 0) return g.types(given.slice(-hidden.length));
  const fromScope = hidden.slice(0, missing);
  if (!fromScope.every((name) => g.frame.typeParams.has(name))) return g.fail('type arguments are missing');
  return g.types([...fromScope.map((name) => `!${name}`), ...given]);
}

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
  const call = { k: 'call', s: e.s, t: e.t, fn: key, args: e.args } as const;
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

/** An `out` or `ref` argument. A variable declared in it belongs to the block. */
export function emitRef(g: Generator, e: RefExpr): string {
  if (e.to.k === 'local') {
    const known = g.scope.find(e.to.id);
    if (known?.ref) return known.js;
    const js = known === undefined ? g.bound(e.to.id) : known.js;
    return `${g.helper('ref')}(()=>${js},(v)=>{${js}=v})`;
  }
  const to = g.at('to', () => place(g, e.to));
  if (to.setup.length === 0) return `${g.helper('ref')}(()=>${to.get},(v)=>{${to.set('v', false)}})`;
  // The parts are evaluated now, and kept for this call alone.
  const names = to.setup.map((part) => part.slice(0, part.indexOf('=')));
  const inner = `${g.helper('ref')}(()=>${to.get},(v)=>{${to.set('v', false)}})`;
  return sequence([...to.setup, `((${names.join(',')})=>${inner})(${names.join(',')})`]);
}
