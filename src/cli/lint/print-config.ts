/** `--print-config`: what holds for an app, once everything is put together. */
import { posix } from 'node:path';
import { effectiveLevels } from '../../lint/levels.ts';
import { readManifest } from '../../semantics/manifest.ts';
import { discoverProject } from '../../source/project.ts';
import { exitCode } from '../exit-codes.ts';
import { printNotes } from '../project-input.ts';
import type { Terminal } from '../terminal.ts';
import { Configs } from './configs.ts';
import type { LintPlan } from './options.ts';
import { shownFrom } from './paths.ts';

/** Writes `osy.config/1` (docs/formats.md). */
export async function printConfig(plan: LintPlan, terminal: Terminal): Promise<number> {
  const project = await discoverProject(plan.paths, { cwd: plan.cwd, readManifest });
  const configs = new Configs(plan);
  const shown = (path: string): string => shownFrom(plan.cwd, path);
  const apps = project.apps.map(({ name, root }) => {
    const config = configs.of(posix.resolve(plan.cwd, root));
    const baseline = plan.baseline ?? config.baseline;
    return {
      name,
      root,
      files: config.files.map(shown),
      maxWarnings: plan.maxWarnings ?? config.maxWarnings ?? null,
      baseline: baseline === undefined ? null : shown(baseline),
      levels: effectiveLevels(new Map([...config.levels, ...plan.levels])),
      overrides: config.overrides.map(({ folder, files, levels }) => ({
        folder: shown(folder),
        files,
        // What the command line sets wins over every override.
        levels: Object.fromEntries([...levels].filter(([each]) => !plan.levels.has(each))),
      })),
    };
  });
  printNotes(project.notes, terminal);
  terminal.out(`${JSON.stringify({ format: 'osy.config/1', apps }, null, 2)}\n`);
  return project.notes.length > 0 ? exitCode.usage : exitCode.clean;
}
