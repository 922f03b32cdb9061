import { isName, isPredefined, T } from '../tokens.ts';
import { ParserBase } from './base.ts';

/** How deeply the scanners follow types within types. */
const MAX_SCAN_DEPTH = 50;
/** How far `a ? [ …` is looked through for its `:`. */
const MAX_SCAN_WIDTH = 200;

/** Tokens after which `a<b>` is a generic name and not two comparisons (C# 7.3, §12.8.7). */
const afterTypeArgs = kindSet(
  T.OpenParen,
  T.CloseParen,
  T.CloseBracket,
  T.CloseBrace,
  T.OpenBracket,
  T.HoleClose,
  T.HoleFormat,
  T.Colon,
  T.Semicolon,
  T.Comma,
  T.Dot,
  T.Question,
  T.QuestionDot,
  T.EqualsEquals,
  T.BangEquals,
  T.Bar,
  T.Caret,
  T.AmpAmp,
  T.BarBar,
  T.Amp,
  T.EOF,
);

/** Tokens an expression may begin with, apart from names and predefined types. */
const expressionStarts = kindSet(
  T.IntLiteral,
  T.RealLiteral,
  T.CharLiteral,
  T.StringLiteral,
  T.VerbatimString,
  T.RawString,
  T.InterpolatedStart,
  T.OpenParen,
  T.OpenBracket,
  T.Plus,
  T.Minus,
  T.Bang,
  T.Tilde,
  T.PlusPlus,
  T.MinusMinus,
  T.Caret,
  T.DotDot,
  T.This,
  T.Base,
  T.New,
  T.Null,
  T.True,
  T.False,
  T.Throw,
  T.TypeOf,
  T.Checked,
  T.Unchecked,
);

/** Tokens after `(name)` that make it a cast. Signs such as `-` continue an expression instead. */
const afterCast = kindSet(
  T.IntLiteral,
  T.RealLiteral,
  T.CharLiteral,
  T.StringLiteral,
  T.VerbatimString,
  T.RawString,
  T.InterpolatedStart,
  T.OpenParen,
  T.Bang,
  T.Tilde,
  T.This,
  T.Base,
  T.New,
  T.Null,
  T.True,
  T.False,
  T.TypeOf,
  T.Checked,
  T.Unchecked,
);

/** Words that join what is before them with what is after. */
const joiningWords = kindSet(T.As, T.With, T.When, T.And, T.Or);

export function kindSet(...kinds: readonly T[]): Uint8Array {
  const set = new Uint8Array(T.Count);
  for (const kind of kinds) set[kind] = 1;
  return set;
}

/**
 * Scanners: they look at tokens ahead without reading them. Each is bounded by what it steps over, jumps over brackets
 * by their partners, and what might be scanned again and again (`a<b<c<…`) is remembered.
 */
export abstract class LookaheadParser extends ParserBase {
  readonly #typeArgs = new Map<number, number>();
  #scanDepth = 0;

  protected forgetScans(): void {
    this.#typeArgs.clear();
  }

  /** The index after the type that begins at `index`, or -1. With `nullable` false a `?` after it is not part of it. */
  protected scanType(index: number, nullable = true): number {
    const kind = this.kindAt(index);
    let at: number;
    if (isPredefined(kind)) at = index + 1;
    else if (isName(kind)) at = this.#scanNames(index);
    else if (kind === T.OpenParen) at = this.#scanTuple(index);
    else return -1;
    if (at < 0) return -1;
    for (;;) {
      const next = this.kindAt(at);
      if (next === T.Question && nullable) at++;
      else if (next === T.OpenBracket && this.isEmptyBrackets(at)) at = (this.match[at] as number) + 1;
      else return at;
    }
  }

  /** `[]`, or `[,]`, which is refused later with a better message. */
  protected isEmptyBrackets(index: number): boolean {
    let at = index + 1;
    while (this.kindAt(at) === T.Comma) at++;
    return this.kindAt(at) === T.CloseBracket && this.match[index] === at;
  }

