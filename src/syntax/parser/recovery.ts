import { isName, T } from '../tokens.ts';
import { kindSet } from './lookahead.ts';

import { PatternParser } from './patterns.ts';

/** Words that begin a statement, and so show where one ends that was given up. */
const statementWords = kindSet(
  T.If,
  T.While,
  T.Do,
  T.For,
  T.Foreach,
  T.Break,
  T.Continue,
  T.Return,
  T.Throw,
  T.Try,
  T.Switch,
  T.Goto,
  T.RunAs,
  T.Var,
  T.Const,
);
/** Statements whose block is read all the same when their head is given up. */
const ownsBlock = kindSet(T.If, T.While, T.Do, T.For, T.Foreach, T.Switch, T.Try, T.When, T.RunAs, T.Else, T.Catch);
/** Where reading goes on after an error, and what is said of braces that pair with nothing. */
export abstract class RecoveryParser extends PatternParser {
  /** After an error in the statement at token `first`: goes to where the next one begins. */
  protected resyncStatement(first: number): void {
    if (this.hopeless) return;
    let at = Math.max(this.panicAt, first);
    const indent = this.indentOf(first);
    this.panicAt = -1;
    for (; ; at++) {
      const kind = this.kindAt(at);
      if (kind === T.EOF) break;
      if (at > first && this.beginsLine(at) && (this.indentOf(at) <= indent || statementWords[kind] === 1)) break;
      if (kind === T.Semicolon) {
        at++;
        break;
      }
      const partner = this.match[at] as number;
      if (kind === T.CloseBrace) {
        // The end of a block around the statement, or of one that the statement opened.
        if (partner < first) break;
        at++;
        break;
      }
      if (kind === T.OpenBrace && at > first && (ownsBlock[this.kindAt(first)] === 1 || this.beginsLine(at))) break;
      if (
        (kind === T.OpenParen || kind === T.OpenBracket || kind === T.OpenBrace || kind === T.InterpolatedStart) &&
        partner > at
      )
        at = partner;
    }
    this.seek(Math.max(at, first + 1 < this.count && at === first ? first + 1 : at));
  }

  /** After an error in the item that begins at token `first`: goes to where the next one begins. */
  protected resyncItem(first: number): void {
    if (this.hopeless) return;
    let at = Math.max(this.panicAt, first);
    const indent = this.indentOf(first);
    this.panicAt = -1;
    for (; ; at++) {
      const kind = this.kindAt(at);
      if (kind === T.EOF) break;
      if (
        at > first &&
        this.beginsLine(at) &&
        this.indentOf(at) <= indent &&
        kind !== T.CloseBrace &&
        kind !== T.OpenBrace
      )
        break;
      if (kind === T.Semicolon) {
        at++;
        break;
      }
      const partner = this.match[at] as number;
      if (kind === T.CloseBrace) {
        if (partner < first) break;
        at++;
        break;
      }
      if (kind === T.OpenBrace && partner > at) {
        at = partner + 1;
        break;
      }
      if ((kind === T.OpenParen || kind === T.OpenBracket || kind === T.InterpolatedStart) && partner > at)
        at = partner;
    }
    this.seek(Math.max(at, first + (at === first && first < this.count ? 1 : 0)));
  }

  /**
   * Where some `}` is missing: does what stands here belong to a list further out than one of this `level`? 0 are
   * statements and settings, 1 a state, 2 a workflow or a class. Then the lists between end here.
   */
  protected belongsOutside(level: number): boolean {
    if (!this.lacksClosing) return false;
    this.leaving = this.#rank() > level;
    return this.leaving;
  }
  #rank(): number {
    const next = this.peek(1);
    const after = this.peek(2);
    switch (this.tok) {
      case T.Enum:
      case T.Class:
      case T.Interface:
        return 3;
      case T.Public:
      case T.Internal:
        return 2.5;
      case T.Entity:
      case T.Workflow:
      case T.Client:
        return isName(next) && (after === T.OpenBrace || after === T.Colon) ? 3 : 0;
      case T.State:
        return isName(next) && after === T.OpenBrace ? 2 : 0;
      case T.Terminal:
        return isName(next) && isName(after) ? 2 : 0;
      case T.Event:
        return isName(next) && after === T.OpenParen ? 2 : 0;
      case T.On:
        return isName(next) && (after === T.OpenBrace || after === T.OpenParen) ? 1 : 0;
      case T.Subscribe:
        return isName(next) && after === T.OpenParen ? 1 : 0;
      case T.Complete:
        return next === T.When ? 1 : 0;
      case T.Enter:
      case T.Exit:
        return next === T.OpenBrace ? 1 : 0;
      default:
        return 0;
    }
  }

  /** The `}` of the `{` at token `open`. */
  protected closeBlock(open: number): void {
    if (this.accept(T.CloseBrace)) return;
    if (this.RECORDING_PHASE) {
      this.eat(T.CloseBrace);
      return;
    }
    if (this.kindAt(open) !== T.OpenBrace) return;
    if (this.panicAt >= 0) this.recoverAt(open);
    else this.unclosed(open);
  }

  /** A block that the end of the file cut off; said once, at the end, with a label where it opens. */
  protected unclosed(open: number): void {
    if (this.saidUnclosed || this.hopeless) return;
    this.reportUnclosed(this.spanOf(open));
  }
  protected reportUnclosed(span: { start: number; end: number }): void {
    this.saidUnclosed = true;
    const last = this.text.trimEnd().length;
    // What swallowed the rest of a line, or of the file, may have swallowed the brace.
    const swallowed = this.tokens.errors.some(
      ({ token }) => this.kindAt(token) === T.Bad && this.textAt(token).includes('}'),
    );
    if (swallowed || this.tokens.errors.some((error) => error.token >= this.count)) return;
    const label = { file: this.file, span, message: 'this `{` is never closed' };
    this.report(last, last, 'a `}` is missing: a block is still open at the end of the file', [label]);
  }
  protected saidUnclosed = false;
}
