/** The values of literals (language.md §1). Offsets handed to `report` are relative to the text given. */
export type Report = (start: number, end: number, message: string) => void;

const SIMPLE: Record<string, string> = {
  "'": "'",
  '"': '"',
  '\\': '\\',
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const HEX_WIDTHS: Record<string, readonly [number, number]> = { u: [4, 4], U: [8, 8], x: [1, 4] };

/** Resolves `\n`, `\u00e5` and the like. */
export function resolveEscapes(text: string, report: Report): string {
  let slash = text.indexOf('\\');
  if (slash < 0) return text;
  let result = '';
  let from = 0;
  while (slash >= 0) {
    result += text.slice(from, slash);
    const letter = text.charAt(slash + 1);
    const simple = SIMPLE[letter];
    const widths = HEX_WIDTHS[letter];
    from = slash + 2;
    if (simple !== undefined) result += simple;
    else if (widths !== undefined) {
      let end = from;
      while (end < from + widths[1] && /[0-9a-fA-F]/.test(text.charAt(end))) end++;
      const point = end - from < widths[0] ? -1 : Number.parseInt(text.slice(from, end), 16);
      if (point < 0 || point > 0x10ffff) {
        const wants = letter === 'x' ? 'one to four' : `${widths[0]}`;
        report(slash, Math.max(end, slash + 2), `\`\\${letter}\` needs ${wants} hexadecimal digits`);
      } else result += String.fromCodePoint(point);
      from = end;
    } else {
      report(
        slash,
        slash + 2,
        `\`\\${letter}\` is no escape: write \`\\\\\` for a backslash, or a string with \`@\` before it`,
      );
      result += letter;
    }
    slash = text.indexOf('\\', from);
  }
  return result + text.slice(from);
}

/** Text of an interpolated string between holes: braces are doubled, escapes stand between them. */
export function interpolatedText(text: string, hasEscapes: boolean, report: Report): string {
  let result = '';
  let from = 0;
  const upTo = (end: number): void => {
    const piece = text.slice(from, end);
    const offset = from;
    result += hasEscapes
      ? resolveEscapes(piece, (start, stop, message) => report(offset + start, offset + stop, message))
      : piece;
  };
  for (let at = text.search(/[{}]/); at >= 0 && at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter !== '{' && letter !== '}') continue;
    upTo(at);
    result += letter;
    if (text.charAt(at + 1) === letter) at++;
    else
      report(
        at,
        at + 1,
        `a \`${letter}\` of the text of an interpolated string is written twice: \`${letter}${letter}\``,
      );
    from = at + 1;
  }
  upTo(text.length);
  return result;
}

/**
 * Takes the margin of a raw string off: the white space before its closing quotes. `atLineStart` says whether `text`
 * begins a line, which the text after a hole does not.
 */
export function withoutMargin(text: string, margin: string, atLineStart: boolean, report: Report): string {
  if (margin === '') return text;
  const lines = text.split('\n');
  let offset = 0;
  return lines
    .map((line, i) => {
      const at = offset;
      offset += line.length + 1;
      if (i === 0 && !atLineStart) return line;
      if (line.startsWith(margin)) return line.slice(margin.length);
      if (line.trim() === '') return line.endsWith('\r') ? '\r' : '';
      report(at, at + line.length, 'a line of this string begins further left than its closing quotes');
      return line.trimStart();
    })
    .join('\n');
}

/** The margin and the content of a raw string's inner text; a string on one line has no margin. */
export function rawContent(inner: string): { readonly from: number; readonly to: number; readonly margin: string } {
  const first = /^[ \t]*(\r\n|\n|\r)/.exec(inner);
  const last = /(\r\n|\n|\r)([ \t]*)$/.exec(inner);
  if (first === null || last === null) return { from: 0, to: inner.length, margin: '' };
  const from = first[0].length;
  return { from, to: Math.max(from, last.index), margin: last[2] as string };
}

export type NumberLiteral =
  | { readonly kind: 'int'; readonly value: bigint; readonly suffix: '' | 'L' | 'U' | 'UL' }
  | { readonly kind: 'decimal' | 'double'; readonly text: string };

const SMALL: readonly bigint[] = Array.from({ length: 1025 }, (_, i) => BigInt(i));

/** Reads a number as it stands in source; a bad one gives a zero and a report. */
export function numberLiteral(source: string, report: Report): NumberLiteral {
  if (source.length < 4) {
    const small = Number(source);
    if (small >= 0 && small <= 1024 && source !== '' && /^\d+$/.test(source))
      return { kind: 'int', value: SMALL[small] as bigint, suffix: '' };
  }
  const parts = /^(0[xX][0-9a-fA-F_]*|0[bB][01_]*|[0-9_]*(?:\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?)([A-Za-z0-9_]*)$/.exec(
    source,
  );
  const digits = parts?.[1] ?? source;
  const tail = parts?.[2] ?? '';
  const suffix = tail.toUpperCase();
  const radix = /^0[xX]/.test(digits) ? 16 : /^0[bB]/.test(digits) ? 2 : 10;
  const bare = digits.replaceAll('_', '');
  if (
    parts === null ||
    (radix !== 10 && bare.length === 2) ||
    digits.endsWith('_') ||
    /_[.eE]|[.eE]_/.test(radix === 10 ? digits : '')
  )
    return bad(source, 0, source.length, `\`${shorten(source)}\` is not a number`, report);
  if (radix === 10 && (suffix === 'M' || suffix === 'D'))
    return { kind: suffix === 'M' ? 'decimal' : 'double', text: bare };
  if (radix === 10 && suffix === 'F')
    return bad(source, digits.length, source.length, `Osy has no \`float\`: write \`${bare}\` or \`${bare}m\``, report);
  if (radix === 10 && /[.eE]/.test(digits)) {
    if (tail !== '')
      return bad(source, digits.length, source.length, `\`${shorten(tail)}\` cannot follow a number`, report);
    return { kind: 'double', text: bare };
  }
  if (suffix !== '' && suffix !== 'L' && suffix !== 'U' && suffix !== 'UL' && suffix !== 'LU')
    return bad(source, digits.length, source.length, `\`${shorten(tail)}\` cannot follow a number`, report);
  // Turning digits into a bigint takes more than linear time; nothing this long fits anyway.
  const value = bare.length > 70 ? 1n << 64n : BigInt(bare);
  if (value >= 1n << 64n)
    return bad(source, 0, source.length, `\`${shorten(source)}\` does not fit into a \`long\``, report);
  return { kind: 'int', value, suffix: suffix === 'LU' ? 'UL' : suffix };
}

const shorten = (text: string): string => (text.length > 30 ? `${text.slice(0, 27)}…` : text);

function bad(_source: string, start: number, end: number, message: string, report: Report): NumberLiteral {
  report(start, end, message);
  return { kind: 'int', value: 0n, suffix: '' };
}
