/** Findings for people: the sentence, the source with carets, the labels, the chain, what to do. */
import type { ChainHop, Diagnostic, Level } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/source.ts';
import { type Style, wrap } from './style.ts';
import { visible, visibleLine } from './visible.ts';

const tabWidth = 4;
/** Columns before a source line: its number and the bar. */
const gutter = 6;

export function prettyFindings(findings: readonly Diagnostic[], style: Style): string {
  return findings.map((d) => prettyFinding(d, style)).join('\n');
}

export function prettyFinding(d: Diagnostic, style: Style): string {
  const paint = levelPaint(d.level, style);
  const out = [`${paint(style.strong(d.level))} ${style.strong(d.name)} ${style.dim(d.code)}`];
  for (const line of wrap(visible(d.message), style.width - 2)) out.push(`  ${line}`);
  out.push(...excerpt(d.file, d.span, '', paint, style, true));
  for (const label of d.related ?? [])
    out.push(...excerpt(label.file, label.span, visibleLine(label.message), style.note, style, label.file !== d.file));
  if (d.chain !== undefined && d.chain.length > 0) {
    out.push(`  ${style.note('the way there:')}`);
    out.push(...d.chain.flatMap((hop, i) => hopLines(hop, i, style)));
  }
  if (d.help !== undefined) {
    const [first = '', ...rest] = wrap(visible(d.help), style.width - 8);
    out.push(`  ${style.good('help:')} ${first}`, ...rest.map((line) => `        ${line}`));
  }
  return `${out.join('\n')}\n`;
}

/** A hop and its place; the place goes below where both have no room on a line. */
function hopLines(hop: ChainHop, depth: number, style: Style): readonly string[] {
  const { line, column } = hop.file.position(hop.span.start);
  const place = `${visibleLine(hop.file.path)}:${line}:${column}`;
  const indent = `    ${'  '.repeat(Math.min(depth, 10))}`;
  const head = `${indent}${depth === 0 ? '  ' : '→ '}${style.strong(hop.name)}`;
  if (indent.length + 2 + hop.name.length + 2 + place.length <= style.width) return [`${head}  ${style.dim(place)}`];
  return [head, `${indent}    ${style.dim(place)}`];
}

/** One line for the end: what was found, in how many files. */
export function findingsSummary(findings: readonly Diagnostic[], files: number, style: Style): string {
  const counts = (['error', 'must', 'should', 'consider'] as const)
    .map((level) => ({ level, n: findings.filter((f) => f.level === level).length }))
    .filter((c) => c.n > 0)
    .map((c) => levelPaint(c.level, style)(`${c.n} ${c.level === 'error' && c.n > 1 ? 'errors' : c.level}`));
  const where = `${files} file${files === 1 ? '' : 's'}`;
  return counts.length === 0 ? style.good(`no findings in ${where}`) : `${counts.join(', ')} in ${where}`;
}

function levelPaint(level: Level, style: Style): (text: string) => string {
  return level === 'error' || level === 'must' ? style.error : level === 'should' ? style.warning : style.note;
}

/** The line that a span begins on, with carets below it and what there is to say of it. */
function excerpt(
  file: SourceFile,
  span: Span,
  message: string,
  paint: (text: string) => string,
  style: Style,
  head: boolean,
): string[] {
  const at = file.position(span.start);
  const end = file.position(Math.max(span.start, span.end));
  const text = file.lineText(at.line);
  const room = Math.max(20, style.width - gutter - 2);
  const { shown, indent, carets } = markedLine(
    text,
    at.column - 1,
    end.line === at.line ? end.column - 1 : text.length,
    room,
  );
  const number = String(at.line).padStart(gutter - 2);
  const below = style.dim(`${' '.repeat(gutter - 2)} |`);
  const out = head ? [`  ${style.dim('-->')} ${visibleLine(file.path)}:${at.line}:${at.column}`] : [];
  out.push(`${style.dim(`${number} |`)} ${shown}`);
  const marks = `${below} ${' '.repeat(indent)}${paint('^'.repeat(carets))}`;
  if (message === '') out.push(marks);
  else if (indent + carets + 1 + message.length <= room) out.push(`${marks} ${paint(message)}`);
  else out.push(marks, ...wrap(message, room - 2).map((line) => `${below}   ${paint(line)}`));
  return out;
}

interface MarkedLine {
  /** At most as wide as there is room; what is left out is an ellipsis. */
  readonly shown: string;
  /** Columns before the first caret. */
  readonly indent: number;
  readonly carets: number;
}

/** The part of a line around the characters from `first` to `last`, which are marked. */
function markedLine(text: string, first: number, last: number, room: number): MarkedLine {
  // No character is shown in less than a column: farther away there is nothing to show.
  const from = Math.max(0, first - room);
  const to = first + room;
  const before = display(text.slice(from, first));
  const marked = display(text.slice(first, Math.min(to, Math.max(first + 1, last))));
  const line = before + display(text.slice(first, to));
  const whole = from === 0 && to >= text.length && line.length <= room;
  const offset = whole || before.length < room - 20 ? 0 : before.length - Math.floor(room / 3);
  const cutBehind = to < text.length || line.length > offset + room;
  const shown = line.slice(offset, offset + room - (cutBehind ? 1 : 0));
  const indent = before.length - offset;
  return {
    shown: `${offset > 0 ? `…${shown.slice(1)}` : shown}${cutBehind ? '…' : ''}`,
    indent,
    carets: Math.max(1, Math.min(marked.length, room - indent)),
  };
}

/** Tabs as spaces, and nothing that a terminal would act on. */
function display(text: string): string {
  return visible(text.replaceAll('\t', ' '.repeat(tabWidth)));
}
