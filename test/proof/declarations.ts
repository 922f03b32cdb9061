/** Generated helpers: functions in every way that the language has, each of which does with the network what it likes. */
import { aDelegate, anException, anExpression, newException } from './expressions.ts';
import { type Callee, type Dice, entityRank, type Scope, type Thing, type World } from './scope.ts';
import { block } from './statements.ts';
import { declaration, expression, type Node } from './tree.ts';

/** What every generated program begins with. */
export const prelude = `class MyFault : NetworkException { public MyFault(string m) : base(m) { } }
client M { BaseUrl = "https://m.example"; [Get("/g/{o}")] int Get(int o); [Post("/p/{o}")] int Post(int o); }
enum St { A, B, Z }
entity Row { St S; }
IEnumerable<int> Xs(int d) => Enumerable.Repeat(d, Secret.I.Length);
string Of(Exception e, string o) => e is ExternalServiceException x && x.Body != "" ? x.Body : e is NetworkException || e is ExternalServiceException ? e.Message : o;
int Fail(int o, Exception e) { throw e; }`;

interface Shape {
  readonly takes: Callee['takes'];
  readonly gives: Callee['gives'];
  readonly letter: string;
}

const shapes: readonly (readonly [number, Shape])[] = [
  [8, { takes: 'nothing', gives: 'number', letter: 'F' }],
  [5, { takes: 'delegate', gives: 'number', letter: 'G' }],
  [2, { takes: 'exception', gives: 'number', letter: 'H' }],
  [1, { takes: 'nothing', gives: 'generic', letter: 'N' }],
  [1, { takes: 'delegate', gives: 'generic', letter: 'P' }],
  [1, { takes: 'nothing', gives: 'exception', letter: 'X' }],
  [1, { takes: 'exception', gives: 'exception', letter: 'Y' }],
  [1, { takes: 'nothing', gives: 'delegate', letter: 'D' }],
  [1, { takes: 'nothing', gives: 'answer', letter: 'A' }],
  [1, { takes: 'answer', gives: 'number', letter: 'R' }],
];

export interface Declared {
  readonly world: World;
  readonly declarations: readonly Node[];
}

export function declarationsOf(dice: Dice): Declared {
  const callees: Callee[] = [];
  for (let n = 2 + dice.below(3), rank = 0; rank < n; rank++) {
    const shape = rank === 0 ? shapes[0]?.[1] : dice.weighed(shapes);
    if (shape !== undefined) callees.push({ ...shape, name: `${shape.letter}${rank}`, rank });
  }
  const things: Thing[] = [];
  const world: World = { dice, callees, things, block };
  const kinds = [contract, hierarchy, members, constructed, shown, keyed].filter(() => dice.one(9));
  const makers = kinds.map((kind, i) => kind(callees.length + i));
  for (const maker of makers) things.push(...maker.things);
  const declarations = [
    ...callees.map((callee) => aFunction(world, callee)),
    ...makers.flatMap((maker) => maker.declare(world)),
    declaration`entity Ent { int V = ${dice.one(3) ? helperExpression(world, 'int.Parse(Secret.Own)', entityRank) : '1'}; int W = 0; }`,
  ];
  return { world, declarations };
}

function scopeOf(world: World, own: string, rank: number): Scope {
  return {
    world,
    own,
    rank,
    depth: world.dice.below(3),
    delegates: [],
    locals: [],
    exceptions: [],
    caught: undefined,
    rethrow: false,
    loop: false,
    returns: 'number',
    targets: [],
  };
}

function helperExpression(world: World, own: string, rank: number): Node {
  return anExpression({ ...scopeOf(world, own, rank), depth: 1 });
}

/** A helper's statements, with the `return` that the compiler asks for. */
function helperBody(world: World, own: string, rank: number, most = 3): readonly Node[] {
  return block(scopeOf(world, own, rank), most);
}

