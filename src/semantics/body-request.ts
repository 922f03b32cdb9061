/** How the declaration-level passes (functions, classes, entities, workflows) ask for a body to be checked. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Body, Expr, FunctionKey, IrSpan } from '../ir/ir.ts';
import type { Span } from '../source/source.ts';
import type { Argument, ArrowBody, Block, Expression } from '../syntax/tree.ts';
import type { Callable, Owner, TypeParameterSymbol, WorkflowSymbol } from './symbols.ts';
import type { EntityType, Type } from './types.ts';

/** What a `goto` may do in a body (language.md §7.5). */
export type GotoRule =
  | { readonly allowed: true; readonly self: boolean; readonly workflow: WorkflowSymbol }
  /** `refuse` makes the diagnostic for a `goto` at `span` naming `target` (`self` included). */
  | { readonly allowed: false; readonly refuse: (file: number, span: Span, target: string) => Diagnostic };

export interface BodyParameter {
  readonly name: string;
  readonly type: Type;
  readonly mode?: 'out' | 'ref';
  readonly nameSpan: IrSpan;
}

export interface BodyRequest {
  readonly file: number;
  readonly source: Block | ArrowBody | Expression;
  readonly params: readonly BodyParameter[];
  /** What `return e;` must convert to, or what an expression must; void for a body without a value. */
  readonly returns: Type;
  readonly typeParams?: readonly TypeParameterSymbol[];
  /** The class or entity whose member this is; `isStatic`: without a receiver. */
  readonly owner?: { readonly symbol: Owner; readonly isStatic: boolean };
  /** In a workflow body: the entity of `this.Item`. */
  readonly item?: EntityType;
  /** `actor`, `user` and `Session.CurrentUser` have a meaning. */
  readonly hasActor: boolean;
  /** `when`/`default` routes are arms'. */
  readonly routes: boolean;
  readonly goto: GotoRule;
  /** Assignments to read-only fields of `owner` are allowed. */
  readonly isConstructor?: boolean;
  /** Told in messages: `the enter of state 'Open'`. */
  readonly describe: string;
  /** A function's key, for `unused-function` and calls. */
  readonly functionKey?: FunctionKey;
  /**
   * `: base(…)` or `: this(…)` of a constructor, and the constructors it may mean. The arguments see the parameters, and
   * no receiver.
   */
  readonly chain?: {
    readonly args: readonly Argument[];
    readonly candidates: readonly Callable[];
    readonly at: Span;
    /** For messages: the class whose constructor is called. */
    readonly callee: string;
  };
}

export interface CheckedBody {
  readonly body: Body;
  /** Control can reach the end of the block. */
  readonly endReachable: boolean;
  /** Reachable `goto`s in source order; `self` as the state name for `goto self`. */
  readonly gotos: readonly { readonly state: string; readonly span: IrSpan }[];
  /** The constructor that `chain` means, with its arguments in parameter order; absent where none fits. */
  readonly chain?: { readonly callable: Callable; readonly args: readonly Expr[] };
}
