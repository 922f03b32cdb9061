/** Small programs that the proof found: what lint said of them once was not what happens when they run. */
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { check } from '../../src/semantics/check.ts';
import { SourceFile } from '../../src/source/source.ts';

/** The calls that are reported in a body, in order: `fault M.Get(1)`. */
function reported(helpers: string, body: string, block = ''): readonly string[] {
  const text = `
class MyFault : NetworkException { public MyFault(string m) : base(m) { } }
client M { BaseUrl = "https://m.example"; [Get("/g/{o}")] int Get(int o); }
enum St { A, Z }
entity Row { St S; }
${helpers}
workflow W { Tracks = Row.S; Autostart = true; Initial = A; event Go();
  state A { ${block} on Go { ${body} } on Go2 { goto Z; } }
  event Go2();
  terminal success Z { } }`;
  const program = check([new SourceFile('app.osy', text)]);
  expect(program.diagnostics.filter((d) => d.level === 'error').map((d) => d.message)).toEqual([]);
  return lint(program).flatMap((d) => {
    const kind = /^network-(fault|refusal)-unhandled$/.exec(d.name)?.[1];
    return kind === undefined ? [] : [`${kind} ${text.slice(d.span.start, d.span.end)}`];
  });
}

describe('a `finally` that leaves', () => {
  it('takes the place of a `break` on its way', () => {
    const helper = `int F(int o) {
      while (true) { try { break; } finally { throw new InvalidOperationException("x"); } }
      return M.Get(o); }`;
    expect(reported(helper, 'F(1); M.Get(2);')).toEqual([]);
  });

  it('takes the place of a `continue` on its way', () => {
    const body = `do { try { continue; } finally { throw new InvalidOperationException("x"); } } while (M.Get(1) == 0); M.Get(2);`;
    expect(reported('', body)).toEqual([]);
  });
});

describe('a condition whose right side never ends', () => {
  const never = 'int Never() { throw new InvalidOperationException("x"); }';

  it('is false with `&&` where it ends', () => {
    expect(reported(never, 'if (Secret.A == "t" && Never() == 0) { M.Get(1); } else { M.Get(2); }')).toEqual([
      'fault M.Get(2)',
    ]);
  });

  it('is true with `||` where it ends', () => {
    expect(reported(never, 'if (Secret.A == "t" || Never() == 0) { M.Get(1); } else { M.Get(2); }')).toEqual([
      'fault M.Get(1)',
    ]);
  });
});

describe('a label behind a section that leaves', () => {
  it('has its guard asked all the same', () => {
    const body = 'switch (Secret.A.Length) { case 0: break; case 1 when (M.Get(1) == 0): break; }';
    expect(reported('', body)).toEqual(['fault M.Get(1)']);
  });

  it('is not taken where its guard never ends', () => {
    const never = 'int Never() { throw new InvalidOperationException("x"); }';
    const body = 'switch (Secret.A.Length) { case 0 when (Never() == 0): M.Get(1); break; default: M.Get(2); break; }';
    expect(reported(never, body)).toEqual(['fault M.Get(2)']);
  });
});

describe('a `catch` behind one that takes everything its filter sees', () => {
  it('is entered by the network alone', () => {
    const guard = (clauses: string): string => `try { var t = Secret.A; } ${clauses}`;
    expect(reported('', guard('catch (Exception e) when (true) { } catch (Exception) { M.Get(1); }'))).toEqual([]);
    expect(reported('', guard('catch (Exception e) when (e is not NetworkException) { } catch { M.Get(1); }'))).toEqual(
      [],
    );
  });
});

describe('recursion through a delegate', () => {
  it('is run until nothing changes, and what was found is kept', () => {
    const helpers = `
      int F(int o) => G(o, H);
      int G(int o, Func<int, int> f) => M.Get(o);
      int H(int o) { if (o > 3) F(o); return 0; }`;
    expect(reported(helpers, 'F(1);')).toEqual(['fault F(1)']);
  });
});

describe('a local function', () => {
  it('that hands itself on as a delegate is run until nothing changes', () => {
    const helper = `int G(int o, Func<int, int> f) {
      try { f(o); throw new ValidationException("x"); }
      catch (ExternalServiceException) { }
      catch (NetworkException) when (Secret.A == "t" && f(o) < 9 && Secret.B == "t") { f(o); }
      return 0; }`;
    const body = 'int L(int o) { M.Get(o); G(o, L); return 0; } L(1);';
    expect(reported(helper, body)).toEqual(['fault L(1)']);
  });

  it('leaves to what it captures the place that it has', () => {
    const caught = 'try { M.Get(1); } catch (NetworkException e) { int L(int o) { throw e; } L(2); }';
    expect(reported('', caught)).toContain('fault M.Get(1)');
    expect(reported('', caught)).not.toContain('fault L(2)');
    const delegate = 'Func<int, int> f = x => M.Get(1); int L(int o) { return f(0); } L(2);';
    expect(reported('', delegate)).toEqual(['fault M.Get(1)']);
  });
});

