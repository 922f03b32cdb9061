/** Names in JSON (language.md §6). */
import type { Attribute } from '../syntax/tree.ts';

/** camelCase, or what `[ExternalName("x")]` says. */
export function jsonName(name: string, attributes: readonly Attribute[]): string {
  const given = attributes.find((attribute) => attribute.name.name === 'ExternalName')?.args?.[0]?.value;
  return given?.kind === 'StringLiteral' ? given.value : camelCase(name);
}

/** As .NET's `JsonNamingPolicy.CamelCase`: `Id` is `id`, `URLPath` is `urlPath`, `ID` is `id`. */
export function camelCase(name: string): string {
  const letters = [...name];
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i] as string;
    if (!isUpper(letter)) break;
    const next = letters[i + 1];
    if (i > 0 && next !== undefined && !isUpper(next)) break;
    letters[i] = letter.toLowerCase();
  }
  return letters.join('');
}

function isUpper(letter: string): boolean {
  return letter !== letter.toLowerCase();
}
