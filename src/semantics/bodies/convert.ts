/** From what an expression is to a value of a type: natural types, implicit conversions, target typing (C# spec 10, 12). */
import { typeMismatch } from '../../diagnostics/catalogue/types.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Node } from '../../syntax/tree.ts';
import { acceptsNull } from '../conversions.ts';
import { displayType, errorType, isSilent, nullType, stripNullable } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import type { Bound, BranchesBound, TupleBound, Value } from './bound.ts';
import { constantOf } from './constants.ts';
import { convertValue, defaultOf } from './conversion.ts';
import { listFromElements, newOfType } from './creation.ts';
import { groupToDelegate, naturalDelegate } from './groups.ts';
import { finishLambda } from './lambdas.ts';

// ---------------------------------------------------------------- natural values

export function toValue(b: Binder, bound: Bound, at: Node): Value {
  switch (bound.k) {
    case 'value':
      return bound;
    case 'type': {
      if (bound.value) return bound.value;
      if (bound.type.kind === 'entity') {
        const type = b.hierarchy.queryOf(bound.type);
        return b.val(type, { k: 'rows', s: bound.s, t: type.key, e: bound.type.symbol.fullName });
      }
      if (isSilent(bound.type)) return b.error(at);
      return noValue(
        b,
        at,
        `'${displayType(bound.type)}' is a type`,
        'Write a value of it, or call one of its members.',
      );
    }
    case 'branches':
      return bound.natural
        ? b.val(bound.natural, buildBranches(b, bound, bound.natural))
        : noValue(b, at, 'the branches have no type in common', 'Cast one of them to the type that is meant.');
    case 'tuple':
      return bound.natural
        ? b.val(bound.natural, buildTuple(b, bound, bound.natural))
        : noValue(b, at, 'a part of this tuple has no type of its own', 'Cast it to the type that is meant.');
    case 'lambda':
    case 'group': {
      const type = naturalDelegate(b, bound);
      if (type) return b.val(type, b.convert(bound, type, at));
      return bound.k === 'lambda'
        ? noValue(
            b,
            at,
            'nothing here tells what type this lambda has',
            'Write the type of the local, or of the parameters.',
          )
        : noValue(b, at, `'${bound.name}' is a method, and is not called here`, `Write \`${bound.name}(…)\`.`);
    }
    case 'new':
      return noValue(b, at, 'nothing here tells what `new()` makes', 'Write the type: `new T()`.');
    case 'default':
      return noValue(b, at, 'nothing here tells what `default` is', 'Write the type: `default(T)`.');
    case 'list':
      return noValue(
        b,
        at,
        'nothing here tells what `[…]` makes',
        'Write the type of the local: `List<int> x = […];`.',
      );
    case 'namespace':
      return noValue(b, at, `'${bound.name}' is a namespace`, 'Write a member of it.');
    case 'client':
      return noValue(b, at, `'${bound.symbol.name}' is a client`, 'Call one of its operations.');
    case 'workflow':
      return noValue(b, at, `'${bound.symbol.name}' is a workflow`, 'Raise one of its events.');
    case 'holder':
      return noValue(b, at, `'${bound.name}' has no value of its own`, 'Write one of its members.');
    case 'stub':
      return noValue(b, at, `'${bound.name}' is only to be called`, `Write \`${bound.name}(…)\`.`);
  }
}

function noValue(b: Binder, at: Node, what: string, help: string): Value {
  b.report(typeMismatch, at, { problem: 'other', text: `${what}: it is no value by itself`, help });
  return b.error(at);
}

function buildBranches(b: Binder, bound: BranchesBound, type: Type): Expr {
  return bound.build(
    bound.values.map(({ value, at }) => b.convert(value, type, at)),
    type,
  );
}

function buildTuple(b: Binder, bound: TupleBound, type: Type): Expr {
  const items = bound.items.map(({ value, at }, i) =>
    b.convert(value, type.kind === 'tuple' ? (type.items[i] ?? errorType) : errorType, at),
  );
  return { k: 'tuple', s: bound.s, t: type.key, items };
}

// ---------------------------------------------------------------- implicit conversion

export function convert(b: Binder, bound: Bound, to: Type, at: Node, what: string | undefined): Expr {
  switch (bound.k) {
    case 'value':
      return convertValue(b, bound, to, at, what);
    case 'branches':
      if (bound.natural === undefined || !b.conversions.isImplicit(bound.natural, to)) {
        // `c ? a : b` of no common type, or none that fits: each branch by itself, where that can be.
        if (bound.natural === undefined || bound.values.every(({ value }) => mayConvert(b, value, to))) {
          return buildBranches(b, bound, to);
        }
      }
      break;
    case 'tuple': {
      const target = stripNullable(to);
      if (target.kind === 'tuple' && target.items.length === bound.items.length) return buildTuple(b, bound, target);
      break;
    }
    case 'lambda': {
      const target = stripNullable(to);
      if (target.kind === 'delegate') return finishLambda(b, bound, target, at);
      if (isSilent(to)) return finishLambda(b, bound, undefined, at);
      break;
    }
    case 'group': {
      const target = stripNullable(to);
      if (target.kind === 'delegate') return groupToDelegate(b, bound, target, at);
      break;
    }
    case 'new':
      return newOfType(b, bound, stripNullable(to), at);
    case 'default':
      return defaultOf(to, at);
    case 'list':
      if (!isSilent(to)) return listFromElements(b, bound, stripNullable(to), at);
      break;
    default:
  }
  if (isSilent(to) && bound.k !== 'type') return b.error(at).e;
  return convertValue(b, toValue(b, bound, at), to, at, what);
}

function mayConvert(b: Binder, bound: Bound, to: Type): boolean {
  switch (bound.k) {
    case 'value':
      return bound.type === nullType ? acceptsNull(to) : b.conversions.isImplicit(bound.type, to, constantOf(bound.e));
    case 'branches':
      return bound.natural !== undefined && b.conversions.isImplicit(bound.natural, to)
        ? true
        : bound.values.every(({ value }) => mayConvert(b, value, to));
    default:
      return true;
  }
}
