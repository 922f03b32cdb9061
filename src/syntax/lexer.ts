import { hashStep, T, wordKind } from './tokens.ts';
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
/** How far the rest of a line is searched for the quote of a string that was not closed. */
const MAX_SCAN = 500;

// Classes of ASCII units.
const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
const SINGLE = 4;
const OTHER = 5;
const classes = new Uint8Array(128).fill(0);
const singles = new Uint8Array(128);
for (const c of ' \t\n\r\v\f') classes[c.charCodeAt(0)] = SPACE;
for (let c = 0; c < 26; c++) {
  classes[65 + c] = LETTER;
  classes[97 + c] = LETTER;
}
classes[95] = LETTER;
for (let c = 48; c < 58; c++) classes[c] = DIGIT;
for (const [sign, kind] of [
  [';', T.Semicolon],
  [',', T.Comma],
  ['~', T.Tilde],
] as const) {
  classes[sign.charCodeAt(0)] = SINGLE;
  singles[sign.charCodeAt(0)] = kind;
}
for (const c of '/"\'.:=+-*%&|^!<>?@$#(){}[]') classes[c.charCodeAt(0)] = OTHER;

const letterStart = /^[\p{L}\p{Nl}]$/u;
const letterPart = /^[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\p{Cf}]$/u;
const isSpaceUnit = (unit: number): boolean =>
  unit === 0xa0 ||
  unit === 0xfeff ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x85 ||
  /\s/.test(String.fromCharCode(unit));
const isNewline = (unit: number): boolean =>
  unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029 || unit === 0x85;
const isHexDigit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);

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

/** Reads a whole file. Never throws; reads every unit a bounded number of times. */
export function lex(text: string): Tokens {
  return new Lexer(text).run();
}

