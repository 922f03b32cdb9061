import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../../src/source/source.ts';
import { parse } from '../../../src/syntax/parse.ts';
import { tokenDifference, treeDifference } from '../../../src/syntax/printer/compare.ts';
import { format } from '../../../src/syntax/printer/format.ts';

const root = join(import.meta.dirname, '../../..');
const files = ['fixtures', 'examples']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.osy'))
  .sort()
  .map((path) => new SourceFile(path, readFileSync(join(root, path), 'utf8').replace(/^\ufeff/, '')));

const formatted = (file: SourceFile): string => {
  const result = format(file);
  if (result.kind !== 'formatted') throw new Error(`${file.path}: ${JSON.stringify(result)}`);
  return result.text;
};

const whole = files.filter((file) => parse(file).diagnostics.length === 0);

describe('every fixture and example', () => {
  test('that has no syntax errors keeps its tree, its tokens and its comments', () => {
    expect(whole.length).toBeGreaterThan(300);
    for (const file of whole) {
      const text = formatted(file);
      const after = parse(new SourceFile(file.path, text));
      expect(after.diagnostics, file.path).toEqual([]);
      expect(treeDifference(parse(file).unit, after.unit), file.path).toBeUndefined();
      expect(tokenDifference(file.text, text), file.path).toBeUndefined();
    }
  });

  test('is formatted once and for all', () => {
    for (const file of whole) {
      const text = formatted(file);
      expect(formatted(new SourceFile(file.path, text))).toBe(text);
    }
  });

  test('with carriage returns keeps those', () => {
    for (const file of whole.filter((_, i) => i % 10 === 0)) {
      const text = formatted(new SourceFile(file.path, file.text.replace(/\r?\n/g, '\r\n')));
      expect(text.replaceAll('\r\n', ''), file.path).not.toMatch(/[\r\n]/);
      expect(text.replaceAll('\r\n', '\n'), file.path).toBe(
        formatted(new SourceFile(file.path, file.text.replaceAll('\r\n', '\n'))),
      );
    }
  });

  test('that has syntax errors is left alone', () => {
    const broken = files.filter((file) => parse(file).diagnostics.length > 0);
    expect(broken.length).toBeGreaterThan(5);
    for (const file of broken) expect(format(file).kind, file.path).toBe('syntax-errors');
  });
});

test('the examples are in the one style', () => {
  for (const file of files.filter(({ path }) => path.startsWith('examples'))) expect(formatted(file)).toBe(file.text);
});
