import {
  interpolatedText,
  numberLiteral,
  type Report,
  rawContent,
  resolveEscapes,
  withoutMargin,
} from '../literals.ts';
import { T } from '../tokens.ts';
import type { Expression, InterpolationPart } from '../tree.ts';
import { ExpressionGrammar } from './expression-grammar.ts';

/** Literals and interpolated strings (language.md §1). */
export abstract class LiteralParser extends ExpressionGrammar {
  /** A report for offsets within the text that begins at `from`. */
  #reporter(from: number): Report {
    return (start, end, message) => this.report(from + start, from + end, message);
  }

  protected parseNumber(at: number): Expression {
    const start = this.starts[at] as number;
    const end = this.ends[at] as number;
    const literal = numberLiteral(this.text.slice(start, end), this.#reporter(start));
    switch (literal.kind) {
      case 'int':
        return { kind: 'IntLiteral', start, end, value: literal.value, suffix: literal.suffix };
      case 'decimal':
        return { kind: 'DecimalLiteral', start, end, text: literal.text };
      default:
        return { kind: 'DoubleLiteral', start, end, text: literal.text };
    }
  }

  /** The value of a string that has no holes. */
  protected stringValue(at: number): string {
    const start = this.starts[at] as number;
    const end = this.ends[at] as number;
    switch (this.kindAt(at)) {
      case T.VerbatimString:
        return this.text.slice(start + 2, end - 1).replaceAll('""', '"');
      case T.RawString: {
        const quotes = /^"+/.exec(this.text.slice(start, end - 3))?.[0].length ?? 3;
        const inner = this.text.slice(start + quotes, end - quotes);
        const { from, to, margin } = rawContent(inner);
        return withoutMargin(inner.slice(from, to), margin, true, this.#reporter(start + quotes + from));
      }
      default:
        return resolveEscapes(this.text.slice(start + 1, end - 1), this.#reporter(start + 1));
    }
  }

  protected charValue(at: number): number {
    const start = this.starts[at] as number;
    const end = this.ends[at] as number;
    const value = resolveEscapes(this.text.slice(start + 1, end - 1), this.#reporter(start + 1));
    if (value.length !== 1) {
      const shown = value.length > 1 && value.length === String.fromCodePoint(value.codePointAt(0) as number).length;
      if (shown) this.report(start, end, 'this character takes two UTF-16 units: write it as a string');
      else if (value.length > 1) this.report(start, end, `a \`char\` is one character: write "${value}" for a string`);
    }
    return value.length === 0 ? 0 : value.charCodeAt(0);
  }

  protected parseInterpolated(): Expression {
    const start = this.here();
    const open = this.pos;
    const opening = this.textAt(open);
    const quotes = opening.length - opening.indexOf('"');
    const isRaw = quotes >= 3;
    const isVerbatim = opening.includes('@');
    const parts: InterpolationPart[] = [];
    if (!this.enter()) return this.missingExpression();
    this.next();
    const close = this.match[open] as number;
    const margin = isRaw && close >= 0 ? this.#rawMargin(open, close) : undefined;
    while (!this.at(T.InterpolatedEnd) && !this.at(T.EOF)) {
      const at = this.pos;
      if (this.at(T.InterpolatedText)) {
        this.next();
        const from = this.starts[at] as number;
        const raw = this.text.slice(from, this.ends[at]);
        let text: string;
        if (isRaw) text = this.#rawText(at, open, close, margin);
        else if (isVerbatim) text = interpolatedText(raw, false, this.#reporter(from)).replaceAll('""', '"');
        else text = interpolatedText(raw, true, this.#reporter(from));
        if (text !== '') parts.push({ kind: 'Text', start: from, end: this.end(), text });
      } else if (this.at(T.HoleOpen)) parts.push(this.#parseHole());
      else this.fail(`unexpected ${this.describe(at)} in a string`);
    }
    this.leave();
    if (!this.accept(T.InterpolatedEnd)) this.recoverAt(open);
    return { kind: 'InterpolatedString', start, end: this.end(), parts };
  }

  #parseHole(): InterpolationPart {
    const start = this.here();
    const open = this.pos;
    this.next();
    let expression: Expression;
    if (this.at(T.HoleClose)) {
      this.report(
        start,
        this.ends[this.pos] as number,
        'a hole of an interpolated string needs an expression; write `{{` for a brace',
      );
      expression = this.missingExpression();
    } else expression = this.inBrackets(() => this.parseExpression());
    const alignment = this.accept(T.Comma) ? this.inBrackets(() => this.parseExpression()) : undefined;
    let format: string | undefined;
    if (this.at(T.HoleFormat)) {
      const from = this.here() + 1;
      format = resolveEscapes(this.text.slice(from, this.ends[this.pos]), this.#reporter(from));
      this.next();
    }
    if (!this.accept(T.HoleClose)) {
      this.fail(`expected \`}\` after the expression in the string, found ${this.describe(this.pos)}`);
      this.recoverAt(open);
    }
    return { kind: 'Hole', start, end: this.end(), expression, alignment, format };
  }

  /** The margin of a raw interpolated string that stands on lines of its own. */
  #rawMargin(open: number, close: number): string | undefined {
    const first = this.ends[open] as number;
    const inner = this.text.slice(first, this.starts[close]);
    if (!/^[ \t]*(\r\n|\n|\r)/.test(inner)) return undefined;
    return /(?:^|[\r\n])([ \t]*)$/.exec(inner)?.[1];
  }

  #rawText(at: number, open: number, close: number, margin: string | undefined): string {
    let from = this.starts[at] as number;
    let text = this.text.slice(from, this.ends[at]);
    if (margin === undefined) return text;
    let atLineStart = false;
    if (at === open + 1) {
      const first = /^[ \t]*(?:\r\n|\n|\r)/.exec(text);
      if (first !== null) {
        text = text.slice(first[0].length);
        from += first[0].length;
        atLineStart = true;
      }
    }
    if (at === close - 1) text = text.replace(/(?:^|\r\n|\n|\r)[ \t]*$/, '');
    return withoutMargin(text, margin, atLineStart, this.#reporter(from));
  }
}
