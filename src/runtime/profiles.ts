/** Which profile runs a hop (pipeline.md §2): the inbound trigger decides, not the definition. */
import type { PipelineTables, ProfileName } from '../definition/document.ts';

export type Trigger = 'manual' | 'automatic' | 'scheduled' | 'event' | 'errorBoundary';

const profileOf: Readonly<Record<Trigger, ProfileName>> = {
  manual: 'Manual',
  automatic: 'AutoChain',
  scheduled: 'Scheduled',
  event: 'Event',
  errorBoundary: 'ErrorBoundary',
};

export interface Profile {
  readonly name: ProfileName;
  /** `+Self`: the state's lifecycle is left out. */
  readonly self: boolean;
  readonly exclude: ReadonlySet<number>;
}

export function resolveProfile(tables: PipelineTables, trigger: Trigger, self: boolean): Profile {
  const name = profileOf[trigger];
  const { exclude } = tables.profiles[name];
  return { name, self, exclude: new Set(self ? [...exclude, ...tables.selfTarget.exclude] : exclude) };
}

export function profileLabel(profile: Profile): string {
  return profile.self ? `${profile.name}+Self` : profile.name;
}
