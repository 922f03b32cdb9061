/** What a step of the pipeline is and what it may say about the steps that follow (pipeline.md §1). */
import type { StepName } from '../../definition/document.ts';
import type { Hop } from '../hop.ts';
import type { PlanDirectives } from '../plan.ts';

export type StepOutcome =
  | { readonly kind: 'continue'; readonly with?: Partial<PlanDirectives> }
  | { readonly kind: 'stop'; readonly with?: Partial<PlanDirectives> }
  | { readonly kind: 'skipTo'; readonly order: number; readonly with?: Partial<PlanDirectives> }
  | { readonly kind: 'skipToFinalize'; readonly with?: Partial<PlanDirectives> };

export interface Step {
  readonly order: number;
  readonly name: StepName;
  run(hop: Hop): StepOutcome;
}

export const proceed: StepOutcome = { kind: 'continue' };
export const stop: StepOutcome = { kind: 'stop' };
export const stays: StepOutcome = { kind: 'continue', with: { stay: true } };
export const follows: StepOutcome = { kind: 'continue', with: { next: true } };
export const terminalReached: StepOutcome = { kind: 'continue', with: { terminal: true } };
export const skipEpilogue: StepOutcome = { kind: 'skipToFinalize', with: { epilogue: false } };

export function skipTo(order: number): StepOutcome {
  return { kind: 'skipTo', order };
}
