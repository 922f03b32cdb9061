/** Whether a value may go to a type, for values whose own type depends on where they go (C# spec 10.7, 12.6.4). */
import type { LambdaInfo, LambdaShape, ValueInfo } from './arguments.ts';
import { acceptsNull } from './conversions.ts';
import {
  isByte,
  isInterface,
  isSilent,
  isValueType,
  objectType,
  stringType,
  stripNullable,
  voidType,
} from './type-table.ts';
import type { DelegateType, Type } from './types.ts';
import type { Typing } from './typing.ts';

/**
 * `errors`: it would, but the body of a lambda has errors with the parameter types that follow. Overload resolution prefers
 * others; where there is none, the errors inside are what the author wants to hear.
 */
export type Fit = 'yes' | 'errors' | 'no';

/** What a method group's own resolution says about parameter types: see `Overloads.groupFits`. */
export type GroupFits = (group: ValueInfo & { kind: 'methodGroup' }, delegate: DelegateType) => boolean;

export function valueFits(typing: Typing, value: ValueInfo, to: Type, groupFits: GroupFits): Fit {
  if (isSilent(to)) return 'yes';
  const fits = (inner: ValueInfo, target: Type): Fit => valueFits(typing, inner, target, groupFits);
  switch (value.kind) {
    case 'typed':
      return yes(typing.conversions.isImplicit(value.type, to, value.constant));
    case 'null':
      return yes(acceptsNull(to));
    case 'default':
      return yes(to !== voidType);
    case 'any':
      return 'yes';
    case 'new':
      return yes(canBeNew(stripNullable(to)));
    case 'collection': {
      const element = collectionElement(typing, to);
      if (element === undefined) return 'no';
      return all(
        value.elements.map((each) => {
          if (!each.spread) return fits(each.value, element);
          if (each.value.kind !== 'typed') return fits(each.value, typing.types.generic('IEnumerable', element));
          const from = typing.hierarchy.elementOf(each.value.type);
          return yes(isSilent(each.value.type) || (from !== undefined && typing.conversions.isImplicit(from, element)));
        }),
      );
    }
    case 'lambda': {
      const delegate = stripNullable(to);
      return delegate.kind === 'delegate' ? lambdaFits(typing, value, delegate, fits) : 'no';
    }
    case 'methodGroup': {
      const delegate = stripNullable(to);
      return yes(delegate.kind === 'delegate' && groupFits(value, delegate));
    }
    case 'branches':
      if (value.natural !== undefined && typing.conversions.isImplicit(value.natural, to)) return 'yes';
      return all(value.values.map((each) => fits(each, to)));
    case 'tuple': {
      const target = stripNullable(to);
      if (target.kind === 'tuple' && target.items.length === value.items.length) {
        return all(value.items.map((item, i) => fits(item, target.items[i] as Type)));
      }
      return yes(value.natural !== undefined && typing.conversions.isImplicit(value.natural, to));
    }
    case 'outDeclaration':
      return yes(value.type === undefined || typing.types.same(value.type, to));
  }
}

function lambdaFits(
  typing: Typing,
  lambda: LambdaInfo,
  delegate: DelegateType,
  fits: (value: ValueInfo, to: Type) => Fit,
): Fit {
  if (lambda.arity !== delegate.params.length) return 'no';
  const params = delegate.params.map((param, i) => lambda.types[i] ?? param);
  if (!params.every((param, i) => typing.types.same(param, delegate.params[i] as Type))) return 'no';
  const shape = lambda.bind(params);
  const fit = shapeFits(shape, delegate.returns, fits);
  return shape.hasErrors && fit !== 'no' ? 'errors' : fit;
}

function shapeFits(shape: LambdaShape, returns: Type, fits: (value: ValueInfo, to: Type) => Fit): Fit {
  if (returns === voidType) return yes(shape.isBlock ? shape.values.length === 0 : shape.isStatement);
  if (shape.isBlock) {
    // A block that always throws fits whatever is to be returned.
    if (shape.endReachable) return 'no';
    return all(shape.values.map((value) => fits(value, returns)));
  }
  return shape.values.length === 0 ? 'no' : all(shape.values.map((value) => fits(value, returns)));
}

/** The element type of what a collection expression may become; undefined where it may not. */
export function collectionElement(typing: Typing, to: Type): Type | undefined {
  const target = stripNullable(to);
  if (target.kind === 'array') return target.element;
  if (target === stringType || target.kind === 'primitive') return undefined;
  if (target.kind !== 'library' && target.kind !== 'class') return undefined;
  const element = typing.hierarchy.elementOf(target);
  if (element === undefined) return undefined;
  if (isInterface(target))
    return target.kind === 'library' && madeOfLists.has(target.library.name) ? element : undefined;
  return typing.members.lookup(target, 'Add') === undefined ? undefined : element;
}

/** Interfaces that a list or array may stand for. */
const madeOfLists: ReadonlySet<string> = new Set([
  'IEnumerable',
  'IReadOnlyCollection',
  'IReadOnlyList',
  'ICollection',
  'IList',
]);

/** `new(…)` without a type may make it. */
export function canBeNew(type: Type): boolean {
  switch (type.kind) {
    case 'entity':
      return true;
    case 'class':
      return type.symbol.form === 'class' && !type.symbol.static;
    case 'library':
      return type.library.kind === 'class' || type.library.kind === 'struct' || type.library.kind === 'exception';
    case 'primitive':
      return type === objectType || (isValueType(type) && !isByte(type));
    case 'param':
      return type.symbol.words?.includes('new()') === true;
    default:
      return false;
  }
}

function yes(fits: boolean): Fit {
  return fits ? 'yes' : 'no';
}

function all(fits: readonly Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('errors') ? 'errors' : 'yes';
}
