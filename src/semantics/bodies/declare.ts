/** Puts names into scopes. */
import { duplicateDeclaration } from '../../diagnostics/catalogue/types.ts';
import type { ConstExpr } from '../../ir/ir.ts';
import type { Identifier } from '../../syntax/tree.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import { spanOf } from './bound.ts';
import type { LocalSymbol, LocalVariable, Scope } from './scope.ts';

export interface VariableOptions {
  readonly readOnly?: string;
  readonly constant?: ConstExpr;
  /** It may be reported as unused. */
  readonly tracked?: true;
}

export function declareVariable(
  b: Binder,
  name: Identifier,
  type: Type | undefined,
  scope: Scope,
  options: VariableOptions = {},
): LocalVariable {
  const variable: LocalVariable = {
    kind: 'variable',
    id: b.newLocal(),
    name: name.name,
    type,
    nameSpan: spanOf(name),
    ...(options.readOnly === undefined ? {} : { readOnly: options.readOnly }),
    ...(options.constant === undefined ? {} : { constant: options.constant }),
  };
  declareSymbol(b, variable, name, scope);
  // `_` says itself that nobody reads it.
  if (options.tracked && name.name !== '' && name.name !== '_') b.nameSpans.set(variable.id, spanOf(name));
  return variable;
}

export function declareSymbol(b: Binder, symbol: LocalSymbol, name: Identifier, scope: Scope): void {
  if (name.name === '' || scope.declare(symbol)) return;
  const there = scope.lookup(name.name);
  const related =
    there === undefined || there === symbol
      ? []
      : [{ file: b.file, span: { start: there.nameSpan[0], end: there.nameSpan[1] }, message: 'declared here first' }];
  b.report(
    duplicateDeclaration,
    name,
    { what: 'a local or parameter', name: name.name, where: 'this body' },
    { related },
  );
}
