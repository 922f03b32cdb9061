/** `osy lint [paths…]` */
import type { Terminal } from '../terminal.ts';
import { type LintOptions, planOf } from './options.ts';
import { runLint } from './run.ts';

export async function lintCommand(paths: readonly string[], options: LintOptions, terminal: Terminal): Promise<number> {
  if (options.explain !== undefined) return (await import('../explain.ts')).explainCommand(options.explain, terminal);
  const plan = planOf(paths, options, terminal.cwd);
  if (options.printConfig === true) return (await import('./print-config.ts')).printConfig(plan, terminal);
  if (options.watch === true) {
    const { watchLint } = await import('./watch.ts');
    return watchLint(plan, terminal, () => runLint(plan, terminal));
  }
  return (await runLint(plan, terminal)).code;
}
