/** What of the findings is told: levels, the baseline, `--since`. Each only takes away, and none of them an error. */
import { posix, resolve } from 'node:path';
import { compareDiagnostics } from '../../diagnostics/diagnostic.ts';
import {
  applyBaseline,
  type Baseline,
  type BaselinedApp,
  emptyBaseline,
  readBaseline,
  updatedBaseline,
  writeBaseline,
} from '../../lint/baseline.ts';
import { type Config, ConfiguredLevels } from '../../lint/config-files.ts';
import { Fingerprints, type PlacedFinding } from '../../lint/fingerprint.ts';
import { touching } from '../../lint/since.ts';
import type { BaselineReport, ReportedFinding } from '../../report/lint-report.ts';
import { reasonOf } from '../../source/file-system.ts';
import { UsageError } from '../terminal.ts';
import { writeWhole } from '../write-whole.ts';
import type { Analysed, AnalysedApp } from './analyse.ts';
import { type Configs, readTextFile } from './configs.ts';
import type { LintPlan } from './options.ts';
import { shownFrom, slashes } from './paths.ts';

export interface Judged {
  /** In the order of every report. */
  readonly findings: readonly ReportedFinding[];
  readonly baselines: readonly BaselineReport[];
  readonly tooManyWarnings: boolean;
}

interface JudgedApp {
  readonly analysed: AnalysedApp;
  /** Its folder, an absolute path. */
  readonly folder: string;
  readonly config: Config;
  readonly fingerprints: ReadonlyMap<PlacedFinding, string>;
  readonly findings: readonly PlacedFinding[];
}

/** What becomes of the baseline: `ignore` while fixes are made for a new one. */
export type BaselineUse = 'apply' | 'update' | 'ignore';

/** @param changed for `--since`, and for the one file of standard input */
export function judge(
  plan: LintPlan,
  { apps }: Analysed,
  configs: Configs,
  use: BaselineUse,
  changed: ((path: string) => boolean) | undefined,
): Judged {
  const levelled = apps.map((each) => atLevels(plan, each, configs));
  const { apps: kept, baselines } = heldBack(plan, levelled, use);
  const told =
    changed === undefined ? kept : kept.map((each) => ({ ...each, findings: touching(each.findings, changed) }));
  const findings = told
    .flatMap((each) => each.findings.map((finding) => reported(each, finding)))
    .sort((a, b) => compareDiagnostics(a.diagnostic, b.diagnostic));
  return { findings, baselines, tooManyWarnings: tooManyWarnings(plan, told) };
}

function atLevels(plan: LintPlan, analysed: AnalysedApp, configs: Configs): JudgedApp {
  const folder = slashes(resolve(plan.cwd, analysed.app.root));
  const config = configs.of(folder);
  const absolute = (path: string): string => posix.resolve(plan.cwd, path);
  const { findings } = analysed.linted;
  // Made before anything is taken away, so that no option changes what a finding is known by.
  const prints = new Fingerprints();
  const known = findings.map((finding) => [finding, prints.of(analysed.app.root, finding)] as const);
  const levels = new ConfiguredLevels(config, plan.levels);
  const fingerprints = new Map<PlacedFinding, string>();
  const told = known.flatMap(([finding, print]) => {
    const [at] = levels.apply([finding], absolute);
    if (at === undefined) return [];
    fingerprints.set(at, print);
    return [at];
  });
  return { analysed, folder, config, fingerprints, findings: told };
}

function reported(app: JudgedApp, finding: PlacedFinding): ReportedFinding {
  const { diagnostic, symbol } = finding;
  return { diagnostic, symbol, fingerprint: app.fingerprints.get(finding) ?? '' };
}

/** More `should` findings than `--max-warnings` allows in the run, or a config in its app. */
function tooManyWarnings(plan: LintPlan, apps: readonly JudgedApp[]): boolean {
  const warnings = ({ findings }: JudgedApp): number => findings.filter((f) => f.diagnostic.level === 'should').length;
  if (plan.maxWarnings !== undefined) return apps.reduce((n, each) => n + warnings(each), 0) > plan.maxWarnings;
  return apps.some((each) => each.config.maxWarnings !== undefined && warnings(each) > each.config.maxWarnings);
}

// ---------------------------------------------------------------- the baseline

function heldBack(
  plan: LintPlan,
  apps: readonly JudgedApp[],
  use: BaselineUse,
): { readonly apps: readonly JudgedApp[]; readonly baselines: readonly BaselineReport[] } {
  const fileOf = (app: JudgedApp): string | undefined => plan.baseline ?? app.config.baseline;
  const files = [...new Set(apps.flatMap((app) => fileOf(app) ?? []))].sort();
  if (plan.updateBaseline && files.length === 0) {
    throw new UsageError("--update-baseline needs to know the file: --baseline FILE, or 'baseline' in osy.config.json");
  }
  if (use === 'ignore') return { apps, baselines: [] };
  const told = new Map<JudgedApp, readonly PlacedFinding[]>();
  const baselines = files.map((file): BaselineReport => {
    const own = apps.filter((app) => fileOf(app) === file);
    const seen = own.map(
      (app): BaselinedApp => ({
        app: posix.relative(posix.dirname(file), app.folder) || '.',
        findings: app.findings,
        complete: app.analysed.linted.complete,
      }),
    );
    const baseline = use === 'update' ? update(plan, file, seen) : load(plan, file);
    const { told: kept, held, gone } = applyBaseline(baseline, seen);
    own.forEach((app, i) => {
      told.set(app, kept[i] ?? []);
    });
    const shown = gone.map(({ finding, symbol, text, count }) => ({ finding, symbol, text, count }));
    return { file: shownFrom(plan.cwd, file), held, gone: shown };
  });
  return { apps: apps.map((app) => ({ ...app, findings: told.get(app) ?? app.findings })), baselines };
}

function load(plan: LintPlan, path: string): Baseline {
  const shown = shownFrom(plan.cwd, path);
  const found = readTextFile(path);
  if (found === undefined) {
    throw new UsageError(`baseline '${shown}' does not exist; --update-baseline writes it`);
  }
  if ('reason' in found) throw new UsageError(`baseline '${shown}' cannot be read: ${found.reason}`);
  const read = readBaseline(found.text);
  if ('problem' in read) throw new UsageError(`baseline '${shown}' is refused: ${read.problem}`);
  return read.value;
}

function update(plan: LintPlan, path: string, seen: readonly BaselinedApp[]): Baseline {
  const before = readTextFile(path) === undefined ? emptyBaseline : load(plan, path);
  const after = updatedBaseline(before, seen);
  try {
    writeWhole(path, writeBaseline(after));
  } catch (error) {
    const why = reasonOf(error);
    throw new UsageError(`baseline '${shownFrom(plan.cwd, path)}' cannot be written: ${why}`);
  }
  return after;
}
