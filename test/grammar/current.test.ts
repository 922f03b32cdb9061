import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, 'grammar', name), 'utf8');

test('the grammar and its diagrams are those of the parser', () => {
  const { stderr, status } = spawnSync(process.execPath, ['scripts/generate-grammar.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('every rule that is used is there, as text and as a diagram', () => {
  const rules = [...read('osy.ebnf').matchAll(/^(\w+) ::=/gm)].map(([, name]) => name);
  expect(rules.length).toBeGreaterThan(90);
  const page = read('railroad.html');
  const sections = [...page.matchAll(/<section id="(\w+)">/g)].map(([, name]) => name);
  expect(sections).toEqual([...rules, 'precedence', 'tokens']);
  const linked = new Set([...page.matchAll(/href="#(\w+)"/g)].map(([, name]) => name));
  expect([...linked].filter((name) => !sections.includes(name))).toEqual([]);
});

test('the diagrams need nothing from elsewhere', () => {
  const page = read('railroad.html');
  expect(page).not.toMatch(/<script|<link|<img|https?:|url\(|@import|NaN|undefined/);
});
