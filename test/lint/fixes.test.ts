/** Safe fixes are made together where they can be, each whole or not at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../src/diagnostics/diagnostic.ts';
import { applyFixes } from '../../src/lint/fixes.ts';
import { SourceFile } from '../../src/source/source.ts';
import { finding } from './findings.ts';

const file = new SourceFile('a.osy', '0123456789');
const other = new SourceFile('b.osy', 'abcdef');

function fix(...edits: readonly (readonly [SourceFile, number, number, string])[]): Fix {
  return {
    title: 't',
    safe: true,
    edits: edits.map(([file, start, end, newText]) => ({ file, span: { start, end }, newText })),
  };
}

function fixed(...fixes: readonly Fix[]) {
  const found = fixes.map((each) => finding('empty-catch', 'a.osy', { file, fix: each }).diagnostic);
  const { texts, taken } = applyFixes(found);
  return { a: texts.get(file), b: texts.get(other), taken: taken.map((d) => found.indexOf(d)) };
}

describe('fixes', () => {
  it('are made in the order of the text, whatever the order of the findings', () => {
    expect(fixed(fix([file, 8, 10, 'Y']), fix([file, 0, 1, 'XX']))).toEqual({
      a: 'XX1234567Y',
      b: undefined,
      taken: [0, 1],
    });
  });

  it('that only touch are both made', () => {
    expect(fixed(fix([file, 2, 4, 'A']), fix([file, 4, 6, 'B'])).a).toBe('01AB6789');
  });

  it('that overlap, or insert at one place, wait: the first one wins', () => {
    expect(fixed(fix([file, 2, 5, 'A']), fix([file, 4, 6, 'B']))).toMatchObject({ a: '01A56789', taken: [0] });
    expect(fixed(fix([file, 2, 2, 'A']), fix([file, 2, 2, 'B']))).toMatchObject({ a: '01A23456789', taken: [0] });
  });

  it('with edits in several files are made in all of them or in none', () => {
    const both = fix([file, 0, 1, 'X'], [other, 0, 1, 'Y']);
    expect(fixed(both)).toEqual({ a: 'X123456789', b: 'Ybcdef', taken: [0] });
    expect(fixed(fix([other, 0, 2, 'Z']), both)).toEqual({ a: undefined, b: 'Zcdef', taken: [0] });
  });

  it('that are not safe, outside of the text, or at odds with themselves are not made', () => {
    expect(fixed({ ...fix([file, 0, 1, 'X']), safe: false }).taken).toEqual([]);
    expect(fixed(fix([file, 5, 11, 'X'])).taken).toEqual([]);
    expect(fixed(fix([file, 5, 4, 'X'])).taken).toEqual([]);
    expect(fixed(fix([file, 0, 3, 'X'], [file, 2, 5, 'Y'])).taken).toEqual([]);
  });

  it('keep every character that no taken edit covers, in order', () => {
    const span = fc.tuple(fc.nat(10), fc.nat(10)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
        const { a, taken } = fixed(...spans.map(([start, end]) => fix([file, start, end, '#'])));
        const covered = taken.map((i) => spans[i] as readonly [number, number]);
        const kept = [...file.text].filter((_, i) => !covered.some(([start, end]) => start <= i && i < end)).join('');
        expect((a ?? file.text).replaceAll('#', '')).toBe(kept);
        expect([...(a ?? '')].filter((c) => c === '#')).toHaveLength(taken.length);
      }),
    );
  });
});
