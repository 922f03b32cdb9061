/** `Trim`, `TrimStart` and `TrimEnd`. */
import { isWhiteSpace } from './char.ts';

/** Takes white space, or the given units, off the start and the end. */
export function trimText(text: string, units?: readonly number[] | null, start = true, end = true): string {
  const drop =
    units === undefined || units === null || units.length === 0 ? isWhiteSpace : (unit: number) => units.includes(unit);
  let from = 0;
  let to = text.length;
  if (start) while (from < to && drop(text.charCodeAt(from))) from++;
  if (end) while (to > from && drop(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}
