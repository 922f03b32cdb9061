/** Turns the bytes of a file into text, or says why they are none (cli.md: "Files are read as UTF-8"). */

export type Decoded = { readonly text: string } | { readonly problem: 'binary' | 'not-utf8'; readonly message: string };

/** Decodes UTF-8 and drops a byte-order mark. */
export function decode(path: string, bytes: Uint8Array): Decoded {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { problem: 'not-utf8', message: `'${path}' is UTF-16; save it as UTF-8` };
  }
  if (bytes.includes(0)) return { problem: 'binary', message: `'${path}' is a binary file, not Osy source` };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return {
      problem: 'not-utf8',
      message: `'${path}' is not UTF-8 (line ${firstBadLine(bytes)}); save it as UTF-8`,
    };
  }
}

/** The 1-based line of the first byte that no valid prefix contains, found by halving. */
function firstBadLine(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (isPrefix(bytes.subarray(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return bytes.subarray(0, good).reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 1);
}

function isPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
