import { describe, expect, it } from 'vitest';
import { errors, findings } from './support.ts';

// One mistake, one finding: each text is wrong in one place, and its neighbour is right.
const app = `
enum Color { Red, Green }
enum RunState { Open, Done }
[Principal] entity Person { string Name; }
entity Card { string No; }
entity Run { RunState State; Card? Card; string Name; }
workflow RunFlow { Tracks = Run.State; Autostart = true; Initial = Open; event Close(string why); event Stop();
  state Open { subscribe Close() as Closing; on Closing { goto Done; } on Stop { goto Done; } }
  terminal success Done { } }
abstract class Shape { public abstract int Area(); private int secret; public int Sides { get; } = 4; public static int Made; }
class Square : Shape { public override int Area() => 1; public Square(int side) { } }
client Mailer { BaseUrl = "https://mail.example"; [Get("/m/{id}")] Card Fetch(string id); }
int G(int a, string b = "x") => a;
void Nothing() { }
`;
const lines = app.split('\n').length;

/** What is said of a body, with its lines counted from the body's own first. */
function said(body: string, signature = 'void F(int n, string s, Run run, Card? card, object o)'): string[] {
  return findings(`${app}${signature} {\n${body}\n}`).map((finding) => {
    const [place = '', name = ''] = finding.split(' ');
    const [line, column] = place.split(':').map(Number) as [number, number];
    return `${line - lines}:${column} ${name}`;
  });
}

describe('members that are private in a base class', () => {
  const base = 'class B { private int Q; protected int P; private static int S; private int R { get; set; } } ';

  it.each([
    ['class D : B { public int X() => Q; }', "'Q'"],
    ['class D : B { public int X() => S; }', "'S'"],
    ['class D : B { public void X() { R = 2; } }', "'R'"],
    ['class D : B { public int X() => this.Q; }', "'Q'"],
  ])('%s is refused', (derived, name) => {
    expect(errors(base + derived)).toEqual([
      `not-accessible-here: ${name} is not accessible here: it is private in 'B'`,
    ]);
  });

  it('are what they are where they may be used, and hide nothing elsewhere', () => {
    expect(errors(`${base}class D : B { public int X() => P; }`)).toEqual([]);
    expect(errors(`${base}class D : B { public int X() => (int)S.A; } enum S { A }`)).toEqual([]);
    expect(errors('class B { private int Q; public int X() => Q; }')).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['missing();', '1:1 unknown-name'],
    ['var x = nmae;', '1:9 unknown-name'],
    ['run.Nmae = "a";', '1:5 no-such-member'],
    ['var x = Color.Gren;', '1:15 no-such-member'],
    ['Mailer.Fetsh("1");', '1:8 no-such-member'],
    ['RunFlow.RaiseCloze(run, "a");', '1:9 unknown-event'],
    ['RunFlow.CorrelateClose("a");', '1:9 no-such-member'],
    ['var x = nameof(Card.Nr);', '1:21 no-such-member'],
    ['Unknown x = null; x.Foo(); x.Bar = 1;', '1:1 unknown-name'],
  ])('%s', (body, expected) => {
    expect(said(body)).toEqual([expected]);
  });

  it('suggests what is near', () => {
    expect(errors('int F(int total) => totl;')).toEqual([
      "unknown-name: there is no name 'totl' here — did you mean 'total'?",
    ]);
    expect(errors('entity E { string Name; } int F() => E.Were(e => true).Count();')[0]).toContain(
      "did you mean 'Where'",
    );
  });

  it('takes what the body around means by a name', () => {
    expect(said('var Card = run.Card; if (Card != null) { var no = Card.No; }\nvar all = RunState.Open;')).toEqual([]);
    expect(
      findings('enum Card { A } class Deck { public Card Card = Card.A; public Card Other() { return Card.A; } }'),
    ).toEqual([]);
  });
});

