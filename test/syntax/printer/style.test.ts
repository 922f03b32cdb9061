import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../../src/source/source.ts';
import { format, LINE_WIDTH } from '../../../src/syntax/printer/format.ts';

const root = join(import.meta.dirname, '../../../fixtures/format');

function formatted(text: string): string {
  const result = format(new SourceFile('x.osy', text));
  if (result.kind !== 'formatted') throw new Error(JSON.stringify(result));
  return result.text;
}

// `before.osy` as somebody wrote it, `after.osy` in the one style (docs/formatting.md).
describe('the style of', () => {
  for (const name of readdirSync(root)) {
    test(name.replaceAll('-', ' '), async () => {
      const after = formatted(readFileSync(join(root, name, 'before.osy'), 'utf8'));
      await expect(after).toMatchFileSnapshot(join(root, name, 'after.osy'));
      for (const each of after.split('\n')) expect(each.length).toBeLessThanOrEqual(LINE_WIDTH);
      expect(after).not.toMatch(/[ \t]\n/);
    });
  }
});

describe('white space at the edges', () => {
  test('a file ends with one line end, and an empty one with none', () => {
    expect(formatted('int F() => 1;')).toBe('int F() => 1;\n');
    expect(formatted('int F() => 1;\n\n\n')).toBe('int F() => 1;\n');
    expect(formatted('')).toBe('');
    expect(formatted(' \n\n')).toBe('');
    expect(formatted('// only this')).toBe('// only this\n');
  });

  test('line ends are those of the first line that is not within a string', () => {
    expect(formatted('int F() => 1;\r\nint G() => 2;\n')).toBe('int F() => 1;\r\nint G() => 2;\r\n');
    expect(formatted('string F() => @"a\nb";\r\nint G() => 2;')).toBe('string F() => @"a\nb";\r\nint G() => 2;\r\n');
  });
});

describe('signs that would be read as one', () => {
  test.each(['x = - -a;', 'x = - --a;', 'x = + +a;', 'x = a - -b;', 'x = a++ + ++b;', 'x = a ? .5 : 1;'])('%s', (s) => {
    expect(formatted(`void F() { ${s} }`)).toBe(`void F() { ${s} }\n`);
  });
});

describe('a file that is not read as a program', () => {
  test('is given back as its errors', () => {
    const result = format(new SourceFile('x.osy', 'int F( { }'));
    expect(result.kind).toBe('syntax-errors');
  });

  test('deep nesting and long chains are formatted', () => {
    const deep = `int F() => ${'('.repeat(200)}1${')'.repeat(200)};\n`;
    expect(formatted(deep).replaceAll(/\s/g, '')).toBe(deep.replaceAll(/\s/g, ''));
    const long = `int F() => a${' + a'.repeat(900)};\n`;
    expect(formatted(long).replaceAll(/\s/g, '')).toBe(long.replaceAll(/\s/g, ''));
    const calls = `int F() => a${'.B(1)'.repeat(400)};\n`;
    expect(formatted(calls).split('\n').length).toBeGreaterThan(300);
    const branches = `void F() { ${'if (a) { b(); } else '.repeat(900)}{ c(); } }\n`;
    expect(formatted(branches).split('\n').length).toBeGreaterThan(900);
  });
});
