/** Arguments as they are written: bound once, described to overload resolution, converted when the callee is known. */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr, LValue } from '../../ir/ir.ts';
import type { Argument, Expression } from '../../syntax/tree.ts';
import type { ArgumentInfo } from '../arguments.ts';
import { displayType, errorType, isSilent, isValueType } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type BoundArgument, spanOf, type Value } from './bound.ts';
import { declareVariable } from './declare.ts';
import { infoOf } from './infos.ts';
import { tellLambda } from './lambdas.ts';
import type { LocalVariable, Scope } from './scope.ts';
import { assignable } from './targets.ts';

export function bindArguments(b: Binder, args: readonly Argument[], scope: Scope): readonly BoundArgument[] {
  return args.map((arg) => bindArgument(b, arg, scope));
}

function bindArgument(b: Binder, arg: Argument, scope: Scope): BoundArgument {
  const head = { name: arg.name?.name, nameSpan: arg.name, mode: arg.mode, at: arg.value };
  if (arg.mode === 'out') {
    const declared = outDeclaration(b, arg.value, scope);
    if (declared) return { ...head, value: b.error(arg.value), declares: declared };
    // What an `out` argument names is written, not read: the callee sees to it.
    return { ...head, value: b.value(arg.value, scope) };
  }
  if (arg.mode === 'ref') return { ...head, value: b.value(arg.value, scope) };
  return { ...head, value: b.bind(arg.value, scope) };
}

function outDeclaration(b: Binder, value: Expression, scope: Scope): BoundArgument['declares'] {
  if (value.kind === 'Name' && value.name.name === '_' && scope.lookup('_') === undefined) {
    return { variable: discard(b), type: undefined };
  }
  if (value.kind !== 'DeclarationExpression') return undefined;
  const type = b.isVar(value.type) ? undefined : b.resolveType(value.type, scope);
  const { designation } = value;
  if (designation.kind !== 'Variable') return { variable: discard(b), type };
  const variable = declareVariable(b, designation.name, type, scope);
  b.outLocals.add(variable.id);
  return { variable, type };
}

function discard(b: Binder): LocalVariable {
  const id = b.newLocal();
  b.outLocals.add(id);
  return { kind: 'variable', id, name: '_', type: undefined, nameSpan: [0, 0] };
}

export function argumentInfo(arg: BoundArgument): ArgumentInfo {
  return {
    name: arg.name,
    ...(arg.nameSpan === undefined ? {} : { nameSpan: arg.nameSpan }),
    mode: arg.mode,
    value: arg.declares ? { kind: 'outDeclaration', type: arg.declares.type } : infoOf(arg.value),
    span: arg.at,
  };
}

/** The argument for a parameter of type `to`. */
export function convertArgument(b: Binder, arg: BoundArgument, to: Type, what: string | undefined): Expr {
  if (arg.mode === 'value') return b.convert(arg.value, to, arg.at, what);
  const s = spanOf(arg.at);
  if (arg.declares) {
    const { variable, type } = arg.declares;
    variable.type ??= type ?? to;
    if (isReference(variable.type)) b.outReferences.add(variable.id);
    const local: LValue = { k: 'local', s, t: variable.type.key, id: variable.id, name: variable.name };
    return { k: 'ref', s, t: to.key, mode: 'out', to: local };
  }
  const value = arg.value as Value;
  if (!isSilent(value.type) && !isSilent(to) && !b.types.same(value.type, to)) {
    const params = { problem: 'conversion', from: displayType(value.type), to: displayType(to) } as const;
    b.report(typeMismatch, arg.at, what === undefined ? params : { ...params, of: what });
    return b.error(arg.at, [value.e]).e;
  }
  const target = assignable(b, value, arg.at);
  if (arg.mode === 'out' && target?.k === 'local' && isReference(value.type)) b.outReferences.add(target.id);
  return target === undefined ? b.error(arg.at, [value.e]).e : { k: 'ref', s, t: to.key, mode: arg.mode, to: target };
}

function isReference(type: Type): boolean {
  return type.kind !== 'param' && !isSilent(type) && !isValueType(type);
}

/** What arguments of a call that is wrong already were: told of their own errors, kept for the flow of values. */
export function leftOver(
  b: Binder,
  args: readonly BoundArgument[],
  targets: readonly (Type | undefined)[] = [],
): readonly Expr[] {
  return args.flatMap(({ value, declares, at, mode }, i) => {
    if (declares) {
      const { variable, type } = declares;
      variable.type ??= type ?? targets[i] ?? errorType;
      const s = spanOf(at);
      const to: LValue = { k: 'local', s, t: variable.type.key, id: variable.id, name: variable.name };
      return [{ k: 'ref', s, t: to.t, mode: 'out', to } satisfies Expr];
    }
    if (value.k === 'lambda') {
      const target = targets[i];
      tellLambda(b, value, target?.kind === 'delegate' ? target.params : undefined);
      return [];
    }
    if (value.k !== 'value') return [];
    if (mode === 'out' && value.e.k === 'local') return [{ k: 'ref', s: value.e.s, t: value.e.t, mode, to: value.e }];
    return [value.e];
  });
}
