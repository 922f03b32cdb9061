/** Every compile rule has an app that it refuses and a near miss that it does not: findings.md, "Compile rules". */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allRules } from '../../src/diagnostics/catalogue/index.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
// Only a text of a size that nobody would read has it: `robustness.test.ts` makes one.
const generated = new Set(['too-deeply-nested']);

function has(rule: string, kind: 'bad' | 'good'): boolean {
  const inFindings = join(fixtures, 'findings', rule);
  const named = existsSync(inFindings) && readdirSync(inFindings).some((entry) => entry.startsWith(`${kind}-`));
  const inRules = join(fixtures, 'rules', rule);
  return named || (existsSync(join(inRules, 'expect.json')) && existsSync(join(inRules, kind)));
}

const rules = [...new Set(allRules.filter((rule) => rule.level === 'error').map((rule) => rule.name))];

it.each(rules.filter((rule) => !generated.has(rule)))('%s has a failing fixture and a near miss', (rule) => {
  expect({ bad: has(rule, 'bad'), good: has(rule, 'good') }).toEqual({ bad: true, good: true });
});
