/** A baseline holds back what it knows: through moves, never an error, never a finding that took another's place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyBaseline,
  type BaselinedApp,
  emptyBaseline,
  readBaseline,
  updatedBaseline,
  writeBaseline,
} from '../../src/lint/baseline.ts';
import { type PlacedFinding, placeFindings } from '../../src/lint/fingerprint.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';
import { app } from '../cli/lint-support.ts';
import { finding } from './findings.ts';

function linted(files: Readonly<Record<string, string>>): BaselinedApp {
  const program = check(Object.entries(files).map(([path, text]) => new SourceFile(path, text)));
  return { app: '.', findings: placeFindings(program, lint(program)), complete: program.ok };
}

const names = (told: readonly (readonly PlacedFinding[])[]): readonly string[] =>
  told.flat().map((each) => `${each.diagnostic.name} in ${each.symbol}`);

const known = updatedBaseline(emptyBaseline, [linted(app())]);

describe('an entry', () => {
  it('is the finding, its symbol and its text, with a count', () => {
    expect(known.findings).toEqual([
      {
        app: '.',
        finding: 'network-fault-unhandled',
        symbol: 'OrderFlow/Waiting/enter',
        text: 'enter{Send(this.Item);}',
        count: 1,
      },
    ]);
    expect(readBaseline(writeBaseline(known))).toEqual({ value: known });
  });

  it('holds when lines and files move and spaces change', () => {
    const files = app();
    const moved = {
      'app.osy': files['app.osy'] as string,
      'mail.osy': `// A word first.\n\n${files['mail.osy']}`,
      'flows.osy': `\n\n\n${files['order.osy']}`.replace('enter { Send(this.Item); }', 'enter  {\tSend( this.Item );}'),
    };
    expect(applyBaseline(known, [linted(moved)])).toEqual({ told: [[]], held: 1, gone: [] });
  });

  it('does not hold for another call in its place', () => {
    const swapped = app('SendOther(this.Item);', 'public void SendOther(Order order) { Send(order); }');
    const { told, held, gone } = applyBaseline(known, [linted(swapped)]);
    expect(names(told)).toEqual(['network-fault-unhandled in OrderFlow/Waiting/enter']);
    expect(held).toBe(0);
    expect(gone).toEqual(known.findings);
  });

  it('does not hold for a second one like it', () => {
    const lines = (calls: string) => linted(app(`\n${calls}\n`));
    const one = updatedBaseline(emptyBaseline, [lines('Send(this.Item);')]);
    const { told, held } = applyBaseline(one, [lines('Send(this.Item);\nSend(this.Item);')]);
    expect(held).toBe(1);
    expect(names(told)).toContain('network-fault-unhandled in OrderFlow/Waiting/enter');
  });

  it('holds as many as it counts, and no more', () => {
    const same = [finding('empty-catch', 'a.osy'), finding('empty-catch', 'a.osy'), finding('empty-catch', 'a.osy')];
    const two = updatedBaseline(emptyBaseline, [{ app: '.', findings: same.slice(1), complete: true }]);
    expect(two.findings).toMatchObject([{ count: 2 }]);
    const { told, held, gone } = applyBaseline(two, [{ app: '.', findings: same, complete: true }]);
    expect(told).toEqual([[same[2]]]);
    expect(held).toBe(2);
    expect(gone).toEqual([]);
    const one = applyBaseline(two, [{ app: '.', findings: same.slice(2), complete: true }]);
    expect(one.gone).toMatchObject([{ finding: 'empty-catch', count: 1 }]);
  });

  it('is of one app', () => {
    expect(applyBaseline(known, [{ ...linted(app()), app: 'other' }])).toMatchObject({ held: 0, gone: [] });
  });
});

describe('an app that does not compile', () => {
  const broken = linted({ ...app(), 'more.osy': 'enum { }' });

  it('tells its errors, and says nothing of what is gone', () => {
    expect(broken.complete).toBe(false);
    const { told, gone } = applyBaseline(known, [broken]);
    expect(told.flat().every((each) => each.diagnostic.level === 'error')).toBe(true);
    expect(told.flat().length).toBeGreaterThan(0);
    expect(gone).toEqual([]);
  });

  it('leaves the baseline as it is', () => {
    expect(updatedBaseline(known, [broken])).toEqual(known);
  });
});

it.each([
  ['{', 'it is not JSON'],
  ['{}', "it is not a baseline: 'format' is not"],
  ['{"format":"osy.baseline/1"}', "'findings' is not a list"],
  [
    '{"format":"osy.baseline/1","findings":[{"app":".","finding":"a","symbol":"","text":"","count":0}]}',
    "'findings[0]' is no entry",
  ],
])('%s is refused', (text, problem) => {
  const read = readBaseline(text);
  expect('problem' in read ? read.problem : '').toContain(problem);
});

describe('whatever is in the baseline', () => {
  const level = fc.constantFrom('error', 'must', 'should', 'consider' as const);
  const found = fc.array(
    fc.record({ name: fc.constantFrom('empty-catch', 'unreachable-state'), level, symbol: fc.constantFrom('A', 'B') }),
    { maxLength: 8 },
  );
  const made = (list: readonly { name: string; level: 'error' | 'must' | 'should' | 'consider'; symbol: string }[]) =>
    list.map(({ name, ...more }) => finding(name, 'a.osy', more));

  it('errors are told, the rest is told or held, in order, and nothing is changed', () => {
    fc.assert(
      fc.property(found, found, (before, now) => {
        const baseline = updatedBaseline(emptyBaseline, [{ app: '.', findings: made(before), complete: true }]);
        expect(baseline.findings.reduce((n, e) => n + e.count, 0)).toBe(
          before.filter((f) => f.level !== 'error').length,
        );
        const findings = made(now);
        const { told, held } = applyBaseline(baseline, [{ app: '.', findings, complete: true }]);
        const [kept = []] = told;
        expect(kept).toEqual(findings.filter((each) => kept.includes(each)));
        expect(findings.filter((f) => f.diagnostic.level === 'error' && !kept.includes(f))).toEqual([]);
        expect(kept.length + held).toBe(findings.length);
      }),
    );
  });

  it('an updated one holds back everything but errors, and nothing is gone from it', () => {
    fc.assert(
      fc.property(found, found, (before, now) => {
        const old = updatedBaseline(emptyBaseline, [{ app: '.', findings: made(before), complete: true }]);
        const apps = [{ app: '.', findings: made(now), complete: true }];
        const { told, gone } = applyBaseline(updatedBaseline(old, apps), apps);
        expect(told.flat().filter((each) => each.diagnostic.level !== 'error')).toEqual([]);
        expect(gone).toEqual([]);
      }),
    );
  });
});
