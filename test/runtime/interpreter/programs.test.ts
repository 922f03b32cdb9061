import { describe, expect, test } from 'vitest';
import { PlainHost } from '../../../src/runtime/interpreter/index.ts';
import type { ExceptionValue } from '../../../src/runtime/library/values.ts';
import { compileSource, runBody, runSource } from './programs.ts';

describe('classes', () => {
  const shapes = `
    interface IShape { decimal Area(); string Describe() => $"{Name} of {Area()}"; string Name { get; } }
    abstract class Shape : IShape {
      static int made = 0;
      public static int Made => made;
      protected Shape() { made++; }
      public abstract decimal Area();
      public virtual string Name => "shape";
      public override string ToString() => Name + "!";
    }
    class Square : Shape {
      decimal side;
      public Square(decimal side) { this.side = side; }
      public override decimal Area() => side * side;
      public override string Name => "square";
    }
    class Big : Square {
      public Big() : base(10) { }
      public override string Name => "big " + base.Name;
    }
  `;

  test('virtual, abstract, base and interface members', () => {
    expect(runBody('IShape s = new Big(); return s.Describe() + " " + s + " " + Shape.Made;', shapes)).toBe(
      'big square of 100 big square! 1',
    );
    expect(runBody('Shape s = new Square(1.50m); return s.Area() + s.Name;', shapes)).toBe('2.2500square');
    expect(
      runBody(
        'var all = new List<Shape> { new Square(2), new Big() }; return string.Join(", ", all.OrderByDescending(s => s.Area()).Select(s => s.Name));',
        shapes,
      ),
    ).toBe('big square, square');
  });

  test('type tests and casts', () => {
    expect(
      runBody(
        'object o = new Big(); return $"{o is Square} {o is IShape} {o is string} {(o as Square)?.Name} {(o is Shape { Name: var n } ? n : "")}";',
        shapes,
      ),
    ).toBe('True True False big square big square');
    expect(runBody('object o = "x"; return ((Square)o).Name;', shapes)).toMatch(/^InvalidCastException/);
  });

  test('indexers, operators, conversions, static members', () => {
    const money = `
      class Money {
        public decimal Amount { get; }
        public static readonly Money Zero = new Money(0);
        public Money(decimal amount) { Amount = amount; }
        public static Money operator +(Money a, Money b) => new Money(a.Amount + b.Amount);
        public static Money operator -(Money a) => new Money(-a.Amount);
        public static bool operator ==(Money a, Money b) => a.Amount == b.Amount;
        public static bool operator !=(Money a, Money b) => !(a == b);
        public static implicit operator Money(int v) => new Money(v);
        public override bool Equals(object? o) => o is Money m && m.Amount == Amount;
        public override int GetHashCode() => Amount.GetHashCode();
        public override string ToString() => "$" + Amount;
      }
      class Row { int[] cells = new int[3]; public int this[int i] { get => cells[i]; set { cells[i] = value * 10; } } }
    `;
    expect(
      runBody(
        'Money a = 5; a += new Money(1.5m); return $"{a} {-a} {a == new Money(6.50m)} {a != Money.Zero} {a.Equals(new Money(6.5m))}";',
        money,
      ),
    ).toBe('$6.5 $-6.5 True True True');
    expect(runBody('var r = new Row(); r[1] = 4; r[1]++; r[2] += 2; return $"{r[0]} {r[1]} {r[2]}";', money)).toBe(
      '0 410 20',
    );
    expect(
      runBody(
        'return new List<Money> { 1, 2, 1 }.Distinct().Count() + "" + new Dictionary<Money, string> { [3] = "three" }[new Money(3.0m)];',
        money,
      ),
    ).toBe('2three');
  });

  test('constructors chain, and object initialisers nest', () => {
    const declarations = `
      class Address { public string City { get; set; } = "none"; public List<string> Lines { get; } = new(); }
      class Person {
        public string Name { get; set; }
        public int Age { get; init; } = 7;
        public Address Home { get; } = new Address();
        public Person() : this("nobody") { Name += "!"; }
        public Person(string name) { Name = name; }
      }
    `;
    expect(
      runBody(
        'var p = new Person { Home = { City = "Rome", Lines = { "a", "b" } }, Age = 3 }; return $"{p.Name} {p.Age} {p.Home.City} {p.Home.Lines.Count}";',
        declarations,
      ),
    ).toBe('nobody! 3 Rome 2');
    expect(runBody('return new Person("x").Age + "";', declarations)).toBe('7');
  });

  test('generic classes and methods', () => {
    const declarations = `
      class Pair<A, B> { public A First { get; set; } public B Second { get; set; } public Pair<B, A> Swap() => new Pair<B, A> { First = Second, Second = First }; public override string ToString() => $"<{First},{Second}>"; }
      class Stack2<T> { List<T> items = new(); public void Push(T t) { items.Add(t); } public T? Peek() => items.Count == 0 ? default : items[^1]; public bool Has(object o) => o is T; public string Kind() => typeof(T).Name; }
      T Largest<T>(IEnumerable<T> all) where T : IComparable<T> { var first = true; T best = default!; foreach (var x in all) { if (first || x.CompareTo(best) > 0) { best = x; first = false; } } return best; }
      List<R> Map<T, R>(List<T> all, Func<T, R> f) { var r = new List<R>(); foreach (var x in all) r.Add(f(x)); return r; }
    `;
    expect(
      runBody('var p = new Pair<int, string> { First = 1, Second = "a" }; return $"{p} {p.Swap()}";', declarations),
    ).toBe('<1,a> <a,1>');
    expect(
      runBody(
        'var s = new Stack2<int>(); var e = s.Peek(); s.Push(4); return $"{e} {s.Peek()} {s.Has(1)} {s.Has("x")} {s.Kind()} {new Stack2<string>().Peek() == null}";',
        declarations,
      ),
    ).toBe('0 4 True False Int32 True');
    expect(
      runBody(
        'return Largest(new[] { 3, 9, 2 }) + Largest(new[] { "a", "c", "b" }) + string.Join("", Map(new List<int> { 1, 2 }, x => x * 1.5));',
        declarations,
      ),
    ).toBe('9c1.53');
  });

  test('exception classes', () => {
    const declarations = `
      class AppError : Exception {
        public int Code { get; }
        public AppError(string message, int code) : base(message) { Code = code; }
        public AppError(string message, Exception inner) : base(message, inner) { Code = -1; }
      }
      class Worse : AppError { public Worse() : base("worse", 9) { } public override string Message => "the " + base.Message; }
      class Bare : Exception { }
    `;
    expect(
      runBody(
        'try { throw new Worse(); } catch (AppError e) when (e.Code > 5) { return e.Message + e.Code; }',
        declarations,
      ),
    ).toBe('the worse9');
    expect(
      runBody(
        'try { try { throw new Bare(); } catch (Exception e) { throw new AppError("outer", e); } } catch (AppError e) { return $"{e.Message} {e.InnerException!.Message} {e.InnerException is Bare}"; }',
        declarations,
      ),
    ).toBe("outer Exception of type 'Bare' was thrown. True");
  });
});

