/** Lambdas: bound once for each list of parameter types, and finished when their delegate is known (C# spec 12.19). */
import { misplacedStatement } from '../../diagnostics/catalogue/bodies.ts';
import { missingReturn, typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Expr, IrParameter, Stmt } from '../../ir/ir.ts';
import type { Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import { type LambdaShape, lambdaInfo } from '../arguments.ts';
import { displayType, errorType, isSilent, voidType } from '../type-table.ts';
import type { DelegateType, Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, type LambdaBound, spanOf } from './bound.ts';
import { declareVariable } from './declare.ts';
import { canReachEnd } from './flow/index.ts';
import { bestCommonType, infoOf } from './infos.ts';
import type { FunctionScope, LocalVariable, Scope } from './scope.ts';

/** A body bound with parameter types, and not yet with a result. */
interface Trial {
  readonly params: readonly LocalVariable[];
  readonly body: Stmt[];
  /** Of an expression body. */
  readonly expression: Bound | undefined;
  readonly fn: FunctionScope;
  readonly diagnostics: readonly Diagnostic[];
  /** What it was finished as. */
  finished: { readonly returns: Type; readonly e: Expr } | undefined;
}

const trials = new WeakMap<LambdaBound, Map<string, Trial>>();

export function bindLambda(b: Binder, e: ExpressionOf<'Lambda'>, scope: Scope): LambdaBound {
  const types = e.params.map((param) =>
    param.type === undefined || b.isVar(param.type) ? undefined : b.resolveType(param.type, scope),
  );
  const bound: LambdaBound = {
    k: 'lambda',
    syntax: e,
    scope,
    info: lambdaInfo(types, (params) => shapeOf(b, bound, trial(b, bound, params))),
  };
  trials.set(bound, new Map());
  return bound;
}

function trial(b: Binder, lambda: LambdaBound, params: readonly Type[]): Trial {
  const known = trials.get(lambda) as Map<string, Trial>;
  const key = params.map((type) => type.id).join(',');
  let made = known.get(key);
  if (made === undefined) {
    made = bindBody(b, lambda, params);
    known.set(key, made);
  }
  return made;
}

function bindBody(b: Binder, lambda: LambdaBound, params: readonly Type[]): Trial {
  const { syntax, scope } = lambda;
  const fn: FunctionScope = { kind: 'lambda', returns: 'infer', sites: [], typeParams: scope.fn.typeParams };
  const inside = scope.function(fn);
  const body: Stmt[] = [];
  const { result, diagnostics } = b.withhold(() => {
    const discards = syntax.params.filter((param) => param.name.name === '_').length > 1;
    const variables = syntax.params.map((param, i) => {
      const type = params[i] ?? errorType;
      // Several `_` are nobody's names.
      return declareVariable(
        b,
        discards && param.name.name === '_' ? { ...param.name, name: '' } : param.name,
        type,
        inside,
      );
    });
    if (syntax.body.kind === 'Block') {
      b.statements(syntax.body.statements, inside, body);
      return { variables, expression: undefined };
    }
    return { variables, expression: b.bind(syntax.body, inside) };
  });
  return { params: result.variables, body, expression: result.expression, fn, diagnostics, finished: undefined };
}

function shapeOf(b: Binder, lambda: LambdaBound, of: Trial): LambdaShape {
  const isBlock = of.expression === undefined;
  const given = of.expression ? [of.expression] : of.fn.sites.flatMap((site) => site.value ?? []);
  const values = given.map(infoOf);
  const [only] = values;
  const returns =
    values.length === 0
      ? voidType
      : only?.kind === 'typed' && values.length === 1
        ? only.type
        : bestCommonType(b, values);
  let reachable: boolean | undefined;
  return {
    values,
    returns,
    isBlock,
    isStatement: !isBlock && isStatementExpression(lambda.syntax.body as Expression),
    get endReachable() {
      reachable ??= isBlock && canReachEnd(b.file, of.body);
      return reachable;
    },
    hasErrors: of.diagnostics.some((d) => d.level === 'error'),
  };
}

/** An expression that may stand as a statement. */
export function isStatementExpression(e: Expression): boolean {
  switch (e.kind) {
    case 'Invocation':
    case 'Assignment':
    case 'Increment':
    case 'ObjectCreation':
    case 'ThrowExpression':
    case 'MissingExpression':
      return true;
    case 'ConditionalAccess':
      return isStatementExpression(e.whenNotNull);
    case 'Parenthesized':
    case 'NotNull':
      return isStatementExpression(e.kind === 'NotNull' ? e.operand : e.expression);
    default:
      return false;
  }
}

/** The lambda as a value of the delegate type; without one, only its own errors are told. */
export function finishLambda(b: Binder, lambda: LambdaBound, to: DelegateType | undefined, at: Node): Expr {
  const { syntax, info } = lambda;
  if (to === undefined) {
    tellLambda(b, lambda, undefined);
    return b.error(at).e;
  }
  if (to.params.length !== info.arity) {
    const text = `this lambda takes ${count(info.arity)}, and '${displayType(to)}' gives it ${to.params.length}`;
    b.report(typeMismatch, syntax, { problem: 'other', text, help: 'Write one name for each parameter.' });
    return b.error(at).e;
  }
  const types = to.params.map((type, i) => {
    const written = info.types[i];
    if (written === undefined || isSilent(written)) return type;
    if (!b.types.same(written, type)) {
      const node = syntax.params[i] as Node;
      b.report(typeMismatch, node, { problem: 'conversion', from: displayType(type), to: displayType(written) });
    }
    return written;
  });
  let made = trial(b, lambda, types);
  if (made.finished !== undefined) {
    if (made.finished.returns === to.returns) return { ...made.finished.e, t: to.key };
    made = bindBody(b, lambda, types);
  }
  tell(b, made);
  const params: IrParameter[] = made.params.map(({ id, name, type }) => ({ id, name, t: (type ?? errorType).key }));
  const body = finishBody(b, made, to.returns, syntax);
  const e: Expr = { k: 'lambda', s: spanOf(syntax), t: to.key, params, returns: to.returns.key, body };
  made.finished = { returns: to.returns, e };
  return e;
}

/** Only what is wrong inside, where the delegate is not known or does not fit. */
export function tellLambda(b: Binder, lambda: LambdaBound, params: readonly Type[] | undefined): void {
  const { types, arity } = lambda.info;
  const given = params?.length === arity ? params : [];
  tell(
    b,
    trial(
      b,
      lambda,
      types.map((type, i) => type ?? given[i] ?? errorType),
    ),
  );
}

function tell(b: Binder, of: Trial): void {
  for (const diagnostic of of.diagnostics) b.add(diagnostic);
}

function finishBody(b: Binder, of: Trial, returns: Type, syntax: ExpressionOf<'Lambda'>): readonly Stmt[] {
  if (of.expression !== undefined) {
    const at = syntax.body as Expression;
    const s = spanOf(at);
    if (returns !== voidType)
      return [{ k: 'return', s, e: b.convert(of.expression, returns, at, "the lambda's result") }];
    const value = b.toValue(of.expression, at);
    if (!isStatementExpression(at) && value.type !== voidType && !isSilent(value.type)) {
      b.report(misplacedStatement, at, {
        what: 'this lambda must not give a value, and its expression does nothing else: only a call, an assignment, an increment or `new` may stand here',
      });
    }
    return [{ k: 'expr', s, e: value.e }];
  }
  for (const { value, at, stmt } of of.fn.sites) {
    if (returns === voidType) {
      if (value === undefined) continue;
      b.report(misplacedStatement, at, { what: 'this lambda has no result, so its `return` must not give a value' });
    } else if (value === undefined) {
      b.report(missingReturn, at, { what: 'lambda', type: displayType(returns) });
    } else {
      stmt.e = b.convert(value, returns, at, "the lambda's result");
    }
  }
  return of.body;
}

function count(n: number): string {
  return n === 1 ? 'one parameter' : n === 0 ? 'no parameters' : `${n} parameters`;
}

/** The type of a lambda that is asked for none: where its parameters are written with types. */
export function naturalLambdaType(b: Binder, lambda: LambdaBound): Type | undefined {
  const types: Type[] = [];
  for (const type of lambda.info.types) {
    if (type === undefined) return undefined;
    types.push(type);
  }
  const { returns } = lambda.info.bind(types);
  return returns && b.types.functionType(types, returns);
}
