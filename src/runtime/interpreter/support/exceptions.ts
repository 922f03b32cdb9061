/** What generated `try`, `throw` and function ends call. */
import type { IrType, LibraryKey } from '../../../ir/ir.ts';
import { defaultExceptionMessage, exception, exceptionParts, raiseNullReference } from '../../library/exceptions.ts';
import { toText } from '../../library/format.ts';
import { EngineAbort, ExceptionValue, type Value } from '../../library/values.ts';
import type { ClassTable } from '../class-table.ts';
import type { FrameOwner } from '../frames.ts';
import type { RuntimeHost } from '../host.ts';
import { InvalidIrError } from '../invalid-ir.ts';

/**
 * What leaves the engine in place of a fault of JavaScript itself: a spent stack or memory is a limit that was reached; a value
 * of another kind than its type says makes the document invalid; anything else stays as it is. No `catch` of the app sees it.
 */
export function translated(x: unknown): unknown {
  if (!(x instanceof Error) || x instanceof EngineAbort) return x;
  // Not always a RangeError: a regular expression that finds no room says so in a SyntaxError. No regular expression here.
  if (x.message.includes('Maximum call stack size exceeded')) {
    return new EngineAbort('depth', 'The calls are nested too deeply.');
  }
  if (x instanceof RangeError) return new EngineAbort('memory', `A value grew too large: ${x.message}.`);
  return x instanceof TypeError || x instanceof ReferenceError || x instanceof SyntaxError
    ? new InvalidIrError(`a value is not what its type says (${x.message})`, '', x)
    : x;
}

export const exceptionSupport = {
  nullReference(): never {
    raiseNullReference();
  },

  tooDeep(host: RuntimeHost): never {
    throw new EngineAbort('depth', `The calls are nested more than ${host.maxDepth} deep.`);
  },

  /** At a function's end: the frame of it, unless one of its own `catch` clauses has recorded it already. */
  leave(x: unknown, seen: unknown, owner: FrameOwner, offset: number): unknown {
    if (x instanceof ExceptionValue) {
      if (x !== seen) owner.recorder.record(x, owner, offset);
      return x;
    }
    return translated(x);
  },

  /** At the head of a `catch`: lets pass what the app must not see. */
  caught(x: unknown, seen: unknown, owner: FrameOwner, offset: number): ExceptionValue {
    if (!(x instanceof ExceptionValue)) throw translated(x);
    if (x !== seen) owner.recorder.record(x, owner, offset);
    return x;
  },

  /**
   * Before a `finally` of the app that `x` passes: C#'s first pass, once for each throw. True where the block must not run.
   * A filter begins with a chain of its own, since what it throws ends in it.
   */
  passing(host: RuntimeHost, x: unknown): boolean {
    if (!(x instanceof ExceptionValue)) return true;
    if (host.sought === x) return false;
    const { handlers = null } = host;
    for (let at = handlers; at !== null; at = at.outer) {
      host.handlers = null;
      if (at.accepts(x)) break;
    }
    host.handlers = handlers;
    host.sought = x;
    return false;
  },

  /** An exception inside a `when` filter means that it does not match; an abort is none. */
  filterFailed(x: unknown): void {
    if (!(x instanceof ExceptionValue)) throw translated(x);
  },

  /** What `throw e` throws: the stack begins anew. */
  thrown(e: Value): unknown {
    if (!(e instanceof ExceptionValue)) return exception('NullReferenceException');
    e.stack.length = 0;
    return e;
  },

  /** What `: base(…)` of an app's own exception class does with the library's constructor. */
  baseException(e: ExceptionValue, key: LibraryKey, args: readonly Value[]): void {
    const parts = exceptionParts(key, args);
    const table = e.info as ClassTable;
    e.message = parts.message ?? defaultExceptionMessage(e.type, table.exception);
    (e as { inner: ExceptionValue | null }).inner = parts.inner;
    for (const [name, value] of Object.entries(parts.fields)) e.fields[name] = value;
  },

  noMatch(host: RuntimeHost, value: Value, t: IrType): never {
    const said = value === null ? '' : `\nUnmatched value was ${toText(value, t, host)}.`;
    throw exception('SwitchExpressionException', `${defaultExceptionMessage('SwitchExpressionException')}${said}`);
  },

  throws(e: Value): never {
    throw exceptionSupport.thrown(e);
  },
};
