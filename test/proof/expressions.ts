/** Generated expressions: each a number that is 0 at run time, with calls inside. */
import { type Callee, type Caught, ownCall, type Scope } from './scope.ts';
import { condition, delegate, expression, type Node, owned } from './tree.ts';

/** The number of a body's own call, as an expression of type string. */
export function quoted(own: string, mark = ''): string {
  return /^\d+$/.test(own) ? `"${mark}${own}"` : `$"${mark}{${own}}"`;
}

export function anExpression(s: Scope): Node {
  const { dice } = s.world;
  if (s.depth <= -2) return dice.one(3) ? expression`0` : network(s);
  if (s.depth <= 0) {
    const short: readonly (readonly [number, () => Node])[] = [
      [3, () => expression`0`],
      [5, () => network(s)],
      [6, () => aCall(s)],
      [1, () => ofThing(s)],
      [s.delegates.length > 0 ? 6 : 0, () => invocation(s)],
      [s.locals.length > 0 ? 6 : 0, () => aCall(s)],
    ];
    return dice.weighed(short, 'short')();
  }
  return dice.weighed<() => Node>(
    [
      [1, () => expression`0`],
      [4, () => network(s)],
      [1, () => untyped(s)],
      [8, () => aCall(s)],
      [2, () => ofThing(s)],
      [3, () => branching(s)],
      [3, () => invocation(s)],
      [2, () => linq(s)],
      [1, () => stored(s)],
      [1, () => once(s)],
    ],
    'expression',
  )();
}

/** One level further in. */
export function inner(s: Scope): Scope {
  return { ...s, depth: s.depth - 1 };
}

function network(s: Scope): Node {
  const { text, own } = ownCall(s);
  return owned(expression`M.${s.world.dice.one(4) ? 'Post' : 'Get'}(${text})`, own);
}

function untyped(s: Scope): Node {
  const { text, own } = ownCall(s);
  const get = owned(expression`Http.Get("https://x.example/" + ${text})`, own);
  return s.world.dice.one(2) ? expression`${get}.StatusCode` : expression`${get}.EnsureSuccess().StatusCode`;
}

/** A callee of a lower or the same rank is called on some paths only. */
export function guarded(s: Scope, rank: number, call: Node): Node {
  return rank > s.rank ? call : expression`(Secret.R${`${s.world.dice.fresh()}`} == "t" ? ${call} : 0)`;
}

function aCall(s: Scope): Node {
  const { world } = s;
  const local = s.locals[0];
  if (local !== undefined && world.dice.one(2)) {
    const { text, own } = ownCall(s);
    return guarded(s, local.rank, owned(expression`${local.name}(${text})`, own));
  }
  const callee = world.dice.pick(world.callees);
  const { text, own } = ownCall(s);
  return guarded(s, callee.rank, owned(call(s, callee, text), own));
}

function call(s: Scope, callee: Callee, own: string): Node {
  const { name } = callee;
  const args = argument(s, callee, own);
  switch (callee.gives) {
    case 'number':
      return expression`${name}(${own}${args})`;
    case 'generic':
      return expression`${name}<int>(${own}${args})`;
    case 'exception':
      return s.world.dice.one(2)
        ? expression`(Secret.B${`${s.world.dice.fresh()}`} == "t" ? 0 : throw ${name}(${own}${args}))`
        : expression`Fail(${own}, ${name}(${own}${args}))`;
    case 'delegate':
      return expression`${name}(${own}${args})(${own})`;
    case 'answer':
      return s.world.dice.one(2)
        ? expression`${name}(${own}${args}).EnsureSuccess().StatusCode`
        : expression`${name}(${own}${args}).StatusCode`;
    default:
      return callee.gives satisfies never;
  }
}

function argument(s: Scope, callee: Callee, own: string): Node | string {
  switch (callee.takes) {
    case 'nothing':
      return '';
    case 'delegate': {
      const d = aDelegate(s);
      return expression`, ${d.with}, ${d.node}`;
    }
    case 'exception':
      return expression`, ${anException(s, own)}`;
    case 'answer': {
      const { text, own: asked } = ownCall(s);
      return expression`, ${owned(expression`Http.Get("https://x.example/" + ${text})`, asked)}`;
    }
    default:
      return callee.takes satisfies never;
  }
}

