import { isWord, T } from '../tokens.ts';
import type { Node } from '../tree.ts';
import { between, cat, type Doc, group, hardline, indent, line, softline, verbatim } from './doc.ts';
import type { Piece } from './pieces.ts';

/** The tree and the tokens tell different stories: a fault of the printer, never of the file. */
export class PrinterFault extends Error {}

const nothing = cat();

/**
 * Prints pieces one after the other. The printers below ask the tree what stands where, and take every token from the
 * file itself, so that nothing can be dropped, added or put in another order: what they decide is white space.
 */
export abstract class TokenPrinter {
  readonly #pieces: readonly Piece[];
  #at = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  // ---------------------------------------------------------------- looking

  protected peek(ahead = 0): Piece {
    return this.#pieces[Math.min(this.#at + ahead, this.#pieces.length - 1)] as Piece;
  }
  protected at(kind: T): boolean {
    return this.peek().kind === kind;
  }
  protected atEnd(): boolean {
    return this.#at >= this.#pieces.length - 1;
  }
  /** Does the next piece begin a line of the file? */
  protected beginsLine(): boolean {
    const before = this.#pieces[this.#at - 1];
    return before === undefined || before.endLine < this.peek().line;
  }
  /** Did the author leave an empty line before what comes next? */
  protected gap(): boolean {
    return this.peek().gap;
  }
  /** Do the bracket that comes next and its partner stand on one line? */
  protected isOneLine(): boolean {
    const open = this.peek();
    return open.line === this.#pieces[open.close]?.line;
  }
  /** Are the pieces from the next one to the end of `node` on one line? */
  protected isOnOneLine(node: Node): boolean {
    let at = this.#at;
    const { line: first } = this.peek();
    while ((this.#pieces[at] as Piece).end < node.end) at++;
    return (this.#pieces[at] as Piece).endLine === first;
  }

  // ---------------------------------------------------------------- taking

  /** The next token with its comments. With a kind, it has to be that. */
  protected tok(kind?: T): Doc {
    const { before } = this.peek();
    return before.length === 0 ? this.bare(kind) : cat(...before, this.bare(kind));
  }
  /** The comments before the next token, for which `bare` is to be called after this. */
  protected comments(): readonly Doc[] {
    return this.peek().before;
  }
  /** The next token without the comments before it. */
  protected bare(kind?: T): Doc {
    const piece = this.peek();
    if (this.atEnd()) throw new PrinterFault(`the text ends before the tree does, at ${piece.start}`);
    if (kind !== undefined && piece.kind !== kind)
      throw new PrinterFault(`${T[piece.kind]} at ${piece.start} instead of ${T[kind]}`);
    this.#at++;
    const isLong = piece.endLine > piece.line;
    const text = isLong ? verbatim(piece.text) : piece.text;
    return piece.after.length === 0 ? text : cat(text, ...piece.after);
  }
  /** Tokens up to `end` with no blank but where one is needed; for names, types and what declares variables. */
  protected flat(end: number): Doc {
    const parts: Doc[] = [];
    let previous: Piece | undefined;
    while (!this.atEnd() && this.peek().start < end) {
      if (previous !== undefined && isApart(previous.kind, this.peek().kind)) parts.push(' ');
      previous = this.peek();
      parts.push(this.tok());
    }
    return parts.length === 0 ? nothing : cat(...parts);
  }
  /** As `flat`, with a blank after it if it is anything. For what the tree does not mention: `async`, `in`, `this`. */
  protected flatBefore(end: number): Doc {
    return this.peek().start < end && !this.atEnd() ? cat(this.flat(end), ' ') : nothing;
  }
  /** An operator, which may be several tokens (`>>=`). */
  protected operator(end: number): Doc {
    const parts: Doc[] = [this.tok()];
    while (this.peek().start < end) parts.push(this.tok());
    return cat(...parts);
  }

  // ---------------------------------------------------------------- brackets and lists

  /**
   * What stands between a pair of brackets. On one line if it fits, or where `breaks`, on lines of its own.
   * @param inner is called once the opening bracket is taken
   * @param head what is before the brackets, if they are opened out wherever that is broken
   */
  protected brackets(edge: typeof line | typeof softline, breaks: boolean, inner: () => Doc, head?: Doc): Doc {
    const { after } = this.peek();
    const open = this.tok();
    const content = inner();
    const comments = this.comments();
    const close = this.bare();
    if (comments.length === 0 && content === nothing && after.length === 0)
      return edge === line ? group(cat(open, ' ', close)) : cat(open, close);
    return group(cat(open, indent(edge, content, ...comments), edge, close), breaks, head);
  }
  /** `( … )`, `[ … ]`: broken only where it does not fit, or where a comma ends the list. */
  protected soft(inner: () => Doc): Doc {
    return this.brackets(softline, this.#endsWithComma(), inner);
  }
  /** `{ … }`: on one line where the author wrote it so and it fits. */
  protected braces(inner: () => Doc, head?: Doc): Doc {
    return this.brackets(line, !this.isOneLine(), inner, head);
  }
  #endsWithComma(): boolean {
    return this.#pieces[this.peek().close - 1]?.kind === T.Comma;
  }
  protected nothing(): Doc {
    return nothing;
  }

  /** Items one after the other up to the closing bracket. */
  protected items(item: () => Doc, closer: T, hard = false): Doc {
    const parts: Doc[] = [];
    while (!this.at(closer) && !this.atEnd()) {
      if (parts.length > 0) parts.push(between(this.gap(), hard));
      parts.push(item());
    }
    return parts.length === 0 ? nothing : cat(...parts);
  }
  /** Items with commas, and a possible line end after each comma. */
  protected commaLines<N>(items: readonly N[], print: (item: N) => Doc): Doc {
    const parts: Doc[] = [];
    for (const item of items) {
      if (parts.length > 0) parts.push(between(this.gap()));
      parts.push(print(item));
      if (this.at(T.Comma)) parts.push(this.tok(T.Comma));
    }
    return parts.length === 0 ? nothing : cat(...parts);
  }
  /** As `commaLines`, with as many items on a line as fit. */
  protected commaRows<N>(items: readonly N[], print: (item: N) => Doc): Doc {
    const parts: Doc[] = [];
    for (const item of items) {
      const gap = this.gap();
      const doc = print(item);
      const whole = this.at(T.Comma) ? cat(doc, this.tok(T.Comma)) : doc;
      parts.push(parts.length === 0 ? whole : group(cat(between(gap), whole), gap));
    }
    return parts.length === 0 ? nothing : cat(...parts);
  }
  /** What belongs to the line before, but may go to a line of its own a step further right. */
  protected below(doc: Doc, hard: boolean): Doc {
    return hard ? indent(hardline, doc) : group(indent(line, doc));
  }
}

/** Signs after which a word does not touch. */
const apartFromWords: readonly T[] = [T.Greater, T.Question, T.CloseBracket, T.CloseParen];

function isApart(left: T, right: T): boolean {
  if (left === T.Comma || left === T.Equals || right === T.Equals) return true;
  if (left === T.Var && right === T.OpenParen) return true;
  return isWord(right) && (isWord(left) || apartFromWords.includes(left));
}
