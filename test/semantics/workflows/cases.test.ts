import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitRule } from '../../../src/analysis/commit-rule.ts';
import { check } from '../../../src/semantics/check.ts';
import { type Expectation, judge, readFixture } from './judge.ts';

const root = join(import.meta.dirname, '../../../fixtures/cases/errors');

describe('cases of compile errors', () => {
  it.each(readdirSync(root))('%s', (name) => {
    const folder = join(root, name);
    const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expectation;
    const program = check(readFixture(folder, '.'));
    expect(judge([...program.diagnostics, ...(program.ok ? commitRule(program) : [])], expected)).toEqual([]);
  });
});
