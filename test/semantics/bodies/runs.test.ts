import { describe, expect, it } from 'vitest';
import { runVectors } from '../../../src/cli/eval/vectors.ts';
import { CompiledProgram, PlainHost } from '../../../src/runtime/interpreter/index.ts';
import { ExceptionValue } from '../../../src/runtime/library/values.ts';
import { checked } from './support.ts';

// What is checked is run: each expectation is what C# gives.

const bodies: readonly (readonly [returns: string, body: string, expected: unknown])[] = [
  [
    'string',
    'var d = new Dictionary<string,int>{["a"]=1,["b"]=2}; var s=""; foreach (var (k, v) in d) { s += k + v; } return s;',
    'a1b2',
  ],
  ['string', 'foreach (var kv in new Dictionary<string,int>{{"a",1}}) return kv.Key + kv.Value; return "";', 'a1'],
  ['int', 'var (a, (b, c)) = (1, (2, 3)); return a*100+b*10+c;', '123'],
  ['string', 'int x = 1, y = 2; (x, y) = (y, x); return x + "" + y;', '21'],
  ['int', 'var (y, m, d) = new DateOnly(2024,5,6); return y*10000+m*100+d;', '20240506'],
  ['bool', 'DateTime? a = null; DateTime b = DateTime.UnixEpoch; return a < b || a > b || a == b;', 'False'],
  [
    'bool',
    'DateTime? a = DateTime.UnixEpoch; return a == DateTime.UnixEpoch && a <= DateTime.UnixEpoch && !(a != DateTime.UnixEpoch);',
    'True',
  ],
  ['string', 'DateTime? a = null; var t = a - DateTime.UnixEpoch; return t == null ? "n" : "v";', 'n'],
  [
    'double',
    'DateTime? a = DateTime.UnixEpoch.AddHours(2); var t = a - DateTime.UnixEpoch; return t!.Value.TotalHours;',
    '2',
  ],
  ['int[]', 'var a = new[] {1,2,3,4}; return a[1..^1];', ['2', '3']],
  ['string', 'var s = "hello"; return s[..2] + s[^2..] + s[^1];', 'heloo'],
  ['string', 'var xs = new List<int>{1,2,3}; return xs is [1, .. var r] ? string.Join(",", r) : "no";', '2,3'],
  ['string', 'var xs = new[]{1,2,3}; return xs is [_, 2, _] && xs is not [] && xs is [.., 3] ? "y" : "n";', 'y'],
  ['int', 'T Id<T>(T x) => x; int Twice(int n) { return Id(n) * 2; } return Twice(Id(4));', '8'],
  ['int', 'int Fib(int n) => n < 2 ? n : Fib(n-1) + Fib(n-2); return Fib(10);', '55'],
  ['int', 'void Inc(ref int n) { n++; } int a = 1; Inc(ref a); Inc(ref a); return a;', '3'],
  ['int', 'void Get(out int n) { n = 7; } Get(out var q); return q;', '7'],
  ['int', 'int a = int.MaxValue; return checked(a + 1);', { throws: 'OverflowException' }],
  ['int', 'long a = 3000000000; return checked((int)a);', { throws: 'OverflowException' }],
  ['int', 'double a = 3.99; return checked((int)a);', '3'],
  [
    'string',
    'object o = 5; return o switch { string s => s, int n when n > 4 => "big" + n, int n => "small" + n, null => "null", _ => "other" };',
    'big5',
  ],
  ['string', 'var t = (Name: "a", Age: 3); var u = t; u.Age = 4; return t.Age + "," + u.Age + t;', '3,4(a, 3)'],
  [
    'bool',
    'var a = new { X = 1, Y = "b" }; var b = a with { X = 2 }; return a.Equals(new { X = 1, Y = "b" }) && b.X == 2;',
    'True',
  ],
  ['string', 'var a = new { X = 1, Y = "b" }; return a.ToString() + $"{a}";', '{ X = 1, Y = b }{ X = 1, Y = b }'],
  ['int', 'Func<int, Func<int, int>> add = a => b => a + b; return add(2)(3);', '5'],
  [
    'int',
    'var xs = new List<Func<int>>(); foreach (var i in new[]{1,2,3}) xs.Add(() => i); return xs.Sum(f => f());',
    '6',
  ],
  ['string', 'string? s = null; s ??= "a"; s ??= "b"; return s;', 'a'],
  ['int', 'int? n = null; n ??= 4; n += 1; return n.Value;', '5'],
  [
    'string',
    'List<int>? xs = null; var c = xs?.Count ?? -1; var d = xs?.Select(x => x * 2).FirstOrDefault(); return c + "," + (d == null) ;',
    '-1,True',
  ],
  ['string', 'var s = "abc"; char c = s[0]; c++; c += (char)1; return c.ToString() + (char)(c + 1);', 'cd'],
  ['string', 'byte b = 250; b += 10; return b.ToString();', '4'],
  [
    'string',
    'var d = DayOfWeek.Friday; d++; return d.ToString() + (DayOfWeek)0 + (int)d + (d > DayOfWeek.Monday) + (d - DayOfWeek.Monday);',
    'SaturdaySunday6True5',
  ],
  [
    'string',
    'DayOfWeek? d = null; return (d == DayOfWeek.Monday) + "" + (d ?? DayOfWeek.Tuesday) + d + (d == null);',
    'FalseTuesdayTrue',
  ],
  ['string', 'int i = 0; int[] a = [1,2,3]; a[i++] += 10; return i + "," + string.Join(" ", a);', '1,11 2 3'],
  [
    'string',
    'var l = new List<string>{"b","a"}; l.Sort((x, y) => string.CompareOrdinal(x, y)); return string.Join("", l) + l.OrderByDescending(x => x).First();',
    'abb',
  ],
  [
    'string',
    'try { try { throw new FormatException("f"); } finally { } } catch (Exception e) when (e is FormatException { Message: "f" } fe) { return fe.Message + "!"; }',
    'f!',
  ],
  [
    'string',
    'string F(string a, string b = "y", params int[] n) => a + b + n.Length; return F("x") + F("x", "z", 1, 2) + F(b: "q", a: "w");',
    'xy0xz2wq0',
  ],
  [
    'string',
    'var log = ""; int T(int n) { log += n; return n; } string F(int a, int b, int c = 9) => a + "" + b + c; var r = F(b: T(1), a: T(2)); return r + ":" + log;',
    '219:12',
  ],
  [
    'string',
    'var m = new Dictionary<string, List<int>>(); if (!m.TryGetValue("k", out var l)) { l = new(); m["k"] = l; } l.Add(3); return m["k"].Count + "" + m["k"][0];',
    '13',
  ],
  ['string', 'var s = 0; for (int i = 0, j = 10; i < j; i++, j--) s += j - i; return s.ToString();', '30'],
  ['decimal', 'decimal total = 0; foreach (var x in new[] { 1.5m, 2.25m }) total += x * 2; return total / 3;', '2.50'],
  [
    'string',
    'return $"{1.5m,8:F2}|{"a",-3}|{DateTime.UnixEpoch:yyyy-MM-dd}|{(true ? 1 : 2)}|{new[]{1,2}.Length}";',
    '    1.50|a  |1970-01-01|1|2',
  ],
  ['string', 'return $"""a "{1 + 1}" b""";', 'a "2" b'],
  ['int', 'return new List<(int A, int B)> { (1, 2), (3, 4) }.Sum(t => t.A * t.B);', '14'],
  ['string', 'return string.Join(",", Enumerable.Range(1, 3).Zip(new[]{"a","b","c"}, (n, s) => n + s));', '1a,2b,3c'],
  ['string', 'return string.Join(",", new[]{"b","a","c"}.Select((x, i) => x + i).OrderBy(x => x));', 'a1,b0,c2'],
  [
    'string',
    'var g = new[]{1,2,3,4}.GroupBy(n => n % 2 == 0 ? "even" : "odd").ToDictionary(x => x.Key, x => x.ToList()); return g["even"].Count + string.Join("", g["odd"]);',
    '213',
  ],
  ['string', 'object? o = null; var r = o?.ToString(); return r ?? "nil";', 'nil'],
  ['int', 'var r = new Random(42); return new[]{1,2}.Max();', '2'],
  ['string', 'int n = 3; var r = n switch { > 0 and < 5 => "low", >= 5 => "high", _ => "neg" }; return r;', 'low'],
  ['string', 'var sb = new StringBuilder(); sb.Append("a").Append(1).AppendLine(); return sb.ToString().Trim();', 'a1'],
  ['string', 'return typeof(int).Name + nameof(List<int>.Count) + default(string) + default(int);', 'Int32Count0'],
  ['string', 'static int Add(int a, int b) => a + b; Func<int,int,int> f = Add; return f(1,2).ToString();', '3'],
  [
    'string',
    'IEnumerable<int> xs = [1, 2]; IReadOnlyList<int> ys = [3]; List<int> zs = [..xs, ..ys]; HashSet<int> h = [1, 1]; return zs.Count + "" + h.Count;',
    '31',
  ],
  ['string', 'int x = 5; { int y = x; x = y + 1; } if (x is > 5 and not 7) return "ok"; return "no";', 'ok'],
  [
    'string',
    'var a = new int[2] { 1, 2 }; var b = new int[2]; a.CopyTo(b, 0); return string.Join("", b) + new string(\'x\', 2);',
    '12xx',
  ],
  ['bool', 'string? s = "a"; return s is { Length: 1 } && s is "a" or "b" && s is not null;', 'True'],
  ['string', 'var x = 3; var s = x > 2 ? "big" : x > 1 ? "mid" : "small"; return s;', 'big'],
  ['string', 'int? a = 1; object o = a; return (o is int) + "" + (o.Equals(1));', 'TrueTrue'],
  [
    'string',
    'var e = new InvalidOperationException("a", new Exception("b")); return e.Message + e.InnerException?.Message + e.InnerException!.Message;',
    'abb',
  ],
  [
    'string',
    'var t = TimeSpan.FromHours(1) + TimeSpan.FromMinutes(30); t *= 2; return t.ToString() + (t > TimeSpan.Zero) + -t;',
    '03:00:00True-03:00:00',
  ],
  ['string', 'Guid g = Guid.Empty; return (g == default) + "" + (g == Guid.Empty);', 'TrueTrue'],
  ['bool', 'int? n = null; return n is < 3;', 'False'],
  ['string', 'int? n = null; return n switch { < 3 => "lt", null => "nil", _ => "x" };', 'nil'],
  ['string', 'int? n = 2; return n switch { < 3 => "lt", null => "nil", _ => "x" };', 'lt'],
  ['bool', 'DateTime? d = null; return d is { Year: 2020 };', 'False'],
  ['bool', 'return (1, "a") == (1, "a") && (1, 2) != (2, 1);', 'True'],
  [
    'string',
    'bool? a = null; bool? b = true; return (a | b) + "" + (a & b) + (a & false) + !a + (a ^ b) + (a == b);',
    'TrueFalseFalse',
  ],
  ['int', 'int n = 2; switch (n) { case 1: int x = 1; break; case 2: x = 5; return x; } return 0;', '5'],
  ['string', 'object a = "x"; object b = "x"; return (a == b) + "" + a.Equals(b) + (a == null);', 'TrueTrueFalse'],
  ['string', 'object a = 1; object b = 1; return (a == b) + "" + a.Equals(b);', 'FalseTrue'],
  ['string', 'foreach (long x in new[] { 1, 2 }) return (x / 4.0).ToString(); return "";', '0.25'],
  ['string', 'var a = new int[3]; a[1]++; ++a[1]; a[2] += a[1]--; return string.Join("", a);', '012'],
  [
    'string',
    'var d = new Dictionary<string, int>(); d["a"] = d.GetValueOrDefault("a") + 1; d["a"]++; return d["a"].ToString();',
    '2',
  ],
  ['string', 'string s = null; var r = s + "x" + null; return r + (s?.Length ?? 0) + s?.ToUpper();', 'x0'],
  [
    'string',
    'Func<int, string> f = x => { if (x > 1) { return "a"; } else { return null; } }; return f(2) + f(1);',
    'a',
  ],
  [
    'string',
    'var xs = new[] { 3, 1, 2 }; Array.Sort(xs); var (lo, hi) = (xs.Min(), xs[^1]); return $"{lo}-{hi}";',
    '1-3',
  ],
  [
    'string',
    'var list = new List<(int, string)>(); list.Add((1, "a")); foreach (var (n, s) in list) return n + s; return "";',
    '1a',
  ],
  ['string', 'int i = 10; while (i --> 0) { if (i % 2 == 0) continue; if (i < 4) break; } return i.ToString();', '3'],
  [
    'string',
    'string Kind(object o) => o switch { int or long => "int", string { Length: 0 } => "empty", string s when s.StartsWith("a") => "a" + s.Length, IEnumerable<int> e => "seq" + e.Count(), null => "null", _ => o.GetType().Name }; return Kind(1) + Kind("") + Kind("ab") + Kind(new[]{1}) + Kind(null) + Kind(1.5);',
    'intemptya2seq1nullDouble',
  ],
  [
    'string',
    'var t = 0; for (var i = 0; ; i++) { if (i > 3) break; t += i; } do { t--; } while (t > 3); return t.ToString();',
    '3',
  ],
  [
    'string',
    'try { object o = "x"; var n = (int)o; return "no"; } catch (InvalidCastException) { return "cast"; }',
    'cast',
  ],
  [
    'string',
    'try { int? n = null; var m = (int)n; return "no"; } catch (InvalidOperationException) { return "null"; }',
    'null',
  ],
  ['int', 'var x = 1; var y = x++ + ++x; x = y = x + y; return x * 10 + y;', '77'],
  [
    'string',
    'var q = new[] { "b", "a" }; var r = q.OrderBy(s => s).ThenByDescending(s => s.Length).ToArray(); return r[0] + r.Length + string.Concat(q) ;',
    'a2ba',
  ],
  [
    'string',
    'Predicate<int> p = n => n > 1; Comparison<int> c = (a, b) => b - a; var l = new List<int>{1,2,3}; l.Sort(c); return l.FindAll(p).Count + string.Join("", l);',
    '2321',
  ],
  [
    'string',
    'var x = (object)1 is int n ? n + 1 : 0; return x + "" + ((object)"s" as string) + (("s" as object) is string);',
    '2sTrue',
  ],
  [
    'string',
    'var e = new[] { 1, 2, 3 }.Aggregate("", (acc, n) => acc + n); return e + new[] { 1, 2 }.Aggregate(10, (a, b) => a * b, r => r + "!");',
    '12320!',
  ],
  [
    'string',
    'var d = 5; var s = d switch { 1 => 1.5, 5 => 2, _ => 0 }; return s.ToString() + s.GetType().Name;',
    '2Double',
  ],
  [
    'string',
    'var r = new List<int> { 1, 2, 3, 4 }.Where((x, i) => i % 2 == 0).Select(x => (x, x * x)).ToDictionary(t => t.Item1, t => t.Item2); return r[3].ToString();',
    '9',
  ],
  [
    'string',
    'int? a = 3; int? b = a * 2; long? c = b; double? d = c / 4; return b + "" + c + d + (a > 2) + (null == a);',
    '661TrueFalse',
  ],
  ['string', 'const int k = 5 > 3 ? 2 : 3; const char c = (char)(\'a\' + 1); return c + "" + k;', 'b2'],
];

