/** What a body asks for without measure ends it, before the machine's memory or patience does. */
import { describe, expect, it } from 'vitest';
import { plainSession } from '../../src/cli/eval/evaluate.ts';
import { PlainHost } from '../../src/runtime/interpreter/index.ts';
import { EngineAbort } from '../../src/runtime/library/values.ts';

/** Why the body ended; undefined where it came to its end. */
function reasonOf(source: string, fuel: number): string | undefined {
  const { session, program } = plainSession();
  try {
    const { diagnostics } = session.run(source, new PlainHost(program, { fuel }));
    expect(diagnostics.filter((d) => d.level === 'error')).toEqual([]);
    return undefined;
  } catch (error) {
    if (error instanceof EngineAbort) return error.reason;
    throw error;
  }
}

const cases: Readonly<Record<string, string>> = {
  "new string('x', 1_000_000_000).Length": 'fuel',
  "new string('x', 60_000_000).Length": 'fuel',
  '"x".PadLeft(2_000_000_000).Length': 'fuel',
  '{ var s = "x"; while (true) { s += s; } }': 'memory',
  '{ var s = "x"; while (true) { s = s.Replace("x", "xx"); } }': 'fuel',
  '{ var b = new StringBuilder("x"); while (true) { b.Append(b.ToString()); } }': 'fuel',
  "{ var b = new StringBuilder(); b.Append('x', 2_000_000_000); }": 'fuel',
  'string.Join(",", Enumerable.Range(0, int.MaxValue)).Length': 'fuel',
  'string.Concat(Enumerable.Repeat("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", int.MaxValue)).Length': 'fuel',
  'string.Format("{0,1000000000}", 1)': 'memory',
  '1.ToString("D999999999")': 'memory',
  'new int[2_000_000_000].Length': 'memory',
  'Enumerable.Range(0, int.MaxValue).ToList().Count': 'fuel',
  'Enumerable.Range(0, int.MaxValue).ToHashSet().Count': 'fuel',
  'Enumerable.Range(0, int.MaxValue).GroupBy(x => x).Count()': 'fuel',
  'Enumerable.Range(0, int.MaxValue).Count(x => x < 0)': 'fuel',
  'Enumerable.Range(0, 5000).SelectMany(x => Enumerable.Range(0, 5000)).Count()': 'fuel',
  '{ var d = new Dictionary<int, int>(); var i = 0; while (true) { d[i++] = i; } }': 'fuel',
  '{ var xs = new List<int> { 1 }; while (true) { xs.AddRange(xs.ToList()); } }': 'fuel',
  'Regex.IsMatch("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "^(a+)+$")': 'fuel',
  '{ int Down(int n) => Down(n + 1); Down(0); }': 'depth',
  '{ var q = Enumerable.Range(0, 3); for (var i = 0; i < 100000; i++) { q = q.Select(x => x); } q.Count(); }': 'depth',
  '{ object o = 1; for (var i = 0; i < 100000; i++) { o = (o, 1); } o.ToString(); }': 'depth',
  '{ while (true) { try { throw new Exception("x"); } catch (Exception) when (true) { } } }': 'fuel',
};

describe('limits', () => {
  for (const [source, reason] of Object.entries(cases)) {
    it(`${source} ends by ${reason}`, () => {
      expect(reasonOf(source, 1_000_000)).toBe(reason);
    });
  }

  it('keys without end meet a limit of their own, before memory does', () => {
    expect(reasonOf('Enumerable.Range(0, 5_000_000).ToHashSet().Count', 100_000_000)).toBe('memory');
  }, 60_000);
});
