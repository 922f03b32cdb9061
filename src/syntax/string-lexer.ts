import { isNewline, TokenBuffer } from './token-buffer.ts';
import { T } from './tokens.ts';

/** How far the rest of a line is searched for the quote of a string that was not closed. */
const MAX_SCAN = 500;

/** What is known of an interpolated string while its holes are read. */
interface OpenString {
  readonly start: number;
  readonly verbatim: boolean;
  /** Quotes of a raw string; 0 for the others. */
  readonly quotes: number;
  /** Braces that open a hole. */
  readonly dollars: number;
  /** A raw string that begins and ends on lines of its own. */
  readonly lines: boolean;
}

/** Characters, strings and interpolated strings (language.md §1). */
export abstract class StringLexer extends TokenBuffer {
  protected readonly strings: OpenString[] = [];

  protected char(start: number): void {
    const text = this.text;
    let pos = start + 1;
    let units = 0;
    while (pos < this.length) {
      const unit = text.charCodeAt(pos);
      if (unit === 39 && units > 0) {
        this.take(T.CharLiteral, start, pos + 1 - start);
        return;
      }
      if (unit === 39 || isNewline(unit) || units > 40) break;
      pos += unit === 92 ? 2 : 1;
      units++;
    }
    if (text.charCodeAt(start + 1) === 39) {
      this.error(start, start + 2, 'a character is missing between these quotes');
      this.take(T.Bad, start, 2);
      return;
    }
    // Never closed: one character, as it was meant, and the rest of the line is read as usual.
    this.error(start, start + 1, "this character is never closed: a `'` is missing");
    const width = text.charCodeAt(start + 1) === 92 ? 3 : 2;
    const end = Math.min(start + width, this.lineEnd(start + 1));
    this.pos = end;
    this.emit(T.Bad, start, end);
  }

  protected quotes(from: number): number {
    let pos = from;
    while (this.text.charCodeAt(pos) === 34) pos++;
    return pos - from;
  }

  protected string(start: number): void {
    const text = this.text;
    const quotes = this.quotes(start);
    if (quotes >= 3) {
      this.raw(start, quotes);
      return;
    }
    let pos = start + 1;
    while (pos < this.length) {
      const unit = text.charCodeAt(pos);
      if (unit === 34) {
        this.take(T.StringLiteral, start, pos + 1 - start);
        return;
      }
      if (unit === 92 && !isNewline(text.charCodeAt(pos + 1))) pos += 2;
      else if (unit === 10 || unit === 13) break;
      else pos++;
    }
    // Within a hole this quote was meant to end the string around it.
    if (this.strings.length !== 0 && this.leaveHole(start)) return;
    this.unclosed(start, Math.min(pos, this.length), 'this string is never closed: a `"` is missing');
  }

  /** A literal that runs to the end of its line, or of the file, without its end. */
  protected unclosed(start: number, end: number, message: string): void {
    this.error(start, Math.min(this.lineEnd(start), end), message);
    this.pos = end;
    this.emit(T.Bad, start, end);
  }

  protected verbatim(start: number, from: number): void {
    let pos = from;
    for (;;) {
      const quote = this.text.indexOf('"', pos);
      if (quote < 0) {
        this.unclosed(start, this.length, 'this string is never closed: a `"` is missing');
        return;
      }
      if (this.text.charCodeAt(quote + 1) !== 34) {
        this.take(T.VerbatimString, start, quote + 1 - start);
        return;
      }
      pos = quote + 2;
    }
  }

  /** Is there nothing but white space from here to the end of the line? */
  protected restIsBlank(from: number): boolean {
    let pos = from;
    while (pos < this.length) {
      const unit = this.text.charCodeAt(pos);
      if (isNewline(unit)) return true;
      if (unit !== 32 && unit !== 9) return false;
      pos++;
    }
    return true;
  }

  protected raw(start: number, quotes: number): void {
    const text = this.text;
    const limit = this.restIsBlank(start + quotes) ? this.length : this.lineEnd(start);
    let pos = start + quotes;
    while (pos < limit) {
      const quote = text.indexOf('"', pos);
      if (quote < 0 || quote >= limit) break;
      const run = this.quotes(quote);
      if (run >= quotes) {
        this.take(T.RawString, start, quote + run - start);
        return;
      }
      pos = quote + run;
    }
    this.unclosed(start, limit, `this string is never closed: ${'"'.repeat(Math.min(quotes, 8))} is missing`);
  }

  // ---------------------------------------------------------------- interpolated strings

  protected dollar(start: number): void {
    const text = this.text;
    let pos = start;
    while (text.charCodeAt(pos) === 36) pos++;
    const dollars = pos - start;
    if (dollars === 1 && text.charCodeAt(pos) === 64 && text.charCodeAt(pos + 1) === 34) {
      this.openString(start, { start, verbatim: true, quotes: 0, dollars: 1, lines: false }, 3);
      return;
    }
    const quotes = this.quotes(pos);
    if (quotes >= 3) {
      const lines = this.restIsBlank(pos + quotes);
      this.openString(start, { start, verbatim: false, quotes, dollars, lines }, dollars + quotes);
    } else if (quotes > 0 && dollars === 1) {
      this.openString(start, { start, verbatim: false, quotes: 0, dollars: 1, lines: false }, 2);
    } else {
      this.error(start, pos, 'the character `$` has no meaning here');
      this.pos = pos;
      this.emit(T.Bad, start, pos);
    }
  }

  protected openString(start: number, open: OpenString, width: number): void {
    this.open.push(this.emit(T.InterpolatedStart, start, start + width));
    this.strings.push(open);
    this.pos = start + width;
    this.stringText();
  }