describe('types', () => {
  it.each([
    ['int x = "a";', '1:9 type-mismatch'],
    ['int x = 1.5;', '1:9 type-mismatch'],
    ['decimal x = 1.5;', '1:13 type-mismatch'],
    ['bool x = n;', '1:10 type-mismatch'],
    ['int x = null;', '1:9 not-nullable'],
    ['int? m = 1; int x = m;', '1:21 type-mismatch'],
    ['var x = n + true;', '1:9 type-mismatch'],
    ['var x = !n;', '1:9 type-mismatch'],
    ['var x = card == n;', '1:9 type-mismatch'],
    ['var x = null;', '1:9 type-mismatch'],
    ['var x = Nothing();', '1:9 type-mismatch'],
    ['var x = a => a;', '1:9 type-mismatch'],
    ['var x = new();', '1:9 type-mismatch'],
    ['var x = (string)n;', '1:9 type-mismatch'],
    ['var x = n as string;', '1:9 type-mismatch'],
    ['var x = n is string;', '1:14 type-mismatch'],
    ['if (n) { }', '1:5 type-mismatch'],
    ['foreach (var x in n) { }', '1:19 type-mismatch'],
    ['throw s;', '1:7 type-mismatch'],
    ['n();', '1:1 type-mismatch'],
    ['var x = n[0];', '1:9 type-mismatch'],
    ['var (a, b) = n;', '1:1 type-mismatch'],
    ['Func<int, int> f = (a, b) => a;', '1:20 type-mismatch'],
    ['Func<int> f = () => "a";', '1:21 type-mismatch'],
    ['List<string> x = [1];', '1:19 type-mismatch'],
    ['var x = new[] { 1, "a" };', '1:9 type-mismatch'],
    ['try { } catch (string) { }', '1:16 type-mismatch'],
  ])('%s', (body, expected) => {
    expect(said(body)).toEqual([expected]);
  });

  it.each([
    'long x = n; double d = n; decimal m = n; object b = n; int? q = n;',
    'byte x = 200; char c = (char)n; Color k = 0; x += 1; c++;',
    'string t = null; t = "a" + n + null; var u = s ?? "x";',
    'Func<int, int> f = a => a; Action g = () => n++; Func<string> h = s.Trim; Action<string> i = _ => { };',
    'List<string> x = ["a", .. new[] { "b" }]; int[] y = []; IEnumerable<int> z = [1];',
    'object x = n > 1 ? n : "a"; int? y = n > 1 ? n : null; var z = n > 1 ? 1 : 2L;',
    'DateTime? d = null; var past = d < DateTime.UtcNow; var gap = DateTime.UtcNow - d;',
    'if (o is string { Length: > 3 } t && t != "") { } else if (o is int or long) { }',
  ])('near miss: %s', (body) => {
    expect(said(body)).toEqual([]);
  });
});

describe('calls', () => {
  it.each([
    ['G();', '1:1 wrong-arguments'],
    ['G(1, "a", 3);', '1:11 wrong-arguments'],
    ['G(1, c: "a");', '1:6 wrong-arguments'],
    ['G("a");', '1:3 type-mismatch'],
    ['Mailer.Fetch(1);', '1:14 type-mismatch'],
    ['RunFlow.RaiseClose(run);', '1:1 wrong-arguments'],
    ['new Square();', '1:1 wrong-arguments'],
    ['new Card("a");', '1:5 wrong-arguments'],
    ['new Shape();', '1:5 abstract-type'],
    ['int.TryParse(s, out string x);', '1:21 type-mismatch'],
    ['new List<int>().Select(x => x.Foo).Where(y => y.Bar).ToList();', '1:31 no-such-member'],
  ])('%s', (body, expected) => {
    const found = said(body);
    expect(found.length).toBe(1);
    expect(found[0]?.split(' ')[1]).toBe(expected.split(' ')[1]);
    if (!expected.includes('wrong-arguments')) expect(found).toEqual([expected]);
  });
});

describe('assignment', () => {
  it.each([
    ['const int c = 1; c = 2;', '1:18 read-only'],
    ['foreach (var x in new[] { 1 }) { x = 2; }', '1:34 read-only'],
    ['new Square(1).Sides = 2;', '1:1 read-only'],
    ['run.Id = run.Id;', '1:1 read-only'],
    ['"abc"[0] = \'x\';', '1:1 read-only'],
    ['G(1) = 2;', '1:1 type-mismatch'],
    ['run.State = RunState.Done;', '1:1 tracked-field-assigned'],
    ['new Run { Name = "a", State = RunState.Done };', '1:23 tracked-field-assigned'],
    ['run.State++;', '1:1 tracked-field-assigned'],
  ])('%s', (body, expected) => {
    expect(said(body)).toEqual([expected]);
  });

  it('lets a constructor set what is read-only', () => {
    expect(findings('class C { public readonly int N; public int M { get; } public C() { N = 1; M = 2; } }')).toEqual(
      [],
    );
    expect(findings('class C { public readonly int N; public void Set() { N = 1; } }')).toEqual(['1:54 read-only']);
  });
});

