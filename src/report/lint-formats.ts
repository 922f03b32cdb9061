/** The formats of `osy lint` by name. Each is loaded when it is asked for: a plain run does not pay for SARIF. */
import type { LintReport } from './lint-report.ts';
import type { Style } from './style.ts';

export const lintFormats = ['pretty', 'compact', 'json', 'sarif', 'github', 'gitlab', 'junit', 'checkstyle'] as const;
export type LintFormat = (typeof lintFormats)[number];

/** The whole text of a report. `style` is for `pretty` alone. */
export async function renderLint(report: LintReport, format: LintFormat, style: Style): Promise<string> {
  switch (format) {
    case 'pretty':
      return (await import('./lint-pretty.ts')).prettyReport(report, style);
    case 'compact':
      return (await import('./compact.ts')).compactReport(report);
    case 'json':
      return (await import('./lint-json.ts')).jsonReport(report);
    case 'sarif':
      return (await import('./sarif.ts')).sarifReport(report);
    case 'github':
      return (await import('./github.ts')).githubReport(report);
    case 'gitlab':
      return (await import('./gitlab.ts')).gitlabReport(report);
    case 'junit':
      return (await import('./junit.ts')).junitReport(report);
    case 'checkstyle':
      return (await import('./checkstyle.ts')).checkstyleReport(report);
    default:
      return format satisfies never;
  }
}
