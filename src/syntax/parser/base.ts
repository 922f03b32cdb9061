import type { TokenType } from 'chevrotain';
import { syntaxError } from '../../diagnostics/catalogue/syntax.ts';
import { type Diagnostic, diagnose, type Label } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../source/source.ts';
import type { Tokens } from '../lexer.ts';
import { isName, isWord, spelling, T } from '../tokens.ts';
import type { Identifier, Node } from '../tree.ts';
import { TokenReader, tokenTypes } from './token-reader.ts';

/** How deeply constructs may nest. Deeper trees would exhaust the stack of a pass that walks them. */
export const MAX_DEPTH = 256;
/** How long a chain may grow to the left or right: `a + b + …`, `a.b().c()…`, `else if …`. */
export const MAX_CHAIN = 1000;
const MAX_DIAGNOSTICS = 100;

/**
 * What the grammar's rules are made of. Rules are chevrotain's, and so is the grammar it records from them; decisions
 * are taken by hand-written lookahead, since nearly every word of Osy is a name in another place, and tokens lie in flat
 * arrays. Three combinators carry both sides: while chevrotain records, `pick`, `when` and `repeat` show it every
 * alternative; while parsing, they follow the decision they are given.
 *
 * Recovery is panic and resynchronisation: the first error of a construct is reported and the parser moves to the end of
 * the file, so that every rule in progress sees nothing more to read and returns what it has; the list that holds the
 * construct (statements, members, declarations) then brings it back to where the next one begins.
 */
export abstract class ParserBase extends TokenReader {
  /** Set while nothing but the end of the whole declaration can bring the parser back. */
  protected hopeless = false;
  protected depth = 0;
  protected diagnostics: Diagnostic[] = [];
  /** Set while an inner list leaves an item to a list around it, since a `}` between them is missing. */
  protected leaving = false;
  /** Braces that pair with nothing, after what the layout could mend. */
  protected lacksClosing = false;
  protected lacksOpening = false;
  /** Tokens about which something has been said. */
  readonly #said = new Set<number>();

  /** Starts on a file. */
  protected load(file: SourceFile, tokens: Tokens): void {
    this.read(file, tokens);
    this.diagnostics = [];
    this.hopeless = false;
    this.depth = 0;
    this.leaving = false;
    this.lacksClosing = tokens.unmatched.some((index) => tokens.kinds[index] === T.OpenBrace);
    this.lacksOpening = tokens.unmatched.some((index) => tokens.kinds[index] === T.CloseBrace);
    this.#said.clear();
    for (const error of tokens.errors) {
      this.report(error.start, error.end, error.message);
      if (error.token >= 0) this.#said.add(error.token);
    }
  }

  /** Forgets the file, so that a parser kept for the next one holds nothing. */
  protected unload(): Diagnostic[] {
    const found = this.diagnostics;
    this.diagnostics = [];
    this.forget();
    return found;
  }

  // ---------------------------------------------------------------- combinators

  /** One of several alternatives, the `choice`th. */
  protected pick<R>(index: number, choice: number, alternatives: readonly (() => R)[]): R {
    if (this.RECORDING_PHASE)
      return this.or(
        index,
        alternatives.map((ALT) => ({ ALT })),
      ) as R;
    return (alternatives[choice] as () => R)();
  }
  /** Something optional. */
  protected when<R>(index: number, condition: boolean, action: () => R): R | undefined {
    if (this.RECORDING_PHASE) return this.option(index, action) as R | undefined;
    return condition ? action() : undefined;
  }
  /** Something any number of times; a turn that reads nothing is the last. */
  protected repeat(index: number, goesOn: () => boolean, action: () => void): void {
    if (this.RECORDING_PHASE) {
      this.many(index, action);
      return;
    }
    while (goesOn()) {
      const before = this.pos;
      action();
      if (this.pos <= before) return;
    }
  }
  /** One or more, with commas between. A comma before `closer` may stand where `trailing` allows it. */
  protected commaList<R>(index: number, item: () => R, closer?: T): R[] {
    const items: R[] = [item()];
    this.repeat(
      index,
      () => this.tok === T.Comma,
      () => {
        this.eat(T.Comma);
        if (closer !== undefined && this.tok === closer) return;
        items.push(item());
      },
    );
    return items;
  }

