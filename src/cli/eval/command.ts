import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findingsSummary, prettyFindings } from '../../report/findings-pretty.ts';
import { PlainHost } from '../../runtime/interpreter/index.ts';
import { EngineAbort, ExceptionValue } from '../../runtime/library/values.ts';
import { reasonOf } from '../../source/file-system.ts';
import { exitCode } from '../exit-codes.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { plainSession } from './evaluate.ts';
import { showValue } from './show.ts';
import { runVectors } from './vectors.ts';

export interface EvalOptions {
  readonly vectors?: readonly string[];
}

/** Loop rounds and calls that an expression may take. */
const fuel = 50_000_000;

/** `osy eval "1.10m + 1.1m"`, `osy eval --vectors FILE.jsonl` */
export async function evalCommand(
  source: string | undefined,
  options: EvalOptions,
  terminal: Terminal,
): Promise<number> {
  if (source?.startsWith('--') === true && /^--[a-z]/.test(source))
    throw new UsageError(`unknown option '${source}'; osy eval --help explains the options`);
  if (options.vectors !== undefined) {
    if (source !== undefined) throw new UsageError('give an expression or --vectors, not both');
    return vectorsCommand(options.vectors, terminal);
  }
  const text = source ?? (terminal.interactive ? undefined : new TextDecoder().decode(await terminal.readStdin()));
  if (text === undefined || text.trim() === '')
    throw new UsageError('osy eval takes an expression: osy eval "1.10m + 1.1m"');
  const { session, program } = plainSession();
  const host = new PlainHost(program, { fuel });
  try {
    const { diagnostics, result } = session.run(session.completed(text), host, '<expression>');
    const errors = diagnostics.filter((d) => d.level === 'error');
    if (errors.length > 0) {
      terminal.err(`${prettyFindings(errors, terminal.errStyle)}\n${findingsSummary(errors, 1, terminal.errStyle)}\n`);
      return exitCode.findings;
    }
    if (result !== undefined) terminal.out(`${showValue(result.value, result.t, host, () => [])}\n`);
    return exitCode.clean;
  } catch (error) {
    if (error instanceof ExceptionValue)
      terminal.err(`${terminal.errStyle.error('failed:')} ${error.type}: ${error.message}\n`);
    else if (error instanceof EngineAbort) terminal.err(`${terminal.errStyle.error('failed:')} ${error.message}\n`);
    else throw error;
    return exitCode.findings;
  }
}

/** Prints each disagreement, and a line of counts at the end. */
function vectorsCommand(files: readonly string[], terminal: Terminal): number {
  let total = 0;
  let failed = 0;
  for (const file of files) {
    let text: string;
    try {
      text = readFileSync(resolve(terminal.cwd, file), 'utf8');
    } catch (error) {
      throw new UsageError(`'${file}' cannot be read: ${reasonOf(error)}`);
    }
    const report = runVectors(text, file);
    if ('error' in report) throw new UsageError(report.error);
    total += report.total;
    failed += report.failures.length;
    for (const f of report.failures) {
      terminal.out(
        `${terminal.style.error('disagrees')} ${f.id}\n  ${f.source}\n  expected ${JSON.stringify(f.expected)}\n  answered ${JSON.stringify(f.actual)}\n`,
      );
    }
  }
  const counts = `${total - failed} of ${total} vectors agree`;
  terminal.out(`${failed === 0 ? terminal.style.good(counts) : terminal.style.error(counts)}\n`);
  return failed === 0 ? exitCode.clean : exitCode.findings;
}
