/**
 * Upper and lower case as the invariant culture has it: one character becomes one character, so `ß` stays, and the Turkish
 * dotless and dotted i are left alone, as .NET does on every system.
 */

const ascii = /^[\0-\x7f]*$/;

/** Greek letters with iota, whose capital is a single character that JavaScript's full mapping spells out. */
const capitals: ReadonlyMap<number, number> = new Map([
  ...[0x1f80, 0x1f90, 0x1fa0].flatMap((start) =>
    Array.from({ length: 8 }, (_, i) => [start + i, start + i + 8] as const),
  ),
  [0x1fb3, 0x1fbc],
  [0x1fc3, 0x1fcc],
  [0x1ff3, 0x1ffc],
]);
const smalls: ReadonlyMap<number, number> = new Map([...capitals].map(([small, capital]) => [capital, small]));

export function toUpperText(text: string): string {
  return ascii.test(text) ? text.toUpperCase() : mapText(text, upperPoint);
}

export function toLowerText(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : mapText(text, lowerPoint);
}

/** Of a UTF-16 unit. */
export function toUpperUnit(unit: number): number {
  if (unit < 128) return unit >= 97 && unit <= 122 ? unit - 32 : unit;
  return upperPoint(unit);
}

/** Of a UTF-16 unit. */
export function toLowerUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  return lowerPoint(unit);
}

function upperPoint(point: number): number {
  return point === 0x131 ? point : (capitals.get(point) ?? mapped(point, String.fromCodePoint(point).toUpperCase()));
}

function lowerPoint(point: number): number {
  return point === 0x130 ? point : (smalls.get(point) ?? mapped(point, String.fromCodePoint(point).toLowerCase()));
}

/** The only code point of `text`; `point` where the mapping has none or several. */
function mapped(point: number, text: string): number {
  const first = text.codePointAt(0) ?? point;
  return text.length === (first > 0xffff ? 2 : 1) ? first : point;
}

function mapText(text: string, map: (point: number) => number): string {
  let result = '';
  for (const char of text) result += String.fromCodePoint(map(char.codePointAt(0)!));
  return result;
}
