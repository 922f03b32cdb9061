/** What can be asked of a type by itself. */
import {
  charType,
  decimalType,
  doubleType,
  intType,
  longType,
  objectType,
  stringType,
  voidType,
} from './primitive-types.ts';
import type { LibraryInstance, Type } from './types.ts';

/** Copied when assigned, and never null: numbers, `bool`, `char`, enums, structs, tuples, and `T?` of these. */
export function isValueType(type: Type): boolean {
  switch (type.kind) {
    case 'primitive':
      return type !== stringType && type !== objectType && type !== voidType;
    case 'enum':
    case 'tuple':
      return true;
    case 'library':
      return type.library.kind === 'struct' || type.library.kind === 'enum';
    case 'nullable':
      return isValueType(type.element);
    case 'param':
      return type.symbol.words?.includes('struct') === true;
    default:
      return false;
  }
}

/** Known to be a reference: not so for a type parameter without a constraint that says it. */
export function isReferenceType(type: Type): boolean {
  switch (type.kind) {
    case 'param':
      return (
        type.symbol.words?.includes('class') === true ||
        type.symbol.constraints.some((c) => c.kind === 'entity' || (c.kind === 'class' && c.symbol.form === 'class'))
      );
    case 'nullable':
      return isReferenceType(type.element);
    case 'null':
      return true;
    case 'never':
    case 'error':
      return false;
    default:
      return type !== voidType && !isValueType(type);
  }
}

/** `T?` of a value type. */
export function isNullableValue(type: Type): boolean {
  return type.kind === 'nullable' && isValueType(type.element);
}

/** Without an outer `?`. */
export function stripNullable(type: Type): Type {
  return type.kind === 'nullable' ? type.element : type;
}

/** `T` of a `T?` of a value type; any other type itself. */
export function underlying(type: Type): Type {
  return isNullableValue(type) ? stripNullable(type) : type;
}

/** A library type of that name, whatever its arguments. */
export function isLibrary(type: Type, name: string): type is LibraryInstance {
  return type.kind === 'library' && type.library.name === name;
}

/** `int`, `long`, `double`, `decimal` and `byte`; `char` is not among them. */
export function isNumeric(type: Type): boolean {
  return type === intType || type === longType || type === doubleType || type === decimalType || isByte(type);
}

export function isIntegral(type: Type): boolean {
  return type === intType || type === longType || type === charType || isByte(type);
}

/** `byte` has no arithmetic of its own: it is a struct of the library that converts to `int`. */
export function isByte(type: Type): boolean {
  return isLibrary(type, 'byte');
}

/** An enum of the app or of the library. */
export function isEnum(type: Type): boolean {
  return type.kind === 'enum' || (type.kind === 'library' && type.library.kind === 'enum');
}

/** An interface of the app or of the library. */
export function isInterface(type: Type): boolean {
  return (
    (type.kind === 'class' && type.symbol.form === 'interface') ||
    (type.kind === 'library' && type.library.kind === 'interface')
  );
}

/** Wrong already, or never a value: nothing is to be said about it. */
export function isSilent(type: Type): boolean {
  return type.kind === 'error' || type.kind === 'never';
}

/** The types a type is made of, one level down. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'class':
    case 'library':
      return type.args;
    case 'delegate':
      return [...type.params, type.returns];
    case 'nullable':
    case 'array':
      return [type.element];
    case 'tuple':
      return type.items;
    case 'anonymous':
      return type.fields.map((f) => f.type);
    default:
      return [];
  }
}

/** A type mentions what is wrong already. */
export function containsError(type: Type): boolean {
  return type.kind === 'error' || partsOf(type).some(containsError);
}
