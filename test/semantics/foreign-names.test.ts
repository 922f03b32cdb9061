/** What a developer of C# or TypeScript writes out of habit: one finding that names what stands for it here. */
import { describe, expect, it } from 'vitest';
import { checked, errors } from './bodies/support.ts';

describe('names of elsewhere', () => {
  it.each([
    ['void F(float x) { }', "did you mean 'double'?"],
    ['void F(short x) { }', "did you mean 'int'?"],
    ['void F(dynamic x) { }', "did you mean 'object'?"],
    ['void F() { let x = 1; }', "did you mean 'var'?"],
    ['void F() { retrun x; }', "did you mean 'return'?"],
    ['int F(List<int> xs) => xs.Length;', "did you mean 'Count'?"],
    ['int F(List<int> xs) => xs.length;', "did you mean 'Count'?"],
    ['int F(string s) => s.length;', "did you mean 'Length'?"],
    ['void F(List<int> xs) { xs.push(1); }', "did you mean 'Add'?"],
  ])('%s', (text, meant) => {
    const found = errors(text).filter((each) => !each.startsWith('missing-return'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(meant);
  });

  it('are names of the app where it declares them', () => {
    expect(errors('class Map { public int size; } int F(Map m) => m.size;')).toEqual([]);
  });
});

describe('one mistake in an attribute or a call is told once', () => {
  it('where the value of an attribute is of another type', () => {
    expect(errors('entity E { [MaxLength("40")] string Name; }')).toEqual([
      "type-mismatch: a value of an attribute: a value of type 'string' stands where 'int' is due, and does not become one by itself",
    ]);
    expect(errors('entity E { [MaxLength(F())] string Name; } int F() => 1;')).toEqual([
      'type-mismatch: a value of an attribute is a constant, and this is computed',
    ]);
  });

  it('where arguments do not agree on a type, which names theirs', () => {
    expect(errors('void F() { Assert.Equal("a", 1); }')).toEqual([
      "wrong-arguments: 'Equal' is given 'string' and 'int', and its arguments must agree on one type",
    ]);
    expect(errors('T Make<T>() => default(T); void F() { Make(); }')).toEqual([
      "wrong-arguments: nothing in this call tells what 'T' of 'Make' is",
    ]);
  });

  it('where delegates are added, with what to do instead', () => {
    const { diagnostics } = checked('void F() { Action a = () => { }; a += () => { }; a(); }');
    const found = diagnostics.filter((each) => each.level === 'error');
    expect(found.map((each) => each.help)).toEqual([
      'A delegate is one function: write a lambda that calls both, or keep a list of them.',
    ]);
  });
});
