/** JSON that people write: where it is broken is told by line and column. */
import type { Read } from './levels.ts';

/** Reads JSON, with or without a byte-order mark. A problem is one sentence without the file's name. */
export function readJson(text: string): Read<unknown> {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) as unknown };
  } catch (error) {
    // Node's own words for the place differ from version to version.
    const [message = '', offset] = (error instanceof Error ? error.message : String(error)).split(
      / (?:in JSON )?at position /,
    );
    const at = offset === undefined ? '' : ` (${placeOf(text, Number.parseInt(offset, 10))})`;
    return { problem: `it is not JSON: ${message}${at}` };
  }
}

function placeOf(text: string, offset: number): string {
  const before = text
    .replace(/^\ufeff/, '')
    .slice(0, offset)
    .split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
