import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { parse } from '../../src/syntax/parse.ts';

const read = (text: string) => parse(new SourceFile('x.osy', text));
const times = (text: string, count = 10_000): string => text.repeat(count);
const inside = (text: string): string => `void F() {\n  ${text}\n}\nint Later() => 1;\n`;

describe('deep nesting is one clear error', () => {
  const deep: Record<string, string> = {
    parentheses: inside(`x = ${times('(')}1${times(')')};`),
    'parentheses left open': inside(`x = ${times('(')}`),
    blocks: inside(`${times('{')}${times('}')}`),
    unary: inside(`x = ${times('-')}1;`),
    casts: inside(`x = ${times('(int)')}1;`),
    collections: inside(`x = ${times('[')}${times(']')};`),
    calls: inside(`${times('f(')}${times(')')};`),
    lambdas: inside(`x = ${times('x => ')}1;`),
    'lambdas with blocks': inside(`x = ${times('x => { return ')}1${times('; }')};`),
    conditionals: inside(`x = ${times('a ? b : ')}c;`),
    'conditional accesses': inside(`x = a${times('?.b')};`),
    coalescing: inside(`x = a${times(' ?? a')};`),
    assignments: inside(`${times('a = ')}b;`),
    ifs: inside(`${times('if (a) ')};`),
    initialisers: inside(`x = new A ${times('{ B = ')}1${times('}')};`),
    patterns: inside(`x = a is ${times('(')}1${times(')')};`),
    negations: inside(`x = a is ${times('not ')}1;`),
    interpolations: inside(`x = ${times('$"{')}1${times('}"')};`),
    switches: inside(`x = ${times('a switch { _ => ')}1${times(' }')};`),
    tries: inside(`${times('try { ')}${times('} finally { }')}`),
    'operators in a row': inside(`x = 1${times(' + 1', 100_000)};`),
    'members in a row': inside(`x = a${times('.b', 100_000)};`),
    'calls in a row': inside(`x = a${times('()', 100_000)};`),
    'else ifs in a row': inside(`${times('if (a) { } else ')}{ }`),
    'alternatives in a row': inside(`x = a is 1${times(' or 2')};`),
    attributes: `${times('[A(x => x')}\nint Later() => 1;`,
  };
  for (const [name, text] of Object.entries(deep)) {
    test(name, () => {
      const { unit, diagnostics } = read(text);
      expect(
        diagnostics
          .map((d) => d.message)
          .filter((m) => /nested too deeply|chain of more|more than 1000|too long/.test(m)),
      ).toHaveLength(1);
      expect(diagnostics.length).toBeLessThanOrEqual(2);
      if (text.startsWith('void') && !name.includes('open')) expect(unit.declarations).toHaveLength(2);
    });
  }

  test('what people write is far from the limits', () => {
    const sum = inside(`x = 1${times(' + 1', 900)};`);
    const branches = inside(`${times('if (a) { } else ', 900)}{ }`);
    const brackets = inside(`x = ${times('(', 150)}1${times(')', 150)};`);
    for (const text of [sum, branches, brackets]) expect(read(text).diagnostics).toEqual([]);
  });
});

describe('large and odd files', () => {
  test('a line of 5 MB is read', () => {
    const { unit, diagnostics } = read(`void F() { ${times('x = Foo(a, b + 1, "s"); ', 220_000)}}`);
    expect(diagnostics).toEqual([]);
    expect(unit.declarations).toHaveLength(1);
  });

  test('a line of 400 kB full of mistakes ends in bounded time, with a bounded number of messages', () => {
    for (const mistake of [
      'x = = ; ',
      'x ) ; ',
      'f(a b) ',
      '{ a ( ',
      '} ',
      '$"{a; ',
      '$"{"',
      '[',
      ') ',
      "' ",
      '# ',
      'int = ; ',
    ])
      expect(
        read(`void F() { ${times(mistake, 400_000 / mistake.length)}`).diagnostics.length,
        mistake,
      ).toBeLessThanOrEqual(100);
  });

  test('a file of 20 MB is read', () => {
    const part = 'public int F(int a) {\n  // as it is\n  var b = a * 2 + G(a, x => x.Id == a);\n  return b;\n}\n';
    const { unit, diagnostics } = read(times(part, Math.ceil(20e6 / part.length)));
    expect(diagnostics).toEqual([]);
    expect(unit.declarations.length).toBeGreaterThan(200_000);
  });

  test('a binary file is refused in one sentence', () => {
    const { unit, diagnostics } = read('\x7fELF\x02\x01\0\0\0\x03>\0');
    expect(diagnostics.map((d) => d.message)).toEqual(['this is not a text file: it has a zero byte here']);
    expect(unit.declarations).toEqual([]);
  });

  test('an empty file and one of comments alone are fine', () => {
    expect(read('').diagnostics).toEqual([]);
    expect(read('// nothing\n/* here */').unit.comments.map((c) => c.kind)).toEqual(['line', 'block']);
  });

  test('comments and strings that never end are reported where they begin', () => {
    for (const [text, column] of [
      ['int A; /* never', 8],
      ['int F() => @"never', 12],
      ['int F() => """\nnever', 12],
      ['int F() => $@"never', 12],
    ] as const) {
      const { diagnostics } = read(text);
      expect(
        diagnostics.map((d) => d.file.position(d.span.start)),
        text,
      ).toEqual([{ line: 1, column }]);
    }
  });
});
