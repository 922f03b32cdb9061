/** The compiler as a library: data in, data out; nothing here throws for what a user can write, and nothing prints. */

export type { Definition } from './definition/document.ts';
export { type LowerOptions, lower, writeDefinition } from './definition/lowering.ts';
export { allRules } from './diagnostics/catalogue/index.ts';
export { compareDiagnostics, type Diagnostic, type Fix, type Label, type Level } from './diagnostics/diagnostic.ts';
export { compileErrors, lint } from './lint/lint.ts';
export { type FindingJson, type FindingsJson, findingsJson } from './report/findings-json.ts';
export { check } from './semantics/check.ts';
export type { Program } from './semantics/program.ts';
export { type Position, SourceFile, type Span } from './source/source.ts';
export { parse } from './syntax/parse.ts';
