/** A lint run for people: the findings, one line that sums them up, and the times where they were asked for. */
import { findingsSummary, prettyFindings } from './findings-pretty.ts';
import type { LintReport, LintStats } from './lint-report.ts';
import type { Style } from './style.ts';

export function prettyReport(report: LintReport, style: Style): string {
  const diagnostics = report.findings.map(({ diagnostic }) => diagnostic);
  const held = report.baselines.reduce((n, each) => n + each.held, 0);
  const more = held === 0 ? '' : style.dim(` (${held} more in the baseline)`);
  const parts = [
    ...(diagnostics.length === 0 ? [] : [prettyFindings(diagnostics, style)]),
    `${findingsSummary(diagnostics, report.files, style)}${more}`,
    ...(report.stats === undefined ? [] : ['', ...statsLines(report.stats, style)]),
  ];
  return `${parts.join('\n')}\n`;
}

function statsLines(stats: LintStats, style: Style): readonly string[] {
  const row = (name: string, ms: number) => `  ${ms.toFixed(1).padStart(9)} ms  ${name}`;
  const byTime = [...stats.findings].sort((a, b) => b.ms - a.ms);
  const rate = stats.totalMs === 0 ? 0 : Math.round(stats.lines / stats.totalMs);
  const cache =
    stats.cache === null ? '' : `, cache: ${stats.cache.hits} of ${stats.cache.hits + stats.cache.misses} apps`;
  return [
    style.strong('passes'),
    ...stats.passes.map((each) => row(each.name, each.ms)),
    style.strong('findings'),
    ...byTime.map((each) => row(each.name, each.ms)),
    `${stats.lines} lines in ${stats.files} files in ${stats.totalMs.toFixed(0)} ms (${rate}k lines/s), ${stats.peakMemoryMb} MB at most${cache}`,
  ];
}
