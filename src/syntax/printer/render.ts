import type { Choice, CommentDoc, Doc, Group, Hang, Line } from './doc.ts';

export interface RenderOptions {
  /** Columns a line may have. */
  readonly width: number;
  readonly lineEnd: string;
}

const FLAT = 0;
const BREAK = 1;
/** Of what follows the document in question: a possible line end there is the end of the line to be measured. */
const REST = 2;
type Mode = typeof FLAT | typeof BREAK | typeof REST;

/** Columns of a step of indentation. */
export const STEP = 2;
/** What has no blank before it, also after a comment within a line. */
const closing = /^[,;)\].]/;
const wordEnd = /[\p{L}\p{Nd}_]$/u;
const wordStart = /^[\p{L}\p{Nd}_@]/u;
/** Signs that would be read as one if they touched. */
const joined = new Set(['++', '--', '&&', '||', '//', '/*', '??']);

/** Lays a document out; the text ends with a line end unless it is empty. */
export function render(doc: Doc, options: RenderOptions): string {
  return new Renderer(options).run(doc);
}

class Renderer {
  readonly #width: number;
  readonly #eol: string;
  readonly #out: string[] = [];
  #column = 0;
  /** Line ends that have been asked for: they are written before the next text, at the indentation asked for last. */
  #lines = 0;
  #indent = 0;
  #blank = false;
  /** The blank is there for a comment's sake. */
  #blankAfterComment = false;
  #last = '';
  /** Groups that were laid out on one line. */
  readonly #flat = new Set<Group>();
  // What is left to lay out, as a stack.
  readonly #docs: Doc[] = [];
  readonly #modes: Mode[] = [];
  readonly #indents: number[] = [];

  constructor(options: RenderOptions) {
    this.#width = options.width;
    this.#eol = options.lineEnd;
  }

  run(doc: Doc): string {
    this.#push(doc, BREAK, 0);
    while (this.#docs.length > 0) {
      const next = this.#docs.pop() as Doc;
      const mode = this.#modes.pop() as Mode;
      const indent = this.#indents.pop() as number;
      this.#step(next, mode, indent);
    }
    return this.#out.length === 0 ? '' : `${this.#out.join('')}${this.#eol}`;
  }

