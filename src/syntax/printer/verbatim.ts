import type { SourceFile } from '../../source/source.ts';
import type { Tokens } from '../lexer.ts';
import { isNewline } from '../token-buffer.ts';
import { T } from '../tokens.ts';
import type { CompilationUnit, Declaration, Node, UnknownDeclaration } from '../tree.ts';

/** Line ends of a file, apart from those within strings, which are part of a value. */
export class LineEnds {
  readonly #tokens: Tokens;
  readonly #text: string;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#text = tokens.text;
  }

  /** What the first of them is; LF for a file of one line. */
  style(): string {
    const first = this.#next(0);
    if (this.#text.startsWith('\r\n', first)) return '\r\n';
    return this.#text.charAt(first) === '\r' ? '\r' : '\n';
  }

  /** The pieces of `span` between its line ends. */
  split(span: Node): readonly string[] {
    const parts: string[] = [];
    let from = span.start;
    for (let at = this.#next(from); at < span.end; at = this.#next(from)) {
      parts.push(this.#text.slice(from, at));
      from = this.#text.startsWith('\r\n', at) ? at + 2 : at + 1;
    }
    return [...parts, this.#text.slice(from, span.end)];
  }

  /** Where the next line end is, or the end of the text. */
  #next(from: number): number {
    const { starts, ends, count } = this.#tokens;
    let token = this.#tokenAt(from);
    for (let at = from; at < this.#text.length; at++) {
      while (token < count && (ends[token] as number) <= at) token++;
      if (isNewline(this.#text.charCodeAt(at)) && (token >= count || (starts[token] as number) > at)) return at;
    }
    return this.#text.length;
  }

  /** The first token that ends after `offset`. */
  #tokenAt(offset: number): number {
    const { ends, count } = this.#tokens;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface VerbatimSpan extends Node {
  /** How many pairs of braces are around it. */
  readonly depth: number;
}

/**
 * What is printed as it stands: declarations of a kind that is not compiled, from their first word on, and the lines of a
 * manifest that hold no strings. In order.
 */
export function verbatimSpans(unit: CompilationUnit, tokens: Tokens): readonly VerbatimSpan[] {
  const spans: Node[] = [];
  for (const declaration of unit.declarations) {
    if (declaration.kind === 'UnknownDeclaration') spans.push(unknownSpan(declaration, tokens));
    if (declaration.kind === 'ManifestDeclaration') spans.push(...manifestSpans(declaration, tokens));
  }
  return withDepth(
    spans.sort((a, b) => a.start - b.start),
    tokens,
  );
}

function withDepth(spans: readonly Node[], tokens: Tokens): readonly VerbatimSpan[] {
  let at = 0;
  let depth = 0;
  return spans.map((span) => {
    for (; at < tokens.count && (tokens.starts[at] as number) < span.start; at++) {
      if ((tokens.match[at] as number) < 0) continue;
      if (tokens.kinds[at] === T.OpenBrace) depth++;
      else if (tokens.kinds[at] === T.CloseBrace) depth--;
    }
    return { ...span, depth };
  });
}

function manifestSpans(d: Declaration & { readonly kind: 'ManifestDeclaration' }, tokens: Tokens): readonly Node[] {
  return d.entries.flatMap(({ values }) => {
    const [first] = values;
    if (first === undefined) return [];
    const kind = tokens.kinds[indexOf(tokens, first.start)];
    const isString = kind === T.StringLiteral || kind === T.VerbatimString || kind === T.RawString;
    return isString ? [] : [{ start: first.start, end: first.end }];
  });
}

/** Without the attributes and modifiers before it. */
function unknownSpan(d: UnknownDeclaration, tokens: Tokens): Node {
  let at = indexOf(tokens, d.start);
  const sections = new Set(d.attributes.map((attribute) => attribute.section)).size;
  for (let i = 0; i < sections; i++) at = (tokens.match[at] as number) + 1;
  return { start: tokens.starts[at + d.modifiers.length] as number, end: d.end };
}

function indexOf(tokens: Tokens, start: number): number {
  let low = 0;
  let high = tokens.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens.starts[middle] as number) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The text of such a span. Its further lines keep their place relative to the first, which is indented by `step` for each
 * pair of braces: what ends it may depend on how far its lines are indented.
 */
export function verbatimText(
  file: SourceFile,
  lineEnds: LineEnds,
  span: VerbatimSpan,
  step: number,
  eol: string,
): string {
  const lines = lineEnds.split(span);
  const first = file.text.slice(file.lineStarts[file.position(span.start).line - 1], span.start);
  const margin = /^ */.exec(first)?.[0].length ?? 0;
  const delta = step * span.depth - margin;
  return lines.map((each, i) => (i === 0 ? each : shifted(each, delta)).trimEnd()).join(eol);
}

function shifted(text: string, delta: number): string {
  const width = /^ */.exec(text)?.[0].length ?? 0;
  return text.charAt(width) === '\t' ? text : ' '.repeat(Math.max(0, width + delta)) + text.slice(width);
}
