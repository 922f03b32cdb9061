/** From a resolved call to IR: arguments in the order of parameters, defaults filled in, the callee as a key. */
import { abstractType } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import type { ResolvedCall, Supplied } from '../arguments.ts';
import { errorType } from '../type-table.ts';
import type { Type } from '../types.ts';
import { convertArgument } from './arguments.ts';
import type { Binder } from './binder.ts';
import { type BoundArgument, spanOf, type Value } from './bound.ts';
import { defaultArgument } from './default-arguments.ts';

/** Arguments of a call, in parameter order. */
export interface SuppliedArguments {
  readonly args: readonly Expr[];
  readonly order?: readonly number[];
}

export function supplyArguments(
  b: Binder,
  call: ResolvedCall,
  args: readonly BoundArgument[],
  receiver: Value | undefined,
  at: Node,
): SuppliedArguments {
  const made = call.supplied.map((supplied, i) => supply(b, call, supplied, i, args, receiver, at));
  if (!call.reordered) return { args: made };
  const place = (supplied: Supplied): number => {
    switch (supplied.kind) {
      case 'receiver':
        return -1;
      case 'argument':
        return supplied.index;
      case 'params':
        return supplied.indexes[0] ?? args.length;
      case 'default':
        return args.length;
    }
  };
  const order = made
    .map((_, i) => i)
    .sort((a, c) => place(call.supplied[a] as Supplied) - place(call.supplied[c] as Supplied) || a - c);
  return { args: made, order };
}

function supply(
  b: Binder,
  call: ResolvedCall,
  supplied: Supplied,
  i: number,
  args: readonly BoundArgument[],
  receiver: Value | undefined,
  at: Node,
): Expr {
  const type = call.params[i] ?? errorType;
  const param = call.callable.params[i];
  switch (supplied.kind) {
    case 'receiver':
      return receiver === undefined ? b.error(at).e : b.convert(receiver, type, at);
    case 'argument':
      return convertArgument(b, args[supplied.index] as BoundArgument, type, param && `argument '${param.name}'`);
    case 'params': {
      const items = supplied.indexes.map((index) => {
        return convertArgument(b, args[index] as BoundArgument, supplied.element, param && `argument '${param.name}'`);
      });
      return { k: 'array', s: spanOf(at), t: type.key, items };
    }
    case 'default':
      return param === undefined ? b.error(at).e : defaultArgument(b, call.callable, param, type, at);
  }
}

/** The call itself. `receiver`: what an instance member is called on; for an extension it is among the arguments. */
export function emitCall(
  b: Binder,
  call: ResolvedCall,
  args: readonly BoundArgument[],
  receiver: Value | undefined,
  at: Node,
): Value {
  const supplied = supplyArguments(b, call, args, receiver, at);
  return b.val(call.returns, callExpr(b, call, supplied, receiver, at));
}

function callExpr(
  b: Binder,
  call: ResolvedCall,
  { args, order }: SuppliedArguments,
  receiver: Value | undefined,
  at: Node,
): Expr {
  const s = spanOf(at);
  const t = call.returns.key;
  const ordered = order === undefined ? {} : { order };
  const { origin } = call.callable;
  switch (origin.kind) {
    case 'function':
      return { k: 'call', s, t, fn: origin.symbol.key, args, ...ordered, ...typeArguments(call.typeArgs) };
    case 'method': {
      const { symbol, ownerArgs } = origin;
      const types = typeArguments([...ownerArgs, ...call.typeArgs]);
      const base = { k: 'call', s, t, fn: symbol.key, args, ...ordered, ...types } as const;
      if (symbol.static || receiver === undefined) return base;
      if (receiver.isBase) {
        if (symbol.abstract) b.report(abstractType, at, { problem: 'base-call', member: symbol.name });
        return { ...base, o: receiver.e };
      }
      const inInterface = symbol.owner.kind === 'class' && symbol.owner.form === 'interface';
      const dispatched = symbol.virtual || symbol.abstract || inInterface;
      return { ...base, o: receiver.e, ...(dispatched ? { virt: true } : {}) };
    }
    case 'library': {
      const { member, ownerArgs, reduced } = origin;
      const base = {
        k: 'lib',
        s,
        t,
        m: member.key,
        args,
        ...ordered,
        ...typeArguments([...ownerArgs, ...call.typeArgs]),
      } as const;
      const onReceiver = !member.static && !reduced && member.kind !== 'constructor' && receiver !== undefined;
      return onReceiver ? { ...base, o: receiver.e } : base;
    }
    case 'operation':
      return { k: 'client', s, t, c: origin.symbol.client.fullName, op: origin.symbol.key, args, ...ordered };
    case 'raise': {
      const { event } = origin;
      const params = args.slice(1, 1 + event.params.length);
      const instant = args[1 + event.params.length];
      const given = call.supplied.at(-1)?.kind === 'argument' ? instant : undefined;
      const base = {
        k: 'raise',
        s,
        t,
        w: event.workflow.fullName,
        e: event.name,
        row: args[0] as Expr,
        args: params,
      } as const;
      return given === undefined ? base : { ...base, at: given };
    }
    case 'correlate':
      return { k: 'correlate', s, t, w: origin.event.workflow.fullName, e: origin.event.name, args };
    case 'start':
      return { k: 'start', s, t, w: origin.workflow.fullName, row: args[0] as Expr };
    case 'assign': {
      const [row, person] = args as [Expr, Expr];
      return { k: 'assignSlot', s, t, w: origin.workflow.fullName, slot: origin.slot, row, person };
    }
    case 'local':
      return {
        k: 'callLocal',
        s,
        t,
        id: origin.id,
        name: call.callable.name,
        args,
        ...ordered,
        ...typeArguments(call.typeArgs),
      };
    case 'delegate':
      return { k: 'invoke', s, t, f: receiver?.e ?? b.error(at).e, args };
    case 'operator':
      return { k: 'call', s, t, fn: origin.symbol.key, args, ...typeArguments(origin.ownerArgs) };
    case 'constructor':
    case 'indexer':
      return b.error(at, args).e;
  }
}

export function typeArguments(types: readonly Type[]): { readonly targs?: readonly string[] } {
  return types.length === 0 ? {} : { targs: types.map((type) => type.key) };
}
