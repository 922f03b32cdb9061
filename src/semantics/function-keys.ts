/** Keys of the function table (ir.ts, `FunctionKey`). Nobody reads them apart; they only have to differ. */
import type { FunctionKey } from '../ir/ir.ts';
import type { ParameterSymbol } from './symbols.ts';
import type { TypeTable } from './type-table.ts';
import type { Type } from './types.ts';

/**
 * `Ns.Send(Ns.Invitation)`, `Offer.new(string)`, `` Ns.Find`1(!T) ``. A `?` on a reference is left out, since it makes no
 * overload; an `out` or `ref` parameter is marked `&`.
 */
export function functionKey(
  types: TypeTable,
  qualifiedName: string,
  params: readonly ParameterSymbol[],
  arity = 0,
): FunctionKey {
  return `${qualifiedName}${arity === 0 ? '' : `\`${arity}`}(${parameterKeys(types, params)})`;
}

export function parameterKeys(types: TypeTable, params: readonly ParameterSymbol[]): string {
  return params
    .map((param) => types.erase(param.type).key + (param.mode === 'out' || param.mode === 'ref' ? '&' : ''))
    .join(',');
}

/** A conversion is told apart by what it returns too. */
export function conversionKey(
  types: TypeTable,
  qualifiedName: string,
  params: readonly ParameterSymbol[],
  returns: Type,
): FunctionKey {
  return `${functionKey(types, qualifiedName, params)}~${types.erase(returns).key}`;
}
