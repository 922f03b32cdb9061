import type { LibraryDeclarations } from './reader.ts';

export const exceptionDeclarations: LibraryDeclarations = {};
