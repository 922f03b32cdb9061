/** docs/conformance.md names tests by file and title: each of them is there, and every rule has its row. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pipelineTables } from '../../../src/definition/document.ts';
import { admissionTable } from '../../../src/runtime/admission.ts';
import { refusalCodes } from '../../../src/runtime/refusals.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
const files = new Map([...page.matchAll(/^\| ([A-Z]) \| (\S+) \|$/gm)].map((m) => [m[1] as string, m[2] as string]));

type Rule = readonly [rule: string, tests: string];
const sections = new Map(
  page
    .split('\n## ')
    .slice(1)
    .map((section): readonly [title: string, rules: readonly Rule[]] => [
      section.slice(0, section.indexOf('\n')),
      section
        .split('\n')
        .filter((line) => line.startsWith('| ') && line !== '| rule | tests |')
        .map((line): Rule => {
          const [, rule = '', tests = ''] = /^\| (.*?) \| (.*) \|$/.exec(line) ?? [];
          return [rule, tests];
        }),
    ]),
);
const rules = [...sections.values()].flat();
const rulesOf = (start: string): string => {
  const [, found = []] = [...sections].find(([title]) => title.startsWith(start)) ?? [];
  return found.map(([rule]) => rule).join('\n');
};

/** Titles of tests and groups, as they stand in the source. */
function titlesOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const calls = /\b(?:test|it|describe)(?:\.each(?:<[^(]*>)?\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1).|\\.)*)\1/g;
  return [...text.matchAll(calls)].map((m) => (m[2] as string).replaceAll('\\', ''));
}

test('every letter is a file', () => {
  expect(files.size).toBeGreaterThan(20);
  for (const file of files.values()) expect(existsSync(join(root, file)), file).toBe(true);
});

test.each(rules)('%s', (rule, tests) => {
  expect(rule).not.toBe('');
  // Only of codes: what nothing can ask for.
  if (tests.startsWith('cannot happen: ')) return expect(rule).toMatch(/^`\w+:\d+`/);
  for (const named of tests.split(/; (?=[A-Z]: )/)) {
    const [, letter = '', title = ''] = /^([A-Z]): (.+)$/.exec(named) ?? [];
    const titles = titlesOf(files.get(letter) ?? expect.fail(`${named}: there is no file ${letter}`));
    expect(
      titles.filter((t) => t.includes(title)),
      named,
    ).not.toEqual([]);
  }
});

describe('every rule has its row', () => {
  test('each step of the pipeline', () => {
    for (const { order, name } of pipelineTables.steps) expect(rulesOf('Pipeline §1')).toContain(`${order} ${name}: `);
  });

  test('each profile', () => {
    for (const name of Object.keys(pipelineTables.profiles)) expect(rulesOf('Pipeline §2')).toContain(name);
  });

  test('each kind of admission', () => {
    for (const kind of Object.keys(admissionTable)) expect(rulesOf('Pipeline §3')).toMatch(new RegExp(`\\b${kind}\\b`));
  });

  test('each code', () => {
    for (const code of refusalCodes) expect(rulesOf('Pipeline §11')).toContain(`\`${code}\``);
  });

  test('each section', () => {
    const pipeline = Array.from({ length: 11 }, (_, i) => `Pipeline §${i + 1}:`);
    const language = [7, 8, 9, 10].map((n) => `Language §${n}:`);
    expect([...sections.keys()].map((title) => title.replace(/:.*/, ':'))).toEqual([
      ...pipeline,
      ...language,
      'Known failures of such engines',
    ]);
    for (let n = 1; n <= 6; n++) expect(rulesOf('Language §7')).toContain(`§7.${n} `);
  });
});
