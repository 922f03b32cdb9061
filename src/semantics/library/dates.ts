import type { LibraryDeclarations } from './reader.ts';

export const dateDeclarations: LibraryDeclarations = {};
