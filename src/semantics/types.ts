/**
 * The types of the checker. A `TypeTable` interns them: two types are written the same exactly when they are the same
 * object. What C# takes for one type although it is written differently (tuple element names, `?` on references) has one
 * `TypeTable.erase`.
 */
import type { IrType } from '../ir/ir.ts';
import type { LibraryType } from './library/model.ts';
import type { ClassSymbol, EntitySymbol, EnumSymbol, TypeParameterSymbol } from './symbols.ts';

export type PrimitiveName = 'int' | 'long' | 'double' | 'decimal' | 'bool' | 'char' | 'string' | 'object' | 'void';

interface TypeBase {
  /** Canonical text: an `IrType`. Two type parameters of one name share it; the objects differ. */
  readonly key: IrType;
  /** Unique among all types of the process: for keys of caches. */
  readonly id: number;
}

export interface PrimitiveType extends TypeBase {
  readonly kind: 'primitive';
  readonly name: PrimitiveName;
}
export interface EnumType extends TypeBase {
  readonly kind: 'enum';
  readonly symbol: EnumSymbol;
}
export interface EntityType extends TypeBase {
  readonly kind: 'entity';
  readonly symbol: EntitySymbol;
}
/** A class or interface of the app, with type arguments. */
export interface ClassType extends TypeBase {
  readonly kind: 'class';
  readonly symbol: ClassSymbol;
  readonly args: readonly Type[];
}
/** A type of the library: `DateTime`, `List<int>`, `IEnumerable<Loan>`, `NetworkException`, `DayOfWeek`, … */
export interface LibraryInstance extends TypeBase {
  readonly kind: 'library';
  readonly library: LibraryType;
  readonly args: readonly Type[];
}
/** `Func<…>`, `Action<…>`, `Predicate<T>`, `Comparison<T>`. */
export interface DelegateType extends TypeBase {
  readonly kind: 'delegate';
  readonly name: string;
  readonly params: readonly Type[];
  readonly returns: Type;
}
/** `T?` of a value type (C#'s Nullable<T>) or of a reference type (an annotation; see `isValueType`). */
export interface NullableType extends TypeBase {
  readonly kind: 'nullable';
  readonly element: Type;
}
export interface ArrayType extends TypeBase {
  readonly kind: 'array';
  readonly element: Type;
}
export interface TupleType extends TypeBase {
  readonly kind: 'tuple';
  readonly items: readonly Type[];
  /** Names given to the elements; not part of the type's identity. */
  readonly names: readonly (string | undefined)[];
}
export interface AnonymousType extends TypeBase {
  readonly kind: 'anonymous';
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
}
export interface ParameterType extends TypeBase {
  readonly kind: 'param';
  readonly symbol: TypeParameterSymbol;
}
/** The type of `null`. */
export interface NullType extends TypeBase {
  readonly kind: 'null';
}
/** The type of a `throw` expression; converts to everything. */
export interface NeverType extends TypeBase {
  readonly kind: 'never';
}
/** The type of what is wrong already: every use of it is silent. */
export interface ErrorType extends TypeBase {
  readonly kind: 'error';
}

export type Type =
  | PrimitiveType
  | EnumType
  | EntityType
  | ClassType
  | LibraryInstance
  | DelegateType
  | NullableType
  | ArrayType
  | TupleType
  | AnonymousType
  | ParameterType
  | NullType
  | NeverType
  | ErrorType;
