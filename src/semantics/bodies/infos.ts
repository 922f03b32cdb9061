/** What overload resolution is told of expressions, and the type that several have in common (C# spec 12.6.3). */
import type { ValueInfo } from '../arguments.ts';
import { acceptsNull } from '../conversions.ts';
import { isNullableValue, isSilent, isValueType, neverType, nullType, voidType } from '../type-table.ts';
import type { Type } from '../types.ts';
import type { Binder } from './binder.ts';
import type { Bound } from './bound.ts';
import { constantOf } from './constants.ts';

/** What overload resolution is told of an expression. */
export function infoOf(bound: Bound): ValueInfo {
  switch (bound.k) {
    case 'value': {
      if (isSilent(bound.type)) return { kind: 'any' };
      if (bound.type === nullType) return { kind: 'null' };
      const constant = constantOf(bound.e);
      return { kind: 'typed', type: bound.type, ...(constant === undefined ? {} : { constant }) };
    }
    case 'lambda':
      return bound.info;
    case 'new':
      return { kind: 'new' };
    case 'default':
      return { kind: 'default' };
    case 'group':
      return { kind: 'methodGroup', name: bound.name, candidates: [...bound.candidates, ...bound.extensions] };
    case 'list':
      return {
        kind: 'collection',
        elements: bound.elements.map(({ spread, value }) => ({ spread, value: infoOf(value) })),
      };
    case 'branches':
      return { kind: 'branches', values: bound.values.map(({ value }) => infoOf(value)), natural: bound.natural };
    case 'tuple':
      return { kind: 'tuple', items: bound.items.map(({ value }) => infoOf(value)), natural: bound.natural };
    case 'type':
      return bound.value ? infoOf(bound.value) : { kind: 'any' };
    case 'stub':
    case 'namespace':
    case 'client':
    case 'workflow':
    case 'holder':
      return { kind: 'any' };
  }
}

/** The type that all of them convert to, chosen among their own; undefined where there is none. */
export function bestCommonType(b: Binder, values: readonly ValueInfo[]): Type | undefined {
  const types: Type[] = [];
  let nullable = false;
  for (const value of values) {
    const type = naturalOf(value);
    if (type !== undefined && type !== voidType) {
      if (type.kind === 'nullable' && !isNullableValue(type)) nullable = true;
      if (!types.includes(type)) types.push(type);
    } else if (value.kind === 'null' || value.kind === 'default') {
      nullable = true;
    } else if (value.kind !== 'any') {
      return undefined;
    }
  }
  if (types.length === 0) return values.length > 0 && values.every((v) => v.kind === 'any') ? neverType : undefined;
  const found = types.find((candidate) =>
    values.every((value) => {
      const type = naturalOf(value);
      if (type !== undefined) {
        return b.conversions.isImplicit(type, candidate, value.kind === 'typed' ? value.constant : undefined);
      }
      return value.kind !== 'null' || acceptsNull(candidate);
    }),
  );
  if (found === undefined) return undefined;
  return nullable && !isValueType(found) ? b.types.nullable(found) : found;
}

function naturalOf(value: ValueInfo): Type | undefined {
  if (value.kind === 'typed') return value.type;
  return value.kind === 'branches' || value.kind === 'tuple' ? value.natural : undefined;
}
