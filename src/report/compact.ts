/** One line a finding, as editors and grep read it: `path:line:column: level name: message`. */
import type { LintReport } from './lint-report.ts';
import { visibleLine } from './visible.ts';

export function compactReport(report: LintReport): string {
  return report.findings
    .map(({ diagnostic: d }) => {
      const { line, column } = d.file.position(d.span.start);
      return `${visibleLine(d.file.path)}:${line}:${column}: ${d.level} ${d.name}: ${visibleLine(d.message)}\n`;
    })
    .join('');
}