describe('bodies run as C# runs them', () => {
  it.each(bodies)('%s: %s', (returns, body, expected) => {
    const throws = typeof expected === 'object' && expected !== null && 'throws' in expected;
    const vector = {
      id: 'body',
      kind: 'body',
      body,
      params: [],
      returns,
      ...(throws ? expected : { value: expected }),
    };
    expect(runVectors(JSON.stringify(vector))).toEqual({ total: 1, failures: [] });
  });
});

const app = `interface IShape { double Area(); string Describe() => "shape " + Area(); string Name { get; } }
abstract class Shape : IShape { public string Tag = "t"; protected int depth = 1; public abstract double Area(); public virtual string Name => "shape"; public override string ToString() => Name + ":" + Area(); }
class Circle : Shape { public double R; public Circle(double r) { R = r; depth++; } public Circle() : this(2) { Tag = "c"; } public override double Area() => R * R; public override string Name => "circle/" + base.Name + depth; }
class Sq : Shape { public double S { get; init; } = 3; public override double Area() { return S * S; } }
class Box<T> { public T Value; public Box(T value) { Value = value; } public U Map<U>(Func<T, U> f) => f(Value); public static Box<T> Of(T v) => new Box<T>(v); public Box<(T, int)> Pair() => new((Value, 1)); }
class Money { public decimal A; public Money(decimal a) { A = a; } public static Money operator +(Money a, Money b) => new(a.A + b.A); public static Money operator -(Money a) => new(-a.A); public static bool operator ==(Money a, Money b) => a.A == b.A; public static bool operator !=(Money a, Money b) => !(a == b); public static implicit operator Money(decimal d) => new Money(d); public static explicit operator decimal(Money m) => m.A; public decimal this[int i] { get => A * i; set { A = value / i; } } public override bool Equals(object? o) => o is Money m && m.A == A; public override int GetHashCode() => A.GetHashCode(); }
class Counter { public static int Made = 10; public const int Max = 3 * 2; public int N { get; set; } public int Twice { get { return N * 2; } set { N = value / 2; } } public Counter() { Made++; } public Counter Inc() { N++; return this; } }
class AppFault : ValidationException { public int Code; public AppFault(string m, int code) : base(m) { Code = code; } }
enum Color { Red, Green = 5, Blue }
string T1() { Shape s = new Circle(); IShape i = s; return s.ToString() + "|" + i.Describe() + "|" + i.Name + s.Tag; }
string T2() { var s = new Sq { S = 2, Tag = "q" }; return s + s.Tag; }
string T3() { var b = Box<int>.Of(4); return b.Map(v => v.ToString() + "!") + b.Pair().Value.Item2 + new Box<string>("s").Map(v => v.Length); }
string T4() { Money m = 1.5m; m += 2; m = -m + new Money(10); m[2] = 8; return (m == 4m) + "" + m[3] + (decimal)m + m.Equals(new Money(4)) + (m != 4m); }
string T5() { var c = new Counter { N = 1, Twice = 8 }; c.Twice += 2; c.N++; return c.Inc().Inc().N + "," + Counter.Made + "," + Counter.Max; }
string T6() { try { throw new AppFault("bad", 7); } catch (ValidationException e) when (e is AppFault { Code: > 5 } f) { return f.Message + f.Code + (e is AppFault); } }
string T7() { object o = Color.Green; var c = (Color)o; return o + "" + c + (c == Color.Green) + (int)c + (Color)6 + (Color.Red < c) + Enum.GetName(c); }
string T8() { Func<int, int> f = null!; f = n => n <= 1 ? 1 : n * f(n - 1); return f(5) + "" + Fact(4) + Opt(1) + Opt(1, k: Color.Blue) + Many() + Many(1, 2); }
int Fact(int n) => n <= 1 ? 1 : n * Fact(n - 1);
string Opt(int a, string b = "x", Color k = Color.Green, double d = 1.5, decimal m = 2.50m, int? n = null, string? s = null, long l = -3) => a + b + k + d + m + n + s + l;
int Many(params int[] xs) => xs.Length;
T First<T>(IEnumerable<T> xs, Func<T, bool> ok) { foreach (var x in xs) { if (ok(x)) { return x; } } throw new InvalidOperationException("none"); }
string T9() { var s = First(new[] { new Circle(1), new Circle(5) }, c => c.R > 2); IShape[] all = [s, new Sq()]; return string.Join(",", all.Select(x => x.Name)) + all.OfType<Sq>().Count() + all.Sum(x => x.Area()); }
string T10() { var list = new List<Counter> { new() { N = 1 }, new Counter { N = 2 } }; list[0].N += 5; list.ForEach(c => c.N *= 2); return string.Join(",", list.OrderByDescending(c => c.N).Select(c => new { c.N, D = c.N * 2 }).Select(x => x.N + ":" + x.D)); }
string T11() { Func<string, int> parse = int.Parse; Func<double> area = new Circle(3).Area; Func<int, int> sq = Sqr; return parse("4") + "" + area() + string.Join("", new[] { 1, 2 }.Select(Sqr)) + sq(3); }
int Sqr(int x) => x * x;
string T12() { Shape? s = null; var n = s?.Name ?? "none"; s = new Circle(1); return n + s?.Area() + (s as Circle)?.R + (s is Sq) + ((Circle)s).R; }
string T13() { Shape s = new Sq(); var c = (Circle)s; return ""; }
string T14() { Counter? c = null; return c!.N.ToString(); }
class Kind<T> { public T V; public static bool Is(object o) => o is T; public static string Named => typeof(T).Name; public static T None() => default(T); public bool Also(object o) => Is(o); public static Kind<T> Of(T v) => new() { V = v }; public static Kind<T> operator +(Kind<T> a, Kind<T> b) => Of(b.V); public static U Via<U>(T v, Func<T, U> f) => f(v); }
class Texts : Kind<string> { }
string T16() { Func<object, bool> isText = Kind<string>.Is; var sum = Kind<int>.Of(1) + Kind<int>.Of(2); return Kind<int>.Is(1) + "" + Kind<int>.Is("a") + isText("a") + isText(1) + Kind<long>.Named + Kind<int>.None() + sum.V + (sum is Kind<int>) + sum.Also("x") + Kind<int>.Via(3, n => n + "!") + Texts.Is("a") + Texts.Named; }
string T15() { var c1 = new Counter { N = 3 }; var c2 = c1 with { N = 4 }; return c1.N + "" + c2.N; }
`;

