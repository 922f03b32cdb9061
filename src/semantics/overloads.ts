/** Overload resolution (C# spec 12.6.4): which of several callables a list of arguments means. `arguments.ts` has its terms. */
import type {
  ArgumentInfo,
  CallFailure,
  CallResult,
  FailedCall,
  ResolvedCall,
  Supplied,
  ValueInfo,
} from './arguments.ts';
import { better } from './betterness.ts';
import { type Candidate, isReduced, matchShape, mayMatch, type Shape, shapeFailure } from './call-shapes.ts';
import { type InferencePair, inferTypeArguments } from './inference.ts';
import type { MemberGroup } from './members.ts';
import type { Callable, ParameterSymbol } from './symbols.ts';
import { unmetConstraint } from './type-constraints.ts';
import { displayType, emptyTypeMap, errorType, type TypeMap, typeMap, voidType } from './type-table.ts';
import type { DelegateType, Type } from './types.ts';
import type { Typing } from './typing.ts';
import { type Fit, valueFits } from './value-conversions.ts';

export interface CallOptions {
  /** Type arguments that are written. */
  readonly typeArgs?: readonly Type[] | undefined;
  /** The receiver's type, for candidates that are extensions called as methods. */
  readonly receiver?: Type | undefined;
}

export class Overloads {
  readonly #typing: Typing;

  constructor(typing: Typing) {
    this.#typing = typing;
  }

  /** Resolves a call of a member: its methods first, then extensions with the receiver in front. */
  resolveGroup(
    group: MemberGroup & { kind: 'methods' },
    receiver: Type | undefined,
    args: readonly ArgumentInfo[],
    typeArgs?: readonly Type[],
  ): CallResult {
    const own: CallOptions = { typeArgs };
    const extending: CallOptions = { typeArgs, receiver };
    return (
      this.#among(group.candidates, args, own) ??
      this.#among(group.extensions, args, extending) ??
      (group.candidates.length > 0
        ? this.#fail(group.candidates, args, own)
        : this.#fail(group.extensions, args, extending))
    );
  }

  /** Resolves a call of one of `candidates`, whose names are one. */
  resolve(candidates: readonly Callable[], args: readonly ArgumentInfo[], options: CallOptions = {}): CallResult {
    return this.#among(candidates, args, options) ?? this.#fail(candidates, args, options);
  }

  /** The call, or its ambiguity; undefined where no candidate is applicable. */
  #among(candidates: readonly Callable[], args: readonly ArgumentInfo[], options: CallOptions): CallResult | undefined {
    const clean: Candidate[] = [];
    const withErrors: Candidate[] = [];
    for (const callable of candidates) {
      const tried = this.#try(callable, args, options);
      if (!tried.ok) continue;
      if (tried.fit === 'yes') clean.push(tried.candidate);
      else withErrors.push(tried.candidate);
    }
    const applicable = clean.length > 0 ? clean : withErrors;
    const [first] = applicable;
    if (first === undefined) return undefined;
    const chosen = this.#choose(applicable, args);
    if (chosen !== undefined) return this.#resolved(chosen, args);
    // What is wrong already fits everything.
    if (args.some((arg) => isWrong(arg.value))) return this.#resolved(first, args);
    return {
      ok: false,
      failure: { reason: 'ambiguous', candidates: applicable.map((each) => each.callable) },
      nearest: first.callable,
      targets: first.targets,
    };
  }

  /** A value may go to a type, whatever it is. */
  fits(value: ValueInfo, to: Type): Fit {
    return valueFits(this.#typing, value, to, (group, delegate) => this.groupFits(group, delegate));
  }

  /** The callable of a method group that a delegate's parameter types choose. */
  resolveMethodGroup(candidates: readonly Callable[], params: readonly Type[]): CallResult {
    return this.resolve(candidates, params.map(typedArgument));
  }

  /** A method group may become the delegate: C# wants references to stay as they are, and the same result otherwise. */
  groupFits(group: ValueInfo & { kind: 'methodGroup' }, delegate: DelegateType): boolean {
    const result = this.resolveMethodGroup(group.candidates, delegate.params);
    if (!result.ok || result.supplied.some((s) => s.kind === 'params')) return false;
    const { hierarchy, types } = this.#typing;
    if (delegate.returns === voidType || result.returns === voidType) return delegate.returns === result.returns;
    return (
      types.same(result.returns, delegate.returns) || hierarchy.isReferenceConvertible(result.returns, delegate.returns)
    );
  }

  // -------------------------------------------------------------- one candidate

  #try(callable: Callable, args: readonly ArgumentInfo[], options: CallOptions): Applicable | Failed {
    const { typeArgs } = options;
    if (typeArgs !== undefined && typeArgs.length !== callable.typeParams.length) {
      const failure = (): CallFailure => ({ reason: 'typeArguments', callable, given: typeArgs.length });
      return { ok: false, failure, progress: () => -2, callable };
    }
    let failed: Failed | undefined;
    if (mayMatch(callable, args)) {
      const normal = matchShape(callable, args, false);
      if (normal.ok) {
        const tried = this.#tryShape(callable, normal, args, options);
        if (tried.ok) return tried;
        failed = tried;
      }
    }
    if (callable.params.at(-1)?.mode === 'params') {
      const expanded = matchShape(callable, args, true);
      if (expanded.ok) {
        const tried = this.#tryShape(callable, expanded, args, options);
        if (tried.ok) return tried;
        failed ??= tried;
      }
    }
    if (failed !== undefined) return failed;
    const failure = (): CallFailure => shapeFailure(matchShape(callable, args, false), [callable]);
    return { ok: false, failure, progress: () => -1, callable };
  }

