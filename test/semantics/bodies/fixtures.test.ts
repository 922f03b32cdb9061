import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bodyRules } from '../../../src/diagnostics/catalogue/bodies.ts';
import { check } from '../../../src/semantics/check.ts';
import { type Expectation, judge, readFixture } from '../workflows/judge.ts';

const root = join(import.meta.dirname, '../../../fixtures/rules');
// Only a text of a size that nobody would read has it: `robustness.test.ts` makes one.
const names = [...new Set(bodyRules.map((rule) => rule.name))].filter((name) => name !== 'too-deeply-nested');

describe.each(names)('%s', (name) => {
  const folder = join(root, name);

  it('has a fixture', () => {
    expect(existsSync(join(folder, 'expect.json'))).toBe(true);
  });

  it('is told in `bad`, at its places and nowhere else', () => {
    const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expectation;
    const { diagnostics } = check(readFixture(folder, 'bad'));
    expect(judge(diagnostics, expected)).toEqual([]);
    expect(diagnostics.filter((each) => each.name === name)).toHaveLength(expected.must.length);
  });

  it('is not told in `good`, which compiles', () => {
    const { diagnostics } = check(readFixture(folder, 'good'));
    expect(judge(diagnostics, { must: [], mustNot: [name], noErrors: true })).toEqual([]);
  });
});
