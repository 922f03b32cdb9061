/** Lambdas, local functions and method groups: JavaScript functions that capture what C#'s capture. */
import type { FunctionRefExpr, IrParameter, IrType, LambdaExpr, RunAsExpr, Stmt } from '../../../ir/ir.ts';
import { planMember, planPredicate } from '../../query/plan.ts';
import type { LambdaPlan } from '../../query/planned.ts';
import { callFunction, takesSelf } from './function-calls.ts';
import { wrapFunction } from './function-text.ts';
import { BlockScope, FunctionFrame, type Generator } from './generator.ts';
import { libraryFunction } from './library-calls.ts';

interface Nested {
  readonly params: readonly IrParameter[];
  readonly body: readonly Stmt[];
  readonly typeParams?: readonly string[];
}

/** A JavaScript function expression; `name` is what frames call it. */
export function nestedFunction(g: Generator, fn: Nested, name: string, key: string): string {
  return nested(g, name, fn.typeParams ?? [], () => {
    const params = declareParameters(g, fn.params);
    return { params, body: g.block(fn.body, key, g.scope) };
  });
}

interface Written {
  readonly params: readonly string[];
  /** A block, with its braces. */
  readonly body: string;
}

function nested(g: Generator, name: string, typeParams: readonly string[], write: () => Written): string {
  const outer = { frame: g.frame, scope: g.scope, jumps: g.jumps, caught: g.caught };
  const env = typeParams.length > 0 ? `E${g.unit.fresh()}` : outer.frame.env;
  g.frame = new FunctionFrame({
    owner: { ...outer.frame.owner, name },
    parent: outer.frame,
    isBody: false,
    env,
    typeParams: new Set([...outer.frame.typeParams, ...typeParams]),
    hasSelf: outer.frame.hasSelf,
  });
  g.scope = new BlockScope(outer.scope);
  g.jumps = [];
  g.caught = [];
  const { params, body } = write();
  const head =
    typeParams.length > 0
      ? `const ${env}=${outer.frame.env ?? g.constant(g.program.emptyEnv)}.extend(${g.constant(typeParams)},T);`
      : '';
  const text = wrapFunction(g, [...(typeParams.length > 0 ? ['T'] : []), ...params], head, body, true);
  g.frame = outer.frame;
  g.scope = outer.scope;
  g.jumps = outer.jumps;
  g.caught = outer.caught;
  return text;
}

export function declareParameters(g: Generator, params: readonly IrParameter[]): string[] {
  return g.list(params, 'params').map((param, i) =>
    g.at('params', () =>
      g.at(i, () => {
        if (g.scope.ids.has(param.id)) g.fail('two parameters have one number');
        return g.declare(param.id, { ref: param.mode !== undefined });
      }),
    ),
  );
}

export function emitLambda(g: Generator, e: LambdaExpr): string {
  if (e.typeParams !== undefined && e.typeParams.length > 0) return g.fail('a lambda has no type parameters');
  const name = `${outermost(g)}.lambda`;
  return withPlan(g, e, name, nestedFunction(g, e, name, 'body'));
}

/** A lambda over a row carries what a store could be asked in its place, and how to compute what that takes from outside. */
function withPlan(g: Generator, e: LambdaExpr, name: string, js: string): string {
  const [param] = e.params;
  const shape = e.params.length === 1 && param !== undefined ? g.shape(param.t) : undefined;
  if (shape?.kind !== 'named' || g.program.facts.entity(shape.name) === undefined) return js;
  const predicate = planPredicate(e);
  const member = planMember(e);
  if (predicate === undefined && member === undefined) return js;
  const plan: LambdaPlan = { predicate, member };
  const outside = predicate?.values ?? [];
  const values = nested(g, name, [], () => ({ params: [], body: `{return [${g.exprs(outside, 'body').join(',')}]}` }));
  return `${g.helper('planned')}(${js},${g.constant(plan)},${values})`;
}

function outermost(g: Generator): string {
  const { name } = g.frame.owner;
  return name.endsWith('.lambda') ? name.slice(0, -'.lambda'.length) : name;
}

export function emitFunctionRef(g: Generator, e: FunctionRefExpr): string {
  if (!Number.isSafeInteger(e.arity) || e.arity < 0 || e.arity > 16) return g.fail('not a number of parameters');
  const params = Array.from({ length: e.arity }, (_, i) => `p${i}`);
  const list = params.join(',');
  g.throwing();
  if (e.fn !== undefined) return functionRef(g, e, e.fn, params);
  if (e.m !== undefined) {
    const types = e.targs === undefined ? [] : [g.types(e.targs)];
    const f = libraryFunction(g, g.text(e.m, 'm'));
    if (e.o === undefined) return `((f)=>(${list})=>f(${['h', ...params, ...types].join(',')}))(${f})`;
    const o = g.notNull(g.expr(e.o, 'o'));
    return `((f,o)=>(${list})=>f(${['h', 'o', ...params, ...types].join(',')}))(${f},${o})`;
  }
  if (e.client !== undefined) {
    const operation = `${g.literal(e.client.c, 'c')},${g.literal(e.client.op, 'op')}`;
    return `((${list})=>h.client(${operation},[${list}]))`;
  }
  if (e.local === undefined) return g.fail('a method group of nothing');
  const local = g.local(e.local);
  if (local.fn === undefined) return g.fail('not a local function');
  if (local.fn.length === 0) return local.js;
  const types = g.types(e.targs ?? []);
  return `((${list})=>${local.js}(${[types, ...params].join(',')}))`;
}

function functionRef(g: Generator, e: FunctionRefExpr, key: string, params: readonly string[]): string {
  const fn = g.program.function(key) ?? g.fail(`no such function: ${key}`);
  const types: readonly IrType[] | undefined = e.targs;
  const list = params.join(',');
  if (!takesSelf(fn)) return `((${list})=>${callFunction(g, key, false, undefined, params, types)})`;
  if (e.o === undefined) return g.fail(`no receiver for ${key}`);
  const o = e.o.k === 'this' ? g.expr(e.o, 'o') : g.notNull(g.expr(e.o, 'o'));
  // The temporary of a virtual call must be the delegate's own: it may run when this function has ended.
  const outer = g.frame.temps.length;
  const call = callFunction(g, key, e.virt === true, { js: 'o', nonNull: true }, params, types);
  const temps = g.frame.temps.splice(outer);
  const declared = temps.length === 0 ? '' : `let ${temps.join(',')};`;
  return `((o)=>(${list})=>{${declared}return ${call}})(${o})`;
}

export function emitRunAs(g: Generator, e: RunAsExpr): string {
  g.calling();
  return `h.runAs(${g.expr(e.p, 'p')},${g.at('body', () => emitLambda(g, e.body))})`;
}