describe('a new exception', () => {
  it("of a lambda from outside a `catch` is not the caught one's", () => {
    const body = `Func<int, int> f = x => throw new NetworkException("x");
      try { M.Get(1); } catch (NetworkException) { f(0); } catch (ExternalServiceException) { }`;
    expect(reported('', body)).toEqual(['fault throw new NetworkException("x")']);
  });

  it('that a helper throws belongs to the call that gave it, however often it is thrown again', () => {
    const helper = 'int Fail(Exception e) { throw e; }';
    const kept = `Exception? k = null;
      try { Fail(new MyFault("x")); } catch (Exception e) { k = e; }
      if (k != null) throw k;`;
    expect(reported(helper, kept)).toEqual(['fault new MyFault("x")']);
  });

  it('that a `catch` gives to a helper which throws it belongs to what was caught', () => {
    const helper = 'int Fail(Exception e) { throw e; }';
    const body = 'try { M.Get(1); } catch (NetworkException e) { Fail(new MyFault("x")); } catch { }';
    expect(reported(helper, body)).toEqual(['fault M.Get(1)']);
  });
});

describe('a virtual call', () => {
  const classes = (overrides: string): string => `
    abstract class B { public virtual int V(int o) { return M.Get(o); } }
    class C : B { public override int V(int o) { return 0; } }
    class D : C { ${overrides} }
    B Any() => Secret.A == "t" ? new C() : new D();`;

  it('does not run a body that every class overrides', () => {
    expect(reported(classes(''), 'Any().V(1);')).toEqual([]);
  });

  it('runs the base where an heir calls it', () => {
    const heir = 'public override int V(int o) { return base.V(o); }';
    expect(reported(classes(heir), 'Any().V(1);')).toEqual([]);
  });

  it('runs the default body of an interface where a class has none of its own', () => {
    const helpers = (own: string): string => `
      interface I { int V(int o) { return M.Get(o); } }
      class C : I { public int V(int o) { return 0; } }
      class D : I { ${own} }
      I Any() => Secret.A == "t" ? new C() : new D();`;
    expect(reported(helpers(''), 'Any().V(1);')).toEqual(['fault Any().V(1)']);
    expect(reported(helpers('public int V(int o) { return 1; }'), 'Any().V(1);')).toEqual([]);
  });

  it("runs what classes of the receiver's type have", () => {
    const helpers = `
      interface I { int V(int o); }
      interface J : I { }
      class C : I { public int V(int o) { return M.Get(o); } }
      class D : C, J { public new int V(int o) { return 0; } }
      I Any() => Secret.A == "t" ? new C() : new D();
      J One() => new D();`;
    expect(reported(helpers, 'One().V(1); Any().V(2);')).toEqual(['fault Any().V(2)']);
  });

  it('runs what a class inherits from a base that knows nothing of the interface', () => {
    const helpers = `
      interface I { int V(int o); }
      class B { public int V(int o) { return M.Get(o); } }
      class C : B, I { }
      I Any() => new C();`;
    expect(reported(helpers, 'Any().V(1);')).toEqual(['fault Any().V(1)']);
  });
});

describe('a text of its own that never comes', () => {
  it('ends the path where the value is there', () => {
    const helper = 'class T { public override string ToString() { throw new InvalidOperationException("x"); } }';
    expect(reported(helper, 'var s = $"{new T()}"; M.Get(1);')).toEqual([]);
    expect(reported(helper, 'T? t = Secret.A == "t" ? new T() : null; var s = $"{t}"; M.Get(1);')).toEqual([
      'fault M.Get(1)',
    ]);
  });
});

describe('a filter that calls its own function without an end', () => {
  it('does not hide what its `try` throws', () => {
    const helper = `int Fail(int o) { throw new MyFault("x"); }
      int F(int o) {
        try { Fail(o); } catch (NetworkException) when (Secret.A == "t" && F(o) < 9 && Secret.B == "t") { }
        return 0; }`;
    expect(reported(helper, 'F(1);')).toEqual(['fault F(1)']);
  });
});

