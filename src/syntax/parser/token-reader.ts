import { createToken, EmbeddedActionsParser, type ILookaheadStrategy, type IToken, type TokenType } from 'chevrotain';
import type { SourceFile } from '../../source/source.ts';
import type { Tokens } from '../lexer.ts';
import { spelling, T } from '../tokens.ts';

/** One chevrotain type and one shared token per kind: the parser takes offsets from the flat arrays, never from tokens. */
export const tokenTypes: TokenType[] = [];
const sharedTokens: IToken[] = [];
for (let kind = 0; kind < T.Count; kind++) {
  const type = createToken({ name: T[kind] as string, label: spelling(kind) ?? (T[kind] as string) });
  tokenTypes.push(type);
  sharedTokens.push({
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx as number,
    image: spelling(kind) ?? '',
    startOffset: 0,
  });
}

/** Decisions are taken by the rules themselves (`pick`, `when`, `repeat`), so chevrotain need not compute any. */
const noLookahead: ILookaheadStrategy = {
  validate: () => [],
  buildLookaheadForAlternation: () => () => undefined,
  buildLookaheadForOptional: () => () => false,
};

/** The tokens of a file and the place the parser has come to: what chevrotain takes from its token vector. */
export abstract class TokenReader extends EmbeddedActionsParser {
  protected file!: SourceFile;
  protected tokens!: Tokens;
  protected text = '';
  protected kinds: Uint8Array = new Uint8Array(8);
  protected starts: Int32Array = new Int32Array(8);
  protected ends: Int32Array = new Int32Array(8);
  protected match: Int32Array = new Int32Array(8);
  protected count = 0;
  protected pos = 0;
  /** Kind of the token at `pos`. */
  protected tok: T = T.EOF;
  /** Where the parser was when it met an error, or -1. */
  protected panicAt = -1;

  constructor() {
    super(tokenTypes, { recoveryEnabled: false, skipValidations: true, lookaheadStrategy: noLookahead });
  }

  protected read(file: SourceFile, tokens: Tokens): void {
    this.reset();
    this.file = file;
    this.tokens = tokens;
    this.text = tokens.text;
    this.kinds = tokens.kinds;
    this.starts = tokens.starts;
    this.ends = tokens.ends;
    this.match = tokens.match;
    this.count = tokens.count;
    this.panicAt = -1;
    this.seek(0);
  }

  protected forget(): void {
    this.kinds = new Uint8Array(8);
    this.starts = this.ends = this.match = new Int32Array(8);
    this.text = '';
    this.count = 0;
    this.tokens = undefined as unknown as Tokens;
    this.file = undefined as unknown as SourceFile;
  }

  // ---------------------------------------------------------------- chevrotain's view of the tokens

  protected override LA(howMuch: number): IToken {
    const at = this.pos + howMuch - 1;
    return sharedTokens[at >= 0 && at < this.count ? (this.kinds[at] as number) : T.EOF] as IToken;
  }
  protected override LA_FAST(howMuch: number): IToken {
    return sharedTokens[this.kinds[this.pos + howMuch - 1] as number] as IToken;
  }
  consumeToken(): void {
    this.next();
  }
  exportLexerState(): number {
    return this.pos;
  }
  importLexerState(state: number): void {
    this.seek(state);
  }
  // The token vector of chevrotain stays empty, so there is nothing to pad and nothing left over to complain of.
  onBeforeParse(): void {}
  onAfterParse(): void {}

  // ---------------------------------------------------------------- moving

  protected seek(index: number): void {
    this.pos = index;
    this.tok = this.kinds[index] as T;
  }
  protected next(): void {
    if (this.pos < this.count) this.tok = this.kinds[++this.pos] as T;
  }
  /** Is the current token of this kind? */
  protected at(kind: T): boolean {
    return this.tok === kind;
  }
  /** Kind of the token `ahead` places further. */
  protected peek(ahead: number): T {
    return this.kindAt(this.pos + ahead);
  }
  protected kindAt(index: number): T {
    return index < this.count ? (this.kinds[index] as T) : T.EOF;
  }
  /** Offset of the token the parser stands at. */
  protected here(): number {
    return this.starts[this.panicAt >= 0 ? this.panicAt : this.pos] as number;
  }
  /** End of what has been read; after an error, where that stands, so that no node ends before it begins. */
  protected end(): number {
    if (this.panicAt >= 0) return this.starts[this.panicAt] as number;
    return this.pos > 0 ? (this.ends[this.pos - 1] as number) : 0;
  }
  protected textAt(index: number): string {
    return this.text.slice(this.starts[index], this.ends[index]);
  }
  protected nameAt(index: number): string {
    const start = this.starts[index] as number;
    return this.text.slice(this.text.charCodeAt(start) === 64 ? start + 1 : start, this.ends[index]);
  }
  /** Is the token a name spelt so? For words that are too rare to have a kind. */
  protected isWordAt(index: number, word: string): boolean {
    const start = this.starts[index] as number;
    return (
      this.kindAt(index) === T.Identifier &&
      (this.ends[index] as number) - start === word.length &&
      this.text.startsWith(word, start)
    );
  }
  /** Is there a line end between the token and the one before? */
  protected beginsLine(index: number): boolean {
    const from = index > 0 ? (this.ends[index - 1] as number) : 0;
    const to = this.starts[index] as number;
    for (let i = from; i < to; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit === 10 || unit === 13) return true;
    }
    return index === 0;
  }
  /** Width of the white space before the first token of the line the token is on. */
  protected indentOf(index: number): number {
    let i = this.file.lineStarts[this.file.position(this.starts[index] as number).line - 1] as number;
    let width = 0;
    for (; ; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit === 9) width += 4 - (width % 4);
      else if (unit === 32) width++;
      else return width;
      if (width > 500) return width;
    }
  }
}
