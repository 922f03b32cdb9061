/**
 * The declaration pass: from the trees of an app to symbols, with what can be said of declarations without looking into
 * bodies. Symbols are complete when `declare` returns, and nothing changes them afterwards.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import type { CompilationUnit, Declaration } from '../syntax/tree.ts';
import { checkContracts } from './declarations-contracts.ts';
import { checkDuplicateMembers } from './declarations-duplicates.ts';
import { resolveBases } from './declarations-headers.ts';
import { declareMembers } from './declarations-members.ts';
import { collectSymbols } from './declarations-symbols.ts';
import type { DeclaringContext } from './declaring-context.ts';
import { Overloads } from './overloads.ts';
import type { GlobalScope } from './scopes.ts';
import type {
  Callable,
  ClassSymbol,
  ClientSymbol,
  EntitySymbol,
  EnumSymbol,
  FunctionSymbol,
  GlobalSymbol,
  OperationSymbol,
  PolicySymbol,
  PrincipalSymbol,
  WorkflowSymbol,
} from './symbols.ts';
import { TypeResolver } from './type-resolver.ts';
import type { TypeTable } from './type-table.ts';
import type { EntityType } from './types.ts';
import { createTyping, type Typing } from './typing.ts';

export interface Declarations {
  readonly files: readonly SourceFile[];
  readonly units: readonly CompilationUnit[];
  readonly types: TypeTable;
  readonly typing: Typing;
  readonly scope: GlobalScope;
  /** Which of several callables a call means. */
  readonly overloads: Overloads;
  /** Type syntax to types. */
  readonly resolver: TypeResolver;
  /** In the order of files and places, without declarations that repeat another's name. */
  readonly enums: readonly EnumSymbol[];
  readonly entities: readonly EntitySymbol[];
  readonly classes: readonly ClassSymbol[];
  readonly functions: readonly FunctionSymbol[];
  readonly clients: readonly ClientSymbol[];
  readonly workflows: readonly WorkflowSymbol[];
  readonly policies: readonly PolicySymbol[];
  readonly principals: readonly PrincipalSymbol[];
  /** The symbol of a declaration; parts of a partial one share theirs. None for one that repeats another's name. */
  readonly symbols: ReadonlyMap<Declaration, GlobalSymbol>;
  /** The `[Principal]` entity: the type of `actor` and `user`, there without `?`. */
  readonly principal: EntityType | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** @param units by file, in ordinal order of their paths */
export function declare(units: readonly CompilationUnit[], files: readonly SourceFile[]): Declarations {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
  };
  const typing = createTyping();
  const collected = collectSymbols(units, files, report);
  const resolver = new TypeResolver(typing, collected.scope, files);
  const context: DeclaringContext = { files, units, typing, scope: collected.scope, resolver, report };
  resolveBases(context, collected);
  const principal = collected.entities.find((entity) => entity.principal);
  const principalType = principal && typing.types.entityType(principal);
  declareMembers(context, collected, principalType);
  resolver.settle();
  checkDuplicateMembers(context, collected);
  checkContracts(context, collected);
  const overloads = new Overloads(typing);
  return {
    ...collected,
    files,
    units,
    types: typing.types,
    typing,
    overloads,
    resolver,
    principal: principalType,
    diagnostics,
  };
}

export function functionCallable(symbol: FunctionSymbol): Callable {
  const { name, typeParams, params, returns } = symbol;
  return { name, typeParams, params, returns, origin: { kind: 'function', symbol } };
}

export function operationCallable(symbol: OperationSymbol): Callable {
  const { name, params, returns } = symbol;
  return { name, typeParams: [], params, returns, origin: { kind: 'operation', symbol } };
}
