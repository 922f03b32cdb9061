/** Arithmetic that is more than a JavaScript operator. */
import type { Decimal } from '../../library/decimal.ts';
import { intDivide, intRemainder, longDivide, longRemainder } from '../../library/operators.ts';

export const arithmeticSupport = {
  imul: Math.imul,
  asLong: BigInt.asIntN,
  asUlong: BigInt.asUintN,
  toNumber: Number,
  toBigInt: BigInt,
  idiv: intDivide,
  irem: intRemainder,
  ldiv: longDivide,
  lrem: longRemainder,

  /** `bool? & bool?`: false decides, else null. */
  and3(a: boolean | null, b: boolean | null): boolean | null {
    if (a === false || b === false) return false;
    return a === null || b === null ? null : true;
  },

  or3(a: boolean | null, b: boolean | null): boolean | null {
    if (a === true || b === true) return true;
    return a === null || b === null ? null : false;
  },

  decimalEquals(a: Decimal | null, b: Decimal | null): boolean {
    return a === b || (a !== null && b !== null && a.equals(b));
  },
};
