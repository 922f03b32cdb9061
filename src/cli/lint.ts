import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { compareDiagnostics } from '../diagnostics/diagnostic.ts';
import { lint } from '../lint/lint.ts';
import { findingsJson } from '../report/findings-json.ts';
import { findingsSummary, prettyFindings } from '../report/findings-pretty.ts';
import { exitCode } from './exit-codes.ts';
import { printNotes, readProject } from './project-input.ts';
import type { Terminal } from './terminal.ts';

export interface LintOptions {
  readonly format: 'pretty' | 'json';
}

/** `osy lint [paths…]` */
export async function lintCommand(paths: readonly string[], options: LintOptions, terminal: Terminal): Promise<number> {
  const { apps, notes } = await readProject(paths, terminal, { tests: true });
  const found = apps.flatMap(({ program }) => lint(program)).sort(compareDiagnostics);
  const files = apps.reduce((n, { program }) => n + program.files.length, 0);
  printNotes(notes, terminal);
  if (options.format === 'json') {
    const document = findingsJson(
      found,
      files,
      notes.map((n) => ({ file: n.path, message: n.message })),
    );
    terminal.out(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    if (found.length > 0) terminal.out(`${prettyFindings(found, terminal.style)}\n`);
    terminal.out(`${findingsSummary(found, files, terminal.style)}\n`);
  }
  return lintExitCode(found, notes.length > 0);
}

function lintExitCode(found: readonly Diagnostic[], hasNotes: boolean): number {
  if (found.some((d) => d.level === 'error' || d.level === 'must')) return exitCode.findings;
  return hasNotes ? exitCode.usage : exitCode.clean;
}
