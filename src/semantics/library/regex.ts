import type { LibraryDeclarations } from './reader.ts';

export const regexDeclarations: LibraryDeclarations = {};
