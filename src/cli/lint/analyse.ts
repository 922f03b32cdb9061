/** From files to the findings on each app: the expensive half of a run, which the cache may stand in for. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Measure } from '../../diagnostics/measure.ts';
import type { LintedApp } from '../../lint/cache.ts';
import { placeFindings } from '../../lint/fingerprint.ts';
import { lint } from '../../lint/lint.ts';
import { check } from '../../semantics/check.ts';
import { readManifest } from '../../semantics/manifest.ts';
import type { Program } from '../../semantics/program.ts';
import { type App, discoverProject, type Note } from '../../source/project.ts';
import type { SourceFile } from '../../source/source.ts';
import { ordinal } from '../../source/walk.ts';
import { optimiseLate } from '../optimise-late.ts';
import type { CacheStore } from './cache-store.ts';
import { overlaid, steadyFileSystem } from './files.ts';
import type { LintPlan } from './options.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The findings of a checked app. Tests put their own in its place. */
export type Linter = (program: Program, measure: Measure) => readonly Diagnostic[];

export interface AnalysedApp {
  readonly app: App;
  /** Sources and tests, in ordinal order of their paths. */
  readonly files: readonly SourceFile[];
  readonly linted: LintedApp;
}

export interface Analysed {
  readonly apps: readonly AnalysedApp[];
  readonly notes: readonly Note[];
}

export interface AnalyseWith {
  readonly stopwatch: Stopwatch;
  readonly cache: CacheStore | undefined;
  readonly linter: Linter;
  /** Texts in place of files, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
}

export async function analyse(plan: LintPlan, given: AnalyseWith): Promise<Analysed> {
  optimiseLate();
  const { stopwatch, cache } = given;
  const project = await stopwatch.measureAsync('read', async () =>
    discoverProject(plan.paths, {
      cwd: plan.cwd,
      readManifest,
      wholeApps: true,
      fileSystem: overlaid(steadyFileSystem, given.texts),
      ...(given.texts.size === 0 ? {} : { glob: (await import('./overlaid-glob.ts')).overlaidGlob(given.texts) }),
    }),
  );
  const apps = project.apps.map((app): AnalysedApp => {
    const files = [...app.files, ...app.testFiles].sort((a, b) => ordinal(a.path, b.path));
    const stored = cache && stopwatch.measure('pass', 'cache', () => cache.read(app.root, files));
    if (cache !== undefined) stopwatch.cached(stored !== undefined);
    if (stored !== undefined) return { app, files, linted: asked(app, stored) };
    const program = check(files, { measure: stopwatch.measure });
    const found = given.linter(program, stopwatch.measure);
    const linted = { findings: placeFindings(program, found), complete: program.ok };
    if (cache !== undefined) stopwatch.measure('pass', 'cache', () => cache.write(app.root, files, linted));
    return { app, files, linted: asked(app, linted) };
  });
  return { apps, notes: project.notes };
}

/**
 * Who names files asks about those: the rest of their app is there to be checked against. An error keeps the whole app from
 * being judged, so it is told wherever it is.
 */
function asked(app: App, linted: LintedApp): LintedApp {
  const { asked: paths } = app;
  if (paths === undefined) return linted;
  const concerns = ({ level, file }: Diagnostic): boolean => level === 'error' || paths.has(file.path);
  return { ...linted, findings: linted.findings.filter(({ diagnostic }) => concerns(diagnostic)) };
}

export const ownLinter: Linter = lint;
