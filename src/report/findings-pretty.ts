/** Findings for people: the sentence, the source with carets, the labels, the chain, what to do. */
import type { Diagnostic, Level } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../source/source.ts';
import { type Style, wrap } from './style.ts';

const tabWidth = 4;
/** A line longer than this is shown in part. */
const gutter = 6;

export function prettyFindings(findings: readonly Diagnostic[], style: Style): string {
  return findings.map((d) => prettyFinding(d, style)).join('\n');
}

export function prettyFinding(d: Diagnostic, style: Style): string {
  const paint = levelPaint(d.level, style);
  const out = [`${paint(style.strong(d.level))} ${style.strong(d.name)} ${style.dim(d.code)}`];
  for (const line of wrap(d.message, style.width - 2)) out.push(`  ${line}`);
  out.push(...excerpt(d.file, d.span, '', paint, style, true));
  for (const label of d.related ?? [])
    out.push(...excerpt(label.file, label.span, label.message, style.note, style, label.file !== d.file));
  if (d.chain !== undefined && d.chain.length > 0) {
    out.push(`  ${style.note('the way there:')}`);
    d.chain.forEach((hop, i) => {
      const at = hop.file.position(hop.span.start);
      const arrow = i === 0 ? '  ' : '→ ';
      out.push(
        `    ${'  '.repeat(Math.min(i, 10))}${arrow}${style.strong(hop.name)}  ${style.dim(`${hop.file.path}:${at.line}:${at.column}`)}`,
      );
    });
  }
  if (d.help !== undefined) {
    const [first = '', ...rest] = wrap(d.help, style.width - 8);
    out.push(`  ${style.good('help:')} ${first}`, ...rest.map((line) => `        ${line}`));
  }
  return `${out.join('\n')}\n`;
}

/** One line for the end: what was found, in how many files. */
export function findingsSummary(findings: readonly Diagnostic[], files: number, style: Style): string {
  const counts = (['error', 'must', 'should', 'consider'] as const)
    .map((level) => ({ level, n: findings.filter((f) => f.level === level).length }))
    .filter((c) => c.n > 0)
    .map((c) => levelPaint(c.level, style)(`${c.n} ${c.level}`));
  const where = `${files} file${files === 1 ? '' : 's'}`;
  return counts.length === 0 ? style.good(`no findings in ${where}`) : `${counts.join(', ')} in ${where}`;
}

function levelPaint(level: Level, style: Style): (text: string) => string {
  return level === 'error' || level === 'must' ? style.error : level === 'should' ? style.warning : style.note;
}

/** The line that a span begins on, with carets below it. */
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
  const first = at.column - 1;
  const last = end.line === at.line ? end.column - 1 : text.length;
  const room = Math.max(20, style.width - gutter - 2);
  const { shown, offset } = windowOf(text, first, room);
  const before = display(shown.slice(0, first - offset));
  const marked = display(shown.slice(first - offset, Math.max(first + 1, last) - offset));
  const carets = '^'.repeat(Math.max(1, Math.min(marked.length, room - before.length)));
  const number = String(at.line).padStart(gutter - 2);
  const out = head ? [`  ${style.dim('-->')} ${file.path}:${at.line}:${at.column}`] : [];
  out.push(`${style.dim(`${number} |`)} ${display(shown)}`);
  out.push(
    `${style.dim(`${' '.repeat(gutter - 2)} |`)} ${' '.repeat(before.length)}${paint(carets)}${message === '' ? '' : ` ${paint(message)}`}`,
  );
  return out;
}

/** The part of a long line that holds the place. */
function windowOf(text: string, column: number, room: number): { readonly shown: string; readonly offset: number } {
  if (text.length <= room) return { shown: text, offset: 0 };
  const offset = column < room - 20 ? 0 : column - Math.floor(room / 3);
  return { shown: text.slice(offset, offset + room), offset };
}

/** Tabs as spaces, and nothing that a terminal would act on. */
function display(text: string): string {
  return text.replaceAll('\t', ' '.repeat(tabWidth)).replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