describe('declarations in bodies', () => {
  it.each([
    ['int x = 1; int x = 2;', '1:16 duplicate-declaration'],
    ['int n = 1;', '1:5 duplicate-declaration'],
    ['{ int x = 1; } int x = 2;', '1:20 duplicate-declaration'],
    ['int x = 1; { int x = 2; }', '1:18 duplicate-declaration'],
    ['int L() => 1; int L() => 2; L();', '1:19 duplicate-declaration'],
    ['if (o is int n) { }', '1:14 duplicate-declaration'],
  ])('%s', (body, expected) => {
    expect(said(body)).toEqual([expected]);
  });

  it.each([
    '{ int x = 1; } { int x = 2; }',
    'Func<int, int> f = n => n; int L(int n) => n; L(f(1));',
    'for (var i = 0; i < 1; i++) { } for (var i = 0; i < 1; i++) { }',
    'switch (n) { case 1: { var x = 1; break; } case 2: { var x = 2; break; } }',
    'Action<int, int> f = (_, _) => { };',
  ])('near miss: %s', (body) => {
    expect(said(body)).toEqual([]);
  });
});

describe('statements', () => {
  it.each([
    ['break;', '1:1 misplaced-statement'],
    ['continue;', '1:1 misplaced-statement'],
    ['switch (n) { case 1: continue; }', '1:22 misplaced-statement'],
    ['throw;', '1:1 misplaced-statement'],
    ['return 1;', '1:8 misplaced-statement'],
    ['n + 1;', '1:1 misplaced-statement'],
    ['Action f = () => n;', '1:18 misplaced-statement'],
    ['while (true) { try { } finally { break; } }', '1:34 misplaced-statement'],
    ['Action f = () => { break; };', '1:20 misplaced-statement'],
    ['goto Done;', '1:1 goto-outside-workflow'],
    ['try { } catch (Exception) { } catch (FormatException) { }', '1:38 unreachable-catch'],
    ['try { } catch (FormatException) { } catch (FormatException) { }', '1:44 unreachable-catch'],
    ['try { } catch { } catch (FormatException) { }', '1:26 unreachable-catch'],
    ['switch (n) { case 1: break; case 1: break; }', '1:34 duplicate-case'],
    ['switch (n) { default: break; default: break; }', '1:30 duplicate-case'],
    ['var x = n switch { 1 or 2 => 1, 2 => 2, _ => 3 };', '1:33 duplicate-case'],
    ['switch (n) { case 1: n++; case 2: break; }', '1:22 switch-fall-through'],
    ['const int k = G(1);', '1:15 invalid-constant'],
    ['var x = int.MaxValue + 1;', '1:9 invalid-constant'],
    ['var x = n / 0;', '1:9 invalid-constant'],
    ['if (n is n) { }', '1:10 invalid-constant'],
  ])('%s', (body, expected) => {
    expect(said(body)).toEqual([expected]);
  });

  it.each([
    'while (true) { if (n > 1) break; continue; }',
    'while (true) { switch (n) { case 1: continue; default: break; } }',
    'try { } catch (FormatException) { throw; } catch (Exception e) when (e.Message == "") { } catch { }',
    'switch (n) { case 1: case 2: break; case 3 when s == "": break; case 3: break; default: throw new Exception(); }',
    'while (true) { try { while (true) { break; } } finally { while (true) { break; } } }',
    'var x = n / 0.0; var y = unchecked(int.MaxValue + 1); const decimal d = 1m / 3;',
  ])('near miss: %s', (body) => {
    expect(said(body)).toEqual([]);
  });

  it('refuses a goto in lambdas and local functions even where the body may have one', () => {
    const text = (body: string) => app.replace('on Stop { goto Done; }', `on Stop { ${body} goto Done; }`);
    expect(findings(text('Action f = () => { goto Done; };')).map((f) => f.split(' ')[1])).toEqual([
      'goto-outside-workflow',
    ]);
    expect(findings(text('void L() { goto Done; } L();')).map((f) => f.split(' ')[1])).toEqual([
      'goto-outside-workflow',
    ]);
    expect(findings(text('try { } finally { goto Done; }')).map((f) => f.split(' ')[1])).toEqual([
      'misplaced-statement',
    ]);
    expect(errors(text('if (this.Item.Name == "") { goto Dome; }'))[0]).toContain("Did you mean 'Done'?");
  });
});

describe('what is accessible', () => {
  it.each([
    ['var x = this;', '1:9 not-accessible-here'],
    ['var x = base.ToString();', '1:9 not-accessible-here'],
    ['var x = this.Item;', '1:9 not-accessible-here'],
    ['Shape q = new Square(1); var x = q.secret;', '1:36 not-accessible-here'],
  ])('%s', (body, expected) => {
    expect(said(body)).toEqual([expected]);
  });

  it('knows the row of a run in its bodies, and no other `this`', () => {
    const text = (body: string) => app.replace('on Stop { goto Done; }', `on Stop { ${body} goto Done; }`);
    expect(
      findings(text('this.Item.Name = "a"; var who = actor; if (who != null) { this.Item.Name = who.Name; }')),
    ).toEqual([]);
    expect(findings(text('var x = this;')).map((f) => f.split(' ')[1])).toEqual(['not-accessible-here']);
  });
});