describe('a new exception for one that left `Once` of a delegate', () => {
  it('is not itself meant to be retried', () => {
    const helper = `int Once(int o) => DataStateMachine.Once("k", "e", () => M.Get(o));
      int Wrap(int o, Func<int, int> f) {
        try { return f(o); } catch (NetworkException) { throw new NetworkException("again"); } catch { return 0; } }`;
    expect(reported(helper, 'Wrap(1, Once);', 'dataStateMachine { Scope = Element; }')).toEqual(['fault Once']);
  });
});

describe('what a local holds depends on the place', () => {
  const lambda = 'Func<int, int> f = x => 0;';

  it('in branches that do not meet', () => {
    const body = `${lambda} switch (Secret.A.Length) { case 1: if (Secret.B == "t") f = x => M.Get(x); break; default: f(0); break; }`;
    expect(reported('', body)).toEqual([]);
    expect(reported('', `${body} f(0);`)).toEqual(['fault M.Get(x)']);
  });

  it('as it was given last', () => {
    expect(reported('', `${lambda} f = x => M.Get(1); f = x => 0; f(0);`)).toEqual([]);
    expect(reported('', `${lambda} f = x => M.Get(1); f(0); f = x => M.Get(2);`)).toEqual(['fault M.Get(1)']);
  });

  it('in each round of a loop', () => {
    const swap = `Func<int, int> f = x => 0; Func<int, int> g = x => 0;
      while (Secret.A == "t") { f(0); f = g; g = x => M.Get(x); }`;
    expect(reported('', swap)).toEqual(['fault M.Get(x)']);
    expect(reported('', `${lambda} do { f(0); f = x => M.Get(x); break; } while (Secret.A == "t");`)).toEqual([]);
  });

  it('through a lambda or a local function that assigns what it captures', () => {
    expect(reported('', `${lambda} Action a = () => { f = x => M.Get(1); }; f(0); a(); f = x => 0; f(0);`)).toEqual([]);
    expect(reported('', `${lambda} Action a = () => { f = x => M.Get(1); }; a(); f(0);`)).toEqual(['fault M.Get(1)']);
    expect(reported('', `${lambda} void L() { f = x => M.Get(1); } if (Secret.A == "t") L(); f(0);`)).toEqual([
      'fault M.Get(1)',
    ]);
  });

  it('through a delegate that a helper invokes, or keeps', () => {
    const helpers = `int Do(Func<int> act) => act() + act();
      int Not(Func<int> act) => 0;
      class K { public static Func<int>? Last; }
      int Keep(Func<int> act) { K.Last = act; return 0; }`;
    const told = (call: string): readonly string[] => reported(helpers, `${lambda} ${call} f(0);`);
    expect(told('Do(() => { f = x => M.Get(1); return 0; });')).toEqual(['fault M.Get(1)']);
    expect(told('Not(() => { f = x => M.Get(1); return 0; });')).toEqual([]);
    expect(told('Do(() => { f = x => M.Get(1); return 0; }); f = x => 0;')).toEqual([]);
    expect(told('Keep(() => { f = x => M.Get(1); return 0; }); f = x => 0; K.Last!();')).toEqual(['fault M.Get(1)']);
    const twice = `Func<int, int> g = x => 0; Do(() => { f(0); f = g; g = x => M.Get(1); return 0; });
      Do(() => { f(0); return 0; });`;
    expect(reported(helpers, `${lambda} ${twice}`)).toEqual(['fault M.Get(1)']);
  });

  it('where an exception comes from, in each `catch`', () => {
    const network = (inner: string): string =>
      `${lambda} try { ${inner} } catch (NetworkException) { f(0); } catch { }`;
    expect(reported('', network('f = x => M.Get(2); M.Get(1);'))).toEqual(['fault M.Get(2)']);
    expect(reported('', network('M.Get(1); f = x => M.Get(2);'))).toEqual([]);
    expect(
      reported('', `${lambda} try { f = x => M.Get(2); int.Parse("x"); } catch (FormatException) { f(0); }`),
    ).toEqual(['fault M.Get(2)']);
    const helper = 'int Set(Action set) { set(); return M.Get(1); }';
    expect(reported(helper, network('Set(() => { f = x => M.Get(2); });'))).toEqual(['fault M.Get(2)']);
  });

  it('behind a `finally` on every way through it', () => {
    const loop = (exit: string): string =>
      `${lambda} while (Secret.A == "t") { try { ${exit} } finally { f = x => M.Get(1); } } f(0);`;
    expect(reported('', loop('break;'))).toEqual(['fault M.Get(1)']);
    expect(reported('', loop('continue;'))).toEqual(['fault M.Get(1)']);
    const last = `${lambda} void L() { try { return; } finally { f = x => M.Get(1); } } L(); f(0);`;
    expect(reported('', last)).toEqual(['fault M.Get(1)']);
    const outer = `${lambda} try { try { M.Get(2); } finally { f = x => M.Get(1); } } catch { f(0); }`;
    expect(reported('', outer)).toEqual(['fault M.Get(1)']);
  });

  it('also of a caught exception that a delegate took along', () => {
    const body = `Func<int, int> f = x => 0; try { M.Get(1); } catch (Exception e) { f = x => throw e; } f(0);`;
    expect(reported('', body)).toEqual(['fault M.Get(1)']);
    const other = `Func<int, int> f = x => 0; try { M.Get(1); } catch (Exception e) { var k = e; f = x => throw k; } f(0);`;
    expect(reported('', other)).toEqual(['fault M.Get(1)']);
  });
});

