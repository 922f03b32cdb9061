/** What one checking run knows of types, made together: the table, who derives from whom, members and conversions. */
import { Conversions } from './conversions.ts';
import { Hierarchy } from './hierarchy.ts';
import { LibraryTypes } from './library-types.ts';
import { Members } from './members.ts';
import { TypeTable } from './type-table.ts';

export interface Typing {
  readonly types: TypeTable;
  readonly library: LibraryTypes;
  readonly hierarchy: Hierarchy;
  readonly members: Members;
  readonly conversions: Conversions;
}

export function createTyping(): Typing {
  const types = new TypeTable();
  const library = new LibraryTypes(types);
  const hierarchy = new Hierarchy(types, library);
  const members = new Members(types, library, hierarchy);
  return { types, library, hierarchy, members, conversions: new Conversions(types, hierarchy, members) };
}
