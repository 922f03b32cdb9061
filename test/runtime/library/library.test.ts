import { describe, expect, it } from 'vitest';
import { implementation, implementedKeys } from '../../../src/runtime/library/index.ts';
import { libraryEnumNames, libraryEnums } from '../../../src/runtime/library/library-enums.ts';
import { allLibraryTypes, libraryMember } from '../../../src/semantics/library/index.ts';
import { runtimeDeclarations } from '../../../src/semantics/library/runtime.ts';

/** What the engine supplies itself: `Http`, `Log`, `UnitOfWork` and the like. */
const engineTypes = new Set(Object.keys(runtimeDeclarations));

const members = allLibraryTypes()
  .filter((type) => !engineTypes.has(type.name))
  .flatMap((type) => type.members.map((member) => ({ owner: type.name, member })));

describe('the library', () => {
  it('implements every member that it declares', () => {
    const missing = members
      .filter(({ member }) => implementation(member.key) === undefined)
      .map(({ member }) => member.key);
    expect(missing).toEqual([]);
  });

  it('implements a setter for every member that may be assigned', () => {
    const missing = members
      .filter(({ member }) => member.writable && implementation(`${member.key}=`) === undefined)
      .map(({ member }) => member.key);
    expect(missing).toEqual([]);
  });

  it('declares every member that it implements', () => {
    const stray = implementedKeys().filter((key) => {
      const member = libraryMember(key.endsWith('=') ? key.slice(0, -1) : key);
      return member === undefined || (key.endsWith('=') && !member.writable);
    });
    expect(stray).toEqual([]);
  });

  it('names the values of its enums as declared', () => {
    const enums = allLibraryTypes().filter((type) => type.kind === 'enum');
    expect([...libraryEnums].sort()).toEqual(enums.map((type) => type.name).sort());
    for (const { name, enumMembers } of enums) {
      const names = new Map(enumMembers.map((member) => [member.value, member.name]));
      expect(new Map([...(libraryEnumNames(name) ?? [])].sort(([a], [b]) => a - b)), name).toEqual(
        new Map([...names].sort(([a], [b]) => a - b)),
      );
    }
  });
});
