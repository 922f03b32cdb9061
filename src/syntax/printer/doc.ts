/**
 * Documents: text with places where a line may end, before anyone has decided where lines do end. The algebra is that of
 * Wadler's “A prettier printer”, with choices between whole layouts besides.
 */

/** A blank, or the text of a token; neither holds a line end. */
type Text = string;

export interface Cat {
  readonly type: 'cat';
  readonly parts: readonly Doc[];
  readonly breaks: boolean;
}
/** Lines within begin two columns further right. */
export interface Indent {
  readonly type: 'indent';
  readonly doc: Doc;
  readonly breaks: boolean;
}
/** On one line if that fits; else every line end of its own (not of groups within) is taken. */
export interface Group {
  readonly type: 'group';
  readonly doc: Doc;
  readonly breaks: boolean;
  /** A group before it: where that is broken, so is this. */
  readonly head: Group | undefined;
}
/** The first of several layouts of the same tokens whose first line fits; the last if none does. */
export interface Choice {
  readonly type: 'choice';
  readonly states: readonly Doc[];
  readonly breaks: boolean;
}
/** Behind a blank if it fits there on one line; else on the next line if it fits there on one; else opened out behind the blank. */
export interface Hang {
  readonly type: 'hang';
  readonly doc: Doc;
  readonly breaks: boolean;
}
/** A possible line end; `flat` stands there where it is not taken. */
export interface Line {
  readonly type: 'line';
  readonly flat: '' | ' ';
  readonly breaks: boolean;
  /** Leaves an empty line where it is taken. */
  readonly blank: boolean;
}
/** A blank after a group that was broken, and a line end after one that was not: `} else {` beside `}` and `else { }`. */
export interface Edge {
  readonly type: 'edge';
  readonly group: Group | undefined;
  readonly breaks: false;
}
/** Text that may go over several lines and is not to be touched: a string, a declaration of an unknown kind. */
export interface Verbatim {
  readonly type: 'verbatim';
  readonly text: string;
  readonly breaks: false;
}
export interface CommentDoc {
  readonly type: 'comment';
  readonly text: string;
  /** Begins a line. */
  readonly own: boolean;
  /** Ends its line. */
  readonly ends: boolean;
  /** An empty line before it, where it begins a line; and one after it. */
  readonly blank: boolean;
  readonly blankAfter: boolean;
  readonly breaks: boolean;
}

export type Doc = Text | Cat | Indent | Group | Choice | Hang | Line | Edge | Verbatim | CommentDoc;

/** Does the document hold a line end that has to be taken? */
export const mustBreak = (doc: Doc): boolean => typeof doc !== 'string' && doc.breaks;

export function cat(...parts: readonly Doc[]): Doc {
  return parts.length === 1 ? (parts[0] as Doc) : { type: 'cat', parts, breaks: parts.some(mustBreak) };
}
export const indent = (...parts: readonly Doc[]): Doc => {
  const doc = cat(...parts);
  return { type: 'indent', doc, breaks: mustBreak(doc) };
};
/**
 * Comments at either end of what is grouped are left outside: they end a line, but not one of the group's.
 * @param breaks take the line ends in any case
 * @param head what stands before it and ends with a group: where that is broken, this is too
 */
export function group(doc: Doc, breaks = false, head?: Doc): Doc {
  const headGroup = head === undefined ? undefined : innerGroup(head);
  if (!mustBreak(doc)) return { type: 'group', doc, breaks, head: headGroup };
  const before: CommentDoc[] = [];
  const after: CommentDoc[] = [];
  const inner = withoutLast(withoutFirst(doc, before), after);
  const grouped: Doc = { type: 'group', doc: inner, breaks: breaks || mustBreak(inner), head: headGroup };
  return before.length + after.length === 0 ? grouped : cat(...before, grouped, ...after.reverse());
}
export const choice = (...states: readonly Doc[]): Doc => ({
  type: 'choice',
  states,
  breaks: mustBreak(states[0] as Doc),
});

