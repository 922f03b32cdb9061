import { describe, expect, it } from 'vitest';
import { checked, ir, irOf, stmt } from './support.ts';

const types = `
enum Color { Red, Green = 5 }
[Principal] entity Person { string Name; bool Clerk; }
entity Card { string No; DateTime? Until; Card? Next; int N; Person? By; }
class C {
  public int N; public int P { get { return N; } set { N = value; } }
  public C() { } public C(int n, string s = "d") { }
  public List<int> L = new();
  public virtual int V(int a, int b = 2) => a;
  public static C operator +(C a, C b) => a;
  public static implicit operator C(int i) => new C(i);
  public int this[string k] { get => 1; set { } }
}
class D : C { public override int V(int a, int b = 2) => base.V(b: a, a: b); }
policy IsClerk => user != null && user.Clerk;
principal Ada => Person.Single(p => p.Name == "Ada");
client Mailer { BaseUrl = "https://mail.example"; [Get("/m/{id}")] C Fetch(string id, [Query] int? page = null); }
enum RunState { Open, Done }
entity Run { RunState State; Card Card; }
workflow RunFlow {
  Tracks = Run.State; Autostart = true; Initial = Open;
  event Close(string why); [CorrelateOn(this.Item.Card.No == no)] event Seen(string no);
  state Open { subscribe Close() as Closing; on Closing { goto Done; } on Seen { goto Done; } }
  terminal success Done { }
}
string Greet(string name, int times = 1, bool loud = false) => name;
int Sum(params int[] xs) => xs.Length;
T Same<T>(T x) => x;`;

const of = (params: string, type: string, e: string): string => irOf(params, type, e, types);

describe('operators are written out as C# promotes and lifts them', () => {
  it.each([
    ['int a, long b', 'long', 'a + b', '(add:long (int→long a) b)'],
    ['char c, int a', 'int', 'c + a', '(add:int (char→int c) a)'],
    ['int a, double b', 'double', 'a * b', '(mul:double (int→double a) b)'],
    ['int? a, int b', 'int?', 'a + b', '(add:int? a b)'],
    ['int? a, int b', 'bool', 'a < b', '(lt:int? a b)'],
    ['long a, int n', 'long', 'a << n', '(shl:long a n)'],
    ['Color c', 'bool', 'c == 0', '(eq:enum c 0:Color)'],
    ['Color c', 'Color', 'c + 1', '(int→Color (add:int (Color→int c) 1:int))'],
    ['Color a, Color b', 'int', 'a - b', '(sub:enum a b)'],
    ['string s, int n', 'string', 's + n + 1.50m', '(add:string (add:string s n) 1.50:decimal)'],
    ['DateTime a, TimeSpan b', 'DateTime', 'a + b', '(DateTime.op_Addition(DateTime,TimeSpan) a b)'],
    ['DateTime? a, DateTime? b', 'bool', 'a == b', '(eq:ref? a b)'],
    ['C c', 'C', 'c + 1', '(C.op_Addition(C,C) c (C.op_Implicit(int)~C 1:int))'],
    ['Card a, Card b', 'bool', 'a == b', '(eq:ref a b)'],
    ['int a', 'int', 'checked(a * 2)', '(Convert.ToInt32(long) (mul:long (int→long a) (int→long 2:int)))'],
  ])('%s: %s %s', (params, type, e, expected) => {
    expect(of(params, type, e)).toBe(expected);
  });
});

describe('constants are folded', () => {
  it.each([
    ['int', '2 * 3 + 4', '10:int'],
    ['long', '3', '3:long'],
    ['string', '"a" + "b"', '"ab":string'],
    ['int', '-2147483648', '-2147483648:int'],
    ['Color', '(Color)5', '5:Color'],
    ['int', "'a' + 1", '98:int'],
    ['decimal', '1.10m + 1.1m', '2.20:decimal'],
    ['bool', 'int.MaxValue > 1 && !false', 'true:bool'],
    ['string', 'nameof(Card.No)', '"No":string'],
    ['int', 'unchecked((int)3000000000)', '-1294967296:int'],
  ])('%s %s', (type, e, expected) => {
    expect(of('', type, e)).toBe(expected);
  });
});

describe('conversions are explicit', () => {
  it.each([
    ['int a', 'decimal', 'a', '(int→decimal a)'],
    ['int a', 'long?', 'a', '(int→long a)'],
    ['int? a', 'long?', 'a', '(int?→long?? a)'],
    ['int a', 'object', 'a', '(box int a)'],
    ['object o', 'int', '(int)o', '(cast int o)'],
    ['bool b, int a', 'int?', 'b ? a : null', '(cond b a null:int?)'],
    ['bool b', 'object', 'b ? 1 : "x"', '(cond b (box int 1:int) "x":string)'],
    ['int? a', 'int', 'a ?? 3', '(coalesce a 3:int)'],
    ['', 'Func<string, int>', 'int.Parse', '(fnref/1 int.Parse(string))'],
    ['C c', 'Func<int, int, int>', 'c.V', '(fnref/2 C.V(int,int) c virt)'],
  ])('%s: %s %s', (params, type, e, expected) => {
    expect(of(params, type, e)).toBe(expected);
  });
});