  /** Reads literal text up to a hole or the end of the string on top. */
  protected stringText(): void {
    const text = this.text;
    const string = this.strings[this.strings.length - 1] as OpenString;
    const start = this.pos;
    let pos = start;
    while (pos < this.length) {
      const unit = text.charCodeAt(pos);
      if (unit === 34) {
        const width = this.endQuotes(string, pos);
        if (width > 0) {
          this.stringEnd(start, pos, pos + width);
          return;
        }
        pos += string.quotes > 0 ? this.quotes(pos) : 2;
      } else if (unit === 123) {
        const hole = this.holeStart(string, pos);
        if (hole >= 0) {
          if (hole > start) this.emit(T.InterpolatedText, start, hole);
          this.openBracket(T.HoleOpen, hole, string.dollars);
          return;
        }
        pos = this.afterBraces(string, pos);
      } else if (isNewline(unit) && !string.verbatim && !string.lines) break;
      else
        pos += unit === 92 && string.quotes === 0 && !string.verbatim && !isNewline(text.charCodeAt(pos + 1)) ? 2 : 1;
    }
    pos = Math.min(pos, this.length);
    if (pos > start) this.emit(T.InterpolatedText, start, pos);
    this.closeString(pos);
  }

  /** The width of the quotes at `pos` if they end the string, else 0. */
  protected endQuotes(string: OpenString, pos: number): number {
    if (string.quotes > 0) {
      const run = this.quotes(pos);
      return run >= string.quotes ? run : 0;
    }
    return string.verbatim && this.text.charCodeAt(pos + 1) === 34 ? 0 : 1;
  }

  /** Where the braces of a hole begin, or -1 if the braces at `pos` are text. */
  protected holeStart(string: OpenString, pos: number): number {
    let run = 1;
    while (this.text.charCodeAt(pos + run) === 123) run++;
    if (string.quotes > 0) return run >= string.dollars ? pos + run - string.dollars : -1;
    // `{{` is a brace; in an odd run the last one opens a hole
    return run % 2 === 1 ? pos + run - 1 : -1;
  }

  protected afterBraces(_string: OpenString, pos: number): number {
    let at = pos;
    while (this.text.charCodeAt(at) === 123) at++;
    return at;
  }

  protected stringEnd(textStart: number, textEnd: number, end: number): void {
    if (textEnd > textStart) this.emit(T.InterpolatedText, textStart, textEnd);
    this.pos = end;
    this.pairString(this.emit(T.InterpolatedEnd, textEnd, end));
  }

  /** Takes the string on top off the stacks and pairs its ends. */
  protected pairString(index: number): void {
    this.strings.pop();
    while (this.open.length !== 0) {
      const partner = this.open.pop() as number;
      const kind = this.kinds[partner];
      if (kind === T.InterpolatedStart) {
        this.match[partner] = index;
        this.match[index] = partner;
        return;
      }
      if (kind === T.OpenBrace || kind === T.HoleOpen) this.braces--;
      this.unmatched.push(partner);
    }
  }

  /** Ends the string on top where its end is missing. */
  protected closeString(at: number): void {
    const { start } = this.strings[this.strings.length - 1] as OpenString;
    this.error(start, Math.min(start + 2, at), 'this string is never closed: a `"` is missing');
    this.pos = Math.max(this.pos, at);
    this.pairString(this.emit(T.InterpolatedEnd, at, at));
  }

  protected closeHole(opener: number, start: number): void {
    const { dollars } = this.strings[this.strings.length - 1] as OpenString;
    let end = start + 1;
    while (end - start < dollars && this.text.charCodeAt(end) === 125) end++;
    const index = this.emit(T.HoleClose, start, end);
    this.match[opener] = index;
    this.match[index] = opener;
    this.pos = end;
    this.stringText();
  }

  /** `:format` of a hole, up to its brace. */
  protected format(start: number): void {
    const string = this.strings[this.strings.length - 1] as OpenString;
    let pos = start + 1;
    while (pos < this.length) {
      const unit = this.text.charCodeAt(pos);
      if (unit === 125 || (unit === 34 && !string.verbatim) || (isNewline(unit) && string.quotes === 0)) break;
      pos += unit === 92 && string.quotes === 0 && !string.verbatim ? 2 : 1;
    }
    pos = Math.min(pos, this.length);
    this.pos = pos;
    this.emit(T.HoleFormat, start, pos);
    if (this.text.charCodeAt(pos) !== 125) this.leaveHole(pos);
  }

  /**
   * A hole that was never closed, as a `;` in it or a quote that ends nothing shows: the string ends at its own quote,
   * if that stands on this line, and else here. False where the token at `at` belongs to a block within the hole.
   */
  protected leaveHole(at: number): boolean {
    const open = this.open;
    let depth = open.length - 1;
    while (depth >= 0 && this.kinds[open[depth] as number] !== T.HoleOpen) {
      if (this.kinds[open[depth] as number] === T.OpenBrace) return false;
      depth--;
    }
    const string = this.strings[this.strings.length - 1] as OpenString;
    if (depth < 0 || string.quotes > 0) return false;
    const hole = open[depth] as number;
    open.length = depth;
    this.braces--;
    const start = this.starts[hole] as number;
    this.error(start, start + 1, 'this `{` of the string is never closed: `}` is missing');
    let end = at;
    const lineEnd = Math.min(this.lineEnd(at, at + MAX_SCAN), at + MAX_SCAN);
    while (end < lineEnd && this.text.charCodeAt(end) !== 34) end++;
    end = end < lineEnd ? end + 1 : at;
    this.match[hole] = this.emit(T.HoleClose, at, at);
    this.pairString(this.emit(T.InterpolatedEnd, at, end));
    this.pos = Math.max(end, at === end ? this.pos : end);
    return end > at;
  }
}
