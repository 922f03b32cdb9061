import type { LexicalError, Tokens } from './lexer.ts';
import { T } from './tokens.ts';

/** A brace that has no partner, found by the indentation of the file. Indices are those of the repaired tokens. */
export interface BraceProblem {
  /** `unclosed`: a `}` was put where it seems to be missing; `surplus`: the brace was taken out. */
  readonly kind: 'unclosed' | 'surplus';
  readonly start: number;
  readonly end: number;
}

interface Open {
  readonly index: number;
  readonly kind: T;
  readonly line: number;
  /** Column of the first token of the line. */
  readonly indent: number;
}

/**
 * Where braces do not pair, says by the layout which one is to blame, so that what follows is read in its own place.
 * `}` that are missing are put in, doubled braces are taken out. Undefined where the layout gives no clear answer: then
 * the parser makes do. Only broken files come here.
 */
export function repairBraces(tokens: Tokens): { tokens: Tokens; problems: readonly BraceProblem[] } | undefined {
  let surplus = 0;
  let unclosed = 0;
  for (const index of tokens.unmatched) {
    const kind = tokens.kinds[index];
    if (kind === T.OpenBrace) unclosed++;
    else if (kind === T.CloseBrace) surplus++;
  }
  if (surplus + unclosed === 0 || surplus + unclosed > 20) return undefined;
  const layout = new Layout(tokens);
  const edits = layout.run();
  if (edits === undefined) return undefined;
  const added = edits.insert.length + edits.removeOpen.length;
  const taken = edits.removeClose.length;
  if (added + taken === 0 || added + taken > Math.max(unclosed, surplus)) return undefined;
  if (added - taken - layout.strays !== unclosed - surplus) return undefined;
  return rebuild(tokens, edits);
}

interface Edits {
  /** Put a `}` before token `before`: `open` is what it closes. */
  readonly insert: { readonly before: number; readonly open: number }[];
  readonly removeOpen: number[];
  readonly removeClose: number[];
}

/** One walk over the tokens with the brackets that are open, compared with the margins. */
class Layout {
  readonly #tokens: Tokens;
  readonly #stack: Open[] = [];
  readonly #edits: Edits = { insert: [], removeOpen: [], removeClose: [] };
  #line = 0;
  #indent = 0;
  /** Margin of the last line that began with a `}`. */
  #lastMargin = -1;
  /** `}` where nothing is open: they stay, and the parser speaks of them. */
  strays = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  run(): Edits | undefined {
    const { kinds, count, match, starts, ends, text } = this.#tokens;
    let lineStart = 0;
    let from = 0;
    for (let i = 0; i < count; i++) {
      const start = starts[i] as number;
      let begins = i === 0;
      for (let at = from; at < start; at++) {
        const unit = text.charCodeAt(at);
        if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) {
          begins = true;
          this.#line++;
          lineStart = at + 1;
        }
      }
      if (begins) this.#indent = columnOf(text, lineStart, start);
      const kind = kinds[i] as T;
      if (begins && !this.#beginLine(i, kind)) return undefined;
      if (kind === T.InterpolatedStart && (match[i] as number) > i) i = match[i] as number;
      else if (!this.#bracket(i, kind, begins)) return undefined;
      from = ends[i] as number;
    }
    while (this.#stack.length !== 0) this.#giveUp(this.#stack.pop() as Open, count);
    return this.#edits;
  }

  /** A line that begins no deeper than an open brace stands outside of it. */
  #beginLine(index: number, kind: T): boolean {
    if (kind === T.CloseBrace || kind === T.CloseParen || kind === T.CloseBracket || kind === T.OpenBrace) return true;
    for (
      let top = this.#brace();
      top !== undefined && this.#indent <= top.indent && this.#line > top.line;
      top = this.#brace()
    ) {
      this.#popTo(top);
      this.#giveUp(top, index);
    }
    return this.#edits.insert.length <= 20;
  }

  #bracket(index: number, kind: T, begins: boolean): boolean {
    switch (kind) {
      case T.OpenBrace:
      case T.OpenParen:
      case T.OpenBracket:
        this.#stack.push({ index, kind, line: this.#line, indent: this.#indent });
        return true;
      case T.CloseParen:
      case T.CloseBracket:
        this.#closeRound(index, kind === T.CloseParen ? T.OpenParen : T.OpenBracket);
        return true;
      case T.CloseBrace:
        return this.#closeBrace(index, begins);
      default:
        return true;
    }
  }

