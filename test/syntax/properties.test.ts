import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceFile } from '../../src/source/source.ts';
import { parse, parseExpression, parseScript } from '../../src/syntax/parse.ts';
import { spelling, T } from '../../src/syntax/tokens.ts';
import { filesUnder } from './apps.ts';

const words = Array.from({ length: T.Count }, (_, kind) => spelling(kind)).filter((word) => word !== undefined);
const pieces = [
  ...words,
  'x',
  'Foo',
  '1',
  '1.5m',
  '"s"',
  "'c'",
  '$"{',
  '}"',
  '"""',
  '"',
  "'",
  '$"',
  '@"',
  '//',
  '/*',
  '*/',
  '\n',
  '\\',
  '#',
  '¤',
];

/** Every node lies within the text and ends after it begins; every message too. */
function check(text: string): void {
  const file = new SourceFile('x.osy', text);
  for (const result of [parse(file), parseExpression(file), parseScript(file)]) {
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== 'object' || value instanceof SourceFile) return;
      if (Array.isArray(value)) {
        for (const item of value) walk(item);
        return;
      }
      const { start, end } = value as { start?: number; end?: number };
      if (typeof start === 'number' && typeof end === 'number' && !(start >= 0 && end >= start && end <= text.length))
        throw new Error(`span ${start}..${end} of ${JSON.stringify((value as { kind?: string }).kind)}`);
      for (const part of Object.values(value)) walk(part);
    };
    walk(result);
  }
}

describe('nothing that a file can hold makes the parser throw', () => {
  test('characters of all sorts', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), check), { numRuns: 3000 });
  });
  test('soups of tokens', () => {
    const soup = fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(' ', ' ', ' ', '', '\n')), { maxLength: 200 })
      .map((parts) => parts.flat().join(''));
    fc.assert(fc.property(soup, check), { numRuns: 3000 });
  });
  test('apps with pieces cut out and put in', () => {
    const texts = filesUnder('cases').map((file) => file.text);
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(20), fc.constantFrom('', '', ...pieces)), {
      minLength: 1,
      maxLength: 6,
    });
    const broken = fc.tuple(fc.constantFrom(...texts), edits).map(([text, changes]) =>
      changes.reduce((now, [place, width, piece]) => {
        const at = now.length === 0 ? 0 : place % now.length;
        return now.slice(0, at) + piece + now.slice(at + width);
      }, text),
    );
    fc.assert(fc.property(broken, check), { numRuns: 3000 });
  });
});

describe('names', () => {
  // Reserved words of C# need `@`; every word of Osy's own is a name in any place of a name.
  const own = words.slice(0, words.indexOf('workflow') + 1).filter((word) => !['_', 'nameof'].includes(word));
  for (const word of own) {
    test(`\`${word}\` names a member, an event, a state, a slot, a parameter and a local`, () => {
      const text = `
        entity E { int ${word}; S State; }
        enum S { ${word}, Other }
        class C { public int ${word} { get; set; } public C ${word}2(int ${word}) => this.${word}; }
        int ${word}(int ${word}, C c) { var x = c.${word} + ${word}; return x; }
        int Local() { var ${word} = 1; int y = ${word} + 1; ${word} = 2; return ${word}; }
        workflow W {
          Tracks = E.State; event ${word}(int ${word});
          state ${word} { subscribe ${word}() as ${word}; on ${word}(int a) { goto ${word}; } }
          terminal success Other { }
        }`;
      const { unit, diagnostics } = parse(new SourceFile('x.osy', text));
      expect(diagnostics.map((d) => d.message)).toEqual([]);
      expect(unit.declarations.filter((d) => d.kind === 'UnknownDeclaration')).toEqual([]);
    });
  }
});
