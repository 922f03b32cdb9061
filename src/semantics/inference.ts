/** Type inference of calls, in C#'s two phases (C# spec 12.6.3). */
import type { ArgumentInfo, LambdaInfo, ValueInfo } from './arguments.ts';
import type { TypeParameterSymbol } from './symbols.ts';
import {
  errorType,
  isNullableValue,
  isValueType,
  neverType,
  nullType,
  partsOf,
  stripNullable,
  voidType,
} from './type-table.ts';
import type { DelegateType, Type } from './types.ts';
import type { Typing } from './typing.ts';

/** A value and the type of the parameter it goes to. */
export interface InferencePair {
  readonly value: ValueInfo;
  readonly mode: ArgumentInfo['mode'];
  readonly to: Type;
}

/** Resolves a method group for given parameter types, and tells what it would return. */
export type GroupReturn = (group: ValueInfo & { kind: 'methodGroup' }, params: readonly Type[]) => Type | undefined;

export type InferenceResult =
  | { readonly ok: true; readonly args: readonly Type[] }
  | { readonly ok: false; readonly typeParam: string };

interface Bounds {
  readonly exact: Set<Type>;
  readonly lower: Set<Type>;
  readonly upper: Set<Type>;
}

type Kind = 'exact' | 'lower' | 'upper';

export function inferTypeArguments(
  typing: Typing,
  typeParams: readonly TypeParameterSymbol[],
  pairs: readonly InferencePair[],
  groupReturn: GroupReturn,
): InferenceResult {
  return new Inference(typing, typeParams, groupReturn).run(pairs);
}

class Inference {
  readonly #typing: Typing;
  readonly #params: readonly TypeParameterSymbol[];
  readonly #groupReturn: GroupReturn;
  readonly #bounds = new Map<TypeParameterSymbol, Bounds>();
  readonly #fixed = new Map<TypeParameterSymbol, Type>();

  /** Something among the arguments is wrong already: what they do not tell is nobody's fault. */
  #wrong = false;

  constructor(typing: Typing, params: readonly TypeParameterSymbol[], groupReturn: GroupReturn) {
    this.#typing = typing;
    this.#params = params;
    this.#groupReturn = groupReturn;
    for (const param of params) this.#bounds.set(param, { exact: new Set(), lower: new Set(), upper: new Set() });
  }

