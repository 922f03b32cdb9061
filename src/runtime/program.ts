import type { Body, Evaluated, FunctionKey } from '../ir/ir.ts';
import type { BodyOutcome, RuntimeHost } from './interpreter/host.ts';
import type { ClassInfo, Value } from './library/values.ts';

export type CompiledBody = (host: RuntimeHost, args: readonly Value[]) => BodyOutcome;
/** `self` is what `this` means in a member's default or an invariant. */
export type CompiledExpression = (host: RuntimeHost, self?: Value) => Value;

/** The app's code made runnable: what the engine needs of the interpreter. */
export interface Program {
  body(body: Body): CompiledBody;
  expression(e: Evaluated): CompiledExpression;
  call(fn: FunctionKey, host: RuntimeHost, args: readonly Value[]): Value;
  classInfo(name: string): ClassInfo | undefined;
  /** Names by value of an enum of the app or the library. */
  enumNames(name: string): ReadonlyMap<number, string> | undefined;
}
