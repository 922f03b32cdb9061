import type { LibraryDeclarations } from './reader.ts';

export const collectionDeclarations: LibraryDeclarations = {};
