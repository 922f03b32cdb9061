/** Generated programs: helpers and a workflow with a few bodies of several kinds. */
import fc, { type Random, Stream, Value } from 'fast-check';
import { declarationsOf, prelude } from './declarations.ts';
import { aCondition, anExpression } from './expressions.ts';
import { Dice, type Scope, type World } from './scope.ts';
import { block } from './statements.ts';
import { item, type Node, print, program, smaller } from './tree.ts';

function bodyScope(world: World, targets: readonly string[]): Scope {
  return {
    world,
    own: undefined,
    rank: -1,
    depth: 2,
    delegates: [],
    locals: [],
    exceptions: [],
    caught: undefined,
    rethrow: false,
    loop: false,
    returns: 'nothing',
    targets,
  };
}

function aWorkflow(world: World): Node {
  const { dice } = world;
  const body = (targets: readonly string[] = []): readonly Node[] =>
    block(bodyScope(world, targets), dice.pick([2, 3, 5]));
  const value = (): Node => anExpression({ ...bodyScope(world, []), depth: 1 });
  const test = (): Node => aCondition({ ...bodyScope(world, []), depth: 1 });
  const top: readonly (() => Node)[] = [
    () => item`Start {${body()}}`,
    () => item`on Ga {${body(['B', 'Z'])}}`,
    () =>
      item`on fault (Exception e) {${block({ ...bodyScope(world, ['Z']), exceptions: [{ name: 'e', type: 'Exception' }] }, 3)}}`,
  ];
  const inA: readonly (() => Node)[] = [
    () => item`enter {${body(['B'])}}`,
    () => item`exit {${body()}}`,
    () => item`on Go {${body(['B', 'Z'])}}`,
    () => item`on Gb { when (${test()}) {${body(['B'])}} default {${body()}} }`,
    () => item`complete when (${test()}) {${block({ ...bodyScope(world, ['B']), returns: 'never' }, 2)} goto B; }`,
    () => item`Expire { Within = TimeSpan.FromDays(1 + ${value()}); } on Expire {${body(['Z'])}}`,
    () =>
      item`subscribe Go() as Slot { Requires { Rule { Must = ${test()}; Message = "no"; } } Finished { Within = TimeSpan.FromDays(1); enter {${body()}} Remind Nudge(After = TimeSpan.FromHours(1 + ${value()})) {${body()}} Unfinished {${body(['B'])}} } }`,
  ];
  const some = (of: readonly (() => Node)[], inSoMany: number): Node[] =>
    of.filter(() => dice.one(inSoMany)).map((make) => make());
  const authorized = dice.one(9) ? item`[Authorize(u => ${test()})]` : '';
  const first = dice.pick(inA);
  const others = inA.filter((make) => make !== first);
  return item`workflow Flow { Tracks = Row.S; Autostart = true; Initial = A; ${authorized} event Go(); event Ga(); event Gb();${some(top, 8)}
  state A {${dice.one(2) ? ' dataStateMachine { Scope = Element; }' : ''}${[first(), ...some(others, 12)]} }
  state B { on Ga { goto Z; } } terminal success Z { } }`;
}

export function aProgram(dice: Dice): Node {
  const { world, declarations } = declarationsOf(dice);
  return program`${prelude}${declarations}${[aWorkflow(world)]}`;
}

/** A failure shows the program, not its tree. */
function readable(root: Node): Node {
  const shown = {
    ...root,
    [fc.toStringMethod](this: Node): string {
      return `\n${print(this).text}`;
    },
  };
  return shown;
}

/** Programs for fast-check, which shrinks them as trees. */
class Programs extends fc.Arbitrary<Node> {
  override generate(random: Random): Value<Node> {
    return new Value(readable(aProgram(new Dice(random))), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Node {
    return typeof value === 'object' && value !== null && 'parts' in value;
  }

  override shrink(value: Node): Stream<Value<Node>> {
    return new Stream(smaller(value)).map((each) => new Value(each, undefined));
  }
}

export const programs: fc.Arbitrary<Node> = new Programs();
