/** Method groups: called, turned into delegates, or told what is wrong with a call (C# spec 12.8.10, 10.8). */
import { notAccessibleHere } from '../../diagnostics/catalogue/bodies.ts';
import { typeMismatch, wrongArguments } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { ArgumentInfo, CallFailure, CallResult, ResolvedCall, ValueInfo } from '../arguments.ts';
import { displaySignature } from '../declarations-members.ts';
import type { Callable } from '../symbols.ts';
import { displayType, displayTypes, isSilent, voidType } from '../type-table.ts';
import type { DelegateType, Type } from '../types.ts';
import { leftOver } from './arguments.ts';
import type { Binder } from './binder.ts';
import { type BoundArgument, type LambdaBound, type MethodGroup, spanOf, type Value } from './bound.ts';
import { mismatch } from './conversion.ts';
import { typeArguments } from './emit-call.ts';
import { naturalLambdaType } from './lambdas.ts';
import { mayAccess } from './member-access-rules.ts';

/** The method that is meant; extensions are asked where none of the type's own fits. */
export function resolveGroup(b: Binder, group: MethodGroup, args: readonly ArgumentInfo[]): CallResult {
  const { name, candidates, extensions, typeArgs } = group;
  return b.overloads.resolveGroup(
    { kind: 'methods', name, candidates, extensions },
    group.receiver?.type,
    args,
    typeArgs,
  );
}

/** A member that may be called from here, on an object where it needs one. */
export function usable(b: Binder, call: ResolvedCall, group: MethodGroup, at: Node): boolean {
  const { origin } = call.callable;
  if (origin.kind !== 'method') return true;
  const { symbol } = origin;
  if (!mayAccess(b, symbol.access, symbol.owner)) {
    b.report(notAccessibleHere, at, {
      what: `'${symbol.name}'`,
      why: `it is ${symbol.access} in '${symbol.owner.name}'`,
    });
    return false;
  }
  if (!symbol.static && group.receiver === undefined) {
    b.report(notAccessibleHere, at, {
      what: `'${symbol.name}'`,
      why: `it is a method of one object of '${symbol.owner.name}', and there is none here`,
    });
    return false;
  }
  return true;
}

function callableText({ name, params, returns, origin }: Callable): string {
  const reduced = origin.kind === 'library' && origin.reduced;
  return displaySignature(name, reduced ? params.slice(1) : params, returns);
}

/** Says why a call fits nothing. */
export function reportFailure(
  b: Binder,
  failure: CallFailure,
  callee: string,
  args: readonly BoundArgument[],
  at: Node,
): void {
  switch (failure.reason) {
    case 'arguments': {
      const place = failure.argument === undefined ? at : (args[failure.argument]?.at ?? at);
      const expected = failure.expected.map(callableText);
      b.report(wrongArguments, place, { problem: 'arguments', callee, detail: failure.detail, expected });
      return;
    }
    case 'mismatch':
      reportMismatch(b, failure, args, at);
      return;
    case 'inference':
      b.report(wrongArguments, at, {
        problem: 'inference',
        callee,
        parameter: failure.typeParam,
        given: disagreeing(args),
      });
      return;
    case 'constraint': {
      const { type, constraint } = failure;
      b.report(typeMismatch, at, { problem: 'constraint', type: displayType(type), parameter: callee, constraint });
      return;
    }
    case 'typeArguments': {
      const expected = [failure.callable.typeParams.length];
      b.report(wrongArguments, at, { problem: 'type-arguments', callee, expected, given: failure.given });
      return;
    }
    case 'ambiguous':
      b.report(wrongArguments, at, { problem: 'ambiguous', callee, candidates: failure.candidates.map(callableText) });
  }
}

/** Types of the arguments, where they are plain values of several. */
function disagreeing(args: readonly BoundArgument[]): readonly string[] {
  const types = args.flatMap(({ value }) => (value.k === 'value' ? [value.type] : []));
  const shown = [...new Set(types.map((type) => displayType(type)))];
  return types.length === args.length && shown.length > 1 ? shown : [];
}

function reportMismatch(
  b: Binder,
  failure: Extract<CallFailure, { reason: 'mismatch' }>,
  args: readonly BoundArgument[],
  at: Node,
): void {
  const arg = args[failure.argument];
  const what = `argument '${failure.param}'`;
  if (arg?.value.k === 'value' && arg.mode === 'value') {
    mismatch(b, arg.value, failure.to, arg.at, what);
  } else if (arg?.value.k === 'lambda' && failure.to.kind === 'delegate') {
    // A lambda says itself what does not fit.
    const { diagnostics } = b.withhold(() => b.convert(arg.value, failure.to, arg.at, what));
    for (const diagnostic of diagnostics) b.add(diagnostic);
    if (diagnostics.some((d) => d.level === 'error')) return;
    b.report(typeMismatch, arg.at, { problem: 'conversion', from: 'lambda', to: displayType(failure.to), of: what });
  } else {
    b.report(typeMismatch, arg?.at ?? at, {
      problem: 'conversion',
      from: describeInfo(failure.from),
      to: displayType(failure.to),
      of: what,
    });
  }
}

