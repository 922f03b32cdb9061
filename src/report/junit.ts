/**
 * JUnit's XML: a suite a file, a case a finding. JUnit knows passed and failed, so a finding that does not fail the run is a
 * case that passed, with its text as output: what a CI shows as red is what made the exit code 1.
 */
import type { SourceFile } from '../source/source.ts';
import { fails, type LintReport, plainLines, type ReportedFinding } from './lint-report.ts';
import { xmlAttribute, xmlText } from './xml.ts';

export function junitReport(report: LintReport): string {
  const byFile = new Map<SourceFile, ReportedFinding[]>();
  for (const finding of report.findings) {
    const list = byFile.get(finding.diagnostic.file);
    if (list === undefined) byFile.set(finding.diagnostic.file, [finding]);
    else list.push(finding);
  }
  const suites = [...byFile].map(([file, found]) => suite(report, file, found));
  if (report.notes.length > 0) suites.push(notesSuite(report));
  // Readers take a document without any case for a job that did not run.
  if (suites.length === 0) suites.push(cleanSuite(report));
  const failures = report.findings.filter(({ diagnostic }) => fails(report, diagnostic.level)).length;
  const tests = Math.max(1, report.findings.length + report.notes.length);
  const head = `<testsuites name="osy lint" tests="${tests}" failures="${failures}" errors="${report.notes.length}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join('\n')}\n</testsuites>\n`;
}

function suite(report: LintReport, file: SourceFile, found: readonly ReportedFinding[]): string {
  const failures = found.filter(({ diagnostic }) => fails(report, diagnostic.level)).length;
  const cases = found.map((finding) => testCase(report, finding));
  const head = `  <testsuite name="${xmlAttribute(file.path)}" tests="${found.length}" failures="${failures}" errors="0">`;
  return `${head}\n${cases.join('\n')}\n  </testsuite>`;
}

function testCase(report: LintReport, { diagnostic: d }: ReportedFinding): string {
  const { line, column } = d.file.position(d.span.start);
  const name = `${d.name} at ${line}:${column}`;
  const head = `    <testcase classname="${xmlAttribute(d.file.path)}" name="${xmlAttribute(name)}" file="${xmlAttribute(d.file.path)}" line="${line}">`;
  const text = xmlText([`${d.file.path}:${line}:${column}`, ...plainLines(d)].join('\n'));
  const body = fails(report, d.level)
    ? `<failure type="${d.level}" message="${xmlAttribute(d.message)}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
  return `${head}\n      ${body}\n    </testcase>`;
}

/** Input that could not be read: no finding, but a report that looks clean would lie. */
function notesSuite(report: LintReport): string {
  const cases = report.notes.map((note) => {
    const name = xmlAttribute(note.file ?? 'input');
    return `    <testcase classname="osy lint" name="${name}">\n      <error message="${xmlAttribute(note.message)}"/>\n    </testcase>`;
  });
  const n = report.notes.length;
  return `  <testsuite name="input" tests="${n}" failures="0" errors="${n}">\n${cases.join('\n')}\n  </testsuite>`;
}

function cleanSuite(report: LintReport): string {
  const name = `no findings in ${report.files} file${report.files === 1 ? '' : 's'}`;
  return `  <testsuite name="osy lint" tests="1" failures="0" errors="0">\n    <testcase classname="osy lint" name="${name}"/>\n  </testsuite>`;
}
