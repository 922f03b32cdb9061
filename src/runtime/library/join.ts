/** Putting text together: `Join`, `Concat`, and the budget for long results. */
import type { IrType } from '../../ir/ir.ts';
import { each } from './enumeration.ts';
import { toText } from './format.ts';
import type { LibraryHost, Value } from './values.ts';

/** Charges for making a text: a call may build far more than one step's worth. */
export function charged(host: LibraryHost, text: string): string {
  if (text.length >= 64) host.charge(text.length >>> 4);
  return text;
}

/** Charges before a text is made whose length is known: what is too long must not be made at all. */
export function chargeLength(host: LibraryHost, length: number): void {
  if (length >= 64) host.charge(length >>> 4);
}

/** The text of each element, of the given type, with a separator between; null is empty. */
export function joinValues(host: LibraryHost, separator: string, values: Value, type: IrType): string {
  let text = '';
  let first = true;
  each(values, (value) => {
    if (first) first = false;
    else text += separator;
    text += toText(value, type, host);
    if ((text.length & 0xfff) === 0) host.charge(16);
    return true;
  });
  return charged(host, text);
}