  run(pairs: readonly InferencePair[]): InferenceResult {
    for (const pair of pairs) this.#first(pair);
    let functions = pairs.filter(isFunctionPair);
    while (this.#fixed.size < this.#params.length) {
      functions = functions.filter((pair) => !this.#output(pair));
      const unfixed = this.#params.filter((param) => !this.#fixed.has(param));
      const independent = unfixed.filter((param) => !this.#depends(param, functions));
      const now =
        independent.length > 0
          ? independent
          : unfixed.filter((param) => this.#hasBounds(param) && this.#isInput(param, functions));
      if (now.length === 0) return { ok: false, typeParam: unfixed[0]?.name ?? '' };
      for (const param of now) {
        const type = this.#fix(param) ?? (this.#wrong ? errorType : undefined);
        if (type === undefined) return { ok: false, typeParam: param.name };
        this.#fixed.set(param, type);
      }
    }
    return { ok: true, args: this.#params.map((param) => this.#fixed.get(param) as Type) };
  }

  // -------------------------------------------------------------- the first phase

  #first({ value, mode, to }: InferencePair): void {
    if (mode !== 'value') {
      const type = value.kind === 'typed' ? value.type : value.kind === 'outDeclaration' ? value.type : undefined;
      if (type !== undefined) this.#infer('exact', type, to);
      return;
    }
    this.#value(value, to);
  }

  #value(value: ValueInfo, to: Type): void {
    switch (value.kind) {
      case 'typed':
        this.#infer('lower', value.type, to);
        return;
      case 'lambda': {
        const delegate = delegateOf(to);
        if (delegate?.params.length !== value.arity) return;
        for (const [i, type] of value.types.entries()) {
          if (type !== undefined) this.#infer('exact', type, delegate.params[i] as Type);
        }
        return;
      }
      case 'collection': {
        const element = this.#typing.hierarchy.elementOf(stripNullable(to));
        if (element === undefined) return;
        for (const each of value.elements) {
          if (!each.spread) this.#value(each.value, element);
          else if (each.value.kind === 'typed') {
            const from = this.#typing.hierarchy.elementOf(each.value.type);
            if (from !== undefined) this.#infer('lower', from, element);
          }
        }
        return;
      }
      case 'branches':
        if (value.natural !== undefined) this.#infer('lower', value.natural, to);
        else for (const branch of value.values) this.#value(branch, to);
        return;
      case 'tuple':
        if (to.kind === 'tuple' && to.items.length === value.items.length) {
          for (const [i, item] of value.items.entries()) this.#value(item, to.items[i] as Type);
        } else if (value.natural !== undefined) {
          this.#infer('lower', value.natural, to);
        }
        return;
      case 'any':
        this.#wrong = true;
        return;
      case 'null':
      case 'default':
      case 'new':
      case 'methodGroup':
      case 'outDeclaration':
        return;
    }
  }

  // -------------------------------------------------------------- the second phase

  /** Infers from what a lambda or method group returns, once its parameter types are known. @returns done with it */
  #output({ value, to }: FunctionPair): boolean {
    const delegate = delegateOf(to);
    if (delegate === undefined) return true;
    if (delegate.params.some((param) => this.#mentionsUnfixed(param))) return false;
    if (!this.#mentionsUnfixed(delegate.returns)) return true;
    const params = delegate.params.map((param) => this.#typing.types.substitute(param, this.#fixed));
    if (value.kind === 'methodGroup') {
      const returns = this.#groupReturn(value, params);
      if (returns !== undefined && returns !== voidType) this.#infer('lower', returns, delegate.returns);
      return true;
    }
    if (value.arity !== params.length) return true;
    const shape = value.bind(value.types.map((type, i) => type ?? (params[i] as Type)));
    if (shape.hasErrors) this.#wrong = true;
    if (shape.returns !== undefined && shape.returns !== voidType) {
      this.#infer('lower', shape.returns, delegate.returns);
    } else {
      for (const each of shape.values) this.#value(each, delegate.returns);
    }
    return true;
  }

  /** Some function still to look at gives the parameter, and takes one that is not known yet. */
  #depends(param: TypeParameterSymbol, functions: readonly FunctionPair[]): boolean {
    return functions.some(({ to }) => {
      const delegate = delegateOf(to);
      return (
        delegate !== undefined &&
        mentions(delegate.returns, param) &&
        delegate.params.some((type) => this.#mentionsUnfixed(type))
      );
    });
  }

  #isInput(param: TypeParameterSymbol, functions: readonly FunctionPair[]): boolean {
    return functions.some(({ to }) => delegateOf(to)?.params.some((type) => mentions(type, param)) === true);
  }

  #mentionsUnfixed(type: Type): boolean {
    return (
      this.#typing.types.isOpen(type) && this.#params.some((param) => !this.#fixed.has(param) && mentions(type, param))
    );
  }

  #hasBounds(param: TypeParameterSymbol): boolean {
    const bounds = this.#bounds.get(param) as Bounds;
    return bounds.exact.size + bounds.lower.size + bounds.upper.size > 0;
  }

  // -------------------------------------------------------------- bounds

  #infer(kind: Kind, from: Type, to: Type): void {
    if (from === nullType || from === neverType || from === voidType || !this.#typing.types.isOpen(to)) return;
    if (to.kind === 'param') {
      this.#bounds.get(to.symbol)?.[kind].add(from);
      return;
    }
    if (to.kind === 'nullable') {
      // `T?` of an unconstrained T takes a value type as it is, and a reference with or without its `?`.
      const lifts = to.element.kind !== 'param' || isValueType(to.element);
      this.#infer(kind, lifts || !isNullableValue(from) ? stripNullable(from) : from, to.element);
      return;
    }
    const source = isNullableValue(from) ? from : stripNullable(from);
    switch (to.kind) {
      case 'array':
        if (source.kind === 'array') this.#inferElement(kind, source.element, to.element);
        return;
      case 'tuple':
        if (source.kind === 'tuple' && source.items.length === to.items.length) {
          for (const [i, item] of source.items.entries()) this.#infer(kind, item, to.items[i] as Type);
        }
        return;
      case 'delegate':
        if (source.kind === 'delegate' && source.params.length === to.params.length) {
          const against = kind === 'exact' ? 'exact' : kind === 'lower' ? 'upper' : 'lower';
          for (const [i, param] of source.params.entries()) this.#infer(against, param, to.params[i] as Type);
          this.#infer(kind, source.returns, to.returns);
        }
        return;
      case 'class':
      case 'library':
        this.#inferArguments(kind, source, to);
        return;
      default:
        return;
    }
  }

  /** A covariant place: exact where the element is a value type, which has no variance. */
  #inferElement(kind: Kind, from: Type, to: Type): void {
    this.#infer(isValueType(from) ? 'exact' : kind, from, to);
  }

  #inferArguments(kind: Kind, from: Type, to: Extract<Type, { kind: 'class' | 'library' }>): void {
    const { hierarchy } = this.#typing;
    const same = kind === 'upper' ? hierarchy.instanceOf(to, from) : hierarchy.instanceOf(from, to);
    const [a, b] = kind === 'upper' ? [from, same] : [same, to];
    if (a === undefined || b === undefined || a.kind !== b.kind) return;
    if ((a.kind !== 'class' && a.kind !== 'library') || (b.kind !== 'class' && b.kind !== 'library')) return;
    for (const [i, arg] of a.args.entries()) {
      const other = b.args[i] as Type;
      const variance = hierarchy.varianceOf(to, i);
      if (variance === undefined || isValueType(arg) || kind === 'exact') this.#infer('exact', arg, other);
      else if (variance === 'out') this.#infer(kind, arg, other);
      else this.#infer(kind === 'lower' ? 'upper' : 'lower', arg, other);
    }
  }

