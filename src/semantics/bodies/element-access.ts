/** `a[i]`: arrays, indexers of the library and of the app (C# spec 12.8.12). */
import { typeMismatch, wrongArguments } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { ExpressionOf } from '../../syntax/tree.ts';
import type { ResolvedCall } from '../arguments.ts';
import { displayType, intType, isLibrary, isSilent, stripNullable } from '../type-table.ts';
import type { ArrayType } from '../types.ts';
import { argumentInfo, bindArguments, leftOver } from './arguments.ts';
import type { Binder } from './binder.ts';
import { type BoundArgument, spanOf, type Value } from './bound.ts';
import { supplyArguments, typeArguments } from './emit-call.ts';
import { failedCall } from './groups.ts';
import type { Scope } from './scope.ts';

export function bindElementAccess(b: Binder, e: ExpressionOf<'ElementAccess'>, scope: Scope): Value {
  const target = b.value(e.target, scope);
  const args = bindArguments(b, e.args, scope);
  if (isSilent(target.type)) return b.error(e, [target.e, ...leftOver(b, args)]);
  const type = stripNullable(target.type);
  if (type.kind === 'array') return element(b, target, type, args, e);
  const indexers = b.members.indexersOf(target.type);
  if (indexers.length === 0) {
    const text = `a value of type '${displayType(target.type)}' has no elements`;
    b.report(typeMismatch, e.target, {
      problem: 'other',
      text,
      help: 'Index a list, an array, a dictionary or a string.',
    });
    return b.error(e, [target.e, ...leftOver(b, args)]);
  }
  const call = b.overloads.resolve(indexers, args.map(argumentInfo));
  if (!call.ok) return failedCall(b, call, `${displayType(type)}[…]`, args, target, e);
  return indexed(b, target, call, args, e);
}

function element(
  b: Binder,
  target: Value,
  type: ArrayType,
  args: readonly BoundArgument[],
  e: ExpressionOf<'ElementAccess'>,
): Value {
  const s = spanOf(e);
  const [arg] = args;
  if (arg === undefined || args.length !== 1) {
    const detail = 'takes one index';
    b.report(wrongArguments, e, { problem: 'arguments', callee: displayType(type), detail, expected: ['int index'] });
    return b.error(e, [target.e, ...leftOver(b, args)]);
  }
  const index = b.toValue(arg.value, arg.at);
  if (isLibrary(index.type, 'Range')) {
    return slice(b, target, type, index, e);
  }
  if (isLibrary(index.type, 'Index') && index.e.k !== 'fromEnd') {
    const list = asList(b, target, type);
    const o = b.val(type.element, {
      k: 'lib',
      s,
      t: type.element.key,
      m: 'List.this(Index)',
      o: list,
      args: [index.e],
      targs: [type.element.key],
    });
    return { ...o, readOnly: { what: 'an element at an `Index`', why: 'only `a[i]` and `a[^i]` can be' } };
  }
  // An index from the end is counted by the array.
  const i = isLibrary(index.type, 'Index') ? index.e : b.convert(narrowed(b, index), intType, arg.at, 'the index');
  return b.val(type.element, { k: 'elem', s, t: type.element.key, o: target.e, i });
}

/** `a[1..3]` is what a list of the same elements gives. */
function slice(b: Binder, target: Value, type: ArrayType, range: Value, e: ExpressionOf<'ElementAccess'>): Value {
  const s = spanOf(e);
  const targs = [type.element.key];
  const o: Expr = {
    k: 'lib',
    s,
    t: `List<${targs[0]}>`,
    m: 'List.this(Range)',
    o: asList(b, target, type),
    args: [range.e],
    targs,
  };
  return b.val(type, { k: 'lib', s, t: type.key, m: 'List.ToArray()', o, args: [], targs });
}

function asList(b: Binder, target: Value, type: ArrayType): Expr {
  const list = b.types.generic('List', type.element);
  const targs = [type.element.key];
  return { k: 'lib', s: target.e.s, t: list.key, m: 'List.new(IEnumerable<T>)', args: [target.e], targs };
}

/** `char` and `byte` count as numbers; a `long` index does too, as in C#. */
function narrowed(b: Binder, index: Value): Value {
  if (index.type !== b.types.primitive('long')) return index;
  const e: Expr = { k: 'lib', s: index.e.s, t: intType.key, m: 'Convert.ToInt32(long)', args: [index.e] };
  return b.val(intType, e);
}

function indexed(
  b: Binder,
  target: Value,
  call: ResolvedCall,
  args: readonly BoundArgument[],
  e: ExpressionOf<'ElementAccess'>,
): Value {
  const s = spanOf(e);
  const t = call.returns.key;
  const supplied = supplyArguments(b, call, args, target, e);
  const { origin } = call.callable;
  if (origin.kind === 'library') {
    const { member, ownerArgs } = origin;
    const rest = { s, t, m: member.key, args: supplied.args, o: target.e, ...typeArguments(ownerArgs) };
    if (member.writable) return b.val(call.returns, { k: 'libprop', ...rest });
    const what = `an element of '${displayType(stripNullable(target.type))}'`;
    return { k: 'value', type: call.returns, e: { k: 'lib', ...rest }, readOnly: { what, why: 'it can only be read' } };
  }
  if (origin.kind !== 'indexer') return b.error(e, [target.e, ...supplied.args]);
  const { symbol } = origin;
  const inInterface = symbol.owner.kind === 'class' && symbol.owner.form === 'interface';
  const made: Expr = {
    k: 'prop',
    s,
    t,
    o: target.e,
    args: supplied.args,
    ...(symbol.get === undefined ? {} : { get: symbol.get }),
    ...(symbol.set === undefined ? {} : { set: symbol.set }),
    ...((symbol.virtual || inInterface) && !target.isBase ? { virt: true } : {}),
  };
  const what = `an element of '${symbol.owner.name}'`;
  const readOnly = symbol.set === undefined ? { what, why: 'its indexer has no `set`' } : undefined;
  return { k: 'value', type: call.returns, e: made, readOnly };
}
