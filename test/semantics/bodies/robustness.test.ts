import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checked, errors } from './support.ts';

const many = (text: string, times: number): string => text.repeat(times);

// The parser allows two hundred levels and chains of a thousand links: whatever it lets through is followed to the end.
describe('what is deep or long is checked all the same', () => {
  it.each([
    ['a sum', `int F(int a) => a${many(' + a', 990)};`],
    ['text put together', `string F(int a) => "x"${many(' + a', 990)};`],
    ['a chain of conditions', `bool F(bool a) => a${many(' && a', 990)};`],
    ['a chain of members', `class C { public C N; } C F(C c) => c${many('.N', 990)};`],
    ['a chain of calls', `string F(string s) => s${many('.Trim()', 450)};`],
    ['a chain of `else if`', `int F(int a) { ${many('if (a > 1) { a++; } else ', 990)}{ a--; } return a; }`],
    ['a chain of `? :`', `int F(int a) => ${many('a > 1 ? 1 : ', 180)}2;`],
    ['calls in calls', `int G(int x) => x; int F() => ${many('G(', 180)}1${many(')', 180)};`],
    ['blocks in blocks', `int F(int a) { ${many('{ ', 180)}a++;${many(' }', 180)} return a; }`],
    [
      'loops in loops',
      `class C { public C? N; } void F(C? c) { ${many('while (c != null) { ', 90)}c = c.N;${many(' }', 90)} }`,
    ],
    [
      'lambdas in lambdas',
      `class C { public C M(Func<C, C> f) => f(this); } C F(C c) => ${many('c.M(c => ', 90)}c${many(')', 90)};`,
    ],
    [
      'sequences in sequences',
      `int F(List<int> xs) => ${many('xs.Where(x => ', 60)}true${many(').Any()', 59)}).Count();`,
    ],
    [
      'a switch of many cases',
      `int F(int a) { switch (a) { ${Array.from({ length: 900 }, (_, i) => `case ${i}: return ${i};`).join(' ')} default: return 0; } }`,
    ],
  ])('%s', (_, text) => {
    expect(errors(text)).toEqual([]);
  });

  it('says where it is too deep, and does not fail', () => {
    const text = `class C { public C N; public C M(Func<C, C> f) => f(this); } C F(C c) => ${many('c.M(c => ', 90)}c${many('.N', 990)}${many(')', 90)};`;
    expect(() => checked(text)).not.toThrow();
  });
});

const seed = `
enum S { Open, Done } [Principal] entity Person { string Name; } entity Loan { S State; string? Note; Person? By; decimal Sum; }
workflow LoanRun { Tracks = Loan.State; Autostart = true; Initial = Open; event Go(string why);
  state Open { enter { this.Item.Note = null; } on Go(string why) { if (why is { Length: > 3 } text && actor?.Name != null) { goto Done; } } }
  terminal success Done { } }
class Box<T> { public T Value; public Box(T v) { Value = v; } public U Map<U>(Func<T, U> f) => f(Value); }
string F(Loan l, List<int> xs, int? n) {
  var (a, b) = (1, "x"); var q = xs.Where(x => x > a).Select(x => new { x, Y = x * 2 }).ToList();
  foreach (var (k, v) in new Dictionary<string, int> { ["a"] = 1 }) { b += k + v; }
  try { switch (l.State) { case S.Open when n > 2: return $"{b,4}{l.Sum:F2}"; default: break; } } catch (Exception e) when (e.Message != "") { throw; } finally { a++; }
  int Local(int i = 3) => i + a; Func<int, int> f = i => Local(i) + (n ?? 0);
  return new Box<int>(f(q.Count)).Map(v => v.ToString()) + (l.By?.Name ?? b) + (n switch { 1 => "one", null => "none", _ => xs[^1].ToString() });
}`;
const tokens = seed.match(/\s+|\w+|"[^"]*"|[^\s\w]/g) ?? [];

describe('whatever is written, it is answered', () => {
  it('checks what a slip of the keyboard left of a program', () => {
    const at = fc.nat(tokens.length - 1);
    const change = fc.record({ at, from: at, how: fc.constantFrom('delete', 'double', 'swap', 'replace') });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const text = [...tokens];
        for (const { at: i, from, how } of changes) {
          const [here = '', there = ''] = [text[i], text[from]];
          if (how === 'delete') text[i] = '';
          else if (how === 'double') text[i] = `${here} ${here}`;
          else if (how === 'replace') text[i] = there;
          else [text[i], text[from]] = [there, here];
        }
        checked(text.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('has nothing to say of what is right', () => {
    expect(errors(seed)).toEqual([]);
  });
});
