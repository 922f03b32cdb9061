/** The names of a body: locals, parameters and local functions, in nested scopes (C#'s rules of shadowing). */
import type { ConstExpr, IrSpan, LocalId } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Callable, TypeParameterSymbol } from '../symbols.ts';
import type { Type } from '../types.ts';
import type { Bound } from './bound.ts';

export interface LocalVariable {
  readonly kind: 'variable';
  readonly id: LocalId;
  readonly name: string;
  /** Of an `out var`: undefined until its call has been resolved. */
  type: Type | undefined;
  readonly nameSpan: IrSpan;
  /** Why it cannot be assigned. */
  readonly readOnly?: string;
  readonly constant?: ConstExpr;
}

export interface LocalFunctionSymbol {
  readonly kind: 'localFunction';
  readonly id: LocalId;
  readonly name: string;
  readonly callable: Callable;
  readonly nameSpan: IrSpan;
}

export type LocalSymbol = LocalVariable | LocalFunctionSymbol;

/** A `return` of a lambda whose result is not known yet: `stmt.e` is filled in when it is. */
export interface ReturnSite {
  readonly value: Bound | undefined;
  readonly at: Node;
  readonly stmt: { k: 'return'; s: IrSpan; e?: import('../../ir/ir.ts').Expr };
}

/** What a `return`, a `goto` or a type parameter belongs to: the body, a lambda, a local function. */
export interface FunctionScope {
  readonly kind: 'body' | 'lambda' | 'localFunction' | 'block';
  /** What `return` must give; 'infer' where the lambda's use says it later. */
  readonly returns: Type | 'infer';
  readonly sites: ReturnSite[];
  readonly typeParams: readonly TypeParameterSymbol[];
}

/** Where `break`, `continue` and `throw;` may stand. */
export interface Jumps {
  readonly breaks: boolean;
  readonly continues: boolean;
  readonly rethrows: boolean;
  /** A jump out of a `finally` is none. */
  readonly inFinally: boolean;
}

const noJumps: Jumps = { breaks: false, continues: false, rethrows: false, inFinally: false };

export class Scope {
  readonly parent: Scope | undefined;
  readonly fn: FunctionScope;
  readonly jumps: Jumps;
  #names: Map<string, LocalSymbol> | undefined;
  /** Names declared in scopes inside, which an outer local of that name would reach into. */
  #inside: Set<string> | undefined;

  private constructor(parent: Scope | undefined, fn: FunctionScope, jumps: Jumps) {
    this.parent = parent;
    this.fn = fn;
    this.jumps = jumps;
  }

  static outermost(fn: FunctionScope): Scope {
    return new Scope(undefined, fn, noJumps);
  }

  nested(jumps: Partial<Jumps> = {}): Scope {
    return new Scope(this, this.fn, { ...this.jumps, ...jumps });
  }

  /** Of a lambda or local function: names may be declared anew, and jumps end here. */
  function(fn: FunctionScope): Scope {
    return new Scope(this, fn, noJumps);
  }

  lookup(name: string): LocalSymbol | undefined {
    let scope: Scope | undefined = this;
    while (scope !== undefined) {
      const found = scope.#names?.get(name);
      if (found !== undefined) return found;
      scope = scope.parent;
    }
    return undefined;
  }

  /** @returns whether the name was free: in this scope, those around it up to the function, and those inside it */
  declare(symbol: LocalSymbol): boolean {
    let free = this.#inside?.has(symbol.name) !== true;
    let scope: Scope | undefined = this;
    while (scope !== undefined && scope.fn === this.fn) {
      if (scope.#names?.has(symbol.name)) free = false;
      if (scope !== this) {
        scope.#inside ??= new Set();
        scope.#inside.add(symbol.name);
      }
      scope = scope.parent;
    }
    this.#names ??= new Map();
    if (!this.#names.has(symbol.name)) this.#names.set(symbol.name, symbol);
    return free;
  }

  /** Makes a name of a scope inside one of this scope's as well. */
  adopt(symbol: LocalSymbol): void {
    this.#names ??= new Map();
    this.#names.set(symbol.name, symbol);
  }

  /** Every name in sight. */
  *names(): Iterable<string> {
    let scope: Scope | undefined = this;
    while (scope !== undefined) {
      if (scope.#names) yield* scope.#names.keys();
      scope = scope.parent;
    }
  }

  /** This scope's own locals, in order: what a session of scripts keeps. */
  own(): readonly LocalSymbol[] {
    return [...(this.#names?.values() ?? [])];
  }
}
