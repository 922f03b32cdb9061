/** The other formats of `osy lint`: escaping, levels, and documents that their readers take. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { checkstyleReport } from '../../src/report/checkstyle.ts';
import { compactReport } from '../../src/report/compact.ts';
import { githubReport } from '../../src/report/github.ts';
import { gitlabReport } from '../../src/report/gitlab.ts';
import { junitReport } from '../../src/report/junit.ts';
import { clean, sample } from './sample.ts';

describe('github', () => {
  const lines = githubReport(sample).split('\n');

  it('is one command a line, escaped as the runner unescapes', () => {
    expect(lines).toHaveLength(sample.findings.length + sample.notes.length + 1);
    expect(lines[0]).toBe(
      '::error file=flows/ä b#1%25.osy,line=2,endLine=2,col=1,endColumn=7,title=syntax-error (error)::' +
        'a <b> & "c" \'d\' %250A 100%25, x: y%0D%0Anext\tline \u0001 \ud800 ::error::',
    );
    expect(lines.at(-2)).toBe("::warning file=x%2C y.osy,title=osy lint::'x, y.osy' cannot be read: permission denied");
  });

  it('has a command for each level, and no columns over several lines', () => {
    expect(lines.map((l) => /^::(\w+)/.exec(l)?.[1])).toEqual([
      'error',
      'error',
      'warning',
      'notice',
      'warning',
      undefined,
    ]);
    expect(lines[2]).toContain('line=2,endLine=3,title=');
    expect(lines[1]).toContain(
      '%0AThe way there:%0A  Send (flows/ä b#1%25.osy:2:1)%0A  Mailer.Deliver (mail.osy:1:1)%0AHelp: Catch it.',
    );
  });
});

describe('gitlab', () => {
  it('is an array with severities and fingerprints that differ', () => {
    const issues = JSON.parse(gitlabReport(sample)) as { severity: string; fingerprint: string; location: object }[];
    expect(issues.map((i) => i.severity)).toEqual(['blocker', 'critical', 'minor', 'info']);
    expect(new Set(issues.map((i) => i.fingerprint)).size).toBe(issues.length);
    expect(issues[2]?.location).toEqual({ path: 'flows/ä b#1%.osy', lines: { begin: 2, end: 3 } });
    expect(gitlabReport(clean)).toBe('[]\n');
  });
});

describe('junit and checkstyle', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => /^(file|error|testsuite|testcase)$/.test(name),
  });

  it('are well-formed, whatever the text', () => {
    for (const report of [sample, clean]) {
      expect(XMLValidator.validate(junitReport(report))).toBe(true);
      expect(XMLValidator.validate(checkstyleReport(report))).toBe(true);
    }
    expect(junitReport(sample)).toContain('next&#9;line \ufffd \ufffd ::error::"');
    expect(checkstyleReport(sample)).toContain('x: y&#13;&#10;next&#9;line');
  });

  it('junit fails the cases that fail the run, and only them', () => {
    const { testsuites } = parser.parse(junitReport(sample));
    expect(testsuites).toMatchObject({ tests: '5', failures: '2', errors: '1' });
    const cases = testsuites.testsuite[0].testcase as { failure?: object; name: string }[];
    expect(cases.map((c) => c.failure !== undefined)).toEqual([true, true, false, false]);
    const strict = parser.parse(junitReport({ ...sample, tooManyWarnings: true })).testsuites;
    expect(strict.failures).toBe('3');
    expect(parser.parse(junitReport(clean)).testsuites.testsuite[0].testcase[0].name).toBe('no findings in 2 files');
  });

  it('checkstyle groups by file', () => {
    const { checkstyle } = parser.parse(checkstyleReport(sample));
    expect(checkstyle.file.map((f: { name: string; error: readonly object[] }) => [f.name, f.error.length])).toEqual([
      ['flows/ä b#1%.osy', 4],
      ['x, y.osy', 1],
    ]);
    expect(checkstyle.file[0].error.map((e: { severity: string }) => e.severity)).toEqual([
      'error',
      'error',
      'warning',
      'info',
    ]);
  });
});

it('compact is one line a finding', () => {
  const lines = compactReport(sample).split('\n');
  expect(lines).toHaveLength(sample.findings.length + 1);
  expect(lines[0]).toBe(
    'flows/ä b#1%.osy:2:1: error syntax-error: a <b> & "c" \'d\' %0A 100%, x: y next\ufffdline \ufffd \ud800 ::error::',
  );
});
