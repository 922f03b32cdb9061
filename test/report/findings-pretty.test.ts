/** Findings for people, in the columns that there are. */
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { prettyFinding } from '../../src/report/findings-pretty.ts';
import { plainStyle } from '../../src/report/style.ts';
import { SourceFile } from '../../src/source/source.ts';

/** The lines of source and carets of a finding on what stands between `«` and `»`; with a label, those of the label. */
function excerpt(
  marked: string,
  options: { readonly width?: number; readonly label?: string } = {},
): readonly string[] {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const file = new SourceFile('a.osy', marked.replace(/[«»]/g, ''));
  const span = { start, end };
  const { label } = options;
  const diagnostic: Diagnostic = {
    code: 'OSY0000',
    name: 'sample',
    level: 'must',
    message: 'a message',
    file,
    span,
    ...(label === undefined ? {} : { related: [{ file, span, message: label }] }),
  };
  const lines = prettyFinding(diagnostic, { ...plainStyle, width: options.width ?? 40 })
    .trimEnd()
    .split('\n');
  expect(lines.slice(0, 3)).toEqual(['must sample OSY0000', '  a message', `  --> a.osy:1:${start + 1}`]);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(options.width ?? 40);
  return lines.slice(label === undefined ? 3 : 5);
}

describe('a source line', () => {
  it('that fits is shown whole', () => {
    expect(excerpt('Send(«this.Item»);')).toEqual(['   1 | Send(this.Item);', '     |      ^^^^^^^^^']);
  });

  it('that just fits has nothing cut off', () => {
    const text = `«a»${'b'.repeat(31)}`;
    expect(excerpt(text)[0]).toBe(`   1 | a${'b'.repeat(31)}`);
  });

  it('that is longer ends in an ellipsis', () => {
    expect(excerpt(`«Send»(${'a'.repeat(40)})`)).toEqual([`   1 | Send(${'a'.repeat(26)}…`, '     | ^^^^']);
  });

  it('of which the beginning has no room begins with one', () => {
    expect(excerpt(`${'a'.repeat(40)} «Send»();`)).toEqual([
      `   1 | …${'a'.repeat(8)} Send();`,
      '     |           ^^^^',
    ]);
  });

  it('of which only the middle has room has both, however long it is', () => {
    const long = 'a'.repeat(1_000_000);
    expect(excerpt(`${long} «Send»(${long})`)).toEqual([
      `   1 | …${'a'.repeat(8)} Send(${'a'.repeat(16)}…`,
      '     |           ^^^^',
    ]);
  });

  it('with tabs is measured as it is shown', () => {
    expect(excerpt(`\t\t«Send»(${'a'.repeat(30)})`)).toEqual([
      `   1 | ${' '.repeat(8)}Send(${'a'.repeat(18)}…`,
      '     |         ^^^^',
    ]);
  });
});

it('a label that has no room beside the carets goes below them', () => {
  const label = 'the row is locked here, and nothing lets go of it again';
  expect(excerpt('  «Lock»();', { label })).toEqual([
    '   1 |   Lock();',
    '     |   ^^^^',
    '     |   the row is locked here, and',
    '     |   nothing lets go of it again',
  ]);
  expect(excerpt('  «Lock»();', { label: 'here' })).toEqual(['   1 |   Lock();', '     |   ^^^^ here']);
});

it('a hop of a chain whose place has no room beside its name has it below', () => {
  const file = new SourceFile('flows/order.osy', 'Send();');
  const span = { start: 0, end: 4 };
  const chain = ['Send', 'Mailer.Deliver', 'Mailer.DeliverToEverybody'].map((name) => ({ name, file, span }));
  const found: Diagnostic = { code: 'OSY0000', name: 'sample', level: 'must', message: 'a message', file, span, chain };
  const lines = prettyFinding(found, { ...plainStyle, width: 48 }).split('\n');
  expect(lines.slice(5)).toEqual([
    '  the way there:',
    '      Send  flows/order.osy:1:1',
    '      → Mailer.Deliver  flows/order.osy:1:1',
    '        → Mailer.DeliverToEverybody',
    '            flows/order.osy:1:1',
    '',
  ]);
});
