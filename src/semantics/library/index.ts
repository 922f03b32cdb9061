/**
 * The library's types by name, read on first use. A registry is keyed by name, with `` `n `` after it where the type has
 * n type parameters (`` List`1 ``), so that finding a type reads no other.
 */
import { collectionDeclarations } from './collections.ts';
import { dateDeclarations } from './dates.ts';
import { exceptionDeclarations } from './exceptions.ts';
import { jsonDeclarations } from './json.ts';
import { linqDeclarations } from './linq.ts';
import type { LibraryMember, LibraryType } from './model.ts';
import { numberDeclarations } from './numbers.ts';
import { objectDeclarations } from './objects.ts';
import { type LibraryDeclarations, readLibraryType } from './reader.ts';
import { regexDeclarations } from './regex.ts';
import { runtimeDeclarations } from './runtime.ts';
import { textDeclarations } from './text.ts';

export type { LibraryEffect, LibraryMember, LibraryParameter, LibraryType, LibraryTypeRef } from './model.ts';

const registries: Readonly<Record<string, LibraryDeclarations>> = {
  Numbers: numberDeclarations,
  Text: textDeclarations,
  'Dates and times': dateDeclarations,
  Collections: collectionDeclarations,
  Sequences: linqDeclarations,
  'Regular expressions': regexDeclarations,
  JSON: jsonDeclarations,
  Objects: objectDeclarations,
  Exceptions: exceptionDeclarations,
  'The engine': runtimeDeclarations,
};

const declarations: ReadonlyMap<string, string> = new Map(
  Object.values(registries).flatMap((registry) => Object.entries(registry)),
);

const types = new Map<string, LibraryType>();

/** Full names and other spellings of types that have a keyword. */
const aliases: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  Char: 'char',
  Decimal: 'decimal',
  Double: 'double',
  Int32: 'int',
  Int64: 'long',
  Object: 'object',
  String: 'string',
};

/** The type of that name with `arity` type parameters. `String` finds `string`. */
export function libraryType(name: string, arity: number): LibraryType | undefined {
  const key = registryKey(aliases[name] ?? name, arity);
  const known = types.get(key);
  if (known !== undefined) return known;
  const text = declarations.get(key);
  if (text === undefined) return undefined;
  const type = readLibraryType(text, isValueType);
  types.set(key, type);
  return type;
}

/** All names, without arity, each once. */
export function libraryTypeNames(): readonly string[] {
  return [...new Set([...declarations.keys()].map((key) => key.replace(/`\d+$/, '')))];
}

/** Every type: for tests. Reads the whole library. */
export function allLibraryTypes(): readonly LibraryType[] {
  return [...declarations.keys()].map(typeOfKey);
}

/** Every type by what it is about, in the order of the documentation. Reads the whole library. */
export function libraryGroups(): readonly { readonly title: string; readonly types: readonly LibraryType[] }[] {
  return Object.entries(registries).map(([title, registry]) => ({
    title,
    types: Object.keys(registry).map(typeOfKey),
  }));
}

function typeOfKey(key: string): LibraryType {
  const [name = key, arity = '0'] = key.split('`');
  return libraryType(name, Number(arity)) as LibraryType;
}

let extensionHolders: readonly string[] | undefined;
const extensions = new Map<string, LibraryMember[]>();

/** The extension methods of that name; reads only types whose text mentions it. */
export function extensionMembers(name: string): readonly LibraryMember[] {
  const known = extensions.get(name);
  if (known !== undefined) return known;
  extensionHolders ??= [...declarations].filter(([, text]) => text.includes('(this ')).map(([key]) => key);
  const mention = new RegExp(`\\b${name.replace(/\W/g, '')}\\b`);
  const found = extensionHolders
    .filter((key) => mention.test(declarations.get(key) ?? ''))
    .flatMap((key) => libraryType(key.replace(/`\d+$/, ''), Number(key.split('`')[1] ?? 0))?.members ?? [])
    .filter((member) => member.extension && member.name === name);
  extensions.set(name, found);
  return found;
}

let byKey: Map<string, LibraryMember> | undefined;
const ownersRead = new Set<string>();

/** The member of that key. Reads the types that share the owner's name. */
export function libraryMember(key: string): LibraryMember | undefined {
  byKey ??= new Map();
  const owner = key.slice(0, ownerEnd(key));
  if (!ownersRead.has(owner)) {
    ownersRead.add(owner);
    for (let arity = 0; arity <= maxArity; arity++) {
      for (const member of libraryType(owner, arity)?.members ?? []) byKey.set(member.key, member);
    }
  }
  return byKey.get(key);
}

const maxArity = 8;

/** The dot before the member's name: the last one outside the parameters. */
function ownerEnd(key: string): number {
  const open = key.indexOf('(');
  return key.lastIndexOf('.', open < 0 ? key.length : open);
}

function registryKey(name: string, arity: number): string {
  return arity === 0 ? name : `${name}\`${arity}`;
}

function isValueType(name: string, arity: number): boolean {
  const text = declarations.get(registryKey(name, arity));
  return text !== undefined && /^\s*(struct|enum)\b/.test(text);
}
