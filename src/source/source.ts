/** Source text and positions in it (language.md §1: columns are 1-based and count UTF-16 units). */

/** A half-open range of UTF-16 offsets in one file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A line and a column, both 1-based; the column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One `.osy` file, already decoded. A leading byte-order mark is not part of `text`. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  #lineStarts: readonly number[] | undefined;

  /**
   * @param path as it is shown to people and kept in definitions: relative to the working folder, with `/`
   * @param text the whole text without a byte-order mark
   */
  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Offsets at which lines begin. LF, CRLF and a lone CR each end a line. */
  get lineStarts(): readonly number[] {
    this.#lineStarts ??= computeLineStarts(this.text);
    return this.#lineStarts;
  }

  /** Where `offset` stands. Offsets past the end count as the end. */
  position(offset: number): Position {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.min(offset, this.text.length) - (starts[low] as number) + 1 };
  }

  /** The text of a 1-based line without its line end. */
  lineText(line: number): string {
    const start = this.lineStarts[line - 1];
    if (start === undefined) return '';
    const end = this.lineStarts[line] ?? this.text.length;
    return this.text.slice(start, end).replace(/[\r\n]+$/, '');
  }
}

function computeLineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10) starts.push(i + 1);
    else if (unit === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1);
  }
  return starts;
}
