import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SourceFile } from '../../../src/source/source.ts';
import { parse } from '../../../src/syntax/parse.ts';
import { tokenDifference, treeDifference } from '../../../src/syntax/printer/compare.ts';
import { format } from '../../../src/syntax/printer/format.ts';
import { type Choices, choices } from './choices.ts';
import { programOf } from './programs.ts';

const read = (text: string) => parse(new SourceFile('x.osy', text));

function formatted(text: string): string {
  const result = format(new SourceFile('x.osy', text));
  if (result.kind !== 'formatted') throw new Error(JSON.stringify(result));
  return result.text;
}

/** Is it read without errors? The generator knows the grammar, but not every place where C# takes one thing for another. */
const isValid = (text: string): boolean => read(text).diagnostics.length === 0;

test('ten thousand programs are read from their formatted text as from their own', () => {
  fc.assert(
    fc.property(choices(150), (c: Choices) => {
      const text = programOf(c);
      const before = read(text);
      fc.pre(before.diagnostics.length === 0);
      const after = formatted(text);
      expect(treeDifference(before.unit, read(after).unit)).toBeUndefined();
      expect(tokenDifference(text, after)).toBeUndefined();
    }),
    { numRuns: 10_000, maxSkipsPerRun: 1 },
  );
});

test('formatting twice is formatting once', () => {
  fc.assert(
    fc.property(choices(500), (c: Choices) => {
      const text = programOf(c);
      fc.pre(isValid(text));
      const once = formatted(text);
      expect(formatted(once)).toBe(once);
    }),
    { numRuns: 500, maxSkipsPerRun: 1 },
  );
});

test('nearly all that the generator makes is a program', () => {
  const made = fc.sample(choices(300), { numRuns: 500, seed: 7 }).map(programOf);
  expect(made.filter(isValid).length).toBeGreaterThan(480);
});
