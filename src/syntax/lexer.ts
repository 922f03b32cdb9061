import { StringLexer } from './string-lexer.ts';
import { isNewline, type Tokens } from './token-buffer.ts';
import { hashStep, T, wordKind } from './tokens.ts';

export type { LexicalError, Tokens } from './token-buffer.ts';

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
const isHexDigit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);

/** Reads a whole file. Never throws; reads every unit a bounded number of times. */
export function lex(text: string): Tokens {
  return new Lexer(text).run();
}

class Lexer extends StringLexer {
  run(): Tokens {
    const text = this.text;
    const length = this.length;
    while (this.pos < length) {
      const start = this.pos;
      const unit = text.charCodeAt(start);
      switch (unit < 128 ? classes[unit] : OTHER) {
        case SPACE:
          this.pos++;
          break;
        case LETTER:
          this.word(start);
          break;
        case DIGIT:
          this.number(start);
          break;
        case SINGLE:
          this.pos++;
          if (unit === 59 && this.strings.length !== 0 && this.leaveHole(start)) break;
          this.emit(singles[unit] as T, start, start + 1);
          break;
        default:
          this.other(start, unit);
      }
    }
    while (this.strings.length !== 0) this.closeString(this.length);
    return this.finish();
  }

  // ---------------------------------------------------------------- words and numbers

  protected word(start: number): void {
    const text = this.text;
    const length = this.length;
    let pos = start;
    let hash = 0;
    let unit = text.charCodeAt(pos);
    for (;;) {
      const sort = unit < 128 ? classes[unit] : 0;
      if (sort !== LETTER && sort !== DIGIT) {
        if (unit >= 128 && pos < length) {
          this.wideWord(start, pos);
          return;
        }
        break;
      }
      hash = hashStep(hash, unit);
      if (++pos >= length) break;
      unit = text.charCodeAt(pos);
    }
    this.pos = pos;
    this.emit(wordKind(text, start, pos, hash), start, pos);
  }

