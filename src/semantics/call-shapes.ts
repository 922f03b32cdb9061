/** Which argument goes to which parameter: names, counts, defaults, `params` and modes (C# spec 12.6.2). */
import type { ArgumentInfo, CallFailure, Supplied } from './arguments.ts';
import type { Callable, ParameterSymbol } from './symbols.ts';
import { errorType, type TypeMap } from './type-table.ts';
import type { Type } from './types.ts';

export interface Shape {
  readonly ok: boolean;
  /** Where it does not match: what is wrong, and at which argument. */
  readonly problem?: string;
  readonly argument?: number;
  /** In parameter order. */
  readonly supplied: readonly Supplied[];
  /** By argument; undefined where it has none. */
  readonly parameterOf: readonly (ParameterSymbol | undefined)[];
  /** The last parameter takes any number of arguments. */
  readonly expanded: boolean;
  /** Parameters that take their default. */
  readonly defaults: number;
}

/** A candidate whose parameter list the arguments fill. */
export interface Candidate {
  readonly callable: Callable;
  readonly shape: Shape;
  readonly map: TypeMap;
  readonly typeArgs: readonly Type[];
  /** By argument, type arguments put in. */
  readonly targets: readonly Type[];
  /** Of the receiver's parameter, for an extension. */
  readonly receiver: Type | undefined;
}

/** An extension that is called as a method: its first parameter is the receiver's. */
export function isReduced(callable: Callable): boolean {
  return callable.origin.kind === 'library' && callable.origin.reduced;
}

/** A quick look at how many there are: `matchShape` without `params` spread out cannot succeed where this is false. */
export function mayMatch(callable: Callable, args: readonly ArgumentInfo[]): boolean {
  const { params } = callable;
  const first = isReduced(callable) ? 1 : 0;
  if (args.length > params.length - first) return false;
  const next = params[first + args.length];
  return next === undefined || next.optional || args.some((arg) => arg.name !== undefined);
}

export function matchShape(callable: Callable, args: readonly ArgumentInfo[], expanded: boolean): Shape {
  const first = isReduced(callable) ? 1 : 0;
  const { params } = callable;
  if (!expanded) {
    const plain = matchPlain(params, args, first);
    if (plain !== undefined) return plain;
  }
  const last = params.length - 1;
  const parameterOf: (ParameterSymbol | undefined)[] = args.map(() => undefined);
  const byParam: number[][] = params.map(() => []);
  let problem: string | undefined;
  let argument: number | undefined;
  const refuse = (text: string, at?: number): void => {
    if (problem !== undefined) return;
    problem = text;
    argument = at;
  };
  for (const [i, arg] of args.entries()) {
    let index: number;
    if (arg.name !== undefined) {
      index = params.findIndex((param, p) => p >= first && param.name === arg.name);
      if (index < 0) {
        refuse(`has no parameter '${arg.name}'`, i);
        continue;
      }
      if ((byParam[index] as number[]).length > 0) {
        refuse(`is given its parameter '${arg.name}' twice`, i);
        continue;
      }
    } else {
      index = i + first;
      if (expanded && index >= last) index = last;
      // A positional argument may follow named ones only while these stand in their own places.
      if (
        index <= last &&
        args.slice(0, i).some((a, j) => a.name !== undefined && params[j + first]?.name !== a.name)
      ) {
        refuse('has an argument without a name after named ones that stand out of order', i);
        continue;
      }
      if (index > last) continue;
    }
    const param = params[index] as ParameterSymbol;
    parameterOf[i] = param;
    (byParam[index] as number[]).push(i);
    if (wantsMode(param) !== arg.mode) refuse(modeProblem(param, arg), i);
  }
  const given = args.length;
  const surplus = parameterOf.indexOf(undefined);
  if (surplus >= 0) refuse(countProblem(params.slice(first), given), surplus);
  let defaults = 0;
  const supplied = params.map((param, p): Supplied => {
    if (p < first) return { kind: 'receiver' };
    const indexes = byParam[p] as number[];
    if (expanded && p === last) {
      return { kind: 'params', indexes, element: param.type.kind === 'array' ? param.type.element : errorType };
    }
    const [index] = indexes;
    if (index !== undefined) return { kind: 'argument', index };
    if (!param.optional) {
      const named = args.some((arg) => arg.name !== undefined);
      refuse(named ? `is given nothing for its parameter '${param.name}'` : countProblem(params.slice(first), given));
    }
    defaults++;
    return { kind: 'default' };
  });
  const shape = { ok: problem === undefined, supplied, parameterOf, expanded, defaults };
  if (problem === undefined) return shape;
  return argument === undefined ? { ...shape, problem } : { ...shape, problem, argument };
}

function wantsMode(param: ParameterSymbol): ArgumentInfo['mode'] {
  return param.mode === 'out' || param.mode === 'ref' ? param.mode : 'value';
}

function modeProblem(param: ParameterSymbol, arg: ArgumentInfo): string {
  const wanted = wantsMode(param);
  return wanted === 'value'
    ? `takes its parameter '${param.name}' by value, without \`${arg.mode}\``
    : `takes its parameter '${param.name}' with \`${wanted}\``;
}

function countProblem(params: readonly ParameterSymbol[], given: number): string {
  const rest = params.at(-1)?.mode === 'params';
  const most = rest ? Number.POSITIVE_INFINITY : params.length;
  const least = params.filter((param) => !param.optional && param.mode !== 'params').length;
  return countText(least, most, given);
}

function countText(least: number, most: number, given: number): string {
  const wanted =
    least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  const noun = wanted === '1' || wanted === 'at least 1' ? 'argument' : 'arguments';
  return `takes ${wanted === '0' ? 'no' : wanted} ${noun}, and ${given === 0 ? 'none is' : given === 1 ? '1 is' : `${given} are`} given`;
}

/** No candidate has a parameter list that the arguments fill. */
export function shapeFailure(shape: Shape, candidates: readonly Callable[]): CallFailure {
  const detail =
    candidates.length === 1
      ? (shape.problem ?? 'cannot be called so')
      : 'has no parameter list that these arguments fill';
  const failure = { reason: 'arguments', detail, expected: candidates.slice(0, 4) } as const;
  return shape.argument === undefined || candidates.length > 1 ? failure : { ...failure, argument: shape.argument };
}

const receiverSupplied: Supplied = { kind: 'receiver' };
const defaultSupplied: Supplied = { kind: 'default' };
const argumentSupplied: readonly Supplied[] = Array.from({ length: 16 }, (_, index) => ({ kind: 'argument', index }));

/** The usual case: arguments without names, by value, one for each parameter that has no default. */
function matchPlain(
  params: readonly ParameterSymbol[],
  args: readonly ArgumentInfo[],
  first: number,
): Shape | undefined {
  if (args.length > params.length - first || args.length > argumentSupplied.length) return undefined;
  const supplied: Supplied[] = first === 1 ? [receiverSupplied] : [];
  const parameterOf: ParameterSymbol[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as ArgumentInfo;
    const param = params[first + i] as ParameterSymbol;
    if (arg.name !== undefined || wantsMode(param) !== arg.mode) return undefined;
    supplied.push(argumentSupplied[i] as Supplied);
    parameterOf.push(param);
  }
  for (let p = supplied.length; p < params.length; p++) {
    if (params[p]?.optional !== true) return undefined;
    supplied.push(defaultSupplied);
  }
  return { ok: true, supplied, parameterOf, expanded: false, defaults: params.length - first - args.length };
}
