/** `osy lint [paths…]` */
import { renderLint } from '../../report/lint-formats.ts';
import { plainStyle } from '../../report/style.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { version } from '../version.ts';
import { type LintOptions, type LintPlan, planOf } from './options.ts';
import { runLint } from './run.ts';

export async function lintCommand(paths: readonly string[], options: LintOptions, terminal: Terminal): Promise<number> {
  if (options.explain !== undefined) return (await import('../explain.ts')).explainCommand(options.explain, terminal);
  const plan = planOf(paths, options, terminal.cwd);
  if (options.printConfig === true) return (await import('./print-config.ts')).printConfig(plan, terminal);
  if (options.watch === true) {
    const { watchLint } = await import('./watch.ts');
    return watchLint(plan, terminal, () => runLint(plan, terminal));
  }
  try {
    return (await runLint(plan, terminal)).code;
  } catch (error) {
    if (error instanceof UsageError) terminal.out(await refusal(error.message, plan));
    throw error;
  }
}

/** Who reads a machine format gets a document also when a config, a baseline or a revision is refused. */
async function refusal(message: string, { format }: LintPlan): Promise<string> {
  if (format === 'pretty' || format === 'compact') return '';
  const notes = [{ file: null, message }];
  const report = { findings: [], files: 0, notes, baselines: [], tooManyWarnings: false, version };
  return renderLint(report, format, plainStyle);
}