export const networkTypes = ['NetworkException', 'MyFault', 'ExternalServiceException'] as const;
export const otherTypes = ['InvalidOperationException', 'ValidationException'] as const;

/** An exception in hand, or a new one. */
export function anException(s: Scope, own: string, mark = ''): string {
  const { dice } = s.world;
  if (s.exceptions.length > 0 && !dice.one(3)) return dice.pick(s.exceptions).name;
  return newException(s, own, mark);
}

/**
 * Its message is the number of the call that it belongs to: in a `catch`, the caught exception's; marked `s` where what was
 * caught may be of another kind, or who throws it may be in a `catch` of its own, `b` where it is not in hand.
 */
export function newException(s: Scope, own: string, mark = ''): string {
  const { dice } = s.world;
  const type = dice.one(4) ? dice.pick(otherTypes) : dice.pick(networkTypes);
  if (s.caught === undefined) return `new ${type}(${quoted(own, mark)})`;
  const { name } = s.caught;
  if (name === undefined) return `new ${type}(${quoted(own, 'b')})`;
  const inner = type !== 'MyFault' && dice.one(3) ? `, ${name}` : '';
  return `new ${type}(Of(${name}, ${quoted(own, 's')})${inner})`;
}

export interface Delegate {
  readonly node: Node;
  readonly with: string;
}

export function aDelegate(s: Scope): Delegate {
  const { dice } = s.world;
  const local = s.locals[0];
  const plain = s.world.callees.filter((c) => c.takes === 'nothing' && c.gives === 'number' && c.rank > s.rank);
  const known = s.delegates[0];
  return dice.weighed<() => Delegate>(
    [
      [6, () => ({ node: lambda(s), with: '0' })],
      [plain.length > 0 ? 2 : 0, () => group(s, () => dice.pick(plain).name)],
      [local === undefined ? 0 : 2, () => group(s, () => local?.name ?? '')],
      [1, () => group(s, () => 'M.Get')],
      [known === undefined ? 0 : 3, () => ({ node: delegate`${known?.name ?? ''}`, with: known?.with ?? '' })],
    ],
    'delegate',
  )();
}

function group(s: Scope, name: () => string): Delegate {
  const { text, own } = ownCall(s);
  return { node: owned(delegate`${name()}`, own), with: text };
}

function lambda(s: Scope): Node {
  const x = `x${s.world.dice.fresh()}`;
  const within: Scope = { ...inner(s), rethrow: false, loop: false, returns: 'number', targets: [] };
  if (s.depth < 2 || s.world.dice.one(2)) return delegate`${x} => ${anExpression(within)}`;
  return delegate`${x} => {${s.world.block(within, 2)} return 0; }`;
}

function ofThing(s: Scope): Node {
  const { things, dice } = s.world;
  const thing = things.length === 0 ? undefined : dice.pick(things);
  if (thing === undefined) return network(s);
  const { text, own } = ownCall(s);
  return guarded(s, thing.rank, owned(expression`${thing.expression(text, dice)}`, own));
}

function branching(s: Scope): Node {
  const { dice } = s.world;
  const deeper = inner(s);
  return dice.weighed<() => Node>([
    [3, () => expression`(${aCondition(s)} ? ${anExpression(deeper)} : ${anExpression(deeper)})`],
    [
      1,
      () =>
        expression`((Secret.B${`${dice.fresh()}`} == "t" ? (int?)${anExpression(deeper)} : Secret.B${`${dice.fresh()}`} == "t" ? 0 : null) ?? ${anExpression(deeper)})`,
    ],
    [
      2,
      () =>
        expression`(Secret.I${`${dice.fresh()}`}.Length switch { 0${aGuard(s)} => ${anExpression(deeper)}, 1 => ${anExpression(deeper)}, _ => ${anExpression(deeper)} })`,
    ],
    [
      1,
      () => {
        const { text, own } = ownCall(s);
        const thrown = owned(expression`throw ${anException(s, text)}`, own);
        return expression`(Secret.B${`${dice.fresh()}`} == "t" ? ${anExpression(deeper)} : ${thrown})`;
      },
    ],
    [
      s.caught?.name === undefined || s.caught.type !== 'Exception' || s.caught.tested ? 0 : 1,
      () => {
        const caught = s.caught as Caught;
        caught.tested = true;
        const arm = (): Node => anExpression(deeper);
        return expression`(${caught.name as string} switch { InvalidOperationException => ${arm()}, ValidationException => 0, _ => ${arm()} })`;
      },
    ],
  ])();
}