  #push(doc: Doc, mode: Mode, indent: number): void {
    this.#docs.push(doc);
    this.#modes.push(mode);
    this.#indents.push(indent);
  }

  #step(doc: Doc, mode: Mode, indent: number): void {
    if (typeof doc === 'string') {
      if (doc === ' ') this.#blank = true;
      else this.#write(doc, indent);
      return;
    }
    switch (doc.type) {
      case 'cat':
        for (let i = doc.parts.length - 1; i >= 0; i--) this.#push(doc.parts[i] as Doc, mode, indent);
        return;
      case 'indent':
        this.#push(doc.doc, mode, indent + STEP);
        return;
      case 'group': {
        const isHeadFlat = doc.head === undefined || this.#flat.has(doc.head);
        const isFlat = mode === FLAT || (!doc.breaks && isHeadFlat && this.#fits(doc.doc, FLAT));
        if (isFlat) this.#flat.add(doc);
        else this.#flat.delete(doc);
        this.#push(doc.doc, isFlat ? FLAT : BREAK, indent);
        return;
      }
      case 'edge':
        if (mode === BREAK && doc.group !== undefined && this.#flat.has(doc.group)) this.#newLine(indent, false);
        else this.#blank = true;
        return;
      case 'choice':
        this.#choose(doc, mode, indent);
        return;
      case 'hang':
        this.#hang(doc, mode, indent);
        return;
      case 'line':
        this.#line(doc, mode, indent);
        return;
      case 'verbatim':
        this.#write(doc.text, indent, true);
        return;
      case 'comment':
        this.#comment(doc, indent);
        return;
    }
  }

  #choose(doc: Choice, mode: Mode, indent: number): void {
    const [first] = doc.states as readonly [Doc, ...Doc[]];
    if (mode === FLAT) {
      this.#push(first, FLAT, indent);
      return;
    }
    const last = doc.states.length - 1;
    for (let i = 0; i < last; i++) {
      const state = doc.states[i] as Doc;
      const way = typeof state !== 'string' && state.breaks ? BREAK : FLAT;
      if (this.#fits(state, way)) {
        this.#push(state, way, indent);
        return;
      }
    }
    this.#push(doc.states[last] as Doc, BREAK, indent);
  }

  #hang({ doc, breaks }: Hang, mode: Mode, indent: number): void {
    this.#blank = true;
    const isFlat = mode === FLAT || (!breaks && this.#fits(doc, FLAT));
    const isBelow = !isFlat && !breaks && this.#fits(doc, FLAT, indent + STEP);
    if (isBelow) this.#newLine(indent + STEP, false);
    this.#push(doc, isFlat || isBelow ? FLAT : BREAK, isBelow ? indent + STEP : indent);
  }

  #line(line: Line, mode: Mode, indent: number): void {
    if (line.breaks || mode === BREAK) this.#newLine(indent, line.blank);
    else if (line.flat === ' ') this.#blank = true;
  }

  #newLine(indent: number, blank: boolean): void {
    this.#lines = Math.max(this.#lines, blank ? 2 : 1);
    this.#indent = indent;
    this.#blank = false;
  }

  // ---------------------------------------------------------------- measuring

  /** The column of what is written next. */
  #next(): number {
    return this.#lines > 0 ? this.#indent : this.#column + (this.#blank ? 1 : 0);
  }

  /** Does the line stay within its width up to the first line end of `doc`, or of what follows it? */
  #fits(doc: Doc, mode: Mode, column = this.#next()): boolean {
    let left = this.#width - column;
    const docs: Doc[] = [doc];
    const modes: Mode[] = [mode];
    let rest = this.#docs.length;
    while (left >= 0) {
      if (docs.length === 0) {
        if (rest === 0) return true;
        rest--;
        docs.push(this.#docs[rest] as Doc);
        modes.push(REST);
        continue;
      }
      const next = docs.pop() as Doc;
      const way = modes.pop() as Mode;
      if (typeof next === 'string') {
        left -= next.length;
        continue;
      }
      switch (next.type) {
        case 'cat':
          for (let i = next.parts.length - 1; i >= 0; i--) {
            docs.push(next.parts[i] as Doc);
            modes.push(way);
          }
          break;
        case 'indent':
          docs.push(next.doc);
          modes.push(way);
          break;
        case 'group':
          docs.push(next.doc);
          modes.push(way === REST ? REST : next.breaks ? BREAK : FLAT);
          break;
        case 'choice':
          docs.push(next.states[0] as Doc);
          modes.push(way === REST ? REST : next.breaks ? BREAK : FLAT);
          break;
        case 'hang':
          // It may go to the next line whole.
          if (way !== FLAT && !next.breaks) return true;
          left--;
          docs.push(next.doc);
          modes.push(way);
          break;
        case 'line':
          if (next.breaks || way !== FLAT) return true;
          left -= next.flat.length;
          break;
        case 'edge':
          if (way !== FLAT) return true;
          left--;
          break;
        case 'verbatim': {
          const end = next.text.search(/[\r\n]/);
          if (end >= 0) return left >= end;
          left -= next.text.length;
          break;
        }
        case 'comment':
          // A comment at the end of a line does not push the code before it onto other lines.
          if (next.own || next.ends) return true;
          left -= next.text.length + 2;
          break;
      }
    }
    return false;
  }

  // ---------------------------------------------------------------- writing

  #write(text: string, indent: number, isLong = false): void {
    if (text === '') return;
    this.#before(text, indent);
    this.#out.push(text);
    if (isLong) this.#advance(text);
    else this.#column += text.length;
    this.#last = text;
    this.#blankAfterComment = false;
  }

  /** Line ends and blanks that are due before `text`. */
  #before(text: string, indent: number): void {
    if (this.#lines > 0) this.#break(this.#indent);
    else if (this.#column > 0) {
      const wanted = this.#blank && !(this.#blankAfterComment && closing.test(text));
      if (wanted || this.#wouldJoin(text)) {
        this.#out.push(' ');
        this.#column++;
      }
    } else if (this.#out.length === 0 && indent > 0) this.#break(indent);
    this.#blank = false;
  }

  #break(indent: number): void {
    if (this.#out.length > 0) {
      this.#out.push(this.#lines > 1 ? this.#eol + this.#eol : this.#eol);
      this.#out.push(' '.repeat(indent));
      this.#column = indent;
    }
    this.#lines = 0;
  }

  #wouldJoin(text: string): boolean {
    if (this.#last === '') return false;
    if (joined.has(this.#last.charAt(this.#last.length - 1) + text.charAt(0))) return true;
    return wordEnd.test(this.#last) && wordStart.test(text);
  }

  #advance(text: string): void {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    this.#column = end < 0 ? this.#column + text.length : text.length - end - 1;
  }

  #comment(comment: CommentDoc, indent: number): void {
    if (comment.own) this.#newLine(indent, comment.blank);
    else if (this.#lines === 0) this.#blank = !/[([]$/.test(this.#last) || comment.ends;
    const text = this.#commentText(comment.text, indent);
    this.#blankAfterComment = false;
    this.#before(text, indent);
    this.#out.push(text);
    this.#advance(text);
    this.#last = '';
    if (comment.ends) this.#newLine(indent, comment.blankAfter);
    else {
      this.#blank = true;
      this.#blankAfterComment = true;
    }
  }

  /** Lines that begin with `*` are set below each other; any other stays where it is. */
  #commentText(text: string, indent: number): string {
    const lines = text.split(/\r\n|[\r\n\u2028\u2029\u0085]/).map((each) => each.trimEnd());
    const starred = lines.slice(1).every((each) => each.trimStart().startsWith('*'));
    const margin = ' '.repeat(indent + 1);
    return lines.map((each, i) => (i > 0 && starred ? margin + each.trimStart() : each)).join(this.#eol);
  }
}
