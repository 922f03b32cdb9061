/** Takes the name of a suppression out of its attribute or comment, and the whole of it where it was the last name. */
import type { Fix, TextEdit } from '../diagnostics/diagnostic.ts';
import type { Suppression } from '../semantics/program.ts';
import type { SourceFile, Span } from '../source/source.ts';
import { removal } from './edits.ts';

export function withoutSuppression(file: SourceFile, suppression: Suppression): Fix {
  const { span, rule } = suppression;
  const edit = file.text.startsWith('//', span.start) ? fromComment(file, span, rule) : fromAttribute(file, span, rule);
  const title = rule === '' ? 'Remove the suppression' : `Remove the suppression of '${rule}'`;
  return { title, safe: true, edits: [edit] };
}

/** `// osy-ignore-next-line a, b -- reason` */
function fromComment(file: SourceFile, span: Span, rule: string): TextEdit {
  const text = file.text.slice(span.start, span.end);
  const [, head = '', names = '', rest = ''] = /^(\/\/\s*osy-ignore-next-line\s+)(.*?)((?:\s*--.*)?)$/.exec(text) ?? [];
  const kept = names.split(/[\s,]+/).filter((name) => name !== '' && name !== rule);
  return kept.length === 0 ? removal(file, span) : { file, span, newText: `${head}${kept.join(', ')}${rest}` };
}

/** `SuppressWarning("a", "b")`, alone between its brackets or in a list of attributes. */
function fromAttribute(file: SourceFile, span: Span, rule: string): TextEdit {
  const { text } = file;
  const names = [...text.slice(span.start, span.end).matchAll(/"[^"]*"/g)].map((m) => m[0]);
  const kept = names.filter((name) => name !== `"${rule}"`);
  if (kept.length > 0) return { file, span, newText: `SuppressWarning(${kept.join(', ')})` };
  const before = text.slice(0, span.start).trimEnd();
  const behind = span.end + (/^\s*/.exec(text.slice(span.end))?.[0].length ?? 0);
  if (before.endsWith('[') && text[behind] === ']') return removal(file, { start: before.length - 1, end: behind + 1 });
  // One of several: a comma goes with it.
  if (before.endsWith(',')) return { file, span: { start: before.length - 1, end: span.end }, newText: '' };
  const comma = text[behind] === ',' ? behind + 1 : span.end;
  const end = comma + (/^[ \t]*/.exec(text.slice(comma))?.[0].length ?? 0);
  return { file, span: { start: span.start, end }, newText: '' };
}