describe('statements', () => {
  test('switch statements share their scope, and sections may return or leave loops', () => {
    expect(
      runBody(`
        var t = "";
        for (var i = 0; i < 6; i++) {
          switch (i) {
            case 0: { var n = 1; t += n; break; }
            case 1:
            case 2: t += "b"; continue;
            case 5: t += "end"; return t;
            default: t += "d"; break;
          }
          t += ".";
        }
        return t;`),
    ).toBe('1.bbd.d.end');
  });

  test('switch with patterns, guards and types', () => {
    const declarations = `string Kind(object? o) { switch (o) {
      case null: return "null";
      case int n when n > 100: return "big";
      case int n: return "int " + n;
      case string { Length: 0 }: return "empty";
      case string s: return s.ToUpper();
      case bool b when b: return "yes";
      case int[] { Length: > 1 } xs: return "ints " + xs[1];
      case >= 1.5: return "double";
      default: return o.GetType().Name; } }`;
    expect(
      runBody(
        'return string.Join("|", Kind(null), Kind(500), Kind(5), Kind(""), Kind("ab"), Kind(new[] { 7, 8 }), Kind(2.5), Kind(1.0), Kind(\'c\'), Kind(true));',
        declarations,
      ),
    ).toBe('null|big|int 5|empty|AB|ints 8|double|Double|Char|yes');
  });

  test('switch expressions, list and property patterns', () => {
    const declarations = 'class P { public int X { get; set; } public P? Next { get; set; } }';
    const classify = `string F(int[] a) => a switch { [] => "none", [var x] => "one " + x, [1, .., 9] => "1..9", [_, .. var rest] => "rest " + rest.Length };`;
    expect(runBody('return F([]) + "," + F([4]) + "," + F([1, 5, 9]) + "," + F([2, 3, 4]);', classify)).toBe(
      'none,one 4,1..9,rest 2',
    );
    expect(
      runBody(
        'var p = new P { X = 1, Next = new P { X = 5 } }; return p switch { { Next: { X: > 3 and < 9 } n } => "n" + n.X, { X: 1 or 2 } => "x", _ => "other" };',
        declarations,
      ),
    ).toBe('n5');
    expect(runBody('int n = 7; return n switch { < 0 => "neg", 0 => "zero" };')).toMatch(
      /^InvalidOperationException|^SwitchExpressionException/,
    );
    expect(runBody('int? n = null; return n switch { null => "none", int v => "v" + v };')).toBe('none');
    expect(runBody('double d = double.NaN; return d switch { double.NaN => "nan", _ => "no" };')).toBe('nan');
    expect(runBody('decimal m = 1.0m; return m is 1m ? "one" : "no";')).toBe('one');
  });

  test('pattern variables outlive an if, and are fresh in loops', () => {
    expect(runBody('object o = 5; if (o is not int n) return "no"; return "n" + n;')).toBe('n5');
    expect(
      runBody(
        'var fs = new List<Func<int>>(); foreach (var o in new List<object> { 1, "a", 3 }) { if (o is int k) fs.Add(() => k); } return string.Join(",", fs.Select(f => f()));',
      ),
    ).toBe('1,3');
    expect(runBody('if (int.TryParse("12", out var n) && n > 10) { return "ok" + n; } return "no";')).toBe('ok12');
  });

  test('try and finally with every way out', () => {
    const declarations = `
      class L { public static string T = ""; }
      int Early(int how) {
        for (var i = 0; i < 2; i++) {
          try {
            if (how == 0) return 10;
            if (how == 1) continue;
            if (how == 2) break;
            if (how == 3) throw new FormatException("f");
            L.T += "n";
          }
          catch (FormatException) { L.T += "c"; }
          finally { L.T += "f"; }
        }
        return 1;
      }`;
    expect(
      runBody(
        'var s = ""; for (var h = 0; h < 5; h++) { L.T = ""; s += Early(h) + L.T + " "; } return s;',
        declarations,
      ),
    ).toBe('10f 1ff 1f 1cfcf 1nfnf ');
  });

  test('local functions and lambdas', () => {
    expect(runBody('int Fact(int n) => n <= 1 ? 1 : n * Fact(n - 1); return "" + Fact(10);')).toBe('3628800');
    expect(runBody('var x = 1; void Bump(int by = 2) { x += by; } Bump(); Bump(by: 5); return "" + x;')).toBe('8');
    expect(runBody('Func<int, Func<int, int>> add = a => b => a + b; var inc = add(1); return "" + inc(41);')).toBe(
      '42',
    );
    expect(runBody('Func<int, int>? f = null; f = n => n == 0 ? 0 : n + f!(n - 1); return "" + f(10);')).toBe('55');
    expect(
      runBody('Action<string> log = s => { }; log("x"); Func<string, int> parse = int.Parse; return "" + parse("7");'),
    ).toBe('7');
  });

  test('tuples, deconstruction, ranges, with', () => {
    expect(runBody('var (a, (b, c)) = (1, (2, "x")); (a, b) = (b, a); return $"{a}{b}{c}";')).toBe('21x');
    expect(
      runBody('var t = (Name: "n", Age: 3); var u = t; u.Age = 4; return $"{t.Age} {u.Age} {t == u} {u == ("n", 4)}";'),
    ).toBe('3 4 False True');
    expect(runBody('var a = new[] { 1, 2, 3, 4, 5 }; return string.Join(",", a[1..^1]) + a[^1] + "hello"[1..3];')).toBe(
      '2,3,45el',
    );
    expect(
      runBody(
        'var d = new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }; var s = ""; foreach (var (k, v) in d) s += k + v; d["a"]++; d["c"] = d["a"] + 5; return s + d["a"] + d["c"];',
      ),
    ).toBe('a1b227');
    expect(
      runBody(
        'var p = new { A = 1, B = "b" }; var q = p with { A = 2 }; return $"{p} {q.A} {p.Equals(new { A = 1, B = "b" })}";',
      ),
    ).toBe('{ A = 1, B = b } 2 True');
    expect(
      runBody('List<int> xs = [1, 2, .. new[] { 3, 4 }, 5]; int[] ys = [.. xs, 6]; return string.Join("", ys);'),
    ).toBe('123456');
  });

  test('null conditional chains and assignments', () => {
    const declarations = 'class N { public N? Next; public string? S; public int V; public int Get(int a) => a + V; }';
    expect(
      runBody(
        'N? n = null; var x = n?.Next?.S?.Length; return $"[{x}] {n?.Get(1) ?? -1} {n?.S ?? "none"}";',
        declarations,
      ),
    ).toBe('[] -1 none');
    expect(
      runBody(
        'var n = new N { V = 4 }; n.S ??= "set"; n.S ??= "again"; n.Next ??= new N(); n.Next.V += 3; return n.S + n.Next.V + n?.Get(1);',
        declarations,
      ),
    ).toBe('set35');
    expect(runBody('N n = null!; return "" + n.V;', declarations)).toMatch(/^NullReferenceException/);
  });

  test('enums, chars and numbers', () => {
    const declarations = 'enum Color { Red, Green = 5, Blue }';
    expect(
      runBody(
        'var c = Color.Green; c++; object o = c; return $"{c} {(int)c} {(Color)0} {o is Color} {o} {c == Color.Blue} {Color.Red | Color.Green} {c:D} {c.ToString().Length}";',
        declarations,
      ),
    ).toBe('Blue 6 Red True Blue True Green 6 4');
    expect(
      runBody('char c = \'a\'; c++; c += (char)1; return $"{c} {(int)c} {c + 1} {(char)(c + 1)} {"" + c + c}";'),
    ).toBe('c 99 100 d cc');
    expect(
      runBody(
        'int i = int.MaxValue; i++; long l = long.MaxValue; l++; return $"{i} {l} {7 / 2} {-7 / 2} {-7 % 3} {7 / 2.0} {1 / 3m:F4} {0.1 + 0.2}";',
      ),
    ).toBe('-2147483648 -9223372036854775808 3 -3 -1 3.5 0.3333 0.30000000000000004');
    expect(runBody('int? a = 5, b = null; return $"{a + b} {a > b} {a == 5} {b ?? 9} {a * 2} {(a & 4)}|";')).toBe(
      ' False True 9 10 4|',
    );
  });
});

