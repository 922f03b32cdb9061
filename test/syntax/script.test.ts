import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { parseExpression, parseScript, parseStatements } from '../../src/syntax/parse.ts';
import { dump, messages } from './dump.ts';

const file = (text: string): SourceFile => new SourceFile('script', text);

describe('scripts', () => {
  test('a last expression without `;` is the value a prompt shows', () => {
    const { statements, trailing, diagnostics } = parseScript(
      file('var a = 1;\nint Twice(int x) => x * 2;\nTwice(a) + 1'),
    );
    expect(statements.map((s) => s.kind)).toEqual(['LocalDeclaration', 'LocalFunction']);
    expect(trailing && dump(trailing)).toBe('(+ (Invocation Twice (args: (value: a))) 1)');
    expect(diagnostics).toEqual([]);
  });

  test('words that join are no declarations: `x as T`, `x with { }`, `a ? b : c`', () => {
    for (const text of [
      'x as Foo',
      'x with { A = 1 }',
      'a ? b : c',
      'x is Foo',
      'n switch { _ => 1 }',
      '(a, b)',
      '[1, 2]',
    ])
      expect(parseScript(file(text)).trailing, text).toBeDefined();
  });

  test('text that ends within brackets, a comment or a long string asks for more', () => {
    for (const text of ['if (x) {', 'Foo(1,', 'var a = [', '/* so', 'var s = @"so', 'var s = """\nso'])
      expect(parseScript(file(text)).incomplete, text).toBe(true);
    for (const text of ['', 'var a = 1;', 'Foo(', 'a)', 'var s = "so', '}'])
      expect(parseScript(file(text)).incomplete, text).toBe(text === 'Foo(');
  });

  test('`parseStatements` takes the last expression as a statement', () => {
    expect(parseStatements(file('F(); 1 + 1')).statements.map((s) => s.kind)).toEqual([
      'ExpressionStatement',
      'ExpressionStatement',
    ]);
  });

  test('an expression ends where its text does', () => {
    expect(messages(parseExpression(file('1 + 1')).diagnostics)).toBe('');
    expect(messages(parseExpression(file('1 + 1 2')).diagnostics)).toBe('1:7 unexpected `2` after the expression');
    expect(messages(parseExpression(file('')).diagnostics)).toBe(
      '1:1 expected an expression, found the end of the file',
    );
  });
});
