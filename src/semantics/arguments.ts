/**
 * What overload resolution is told of arguments. Some have a type of their own; others (`null`, lambdas, `new()`, …) get
 * theirs from the parameter, and are described by what they can become (C# spec 12.6.4).
 */
import type { Span } from '../source/source.ts';
import type { ConstantValue } from './conversions.ts';
import type { Callable } from './symbols.ts';
import type { Type } from './types.ts';

export interface ArgumentInfo {
  /** Of a named argument. */
  readonly name: string | undefined;
  readonly nameSpan?: Span;
  readonly mode: 'value' | 'out' | 'ref';
  readonly value: ValueInfo;
  readonly span: Span;
}

export type ValueInfo =
  /** An expression with a type; `constant` where it is constant. Interpolated strings are of type string. */
  | { readonly kind: 'typed'; readonly type: Type; readonly constant?: ConstantValue }
  | { readonly kind: 'null' }
  /** `default` without a type. */
  | { readonly kind: 'default' }
  /** `throw e`, and what is wrong already. */
  | { readonly kind: 'any' }
  /** `new(…)`: becomes any class, entity or struct. */
  | { readonly kind: 'new' }
  /** `[a, ..b]`; an element's `spread` value is the sequence. */
  | {
      readonly kind: 'collection';
      readonly elements: readonly { readonly spread: boolean; readonly value: ValueInfo }[];
    }
  | LambdaInfo
  /** `Ns.Send`, `row.Total`: functions, methods, operations or local functions named without a call. */
  | { readonly kind: 'methodGroup'; readonly name: string; readonly candidates: readonly Callable[] }
  /**
   * `c ? a : b` and a switch expression: `natural` where the branches have a best common type, else each branch must
   * convert to the parameter's type.
   */
  | { readonly kind: 'branches'; readonly values: readonly ValueInfo[]; readonly natural: Type | undefined }
  /** A tuple literal; `natural` where every item has a type. */
  | { readonly kind: 'tuple'; readonly items: readonly ValueInfo[]; readonly natural: Type | undefined }
  /** `out var x` and `out _`, or `out int x` with its type. */
  | { readonly kind: 'outDeclaration'; readonly type: Type | undefined };

export interface LambdaInfo {
  readonly kind: 'lambda';
  readonly arity: number;
  /** Types written in front of the parameters; undefined where they are to be inferred. */
  readonly types: readonly (Type | undefined)[];
  /**
   * Checks the body with these parameter types, without keeping diagnostics. Asked once for each list of types: build the
   * argument with `lambdaInfo`, which remembers.
   */
  readonly bind: (params: readonly Type[]) => LambdaShape;
}

/** What a lambda's body turned out to be. */
export interface LambdaShape {
  /** What it gives: the expression, or each `return e;`. Empty for a block without any. */
  readonly values: readonly ValueInfo[];
  /** The type inferred for the whole: the best common type of `values`, `void` for none, undefined where there is none. */
  readonly returns: Type | undefined;
  /** An expression that is a statement too (a call, an assignment): the lambda can be an `Action`. */
  readonly isStatement: boolean;
  readonly isBlock: boolean;
  /** A block's end can be reached: it cannot give a value. */
  readonly endReachable: boolean;
  /** The body has errors with these types. */
  readonly hasErrors: boolean;
}

/** A lambda argument whose body is checked once for each list of parameter types. */
export function lambdaInfo(
  types: readonly (Type | undefined)[],
  bind: (params: readonly Type[]) => LambdaShape,
): LambdaInfo {
  const known = new Map<string, LambdaShape>();
  return {
    kind: 'lambda',
    arity: types.length,
    types,
    bind: (params) => {
      const key = params.map((param) => param.id).join(',');
      let shape = known.get(key);
      if (shape === undefined) {
        shape = bind(params);
        known.set(key, shape);
      }
      return shape;
    },
  };
}

/** How a parameter of the chosen callable gets its value. `index`: among the arguments. */
export type Supplied =
  | { readonly kind: 'argument'; readonly index: number }
  /** Any number of arguments for a `params` array, each to convert to its element type. */
  | { readonly kind: 'params'; readonly indexes: readonly number[]; readonly element: Type }
  /** The receiver, for an extension that is called as a method. */
  | { readonly kind: 'receiver' }
  /** Left out: the parameter's default. */
  | { readonly kind: 'default' };

export interface ResolvedCall {
  readonly ok: true;
  readonly callable: Callable;
  /** Of the callable's own type parameters. */
  readonly typeArgs: readonly Type[];
  /** In parameter order, type arguments put in. */
  readonly params: readonly Type[];
  readonly returns: Type;
  /** In parameter order. */
  readonly supplied: readonly Supplied[];
  /** The parameter of each argument, to convert it to: the element type for those of a `params` array. */
  readonly targets: readonly Type[];
  /** Indexes of arguments in the order in which they stand, where that is not the order of parameters. */
  readonly reordered: boolean;
}

export type CallFailure =
  /** No argument list of that shape: the count, a name, or a mode. `expected`: signatures to name. */
  | {
      readonly reason: 'arguments';
      readonly detail: string;
      readonly expected: readonly Callable[];
      readonly argument?: number;
    }
  /** One candidate (or one that is clearly meant) with one argument that does not fit. */
  | {
      readonly reason: 'mismatch';
      readonly argument: number;
      readonly from: ValueInfo;
      readonly to: Type;
      readonly callable: Callable;
      readonly param: string;
    }
  /** Type arguments that nothing tells, or a constraint that one does not meet. */
  | { readonly reason: 'inference'; readonly callable: Callable; readonly typeParam: string }
  | { readonly reason: 'constraint'; readonly callable: Callable; readonly type: Type; readonly constraint: string }
  | { readonly reason: 'typeArguments'; readonly callable: Callable; readonly given: number }
  | { readonly reason: 'ambiguous'; readonly candidates: readonly Callable[] };

export interface FailedCall {
  readonly ok: false;
  readonly failure: CallFailure;
  /** The candidate that comes nearest: its parameter types tell how to check the arguments for their own errors. */
  readonly nearest: Callable | undefined;
  /** For each argument the parameter type to check it against, where one is known and mentions no open type parameter. */
  readonly targets: readonly (Type | undefined)[];
}

export type CallResult = ResolvedCall | FailedCall;