/** What an arm or a label asks besides. */
export function aGuard(s: Scope): Node | string {
  return s.world.dice.one(4) ? condition` when ${aCondition(inner(s))}` : '';
}

/** Conditions of which nothing is known but by an oracle, constants, and tests of the caught exception's type. */
export function aCondition(s: Scope): Node {
  const { dice } = s.world;
  const oracle = (): string => `Secret.B${dice.fresh()} == "t"`;
  const caught = s.caught;
  return dice.weighed<() => Node>([
    [8, () => condition`${oracle()}`],
    [1, () => condition`!(${oracle()})`],
    [s.depth > 0 ? 2 : 0, () => condition`${oracle()} && ${anExpression(inner(s))} < 1000000 && ${oracle()}`],
    [s.depth > 0 ? 2 : 0, () => condition`(${oracle()} || ${anExpression(inner(s))} > 1000000 || ${oracle()})`],
    [1, () => condition`${dice.pick(['true', 'false', '!true', '!false'])}`],
    [caught?.name === undefined ? 0 : 6, () => typeTest(s, caught as Caught)],
  ])();
}

/** A test of the caught exception's type that may turn out either way. */
export function typeTest(s: Scope, caught: Caught): Node {
  const { dice } = s.world;
  const { name, type } = caught;
  if (name === undefined || (type !== 'Exception' && type !== 'NetworkException'))
    return condition`Secret.B${`${dice.fresh()}`} == "t"`;
  const others = type === 'Exception' && !caught.tested && dice.one(2);
  if (others) caught.tested = true;
  const tested = type === 'NetworkException' ? 'MyFault' : dice.pick<string>(others ? otherTypes : networkTypes);
  return dice.pick<() => Node>([
    () => condition`${name} is ${tested}`,
    () => condition`${name} is not ${tested}`,
    () => condition`!(${name} is ${tested})`,
    () => condition`(${name} is ${tested} || Secret.B${`${dice.fresh()}`} == "t")`,
    () => condition`${name} is ${tested} && Secret.B${`${dice.fresh()}`} == "t"`,
    () => (others ? condition`(${name} is NetworkException or ${tested})` : condition`${name} is ${tested}`),
  ])();
}

function invocation(s: Scope): Node {
  const { dice } = s.world;
  const known = s.delegates.filter(() => dice.one(2))[0] ?? s.delegates[0];
  if (known === undefined) return aCall(s);
  return expression`${known.name}${dice.one(4) ? '.Invoke' : ''}(${known.with})`;
}

function linq(s: Scope): Node {
  const { dice } = s.world;
  const d = aDelegate(inner(s));
  const from = `Xs(${d.with})`;
  const x = `x${dice.fresh()}`;
  return dice.pick<() => Node>([
    () => expression`${from}.Select(${d.node}).ToList().Count`,
    () => expression`${from}.Sum(${d.node})`,
    () => expression`(${from}.Any(${x} => ${anExpression({ ...inner(s), rethrow: false })} > 1000000) ? 0 : 1)`,
    () =>
      expression`${from}.Where(${x} => Secret.B${`${dice.fresh()}`} == "t" || ${anExpression({ ...inner(s), rethrow: false })} < 1000000).Select(${d.node}).ToList().Count`,
  ])();
}

/** A delegate that is stored counts where it is created; to see the same at run time, it is invoked at once. */
function stored(s: Scope): Node {
  const d = aDelegate(inner(s));
  return expression`(Secret.B${`${s.world.dice.fresh()}`} == "t" ? new List<Func<int, int>> { ${d.node} }[0](${d.with}) : 0)`;
}

/** A fault that leaves `Once` is meant to be retried, in a state that remembers (findings.md, "Deliberate retry"). */
function once(s: Scope): Node {
  const within: Scope = { ...inner(s), rethrow: false, loop: false, returns: 'number', targets: [] };
  return s.world.dice.one(2)
    ? expression`DataStateMachine.Once("k", "e", () => ${anExpression(within)})`
    : expression`DataStateMachine.Once("k", "e", () => {${s.world.block(within, 2)} return 0; })`;
}
