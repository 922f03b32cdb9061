import { describe, expect, it } from 'vitest';
import { app } from './app.ts';

describe('names', () => {
  it('resolve across files, namespaces and usings', () => {
    const { found } = app(
      'namespace Loans; using People; entity Loan { Reader Who; Loans.Kinds.Kind Kind; }',
      'namespace People; entity Reader { string Name; }',
      'namespace Loans.Kinds; enum Kind { A, B } class Uses { public Loan Of; }',
    );
    expect(found).toEqual([]);
  });

  it('that are nothing are reported with the nearest', () => {
    const { found, messages } = app('entity Loan { Strign Name; List<Laon> Others; }');
    expect(found).toEqual(['unknown-name at 1:15', 'unknown-name at 1:33']);
    expect(messages[1]).toContain("did you mean 'Loan'?");
  });

  it('of another namespace say which `using` is missing', () => {
    const { messages } = app('entity Loan { Reader Who; }', 'namespace People; entity Reader { string Name; }');
    expect(messages).toEqual(["'Reader' is declared in namespace 'People', which this file does not use"]);
  });

  it('that several usings declare are ambiguous', () => {
    const { messages } = app(
      'using A; using B; class C { public X F; }',
      'namespace A; class X { }',
      'namespace B; class X { }',
    );
    expect(messages[0]).toContain("'A.X' or 'B.X'");
  });

  it('take the type arguments they declare', () => {
    const { messages } = app(
      'class Box<T> { public T Value; } class C { public Box A; public List<int, int> B; public Box<int> D; }',
    );
    expect(messages).toEqual([
      "'Box' takes 1 type argument, and 0 type arguments are written here",
      "'List' takes 1 type argument, and 2 type arguments are written here",
    ]);
  });

  it('of generic classes hold to their constraints', () => {
    const { found } = app(
      'interface I { } class A : I { } class B { } class Box<T> where T : I { } class C { public Box<A> X; public Box<B> Y; }',
    );
    expect(found).toEqual(['type-mismatch at 1:108']);
  });

  it('nested beyond reason are refused once', () => {
    expect(app(`class C { public ${'List<'.repeat(40)}int${'>'.repeat(40)} X; }`).found).toEqual([
      'too-deeply-nested at 1:178',
    ]);
  });

  it('of functions are no types', () => {
    expect(app('int F() => 1; class C { public F X; }').messages).toEqual([
      "'F' is a function, and a type must stand here",
    ]);
  });
});

describe('duplicates', () => {
  it('are reported at the later one, across files in their order', () => {
    const { found } = app('enum A { X }', 'class A { }', 'void F(int n) { } void F(string s) { } void F(int m) { }');
    expect(found).toEqual(['duplicate-declaration at b.osy 1:7', 'duplicate-declaration at c.osy 1:45']);
  });

  it('among members and enum members', () => {
    const { found } = app(
      `entity Barrel { int Litres; decimal Litres; }
enum E { A, B, A }
class C { public int N; public int N() => 1; public void M(int a) { } public void M(string a) { } public void M(int b) { } public C() { } public C() { } }`,
    );
    expect(found).toEqual([
      'duplicate-declaration at 2:16',
      'duplicate-declaration at 1:37',
      'duplicate-declaration at 3:36',
      'duplicate-declaration at 3:111',
      'duplicate-declaration at 3:146',
    ]);
  });

  it('are not parts of a partial entity, nor a policy that another file defines', () => {
    const a = app('partial entity E { int A; } policy P;', 'partial entity E { int B; } policy P => true;');
    expect(a.found).toEqual([]);
    expect(a.symbol('E', 'entity').members.map((m) => m.name)).toEqual([
      ...['Id', 'CreatedAt', 'ModifiedAt', 'CreatedBy', 'ModifiedBy'],
      'A',
      'B',
    ]);
    expect(a.policies[0]?.declaration.value).toBeDefined();
  });
});

describe('enums', () => {
  it('count on, and take constant expressions', () => {
    const e = app('enum E { A, B = 4, C, D = A | 8, F = -1 }').symbol('E', 'enum');
    expect([...e.members.values()].map((m) => m.value)).toEqual([0, 4, 5, 8, -1]);
  });

  it('refuse values that are no constants', () => {
    expect(app('enum E { A = F() } int F() => 1;').found).toEqual(['type-mismatch at 1:14']);
  });
});

describe('bases', () => {
  it('never lead back to their type', () => {
    const { found, messages } = app('class A : B { } class B : C { } class C : A { } entity E : E { int N; }');
    expect(found).toEqual(['base-cycle at 1:56', 'base-cycle at 1:7']);
    expect(messages[1]).toContain('A → B → C → A');
  });

  it('are classes that may be derived from', () => {
    const { found } = app(
      'sealed class S { } class A : S { } class B : int { } entity E { int N; } class D : E { } class X : NetworkException { } class L : List<int> { }',
    );
    expect(found).toEqual([
      'invalid-base at 1:30',
      'invalid-base at 1:46',
      'invalid-base at 1:84',
      'invalid-base at 1:131',
    ]);
  });
});

