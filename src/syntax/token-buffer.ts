import { T } from './tokens.ts';
import type { Comment } from './tree.ts';

/** Something the lexer could not read. */
export interface LexicalError {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The token it belongs to: the parser stays silent about it. */
  readonly token: number;
}

/**
 * The tokens of a file as flat arrays (a token object each would cost a 20 MB file half a gigabyte). The arrays go on
 * with `EOF` past `count`, so that looking a few tokens ahead needs no check.
 */
export interface Tokens {
  readonly text: string;
  /** Without the end of the file. */
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The other bracket of a pair, or the other end of an interpolated string or a hole; -1 where there is none. */
  readonly match: Int32Array;
  readonly comments: readonly Comment[];
  /** Text of the doc comments before a token. */
  readonly docs: ReadonlyMap<number, string>;
  readonly errors: readonly LexicalError[];
  /** Brackets that have no partner, in no order. */
  readonly unmatched: readonly number[];
}

const SLACK = 8;

export const isNewline = (unit: number): boolean =>
  unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029 || unit === 0x85;

/** Collects tokens, pairs their brackets, and keeps comments and errors. */
export abstract class TokenBuffer {
  protected readonly text: string;
  protected readonly length: number;
  protected pos = 0;
  protected count = 0;
  protected kinds: Uint8Array;
  protected starts: Int32Array;
  protected ends: Int32Array;
  protected match: Int32Array;
  protected readonly comments: Comment[] = [];
  protected readonly docs = new Map<number, string>();
  protected readonly errors: LexicalError[] = [];
  protected readonly unmatched: number[] = [];
  /** Open brackets, as token indices. */
  protected readonly open: number[] = [];
  /** How many of them are braces or holes. */
  protected braces = 0;

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
    const capacity = (text.length >> 2) + 32;
    this.kinds = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.match = new Int32Array(capacity);
  }

  /** The `}` of a hole of an interpolated string, whose opener is a token. */
  protected abstract closeHole(opener: number, start: number): void;

  /** The tokens, once all are there. */
  protected finish(): Tokens {
    const { text, length } = this;
    if (this.open.length !== 0) this.unmatched.push(...this.open.splice(0, 10_000));
    const end = this.count;
    if (end + SLACK > this.kinds.length) this.grow(end + SLACK);
    for (let i = end; i < end + SLACK; i++) {
      this.kinds[i] = T.EOF;
      this.starts[i] = length;
      this.ends[i] = length;
      this.match[i] = -1;
    }
    return {
      text,
      count: end,
      kinds: this.kinds,
      starts: this.starts,
      ends: this.ends,
      match: this.match,
      comments: this.comments,
      docs: this.docs,
      errors: this.errors,
      unmatched: this.unmatched,
    };
  }

  protected grow(least: number): void {
    const capacity = Math.max(least, Math.ceil(this.kinds.length * 1.6));
    const kinds = new Uint8Array(capacity);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const wider = (old: Int32Array): Int32Array => {
      const array = new Int32Array(capacity);
      array.set(old);
      return array;
    };
    this.starts = wider(this.starts);
    this.ends = wider(this.ends);
    this.match = wider(this.match);
  }

  protected emit(kind: T, start: number, end: number): number {
    const index = this.count++;
    if (index >= this.kinds.length) this.grow(index + 1);
    this.kinds[index] = kind;
    this.starts[index] = start;
    this.ends[index] = end;
    this.match[index] = -1;
    return index;
  }

  /** Emits a token whose end is where the lexer goes on. */
  protected take(kind: T, start: number, width: number): void {
    this.pos = start + width;
    this.emit(kind, start, start + width);
  }

  protected error(start: number, end: number, message: string, token = this.count): void {
    if (this.errors.length < 200) this.errors.push({ start, end, message, token });
  }

  protected lineEnd(from: number, limit = this.length): number {
    let pos = from;
    while (pos < this.length && pos < limit && !isNewline(this.text.charCodeAt(pos))) pos++;
    return pos;
  }

  protected openBracket(kind: T, start: number, width: number): void {
    this.open.push(this.emit(kind, start, start + width));
    if (kind === T.OpenBrace || kind === T.HoleOpen) this.braces++;
    this.pos = start + width;
  }

  protected closeBracket(kind: T, opener: T, start: number): void {
    const open = this.open;
    this.pos = start + 1;
    // `)` and `]` close what is on top, or below one forgotten bracket of the other sort; `}` closes what is left open in it.
    let depth = open.length - 1;
    if (kind === T.CloseBrace) {
      if (this.braces === 0) depth = -1;
      while (depth >= 0 && !this.isBrace(depth)) depth--;
    } else if (depth >= 0 && this.kinds[open[depth] as number] !== opener) {
      const isBelow = depth > 0 && !this.isBrace(depth) && this.kinds[open[depth - 1] as number] === opener;
      depth = isBelow ? depth - 1 : -1;
    }
    if (depth < 0) {
      const index = this.emit(kind, start, start + 1);
      this.unmatched.push(index);
      return;
    }
    while (open.length - 1 > depth) this.unmatched.push(open.pop() as number);
    if (kind === T.CloseBrace) this.braces--;
    const partner = open.pop() as number;
    if (this.kinds[partner] === T.HoleOpen) {
      this.closeHole(partner, start);
      return;
    }
    const index = this.emit(kind, start, start + 1);
    this.match[partner] = index;
    this.match[index] = partner;
  }

  protected isBrace(depth: number): boolean {
    const kind = this.kinds[this.open[depth] as number];
    return kind === T.OpenBrace || kind === T.HoleOpen;
  }
}
