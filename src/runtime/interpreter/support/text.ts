/** Text of values: holes of interpolated strings and operands of string concatenation. */
import type { IrType } from '../../../ir/ir.ts';
import { equalsValue } from '../../library/equality.ts';
import { holeText, toText } from '../../library/format.ts';
import type { LibraryHost, Value } from '../../library/values.ts';

export const textSupport = {
  fromChar: String.fromCharCode,

  charText(value: number | null): string {
    return value === null ? '' : String.fromCharCode(value);
  },

  boolText(value: boolean | null): string {
    return value === null ? '' : value ? 'True' : 'False';
  },

  text(host: LibraryHost, value: Value, t: IrType): string {
    return toText(value, t, host);
  },

  hole(host: LibraryHost, value: Value, t: IrType, align: number, format: string | null): string {
    return holeText(host, value, t, align, format);
  },

  equals(_host: LibraryHost, a: Value, b: Value): boolean {
    return equalsValue(a, b);
  },
};
