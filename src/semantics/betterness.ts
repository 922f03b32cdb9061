/** Which of two applicable candidates is better (C# spec 12.6.4.3 to 12.6.4.7). */
import type { ArgumentInfo, ValueInfo } from './arguments.ts';
import { type Candidate, isReduced } from './call-shapes.ts';
import { naturalType } from './inference.ts';
import { partsOf, stripNullable, voidType } from './type-table.ts';
import type { DelegateType, Type } from './types.ts';
import type { Typing } from './typing.ts';

/** More than 0 where `a` is better, less where `b` is, 0 where neither. */
export function better(typing: Typing, a: Candidate, b: Candidate, args: readonly ArgumentInfo[]): number {
  let forA = 0;
  let forB = 0;
  const weigh = (value: ValueInfo | undefined, ta: Type, tb: Type): void => {
    const which = value === undefined ? betterTarget(typing, ta, tb) : betterConversion(typing, value, ta, tb);
    if (which > 0) forA++;
    else if (which < 0) forB++;
  };
  // The receiver of an extension is its first argument: a query's methods go before those of any sequence.
  if (a.receiver !== undefined && b.receiver !== undefined) weigh(undefined, a.receiver, b.receiver);
  for (const [i, arg] of args.entries()) weigh(arg.value, a.targets[i] as Type, b.targets[i] as Type);
  if (forA > 0 && forB > 0) return 0;
  if (forA !== forB) return forA - forB;
  return tieBreak(typing, a, b, args);
}

/** Better conversion from expression. */
function betterConversion(typing: Typing, value: ValueInfo, a: Type, b: Type): number {
  if (typing.types.same(a, b)) return 0;
  const own = naturalType(value);
  if (own !== undefined) {
    if (typing.types.same(own, a)) return 1;
    if (typing.types.same(own, b)) return -1;
  }
  const da = stripNullable(a);
  const db = stripNullable(b);
  if (da.kind === 'delegate' && db.kind === 'delegate') {
    if (value.kind === 'lambda') return betterDelegate(typing, da, db, lambdaReturns(value, da));
    if (value.kind === 'methodGroup') return betterDelegate(typing, da, db, undefined);
  }
  return betterTarget(typing, a, b);
}

function lambdaReturns(value: ValueInfo & { kind: 'lambda' }, delegate: DelegateType): Type | undefined {
  return value.bind(value.types.map((type, i) => type ?? (delegate.params[i] as Type))).returns;
}

/** Of delegates with the same parameters, the one whose result the body gives more exactly; a result before none. */
function betterDelegate(typing: Typing, a: DelegateType, b: DelegateType, returns: Type | undefined): number {
  const { types } = typing;
  if (a.params.length !== b.params.length) return 0;
  if (!a.params.every((param, i) => types.same(param, b.params[i] as Type))) return 0;
  if (a.returns === voidType || b.returns === voidType) {
    return a.returns === b.returns ? 0 : a.returns === voidType ? -1 : 1;
  }
  if (returns !== undefined && !types.same(a.returns, b.returns)) {
    if (types.same(returns, a.returns)) return 1;
    if (types.same(returns, b.returns)) return -1;
  }
  return betterTarget(typing, a.returns, b.returns);
}

/** Better conversion target: the one that becomes the other by itself. */
function betterTarget(typing: Typing, a: Type, b: Type): number {
  if (typing.types.same(a, b)) return 0;
  const ab = typing.conversions.isImplicit(a, b);
  const ba = typing.conversions.isImplicit(b, a);
  return ab === ba ? 0 : ab ? 1 : -1;
}

function tieBreak(typing: Typing, a: Candidate, b: Candidate, args: readonly ArgumentInfo[]): number {
  const same = args.every((_, i) => typing.types.same(a.targets[i] as Type, b.targets[i] as Type));
  if (same) {
    const generic = Math.sign(b.callable.typeParams.length) - Math.sign(a.callable.typeParams.length);
    if (generic !== 0) return generic;
    if (a.shape.expanded !== b.shape.expanded) return a.shape.expanded ? -1 : 1;
    if (a.shape.expanded && a.callable.params.length !== b.callable.params.length) {
      return a.callable.params.length - b.callable.params.length;
    }
  }
  if (a.shape.defaults !== b.shape.defaults && (a.shape.defaults === 0 || b.shape.defaults === 0)) {
    return b.shape.defaults - a.shape.defaults;
  }
  return same ? moreSpecific(a, b) : 0;
}

/** By the parameters as declared: what is no type parameter is more specific than one. */
function moreSpecific(a: Candidate, b: Candidate): number {
  const pa = declared(a);
  const pb = declared(b);
  let result = 0;
  for (let i = 0; i < Math.min(pa.length, pb.length); i++) {
    const which = specificity(pa[i] as Type, pb[i] as Type);
    if (which === 0) continue;
    if (result !== 0 && result !== which) return 0;
    result = which;
  }
  return result;
}

function declared(candidate: Candidate): readonly Type[] {
  const types = candidate.shape.parameterOf.flatMap((param) => param?.type ?? []);
  const receiver = isReduced(candidate.callable) ? candidate.callable.params[0]?.type : undefined;
  return receiver === undefined ? types : [receiver, ...types];
}

function specificity(a: Type, b: Type): number {
  if (a === b) return 0;
  if (a.kind === 'param') return b.kind === 'param' ? 0 : -1;
  if (b.kind === 'param') return 1;
  if (a.kind !== b.kind) return 0;
  const pa = partsOf(a);
  const pb = partsOf(b);
  if (pa.length !== pb.length) return 0;
  let result = 0;
  for (const [i, part] of pa.entries()) {
    const which = specificity(part, pb[i] as Type);
    if (which === 0) continue;
    if (result !== 0 && result !== which) return 0;
    result = which;
  }
  return result;
}
