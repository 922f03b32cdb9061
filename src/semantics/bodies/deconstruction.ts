/** `var (a, b) = e`, `(x, y) = (y, x)`: targets are set from the parts of a tuple, or of what a `Deconstruct` gives. */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr, LValue, Stmt } from '../../ir/ir.ts';
import type { Designation, Expression, ExpressionOf, Node } from '../../syntax/tree.ts';
import type { ArgumentInfo, ResolvedCall } from '../arguments.ts';
import { displayType, errorType, isSilent } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { type Bound, type BoundArgument, spanOf, type Value } from './bound.ts';
import { declareVariable } from './declare.ts';
import { emitCall } from './emit-call.ts';
import type { LocalVariable, Scope } from './scope.ts';
import { assignable } from './targets.ts';

/** A target before the types of the parts are known. */
type Target =
  | { readonly kind: 'discard'; readonly type: Type | undefined }
  /** `var x`: takes the part's type; `int x`. */
  | { readonly kind: 'declares'; readonly variable: LocalVariable; readonly type: Type | undefined; readonly at: Node }
  | { readonly kind: 'assigns'; readonly value: Value; readonly to: LValue | undefined; readonly at: Node }
  | { readonly kind: 'nested'; readonly targets: readonly Target[]; readonly at: Node };

export function bindDeconstruction(b: Binder, e: ExpressionOf<'Assignment'>, scope: Scope): Value {
  // Targets are evaluated first, but what they declare is not known on the right.
  const value = b.bind(e.value, scope);
  const targets = e.target.kind === 'Tuple' ? e.target.items.map((item) => targetOf(b, item.value, scope)) : undefined;
  if (e.target.kind === 'DeclarationExpression') {
    const { type, designation } = e.target;
    const declared = b.isVar(type) ? undefined : b.resolveType(type, scope);
    if (designation.kind !== 'TupleDesignation') {
      const text = 'a declaration may not stand here';
      b.report(typeMismatch, e.target, {
        problem: 'other',
        text,
        help: 'Declare the local in a statement of its own.',
      });
      return b.error(e);
    }
    return takeApart(
      b,
      designation.items.map((item) => designated(b, item, declared, scope)),
      value,
      e,
    );
  }
  return takeApart(b, targets ?? [], value, e);
}

function targetOf(b: Binder, e: Expression, scope: Scope): Target {
  switch (e.kind) {
    case 'Tuple':
      return { kind: 'nested', targets: e.items.map((item) => targetOf(b, item.value, scope)), at: e };
    case 'DeclarationExpression':
      return designated(b, e.designation, b.isVar(e.type) ? undefined : b.resolveType(e.type, scope), scope);
    case 'Name':
      if (e.name.name === '_' && scope.lookup('_') === undefined) return { kind: 'discard', type: undefined };
      break;
    default:
  }
  const value = b.value(e, scope);
  return { kind: 'assigns', value, to: assignable(b, value, e), at: e };
}

/** What a designation of a pattern-like declaration names. */
export function designated(b: Binder, d: Designation, type: Type | undefined, scope: Scope): Target {
  switch (d.kind) {
    case 'Discard':
      return { kind: 'discard', type };
    case 'Variable':
      return { kind: 'declares', variable: declareVariable(b, d.name, type, scope), type, at: d };
    case 'TupleDesignation':
      return { kind: 'nested', targets: d.items.map((item) => designated(b, item, type, scope)), at: d };
  }
}

function takeApart(b: Binder, targets: readonly Target[], value: Bound, at: ExpressionOf<'Assignment'>): Value {
  if (value.k === 'tuple' && value.items.length === targets.length) {
    const types = value.items.map((item, i) => typeFor(targets[i] as Target) ?? naturalOf(b, item.value, item.at));
    const tuple = b.types.tupleOf(types);
    const v = b.convert(value, tuple, at.value);
    return b.val(tuple, deconstruct(b, targets, types, v, at));
  }
  const source = b.toValue(value, at.value);
  return b.val(source.type, deconstructValue(b, targets, source, at));
}

function naturalOf(b: Binder, bound: Bound, at: Node): Type {
  if (bound.k === 'value') return bound.type;
  if (bound.k === 'branches' || bound.k === 'tuple') return bound.natural ?? errorType;
  return b.toValue(bound, at).type;
}

/** The type that the target asks of its part. */
function typeFor(target: Target): Type | undefined {
  switch (target.kind) {
    case 'discard':
    case 'declares':
      return target.type;
    case 'assigns':
      return target.value.type;
    case 'nested':
      return undefined;
  }
}

/** An expression that sets `targets` from `source`. */
export function deconstructValue(b: Binder, targets: readonly Target[], source: Value, at: Node): Expr {
  if (isSilent(source.type)) {
    settleWrong(targets);
    return b.error(at, [source.e, ...written(targets)]).e;
  }
  if (source.type.kind === 'tuple') {
    if (source.type.items.length !== targets.length) return wrongCount(b, targets, source, at);
    const types = source.type.items.map((item, i) => typeFor(targets[i] as Target) ?? item);
    const tuple = b.types.tupleOf(types);
    return deconstruct(b, targets, types, b.convert(source, tuple, at), at);
  }
  const call = deconstructCall(b, source, targets.length, at);
  return call ? throughMethod(b, targets, source, call, at) : wrongCount(b, targets, source, at);
}

