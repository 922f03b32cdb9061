/** One line a finding, as editors and grep read it: `path:line:column: level name: message`. */
import type { LintReport } from './lint-report.ts';

export function compactReport(report: LintReport): string {
  return report.findings
    .map(({ diagnostic: d }) => {
      const { line, column } = d.file.position(d.span.start);
      return `${d.file.path}:${line}:${column}: ${d.level} ${d.name}: ${oneLine(d.message)}\n`;
    })
    .join('');
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
