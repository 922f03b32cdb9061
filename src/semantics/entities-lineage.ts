/** An entity together with those it derives from: one row has the members of all of them. */
import type { EntitySymbol, FieldSymbol } from './symbols.ts';

/** From the entity up; a circle of bases is reported where it is declared. */
export function lineage(entity: EntitySymbol): readonly EntitySymbol[] {
  const all: EntitySymbol[] = [];
  for (let at: EntitySymbol | undefined = entity; at !== undefined && !all.includes(at); at = at.base) all.push(at);
  return all;
}

export function fieldOf(entity: EntitySymbol, name: string): FieldSymbol | undefined {
  for (const each of lineage(entity)) {
    for (const member of each.members) if (member.kind === 'field' && member.name === name) return member;
  }
  return undefined;
}

export function fieldNames(entity: EntitySymbol): readonly string[] {
  return lineage(entity).flatMap((each) =>
    each.members.flatMap((member) => (member.kind === 'field' ? member.name : [])),
  );
}