  #scanNames(index: number): number {
    let at = index + 1;
    for (;;) {
      if (this.kindAt(at) === T.Less) {
        const after = this.scanTypeArgs(at);
        if (after >= 0) at = after;
      }
      if (this.kindAt(at) !== T.Dot || !isName(this.kindAt(at + 1))) return at;
      at += 2;
    }
  }

  #scanTuple(index: number): number {
    const close = this.match[index] as number;
    if (close < 0 || this.#scanDepth >= MAX_SCAN_DEPTH) return -1;
    this.#scanDepth++;
    let at = index + 1;
    let items = 0;
    for (;;) {
      at = this.scanType(at);
      if (at < 0) break;
      items++;
      if (isName(this.kindAt(at))) at++;
      if (this.kindAt(at) !== T.Comma) break;
      at++;
    }
    this.#scanDepth--;
    return at === close && items > 1 ? close + 1 : -1;
  }

  /** The index after `<…>`, or -1 if that is no list of types. */
  protected scanTypeArgs(index: number): number {
    const known = this.#typeArgs.get(index);
    if (known !== undefined) return known;
    let result = -1;
    if (this.#scanDepth < MAX_SCAN_DEPTH) {
      this.#scanDepth++;
      let at = index;
      do {
        at = this.scanType(at + 1);
      } while (at >= 0 && this.kindAt(at) === T.Comma);
      if (at >= 0 && this.kindAt(at) === T.Greater) result = at + 1;
      this.#scanDepth--;
    }
    this.#typeArgs.set(index, result);
    return result;
  }

  /** Is the `<` at `index`, after a name in an expression, the beginning of type arguments? */
  protected opensTypeArgs(index: number): boolean {
    const after = this.scanTypeArgs(index);
    return after >= 0 && afterTypeArgs[this.kindAt(after)] === 1;
  }

  protected startsExpression(index: number): boolean {
    const kind = this.kindAt(index);
    return expressionStarts[kind] === 1 || isName(kind) || isPredefined(kind);
  }

  /** Is the `(` the parser stands at the beginning of a cast? */
  protected isCast(): boolean {
    const after = this.scanType(this.pos + 1);
    if (after < 0 || this.kindAt(after) !== T.CloseParen) return false;
    const next = this.kindAt(after + 1);
    if (next === T.Arrow) return false;
    if (this.#isSurelyType(this.pos + 1, after)) return this.startsExpression(after + 1) || isPredefined(next);
    return afterCast[next] === 1 || isPredefined(next) || (isName(next) && joiningWords[next] !== 1);
  }

  /** No expression is written like this type: it has a predefined name, `?`, `[]` or type arguments. */
  #isSurelyType(from: number, to: number): boolean {
    if (isPredefined(this.kindAt(from))) return this.kindAt(from + 1) !== T.Dot;
    for (let i = from; i < to; i++) {
      const kind = this.kindAt(i);
      if (kind !== T.Dot && !isName(kind)) return true;
    }
    return false;
  }

  /** Does a lambda begin here: `x =>`, `(…) =>`? */
  protected isLambda(): boolean {
    if (isName(this.tok)) return this.peek(1) === T.Arrow || (this.tok === T.Async && this.#isAsyncLambda());
    if (this.tok !== T.OpenParen) return false;
    const close = this.match[this.pos] as number;
    return close >= 0 && this.kindAt(close + 1) === T.Arrow;
  }
  #isAsyncLambda(): boolean {
    if (isName(this.peek(1))) return this.peek(2) === T.Arrow;
    const close = this.peek(1) === T.OpenParen ? (this.match[this.pos + 1] as number) : -1;
    return close >= 0 && this.kindAt(close + 1) === T.Arrow;
  }

  /** `a ?[ …`: an element of what may be null, unless a `:` shows a conditional with a collection. */
  protected isConditionalIndex(): boolean {
    const close = this.match[this.pos + 1] as number;
    if (close < 0) return true;
    let questions = 0;
    let at = close + 1;
    for (let steps = 0; steps < MAX_SCAN_WIDTH; steps++) {
      const kind = this.kindAt(at);
      if (kind === T.OpenParen || kind === T.OpenBracket || kind === T.OpenBrace) {
        const partner = this.match[at] as number;
        if (partner < 0) return true;
        at = partner + 1;
        continue;
      }
      if (kind === T.Question) questions++;
      else if (kind === T.Colon) {
        if (questions === 0) return false;
        questions--;
      } else if (kind === T.Semicolon || kind === T.Comma || kind === T.Arrow || kind === T.EOF) return true;
      else if (kind === T.CloseParen || kind === T.CloseBracket || kind === T.CloseBrace || kind === T.HoleClose)
        return true;
      at++;
    }
    return true;
  }

  /** `Type name` at `index`, followed by what may follow a declared variable: the index of the name, or -1. */
  protected scanLocal(index: number): number {
    const name = this.scanType(index);
    if (name < 0 || !isName(this.kindAt(name))) return -1;
    const next = this.kindAt(name + 1);
    if (next === T.Equals || next === T.Semicolon || next === T.Comma) return name;
    if (joiningWords[this.kindAt(name)] === 1) return -1;
    // `a ? b : c` looks like `a? b` at first.
    if (this.kindAt(name - 1) === T.Question) return next === T.In || next === T.CloseBrace ? name : -1;
    return next === T.OpenParen || next === T.Less ? -1 : name;
  }

  /** `Type Name(…) {`, `Type Name<T>(…) =>` at `index`. */
  protected isFunctionAt(index: number): boolean {
    const name = this.scanType(index);
    if (name < 0 || !isName(this.kindAt(name))) return false;
    let open = name + 1;
    if (this.kindAt(open) === T.Less) open = this.scanTypeArgs(open);
    if (open < 0 || this.kindAt(open) !== T.OpenParen) return false;
    const close = this.match[open] as number;
    if (isPredefined(this.kindAt(index))) return true;
    if (close < 0) return false;
    const after = this.kindAt(close + 1);
    return after === T.OpenBrace || after === T.Arrow || after === T.Where;
  }
}