describe('calls name their callee and fill in what is left out', () => {
  it.each([
    ['', 'string', 'Greet("a", loud: true)', '(Greet(string,int,bool) "a":string 1:int true:bool)'],
    ['C c', 'int', 'c.V(b: 1, a: 2)', '(C.V(int,int) virt c 2:int 1:int order=10)'],
    ['', 'int', 'Sum(1, 2)', '(Sum(int[]) [1:int 2:int]:int[])'],
    ['', 'string', 'Same("a")', '(Same`1(!T)<string> "a":string)'],
    [
      'string s',
      'bool',
      'int.TryParse(s, out var n) && n > 0',
      '(and (int.TryParse(string,int) s out n) (gt:int n 0:int))',
    ],
    ['Func<int, int> f', 'int', 'f(3)', '(invoke f 3:int)'],
    ['', 'C', 'Mailer.Fetch("x")', '(client Mailer.Fetch(string,int?) "x":string null:int?)'],
    [
      'List<int> xs',
      'int',
      'xs.Count(x => x > 1)',
      '(Enumerable.Count(IEnumerable<T>,Func<T,bool>)<int> xs ((int x) => bool { return (gt:int x 1:int); }))',
    ],
    ['Run r', 'RaiseOutcome', 'RunFlow.RaiseClose(r, "late")', '(raise RunFlow.Close r "late":string)'],
    [
      'Run r, DateTime t',
      'RaiseOutcome',
      'RunFlow.RaiseClose(r, "late", at: t)',
      '(raise RunFlow.Close r "late":string at t)',
    ],
    ['', 'CorrelationOutcome', 'RunFlow.CorrelateSeen("7")', '(correlate RunFlow.Seen "7":string)'],
    ['Run r', 'RaiseOutcome', 'RunFlow.Start(r)', '(start RunFlow r)'],
    ['Run r, Person p', 'void', 'RunFlow.AssignClosing(r, p)', '(assignSlot RunFlow.Closing r p);'],
    [
      '',
      'void',
      'Mailer.Fetch.Stub((id, page) => new C())',
      '(stub Mailer.Fetch(string,int?) ((string id, int? page) => C { return (new C.new()); }));',
    ],
    [
      '',
      'void',
      'Mailer.Fetch.Fails(new NetworkException())',
      '(fails Mailer.Fetch(string,int?) (NetworkException.new()));',
    ],
    ['', 'string', 'Secret.Key', 'secret(Key)'],
  ])('%s: %s %s', (params, type, e, expected) => {
    expect(of(params, type, e).replace(/;$/, '')).toBe(expected.replace(/;$/, ''));
  });

  it('calls a base member without dispatch', () => {
    expect(ir(types, 'D.V')).toBe('return (C.V(int,int) this b a order=10);');
  });
});

describe('members and elements', () => {
  it.each([
    ['Card c', 'string?', 'c.Next?.Next?.No', '(nullcond $1 c.Next (nullcond $2 $1.Next $2.No))'],
    ['C c', 'int', 'c.P++', '(update post (prop C.get_P()/C.set_P(int) c) $1 (add:int $1 1:int))'],
    [
      'C c',
      'int',
      'c["k"] += 2',
      '(update (prop C.get_Item(string)/C.set_Item(string,int) c "k":string) $1 (add:int $1 2:int))',
    ],
    ['string? s', 'string', 's ??= "x"', '(update ifNull s $1 "x":string)'],
    ['List<int> xs', 'int', 'xs[^1]', '(libprop List.this(Index)<int> xs ^1:int)'],
    ['int[] xs', 'int', 'xs[^1]', 'xs[^1:int]'],
    ['string s', 'string', 's[1..^1]', '(string.this(Range) s (1:int..^1:int))'],
    ['(int A, string B) t', 'int', 't.A', 't.Item1'],
    [
      '',
      'Card',
      'Card.Single(c => c.No == "1")',
      '(Enumerable.Single(IEnumerable<T>,Func<T,bool>)<Card> rows(Card) ((Card c) => bool { return (eq:string c.No "1":string); }))',
    ],
    ['', 'bool', 'IsClerk', 'policy(IsClerk)'],
    ['', 'Person', 'Ada', 'principal(Ada)'],
  ])('%s: %s %s', (params, type, e, expected) => {
    expect(of(params, type, e)).toBe(expected);
  });
});