  // ---------------------------------------------------------------- tokens

  /** Reads a token that is known to be there. */
  protected eat(kind: T): void {
    if (this.RECORDING_PHASE) this.CONSUME(tokenTypes[kind] as TokenType);
    else this.next();
  }
  /** Reads a token if it is there. */
  protected accept(kind: T): boolean {
    if (this.tok !== kind) return false;
    this.next();
    return true;
  }
  /** Reads a token that has to be there; says so if it is not. `what` ends the sentence “expected … ”. */
  protected need(kind: T, what?: string): boolean {
    if (this.tok === kind) {
      this.next();
      return true;
    }
    if (this.RECORDING_PHASE) {
      this.CONSUME(tokenTypes[kind] as TokenType);
      return true;
    }
    if (this.panicAt < 0) this.missing(kind, what);
    return false;
  }
  /** `;` at the end of a statement or declaration. */
  protected semicolon(what: string): void {
    this.need(T.Semicolon, what);
  }
  /** The `)` of the `(` at token `open`. */
  protected closeParen(open: number): void {
    this.closer(T.CloseParen, open);
  }
  protected closer(kind: T, open: number): void {
    if (this.tok === kind) this.next();
    else if (this.RECORDING_PHASE) this.CONSUME(tokenTypes[kind] as TokenType);
    else if (this.panicAt < 0) this.missing(kind, `to close this \`${spelling(this.kindAt(open)) ?? '('}\``, open);
  }

  /** A name, or an invented one with a report: `what` says whose (“a state”). */
  protected name(what: string): Identifier {
    const index = this.pos;
    if (isName(this.tok)) {
      this.next();
      return { start: this.starts[index] as number, end: this.ends[index] as number, name: this.nameAt(index) };
    }
    if (this.RECORDING_PHASE) {
      this.CONSUME(tokenTypes[T.Identifier] as TokenType);
      return { start: 0, end: 0, name: '' };
    }
    const at = this.end();
    if (isWord(this.tok)) {
      this.fail(
        `${what} needs a name, and \`${this.shown(index)}\` is a word of the language: write \`@${this.shown(index)}\``,
      );
    } else this.fail(`${what} needs a name`);
    return { start: at, end: at, name: '' };
  }

  // ---------------------------------------------------------------- errors

