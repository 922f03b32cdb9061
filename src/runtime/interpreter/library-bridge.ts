/** Everything that the interpreter takes from the library beyond values, in one place. */
import type { IrType } from '../../ir/ir.ts';
import type { TypeShape } from '../../ir/types.ts';
import { DictionaryValue } from '../library/dictionary.ts';
import { Sequence } from '../library/enumeration.ts';
import { exceptionNames } from '../library/exceptions.ts';
import { ListValue } from '../library/list.ts';
import { isLibraryClass, runtimeType } from '../library/objects.ts';
import { SetValue } from '../library/sets.ts';
import { fullTypeName } from '../library/type-names.ts';
import { Boxed, type Value } from '../library/values.ts';

export { implementation } from '../library/index.ts';
export { libraryEnumNames } from '../library/library-enums.ts';

const exceptions: ReadonlySet<string> = new Set(exceptionNames);

export function isLibraryException(name: string): boolean {
  return exceptions.has(name);
}

type Test = (value: Value) => boolean;

const isList: Test = (v) => v instanceof ListValue || Array.isArray(v);
const isKeyed: Test = (v) => v instanceof DictionaryValue;
const isCounted: Test = (v) => isList(v) || isKeyed(v) || v instanceof SetValue;
const isWalkable: Test = (v) =>
  typeof v === 'string' ||
  Array.isArray(v) ||
  v instanceof Sequence ||
  (typeof v === 'object' && v !== null && Symbol.iterator in v);
const isComparable: Test = (v) => typeof v === 'string' || v instanceof Boxed;

const interfaces: ReadonlyMap<string, Test> = new Map([
  ['IEnumerable', isWalkable],
  ['IQueryable', isWalkable],
  ['ICollection', isCounted],
  ['IReadOnlyCollection', isCounted],
  ['IList', isList],
  ['IReadOnlyList', isList],
  ['IDictionary', isKeyed],
  ['IReadOnlyDictionary', isKeyed],
  ['ISet', (v) => v instanceof SetValue],
  ['IComparable', isComparable],
  ['IEquatable', isComparable],
  ['IFormattable', (v) => v instanceof Boxed && v.t !== 'bool' && v.t !== 'char'],
]);

/**
 * The test for a type of the library that is neither a value type nor an exception. Collections do not know the types of
 * their elements, so type arguments are not compared.
 */
export function libraryTypeTest(shape: TypeShape & { readonly kind: 'named' }): Test {
  const known = interfaces.get(shape.name);
  if (known !== undefined) return known;
  return (v) => v !== null && isLibraryClass(v, shape.name);
}

/** .NET's words for a cast that failed. */
export function castMessage(value: Value, to: IrType): string {
  return `Unable to cast object of type '${fullTypeName(runtimeType(value))}' to type '${fullTypeName(to)}'.`;
}