function wrongCount(b: Binder, targets: readonly Target[], source: Value, at: Node): Expr {
  const text = `a value of type '${displayType(source.type)}' does not come apart into ${targets.length} parts`;
  b.report(typeMismatch, at, { problem: 'other', text, help: 'Write as many names as it has parts.' });
  settleWrong(targets);
  return b.error(at, [source.e, ...written(targets)]).e;
}

function settleWrong(targets: readonly Target[]): void {
  for (const target of targets) {
    if (target.kind === 'declares') target.variable.type ??= errorType;
    else if (target.kind === 'nested') settleWrong(target.targets);
  }
}

/** Targets count as assigned even where the right side is wrong: one mistake, one finding. */
function written(targets: readonly Target[]): Expr[] {
  return targets.flatMap((target): Expr[] => {
    if (target.kind === 'assigns' && target.to) {
      return [{ k: 'ref', s: target.to.s, t: target.to.t, mode: 'out', to: target.to }];
    }
    return target.kind === 'nested' ? written(target.targets) : [];
  });
}

function deconstruct(b: Binder, targets: readonly Target[], types: readonly Type[], v: Expr, at: Node): Expr {
  const s = spanOf(at);
  const inner: { readonly target: Extract<Target, { kind: 'nested' }>; readonly source: Value }[] = [];
  const to = targets.map((target, i): LValue | null => {
    const type = types[i] ?? errorType;
    switch (target.kind) {
      case 'discard':
        return null;
      case 'declares':
        return declared(b, target, type);
      case 'assigns':
        return target.to ?? null;
      case 'nested': {
        const id = b.newLocal();
        b.outLocals.add(id);
        const local = { k: 'local', s: spanOf(target.at), t: type.key, id, name: '' } as const;
        inner.push({ target, source: b.val(type, local) });
        return local;
      }
      default:
        return target satisfies never;
    }
  });
  const outer: Expr = { k: 'deconstruct', s, t: v.t, to, v };
  if (inner.length === 0) return outer;
  // The parts that come apart themselves follow, each from the local that holds it.
  const parts = inner.map(({ target, source }) => deconstructValue(b, target.targets, source, target.at));
  return { k: 'tuple', s, t: `(${[outer, ...parts].map((part) => part.t).join(',')})`, items: [outer, ...parts] };
}

function declared(b: Binder, target: Extract<Target, { kind: 'declares' }>, type: Type): LValue {
  const { variable } = target;
  variable.type ??= target.type ?? type;
  b.outLocals.add(variable.id);
  return { k: 'local', s: spanOf(target.at), t: variable.type.key, id: variable.id, name: variable.name };
}

function deconstructCall(b: Binder, source: Value, count: number, at: Node): ResolvedCall | undefined {
  const group = b.members.lookup(source.type, 'Deconstruct');
  if (group?.kind !== 'methods') return undefined;
  const args: ArgumentInfo[] = Array.from({ length: count }, () => ({
    name: undefined,
    mode: 'out',
    value: { kind: 'outDeclaration', type: undefined },
    span: at,
  }));
  const call = b.overloads.resolveGroup(group, source.type, args);
  return call.ok ? call : undefined;
}

/** `e.Deconstruct(out a, out b)`: straight into targets of the same type, else by way of locals. */
function throughMethod(b: Binder, targets: readonly Target[], source: Value, call: ResolvedCall, at: Node): Expr {
  const s = spanOf(at);
  const types = call.params;
  const temps = targets.map((_, i): LocalVariable => {
    const id = b.newLocal();
    b.outLocals.add(id);
    return { kind: 'variable', id, name: '', type: types[i], nameSpan: [0, 0] };
  });
  const args: BoundArgument[] = temps.map((variable) => ({
    name: undefined,
    nameSpan: undefined,
    mode: 'out',
    at,
    value: b.error(at),
    declares: { variable, type: variable.type },
  }));
  const made = emitCall(b, call, args, source, at);
  const tuple = b.types.tupleOf(types);
  const items = temps.map((variable): Expr => {
    const type = variable.type ?? errorType;
    return { k: 'local', s, t: type.key, id: variable.id, name: '' };
  });
  const parts = b.val(tuple, { k: 'tuple', s, t: tuple.key, items });
  const rest = deconstructValue(b, targets, parts, at);
  return { k: 'tuple', s, t: `(${made.type.key},${rest.t})`, items: [made.e, rest] };
}

/** The same as statements, for `foreach (var (a, b) in …)`. */
export function deconstructInto(b: Binder, targets: readonly Target[], source: Value, at: Node, out: Stmt[]): void {
  out.push({ k: 'expr', s: spanOf(at), e: deconstructValue(b, targets, source, at) });
}
