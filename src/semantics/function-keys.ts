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

const binary: Readonly<Record<string, string>> = {
  '+': 'op_Addition',
  '-': 'op_Subtraction',
  '*': 'op_Multiply',
  '/': 'op_Division',
  '%': 'op_Modulus',
  '==': 'op_Equality',
  '!=': 'op_Inequality',
  '<': 'op_LessThan',
  '<=': 'op_LessThanOrEqual',
  '>': 'op_GreaterThan',
  '>=': 'op_GreaterThanOrEqual',
  '&': 'op_BitwiseAnd',
  '|': 'op_BitwiseOr',
  '^': 'op_ExclusiveOr',
  '<<': 'op_LeftShift',
  '>>': 'op_RightShift',
  '>>>': 'op_UnsignedRightShift',
};
const unary: Readonly<Record<string, string>> = {
  '+': 'op_UnaryPlus',
  '-': 'op_UnaryNegation',
  '!': 'op_LogicalNot',
  '~': 'op_OnesComplement',
  '++': 'op_Increment',
  '--': 'op_Decrement',
  true: 'op_True',
  false: 'op_False',
};

/** The name in metadata of an operator with so many operands; undefined for what cannot be declared. */
export function operatorName(symbol: string, operands: number): string | undefined {
  if (symbol === 'implicit') return 'op_Implicit';
  if (symbol === 'explicit') return 'op_Explicit';
  return operands === 1 ? unary[symbol] : operands === 2 ? binary[symbol] : undefined;
}