  #tryShape(
    callable: Callable,
    shape: Shape,
    args: readonly ArgumentInfo[],
    options: CallOptions,
  ): Applicable | Failed {
    const open = args.map((_, i) => parameterType(shape, i, callable));
    const receiver = isReduced(callable) ? callable.params[0]?.type : undefined;
    let map: TypeMap = emptyTypeMap;
    let typeArgs: readonly Type[] = [];
    if (callable.typeParams.length > 0) {
      if (options.typeArgs !== undefined) typeArgs = options.typeArgs;
      else {
        const inferred = this.#infer(callable, open, args, receiver, options.receiver);
        if (!inferred.ok) {
          const failure = (): CallFailure => ({ reason: 'inference', callable, typeParam: inferred.typeParam });
          return { ok: false, failure, progress: () => 0, callable };
        }
        typeArgs = inferred.args;
      }
      map = typeMap(callable.typeParams, typeArgs);
    }
    const { types } = this.#typing;
    const targets = map.size === 0 ? open : open.map((type) => types.substitute(type, map));
    const receiverType = receiver && types.substitute(receiver, map);
    if (
      receiverType !== undefined &&
      options.receiver !== undefined &&
      !this.#receives(options.receiver, receiverType)
    ) {
      const from: ValueInfo = { kind: 'typed', type: options.receiver };
      const failure = (): CallFailure => ({
        reason: 'mismatch',
        argument: -1,
        from,
        to: receiverType,
        callable,
        param: 'this',
      });
      return { ok: false, failure, progress: () => 0, callable };
    }
    let fit: Fit = 'yes';
    for (let i = 0; i < args.length; i++) {
      const each = this.#fitsAt(i, args, targets, shape);
      if (each === 'no') return this.#misfit(i, callable, args, targets, shape);
      if (each === 'errors') fit = 'errors';
    }
    const unmet = this.#unmetConstraint(callable, typeArgs, map);
    if (unmet !== undefined) {
      const failure = (): CallFailure => ({ reason: 'constraint', callable, ...unmet });
      return { ok: false, failure, progress: () => 1 + args.length, callable, targets };
    }
    return { ok: true, candidate: { callable, shape, map, typeArgs, targets, receiver: receiverType }, fit };
  }

  #misfit(
    argument: number,
    callable: Callable,
    args: readonly ArgumentInfo[],
    targets: readonly Type[],
    shape: Shape,
  ): Failed {
    const failure = (): CallFailure => ({
      reason: 'mismatch',
      argument,
      from: (args[argument] as ArgumentInfo).value,
      to: targets[argument] as Type,
      callable,
      param: shape.parameterOf[argument]?.name ?? '',
    });
    // How many of the arguments would fit tells which candidate was meant.
    const progress = (): number => 1 + args.filter((_, i) => this.#fitsAt(i, args, targets, shape) !== 'no').length;
    return { ok: false, failure, progress, callable, targets };
  }

  #fitsAt(i: number, args: readonly ArgumentInfo[], targets: readonly Type[], shape: Shape): Fit {
    return this.#argumentFits(args[i] as ArgumentInfo, targets[i] as Type, shape.parameterOf[i] as ParameterSymbol);
  }

  #receives(receiver: Type, to: Type): boolean {
    const conversion = this.#typing.conversions.classify(receiver, to);
    return (
      conversion !== undefined &&
      (conversion.kind === 'identity' ||
        conversion.kind === 'reference' ||
        conversion.kind === 'boxing' ||
        conversion.kind === 'silent')
    );
  }

  #argumentFits(arg: ArgumentInfo, to: Type, param: ParameterSymbol): Fit {
    const byReference = param.mode === 'out' || param.mode === 'ref';
    if (!byReference) return this.fits(arg.value, to);
    if (arg.value.kind === 'typed') {
      const type = arg.value.type;
      return type === errorType || this.#typing.types.same(type, to) ? 'yes' : 'no';
    }
    return this.fits(arg.value, to);
  }

  #infer(
    callable: Callable,
    open: readonly Type[],
    args: readonly ArgumentInfo[],
    receiverParam: Type | undefined,
    receiver: Type | undefined,
  ): ReturnType<typeof inferTypeArguments> {
    const pairs: InferencePair[] = args.map((arg, i) => ({ value: arg.value, mode: arg.mode, to: open[i] as Type }));
    if (receiverParam !== undefined && receiver !== undefined) {
      pairs.unshift({ value: { kind: 'typed', type: receiver }, mode: 'value', to: receiverParam });
    }
    return inferTypeArguments(this.#typing, callable.typeParams, pairs, (group, params) => {
      const result = this.resolveMethodGroup(group.candidates, params);
      return result.ok ? result.returns : undefined;
    });
  }

  #unmetConstraint(
    callable: Callable,
    typeArgs: readonly Type[],
    map: TypeMap,
  ): { type: Type; constraint: string } | undefined {
    for (const [i, param] of callable.typeParams.entries()) {
      const type = typeArgs[i];
      const constraint = type && unmetConstraint(this.#typing, param, type, map);
      if (constraint !== undefined) return { type: type as Type, constraint };
    }
    return undefined;
  }

  // -------------------------------------------------------------- among candidates

  #choose(applicable: readonly Candidate[], args: readonly ArgumentInfo[]): Candidate | undefined {
    if (applicable.length === 1) return applicable[0];
    // What is declared nearer to the receiver's type goes before what it inherits.
    const depth = Math.min(...applicable.map((each) => each.callable.depth ?? 0));
    const nearest = applicable.filter((each) => (each.callable.depth ?? 0) === depth);
    if (nearest.length === 1) return nearest[0];
    let best = nearest[0] as Candidate;
    for (const each of nearest) {
      if (each !== best && better(this.#typing, each, best, args) > 0) best = each;
    }
    return nearest.every((each) => each === best || better(this.#typing, best, each, args) > 0) ? best : undefined;
  }

  #resolved(candidate: Candidate, args: readonly ArgumentInfo[]): ResolvedCall {
    const { callable, shape, map, typeArgs, targets } = candidate;
    const { types } = this.#typing;
    const isOpen = map.size > 0;
    return {
      ok: true,
      callable,
      typeArgs,
      params: callable.params.map((param) => (isOpen ? types.substitute(param.type, map) : param.type)),
      returns: types.substitute(callable.returns, map),
      supplied:
        isOpen && shape.expanded
          ? shape.supplied.map(
              (s): Supplied => (s.kind === 'params' ? { ...s, element: types.substitute(s.element, map) } : s),
            )
          : shape.supplied,
      targets,
      reordered: args.some((arg) => arg.name !== undefined) && isReordered(shape),
    };
  }

  // -------------------------------------------------------------- failure

  #fail(candidates: readonly Callable[], args: readonly ArgumentInfo[], options: CallOptions): FailedCall {
    let nearest: Failed | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const callable of candidates) {
      const tried = this.#try(callable, args, options);
      if (tried.ok) continue;
      const progress = tried.progress();
      if (progress <= most) continue;
      most = progress;
      nearest = tried;
    }
    if (nearest === undefined) {
      const failure: CallFailure = { reason: 'arguments', detail: 'cannot be called', expected: [] };
      return { ok: false, failure, nearest: undefined, targets: args.map(() => undefined) };
    }
    const { callable } = nearest;
    const shape = matchShape(callable, args, false);
    const failure = most === -1 ? shapeFailure(shape, candidates) : nearest.failure();
    const targets =
      nearest.targets ??
      args.map((_, i) => {
        const type = shape.parameterOf[i]?.type;
        return type === undefined || this.#mentionsOwn(type, callable) ? undefined : type;
      });
    return { ok: false, failure: withReceiver(failure, options), nearest: callable, targets };
  }

  #mentionsOwn(type: Type, callable: Callable): boolean {
    return callable.typeParams.length > 0 && this.#typing.types.isOpen(type);
  }
}

