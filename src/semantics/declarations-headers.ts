/** Second part of the declaration pass: bases, interfaces and constraints, and no type its own base. */
import { baseCycle, invalidBase } from '../diagnostics/catalogue/types.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/source.ts';
import type { TypeConstraint, TypeSyntax } from '../syntax/tree.ts';
import { type CollectedSymbols, spanOf } from './declarations-symbols.ts';
import type { DeclaringContext } from './declaring-context.ts';
import type { ClassSymbol, EntitySymbol, TypeParameterSymbol } from './symbols.ts';
import type { TypeScope } from './type-resolver.ts';
import { displayType, errorType, isDelegateName, isInterface, objectType } from './type-table.ts';
import type { Type } from './types.ts';

export function resolveBases(context: DeclaringContext, collected: CollectedSymbols): void {
  for (const symbol of collected.entities) entityBases(context, symbol);
  for (const symbol of collected.classes) classBases(context, symbol);
  breakCycles(context, collected.entities, (symbol) => (symbol.base === undefined ? [] : [symbol.base]));
  breakCycles(context, collected.classes, (symbol) =>
    [symbol.base, ...symbol.interfaces].flatMap((base) => (base?.kind === 'class' ? [base.symbol] : [])),
  );
}

function entityBases(context: DeclaringContext, symbol: EntitySymbol): void {
  const interfaces: Type[] = [];
  for (const { declaration, file } of symbol.declarations) {
    for (const syntax of declaration.bases) {
      const type = context.resolver.resolve(syntax, { file, report: context.report });
      if (type === errorType) continue;
      if (isInterface(type)) interfaces.push(type);
      else if (type.kind === 'entity' && (symbol.base === undefined || symbol.base === type.symbol))
        symbol.base = type.symbol;
      else {
        const why = type.kind === 'entity' ? 'an entity has one base' : 'it is no entity';
        refuse(context, file, syntax, symbol.name, type, why);
      }
    }
  }
  symbol.interfaces = interfaces;
}

function classBases(context: DeclaringContext, symbol: ClassSymbol): void {
  const interfaces = new Set<Type>();
  for (const { declaration, file } of symbol.declarations) {
    const scope: TypeScope = { file, typeParams: symbol.typeParams, report: context.report };
    resolveConstraints(context, symbol.typeParams, declaration.constraints, scope);
    for (const syntax of declaration.bases) {
      const type = context.resolver.resolve(syntax, scope);
      if (type === errorType || type === objectType) continue;
      if (isInterface(type)) {
        interfaces.add(type);
        continue;
      }
      const why = whyNoBase(context, symbol, type);
      if (why === undefined) symbol.base = type;
      else refuse(context, file, syntax, symbol.name, type, why);
    }
  }
  symbol.interfaces = [...interfaces];
}

function whyNoBase(context: DeclaringContext, symbol: ClassSymbol, type: Type): string | undefined {
  if (symbol.form === 'interface') return 'an interface derives from interfaces only';
  if (symbol.static) return 'a static class has no base';
  if (symbol.base !== undefined && symbol.base !== type) return 'a class has one base class';
  switch (type.kind) {
    case 'class':
      if (type.symbol.static) return 'it is static';
      return type.symbol.sealed ? 'it is sealed' : undefined;
    case 'library':
      return context.typing.hierarchy.isException(type)
        ? undefined
        : 'of the library, only exceptions and interfaces can be bases';
    case 'entity':
      return 'it is an entity, whose rows are stored: only an entity derives from it';
    default:
      return 'it is no class';
  }
}

function refuse(context: DeclaringContext, file: number, at: TypeSyntax, type: string, base: Type, why: string): void {
  const source = context.files[file] as SourceFile;
  context.report(diagnose(invalidBase, source, at, { type, base: displayType(base), why }));
}

/** `where T : Base, new()`, for classes, functions and methods. */
export function resolveConstraints(
  context: DeclaringContext,
  typeParams: readonly TypeParameterSymbol[],
  constraints: readonly TypeConstraint[],
  scope: TypeScope,
): void {
  for (const constraint of constraints) {
    const symbol = typeParams.find((param) => param.name === constraint.name.name);
    if (symbol === undefined) continue;
    // The words first: whether `T?` is a value type depends on them.
    symbol.words = constraint.words;
    symbol.constraints = constraint.types
      .map((type) => context.resolver.resolve(type, scope))
      .filter((type) => type !== errorType && !(type.kind === 'delegate' && isDelegateName(type.name)));
  }
}

/** Takes the base off the first type of a cycle, in order of source, and reports it there. */
function breakCycles<S extends EntitySymbol | ClassSymbol>(
  context: DeclaringContext,
  symbols: readonly S[],
  basesOf: (symbol: S) => readonly (EntitySymbol | ClassSymbol)[],
): void {
  const done = new Set<EntitySymbol | ClassSymbol>();
  const bases = basesOf as (symbol: EntitySymbol | ClassSymbol) => readonly (EntitySymbol | ClassSymbol)[];
  for (const symbol of symbols) {
    if (done.has(symbol)) continue;
    const cycle = cycleThrough(symbol, bases, done);
    if (cycle === undefined) continue;
    const source = context.files[symbol.file] as SourceFile;
    const chain = [...cycle, symbol].map((each) => each.name);
    context.report(
      diagnose(
        baseCycle,
        source,
        spanOf(symbol.nameSpan),
        { type: symbol.name, chain },
        {
          related: cycle.slice(1).map((each) => ({
            file: context.files[each.file] as SourceFile,
            span: spanOf(each.nameSpan),
            message: 'on the chain',
          })),
        },
      ),
    );
    symbol.base = undefined;
    symbol.interfaces = [];
  }
}

/** The way from `start` back to itself; what cannot be on a cycle is put into `done`. */
function cycleThrough(
  start: EntitySymbol | ClassSymbol,
  basesOf: (symbol: EntitySymbol | ClassSymbol) => readonly (EntitySymbol | ClassSymbol)[],
  done: Set<EntitySymbol | ClassSymbol>,
): readonly (EntitySymbol | ClassSymbol)[] | undefined {
  const seen = new Set<EntitySymbol | ClassSymbol>();
  const step = (symbol: EntitySymbol | ClassSymbol) => ({ symbol, bases: basesOf(symbol), next: 0 });
  const way = [step(start)];
  while (way.length > 0) {
    const top = way.at(-1) as ReturnType<typeof step>;
    const base = top.bases[top.next++];
    if (base === undefined) {
      way.pop();
      continue;
    }
    if (base === start) return way.map(({ symbol }) => symbol);
    if (seen.has(base) || done.has(base)) continue;
    seen.add(base);
    way.push(step(base));
  }
  done.add(start);
  return undefined;
}
