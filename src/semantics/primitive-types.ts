/** The types that belong to no app, one object each for the whole process. */
import type { ErrorType, NeverType, NullType, PrimitiveName, PrimitiveType } from './types.ts';

let lastId = 0;

/** A number that no other type of the process has. */
export function nextTypeId(): number {
  return ++lastId;
}

function primitiveType(name: PrimitiveName): PrimitiveType {
  return { kind: 'primitive', name, key: name, id: ++lastId };
}

export const intType: PrimitiveType = primitiveType('int');
export const longType: PrimitiveType = primitiveType('long');
export const doubleType: PrimitiveType = primitiveType('double');
export const decimalType: PrimitiveType = primitiveType('decimal');
export const boolType: PrimitiveType = primitiveType('bool');
export const charType: PrimitiveType = primitiveType('char');
export const stringType: PrimitiveType = primitiveType('string');
export const objectType: PrimitiveType = primitiveType('object');
export const voidType: PrimitiveType = primitiveType('void');
/** `null`'s own type. Its key is read by nobody: a constant null gets the type it is converted to. */
export const nullType: NullType = { kind: 'null', key: 'object?', id: ++lastId };
export const neverType: NeverType = { kind: 'never', key: 'object', id: ++lastId };
export const errorType: ErrorType = { kind: 'error', key: 'object', id: ++lastId };

export const primitiveTypes: ReadonlyMap<string, PrimitiveType> = new Map(
  [intType, longType, doubleType, decimalType, boolType, charType, stringType, objectType, voidType].map((type) => [
    type.name,
    type,
  ]),
);