interface Applicable {
  readonly ok: true;
  readonly candidate: Candidate;
  readonly fit: Fit;
}

/** Most candidates fail without anybody asking why. */
interface Failed {
  readonly ok: false;
  readonly failure: () => CallFailure;
  /** How near it came: what is compared to name the candidate that is meant. */
  readonly progress: () => number;
  readonly callable: Callable;
  readonly targets?: readonly Type[];
}

function withReceiver(failure: CallFailure, options: CallOptions): CallFailure {
  if (failure.reason !== 'mismatch' || failure.argument >= 0) return failure;
  const receiver = options.receiver === undefined ? '?' : displayType(options.receiver);
  return {
    reason: 'arguments',
    detail: `cannot be called on a value of type '${receiver}'`,
    expected: [failure.callable],
  };
}

/** The type, with type parameters, that an argument goes to. */
function parameterType(shape: Shape, argument: number, callable: Callable): Type {
  const param = shape.parameterOf[argument];
  if (param === undefined) return errorType;
  if (!shape.expanded || param !== callable.params.at(-1)) return param.type;
  return param.type.kind === 'array' ? param.type.element : errorType;
}

function typedArgument(type: Type): ArgumentInfo {
  return { name: undefined, mode: 'value', value: { kind: 'typed', type }, span: { start: 0, end: 0 } };
}

function isWrong(value: ValueInfo): boolean {
  return value.kind === 'any' || (value.kind === 'typed' && value.type === errorType);
}

function isReordered(shape: Shape): boolean {
  const order = shape.supplied.flatMap((s) =>
    s.kind === 'argument' ? [s.index] : s.kind === 'params' ? s.indexes : [],
  );
  return order.some((index, i) => index !== i);
}
