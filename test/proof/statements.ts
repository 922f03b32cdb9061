/** Generated statements. */
import {
  aCondition,
  aDelegate,
  aGuard,
  anException,
  anExpression,
  inner,
  networkTypes,
  newException,
  otherTypes,
  typeTest,
} from './expressions.ts';
import { type Caught, type Dice, entityRank, ownCall, type Scope } from './scope.ts';
import { clause, condition, expression, type Node, owned, statement } from './tree.ts';

/** Up to so many statements; what ends the block is seldom followed by more. */
export function block(s: Scope, most: number): readonly Node[] {
  const { dice } = s.world;
  const found: Node[] = [];
  for (let n = 1 + dice.below(most), at = s; n > 0; n--) {
    const next = aStatement(at, n - 1);
    found.push(next.node);
    at = next.scope;
    if (next.ends && !dice.one(6)) break;
  }
  return found;
}

interface Made {
  readonly node: Node;
  /** For the statements that follow. */
  readonly scope: Scope;
  readonly ends?: true;
}

function aStatement(s: Scope, more: number): Made {
  const { dice } = s.world;
  const v = `v${dice.fresh()}`;
  const made = (node: Node): Made => ({ node, scope: s });
  const ended = (node: Node): Made => ({ node, scope: s, ends: true });
  const deep = s.depth > 0;
  const deeper = inner(s);
  const within: Scope = { ...deeper, loop: true };
  const o = (letter: string): string => `Secret.${letter}${dice.fresh()}`;
  return dice.weighed<() => Made>(
    [
      [12, () => made(statement`var ${v} = ${anExpression(deep ? deeper : s)};`)],
      [deep ? 4 : 0, () => made(statement`if (${aCondition(s)}) {${block(deeper, 2)}}`)],
      [deep ? 2 : 0, () => made(statement`if (${aCondition(s)}) {${block(deeper, 2)}} else {${block(deeper, 2)}}`)],
      [deep ? 10 : 0, () => made(aTry(s))],
      [deep ? 1 : 0, () => made(statement`while (${o('L')} == "t") {${block(within, 2)}}`)],
      [deep ? 1 : 0, () => made(statement`while (true) {${block(within, 2)} if (${o('L')} != "t") break; }`)],
      [deep ? 1 : 0, () => made(statement`do {${block(within, 2)}} while (${o('L')} == "t");`)],
      [
        deep ? 1 : 0,
        () =>
          made(
            statement`for (var ${v} = ${anExpression(deeper)}; ${o('L')} == "t"; ${v} += ${anExpression(deeper)}) {${block(within, 2)}}`,
          ),
      ],
      [deep ? 1 : 0, () => made(statement`foreach (var ${v} in Xs(${anExpression(deeper)})) {${block(within, 2)}}`)],
      [s.loop ? 4 : 0, () => ended(dice.one(2) ? statement`break;` : statement`continue;`)],
      [deep ? 2 : 0, () => made(aSwitch(s))],
      [
        s.returns === 'never' ? 0 : 2,
        () => ended(s.returns === 'number' ? statement`return ${anExpression(deeper)};` : statement`return;`),
      ],
      [s.targets.length > 0 ? 2 : 0, () => ended(statement`goto ${dice.pick(s.targets)};`)],
      [s.caught === undefined ? 2 : 8, () => ended(aThrow(s))],
      [deep && more > 0 ? 3 : 0, () => aDelegateVariable(s)],
      [deep && more > 0 ? 2 : 0, () => aLocalFunction(s)],
      [deep ? 1 : 0, () => made(kept(s))],
      [1, () => made(anEntity(s))],
      [s.caught?.name === undefined || !deep ? 0 : 2, () => made(aTypeSwitch(s))],
      [deep ? 1 : 0, () => made(statement`int? ${v} = ${o('B')} == "t" ? 1 : null; ${v} ??= ${anExpression(deeper)};`)],
      [
        deep ? 1 : 0,
        () => {
          const d = aDelegate(deeper);
          return made(
            statement`foreach (var ${v} in Xs(${d.with}).Select(${d.node}).Concat(Xs(0))) {${block(within, 2)}}`,
          );
        },
      ],
      [
        deep && s.delegates.some((d) => d.with === '0') ? 1 : 0,
        () => {
          const f = s.delegates.find((d) => d.with === '0')?.name ?? '';
          return made(statement`if (${o('B')} == "t") ${f} = x${`${dice.fresh()}`} => ${anExpression(deeper)};`);
        },
      ],
    ],
    'statement',
  )();
}