  #fix(param: TypeParameterSymbol): Type | undefined {
    const bounds = this.#bounds.get(param) as Bounds;
    return fixBounds(this.#typing, [...bounds.exact], [...bounds.lower], [...bounds.upper]);
  }
}

function fixBounds(
  typing: Typing,
  exact: readonly Type[],
  lower: readonly Type[],
  upper: readonly Type[],
): Type | undefined {
  const { types, conversions } = typing;
  // Of types that differ by a `?` on references only, the one that admits null stands for all.
  const distinct = new Map<Type, Type>();
  for (const type of [...exact, ...lower, ...upper]) {
    const erased = types.erase(type);
    const there = distinct.get(erased);
    if (there === undefined || (type.kind === 'nullable' && there.kind !== 'nullable')) distinct.set(erased, type);
  }
  let candidates = [...distinct.values()];
  if (candidates.length === 1) return candidates[0];
  candidates = candidates.filter(
    (type) =>
      exact.every((bound) => types.same(bound, type)) &&
      lower.every((bound) => conversions.isImplicit(bound, type)) &&
      upper.every((bound) => conversions.isImplicit(type, bound)),
  );
  const best = candidates.filter((type) => candidates.every((other) => conversions.isImplicit(other, type)));
  return best.length === 1 ? best[0] : undefined;
}

/** The type that a value has by itself. */
export function naturalType(value: ValueInfo): Type | undefined {
  switch (value.kind) {
    case 'typed':
      return value.type;
    case 'branches':
    case 'tuple':
      return value.natural;
    default:
      return undefined;
  }
}

interface FunctionPair extends InferencePair {
  readonly value: LambdaInfo | (ValueInfo & { kind: 'methodGroup' });
}

function isFunctionPair(pair: InferencePair): pair is FunctionPair {
  return pair.value.kind === 'lambda' || pair.value.kind === 'methodGroup';
}

function delegateOf(type: Type): DelegateType | undefined {
  const of = stripNullable(type);
  return of.kind === 'delegate' ? of : undefined;
}

function mentions(type: Type, param: TypeParameterSymbol): boolean {
  return type.kind === 'param' ? type.symbol === param : partsOf(type).some((part) => mentions(part, param));
}
