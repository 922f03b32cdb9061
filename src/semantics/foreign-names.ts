/** Names that a C# or TypeScript developer may write and Osy does not have, with what stands for them here. */

const types: ReadonlyMap<string, string> = new Map([
  ['float', 'double'],
  ['short', 'int'],
  ['sbyte', 'int'],
  ['ushort', 'int'],
  ['uint', 'int'],
  ['ulong', 'long'],
  ['dynamic', 'object'],
  ['let', 'var'],
  ['String', 'string'],
  ['number', 'int'],
  ['boolean', 'bool'],
  ['Error', 'Exception'],
  ['ArrayList', 'List'],
  ['Map', 'Dictionary'],
  ['Set', 'HashSet'],
]);

const members: ReadonlyMap<string, readonly string[]> = new Map([
  ['Length', ['Count']],
  ['length', ['Length', 'Count']],
  ['Count', ['Length']],
  ['count', ['Count', 'Length']],
  ['size', ['Count', 'Length']],
  ['push', ['Add', 'Push']],
  ['map', ['Select']],
  ['filter', ['Where']],
]);

/** Words that begin a statement, which a slip turns into the type of a local: `retrun x;`. */
export const statementWords = ['return', 'throw', 'goto', 'var', 'const'] as const;

export function typeInstead(name: string): string | undefined {
  return types.get(name);
}

/** The member of the type that does what `name` does elsewhere. */
export function memberInstead(name: string, has: readonly string[]): string | undefined {
  return members.get(name)?.find((each) => has.includes(each));
}
