/** Members of the app that collections and queries of the library call to compare: `Equals`, `GetHashCode`, `CompareTo`. */
import type { Expr, IrFunction, IrType } from '../ir/ir.ts';
import { type AppIndex, plainName } from './app-index.ts';

/** A use of a member of the library. */
export interface LibraryUse {
  readonly m: string;
  readonly args: readonly Expr[];
  readonly targs?: readonly IrType[] | undefined;
}

const equals = ['object.Equals(object)'];
const hashes = [...equals, 'object.GetHashCode()'];
const orders = ['IComparable.CompareTo(T)'];
const comparers = ['IEqualityComparer.Equals(T,T)', 'IEqualityComparer.GetHashCode(T)', 'IComparer.Compare(T,T)'];

/** Which members compare, and by what; the first that fits. */
const uses: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.(Order|ThenBy|Sort|Min|Max|BinarySearch)/, orders],
  [/^(I?Dictionary|HashSet)\.(this|Add|TryAdd|ContainsKey|Contains|Remove|TryGetValue)\(/, hashes],
  [/\.(ContainsValue|Contains|IndexOf|LastIndexOf|Remove|SequenceEqual)\(/, equals],
  [/\.(Distinct|Union|Intersect|Except|SymmetricExcept|GroupBy|GroupJoin|Join|To(Lookup|Dictionary|HashSet))/, hashes],
  [/\.(Is(Proper)?(Sub|Super)setOf|Overlaps|SetEquals)\(/, hashes],
];

/** Every member that a use may call to compare values, so far as the types say. */
export function comparisonsIn(index: AppIndex, use: LibraryUse): readonly IrFunction[] {
  const signature = use.m.slice(use.m.indexOf('.') + 1);
  // A comparer that is given compares in place of the values.
  const comparer = use.args.filter((a) => index.classes.has(plainName(a.t)));
  if (/\bI(Equality)?Comparer</.test(signature))
    return comparer.flatMap((a) => comparers.flatMap((key) => index.libraryOverriders(key, a.t)));
  if (use.m === 'object.Equals(object,object)')
    return use.args.slice(0, 1).flatMap((a) => equals.flatMap((key) => index.libraryOverriders(key, a.t)));
  const keys = uses.find(([member]) => member.test(use.m))?.[1];
  const compared = keys === undefined ? undefined : comparedType(signature, use);
  if (keys === undefined || compared === undefined) return [];
  return keys.flatMap((key) => index.libraryOverriders(key, compared));
}

/** The keys where there are keys, what a selector gives where there is one, and else the values themselves. */
function comparedType(signature: string, { m, targs }: LibraryUse): IrType | undefined {
  if (/^I?Dictionary\./.test(m)) return targs?.[signature.startsWith('ContainsValue') ? 1 : 0];
  if (/Func<[^>]*,[KR]>/.test(signature)) return targs?.[/^(Group)?Join/.test(signature) ? 2 : 1];
  return /Func</.test(signature) ? undefined : targs?.[0];
}
