/** Values of enum members: constant `int` expressions over literals and members that stand before. */
import type { EnumDeclaration, Expression } from '../syntax/tree.ts';

/** @returns undefined for what is no constant, or one that overflows `int` */
export function enumValue(
  expression: Expression,
  owner: EnumDeclaration,
  before: ReadonlyMap<string, { readonly value: number }>,
): number | undefined {
  const value = evaluate(expression, owner.name.name, before, 0);
  return value !== undefined && value >= -0x80000000 && value <= 0x7fffffff ? value : undefined;
}

const maxDepth = 200;

function evaluate(
  e: Expression,
  owner: string,
  before: ReadonlyMap<string, { readonly value: number }>,
  depth: number,
): number | undefined {
  if (depth > maxDepth) return undefined;
  const part = (of: Expression): number | undefined => evaluate(of, owner, before, depth + 1);
  switch (e.kind) {
    case 'IntLiteral':
      return e.suffix === '' && e.value <= 0x80000000n ? Number(e.value) : undefined;
    case 'CharLiteral':
      return e.value;
    case 'Parenthesized':
      return part(e.expression);
    case 'Name':
      return before.get(e.name.name)?.value;
    case 'MemberAccess':
      return e.target.kind === 'Name' && e.target.name.name === owner ? before.get(e.name.name)?.value : undefined;
    case 'Unary': {
      const value = part(e.operand);
      if (value === undefined) return undefined;
      return e.operator === '-' ? -value : e.operator === '~' ? ~value : e.operator === '+' ? value : undefined;
    }
    case 'Binary': {
      const left = part(e.left);
      const right = part(e.right);
      return left === undefined || right === undefined ? undefined : operate(e.operator, left, right);
    }
    default:
      return undefined;
  }
}

function operate(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : Math.trunc(left / right);
    case '%':
      return right === 0 ? undefined : left % right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    case '>>>':
      return (left >>> right) | 0;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    default:
      return undefined;
  }
}
