/** Calls: of methods and functions, of delegates, of what tests stub (C# spec 12.8.10). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { ExpressionOf, Node } from '../../syntax/tree.ts';
import type { FunctionSymbol, OperationSymbol } from '../symbols.ts';
import { displayType, errorType, isSilent, stripNullable, voidType } from '../type-table.ts';
import type { Type } from '../types.ts';
import { argumentInfo, bindArguments, leftOver } from './arguments.ts';
import type { Binder } from './binder.ts';
import { type Bound, type BoundArgument, type MethodGroup, type StubTarget, spanOf, type Value } from './bound.ts';
import { emitCall } from './emit-call.ts';
import { failedCall, resolveGroup, usable } from './groups.ts';
import { bindMemberAccess } from './member-access.ts';
import type { Scope } from './scope.ts';

export function bindInvocation(b: Binder, e: ExpressionOf<'Invocation'>, scope: Scope): Bound {
  const { callee: written } = e;
  const callee = written.kind === 'MemberAccess' ? bindMemberAccess(b, written, scope, true) : b.bind(written, scope);
  const args = bindArguments(b, e.args, scope);
  if (callee.k === 'group') return callGroup(b, callee, args, e, calleeName(e));
  if (callee.k === 'stub') return callStub(b, callee, args, e);
  const value = b.toValue(callee, e.callee);
  if (isSilent(value.type)) return b.error(e, [value.e, ...leftOver(b, args)]);
  const type = stripNullable(value.type);
  if (type.kind !== 'delegate') {
    const text = `a value of type '${displayType(value.type)}' cannot be called`;
    b.report(typeMismatch, e.callee, { problem: 'other', text, help: 'Call a function, a method or a delegate.' });
    return b.error(e, [value.e, ...leftOver(b, args)]);
  }
  const group: MethodGroup = {
    k: 'group',
    name: calleeName(e),
    candidates: [b.members.delegateCallable(type.params, type.returns)],
    extensions: [],
    receiver: value,
    typeArgs: undefined,
    s: value.e.s,
  };
  return callGroup(b, group, args, e, group.name);
}

function calleeName({ callee }: ExpressionOf<'Invocation'>): string {
  switch (callee.kind) {
    case 'Name':
    case 'MemberAccess':
      return callee.name.name;
    default:
      return 'this delegate';
  }
}

export function callGroup(
  b: Binder,
  group: MethodGroup,
  args: readonly BoundArgument[],
  at: Node,
  name: string,
): Value {
  const call = resolveGroup(b, group, args.map(argumentInfo));
  if (!call.ok) return failedCall(b, call, name, args, group.receiver, at);
  if (!usable(b, call, group, at)) return b.error(at, leftOver(b, args, call.targets));
  return emitCall(b, call, args, group.receiver, at);
}

/** `Mailer.Send.Stub(f)`, `Mailer.Send.Fails(e)`, `SendInvite.Stub(f)` (language.md §13). */
function callStub(b: Binder, target: StubTarget, args: readonly BoundArgument[], at: Node): Value {
  const [arg] = args;
  if (arg === undefined || args.length !== 1) {
    const text = `'${target.name}' takes one argument: ${target.fails ? 'the exception that the call throws' : 'the function that answers the call'}`;
    b.report(typeMismatch, at, { problem: 'other', text, help: 'Write exactly one.' });
    return b.error(at, leftOver(b, args));
  }
  const of = chosen(target, arg.value);
  const s = spanOf(at);
  const what = `argument of '${target.name}'`;
  const exception = b.types.libraryType('Exception') ?? errorType;
  const expected: Type = target.fails
    ? exception
    : b.types.functionType(
        of.params.map((param) => param.type),
        of.returns,
      );
  const value: Expr = b.convert(arg.value, expected, arg.at, what);
  const stubbed = of.kind === 'operation' ? { c: of.client.fullName, op: of.key } : { fn: of.key };
  const stub: Expr = { k: 'stub', s, t: voidType.key, of: stubbed, with: value };
  return b.val(voidType, target.fails ? { ...stub, fails: true } : stub);
}

/** Of several operations of one name, the one whose parameters the lambda has. */
function chosen(target: StubTarget, value: Bound): FunctionSymbol | OperationSymbol {
  const all: readonly (FunctionSymbol | OperationSymbol)[] = target.of;
  const arity = value.k === 'lambda' ? value.info.arity : undefined;
  return all.find((each) => each.params.length === arity) ?? (all[0] as FunctionSymbol | OperationSymbol);
}