  /** The rest of a word with letters beyond ASCII. */
  protected wideWord(start: number, from: number): void {
    const text = this.text;
    let pos = from;
    while (pos < this.length) {
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
    this.pos = pos;
    this.emit(T.Identifier, start, pos);
  }

  protected digits(pos: number, fits: (unit: number) => boolean): number {
    let at = pos;
    while (at < this.length) {
      const unit = this.text.charCodeAt(at);
      if (!fits(unit) && unit !== 95) break;
      at++;
    }
    return at;
  }

  protected number(start: number): void {
    const text = this.text;
    const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
    const second = text.charCodeAt(start + 1) | 32;
    let kind = T.IntLiteral;
    let pos: number;
    if (text.charCodeAt(start) === 48 && (second === 120 || second === 98)) {
      pos = this.digits(start + 2, second === 120 ? isHexDigit : isDigit);
    } else {
      pos = this.digits(start, isDigit);
      if (text.charCodeAt(pos) === 46 && isDigit(text.charCodeAt(pos + 1))) {
        kind = T.RealLiteral;
        pos = this.digits(pos + 1, isDigit);
      }
      if ((text.charCodeAt(pos) | 32) === 101) {
        const sign = text.charCodeAt(pos + 1);
        const first = sign === 43 || sign === 45 ? pos + 2 : pos + 1;
        if (isDigit(text.charCodeAt(first))) {
          kind = T.RealLiteral;
          pos = this.digits(first, isDigit);
        }
      }
      const suffix = text.charCodeAt(pos) | 32;
      if (suffix === 109 || suffix === 100 || suffix === 102) kind = T.RealLiteral;
    }
    // Letters that stick to the digits belong to the number, right or wrong: the parser judges the suffix.
    while (pos < this.length) {
      const unit = text.charCodeAt(pos);
      const sort = unit < 128 ? classes[unit] : 0;
      if (sort !== LETTER && sort !== DIGIT) break;
      pos++;
    }
    this.pos = pos;
    this.emit(kind, start, pos);
  }

  // ---------------------------------------------------------------- signs

  protected other(start: number, unit: number): void {
    const text = this.text;
    const next = text.charCodeAt(start + 1);
    const third = text.charCodeAt(start + 2);
    const isEquals = next === 61;
    switch (unit) {
      case 47: // /
        if (next === 47) this.lineComment(start);
        else if (next === 42) this.blockComment(start);
        else this.take(isEquals ? T.SlashEquals : T.Slash, start, isEquals ? 2 : 1);
        return;
      case 34: // "
        this.string(start);
        return;
      case 39: // '
        this.char(start);
        return;
      case 46: // .
        if (next >= 48 && next <= 57) this.number(start);
        else this.take(next === 46 ? T.DotDot : T.Dot, start, next === 46 ? 2 : 1);
        return;
      case 58: // :
        if (this.strings.length !== 0 && this.kinds[this.open[this.open.length - 1] as number] === T.HoleOpen)
          this.format(start);
        else this.take(T.Colon, start, 1);
        return;
      case 61: // =
        if (next === 62) this.take(T.Arrow, start, 2);
        else this.take(isEquals ? T.EqualsEquals : T.Equals, start, isEquals ? 2 : 1);
        return;
      case 43: // +
        if (next === 43) this.take(T.PlusPlus, start, 2);
        else this.take(isEquals ? T.PlusEquals : T.Plus, start, isEquals ? 2 : 1);
        return;
      case 45: // -
        if (next === 45) this.take(T.MinusMinus, start, 2);
        else this.take(isEquals ? T.MinusEquals : T.Minus, start, isEquals ? 2 : 1);
        return;
      case 42: // *
        this.take(isEquals ? T.StarEquals : T.Star, start, isEquals ? 2 : 1);
        return;
      case 37: // %
        this.take(isEquals ? T.PercentEquals : T.Percent, start, isEquals ? 2 : 1);
        return;
      case 94: // ^
        this.take(isEquals ? T.CaretEquals : T.Caret, start, isEquals ? 2 : 1);
        return;
      case 38: // &
        if (next === 38) this.take(T.AmpAmp, start, 2);
        else this.take(isEquals ? T.AmpEquals : T.Amp, start, isEquals ? 2 : 1);
        return;
      case 124: // |
        if (next === 124) this.take(T.BarBar, start, 2);
        else this.take(isEquals ? T.BarEquals : T.Bar, start, isEquals ? 2 : 1);
        return;
      case 33: // !
        this.take(isEquals ? T.BangEquals : T.Bang, start, isEquals ? 2 : 1);
        return;
      case 60: // <
        if (next === 60) this.take(third === 61 ? T.LessLessEquals : T.LessLess, start, third === 61 ? 3 : 2);
        else this.take(isEquals ? T.LessEquals : T.Less, start, isEquals ? 2 : 1);
        return;
      case 62: // > stays single: the parser joins `>>` where an operator is meant
        this.take(isEquals ? T.GreaterEquals : T.Greater, start, isEquals ? 2 : 1);
        return;
      case 63: // ?
        if (next === 63)
          this.take(third === 61 ? T.QuestionQuestionEquals : T.QuestionQuestion, start, third === 61 ? 3 : 2);
        else if (next === 46 && !(third >= 48 && third <= 57)) this.take(T.QuestionDot, start, 2);
        else this.take(T.Question, start, 1);
        return;
      case 64: // @
        this.atSign(start, next);
        return;
      case 36: // $
        this.dollar(start);
        return;
      case 40:
        this.openBracket(T.OpenParen, start, 1);
        return;
      case 41:
        this.closeBracket(T.CloseParen, T.OpenParen, start);
        return;
      case 91:
        this.openBracket(T.OpenBracket, start, 1);
        return;
      case 93:
        this.closeBracket(T.CloseBracket, T.OpenBracket, start);
        return;
      case 123:
        this.openBracket(T.OpenBrace, start, 1);
        return;
      case 125:
        this.closeBracket(T.CloseBrace, T.OpenBrace, start);
        return;
      default:
        this.foreign(start);
    }
  }

  protected atSign(start: number, next: number): void {
    if (next === 34) {
      this.verbatim(start, start + 2);
    } else if (next === 36 && this.text.charCodeAt(start + 2) === 34) {
      this.openString(start, { start, verbatim: true, quotes: 0, dollars: 1, lines: false }, 3);
    } else if (
      (next < 128 && classes[next] === LETTER) ||
      (next >= 128 && letterStart.test(this.text.charAt(start + 1)))
    ) {
      this.wideWord(start, start + 1);
    } else this.take(T.At, start, 1);
  }

  protected foreign(start: number): void {
    const point = this.text.codePointAt(start) as number;
    const letter = String.fromCodePoint(point);
    if (point >= 128 && letterStart.test(letter)) {
      this.wideWord(start, start);
      return;
    }
    if (point === 35 && this.beginsLine(start)) {
      this.directive(start);
      return;
    }
    if (isSpaceUnit(point)) {
      this.pos++;
      return;
    }
    // A run of such characters is one mistake.
    let pos = start;
    while (pos < this.length) {
      const at = this.text.codePointAt(pos) as number;
      if (at < 128 ? classes[at] !== 0 : isSpaceUnit(at) || letterStart.test(String.fromCodePoint(at))) break;
      pos += at > 0xffff ? 2 : 1;
    }
    if (pos === start) pos++;
    const shown =
      point < 32 || point === 0xfffd ? `U+${point.toString(16).toUpperCase().padStart(4, '0')}` : `\`${letter}\``;
    this.error(start, pos, `the character ${shown} has no meaning here`);
    this.pos = pos;
    this.emit(T.Bad, start, pos);
  }

  protected beginsLine(start: number): boolean {
    let pos = start - 1;
    while (pos >= 0 && (this.text.charCodeAt(pos) === 32 || this.text.charCodeAt(pos) === 9)) pos--;
    return pos < 0 || isNewline(this.text.charCodeAt(pos));
  }

  /** `#region` and its like: a line of another language. */
  protected directive(start: number): void {
    const end = this.lineEnd(start);
    let pos = start + 1;
    while (pos < end && this.text.charCodeAt(pos) > 32) pos++;
    this.error(
      start,
      pos,
      `Osy has no preprocessor lines: remove \`${this.text.slice(start, Math.min(pos, start + 24))}\``,
      -1,
    );
    this.pos = end;
  }

  // ---------------------------------------------------------------- comments

  protected lineComment(start: number): void {
    const text = this.text;
    const end = this.lineEnd(start + 2);
    const isDoc = text.charCodeAt(start + 2) === 47 && text.charCodeAt(start + 3) !== 47;
    this.comments.push({ start, end, kind: isDoc ? 'doc' : 'line' });
    if (isDoc) {
      const line = text.slice(text.charCodeAt(start + 3) === 32 ? start + 4 : start + 3, end).trimEnd();
      const before = this.docs.get(this.count);
      this.docs.set(this.count, before === undefined ? line : `${before}\n${line}`);
    }
    this.pos = end;
  }

  protected blockComment(start: number): void {
    const close = this.text.indexOf('*/', start + 2);
    const end = close < 0 ? this.length : close + 2;
    if (close < 0) this.error(start, start + 2, 'this comment is never closed: `*/` is missing');
    this.comments.push({ start, end, kind: 'block' });
    this.pos = end;
  }
}
