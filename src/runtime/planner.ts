import type { PipelineTables, StepRow } from '../definition/document.ts';
import { type PlanDirectives, plan, skipReason } from './plan.ts';
import { type Profile, resolveProfile, type Trigger } from './profiles.ts';
import { steps } from './steps/index.ts';
import type { Step } from './steps/step.ts';

const triggers: readonly Trigger[] = ['manual', 'automatic', 'scheduled', 'event', 'errorBoundary'];

const triggerNumber: Readonly<Record<Trigger, number>> = {
  manual: 0,
  automatic: 1,
  scheduled: 2,
  event: 3,
  errorBoundary: 4,
};

/** Plans by trigger, directives and position, each made once. */
export class Planner {
  readonly tables: PipelineTables;
  readonly #profiles = new Map<string, Profile>();
  readonly #plans = new Map<number, readonly Step[]>();

  /** @throws Error when the tables name an unknown step, or a known one with another order */
  constructor(tables: PipelineTables) {
    for (const row of tables.steps) {
      const step = steps[row.name] as Step | undefined;
      if (step === undefined) throw new Error(`the definition's pipeline names an unknown step '${row.name}'`);
      if (step.order !== row.order) {
        throw new Error(`the definition gives step '${row.name}' the order ${row.order}; it is ${step.order}`);
      }
    }
    this.tables = tables;
    for (const trigger of triggers) {
      for (const self of [false, true]) this.#profiles.set(`${trigger}${self}`, resolveProfile(tables, trigger, self));
    }
  }

  profile(trigger: Trigger, self: boolean): Profile {
    return this.#profiles.get(`${trigger}${self}`) as Profile;
  }

  steps(trigger: Trigger, self: boolean, directives: PlanDirectives, position: number): readonly Step[] {
    const bits =
      (directives.next ? 1 : 0) |
      (directives.stay ? 2 : 0) |
      (directives.epilogue ? 0 : 4) |
      (directives.terminal ? 8 : 0) |
      (self ? 16 : 0);
    const key = (triggerNumber[trigger] * 32 + bits) * 1024 + position;
    let found = this.#plans.get(key);
    if (found === undefined) {
      found = plan(this.tables, this.profile(trigger, self), directives, position).map((row) => steps[row.name]);
      this.#plans.set(key, found);
    }
    return found;
  }

  /** Why a step of the table does not run. */
  reason(trigger: Trigger, self: boolean, directives: PlanDirectives, row: StepRow): string | undefined {
    return skipReason(this.tables, this.profile(trigger, self), directives, row);
  }
}
