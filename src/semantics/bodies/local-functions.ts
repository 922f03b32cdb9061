/** Functions inside bodies: known to their whole block, with parameters and results of their own (C# spec 13.6.4). */
import { unknownAttribute } from '../../diagnostics/catalogue/workflows.ts';
import type { IrParameter, LambdaExpr, Stmt } from '../../ir/ir.ts';
import type { Parameter, Statement, StatementOf } from '../../syntax/tree.ts';
import { typeParamsOf } from '../declarations-symbols.ts';
import type { Callable, ParameterSymbol } from '../symbols.ts';
import { errorType, isSilent, voidType } from '../type-table.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import { declareSymbol, declareVariable } from './declare.ts';
import { isStatementExpression } from './lambdas.ts';
import type { FunctionScope, LocalFunctionSymbol, Scope } from './scope.ts';

type LocalFunction = StatementOf<'LocalFunction'>;

const symbols = new WeakMap<Scope, Map<LocalFunction, LocalFunctionSymbol>>();

export function declareLocalFunctions(b: Binder, list: readonly Statement[], scope: Scope): void {
  let declared: Map<LocalFunction, LocalFunctionSymbol> | undefined;
  for (const st of list) {
    if (st.kind !== 'LocalFunction') continue;
    declared ??= symbols.get(scope) ?? new Map();
    symbols.set(scope, declared);
    declared.set(st, declareOne(b, st, scope));
  }
}

function declareOne(b: Binder, st: LocalFunction, scope: Scope): LocalFunctionSymbol {
  const typeParams = typeParamsOf(st.typeParams);
  const signature = scope.function({
    kind: 'localFunction',
    returns: voidType,
    sites: [],
    typeParams: [...typeParams, ...scope.fn.typeParams],
  });
  for (const constraint of st.constraints) {
    const param = typeParams.find((each) => each.name === constraint.name.name);
    if (param) param.constraints = constraint.types.map((type) => b.resolveType(type, signature));
  }
  const params = st.params.map((param) => parameterOf(b, param, signature));
  const returns = b.resolveType(st.returnType, signature, true);
  const id = b.newLocal();
  const callable: Callable = { name: st.name.name, typeParams, params, returns, origin: { kind: 'local', id } };
  const symbol: LocalFunctionSymbol = {
    kind: 'localFunction',
    id,
    name: st.name.name,
    callable,
    nameSpan: spanOf(st.name),
  };
  declareSymbol(b, symbol, st.name, scope);
  b.nameSpans.set(id, spanOf(st.name));
  return symbol;
}

function parameterOf(b: Binder, param: Parameter, scope: Scope): ParameterSymbol {
  const type = param.type === undefined ? errorType : b.resolveType(param.type, scope);
  const optional = param.defaultValue !== undefined;
  return { name: param.name.name, type, mode: param.mode, optional, declaration: param };
}

export function bindLocalFunction(b: Binder, st: LocalFunction, scope: Scope, out: Stmt[]): void {
  const symbol = symbols.get(scope)?.get(st) ?? declareOne(b, st, scope);
  const { callable, id, name } = symbol;
  for (const attribute of st.attributes) {
    const belongs = attribute.name.name === 'SuppressWarning' ? 'the declaration around it' : undefined;
    b.report(unknownAttribute, attribute.name, {
      name: attribute.name.name,
      of: `local function '${name}'`,
      belongs,
    });
  }
  const fn: FunctionScope = {
    kind: 'localFunction',
    returns: callable.returns,
    sites: [],
    typeParams: [...callable.typeParams, ...scope.fn.typeParams],
  };
  const inside = scope.function(fn);
  const params = st.params.map((param, i): IrParameter => {
    const type = callable.params[i]?.type ?? errorType;
    const variable = declareVariable(b, param.name, type, inside);
    const mode = param.mode === 'out' || param.mode === 'ref' ? { mode: param.mode } : {};
    return { id: variable.id, name: variable.name, t: type.key, ...mode };
  });
  const returns = callable.returns;
  const lambda: LambdaExpr = {
    k: 'lambda',
    s: spanOf(st),
    t: b.types.functionType(
      callable.params.map((param) => param.type),
      returns,
    ).key,
    params,
    returns: returns.key,
    ...(callable.typeParams.length > 0 ? { typeParams: callable.typeParams.map((param) => param.name) } : {}),
    body: bodyOf(b, st, inside, fn),
  };
  out.push({ k: 'localFn', s: spanOf(st), id, name, fn: lambda });
}

function bodyOf(b: Binder, st: LocalFunction, scope: Scope, fn: FunctionScope): readonly Stmt[] {
  const body: Stmt[] = [];
  if (st.body.kind === 'Block') {
    b.statements(st.body.statements, scope, body);
    return body;
  }
  const e = st.body.expression;
  if (fn.returns === voidType) {
    const value = b.value(e, scope);
    if (!isStatementExpression(e) && value.type !== voidType && !isSilent(value.type)) b.convert(value, voidType, e);
    return [{ k: 'expr', s: spanOf(e), e: value.e }];
  }
  return [{ k: 'return', s: spanOf(e), e: b.converted(e, scope, fn.returns === 'infer' ? errorType : fn.returns) }];
}
