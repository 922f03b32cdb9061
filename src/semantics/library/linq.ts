import type { LibraryDeclarations } from './reader.ts';

export const linqDeclarations: LibraryDeclarations = {};
