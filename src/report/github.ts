/** Workflow commands of GitHub Actions, which the runner turns into annotations on the changed lines. */
import type { Level } from '../diagnostics/diagnostic.ts';
import { type LintReport, plainLines } from './lint-report.ts';

const commands: Readonly<Record<Level, string>> = {
  error: 'error',
  must: 'error',
  should: 'warning',
  consider: 'notice',
};

export function githubReport(report: LintReport): string {
  const findings = report.findings.map(({ diagnostic: d }) => {
    const start = d.file.position(d.span.start);
    const end = d.file.position(d.span.end);
    // Columns are only read where the annotation is on one line.
    const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
    const place = { file: d.file.path, line: start.line, endLine: end.line, ...columns };
    return command(commands[d.level], { ...place, title: `${d.name} (${d.level})` }, plainLines(d).join('\n'));
  });
  const notes = report.notes.map((note) =>
    command('warning', { ...(note.file === null ? {} : { file: note.file }), title: 'osy lint' }, note.message),
  );
  return [...findings, ...notes].join('');
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const shown = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${name} ${shown.join(',')}::${escapedData(message)}\n`;
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
