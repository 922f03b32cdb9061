import type { LibraryDeclarations } from './reader.ts';

export const runtimeDeclarations: LibraryDeclarations = {};