describe('objects and collections', () => {
  it.each([
    ['C', 'new(1) { N = 2, P = 3 }', '(new C.new(int,string) 1:int  "d":string { N = 2:int, C.set_P(int) = 3:int })'],
    ['Card', 'new Card { No = "a" }', '(row Card { No = "a":string })'],
    [
      'List<int>',
      '[1, ..new[] { 2 }]',
      '(collection (List.new()<int>) {List.Add(T) 1:int} {List.Add(T) ..[2:int]:int[]})',
    ],
    ['int[]', '[1, 2]', '[1:int 2:int]:int[]'],
    [
      'Dictionary<string, int>',
      'new() { ["a"] = 1, { "b", 2 } }',
      '(collection (Dictionary.new()<string,int>) {index Dictionary.this(K) "a":string 1:int} {Dictionary.Add(K,V) "b":string 2:int})',
    ],
    [
      'C',
      'new C { L = { 1 } }',
      '(switch (new C.new()) →$0 => (tuple (collection $0.L {List.Add(T) 1:int}) $0).Item2,)',
    ],
  ])('%s %s', (type, e, expected) => {
    expect(of('', type, e)).toBe(expected);
  });
});

describe('patterns', () => {
  it.each([
    ['object o', 'bool', 'o is int n && n > 3', '(and (is o int & →n) (gt:int n 3:int))'],
    [
      'object o',
      'bool',
      'o is Card { N: > 3, Next.No: "x" } c',
      '(is o Card & ({$1 $1.N: gt 3:int, (nullcond $2 $1.Next $2.No): "x":string} and →c))',
    ],
    ['Color c', 'bool', 'c is Color.Red or Color.Green', '(is c (0:Color or 5:Color))'],
    ['Card? c', 'bool', 'c is not null', '(is c not null)'],
    ['Card? c', 'bool', 'c is { }', '(is c not null)'],
    ['List<int> xs', 'bool', 'xs is [1, .., var z]', '(is xs [1:int, →z rest@1])'],
    ['(int, string) t', 'bool', 't is (> 1, "a")', '(is t (gt 1:int, "a":string))'],
    [
      'Color c',
      'string',
      'c switch { Color.Red => "r", _ => "x" }',
      '(switch c 0:Color => "r":string, _ => "x":string,)',
    ],
  ])('%s: %s', (params, type, e, expected) => {
    expect(of(params, type, e)).toBe(expected);
  });
});

describe('statements', () => {
  it.each([
    ['var (a, b) = (1, "x"); return a;', '(deconstruct a b (tuple 1:int "x":string)); return a;'],
    [
      'foreach (var (k, v) in new List<(int, int)>()) { } return 0;',
      'foreach (int k, int v in (List.new()<(int,int)>)) {  } return 0:int;',
    ],
    [
      'int i; for (i = 0; i < 3; i++) { } return i;',
      'int i; for ((= i 0:int); (lt:int i 3:int); (update post i $1 (add:int $1 1:int))) {  } return i:int;'.replace(
        'i:int',
        'i',
      ),
    ],
    ['const int n = 2; return n * 3;', 'return 6:int;'],
    [
      'int L(int x) => x + 1; return L(2);',
      'fn L ((int x) => int { return (add:int x 1:int); }); return (local L 2:int);',
    ],
    [
      'try { return 1; } catch (FormatException e) when (e.Message == "") { throw; } finally { }',
      'try { return 1:int; } catch FormatException e when (eq:string (Exception.Message e) "":string) { throw; } finally {  }',
    ],
    ['runas (Ada) { return; } return 1;', '(runas principal(Ada) (() => void { return; })); return 1:int;'],
  ])('%s', (body, expected) => {
    expect(ir(`int F() { ${body} }\n${types}`, 'F')).toBe(expected);
  });
});

it('lowers the routes of an arm to a chain of ifs', () => {
  const arm =
    'on Seen(string no) { when (no == "1") { return; } when (no == "2") { goto Done; } default { this.Item.Card = null!; goto Done; } }';
  const program = checked(types.replace('on Seen { goto Done; }', arm));
  const body = program.app.workflows[0]?.transitions.find((t) => t.event === 'Seen')?.onExecute;
  expect(body?.block.map(stmt).join(' ')).toBe(
    'if (eq:string no "1":string) { return; } else { if (eq:string no "2":string) { goto Done; } else { { (= item.Card null:Card); goto Done; } } }',
  );
});

it('binds a lambda once for each list of parameter types, however deep they nest', () => {
  const depth = 40;
  const text = `int F(List<int> xs) => ${'xs.Select(x => '.repeat(depth)}1${').First()'.repeat(depth)};`;
  expect(ir(text)).toContain('Enumerable.Select');
});
