/** GitLab's Code Quality report (a subset of Code Climate's): one JSON array. */
import type { Level } from '../diagnostics/diagnostic.ts';
import type { LintReport } from './lint-report.ts';

const severities: Readonly<Record<Level, string>> = {
  error: 'blocker',
  must: 'critical',
  should: 'minor',
  consider: 'info',
};

export function gitlabReport(report: LintReport): string {
  const issues = report.findings.map(({ diagnostic: d, fingerprint }) => ({
    description: d.message,
    check_name: d.name,
    fingerprint,
    severity: severities[d.level],
    location: {
      path: d.file.path,
      lines: { begin: d.file.position(d.span.start).line, end: d.file.position(d.span.end).line },
    },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
