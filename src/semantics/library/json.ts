import type { LibraryDeclarations } from './reader.ts';

export const jsonDeclarations: LibraryDeclarations = {};
