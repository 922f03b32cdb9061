/** Who calls whom: every expression that runs a function of the app, dispatch and hidden calls included. */
import type { Expr, IrFunction, Stmt } from '../ir/ir.ts';
import { walkBlock, walkExpr } from '../ir/walk.ts';
import type { AppIndex } from './app-index.ts';
import { comparisonsIn } from './comparisons.ts';

/** Functions that evaluating this one expression (not its parts) may run. */
export function calleesOf(index: AppIndex, e: Expr): readonly IrFunction[] {
  switch (e.k) {
    case 'call':
      return e.virt ? index.implementations(e.fn) : present(index.functions.get(e.fn));
    case 'fnref':
      return e.fn === undefined ? [] : e.virt ? index.implementations(e.fn) : present(index.functions.get(e.fn));
    case 'prop': {
      const keys = [e.get, e.set].filter((k) => k !== undefined);
      return keys.flatMap((k) => (e.virt ? index.implementations(k) : present(index.functions.get(k))));
    }
    case 'new':
      return [...constructorChain(index, e.c, e.ctor), ...setters(index, e.init)];
    case 'newEntity':
      return [...index.entityDefaults(e.e, new Set(e.init.map((i) => i.f))), ...setters(index, e.init)];
    case 'with':
    case 'withInit':
      return setters(index, e.init);
    case 'collection':
      return e.entries.flatMap((x) =>
        x.own
          ? present(index.functions.get(x.add))
          : comparisonsIn(index, { m: x.add, args: x.values, targs: e.targs }),
      );
    case 'sfield':
      return present(index.fieldInitializers(e.owner, true));
    case 'lib':
      return [...index.libraryOverriders(e.m, e.o?.t ?? 'object'), ...comparisonsIn(index, e)];
    case 'libprop':
      return comparisonsIn(index, e);
    case 'interp':
      return e.parts.flatMap((p) => (typeof p === 'string' ? [] : index.libraryOverriders('object.ToString()', p.e.t)));
    default:
      return [];
  }
}

function present(fn: IrFunction | undefined): readonly IrFunction[] {
  return fn === undefined ? [] : [fn];
}

function setters(index: AppIndex, init: readonly { readonly set?: string }[]): readonly IrFunction[] {
  return init.flatMap((i) => (i.set === undefined ? [] : present(index.functions.get(i.set))));
}

function constructorChain(index: AppIndex, className: string, key: string | undefined): readonly IrFunction[] {
  const found: IrFunction[] = [];
  for (let name: string | undefined = className, ctor = key; name !== undefined; ) {
    const fn = index.constructorOf(name, ctor);
    found.push(...present(fn), ...present(index.fieldInitializers(name, false)));
    name = index.baseClass(name)?.name;
    ctor = fn?.chain !== undefined && !fn.chain.self ? fn.chain.ctor : undefined;
  }
  return found;
}

/** A hop of a function: the expression that calls, and whom. */
export interface Call {
  readonly e: Expr;
  readonly callee: IrFunction;
}

/** Every call of a function, its constructor chain included. */
export function callsIn(index: AppIndex, fn: IrFunction): readonly Call[] {
  const calls: Call[] = [];
  const visit = (e: Expr): undefined => {
    for (const callee of calleesOf(index, e)) calls.push({ e, callee });
  };
  walkBlock(fn.body ?? [], { expr: visit });
  for (const a of fn.chain?.args ?? []) walkExpr(a, { expr: visit });
  return calls;
}

/** A function from which something is reached, and the next step on the way to it. */
export interface Step {
  /** The expression in this function that leads on. */
  readonly e: Expr;
  /** Undefined where `e` itself is what was looked for. */
  readonly next: IrFunction | undefined;
}

/** For each function from which an expression that `wanted` accepts can be run: the shortest way there. */
export function waysTo(
  index: AppIndex,
  functions: Iterable<IrFunction>,
  wanted: (e: Expr) => boolean,
): ReadonlyMap<IrFunction, Step> {
  const callers = new Map<IrFunction, { readonly caller: IrFunction; readonly e: Expr }[]>();
  const ways = new Map<IrFunction, Step>();
  const seen = new Set<IrFunction>();
  const queue = [...functions];
  for (let fn = queue.pop(); fn !== undefined; fn = queue.pop()) {
    if (seen.has(fn)) continue;
    seen.add(fn);
    walkBlock(fn.body ?? [], {
      expr: (e) => {
        if (wanted(e) && !ways.has(fn as IrFunction)) ways.set(fn as IrFunction, { e, next: undefined });
        return undefined;
      },
    });
    for (const { e, callee } of callsIn(index, fn)) {
      const list = callers.get(callee);
      if (list === undefined) callers.set(callee, [{ caller: fn, e }]);
      else list.push({ caller: fn, e });
      queue.push(callee);
    }
  }
  const found = [...ways.keys()];
  for (let at = found.shift(); at !== undefined; at = found.shift()) {
    for (const { caller, e } of callers.get(at) ?? []) {
      if (ways.has(caller)) continue;
      ways.set(caller, { e, next: at });
      found.push(caller);
    }
  }
  return ways;
}

/** The expressions of a block with whom they call. */
export function forEachCall(
  index: AppIndex,
  block: readonly Stmt[],
  visit: (e: Expr, callees: readonly IrFunction[]) => void,
): void {
  walkBlock(block, {
    expr: (e) => {
      visit(e, calleesOf(index, e));
      return undefined;
    },
  });
}
