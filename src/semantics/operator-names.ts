/** What C# calls operators in metadata: the names of operator members, of the app and of the library. */

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

/** The symbol of an operator with that name in metadata; undefined for conversions and for what is none. */
export function operatorSymbol(name: string): string | undefined {
  return [...Object.entries(binary), ...Object.entries(unary)].find(([, known]) => known === name)?.[0];
}