describe('classes run as C# runs them', () => {
  const { app: model, diagnostics } = checked(app);
  const program = new CompiledProgram({ functions: model.functions, types: model });
  const run = (name: string): unknown => {
    const key = model.functions.find((fn) => fn.name === name)?.key ?? name;
    return program.call(key, new PlainHost(program), []);
  };

  it('has no errors', () => {
    expect(diagnostics.filter((d) => d.level === 'error')).toEqual([]);
  });

  it.each([
    ['T1', 'circle/shape2:4|shape 4|circle/shape2c'],
    ['T2', 'shape:4q'],
    ['T3', '4!11'],
    ['T16', 'TrueFalseTrueFalseInt6402TrueFalse3!TrueString'],
    ['T4', 'True124TrueFalse'],
    ['T5', '8,11,6'],
    ['T6', 'bad7True'],
    ['T7', 'GreenGreenTrue5BlueTrueGreen'],
    ['T8', '120241xGreen1.52.50-31xBlue1.52.50-302'],
    ['T9', 'circle/shape2,shape134'],
    ['T10', '12:24,4:8'],
    ['T11', '49149'],
    ['T12', 'none11False1'],
    ['T15', '34'],
  ])('%s gives %s', (name, expected) => {
    expect(run(name)).toBe(expected);
  });

  it.each([
    ['T13', 'InvalidCastException'],
    ['T14', 'NullReferenceException'],
  ])('%s throws %s', (name, type) => {
    expect(() => run(name)).toThrow(expect.toSatisfy((e: unknown) => e instanceof ExceptionValue && e.type === type));
  });
});
