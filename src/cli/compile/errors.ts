import { compileErrors } from '../../lint/lint.ts';
import { findingsSummary, prettyFindings } from '../../report/findings-pretty.ts';
import type { Program } from '../../semantics/program.ts';
import type { Terminal } from '../terminal.ts';

/** Prints what keeps a program from being used, and tells whether there is anything. */
export function reportErrors(program: Program, consequence: string, terminal: Terminal): boolean {
  const errors = compileErrors(program);
  if (errors.length === 0) return false;
  const { errStyle } = terminal;
  const summary = findingsSummary(errors, program.files.length, errStyle);
  terminal.err(`${prettyFindings(errors, errStyle)}\n${summary}; ${consequence}\n`);
  return true;
}
