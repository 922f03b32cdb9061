/** `Enum`, and the names of the library's own enums. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { formatEnum } from './enum-text.ts';
import { compareValues, equalsValue, hashValue } from './equality.ts';
import { raiseArgument, raiseArgumentNull } from './exceptions.ts';
import type { TypeValue } from './objects.ts';
import { fullTypeName } from './type-names.ts';
import { Boxed, type LibraryFunction, type LibraryHost, type Ref, type Value } from './values.ts';

type H = LibraryHost;

/** The names of an enum's values. @throws ArgumentException when the type is none */
function namesOf(type: IrType, host: LibraryHost): ReadonlyMap<number, string> {
  return host.enumNames(type) ?? raiseArgument('Type provided must be an Enum.', 'enumType');
}

/** In the order of their unsigned values, as .NET lists them. */
function ordered(names: ReadonlyMap<number, string>): readonly (readonly [number, string])[] {
  return [...names].sort(([a], [b]) => (a >>> 0) - (b >>> 0));
}

/** Names, numbers and lists of them separated by commas; undefined when it is none. */
function parseEnum(text: string, names: ReadonlyMap<number, string>, ignoreCase: boolean): number | undefined {
  if (text.trim() === '') return undefined;
  const byName = new Map([...names].map(([value, name]) => [ignoreCase ? name.toLowerCase() : name, value]));
  let result = 0;
  for (const part of text.split(',')) {
    const word = part.trim();
    const value = /^[-+]?\d+$/.test(word) ? Number(word) : byName.get(ignoreCase ? word.toLowerCase() : word);
    if (value === undefined || value !== (value | 0)) return undefined;
    result |= value;
  }
  return result;
}

function parsed(text: string | null, type: IrType, ignoreCase: boolean, host: LibraryHost): number {
  const names = namesOf(type, host);
  if (text === null) raiseArgumentNull('value');
  if (text.trim() === '') raiseArgument('Must specify valid information for parsing in the string.', 'value');
  return parseEnum(text, names, ignoreCase) ?? raiseArgument(`Requested value '${text}' was not found.`);
}

function attempt(text: string | null, type: IrType, ignoreCase: boolean, result: Ref, host: LibraryHost): boolean {
  const value = text === null ? undefined : parseEnum(text, namesOf(type, host), ignoreCase);
  result.set(value ?? 0);
  return value !== undefined;
}

function isDefined(value: Value, type: IrType, host: LibraryHost): boolean {
  const names = namesOf(type, host);
  const inner = value instanceof Boxed ? value.v : value;
  if (typeof inner === 'string') return [...names.values()].includes(inner);
  return names.has(Number(inner));
}

/** The number of a receiver, which is boxed to `Enum`. */
function flagsOf(receiver: Value): number {
  return (receiver instanceof Boxed ? receiver.v : receiver) as number;
}

function textOf(receiver: Value, format: string, host: LibraryHost): string {
  const names = receiver instanceof Boxed ? host.enumNames(receiver.t) : undefined;
  return formatEnum(flagsOf(receiver), names ?? new Map(), format);
}

export const enumLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Enum.CompareTo(object)': (_: H, a: Value, b: Value) => (b === null ? 1 : compareValues(a, b)),
  'Enum.Equals(object)': (_: H, a: Value, b: Value) => equalsValue(a, b),
  'Enum.GetHashCode()': (host: H, a: Value) => hashValue(a, host),
  'Enum.HasFlag(Enum)': (_: H, a: Value, flag: Value) => {
    if (flag === null) raiseArgumentNull('flag');
    if (a instanceof Boxed && flag instanceof Boxed && a.t !== flag.t) {
      raiseArgument(
        `The argument type, '${fullTypeName(flag.t)}', is not the same as the enum type '${fullTypeName(a.t)}'.`,
      );
    }
    return (flagsOf(a) & flagsOf(flag)) === flagsOf(flag);
  },
  'Enum.ToString()': (host: H, a: Value) => textOf(a, 'G', host),
  'Enum.ToString(string)': (host: H, a: Value, format: string | null) => textOf(a, format || 'G', host),
  'Enum.GetName(T)': (host: H, value: number, targs: readonly IrType[]) => namesOf(targs[0]!, host).get(value) ?? null,
  'Enum.GetNames()': (host: H, targs: readonly IrType[]) => ordered(namesOf(targs[0]!, host)).map(([, name]) => name),
  'Enum.GetValues()': (host: H, targs: readonly IrType[]) => ordered(namesOf(targs[0]!, host)).map(([value]) => value),
  'Enum.IsDefined(T)': (host: H, value: Value, targs: readonly IrType[]) => isDefined(value, targs[0]!, host),
  'Enum.Parse(string)': (host: H, text: string | null, targs: readonly IrType[]) =>
    parsed(text, targs[0]!, false, host),
  'Enum.Parse(string,bool)': (host: H, text: string | null, ignoreCase: boolean, targs: readonly IrType[]) =>
    parsed(text, targs[0]!, ignoreCase, host),
  'Enum.TryParse(string,T)': (host: H, text: string | null, result: Ref, targs: readonly IrType[]) =>
    attempt(text, targs[0]!, false, result, host),
  'Enum.TryParse(string,bool,T)': (
    host: H,
    text: string | null,
    ignoreCase: boolean,
    result: Ref,
    targs: readonly IrType[],
  ) => attempt(text, targs[0]!, ignoreCase, result, host),
  'Enum.GetName(Type,object)': (host: H, type: TypeValue, value: Value) =>
    namesOf(type.t, host).get(Number(value instanceof Boxed ? value.v : value)) ?? null,
  'Enum.GetNames(Type)': (host: H, type: TypeValue) => ordered(namesOf(type.t, host)).map(([, name]) => name),
  'Enum.IsDefined(Type,object)': (host: H, type: TypeValue, value: Value) => isDefined(value, type.t, host),
  'Enum.Parse(Type,string)': (host: H, type: TypeValue, text: string | null) =>
    new Boxed(type.t, parsed(text, type.t, false, host)),
  'Enum.Parse(Type,string,bool)': (host: H, type: TypeValue, text: string | null, ignoreCase: boolean) =>
    new Boxed(type.t, parsed(text, type.t, ignoreCase, host)),
};
