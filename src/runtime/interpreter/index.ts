/** The interpreter: the document's IR compiled to JavaScript functions (docs/architecture.md). */
export type { BodyOutcome, LogEntry, Row, RuntimeHost } from './host.ts';
export { InvalidIrError } from './invalid-ir.ts';
export { PlainHost, type PlainHostOptions } from './plain-host.ts';
export { CompiledProgram, type ProgramSource } from './program.ts';