describe('overriding', () => {
  const base =
    'abstract class Shape { public abstract decimal Area(); public virtual string Name => "shape"; public int Id() => 1; }\n';

  it('finds what it stands in for', () => {
    const a = app(
      `${base}class Square : Shape { public override decimal Area() => 1m; public override string Name => "square"; public override string ToString() => "s"; }`,
    );
    expect(a.found).toEqual([]);
    const [area, name, text] = a.symbol('Square', 'class').members as never as { overrides: unknown }[];
    expect(area?.overrides).toEqual(['Shape.Area()']);
    expect(name?.overrides).toEqual([{ get: 'Shape.get_Name()', set: undefined }]);
    expect(text?.overrides).toEqual(['object.ToString()']);
  });

  it('reports what overrides nothing, or nothing virtual', () => {
    const { found, messages } = app(
      `${base}class Square : Shape { public override decimal Area() => 1m; public override decimal Arae() => 1m; public override int Id() => 2; }`,
    );
    expect(found).toEqual(['nothing-to-override at 2:86', 'nothing-to-override at 2:120']);
    expect(messages[0]).toContain("did you mean 'Area'?");
  });

  it('returns the same type', () => {
    expect(app(`${base}class Square : Shape { public override int Area() => 1; }`).found).toEqual([
      'type-mismatch at 2:40',
    ]);
  });

  it('is owed for every abstract member, unless the class is abstract too', () => {
    const { found, messages } = app(
      `${base}class Square : Shape { }\nabstract class Round : Shape { }\nclass C { public abstract void F(); }`,
    );
    expect(found).toEqual(['not-implemented at 2:7', 'abstract-type at 4:32']);
    expect(messages[0]).toContain('`decimal Area()`');
  });

  it('goes through generic bases', () => {
    const { found } = app(
      'abstract class Box<T> { public abstract T Put(T x); } class Ints : Box<int> { public override int Put(int x) => x; }',
    );
    expect(found).toEqual([]);
  });
});

describe('interfaces', () => {
  it('are implemented by methods, properties and fields, default bodies aside', () => {
    const a = app(`interface IPriced { decimal Price { get; } string Tag(int n); string Twice() => Tag(2); }
class Book : IPriced { public decimal Price { get; set; } public string Tag(int n) => "x"; }
class Pen : IPriced { public string Tag(string n) => n; }
entity Item : IPriced { decimal Price; string Tag(int n) => "t"; }
class Key : IComparable<Key> { public int CompareTo(Key? other) => 0; }`);
    expect(a.found).toEqual(['not-implemented at 3:7']);
    expect(a.messages[0]).toContain('`decimal Price`, `string Tag(int n)`');
    expect(a.symbol('Book', 'class').members[0]).toMatchObject({ implements: [{ get: 'IPriced.get_Price()' }] });
    expect(a.symbol('Key', 'class').members[0]).toMatchObject({ overrides: ['IComparable.CompareTo(T)'] });
  });

  it('may be implemented by a base class', () => {
    const a = app('interface I { void F(); } class A { public void F() { } } class B : A, I { }');
    expect(a.found).toEqual([]);
    expect(a.symbol('A', 'class').members[0]).toMatchObject({ overrides: ['I.F()'] });
  });
});

describe('keys', () => {
  it('name functions by namespace, owner and parameter types', () => {
    const a = app(`namespace Ns; class Money { public Money(decimal d) { } public decimal D { get => 1m; }
public static Money operator +(Money a, Money b) => a; public static implicit operator decimal(Money m) => 1m; public bool Try(out int n) { n = 1; return true; } }
entity Invitation { string? Name; } void Send(Invitation i, string? s) { } T Id<T>(T x) => x;`);
    expect(a.found).toEqual([]);
    expect(a.functions.map((f) => f.key)).toEqual(['Ns.Send(Ns.Invitation,string)', 'Ns.Id`1(!T)']);
    expect(a.symbol('Money', 'class').members.map((m) => ('key' in m ? m.key : 'get' in m ? m.get : ''))).toEqual([
      'Ns.Money.new(decimal)',
      'Ns.Money.get_D()',
      'Ns.Money.op_Addition(Ns.Money,Ns.Money)',
      'Ns.Money.op_Implicit(Ns.Money)~decimal',
      'Ns.Money.Try(int&)',
    ]);
  });
});

describe('workflows and entities', () => {
  it('know what they track, and the rows that refer back', () => {
    const a = app(`enum S { A, B } [Principal] entity Person { string Name; }
entity Loan { S Status; [ForeignKey(Of)] Vote[] Votes; Person? By; } entity Vote { Loan Of; Loan? Other; }
workflow Run { Tracks = Loan.Status; event Go(int n); state A { subscribe Go() as Gone; } terminal success B { } }`);
    expect(a.found).toEqual([]);
    const run = a.symbol('Run', 'workflow');
    expect([run.entity?.key, run.field?.name, run.enum?.key]).toEqual(['Loan', 'Status', 'S']);
    expect(run.events.get('Go')?.params[0]?.type.key).toBe('int');
    expect([...run.slots.keys()]).toEqual(['Gone']);
    expect(a.symbol('Loan', 'entity').members.find((m) => m.name === 'Votes')).toMatchObject({
      collection: { back: 'Of' },
    });
    expect(a.principal?.key).toBe('Person');
    expect(a.symbol('Loan', 'entity').members.find((m) => m.name === 'CreatedBy')).toMatchObject({
      type: { key: 'Person?' },
    });
  });
});
