/** `where T : …`: whether a type may stand for a type parameter. */
import type { TypeParameterSymbol } from './symbols.ts';
import { displayType, errorType, isReferenceType, isValueType, type TypeMap } from './type-table.ts';
import type { Type } from './types.ts';
import type { Typing } from './typing.ts';

/** What a type argument lacks: `a value type`, `'Base'`; undefined where it meets every constraint. */
export function unmetConstraint(
  typing: Typing,
  param: TypeParameterSymbol,
  type: Type,
  map: TypeMap,
): string | undefined {
  if (type === errorType) return undefined;
  for (const word of param.words ?? []) {
    if (word === 'struct' && (!isValueType(type) || type.kind === 'nullable')) return 'a value type that is never null';
    if (word === 'class' && !isReferenceType(type)) return 'a reference type';
  }
  for (const constraint of param.constraints) {
    const wanted = typing.types.substitute(constraint, map);
    if (!typing.hierarchy.inherits(type, wanted)) return `'${displayType(wanted)}' or derived from it`;
  }
  return undefined;
}
