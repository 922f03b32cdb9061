/** A report that holds everything a report can, and text that every format has to escape. */
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { LintReport } from '../../src/report/lint-report.ts';
import { SourceFile } from '../../src/source/source.ts';
import { finding } from '../lint/findings.ts';

export const nasty = 'a <b> & "c" \'d\' %0A 100%, x: y\r\nnext\tline \u0001 \ud800 ::error::';

const file = new SourceFile('flows/ä b#1%.osy', 'first\nsecond line\nthird\n');
const other = new SourceFile('mail.osy', 'one\ntwo\n');

function made(name: string, more: Partial<Diagnostic>): LintReport['findings'][number] {
  const { diagnostic, symbol } = finding(name, '', { file, span: { start: 6, end: 12 } });
  return { diagnostic: { ...diagnostic, ...more }, symbol, fingerprint: name.padEnd(32, '0').slice(0, 32) };
}

export const sample: LintReport = {
  findings: [
    made('syntax-error', { message: nasty }),
    made('network-fault-unhandled', {
      help: 'Catch it.',
      chain: [
        { name: 'Send', file, span: { start: 6, end: 12 } },
        { name: 'Mailer.Deliver', file: other, span: { start: 0, end: 3 } },
      ],
    }),
    made('possible-redirect-cycle', {
      span: { start: 6, end: 20 },
      related: [{ message: 'and back', file: other, span: { start: 4, end: 7 } }],
    }),
    made('empty-catch', {
      span: { start: 24, end: 24 },
      fix: { title: 'Log it', safe: true, edits: [{ file, span: { start: 6, end: 6 }, newText: 'Log();' }] },
    }),
  ],
  files: 2,
  notes: [{ file: 'x, y.osy', message: "'x, y.osy' cannot be read: permission denied" }],
  baselines: [],
  tooManyWarnings: false,
  version: '1.2.3',
};

export const clean: LintReport = { ...sample, findings: [], notes: [] };