test('a stack names the functions and lines that an exception passed', () => {
  const text = [
    'int Inner(int n) {',
    '  return 10 / n;',
    '}',
    'int Outer() {',
    '  var x = 1;',
    '  return new List<int> { 0 }',
    '    .Select(n => Inner(n)).Sum() + x;',
    '}',
    'int Main() => Outer();',
  ].join('\n');
  const program = compileSource(text);
  try {
    program.call('Main()', new PlainHost(program), []);
    expect.unreachable();
  } catch (e) {
    expect((e as ExceptionValue).stack).toEqual([
      'Inner (app.osy:2)',
      'Outer.lambda (app.osy:7)',
      'Outer (app.osy:6)',
      'Main (app.osy:9)',
    ]);
  }
});

test('runSource tells what was thrown', () => {
  expect(runSource('int Main() { throw new ValidationException("no"); }')).toBe('ValidationException: no');
});

test('an instance read from JSON has run its initialisers and its constructor', () => {
  const declarations =
    'class C { public int A { get; set; } = 3; public int B { get; set; } public string Note = ""; public C() { Note = "made"; } }';
  expect(
    runBody('var c = JsonSerializer.Deserialize<C>("{\\"b\\": 5}")!; return $"{c.A} {c.B} {c.Note}";', declarations),
  ).toBe('3 5 made');
});