function aThrow(s: Scope): Node {
  const { dice } = s.world;
  if (s.rethrow && dice.one(2)) return statement`throw;`;
  if (s.caught?.name !== undefined && dice.one(3)) return statement`throw ${s.caught.name};`;
  const { text, own } = ownCall(s);
  return owned(statement`throw ${dice.one(3) ? anException(s, text) : newException(s, text)};`, own);
}

/** What can be caught, each type behind those that it is no base of. */
const caughtTypes = [...networkTypes, ...otherTypes, 'ConflictException', 'Exception'] as const;

const leaves = [...otherTypes, 'ConflictException'];

function takes(clauseType: string, type: string): boolean {
  return clauseType === type || clauseType === 'Exception' || (clauseType === 'NetworkException' && type === 'MyFault');
}

function aTry(s: Scope): Node {
  const { dice } = s.world;
  const within = inner(s);
  const clauses: Node[] = [];
  const taken: string[] = [];
  let other = false;
  // Exceptions that are not the network's are not told apart by their types (docs/imprecision.md).
  let tested = false;
  for (
    let n = dice.weighed([
      [1, 0],
      [6, 1],
      [4, 2],
      [2, 3],
    ]);
    n > 0 && !taken.includes('Exception');
    n--
  ) {
    const type = dice.weighed<string>(
      [
        [4, 'NetworkException'],
        [3, 'Exception'],
        [2, 'ExternalServiceException'],
        [3, dice.pick(caughtTypes)],
      ],
      'catch',
    );
    if (taken.some((t) => takes(t, type)) || (tested && leaves.some((t) => t === type))) continue;
    const bare = type === 'Exception' && n === 1 && dice.one(3);
    const name = bare || dice.one(6) ? undefined : `e${dice.fresh()}`;
    const caught: Caught = { name, type, tested: tested || taken.some((t) => leaves.includes(t)) };
    const filter = bare || dice.one(2) ? undefined : aFilter(s, caught);
    if (filter === undefined) taken.push(type);
    else if (caught.tested) tested = true;
    if (!networkTypes.some((t) => t === type)) other = true;
    const body = block(
      {
        ...within,
        caught,
        rethrow: true,
        exceptions: name === undefined ? s.exceptions : [{ name, type }, ...s.exceptions],
      },
      2,
    );
    const head = bare ? 'catch' : `catch (${type}${name === undefined ? '' : ` ${name}`})`;
    clauses.push(clause`${head}${filter === undefined ? '' : condition` when (${filter})`} {${body}}`);
  }
  const last =
    clauses.length === 0 || dice.one(4)
      ? clause`finally {${block({ ...within, loop: false, rethrow: false, returns: 'never', targets: [] }, 2)}}`
      : undefined;
  // Anything but the network's may come from any `try` (findings.md, "Handled"): the driver may throw it here.
  const chaos = other || last !== undefined ? chaosFor(dice, [...clauses, last]) : undefined;
  const made = statement`try {${chaos === undefined ? '' : chaos}${block(within, 3)}}${clauses}${last === undefined ? '' : [last]}`;
  return { ...made, marks: 'guard' };
}

/** The driver throws the types that the clauses tell apart, and one more. */
function chaosFor(dice: Dice, clauses: readonly (Node | undefined)[]): Node {
  const text = JSON.stringify(clauses);
  const named = leaves.filter((type) => text.includes(type)).map((type) => type[0]);
  return statement`var t${`${dice.fresh()}`} = Secret.T${named.join('')}K;`;
}

