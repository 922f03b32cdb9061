/** What a program can hold very many of costs in proportion, or is refused: nothing grows with the square. */
import { describe, expect, test } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';

/** `make(0)` to `make(count - 1)`, one after the other. */
const many = (count: number, make: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

/** Texts whose cost in the square would be minutes. */
const texts: Readonly<Record<string, string>> = {
  'a namespace of 20 000 parts': `namespace ${many(20_000, (i) => `N${i}`, '.')};\nint F() => 1;`,
  'a `using` of 20 000 parts': `using ${many(20_000, (i) => `N${i}`, '.')};\nint F() => 1;`,
  '4 000 states, each opened in the one before': `workflow W { ${'state A { '.repeat(4000)}`,
  '100 000 functions that are the same': 'void F() { }\n'.repeat(100_000),
  '20 000 fields of one name': `class C { ${'int A; '.repeat(20_000)} }`,
  '20 000 methods that are the same': `class C { ${'void A() { } '.repeat(20_000)} }`,
  '8 000 interfaces of one class': `${many(8000, (i) => `interface I${i} { }\n`)}class C : ${many(8000, (i) => `I${i}`, ', ')} { }`,
  '8 000 events, each with its arm': `enum E { A, B }
entity R { E S; }
workflow W {
  Tracks = R.S; Autostart = true; Initial = A;
  ${many(8000, (i) => `event Go${i}(); `)}
  state A { ${many(8000, (i) => `on Go${i} { goto B; } `)} }
  terminal success B { }
}`,
  '8 000 suppressions, each with its finding': many(
    8000,
    (i) =>
      `void F${i}() {\n  // osy-ignore-next-line empty-catch -- it may fail\n  try { F${i}(); } catch (Exception e) { }\n}\n`,
  ),
  '8 000 findings in one file': many(8000, (i) => `void F${i}() { try { F${i}(); } catch (Exception e) { } }\n`),
  '20 000 calls down to the last function': `${many(20_000, (i) => `void F${i}() { F${i + 1}(); }\n`)}void F20000() { }`,
  '10 000 workflow bodies that call helpers': `enum E { B, ${many(5000, (i) => `S${i}`, ', ')} }
entity R { E S; }
void Help(int n) { if (n > 0) { Help(n - 1); } }
workflow W {
  Tracks = R.S; Autostart = true; Initial = S0;
  event Go();
  ${many(5000, (i) => `state S${i} { enter { Help(${i}); } exit { Help(0); } on Go { goto S${(i + 1) % 5000}; } } `)}
  terminal success B { }
}`,
};

describe('within ten seconds of CPU time', () => {
  for (const [name, text] of Object.entries(texts)) {
    test(name, { timeout: 120_000 }, () => {
      const before = process.cpuUsage();
      const program = check([new SourceFile('a.osy', text)]);
      const found = lint(program);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(10);
      // It was looked at to the end.
      expect(
        program.ok ? [...program.app.functions, ...program.app.classes, ...program.app.workflows] : found,
      ).not.toEqual([]);
    });
  }
});

test('a name of too many parts is told of once, where it becomes too long', () => {
  const text = `namespace ${many(150, (i) => `N${i}`, '.')};\nint F() => 1;`;
  const errors = check([new SourceFile('a.osy', text)]).diagnostics;
  expect(errors.map((d) => d.message)).toEqual(['a name has 100 parts at most']);
  expect(text.slice(errors[0]?.span.start, errors[0]?.span.end)).toMatch(/^N100\..*N149$/);
});