describe('a name in a filter', () => {
  it('is the exception that is caught', () => {
    const body = 'try { M.Get(1); } catch (Exception e) when (e is NetworkException n) { throw n; } catch { }';
    expect(reported('', body)).toEqual(['fault M.Get(1)']);
  });
});

describe('a parameter of a function that calls itself', () => {
  it('is what it is given by each call', () => {
    const body = 'int L(int n, Func<int, int> f) => n == 0 ? f(0) : L(n - 1, x => M.Get(1)); L(3, x => 0);';
    expect(reported('', body)).toEqual(['fault L(3, x => 0)']);
    const helper = 'int L(int n, Func<int, int> f) => n == 0 ? f(0) : L(n - 1, x => M.Get(1));';
    expect(reported(helper, 'L(3, x => 0);')).toEqual(['fault L(3, x => 0)']);
  });
});

describe('a delegate that goes out by a parameter', () => {
  it('counts where it is created', () => {
    const helper = 'void Make(out Func<int, int> f) { f = x => M.Get(x); }';
    expect(reported(helper, 'Make(out var f); f(0);')).toEqual(['fault Make(out var f)']);
    const own = 'Func<int, int> f = x => M.Get(1); Wrap(ref f); f(0);';
    expect(reported('void Wrap(ref Func<int, int> f) { }', own)).toEqual(['fault M.Get(1)']);
  });
});

describe('what a collection compares by', () => {
  const told = (member: string, use: string): readonly string[] =>
    reported(
      `class K : IComparable<K> { public int N; public override bool Equals(object? o) => ${member === 'Equals' ? 'M.Get(1) == 0' : 'true'};
      public override int GetHashCode() => ${member === 'GetHashCode' ? 'M.Get(1)' : '0'};
      public int CompareTo(K? o) => ${member === 'CompareTo' ? 'M.Get(1)' : '0'}; }
      class By : IEqualityComparer<int> { public bool Equals(int a, int b) => M.Get(1) == 0; public int GetHashCode(int a) => 0; }`,
      `var l = new List<K> { new K() }; ${use}`,
    );

  it('is called where it may compare values of the type, or keys', () => {
    for (const [member, use, call] of [
      ['Equals', 'l.Contains(l[0]);', 'l.Contains(l[0])'],
      ['Equals', 'l.Remove(l[0]);', 'l.Remove(l[0])'],
      ['Equals', 'object.Equals(l[0], l[0]);', 'object.Equals(l[0], l[0])'],
      ['GetHashCode', 'var d = new Dictionary<K, int>(); d[l[0]] = 1;', 'd[l[0]]'],
      ['GetHashCode', 'l.GroupBy(k => k).ToList();', 'l.GroupBy(k => k)'],
      ['GetHashCode', 'l.Distinct().ToList();', 'l.Distinct()'],
      ['CompareTo', 'l.Sort();', 'l.Sort()'],
      ['CompareTo', 'l.OrderBy(k => k).ToList();', 'l.OrderBy(k => k)'],
      ['', 'l.Select(k => k.N).Distinct(new By()).ToList();', 'l.Select(k => k.N).Distinct(new By())'],
    ] as const)
      expect(told(member, use), use).toEqual([`fault ${call}`]);
  });

  it('is not called where other things are compared', () => {
    for (const [member, use] of [
      ['CompareTo', 'l.OrderBy(k => k.N).ToList(); l.Contains(l[0]); l.Max(k => k.N);'],
      [
        'Equals',
        'l.Select(k => k.N).Distinct().ToList(); l.GroupBy(k => k.N).ToList(); l.Sort(); l.Add(l[0]); l.Reverse();',
      ],
      ['GetHashCode', 'var d = new Dictionary<int, K>(); d[1] = l[0]; l.ToDictionary(k => k.N);'],
    ] as const)
      expect(told(member, use), use).toEqual([]);
  });
});
