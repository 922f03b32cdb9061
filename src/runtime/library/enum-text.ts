/** Text of enum values: names, combined flags, numbers. */
import { raiseFormat } from './exceptions.ts';

/** Names of an enum of flags: a value that is none of them is shown as those that make it up. */
export class FlagNames extends Map<number, string> {}

/**
 * An enum value in the formats `G` (the name, else the number), `F` (names of flags), `D` and `X`.
 * @throws FormatException for any other format
 */
export function formatEnum(value: number, names: ReadonlyMap<number, string>, format: string): string {
  switch (format.toUpperCase()) {
    case 'G':
      return names.get(value) ?? (names instanceof FlagNames ? flagNames(value, names) : undefined) ?? `${value}`;
    case 'F':
      return names.get(value) ?? flagNames(value, names) ?? `${value}`;
    case 'D':
      return `${value}`;
    case 'X':
      return (value >>> 0).toString(16).toUpperCase().padStart(8, '0');
    default:
      return raiseFormat('Format string can be only "G", "g", "X", "x", "F", "f", "D" or "d".');
  }
}

/** `A, B` when the value is exactly covered by members. */
function flagNames(value: number, names: ReadonlyMap<number, string>): string | undefined {
  let rest = value;
  const found: string[] = [];
  for (const [flag, name] of [...names].sort(([a], [b]) => (b >>> 0) - (a >>> 0))) {
    if (flag !== 0 && (rest & flag) === flag) {
      rest &= ~flag;
      found.unshift(name);
    }
  }
  return rest === 0 && found.length > 0 ? found.join(', ') : undefined;
}
