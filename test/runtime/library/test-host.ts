import { implementation } from '../../../src/runtime/library/index.ts';
import { libraryEnumNames } from '../../../src/runtime/library/library-enums.ts';
import { ExceptionValue, type LibraryHost, type Ref, type Value } from '../../../src/runtime/library/values.ts';

const appEnums: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  'Shop.Colour': new Map([
    [0, 'Red'],
    [1, 'Green'],
    [4, 'Blue'],
  ]),
};

/** A host that charges nothing and always draws the same number. */
export const host: LibraryHost = {
  utcNowTicks: () => 0n,
  random: () => 0.5,
  charge: () => undefined,
  classInfo: () => undefined,
  enumNames: (name) => appEnums[name] ?? libraryEnumNames(name),
};

/** Calls a member of the library by its key. */
export function call(key: string, ...args: readonly Value[]): Value {
  const member = implementation(key) as ((host: LibraryHost, ...args: readonly Value[]) => Value) | undefined;
  if (member === undefined) throw new Error(`no such member: ${key}`);
  return member(host, ...args);
}

/** What a call throws, by its C# type; undefined when it returns. */
export function thrown(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (e) {
    if (e instanceof ExceptionValue) return e.type;
    throw e;
  }
}

/** A variable for an `out` argument. */
export function out(): Ref & { value: Value } {
  return {
    value: undefined,
    get() {
      return this.value;
    },
    set(value) {
      this.value = value;
    },
  };
}

/** The UTF-16 unit of a character. */
export function unit(char: string): number {
  return char.charCodeAt(0);
}
