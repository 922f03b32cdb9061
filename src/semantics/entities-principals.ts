/** `policy P => e;` and `principal P => e;` (language.md §2). */
import { policyWithoutDefinition } from '../diagnostics/catalogue/entities.ts';
import { diagnose } from '../diagnostics/diagnostic.ts';
import type { NamedValue } from '../ir/model.ts';
import type { Expression, Node } from '../syntax/tree.ts';
import type { DeclarationChecker, ValueRequest } from './declaration-checker.ts';
import type { PolicySymbol, PrincipalSymbol } from './symbols.ts';
import { boolType } from './type-table.ts';

/** A condition over the acting row. Undefined for one that is promised and nowhere defined. */
export function readPolicy(checker: DeclarationChecker, symbol: PolicySymbol): NamedValue | undefined {
  const { declaration, file, name } = symbol;
  if (declaration.value === undefined) {
    checker.report(diagnose(policyWithoutDefinition, checker.source(file), declaration.name, { policy: name }));
    return undefined;
  }
  return named(checker, symbol, declaration, {
    file,
    source: declaration.value,
    returns: boolType,
    hasActor: true,
    describe: `policy '${name}'`,
  });
}

/** A row that acts, for `[runas(Ada)]` and `--as Ada`. */
export function readPrincipal(checker: DeclarationChecker, symbol: PrincipalSymbol): NamedValue | undefined {
  const { declaration, file, name } = symbol;
  return named(checker, symbol, declaration, {
    file,
    source: declaration.value,
    returns: checker.principal(),
    describe: `principal '${name}'`,
  });
}

function named(
  checker: DeclarationChecker,
  symbol: PolicySymbol | PrincipalSymbol,
  declaration: Node,
  request: ValueRequest & { readonly source: Expression },
): NamedValue | undefined {
  if (request.source.kind === 'MissingExpression') return undefined;
  const value = checker.value(request);
  return {
    name: symbol.fullName,
    value,
    file: symbol.file,
    span: [declaration.start, declaration.end],
    nameSpan: symbol.nameSpan,
  };
}