  #closeRound(index: number, opener: T): void {
    const top = this.#stack[this.#stack.length - 1];
    if (top?.kind === opener) {
      this.#stack.pop();
      return;
    }
    // `f(new T { A = 1 );`
    const below = this.#stack[this.#stack.length - 2];
    if (top?.kind === T.OpenBrace && below?.kind === opener && top.line === this.#line && below.line === this.#line) {
      this.#stack.length -= 2;
      this.#edits.insert.push({ before: index, open: top.index });
    }
  }

  #closeBrace(index: number, begins: boolean): boolean {
    let top = this.#brace();
    const wasMargin = this.#lastMargin;
    if (begins) this.#lastMargin = this.#indent;
    if (begins) {
      while (top !== undefined && top.indent > this.#indent) {
        this.#popTo(top);
        this.#giveUp(top, index);
        top = this.#brace();
      }
    }
    const fits = top !== undefined && (top.line === this.#line || top.indent === this.#indent);
    if (top !== undefined && fits) {
      this.#popTo(top);
      return true;
    }
    if (top === undefined) {
      this.strays++;
      return true;
    }
    // Deeper than what is open: doubled, or its `{` is missing, which the parser can tell better.
    const { kinds, starts, ends } = this.#tokens;
    const isDoubled = begins ? wasMargin === this.#indent : starts[index] === ends[index - 1];
    if (kinds[index - 1] !== T.CloseBrace || !isDoubled) return false;
    this.#edits.removeClose.push(index);
    return true;
  }

  #giveUp(open: Open, before: number): void {
    if (open.kind !== T.OpenBrace) return;
    const { kinds, starts, ends } = this.#tokens;
    const isDoubled =
      (kinds[open.index + 1] === T.OpenBrace && starts[open.index + 1] === ends[open.index]) ||
      (kinds[open.index - 1] === T.OpenBrace && starts[open.index] === ends[open.index - 1]);
    if (isDoubled) this.#edits.removeOpen.push(open.index);
    else this.#edits.insert.push({ before, open: open.index });
  }

  /** The innermost brace that is open. */
  #brace(): Open | undefined {
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const open = this.#stack[i] as Open;
      if (open.kind === T.OpenBrace) return open;
    }
    return undefined;
  }
  #popTo(open: Open): void {
    while (this.#stack.pop() !== open);
  }
}

function columnOf(text: string, lineStart: number, start: number): number {
  let width = 0;
  for (let i = lineStart; i < start; i++) width += text.charCodeAt(i) === 9 ? 4 - (width % 4) : 1;
  return width;
}

/** The tokens with the edits made, and pairs found anew. */
function rebuild(old: Tokens, edits: Edits): { tokens: Tokens; problems: readonly BraceProblem[] } {
  const removed = new Set([...edits.removeOpen, ...edits.removeClose]);
  const inserts = [...edits.insert].sort((a, b) => a.before - b.before);
  const count = old.count - removed.size + inserts.length;
  const kinds = new Uint8Array(count + 8);
  const starts = new Int32Array(count + 8).fill(old.text.length);
  const ends = new Int32Array(count + 8).fill(old.text.length);
  const match = new Int32Array(count + 8).fill(-1);
  const moved = new Int32Array(old.count + 1);
  const unmatched: number[] = [];
  const open: number[] = [];
  let next = 0;
  let at = 0;
  const push = (kind: T, start: number, end: number): void => {
    kinds[at] = kind;
    starts[at] = start;
    ends[at] = end;
    const opener =
      kind === T.CloseBrace
        ? T.OpenBrace
        : kind === T.CloseParen
          ? T.OpenParen
          : kind === T.CloseBracket
            ? T.OpenBracket
            : 0;
    if (kind === T.OpenBrace || kind === T.OpenParen || kind === T.OpenBracket) open.push(at);
    else if (opener !== 0) {
      if (kind === T.CloseBrace)
        while (open.length > 0 && kinds[open[open.length - 1] as number] !== T.OpenBrace)
          unmatched.push(open.pop() as number);
      const partner = open[open.length - 1];
      if (partner !== undefined && kinds[partner] === opener) {
        open.pop();
        match[partner] = at;
        match[at] = partner;
      } else unmatched.push(at);
    }
    at++;
  };
  for (let i = 0; i <= old.count; i++) {
    for (; next < inserts.length && (inserts[next] as { before: number }).before === i; next++) {
      const end = i === 0 ? 0 : (old.ends[i - 1] as number);
      push(T.CloseBrace, end, end);
    }
    moved[i] = at;
    if (i < old.count && !removed.has(i)) push(old.kinds[i] as T, old.starts[i] as number, old.ends[i] as number);
  }
  // interpolated strings and holes keep their partners
  for (let i = 0; i < old.count; i++) {
    const kind = old.kinds[i];
    const partner = old.match[i] as number;
    if (
      partner >= 0 &&
      (kind === T.InterpolatedStart || kind === T.InterpolatedEnd || kind === T.HoleOpen || kind === T.HoleClose)
    )
      match[moved[i] as number] = moved[partner] as number;
  }
  unmatched.push(...open);
  const docs = new Map([...old.docs].map(([index, doc]) => [moved[Math.min(index, old.count)] as number, doc]));
  const errors = old.errors.map(
    (error): LexicalError => ({
      ...error,
      token: error.token < 0 ? -1 : (moved[Math.min(error.token, old.count)] as number),
    }),
  );
  const place = (kind: BraceProblem['kind'], index: number): BraceProblem => ({
    kind,
    start: old.starts[index] as number,
    end: old.ends[index] as number,
  });
  const problems = [
    ...edits.insert.map(({ open: index }) => place('unclosed', index)),
    ...[...removed].map((index) => place('surplus', index)),
  ];
  return { tokens: { ...old, count, kinds, starts, ends, match, docs, errors, unmatched }, problems };
}
