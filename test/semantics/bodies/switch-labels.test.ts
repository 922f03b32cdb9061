/** Labels that no value gets to: an error where C# has CS8120 or CS8510, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { checked } from './support.ts';

const types = `class A { public int X; public string? S; } class B : A { public int Y; }
interface I { } class C : I { } enum Col { R, G } entity E { string Name; int? N; }
`;

/** The labels that are told, of a switch expression over `p`. */
function told(type: string, arms: string): string[] {
  const { diagnostics } = checked(`${types}int F(${type} p, bool c) => p switch { ${arms} };`);
  const errors = diagnostics.filter((each) => each.level === 'error');
  expect(errors.filter((each) => each.name !== 'duplicate-case').map((each) => each.message)).toEqual([]);
  return errors.map((each) => each.file.text.slice(each.span.start, each.span.end));
}

describe('duplicate-case', () => {
  it.each([
    ['int', '> 0 => 1, > 5 => 2, 3 => 3, _ => 4', ['> 5', '3']],
    ['int', '> 0 => 1, <= 0 => 2, _ => 3', ['_']],
    ['int', '>= 1 and < 4 => 1, 0 => 2, 2 or 3 => 3, 0 or 4 => 4, _ => 5', ['2 or 3']],
    ['int', '1 => 1, 2 => 2, 1 or 2 => 3, _ => 4', ['1 or 2']],
    ['int', '_ => 5, 4 => 4', ['4']],
    ['int', 'not 3 => 1, 4 => 2, 3 => 3', ['4']],
    ['int', 'int n => n, 4 => 4', ['4']],
    ['int?', 'null => 0, < 3 => 1, >= 3 => 2, _ => 4', ['_']],
    ['bool', 'true => 1, false => 2, _ => 3', ['_']],
    ['decimal', '>= 1.50m => 1, 1.5m => 2, < 1.5m => 3, _ => 4', ['1.5m', '_']],
    ['char', ">= 'a' and <= 'z' => 1, 'b' => 2, 'A' => 3, _ => 4", ["'b'"]],
    ['string', '"a" or "b" => 1, "a" => 2, "b" or "c" => 3, "a" or "c" => 4, _ => 5', ['"a"', '"a" or "c"']],
    ['Col', 'Col.R => 1, Col.G => 2, Col.R => 3, _ => 5', ['Col.R']],
    ['object', 'string => 1, string { Length: 1 } => 2, "a" => 3, _ => 4', ['string { Length: 1 }', '"a"']],
    ['object', 'I => 1, C => 2, int => 3, 3 => 4, _ => 5', ['C', '3']],
    ['A', 'A { X: > 3 } => 1, B { X: > 3 } => 2, _ => 3', ['B { X: > 3 }']],
    ['A', 'A => 1, { X: 1 } => 2, B => 3, null => 4', ['{ X: 1 }', 'B']],
    [
      'E',
      '{ N: > 3 } => 1, { Name: "a", N: > 3 } => 2, not null => 3, { Name: "b" } => 4, null => 5',
      ['{ Name: "a", N: > 3 }', '{ Name: "b" }'],
    ],
    ['(int, bool)', '(1, _) => 1, (1, true) => 2, _ => 3', ['(1, true)']],
    ['List<int>', '[1, ..] => 1, [1, ..] => 2, [..] => 3, [5] => 4, _ => 5', ['[1, ..]', '[5]']],
  ])('%s: %s', (type, arms, expected) => {
    expect(told(type, arms)).toEqual(expected);
  });

  it.each([
    ['int', '> 5 => 1, > 0 => 2, 0 => 3, _ => 4'],
    ['int', '> 0 when c => 1, 3 => 2, > 0 => 3, _ => 4'],
    ['int', '1 => 1, 1 or 2 => 2, _ => 3'],
    ['int?', '> 0 => 1, <= 0 => 2, _ => 3'],
    ['bool?', 'true => 1, false => 2, _ => 3'],
    ['double', '> 0 => 1, <= 0 => 2, _ => 3'],
    ['decimal', '> 1 => 1, < 1 => 2, _ => 3'],
    ['decimal', '> 1 and < 2 => 1, _ => 3'],
    ['Col', 'Col.R => 1, Col.G => 2, _ => 3'],
    ['string', 'string s => s.Length, _ => 0'],
    ['object', 'string { Length: 1 } => 1, string => 2, 1 => 3, 1L => 4, int => 5, _ => 6'],
    ['object', 'C => 1, I => 2, _ => 3'],
    ['A', 'B { X: > 3 } => 1, A { X: > 3 } => 2, B => 3, { X: 1 } => 4, { S: null } => 5, A => 6, null => 7'],
    ['E', '{ Name: "a", N: > 3 } => 1, { N: > 3 } => 2, { Name: "a" } => 3, not null => 4, null => 5'],
    ['(int, bool)', '(1, true) => 1, (1, _) => 2, (_, true) => 3, _ => 4'],
    ['List<int>', '[] => 0, [1] => 1, [1, ..] => 2, [_] => 3, [_, 2] => 4, [..] => 5, null => 6'],
  ])('near miss: %s: %s', (type, arms) => {
    expect(told(type, arms)).toEqual([]);
  });

  it('says which of the two it is, and where it is taken', () => {
    const { diagnostics } = checked(
      'int F(int p) { switch (p) { case > 3: return 1; case 3: return 2; case 3: case 5: return 0; default: return 1; } }',
    );
    const found = diagnostics.filter((each) => each.name === 'duplicate-case');
    expect(found.map((each) => each.message)).toEqual([
      '`3` stands in this `switch` already',
      'no value gets to `5`: what stands before it in this `switch` takes them all',
    ]);
    const places = found.map((each) => each.related?.map(({ span }) => each.file.text.slice(span.start, span.end)));
    expect(places).toEqual([['3'], undefined]);
  });

  it('takes a label that is wrong already for nothing', () => {
    const { diagnostics } = checked('int F(int p) => p switch { Missing => 1, 2 => 2, _ => 3 };');
    expect(diagnostics.filter((each) => each.level === 'error').map((each) => each.name)).toEqual(['unknown-name']);
  });

  it('compares a long list of constants in little time', () => {
    const arms = Array.from({ length: 5000 }, (_, i) => `${i * 2} => ${i}`).join(', ');
    const before = process.cpuUsage();
    expect(told('int', `${arms}, 4 => 1, 5 => 1, _ => 0`)).toEqual(['4']);
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  });
});
