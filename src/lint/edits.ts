/** Edits that fixes are made of: what is removed leaves no empty lines and no stray blanks behind. */
import type { TextEdit } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/source.ts';

/** Removes a stretch of text: with its line, where nothing else stands there, else with the blanks before it. */
export function removal(file: SourceFile, span: Span): TextEdit {
  const { text } = file;
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const alone = isBlank(text.slice(lineStart, span.start)) && isBlank(text.slice(span.end, lineEnd));
  if (alone) return { file, span: { start: lineStart, end: lineEnd }, newText: '' };
  const before = text.slice(lineStart, span.start);
  const blanks = isBlank(before) ? 0 : before.length - before.trimEnd().length;
  // At the beginning of a line it is the blanks behind that would be left over.
  const behind = isBlank(before) ? (/^[ \t]*/.exec(text.slice(span.end))?.[0].length ?? 0) : 0;
  return { file, span: { start: span.start - blanks, end: span.end + behind }, newText: '' };
}

/** A span that begins at the word before it: of the block behind `exit`, the `exit`. */
export function fromWord(file: SourceFile, span: Span, word: string): Span {
  const before = file.text.slice(0, span.start).trimEnd();
  return before.endsWith(word) ? { start: before.length - word.length, end: span.end } : span;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
