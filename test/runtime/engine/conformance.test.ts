/** docs/conformance.md names tests by file and title: each of them is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
const files = new Map([...page.matchAll(/^\| ([A-Z]) \| (\S+) \|$/gm)].map((m) => [m[1] as string, m[2] as string]));
const rules = page
  .split('\n## ')
  .slice(1)
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ') && line !== '| rule | tests |'))
  .map((line): readonly [rule: string, tests: string] => {
    const [, rule = '', tests = ''] = line.split(' | ').length === 2 ? (/^\| (.*) \| (.*) \|$/.exec(line) ?? []) : [];
    return [rule, tests];
  });

/** Titles of tests and groups, as they stand in the source. */
function titlesOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const calls = /\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1).|\\.)*)\1/g;
  return [...text.matchAll(calls)].map((m) => m[2] as string);
}

test('every letter is a file', () => {
  expect(files.size).toBeGreaterThan(5);
  for (const file of files.values()) expect(existsSync(join(root, file)), file).toBe(true);
});

test.each(rules)('%s', (rule, tests) => {
  expect(rule).not.toBe('');
  if (tests === 'no test') return;
  for (const named of tests.split(/; (?=[A-Z]: )/)) {
    const [, letter = '', title = ''] = /^([A-Z]): (.+)$/.exec(named) ?? [];
    const titles = titlesOf(files.get(letter) ?? '');
    expect(
      titles.filter((t) => t.includes(title)),
      named,
    ).not.toEqual([]);
  }
});
