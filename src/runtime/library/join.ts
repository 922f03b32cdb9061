/** Putting text together: `Join`, `Concat`, and the budget for long results. */
import type { IrType } from '../../ir/ir.ts';
import { each, charged as walked } from './enumeration.ts';
import { toText } from './format.ts';
import { EngineAbort, type LibraryHost, type Value } from './values.ts';

/** Charges for making a text: a call may build far more than one step's worth. */
export function charged(host: LibraryHost, text: string): string {
  if (text.length >= 64) host.charge(text.length >>> 4);
  return text;
}

/** Charges before a text is made whose length is known: what is too long must not be made at all. */
export function chargeLength(host: LibraryHost, length: number): void {
  if (length >= 64) host.charge(length >>> 4);
}

/** No text is made that is longer; a string of .NET can have some twenty times as many characters. */
const longest = 50_000_000;

/** Charges for a text of that length, and refuses one that is too long, before it is made. */
export function checkLength(host: LibraryHost, length: number): void {
  chargeLength(host, length);
  if (length > longest) throw new EngineAbort('memory', `text of ${length} characters was asked for`);
}

/** Characters that a growing text may gain before they are paid for, and put together: many small pieces cost much memory. */
const piece = 4096;

/** The text of each element, of the given type, with a separator between; null is empty. Paid for as it grows. */
export function joinValues(host: LibraryHost, separator: string, values: Value, type: IrType): string {
  const pieces: string[] = [];
  let length = 0;
  let text = '';
  let first = true;
  const paid = (): void => {
    length += text.length;
    checkLength(host, text.length);
    if (length > longest) checkLength(host, length);
    pieces.push(text);
    text = '';
  };
  each(
    values,
    walked(host, (value) => {
      if (first) first = false;
      else text += separator;
      text += toText(value, type, host);
      if (text.length >= piece) paid();
      return true;
    }),
  );
  if (pieces.length === 0) return charged(host, text);
  paid();
  return pieces.join('');
}
