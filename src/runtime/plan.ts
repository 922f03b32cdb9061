/** The steps that a hop runs: a pure function of profile, directives and position (pipeline.md §1, §2). */
import type { PipelineTables, StepName, StepRow } from '../definition/document.ts';
import type { Profile } from './profiles.ts';

/** What steps have said about the steps that are left. */
export interface PlanDirectives {
  /** A hop follows: this one arms nothing and starts no child. */
  readonly next: boolean;
  /** The arm stayed: the state's lifecycle is skipped, as for updateData. */
  readonly stay: boolean;
  /** False: 75 to 100 are left out. */
  readonly epilogue: boolean;
  /** The target is a terminal: there is nothing to wait for. */
  readonly terminal: boolean;
}

export const noDirectives: PlanDirectives = { next: false, stay: false, epilogue: true, terminal: false };

/** Why the plan leaves a step out, or undefined when it runs. */
export function skipReason(
  tables: PipelineTables,
  profile: Profile,
  directives: PlanDirectives,
  row: StepRow,
): string | undefined {
  if (profile.exclude.has(row.order)) {
    return profile.self && tables.selfTarget.exclude.includes(row.order) ? '+Self' : `profile ${profile.name}`;
  }
  if (row.name === 'Auto' && !tables.profiles[profile.name].allowAutoChain) return `profile ${profile.name}`;
  if (directives.stay && tables.selfTarget.exclude.includes(row.order)) return 'stay';
  if (!directives.epilogue && epilogue.has(row.name)) return 'no epilogue';
  if (directives.terminal ? waits.has(row.name) : row.name === 'Finish') {
    return directives.terminal ? 'terminal' : 'no terminal';
  }
  if (directives.next && settles.has(row.name)) return 'a transition follows';
  return undefined;
}

const epilogue: ReadonlySet<StepName> = new Set([
  'LongPollTermination',
  'ClearBusyOnResume',
  'Auto',
  'Schedule',
  'Finish',
]);
const waits: ReadonlySet<StepName> = new Set([
  'SubFlow',
  'LongPollTermination',
  'ClearBusyOnResume',
  'Auto',
  'Schedule',
  'ResolveAvailable',
]);
const settles: ReadonlySet<StepName> = new Set([
  'SubFlow',
  'LongPollTermination',
  'Auto',
  'Schedule',
  'ResolveAvailable',
]);

/** The steps at or after `position` that run, in ascending order. */
export function plan(
  tables: PipelineTables,
  profile: Profile,
  directives: PlanDirectives,
  position: number,
): readonly StepRow[] {
  return tables.steps
    .filter((row) => row.order >= position && skipReason(tables, profile, directives, row) === undefined)
    .sort((a, b) => a.order - b.order);
}
