/** The Osy frames of exceptions: which function, which file, which line (language.md §4, §10). */
import type { ExceptionValue } from '../library/values.ts';

/** A source file as the definition document lists it; `lines` are the offsets at which its lines start. */
export interface SourceLines {
  readonly path: string;
  readonly lines: readonly number[];
}

/** One compiled function as its frames name it. */
export interface FrameOwner {
  readonly name: string;
  readonly file: number;
  readonly recorder: FrameRecorder;
}

/** More frames than this tell nobody anything, and an exception that unwinds a deep recursion must stay cheap. */
const maxFrames = 100;

/** Turns offsets into lines. Without sources, frames carry names only. */
export class FrameRecorder {
  readonly #sources: readonly SourceLines[];

  constructor(sources: readonly SourceLines[]) {
    this.#sources = sources;
  }

  /** The 1-based line of an offset; 0 where the source is not known. */
  line(file: number, offset: number): number {
    const lines = this.#sources[file]?.lines;
    if (lines === undefined || lines.length === 0) return 0;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  record(e: ExceptionValue, owner: FrameOwner, offset: number): void {
    if (e.stack.length >= maxFrames) return;
    const path = this.#sources[owner.file]?.path;
    e.stack.push(path === undefined ? owner.name : `${owner.name} (${path}:${this.line(owner.file, offset)})`);
  }
}
