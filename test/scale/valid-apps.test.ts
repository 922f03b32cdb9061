/**
 * Generated apps that are valid: no error is told of them, and of lint's findings only those that were put in.
 * 20 000 lines here; `OSY_TEST_LINES=200000` asks for more.
 */
import { expect, test } from 'vitest';
import { generateApp } from '../../bench/app.ts';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';

const lines = Number(process.env['OSY_TEST_LINES'] ?? 20_000);

test(`${lines} lines have no false finding`, { timeout: 600_000 }, () => {
  const files = generateApp(lines, lines).map(({ path, text }) => new SourceFile(path, text));
  expect(files.reduce((sum, { text }) => sum + text.split('\n').length, 0)).toBeGreaterThan(lines * 0.9);
  const program = check(files);
  const found = lint(program);
  expect(found.filter(({ level }) => level === 'error')).toEqual([]);

  // A chain leads from a part to the one whose hop 2 may lack its guard: each twentieth does.
  const parts = files.flatMap(({ path }) => /part(\d+)\.osy$/.exec(path)?.[1] ?? []).map(Number);
  const open = parts.filter((n) => (((n * 7) % parts.length) + 1) % 20 === 0);
  const told = found.map(({ name, file }) => `${name} in ${/part(\d+)\.osy$/.exec(file.path)?.[1]}`);
  expect(new Set(told)).toEqual(new Set(open.map((n) => `network-fault-unhandled in ${n}`)));
  expect(told).toHaveLength(open.length);
});