export const hang = (doc: Doc): Doc => ({ type: 'hang', doc, breaks: mustBreak(doc) });

const lineOf = (flat: '' | ' ', breaks: boolean, blank: boolean): Line => ({ type: 'line', flat, breaks, blank });
/** A blank, or a line end. */
export const line: Doc = lineOf(' ', false, false);
/** Nothing, or a line end. */
export const softline: Doc = lineOf('', false, false);
/** A line end. */
export const hardline: Doc = lineOf(' ', true, false);
const lineWithGap = lineOf(' ', false, true);
const hardlineWithGap = lineOf(' ', true, true);
/** A blank or a line end between items, with an empty line after it where `gap`. */
export const between = (gap: boolean, hard = false): Doc =>
  hard ? (gap ? hardlineWithGap : hardline) : gap ? lineWithGap : line;

/** @param before what ends with the group in question */
export const edge = (before: Doc): Doc => ({ type: 'edge', group: outerGroup(before), breaks: false });

/** The outermost group that ends where the document does. */
function outerGroup(doc: Doc): Group | undefined {
  if (typeof doc === 'string') return undefined;
  if (doc.type === 'group') return doc;
  return doc.type === 'cat' ? outerGroup(lastPart(doc)) : undefined;
}
/** The innermost. */
function innerGroup(doc: Doc): Group | undefined {
  if (typeof doc === 'string') return undefined;
  if (doc.type === 'group') return innerGroup(doc.doc) ?? doc;
  return doc.type === 'cat' ? innerGroup(lastPart(doc)) : undefined;
}
const lastPart = (doc: Cat): Doc => doc.parts.findLast((part) => !isEmpty(part) && !isComment(part)) ?? '';

export const verbatim = (text: string): Doc => ({ type: 'verbatim', text, breaks: false });

/**
 * The document with the line ends of its last group taken: a call whose last argument is opened out
 * (`f(a, new T {` … `})`).
 */
export function opened(doc: Doc): Doc {
  if (typeof doc === 'string') return doc;
  switch (doc.type) {
    case 'group':
      return group(doc.doc, true);
    case 'cat': {
      const last = doc.parts.findLastIndex((part) => !isEmpty(part) && !isComment(part));
      return cat(...doc.parts.map((part, i) => (i === last ? opened(part) : part)));
    }
    default:
      return doc;
  }
}

// ---------------------------------------------------------------- comments at the ends

function withoutFirst(doc: Doc, taken: CommentDoc[]): Doc {
  if (typeof doc === 'string' || !doc.breaks) return doc;
  if (doc.type === 'comment') {
    taken.push(doc);
    return '';
  }
  if (doc.type !== 'cat') return doc;
  const parts = [...doc.parts];
  for (let i = 0; i < parts.length; i++) {
    parts[i] = withoutFirst(parts[i] as Doc, taken);
    if (!isEmpty(parts[i] as Doc)) break;
  }
  return cat(...parts);
}

function withoutLast(doc: Doc, taken: CommentDoc[]): Doc {
  if (typeof doc === 'string' || !doc.breaks) return doc;
  switch (doc.type) {
    case 'comment':
      if (doc.own) return doc;
      taken.push(doc);
      return '';
    case 'indent':
      return indent(withoutLast(doc.doc, taken));
    case 'cat': {
      const parts = [...doc.parts];
      for (let i = parts.length - 1; i >= 0; i--) {
        parts[i] = withoutLast(parts[i] as Doc, taken);
        if (!isEmpty(parts[i] as Doc)) break;
      }
      return cat(...parts);
    }
    default:
      return doc;
  }
}

const isEmpty = (doc: Doc): boolean =>
  doc === '' || (typeof doc !== 'string' && doc.type === 'cat' && doc.parts.every(isEmpty));
const isComment = (doc: Doc): boolean => typeof doc !== 'string' && doc.type === 'comment';