function describeInfo(info: ValueInfo): string {
  switch (info.kind) {
    case 'typed':
      return displayType(info.type);
    case 'branches':
    case 'tuple':
      return info.natural ? displayType(info.natural) : info.kind;
    case 'outDeclaration':
      return info.type ? displayType(info.type) : 'out var';
    case 'methodGroup':
      return `method ${info.name}`;
    default:
      return info.kind;
  }
}

/** A call that failed, as a value that is wrong already. */
export function failedCall(
  b: Binder,
  result: Extract<CallResult, { ok: false }>,
  callee: string,
  args: readonly BoundArgument[],
  receiver: Value | undefined,
  at: Node,
): Value {
  const { failure } = result;
  reportFailure(b, failure, callee, args, at);
  // A lambda that was told already, as the argument that does not fit, is not told again.
  const rest = args.map((arg, i) =>
    failure.reason === 'mismatch' && failure.argument === i && arg.value.k === 'lambda'
      ? { ...arg, value: b.error(arg.at) }
      : arg,
  );
  const parts = leftOver(b, rest, result.targets);
  return b.error(at, receiver ? [receiver.e, ...parts] : parts);
}

// ---------------------------------------------------------------- delegates

export function groupToDelegate(b: Binder, group: MethodGroup, to: DelegateType, at: Node): Expr {
  const args: ArgumentInfo[] = to.params.map((type) => ({
    name: undefined,
    mode: 'value',
    value: isSilent(type) ? { kind: 'any' } : { kind: 'typed', type },
    span: at,
  }));
  const call = resolveGroup(b, group, args);
  if (!call.ok) {
    const text = `no '${group.name}' takes what '${displayType(to)}' gives`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Write a lambda that calls it as is meant.' });
    return b.error(at).e;
  }
  if (!usable(b, call, group, at)) return b.error(at).e;
  if (to.returns !== voidType && !isSilent(to.returns) && !b.conversions.isImplicit(call.returns, to.returns)) {
    const [from, target] = displayTypes(call.returns, to.returns);
    b.report(typeMismatch, at, { problem: 'conversion', from, to: target, of: `what '${group.name}' returns` });
    return b.error(at).e;
  }
  return reference(b, call, group, to, at);
}

function reference(b: Binder, call: ResolvedCall, group: MethodGroup, to: DelegateType, at: Node): Expr {
  const { origin } = call.callable;
  const base = { k: 'fnref', s: spanOf(at), t: to.key, arity: to.params.length } as const;
  const { receiver } = group;
  switch (origin.kind) {
    case 'function':
      return { ...base, fn: origin.symbol.key, ...typeArguments(call.typeArgs) };
    case 'method': {
      const { symbol, ownerArgs } = origin;
      const made = { ...base, fn: symbol.key, ...typeArguments([...ownerArgs, ...call.typeArgs]) };
      if (symbol.static || receiver === undefined) return made;
      const inInterface = symbol.owner.kind === 'class' && symbol.owner.form === 'interface';
      const dispatched = !receiver.isBase && (symbol.virtual || symbol.abstract || inInterface);
      return { ...made, o: receiver.e, ...(dispatched ? { virt: true } : {}) };
    }
    case 'library': {
      const made = { ...base, m: origin.member.key, ...typeArguments([...origin.ownerArgs, ...call.typeArgs]) };
      return receiver && !(origin.member.static && !origin.reduced) ? { ...made, o: receiver.e } : made;
    }
    case 'operation':
      return { ...base, client: { c: origin.symbol.client.fullName, op: origin.symbol.key } };
    case 'local':
      return { ...base, local: origin.id, ...typeArguments(call.typeArgs) };
    case 'delegate':
      return receiver?.e ?? b.error(at).e;
    default: {
      const text = `'${group.name}' can only be called`;
      b.report(typeMismatch, at, { problem: 'other', text, help: 'Write a lambda that calls it.' });
      return b.error(at).e;
    }
  }
}

/** The type of a lambda or method group where none is asked for (C# 10). */
export function naturalDelegate(b: Binder, bound: LambdaBound | MethodGroup): Type | undefined {
  if (bound.k === 'lambda') return naturalLambdaType(b, bound);
  const only: Callable | undefined = bound.candidates.length === 1 ? bound.candidates[0] : undefined;
  if (only === undefined || only.typeParams.length > 0) return undefined;
  if (only.params.some((param) => param.mode === 'out' || param.mode === 'ref')) return undefined;
  switch (only.origin.kind) {
    case 'function':
    case 'method':
    case 'library':
    case 'operation':
    case 'local':
      return b.types.functionType(
        only.params.map((param) => param.type),
        only.returns,
      );
    default:
      return undefined;
  }
}