function aFunction(world: World, callee: Callee): Node {
  const { dice } = world;
  const { name, rank } = callee;
  const scope: Scope = {
    ...scopeOf(world, 'o', rank),
    delegates: callee.takes === 'delegate' ? [{ name: 'f', with: 'd' }] : [],
    exceptions: callee.takes === 'exception' ? [{ name: 'e', type: 'Exception' }] : [],
  };
  const more = {
    nothing: '',
    delegate: ', int d, Func<int, int> f',
    exception: ', Exception e',
    answer: ', HttpResponse r',
  }[callee.takes];
  const statements = (most: number): readonly Node[] => block(scope, most);
  const never: Scope = { ...scope, returns: 'never' };
  switch (callee.gives) {
    case 'number':
      if (callee.takes === 'answer')
        return declaration`int ${name}(int o${more}) {${statements(2)}${dice.one(2) ? ' r.EnsureSuccess();' : ''} return r.StatusCode; }`;
      if (callee.takes === 'exception' && dice.one(2))
        return declaration`int ${name}(int o${more}) {${statements(2)} throw e; }`;
      return dice.one(5)
        ? declaration`int ${name}(int o${more}) => ${anExpression(scope)};`
        : declaration`int ${name}(int o${more}) {${statements(3)} return 0; }`;
    case 'generic':
      return declaration`T? ${name}<T>(int o${more}) {${block(never, 3)} return default(T); }`;
    case 'exception':
      return declaration`Exception ${name}(int o${more}) {${block(never, 1)} if (Secret.B${`${dice.fresh()}`} == "t") return ${anException(scope, 'o', 's')}; return ${newException(scope, 'o', 's')}; }`;
    case 'delegate':
      // A delegate that is handed out counts where it is created; whether calling it ever comes back is not followed.
      return declaration`Func<int, int> ${name}(int o) {${block(never, 1)} if (Secret.B${`${dice.fresh()}`} == "t") return ${aDelegate(scope).node}; return same => same; }`;
    case 'answer':
      return declaration`HttpResponse ${name}(int o) {${block(never, 1)} return Http.Get("https://x.example/" + o)${dice.one(3) ? '.EnsureSuccess()' : ''}; }`;
    default:
      return callee.gives satisfies never;
  }
}

interface Maker {
  readonly things: readonly Thing[];
  readonly declare: (world: World) => readonly Node[];
}

/** An interface with two implementations, and a body of its own for one member. */
function contract(rank: number): Maker {
  return {
    things: [
      { rank, expression: (o) => `AnyI().Do(${o})` },
      { rank, expression: (o) => `AnyI().Df(${o})` },
      { rank, expression: (o) => `Via(${o}, AnyI())` },
      { rank, expression: (o) => `AnyJ().Do(${o})` },
      { rank, expression: (o, dice) => `((Secret.B${dice.fresh()} == "t" ? AnyI() : null)?.Do(${o}) ?? 0)` },
    ],
    declare: (world) => {
      const body = (): readonly Node[] => helperBody(world, 'o', rank, 2);
      const overrides = world.dice.one(2);
      return [
        declaration`interface I0 { int Do(int o); int Df(int o) {${body()}${overrides ? '' : ' Do(o);'} return 0; } }`,
        declaration`class K0 : I0 { public int Do(int o) {${body()} return 0; } }`,
        declaration`class K1 : I0 { public int Do(int o) => ${helperExpression(world, 'o', rank)};${
          overrides ? expression` public int Df(int o) {${body()} return 0; }` : ''
        } }`,
        declaration`interface J0 : I0 { }`,
        declaration`class K2 : K1, J0 { public new int Do(int o) {${body()} return 0; } }`,
        declaration`I0 AnyI() => Secret.I0.Length switch { 0 => new K0(), 1 => new K1(), _ => new K2() };`,
        declaration`J0 AnyJ() => new K2();`,
        declaration`int Via<T>(int o, T t) where T : I0 => t.Do(o);`,
      ];
    },
  };
}

/** A base class, an heir that calls its base, and one that does not. */
function hierarchy(rank: number): Maker {
  return {
    things: [
      { rank, expression: (o) => `AnyC().V(${o})` },
      { rank, expression: (o) => `AnyC().T(${o})` },
      { rank, expression: (o) => `AnyC().At(${o}).P` },
      { rank, expression: (o) => `AnyC().At(${o})[0]` },
    ],
    declare: (world) => {
      const body = (): readonly Node[] => helperBody(world, 'o', rank, 2);
      return [
        declaration`abstract class C0 { protected int at; public C0 At(int o) { at = o; return this; } public abstract int P { get; } public virtual int this[int i] => ${helperExpression(world, 'at', rank)}; public abstract int A(int o); public virtual int V(int o) {${body()} return 0; } public int T(int o) { if (Secret.B0 == "t") V(o); return A(o); } }`,
        declaration`class C1 : C0 { public override int P => ${helperExpression(world, 'at', rank)}; public override int A(int o) {${body()} return 0; } public override int V(int o) {${body()} return base.V(o); } }`,
        declaration`class C2 : C1 { public override int P { get {${helperBody(world, 'at', rank, 2)} return base.P; } } public override int this[int i] => base[i] + ${helperExpression(world, 'at', rank)}; public override int A(int o) => ${helperExpression(world, 'o', rank)}; public sealed override int V(int o) {${body()} return 0; } }`,
        declaration`C0 AnyC() => Secret.B0 == "t" ? new C1() : new C2();`,
      ];
    },
  };
}