function aFilter(s: Scope, caught: Caught): Node {
  const { dice } = s.world;
  // A new exception in a filter is none that this `catch` throws.
  const around: Scope = { ...inner(s), caught: undefined, rethrow: false };
  return dice.weighed<() => Node>([
    [caught.name === undefined ? 0 : 5, () => typeTest(s, caught)],
    [2, () => condition`Secret.B${`${dice.fresh()}`} == "t"`],
    [1, () => condition`${dice.pick(['true', 'false'])}`],
    [
      1,
      () =>
        condition`Secret.B${`${dice.fresh()}`} == "t" && ${anExpression(around)} < 1000000 && Secret.B${`${dice.fresh()}`} == "t"`,
    ],
  ])();
}

function aSwitch(s: Scope): Node {
  const { dice } = s.world;
  const within = inner(s);
  const section = (label: string): Node =>
    clause`${label}${label === 'default' ? '' : aGuard(s)}: {${block({ ...within, loop: false }, 2)}} break;`;
  const sections = ['case 0', 'case 1', 'default'].filter(() => !dice.one(4)).map(section);
  return statement`switch (Secret.I${`${dice.fresh()}`}.Length) {${sections}}`;
}

/** Over the exception that was caught. */
function aTypeSwitch(s: Scope): Node {
  const { dice } = s.world;
  const caught = s.caught as Caught;
  const within = inner({ ...s, loop: false });
  const types = caught.type === 'NetworkException' || caught.type === 'Exception' ? ['MyFault'] : [];
  if (caught.type === 'Exception') {
    types.push('NetworkException', 'ExternalServiceException');
    if (!caught.tested) types.push(`InvalidOperationException n${dice.fresh()}`);
    caught.tested = true;
  }
  const sections = types.filter(() => !dice.one(3)).map((type) => clause`case ${type}: {${block(within, 2)}} break;`);
  return statement`switch (${caught.name as string}) {${sections}${[clause`default: {${block(within, 2)}} break;`]}}`;
}

function aDelegateVariable(s: Scope): Made {
  const f = `f${s.world.dice.fresh()}`;
  const d = aDelegate(inner(s));
  return {
    node: { ...statement`Func<int, int> ${f} = ${d.node};`, marks: 'delegate' },
    scope: { ...s, delegates: [{ name: f, with: d.with }, ...s.delegates] },
  };
}

/** Its calls are the body's own; what is inside belongs to them. */
function aLocalFunction(s: Scope): Made {
  const name = `L${s.world.dice.fresh()}`;
  const o = `o${name}`;
  const within: Scope = {
    ...inner(s),
    own: o,
    rethrow: false,
    loop: false,
    returns: 'number',
    targets: [],
    locals: [{ name, rank: Number.NEGATIVE_INFINITY }, ...s.locals],
  };
  return {
    node: statement`int ${name}(int ${o}) {${block(within, 2)} return 0; }`,
    scope: { ...s, locals: [{ name, rank: Number.POSITIVE_INFINITY }, ...s.locals] },
  };
}

/** An exception that is kept and thrown behind its `try`. */
function kept(s: Scope): Node {
  const { dice } = s.world;
  const k = `k${dice.fresh()}`;
  const e = `e${dice.fresh()}`;
  const type = dice.pick(['Exception', 'NetworkException']);
  const within = inner(s);
  return statement`Exception? ${k} = null; try {${type === 'Exception' ? `var t${dice.fresh()} = Secret.TK;` : ''}${block(within, 2)}} catch (${type} ${e}) { ${k} = ${e}; } if (${k} != null && Secret.B${`${dice.fresh()}`} == "t") throw ${k};`;
}

/** Its default values are calls; whose they are is told to the driver before. */
function anEntity(s: Scope): Node {
  const { text, own } = ownCall(s);
  // From a default value it is a recursion.
  const guard = s.rank < entityRank ? '' : `if (Secret.R${s.world.dice.fresh()} == "t") `;
  return statement`${guard}{ Log.Information("{N}", ${text}); ${owned(expression`new Ent { W = 0 }`, own)}; }`;
}
