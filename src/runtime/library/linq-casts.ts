/** `OfType<R>` and `Cast<R>`: elements seen as another type, boxed or unboxed as that type wants them. */
import type { IrType } from '../../ir/ir.ts';
import { parseIrType, type TypeShape } from '../../ir/types.ts';
import { isCollection } from './collections.ts';
import { Deferred, each, requireSource, type Sequence, walk } from './enumeration.ts';
import { isExceptionOf, raiseInvalidCast, raiseNullReference } from './exceptions.ts';
import { isLibraryClass } from './objects.ts';
import { defaultOf } from './structs.ts';
import { shortTypeName } from './type-names.ts';
import { Boxed, ExceptionValue, Instance, type LibraryHost, type Value } from './values.ts';

/** The engine's host knows what entities are; the library's alone does not. */
interface EntityHost {
  isEntity?(row: Value, entity: string): boolean;
}

/** Stands for "not of that type". */
const other: unique symbol = Symbol('other');

/** The element as a value of the type, or `other`. */
type As = (value: Value) => Value | typeof other;

function asType(type: IrType, host: LibraryHost): As {
  const shape = parseIrType(type);
  const bare: TypeShape = { ...shape, nullable: false };
  if (bare.kind !== 'named') return (value) => (bare.kind === 'array' && !Array.isArray(value) ? other : value);
  const { name } = bare;
  if (name === 'object' || name === 'IComparable') return (value) => boxed(value);
  if (name === 'string') return (value) => (typeof value === 'string' ? value : other);
  const full = shape.nullable ? type.slice(0, -1) : type;
  if (defaultOf(full, host) !== null) return (value) => unboxed(value, full);
  return (value) => (isReference(value, full, name, host) ? value : other);
}

/** A list of ints, say, holds them bare; seen as objects they need their type. */
function boxed(value: Value): Value {
  switch (typeof value) {
    case 'number':
      return new Boxed(Number.isInteger(value) ? 'int' : 'double', value);
    case 'bigint':
      return new Boxed('long', value);
    case 'boolean':
      return new Boxed('bool', value);
    default:
      return value;
  }
}

function unboxed(value: Value, type: IrType): Value | typeof other {
  if (value instanceof Boxed) return value.t === type ? value.v : other;
  // Elements of a typed list are bare: then the static types have said that the cast is between types of one kind.
  switch (type) {
    case 'long':
      return typeof value === 'bigint' ? value : other;
    case 'bool':
      return typeof value === 'boolean' ? value : other;
    default:
      return typeof value === 'number' || (typeof value === 'object' && value !== null) ? value : other;
  }
}

function isReference(value: Value, type: IrType, name: string, host: LibraryHost): boolean {
  if (value instanceof Instance) return value.c.is.has(type);
  if (value instanceof ExceptionValue) return isExceptionOf(value, name);
  if (typeof value !== 'object' || value === null) return false;
  const { entity } = value as { readonly entity?: unknown };
  if (typeof entity === 'string') return entity === name || ((host as EntityHost).isEntity?.(value, name) ?? false);
  return isCollection(value, name) || isLibraryClass(value, name);
}

export function ofType(host: LibraryHost, source: Value, type: IrType): Sequence {
  requireSource(source);
  const as = asType(type, host);
  return new Deferred(
    (visit) =>
      each(source, (item) => {
        const cast = item === null ? other : as(item);
        return cast === other || visit(cast);
      }),
    function* () {
      for (const item of walk(source)) {
        const cast = item === null ? other : as(item);
        if (cast !== other) yield cast;
      }
    },
  );
}

export function cast(host: LibraryHost, source: Value, type: IrType): Sequence {
  requireSource(source);
  const as = asType(type, host);
  const nullable = defaultOf(type, host) === null;
  const one = (item: Value): Value => {
    if (item === null) return nullable ? null : raiseNullReference();
    const value = as(item);
    return value === other ? raiseInvalidCast(`Unable to cast object to type '${shortTypeName(type)}'.`) : value;
  };
  return new Deferred(
    (visit) => each(source, (item) => visit(one(item))),
    function* () {
      for (const item of walk(source)) yield one(item);
    },
  );
}
