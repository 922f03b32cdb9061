/**
 * What an expression turns out to be. Most are values with a type and IR of their own; some get their type from where
 * they stand (lambdas, `new()`, `default`, …) and are written out by `convert`; some are no values at all (types, method
 * groups, clients).
 */
import type { Expr, IrSpan } from '../../ir/ir.ts';
import type { ExpressionOf, Node } from '../../syntax/tree.ts';
import type { LambdaInfo } from '../arguments.ts';
import type {
  Callable,
  ClientSymbol,
  FieldSymbol,
  FunctionSymbol,
  OperationSymbol,
  WorkflowSymbol,
} from '../symbols.ts';
import type { Type } from '../types.ts';
import type { LocalVariable, Scope } from './scope.ts';

export interface Value {
  readonly k: 'value';
  readonly type: Type;
  readonly e: Expr;
  /** Where `e` can be assigned by its form, why it must not be all the same. */
  readonly readOnly?: { readonly what: string; readonly why: string } | undefined;
  /** The member that it reads. */
  readonly field?: FieldSymbol | undefined;
  /** `base`: members are called without dispatch. */
  readonly isBase?: true;
}

/** A type's name; `value` where the name is a value's too (a member `Card Card`). */
export interface TypeName {
  readonly k: 'type';
  readonly type: Type;
  readonly s: IrSpan;
  readonly value?: Value;
}

export interface MethodGroup {
  readonly k: 'group';
  readonly name: string;
  readonly candidates: readonly Callable[];
  readonly extensions: readonly Callable[];
  readonly receiver: Value | undefined;
  readonly typeArgs: readonly Type[] | undefined;
  readonly s: IrSpan;
  /** Of app functions, operations: what `.Stub(…)` may be said of. */
  readonly stubs?: readonly FunctionSymbol[] | readonly OperationSymbol[];
}

/** `Mailer.Send.Stub` and `.Fails`: only to be called. */
export interface StubTarget {
  readonly k: 'stub';
  readonly of: readonly FunctionSymbol[] | readonly OperationSymbol[];
  readonly fails: boolean;
  readonly name: string;
  readonly s: IrSpan;
}

export interface LambdaBound {
  readonly k: 'lambda';
  readonly syntax: ExpressionOf<'Lambda'>;
  readonly scope: Scope;
  readonly info: LambdaInfo;
}

/** `new(…) { … }`: its arguments are bound, its initialiser waits for the type. */
export interface NewBound {
  readonly k: 'new';
  readonly syntax: ExpressionOf<'ObjectCreation'>;
  readonly args: readonly BoundArgument[];
  readonly scope: Scope;
}

export interface ListBound {
  readonly k: 'list';
  readonly elements: readonly { readonly spread: boolean; readonly value: Bound; readonly at: Node }[];
  readonly s: IrSpan;
}

/** `c ? a : b` and switch expressions. */
export interface BranchesBound {
  readonly k: 'branches';
  readonly values: readonly { readonly value: Bound; readonly at: Node }[];
  readonly natural: Type | undefined;
  /** Puts the converted branches together. */
  readonly build: (values: readonly Expr[], type: Type) => Expr;
  readonly s: IrSpan;
}

/** A tuple literal. */
export interface TupleBound {
  readonly k: 'tuple';
  readonly items: readonly { readonly value: Bound; readonly at: Node; readonly name: string | undefined }[];
  readonly natural: Type | undefined;
  readonly s: IrSpan;
}

export type Bound =
  | Value
  | TypeName
  | MethodGroup
  | StubTarget
  | LambdaBound
  | NewBound
  | ListBound
  | BranchesBound
  | TupleBound
  /** `default` */
  | { readonly k: 'default'; readonly s: IrSpan }
  | { readonly k: 'namespace'; readonly name: string; readonly s: IrSpan }
  | { readonly k: 'client'; readonly symbol: ClientSymbol; readonly s: IrSpan }
  | { readonly k: 'workflow'; readonly symbol: WorkflowSymbol; readonly s: IrSpan }
  /** `Secret` and `Session`, before their member. */
  | { readonly k: 'holder'; readonly name: 'Secret' | 'Session'; readonly s: IrSpan };

export interface BoundArgument {
  readonly name: string | undefined;
  readonly nameSpan: { readonly start: number; readonly end: number } | undefined;
  readonly mode: 'value' | 'out' | 'ref';
  readonly at: Node;
  readonly value: Bound;
  /** `out var x`, `out int x`, `out _` (then without a variable to see). */
  readonly declares?: { readonly variable: LocalVariable; readonly type: Type | undefined };
}

export function spanOf(node: Node): IrSpan {
  return [node.start, node.end];
}