  protected report(start: number, end: number, sentence: string, related?: readonly Label[]): void {
    if (this.diagnostics.length >= MAX_DIAGNOSTICS) return;
    const extras = related === undefined ? {} : { related };
    this.diagnostics.push(diagnose(syntaxError, this.file, { start, end }, { sentence }, extras));
  }
  protected reportAt(node: Node, sentence: string): void {
    this.report(node.start, node.end, sentence);
  }
  /** Reports what is wrong with the shape of something; what follows at once is taken for the same mistake. */
  protected complain(start: number, end: number, sentence: string): void {
    if (this.panicAt >= 0 || this.RECORDING_PHASE) return;
    if (this.#speak(this.pos)) this.report(start, end, sentence);
  }

  /** What a token is, for a sentence. */
  protected shown(index: number): string {
    const kind = this.kindAt(index);
    const text = spelling(kind) ?? this.textAt(index);
    return text.length > 30 ? `${text.slice(0, 27)}…` : text;
  }
  protected describe(index: number): string {
    const kind = this.kindAt(index);
    if (kind === T.EOF) return 'the end of the file';
    if (kind === T.StringLiteral || kind === T.VerbatimString || kind === T.RawString || kind === T.InterpolatedStart)
      return 'a string';
    if (kind === T.InterpolatedEnd) return 'the end of the string';
    if (kind === T.HoleClose) return '`}`';
    return `\`${this.shown(index)}\``;
  }

  /**
   * Has something been said about this token, the one before, or one a little further back on the same line? Then what
   * is found here is most likely the same mistake.
   */
  #isFollowUp(index: number): boolean {
    let sameLine = true;
    for (let back = 0; back <= 4 && back <= index; back++) {
      if (back > 0 && !sameLine && (back > 2 || this.kindAt(index - back) === T.CloseBrace)) return false;
      if (this.#said.has(index - back)) return true;
      sameLine &&= !this.beginsLine(index - back);
    }
    return false;
  }
  /** Notes that the current place is spoken of; false if it has been before. */
  #speak(index: number): boolean {
    if (this.#isFollowUp(index)) return false;
    this.#said.add(index);
    return true;
  }

  /** Reports an error at the current token and gives the construct up. */
  protected fail(sentence: string, related?: readonly Label[]): void {
    if (this.panicAt >= 0 || this.RECORDING_PHASE) return;
    const index = this.pos;
    if (this.#speak(index)) {
      const atEnd = index >= this.count;
      const start = atEnd ? this.end() : (this.starts[index] as number);
      this.report(start, atEnd ? start : (this.ends[index] as number), sentence, related);
    }
    this.panic();
  }
  protected panic(): void {
    if (this.panicAt >= 0) return;
    this.panicAt = this.pos;
    this.pos = this.count;
    this.tok = T.EOF;
  }

  /** A token that is not there. Where the text goes on as if it were, so does the parser. */
  protected missing(kind: T, what: string | undefined, open?: number): void {
    const index = this.pos;
    if (kind === T.OpenBrace && this.#skipToBrace(index)) return;
    const sign = `\`${spelling(kind)}\``;
    const goesOn = this.goesOnWithout(kind, index);
    if (this.#speak(index)) {
      const at = this.end();
      const related =
        open === undefined
          ? undefined
          : [{ file: this.file, span: this.spanOf(open), message: `this \`${this.shown(open)}\`` }];
      const before = goesOn || index >= this.count ? '' : `, found ${this.describe(index)}`;
      this.report(at, at, `expected ${sign}${what === undefined ? '' : ` ${what}`}${before}`, related);
    }
    if (!goesOn) this.panic();
  }
  /** Words too many before a `{`: says so and goes on behind it. Not where some `{` is missing. */
  #skipToBrace(index: number): boolean {
    if (this.lacksOpening) return false;
    let at = index;
    while (at < index + 8 && this.kindAt(at) !== T.OpenBrace) {
      const kind = this.kindAt(at);
      const isStray = kind === T.CloseBrace && this.kindAt(at + 1) === T.OpenBrace;
      if (kind === T.Semicolon || kind === T.EOF || (kind === T.CloseBrace && !isStray)) return false;
      if (at > index + 1 && this.beginsLine(at)) return false;
      at++;
    }
    if (this.kindAt(at) !== T.OpenBrace) return false;
    if (this.#speak(index))
      this.report(
        this.starts[index] as number,
        this.ends[index] as number,
        `expected \`{\`, found ${this.describe(index)}`,
      );
    this.seek(at + 1);
    return true;
  }
  protected spanOf(index: number): { start: number; end: number } {
    return { start: this.starts[index] as number, end: this.ends[index] as number };
  }
  protected goesOnWithout(kind: T, index: number): boolean {
    const found = this.kindAt(index);
    switch (kind) {
      case T.Semicolon:
        return found === T.CloseBrace || this.beginsLine(index);
      case T.CloseParen:
        return found === T.OpenBrace || found === T.Semicolon || found === T.Arrow;
      case T.CloseBracket:
        return found === T.Semicolon;
      case T.OpenBrace:
        return found !== T.EOF && found !== T.Semicolon && found !== T.CloseParen && found !== T.CloseBracket;
      default:
        return false;
    }
  }

  /** Runs `action` one level deeper, unless that is too deep. */
  protected enter(): boolean {
    if (this.depth < MAX_DEPTH) {
      this.depth++;
      return true;
    }
    this.tooDeep(`this is nested too deeply: more than ${MAX_DEPTH} levels`);
    return false;
  }
  protected leave(): void {
    this.depth--;
  }
  protected tooDeep(sentence: string): void {
    this.fail(sentence);
    this.hopeless = true;
  }
}