/** Properties, an indexer and operators. */
function members(rank: number): Maker {
  return {
    things: [
      { rank, expression: (o) => `new Q(${o}).P` },
      { rank, expression: (o) => `(new Q(${o}).P = 0)` },
      { rank, expression: (o) => `(new Q(${o}).P += 1)` },
      { rank, expression: (o) => `new Q(${o})[0]` },
      { rank, expression: (o) => `(new Q(${o}) + new Q(${o}))` },
      { rank, expression: (o) => `(-new Q(${o}))` },
      { rank, expression: (o) => `(int)new Q(${o})` },
      { rank, expression: (o) => `(new Q(${o}) == new Q(${o}) ? 0 : 0)` },
      { rank, expression: (o) => `new Q(${o}) { P = 0 }.N` },
    ],
    declare: (world) => {
      const body = (own: string): readonly Node[] => helperBody(world, own, rank, 2);
      return [
        declaration`class Q { int at; public int N { get; set; } public Q(int o) { at = o; } public int P { get {${body('at')} return 0; } set {${block({ ...scopeOf(world, 'at', rank), returns: 'nothing' }, 2)}} } public int this[int i] => ${helperExpression(world, 'at', rank)}; public static int operator +(Q a, Q b) {${body('a.at')} return 0; } public static explicit operator int(Q a) => ${helperExpression(world, 'a.at', rank)}; public static bool operator ==(Q a, Q b) { return ${helperExpression(world, 'a.at', rank)} == 0; } public static bool operator !=(Q a, Q b) => false; public static int operator -(Q a) => ${helperExpression(world, 'a.at', rank)}; }`,
      ];
    },
  };
}

/** Constructors that hand on to each other and to their base. */
function constructed(rank: number): Maker {
  return {
    things: [
      { rank, expression: (o) => `new Z1(${o}).N` },
      { rank, expression: (o) => `new Z1(${o}, 0).N` },
      { rank, expression: (o) => `new Z0(${o}).N` },
    ],
    declare: (world) => {
      const body = (): readonly Node[] => block({ ...scopeOf(world, 'o', rank), returns: 'nothing' }, 2);
      return [
        declaration`class Z0 { public int N = 0; public Z0(int o) {${body()}} }`,
        declaration`class Z1 : Z0 { public Z1(int o) : base(o) {${body()}} public Z1(int o, int i) : this(o + 0 * ${helperExpression(world, 'o', rank)}) {${body()}} }`,
      ];
    },
  };
}

/** A text of its own, asked for where texts are put together. */
function shown(rank: number): Maker {
  return {
    things: [
      { rank, expression: (o) => `$"{new Shown(${o})}".Length` },
      { rank, expression: (o) => `("" + new Shown(${o})).Length` },
      { rank, expression: (o) => `new Shown(${o}).ToString().Length` },
    ],
    declare: (world) => [
      declaration`class Shown { int at; public Shown(int o) { at = o; } public override string ToString() {${block({ ...scopeOf(world, 'at', rank), returns: 'never' }, 2)} return ""; } }`,
    ],
  };
}

/** What collections and queries compare by, where there is something to compare. */
function keyed(rank: number): Maker {
  const some = (o: string): string => `Xs(${o}).Concat(Xs(${o})).Select(k => new Keyed(k))`;
  return {
    things: [
      { rank, expression: (o) => `(${some(o)}.Contains(new Keyed(${o})) ? 0 : 0)` },
      { rank, expression: (o) => `(${some(o)}.Distinct().Count() > 0 ? 0 : 0)` },
      { rank, expression: (o) => `(${some(o)}.OrderBy(k => k).Count() > 0 ? 0 : 0)` },
      { rank, expression: (o) => `(${some(o)}.ToList().IndexOf(new Keyed(${o})) > 0 ? 0 : 0)` },
    ],
    declare: (world) => [
      declaration`class Keyed : IComparable<Keyed> { int at; public Keyed(int o) { at = o; } public override bool Equals(object? o) {${block({ ...scopeOf(world, 'at', rank), returns: 'never' }, 2)} return true; } public override int GetHashCode() => 0 * ${helperExpression(world, 'at', rank)}; public int CompareTo(Keyed? o) => 0 * ${helperExpression(world, 'at', rank)}; }`,
    ],
  };
}
