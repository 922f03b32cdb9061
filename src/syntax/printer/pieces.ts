import type { Tokens } from '../lexer.ts';
import { isNewline } from '../token-buffer.ts';
import { T } from '../tokens.ts';
import type { Comment, Node } from '../tree.ts';
import type { CommentDoc } from './doc.ts';

/**
 * A token as it is printed, with the comments that stand by it. An interpolated string with all its holes is one piece,
 * and so is everything that the language does not know (`verbatim` of `readPieces`).
 */
export interface Piece {
  readonly kind: T;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Comments on lines of their own before it, or before it on its line. */
  readonly before: readonly CommentDoc[];
  /** Comments that end its line. */
  readonly after: readonly CommentDoc[];
  /** Lines, counted from 0, on which it begins and ends. */
  readonly line: number;
  readonly endLine: number;
  /** There is an empty line between it, or its comments, and what is before. */
  readonly gap: boolean;
  /** The index of the piece that closes this bracket; -1 for all others. */
  close: number;
}

interface Span<V extends Node = Node> {
  readonly kind: T;
  readonly start: number;
  readonly end: number;
  /** What is printed as it stands, if this is that. */
  readonly whole: V | undefined;
}

const openers: readonly T[] = [T.OpenParen, T.OpenBracket, T.OpenBrace];
const closers: readonly T[] = [T.CloseParen, T.CloseBracket, T.CloseBrace];

/**
 * The pieces of a file, and after them one without text for its end.
 * @param verbatim spans in order that are one piece each
 * @param textOf what is printed for such a span
 */
export function readPieces<V extends Node>(
  tokens: Tokens,
  comments: readonly Comment[],
  verbatim: readonly V[],
  textOf: (span: V) => string,
): readonly Piece[] {
  const end = tokens.text.length;
  const spans: readonly Span<V>[] = [...spansOf(tokens, verbatim), { kind: T.EOF, start: end, end, whole: undefined }];
  const lines = new LineCounter(tokens.text);
  const reader = new CommentReader(tokens.text, comments, lines);
  const gaps = spans.map((span, i) => reader.between(spans[i - 1], span));
  const pieces = spans.map(({ kind, start, end, whole }, i): Piece => {
    const { before, blank } = gaps[i] as Gap;
    return {
      kind,
      text: whole === undefined ? tokens.text.slice(start, end) : textOf(whole),
      start,
      end,
      before,
      after: gaps[i + 1]?.after ?? [],
      line: lines.at(start),
      endLine: lines.at(end),
      gap: blank,
      close: -1,
    };
  });
  pair(pieces);
  return pieces;
}

/** Tokens, with strings and verbatim spans joined; those have the kind `Count`, which no token has. */
function spansOf<V extends Node>(tokens: Tokens, verbatim: readonly V[]): readonly Span<V>[] {
  const spans: Span<V>[] = [];
  let next = 0;
  for (let i = 0; i < tokens.count; i++) {
    const start = tokens.starts[i] as number;
    const kind = tokens.kinds[i] as T;
    const whole = verbatim[next];
    if (whole !== undefined && start >= whole.start) {
      spans.push({ kind: T.Count, start: whole.start, end: whole.end, whole });
      next++;
      while (i + 1 < tokens.count && (tokens.starts[i + 1] as number) < whole.end) i++;
      continue;
    }
    if (kind === T.InterpolatedStart && (tokens.match[i] as number) > i) {
      i = tokens.match[i] as number;
      spans.push({ kind: T.StringLiteral, start, end: tokens.ends[i] as number, whole: undefined });
    } else spans.push({ kind, start, end: tokens.ends[i] as number, whole: undefined });
  }
  return spans;
}

function pair(pieces: readonly Piece[]): void {
  const open: Piece[] = [];
  pieces.forEach((piece, i) => {
    if (openers.includes(piece.kind)) open.push(piece);
    else if (closers.includes(piece.kind)) {
      const partner = open.pop();
      if (partner !== undefined) partner.close = i;
    }
  });
}

/** On which line an offset stands, counted from 0, with every line end that ends a comment. */
class LineCounter {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (!isNewline(unit)) continue;
      if (unit === 13 && text.charCodeAt(i + 1) === 10) i++;
      this.#starts.push(i + 1);
    }
  }

  at(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

interface Gap {
  /** Comments that end the line of the token before. */
  readonly after: readonly CommentDoc[];
  /** Comments before the next token. */
  readonly before: readonly CommentDoc[];
  /** There is an empty line in front of those. */
  readonly blank: boolean;
}

const none: readonly CommentDoc[] = [];

/** Gives each comment to the token it stands by. */
class CommentReader {
  readonly #text: string;
  readonly #comments: readonly Comment[];
  readonly #lines: LineCounter;
  #next = 0;

  constructor(text: string, comments: readonly Comment[], lines: LineCounter) {
    this.#text = text;
    this.#comments = comments;
    this.#lines = lines;
  }

  between(previous: Span | undefined, next: Span): Gap {
    const lines = this.#lines;
    const found = this.#take(previous?.end ?? 0, next.start);
    if (found.length === 0) {
      const blank = previous !== undefined && lines.at(next.start) - lines.at(previous.end) > 1;
      return { after: none, before: none, blank };
    }
    const ends = [previous?.end ?? 0, ...found.map((comment) => comment.end)].map((at) => lines.at(at));
    const starts = [...found.map((comment) => comment.start), next.start].map((at) => lines.at(at));
    const isFirst = previous === undefined || openers.includes(previous.kind);
    const isLast = closers.includes(next.kind) || next.kind === T.EOF;
    const distance = (i: number): number => (starts[i] as number) - (ends[i] as number);
    const docs = found.map((comment, i): CommentDoc => {
      const endsLine = comment.kind !== 'block' || distance(i + 1) > 0;
      const own = distance(i) > 0 && (previous !== undefined || i > 0);
      return {
        type: 'comment',
        text: this.#text.slice(comment.start, comment.end),
        own,
        ends: endsLine,
        blank: distance(i) > 1 && (i > 0 || !isFirst),
        blankAfter: i === found.length - 1 && distance(i + 1) > 1 && !isLast,
        breaks: own || endsLine,
      };
    });
    const trailing = previous === undefined ? 0 : this.#trailing(docs);
    const after = docs.slice(0, trailing).map((comment) => ({ ...comment, blankAfter: false }));
    return { after, before: docs.slice(trailing), blank: distance(trailing) > 1 && previous !== undefined };
  }

  /** How many comments from the first on stand on the line of the token before them, and end it. */
  #trailing(docs: readonly CommentDoc[]): number {
    const last = docs.findIndex((comment) => comment.own || comment.ends);
    return last >= 0 && docs[last]?.own === false ? last + 1 : 0;
  }

  #take(from: number, to: number): readonly Comment[] {
    if ((this.#comments[this.#next]?.start ?? to) >= to) return [];
    const found: Comment[] = [];
    for (; this.#next < this.#comments.length; this.#next++) {
      const comment = this.#comments[this.#next] as Comment;
      if (comment.start >= to) break;
      // Those within a piece are part of its text.
      if (comment.start >= from) found.push(comment);
    }
    return found;
  }
}
