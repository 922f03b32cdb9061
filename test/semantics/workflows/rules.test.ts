import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientRules } from '../../../src/diagnostics/catalogue/clients.ts';
import { entityRules } from '../../../src/diagnostics/catalogue/entities.ts';
import { workflowRules } from '../../../src/diagnostics/catalogue/workflows.ts';
import { check } from '../../../src/semantics/check.ts';
import { type Expectation, judge, readFixture } from './judge.ts';

const root = join(import.meta.dirname, '../../../fixtures/rules');
const own = new Set<string>([...workflowRules, ...clientRules, ...entityRules].map((rule) => rule.name));
// The analysis reports it, from the call graph.
own.delete('commit-in-workflow-body');
const folders = readdirSync(root).filter((name) => own.has(name) && existsSync(join(root, name, 'expect.json')));

describe.each(folders)('%s', (name) => {
  const expected = JSON.parse(readFileSync(join(root, name, 'expect.json'), 'utf8')) as Expectation;

  it('is told in `bad`, at its places and nowhere else', () => {
    const { diagnostics } = check(readFixture(join(root, name), 'bad'));
    expect(judge(diagnostics, expected)).toEqual([]);
    const told = diagnostics.filter((each) => each.name === name);
    expect(told).toHaveLength(expected.must.filter((must) => must.name === name).length);
  });

  it('is not told in `good`, which compiles', () => {
    const { diagnostics } = check(readFixture(join(root, name), 'good'));
    expect(judge(diagnostics, { must: [], mustNot: [name], noErrors: true })).toEqual([]);
  });
});

it('has a fixture for every rule of a workflow and of a client', () => {
  const without = [...workflowRules, ...clientRules].map((rule) => rule.name).filter((name) => own.has(name));
  expect(without.filter((name) => !folders.includes(name))).toEqual([]);
});