class Lexer {
  readonly #text: string;
  readonly #length: number;
  #pos = 0;
  #count = 0;
  #kinds: Uint8Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #match: Int32Array;
  readonly #comments: Comment[] = [];
  readonly #docs = new Map<number, string>();
  readonly #errors: LexicalError[] = [];
  readonly #unmatched: number[] = [];
  /** Open brackets, as token indices. */
  readonly #open: number[] = [];
  readonly #strings: OpenString[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#length = text.length;
    const capacity = (text.length >> 2) + 32;
    this.#kinds = new Uint8Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
    this.#match = new Int32Array(capacity);
  }

  run(): Tokens {
    const text = this.#text;
    const length = this.#length;
    while (this.#pos < length) {
      const start = this.#pos;
      const unit = text.charCodeAt(start);
      switch (unit < 128 ? classes[unit] : OTHER) {
        case SPACE:
          this.#pos++;
          break;
        case LETTER:
          this.#word(start);
          break;
        case DIGIT:
          this.#number(start);
          break;
        case SINGLE:
          this.#pos++;
          if (unit === 59 && this.#strings.length !== 0 && this.#leaveHole(start)) break;
          this.#emit(singles[unit] as T, start, start + 1);
          break;
        default:
          this.#other(start, unit);
      }
    }
    while (this.#strings.length !== 0) this.#closeString(this.#length);
    if (this.#open.length !== 0) this.#unmatched.push(...this.#open.splice(0, 10_000));
    const end = this.#count;
    if (end + SLACK > this.#kinds.length) this.#grow(end + SLACK);
    for (let i = end; i < end + SLACK; i++) {
      this.#kinds[i] = T.EOF;
      this.#starts[i] = length;
      this.#ends[i] = length;
      this.#match[i] = -1;
    }
    return {
      text,
      count: end,
      kinds: this.#kinds,
      starts: this.#starts,
      ends: this.#ends,
      match: this.#match,
      comments: this.#comments,
      docs: this.#docs,
      errors: this.#errors,
      unmatched: this.#unmatched,
    };
  }

  // ---------------------------------------------------------------- output

  #grow(least: number): void {
    const capacity = Math.max(least, Math.ceil(this.#kinds.length * 1.6));
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const wider = (old: Int32Array): Int32Array => {
      const array = new Int32Array(capacity);
      array.set(old);
      return array;
    };
    this.#starts = wider(this.#starts);
    this.#ends = wider(this.#ends);
    this.#match = wider(this.#match);
  }

  #emit(kind: T, start: number, end: number): number {
    const index = this.#count++;
    if (index >= this.#kinds.length) this.#grow(index + 1);
    this.#kinds[index] = kind;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#match[index] = -1;
    return index;
  }

  /** Emits a token whose end is where the lexer goes on. */
  #take(kind: T, start: number, width: number): void {
    this.#pos = start + width;
    this.#emit(kind, start, start + width);
  }

  #error(start: number, end: number, message: string, token = this.#count): void {
    if (this.#errors.length < 200) this.#errors.push({ start, end, message, token });
  }

  // ---------------------------------------------------------------- brackets

  #openBracket(kind: T, start: number, width: number): void {
    this.#open.push(this.#emit(kind, start, start + width));
    this.#pos = start + width;
  }

  #closeBracket(kind: T, opener: T, start: number): void {
    const open = this.#open;
    this.#pos = start + 1;
    // `)` and `]` close only what is on top; `}` closes what was left open within it.
    let depth = open.length - 1;
    if (kind === T.CloseBrace) {
      while (depth >= 0) {
        const at = this.#kinds[open[depth] as number];
        if (at === T.OpenBrace || at === T.HoleOpen) break;
        depth--;
      }
    } else {
      // one forgotten bracket of the other sort is stepped over, never a brace
      while (depth >= 0 && this.#kinds[open[depth] as number] !== opener) {
        const at = this.#kinds[open[depth] as number];
        if (at === T.OpenBrace || at === T.HoleOpen) depth = -1;
        else depth--;
      }
    }
    if (depth < 0) {
      const index = this.#emit(kind, start, start + 1);
      this.#unmatched.push(index);
      return;
    }
    while (open.length - 1 > depth) this.#unmatched.push(open.pop() as number);
    const partner = open.pop() as number;
    if (this.#kinds[partner] === T.HoleOpen) {
      this.#closeHole(partner, start);
      return;
    }
    const index = this.#emit(kind, start, start + 1);
    this.#match[partner] = index;
    this.#match[index] = partner;
  }

  // ---------------------------------------------------------------- words and numbers

  #word(start: number): void {
    const text = this.#text;
    const length = this.#length;
    let pos = start;
    let hash = 0;
    let unit = text.charCodeAt(pos);
    for (;;) {
      const sort = unit < 128 ? classes[unit] : 0;
      if (sort !== LETTER && sort !== DIGIT) {
        if (unit >= 128 && pos < length) {
          this.#wideWord(start, pos);
          return;
        }
        break;
      }
      hash = hashStep(hash, unit);
      if (++pos >= length) break;
      unit = text.charCodeAt(pos);
    }
    this.#pos = pos;
    this.#emit(wordKind(text, start, pos, hash), start, pos);
  }

  /** The rest of a word with letters beyond ASCII. */
  #wideWord(start: number, from: number): void {
    const text = this.#text;
    let pos = from;
    while (pos < this.#length) {
      const point = text.codePointAt(pos) as number;
      if (point < 128) {
        const sort = classes[point];
        if (sort !== LETTER && sort !== DIGIT) break;
        pos++;
      } else {
        if (!letterPart.test(String.fromCodePoint(point))) break;
        pos += point > 0xffff ? 2 : 1;
      }
    }
    this.#pos = pos;
    this.#emit(T.Identifier, start, pos);
  }

  #digits(pos: number, fits: (unit: number) => boolean): number {
    let at = pos;
    while (at < this.#length) {
      const unit = this.#text.charCodeAt(at);
      if (!fits(unit) && unit !== 95) break;
      at++;
    }
    return at;
  }

  #number(start: number): void {
    const text = this.#text;
    const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
    const second = text.charCodeAt(start + 1) | 32;
    let kind = T.IntLiteral;
    let pos: number;
    if (text.charCodeAt(start) === 48 && (second === 120 || second === 98)) {
      pos = this.#digits(start + 2, second === 120 ? isHexDigit : isDigit);
    } else {
      pos = this.#digits(start, isDigit);
      if (text.charCodeAt(pos) === 46 && isDigit(text.charCodeAt(pos + 1))) {
        kind = T.RealLiteral;
        pos = this.#digits(pos + 1, isDigit);
      }
      if ((text.charCodeAt(pos) | 32) === 101) {
        const sign = text.charCodeAt(pos + 1);
        const first = sign === 43 || sign === 45 ? pos + 2 : pos + 1;
        if (isDigit(text.charCodeAt(first))) {
          kind = T.RealLiteral;
          pos = this.#digits(first, isDigit);
        }
      }
      const suffix = text.charCodeAt(pos) | 32;
      if (suffix === 109 || suffix === 100 || suffix === 102) kind = T.RealLiteral;
    }
    // Letters that stick to the digits belong to the number, right or wrong: the parser judges the suffix.
    while (pos < this.#length) {
      const unit = text.charCodeAt(pos);
      const sort = unit < 128 ? classes[unit] : 0;
      if (sort !== LETTER && sort !== DIGIT) break;
      pos++;
    }
    this.#pos = pos;
    this.#emit(kind, start, pos);
  }

  // ---------------------------------------------------------------- signs

  #other(start: number, unit: number): void {
    const text = this.#text;
    const next = text.charCodeAt(start + 1);
    const third = text.charCodeAt(start + 2);
    const isEquals = next === 61;
    switch (unit) {
      case 47: // /
        if (next === 47) this.#lineComment(start);
        else if (next === 42) this.#blockComment(start);
        else this.#take(isEquals ? T.SlashEquals : T.Slash, start, isEquals ? 2 : 1);
        return;
      case 34: // "
        this.#string(start);
        return;
      case 39: // '
        this.#char(start);
        return;
      case 46: // .
        if (next >= 48 && next <= 57) this.#number(start);
        else this.#take(next === 46 ? T.DotDot : T.Dot, start, next === 46 ? 2 : 1);
        return;
      case 58: // :
        if (this.#strings.length !== 0 && this.#kinds[this.#open[this.#open.length - 1] as number] === T.HoleOpen)
          this.#format(start);
        else this.#take(T.Colon, start, 1);
        return;
      case 61: // =
        if (next === 62) this.#take(T.Arrow, start, 2);
        else this.#take(isEquals ? T.EqualsEquals : T.Equals, start, isEquals ? 2 : 1);
        return;
      case 43: // +
        if (next === 43) this.#take(T.PlusPlus, start, 2);
        else this.#take(isEquals ? T.PlusEquals : T.Plus, start, isEquals ? 2 : 1);
        return;
      case 45: // -
        if (next === 45) this.#take(T.MinusMinus, start, 2);
        else this.#take(isEquals ? T.MinusEquals : T.Minus, start, isEquals ? 2 : 1);
        return;
      case 42: // *
        this.#take(isEquals ? T.StarEquals : T.Star, start, isEquals ? 2 : 1);
        return;
      case 37: // %
        this.#take(isEquals ? T.PercentEquals : T.Percent, start, isEquals ? 2 : 1);
        return;
      case 94: // ^
        this.#take(isEquals ? T.CaretEquals : T.Caret, start, isEquals ? 2 : 1);
        return;
      case 38: // &
        if (next === 38) this.#take(T.AmpAmp, start, 2);
        else this.#take(isEquals ? T.AmpEquals : T.Amp, start, isEquals ? 2 : 1);
        return;
      case 124: // |
        if (next === 124) this.#take(T.BarBar, start, 2);
        else this.#take(isEquals ? T.BarEquals : T.Bar, start, isEquals ? 2 : 1);
        return;
      case 33: // !
        this.#take(isEquals ? T.BangEquals : T.Bang, start, isEquals ? 2 : 1);
        return;
      case 60: // <
        if (next === 60) this.#take(third === 61 ? T.LessLessEquals : T.LessLess, start, third === 61 ? 3 : 2);
        else this.#take(isEquals ? T.LessEquals : T.Less, start, isEquals ? 2 : 1);
        return;
      case 62: // > stays single: the parser joins `>>` where an operator is meant
        this.#take(isEquals ? T.GreaterEquals : T.Greater, start, isEquals ? 2 : 1);
        return;
      case 63: // ?
        if (next === 63)
          this.#take(third === 61 ? T.QuestionQuestionEquals : T.QuestionQuestion, start, third === 61 ? 3 : 2);
        else if (next === 46 && !(third >= 48 && third <= 57)) this.#take(T.QuestionDot, start, 2);
        else this.#take(T.Question, start, 1);
        return;
      case 64: // @
        this.#atSign(start, next);
        return;
      case 36: // $
        this.#dollar(start);
        return;
      case 40:
        this.#openBracket(T.OpenParen, start, 1);
        return;
      case 41:
        this.#closeBracket(T.CloseParen, T.OpenParen, start);
        return;
      case 91:
        this.#openBracket(T.OpenBracket, start, 1);
        return;
      case 93:
        this.#closeBracket(T.CloseBracket, T.OpenBracket, start);
        return;
      case 123:
        this.#openBracket(T.OpenBrace, start, 1);
        return;
      case 125:
        this.#closeBracket(T.CloseBrace, T.OpenBrace, start);
        return;
      default:
        this.#foreign(start);
    }
  }

  #atSign(start: number, next: number): void {
    if (next === 34) {
      this.#verbatim(start, start + 2);
    } else if (next === 36 && this.#text.charCodeAt(start + 2) === 34) {
      this.#openString(start, { start, verbatim: true, quotes: 0, dollars: 1, lines: false }, 3);
    } else if (
      (next < 128 && classes[next] === LETTER) ||
      (next >= 128 && letterStart.test(this.#text.charAt(start + 1)))
    ) {
      this.#wideWord(start, start + 1);
    } else this.#take(T.At, start, 1);
  }

  #foreign(start: number): void {
    const point = this.#text.codePointAt(start) as number;
    const letter = String.fromCodePoint(point);
    if (point >= 128 && letterStart.test(letter)) {
      this.#wideWord(start, start);
      return;
    }
    if (point === 35) {
      this.#directive(start);
      return;
    }
    if (isSpaceUnit(point)) {
      this.#pos++;
      return;
    }
    // A run of such characters is one mistake.
    let pos = start;
    while (pos < this.#length) {
      const at = this.#text.codePointAt(pos) as number;
      if (at < 128 ? classes[at] !== 0 : isSpaceUnit(at) || letterStart.test(String.fromCodePoint(at))) break;
      pos += at > 0xffff ? 2 : 1;
    }
    if (pos === start) pos++;
    const shown =
      point < 32 || point === 0xfffd ? `U+${point.toString(16).toUpperCase().padStart(4, '0')}` : `\`${letter}\``;
    this.#error(start, pos, `the character ${shown} has no meaning here`);
    this.#pos = pos;
    this.#emit(T.Bad, start, pos);
  }

  /** `#region` and its like: a line of another language. */
  #directive(start: number): void {
    const end = this.#lineEnd(start);
    let pos = start + 1;
    while (pos < end && this.#text.charCodeAt(pos) > 32) pos++;
    this.#error(
      start,
      pos,
      `Osy has no preprocessor lines: remove \`${this.#text.slice(start, Math.min(pos, start + 24))}\``,
      -1,
    );
    this.#pos = end;
  }

  #lineEnd(from: number, limit = this.#length): number {
    let pos = from;
    while (pos < this.#length && pos < limit && !isNewline(this.#text.charCodeAt(pos))) pos++;
    return pos;
  }

  // ---------------------------------------------------------------- comments

  #lineComment(start: number): void {
    const text = this.#text;
    const end = this.#lineEnd(start + 2);
    const isDoc = text.charCodeAt(start + 2) === 47 && text.charCodeAt(start + 3) !== 47;
    this.#comments.push({ start, end, kind: isDoc ? 'doc' : 'line' });
    if (isDoc) {
      const line = text.slice(text.charCodeAt(start + 3) === 32 ? start + 4 : start + 3, end).trimEnd();
      const before = this.#docs.get(this.#count);
      this.#docs.set(this.#count, before === undefined ? line : `${before}\n${line}`);
    }
    this.#pos = end;
  }

  #blockComment(start: number): void {
    const close = this.#text.indexOf('*/', start + 2);
    const end = close < 0 ? this.#length : close + 2;
    if (close < 0) this.#error(start, start + 2, 'this comment is never closed: `*/` is missing');
    this.#comments.push({ start, end, kind: 'block' });
    this.#pos = end;
  }

  // ---------------------------------------------------------------- characters and plain strings

  #char(start: number): void {
    const text = this.#text;
    let pos = start + 1;
    let units = 0;
    while (pos < this.#length) {
      const unit = text.charCodeAt(pos);
      if (unit === 39 && units > 0) {
        this.#take(T.CharLiteral, start, pos + 1 - start);
        return;
      }
      if (unit === 39 || isNewline(unit) || units > 40) break;
      pos += unit === 92 ? 2 : 1;
      units++;
    }
    if (text.charCodeAt(start + 1) === 39) {
      this.#error(start, start + 2, 'a character is missing between these quotes');
      this.#take(T.Bad, start, 2);
      return;
    }
    // Never closed: one character, as it was meant, and the rest of the line is read as usual.
    this.#error(start, start + 1, "this character is never closed: a `'` is missing");
    const width = text.charCodeAt(start + 1) === 92 ? 3 : 2;
    const end = Math.min(start + width, this.#lineEnd(start + 1));
    this.#pos = end;
    this.#emit(T.Bad, start, end);
  }

  #quotes(from: number): number {
    let pos = from;
    while (this.#text.charCodeAt(pos) === 34) pos++;
    return pos - from;
  }

  #string(start: number): void {
    const text = this.#text;
    const quotes = this.#quotes(start);
    if (quotes >= 3) {
      this.#raw(start, quotes);
      return;
    }
    let pos = start + 1;
    while (pos < this.#length) {
      const unit = text.charCodeAt(pos);
      if (unit === 34) {
        this.#take(T.StringLiteral, start, pos + 1 - start);
        return;
      }
      if (unit === 92 && !isNewline(text.charCodeAt(pos + 1))) pos += 2;
      else if (unit === 10 || unit === 13) break;
      else pos++;
    }
    // Within a hole this quote was meant to end the string around it.
    if (this.#strings.length !== 0 && this.#leaveHole(start)) return;
    this.#unclosed(start, Math.min(pos, this.#length), 'this string is never closed: a `"` is missing');
  }

  /** A literal that runs to the end of its line, or of the file, without its end. */
  #unclosed(start: number, end: number, message: string): void {
    this.#error(start, Math.min(this.#lineEnd(start), end), message);
    this.#pos = end;
    this.#emit(T.Bad, start, end);
  }

  #verbatim(start: number, from: number): void {
    let pos = from;
    for (;;) {
      const quote = this.#text.indexOf('"', pos);
      if (quote < 0) {
        this.#unclosed(start, this.#length, 'this string is never closed: a `"` is missing');
        return;
      }
      if (this.#text.charCodeAt(quote + 1) !== 34) {
        this.#take(T.VerbatimString, start, quote + 1 - start);
        return;
      }
      pos = quote + 2;
    }
  }

  /** Is there nothing but white space from here to the end of the line? */
  #restIsBlank(from: number): boolean {
    let pos = from;
    while (pos < this.#length) {
      const unit = this.#text.charCodeAt(pos);
      if (isNewline(unit)) return true;
      if (unit !== 32 && unit !== 9) return false;
      pos++;
    }
    return true;
  }

  #raw(start: number, quotes: number): void {
    const text = this.#text;
    const limit = this.#restIsBlank(start + quotes) ? this.#length : this.#lineEnd(start);
    let pos = start + quotes;
    while (pos < limit) {
      const quote = text.indexOf('"', pos);
      if (quote < 0 || quote >= limit) break;
      const run = this.#quotes(quote);
      if (run >= quotes) {
        this.#take(T.RawString, start, quote + run - start);
        return;
      }
      pos = quote + run;
    }
    this.#unclosed(start, limit, `this string is never closed: ${'"'.repeat(Math.min(quotes, 8))} is missing`);
  }

  // ---------------------------------------------------------------- interpolated strings

  #dollar(start: number): void {
    const text = this.#text;
    let pos = start;
    while (text.charCodeAt(pos) === 36) pos++;
    const dollars = pos - start;
    if (dollars === 1 && text.charCodeAt(pos) === 64 && text.charCodeAt(pos + 1) === 34) {
      this.#openString(start, { start, verbatim: true, quotes: 0, dollars: 1, lines: false }, 3);
      return;
    }
    const quotes = this.#quotes(pos);
    if (quotes >= 3) {
      const lines = this.#restIsBlank(pos + quotes);
      this.#openString(start, { start, verbatim: false, quotes, dollars, lines }, dollars + quotes);
    } else if (quotes > 0 && dollars === 1) {
      this.#openString(start, { start, verbatim: false, quotes: 0, dollars: 1, lines: false }, 2);
    } else {
      this.#error(start, pos, 'the character `$` has no meaning here');
      this.#pos = pos;
      this.#emit(T.Bad, start, pos);
    }
  }

  #openString(start: number, open: OpenString, width: number): void {
    this.#open.push(this.#emit(T.InterpolatedStart, start, start + width));
    this.#strings.push(open);
    this.#pos = start + width;
    this.#stringText();
  }

  /** Reads literal text up to a hole or the end of the string on top. */
  #stringText(): void {
    const text = this.#text;
    const string = this.#strings[this.#strings.length - 1] as OpenString;
    const start = this.#pos;
    let pos = start;
    while (pos < this.#length) {
      const unit = text.charCodeAt(pos);
      if (unit === 34) {
        const width = this.#endQuotes(string, pos);
        if (width > 0) {
          this.#stringEnd(start, pos, pos + width);
          return;
        }
        pos += string.quotes > 0 ? this.#quotes(pos) : 2;
      } else if (unit === 123) {
        const hole = this.#holeStart(string, pos);
        if (hole >= 0) {
          if (hole > start) this.#emit(T.InterpolatedText, start, hole);
          this.#openBracket(T.HoleOpen, hole, string.dollars);
          return;
        }
        pos = this.#afterBraces(string, pos);
      } else if (isNewline(unit) && !string.verbatim && !string.lines) break;
      else
        pos += unit === 92 && string.quotes === 0 && !string.verbatim && !isNewline(text.charCodeAt(pos + 1)) ? 2 : 1;
    }
    pos = Math.min(pos, this.#length);
    if (pos > start) this.#emit(T.InterpolatedText, start, pos);
    this.#closeString(pos);
  }

  /** The width of the quotes at `pos` if they end the string, else 0. */
  #endQuotes(string: OpenString, pos: number): number {
    if (string.quotes > 0) {
      const run = this.#quotes(pos);
      return run >= string.quotes ? run : 0;
    }
    return string.verbatim && this.#text.charCodeAt(pos + 1) === 34 ? 0 : 1;
  }

  /** Where the braces of a hole begin, or -1 if the braces at `pos` are text. */
  #holeStart(string: OpenString, pos: number): number {
    let run = 1;
    while (this.#text.charCodeAt(pos + run) === 123) run++;
    if (string.quotes > 0) return run >= string.dollars ? pos + run - string.dollars : -1;
    // `{{` is a brace; in an odd run the last one opens a hole
    return run % 2 === 1 ? pos + run - 1 : -1;
  }

  #afterBraces(_string: OpenString, pos: number): number {
    let at = pos;
    while (this.#text.charCodeAt(at) === 123) at++;
    return at;
  }

  #stringEnd(textStart: number, textEnd: number, end: number): void {
    if (textEnd > textStart) this.#emit(T.InterpolatedText, textStart, textEnd);
    this.#pos = end;
    this.#pairString(this.#emit(T.InterpolatedEnd, textEnd, end));
  }

  /** Takes the string on top off the stacks and pairs its ends. */
  #pairString(index: number): void {
    this.#strings.pop();
    while (this.#open.length !== 0) {
      const partner = this.#open.pop() as number;
      if (this.#kinds[partner] === T.InterpolatedStart) {
        this.#match[partner] = index;
        this.#match[index] = partner;
        return;
      }
      this.#unmatched.push(partner);
    }
  }

  /** Ends the string on top where its end is missing. */
  #closeString(at: number): void {
    const { start } = this.#strings[this.#strings.length - 1] as OpenString;
    this.#error(start, Math.min(start + 2, at), 'this string is never closed: a `"` is missing');
    this.#pos = Math.max(this.#pos, at);
    this.#pairString(this.#emit(T.InterpolatedEnd, at, at));
  }

  #closeHole(opener: number, start: number): void {
    const { dollars } = this.#strings[this.#strings.length - 1] as OpenString;
    let end = start + 1;
    while (end - start < dollars && this.#text.charCodeAt(end) === 125) end++;
    const index = this.#emit(T.HoleClose, start, end);
    this.#match[opener] = index;
    this.#match[index] = opener;
    this.#pos = end;
    this.#stringText();
  }

  /** `:format` of a hole, up to its brace. */
  #format(start: number): void {
    const string = this.#strings[this.#strings.length - 1] as OpenString;
    let pos = start + 1;
    while (pos < this.#length) {
      const unit = this.#text.charCodeAt(pos);
      if (unit === 125 || (unit === 34 && !string.verbatim) || (isNewline(unit) && string.quotes === 0)) break;
      pos += unit === 92 && string.quotes === 0 && !string.verbatim ? 2 : 1;
    }
    pos = Math.min(pos, this.#length);
    this.#pos = pos;
    this.#emit(T.HoleFormat, start, pos);
    if (this.#text.charCodeAt(pos) !== 125) this.#leaveHole(pos);
  }

  /**
   * A hole that was never closed, as a `;` in it or a quote that ends nothing shows: the string ends at its own quote,
   * if that stands on this line, and else here. False where the token at `at` belongs to a block within the hole.
   */
  #leaveHole(at: number): boolean {
    const open = this.#open;
    let depth = open.length - 1;
    while (depth >= 0 && this.#kinds[open[depth] as number] !== T.HoleOpen) {
      if (this.#kinds[open[depth] as number] === T.OpenBrace) return false;
      depth--;
    }
    const string = this.#strings[this.#strings.length - 1] as OpenString;
    if (depth < 0 || string.quotes > 0) return false;
    const hole = open[depth] as number;
    open.length = depth;
    const start = this.#starts[hole] as number;
    this.#error(start, start + 1, 'this `{` of the string is never closed: `}` is missing');
    let end = at;
    const lineEnd = Math.min(this.#lineEnd(at, at + MAX_SCAN), at + MAX_SCAN);
    while (end < lineEnd && this.#text.charCodeAt(end) !== 34) end++;
    end = end < lineEnd ? end + 1 : at;
    this.#match[hole] = this.#emit(T.HoleClose, at, at);
    this.#pairString(this.#emit(T.InterpolatedEnd, at, end));
    this.#pos = Math.max(end, at === end ? this.#pos : end);
    return end > at;
  }
}
