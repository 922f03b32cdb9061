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
import { type Candidate, isReduced, matchShape, type Shape, shapeFailure } from './call-shapes.ts';
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
    if (group.candidates.length === 0) return this.resolve(group.extensions, args, { typeArgs, receiver });
    const own = this.resolve(group.candidates, args, { typeArgs });
    if (own.ok || group.extensions.length === 0 || own.failure.reason === 'ambiguous') return own;
    const extension = this.resolve(group.extensions, args, { typeArgs, receiver });
    return extension.ok ? extension : own;
  }

  /** Resolves a call of one of `candidates`, whose names are one. */
  resolve(candidates: readonly Callable[], args: readonly ArgumentInfo[], options: CallOptions = {}): CallResult {
    const failures: Failed[] = [];
    const fitting: { candidate: Candidate; fit: Fit }[] = [];
    for (const callable of candidates) {
      const tried = this.#try(callable, args, options);
      if ('failure' in tried) failures.push(tried);
      else fitting.push(tried);
    }
    const clean = fitting.filter((each) => each.fit === 'yes');
    const applicable = (clean.length > 0 ? clean : fitting).map((each) => each.candidate);
    if (applicable.length === 0) return this.#fail(candidates, args, failures, options);
    const chosen = this.#choose(applicable, args);
    if (chosen !== undefined) return this.#resolved(chosen, args);
    const [first] = applicable as [Candidate];
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

  #try(
    callable: Callable,
    args: readonly ArgumentInfo[],
    options: CallOptions,
  ): Failed | { candidate: Candidate; fit: Fit } {
    const { typeArgs } = options;
    if (typeArgs !== undefined && typeArgs.length !== callable.typeParams.length) {
      return { failure: { reason: 'typeArguments', callable, given: typeArgs.length }, progress: -2, callable };
    }
    const normal = matchShape(callable, args, false);
    let failed: Failed | undefined;
    if (normal.ok) {
      const tried = this.#tryShape(callable, normal, args, options);
      if (!('failure' in tried)) return tried;
      failed = tried;
    }
    if (callable.params.at(-1)?.mode === 'params') {
      const expanded = matchShape(callable, args, true);
      if (expanded.ok) {
        const tried = this.#tryShape(callable, expanded, args, options);
        if (!('failure' in tried)) return tried;
        failed = failed === undefined || tried.progress >= failed.progress ? tried : failed;
      }
    }
    return failed ?? { failure: shapeFailure(normal, [callable]), progress: -1, callable };
  }

  #tryShape(
    callable: Callable,
    shape: Shape,
    args: readonly ArgumentInfo[],
    options: CallOptions,
  ): Failed | { candidate: Candidate; fit: Fit } {
    const open = args.map((_, i) => parameterType(shape, i, callable));
    const receiver = isReduced(callable) ? callable.params[0]?.type : undefined;
    let map: TypeMap = emptyTypeMap;
    let typeArgs: readonly Type[] = [];
    if (callable.typeParams.length > 0) {
      if (options.typeArgs !== undefined) typeArgs = options.typeArgs;
      else {
        const inferred = this.#infer(callable, open, args, receiver, options.receiver);
        if (!inferred.ok) {
          return { failure: { reason: 'inference', callable, typeParam: inferred.typeParam }, progress: 0, callable };
        }
        typeArgs = inferred.args;
      }
      map = typeMap(callable.typeParams, typeArgs);
    }
    const { types } = this.#typing;
    const targets = open.map((type) => types.substitute(type, map));
    const receiverType = receiver && types.substitute(receiver, map);
    if (
      receiverType !== undefined &&
      options.receiver !== undefined &&
      !this.#receives(options.receiver, receiverType)
    ) {
      const from: ValueInfo = { kind: 'typed', type: options.receiver };
      return {
        failure: { reason: 'mismatch', argument: -1, from, to: receiverType, callable, param: 'this' },
        progress: 0,
        callable,
      };
    }
    let fit: Fit = 'yes';
    for (const [i, arg] of args.entries()) {
      const each = this.#argumentFits(arg, targets[i] as Type, shape.parameterOf[i] as ParameterSymbol);
      if (each === 'no') {
        const param = shape.parameterOf[i]?.name ?? '';
        const to = targets[i] as Type;
        const fitting = args.filter(
          (other, j) =>
            j > i && this.#argumentFits(other, targets[j] as Type, shape.parameterOf[j] as ParameterSymbol) !== 'no',
        ).length;
        return {
          failure: { reason: 'mismatch', argument: i, from: arg.value, to, callable, param },
          progress: 1 + i + fitting,
          callable,
          targets,
        };
      }
      if (each === 'errors') fit = 'errors';
    }
    const unmet = this.#unmetConstraint(callable, typeArgs, map);
    if (unmet !== undefined)
      return { failure: { reason: 'constraint', callable, ...unmet }, progress: 1 + args.length, callable, targets };
    return { candidate: { callable, shape, map, typeArgs, targets, receiver: receiverType }, fit };
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
    const order = shape.supplied.flatMap((s) =>
      s.kind === 'argument' ? [s.index] : s.kind === 'params' ? s.indexes : [],
    );
    const supplied = shape.supplied.map(
      (s): Supplied => (s.kind === 'params' ? { ...s, element: types.substitute(s.element, map) } : s),
    );
    return {
      ok: true,
      callable,
      typeArgs,
      params: callable.params.map((param) => types.substitute(param.type, map)),
      returns: types.substitute(callable.returns, map),
      supplied,
      targets: args.map((_, i) => targets[i] as Type),
      reordered: order.some((index, i) => index !== i),
    };
  }

  // -------------------------------------------------------------- failure

  #fail(
    candidates: readonly Callable[],
    args: readonly ArgumentInfo[],
    failures: readonly Failed[],
    options: CallOptions,
  ): FailedCall {
    const nearest = failures.reduce<Failed | undefined>(
      (best, each) => (best === undefined || each.progress > best.progress ? each : best),
      undefined,
    );
    if (nearest === undefined) {
      const failure: CallFailure = { reason: 'arguments', detail: 'cannot be called', expected: [] };
      return { ok: false, failure, nearest: undefined, targets: args.map(() => undefined) };
    }
    // An argument that is wrong already accounts for what cannot be inferred.
    let failure = nearest.failure;
    if (nearest.progress === -1 && candidates.length > 1) {
      const shapes = candidates.map((callable) => matchShape(callable, args, false));
      failure = shapeFailure(shapes[0] as Shape, candidates);
    }
    const { callable } = nearest;
    const shape = matchShape(callable, args, false);
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

interface Failed {
  readonly failure: CallFailure;
  /** How near it came: what is compared to name the candidate that is meant. */
  readonly progress: number;
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
