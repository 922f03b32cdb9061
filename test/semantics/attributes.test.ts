/** Attributes that say nothing where they stand are refused: what they were meant to do would never happen. */
import { describe, expect, it } from 'vitest';
import { errors } from './bodies/support.ts';

describe('an attribute that does not exist', () => {
  it.each([
    ['[Tset] void A() { }', "`[Tset]` for function 'A'", 'Did you mean `[Test]`?'],
    ['[test] void A() { }', "`[test]` for function 'A'", 'Did you mean `[Test]`?'],
    ['[Fact] void A() { }', "`[Fact]` for function 'A'", 'Did you mean `[Test]`?'],
    ['[TestFixtrue] void A() { }', '`[TestFixtrue]`', 'Did you mean `[TestFixture]`?'],
    ['[Skip] void A() { }', "`[Skip]` for function 'A'", 'Remove it, or write the one that is meant'],
    ['[SupressWarning("unused-function")] void A() { }', '`[SupressWarning]`', 'Did you mean `[SuppressWarning]`?'],
    ['[Skip] class K { }', "`[Skip]` for class 'K'", 'Remove it'],
    ['[Skip] interface K { }', "`[Skip]` for interface 'K'", 'Remove it'],
    ['class K { [ExternalNmae("x")] public int A; }', "for field 'A'", 'Did you mean `[ExternalName]`?'],
    ['class K { [JsonPropertyName("x")] public int A { get; set; } }', "for property 'A'", '`[ExternalName]`?'],
    ['class K { [Pure] public int A() => 1; }', "for method 'A'", 'Remove it'],
    ['class K { [Pure] public K() { } }', "for the constructor of 'K'", 'Remove it'],
    ['class K { [Pure] public int this[int i] => i; }', 'for an indexer', 'Remove it'],
    ['class K { [Pure] public static K operator +(K a, K b) => a; }', 'for `operator +`', 'Remove it'],
    ['entity E { [Pure] int A() => 1; }', "for method 'A'", 'Remove it'],
    ['void A([In] int x) { }', "for parameter 'x'", 'Remove it'],
    ['class K { public void A([In] int x) { } }', "for parameter 'x'", 'Remove it'],
    ['[Skip] policy P => true;', "for policy 'P'", 'Remove it'],
    ['void A() { [Pure] int B() => 1; B(); }', "for local function 'B'", 'Remove it'],
  ])('%s', (text, what, instead) => {
    const found = errors(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('unknown-name: there is no attribute');
    expect(found[0]).toContain(what);
    expect(found[0]).toContain(instead);
  });
});

describe('an attribute of something else', () => {
  it.each([
    ['class K { [Test] public void A() { } }', 'It belongs before a function at the top level of a file'],
    ['class K { [Required] public string A; }', 'It belongs before a field of an entity'],
    ['[Get("/x")] int A() => 1;', 'It belongs before an operation of a client'],
    ['[Principal] class K { }', 'It belongs before an entity'],
    ['void A() { [SuppressWarning("empty-catch")] int B() => 1; B(); }', 'It belongs before the declaration around it'],
  ])('%s', (text, belongs) => {
    const found = errors(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(belongs);
  });
});

it('gives the assertions nothing of `object`, whose `Equals` would assert nothing', () => {
  expect(errors('[Test] void A() { Assert.Equals(1, 2); }')).toEqual([
    "no-such-member: 'Assert' has no member 'Equals' — did you mean 'Equal'?",
  ]);
  expect(errors('[Test] void A() { Assert.ReferenceEquals("a", "b"); }')).toHaveLength(1);
  expect(errors('bool A(string a) => string.Equals(a, "b") && object.Equals(a, null);')).toEqual([]);
});

it('takes what does exist', () => {
  const text = `
    [Test] void A() { } [TestFixture] void F() { } [Test(F), Description("b")] void B() { }
    [SuppressWarning("unused-function")] int C() => 1;
    [Label("A class"), Obsolete] class K { [ExternalName("x")] public int A; [ExternalName("y")] public int B { get; set; }
      [SuppressWarning("unused-function")] public int M() => 1; }
    entity E { [Required, MaxLength(3)] string N; [ExternalName("n")] int O { get; set; } }`;
  expect(errors(text)).toEqual([]);
});
