/** The hop that an event begins (language.md §7.3). */
import type { RunRecord } from '../stores/records.ts';
import { argumentsOf, type StateInfo, type TransitionInfo } from './catalog.ts';
import { answersItself } from './children.ts';
import { checkCandidate, hear, notHeard } from './hearing.ts';
import { type Chain, type HopSeed, plainSeed } from './hop.ts';
import type { Value } from './library/values.ts';

/** Whether the run's open child, not the run, has to answer. */
export function isForwarded(run: RunRecord, transition: TransitionInfo | undefined): boolean {
  return run.child !== 0 && (transition === undefined || !answersItself(transition));
}

/** The hop that answers an event in this state. @throws WorkflowException `Transition:100020`, NotAuthorized */
export function eventSeed(chain: Chain, state: StateInfo, event: string, args: readonly Value[]): HopSeed {
  const { workflow, run, actor, unit } = chain;
  const hearing = hear(workflow, state, run, event, actor);
  if (isForwarded(run, hearing?.transition)) {
    return { ...plainSeed, transition: workflow.forward(event), trigger: 'manual', eventArgs: args };
  }
  if (hearing === undefined) throw notHeard(workflow, state, event);
  const { transition, slot } = hearing;
  if (slot !== undefined && slot.candidates !== undefined && chain.attempt === 1)
    checkCandidate(unit, slot, run, actor);
  return {
    transition,
    trigger: 'manual',
    self: transition.kind === 'updateData',
    args: argumentsOf(transition, args),
    eventArgs: args,
    slot,
    reason: undefined,
    resumeAt: 0,
    milestone: slot === undefined ? undefined : 'answered',
    person: null,
    fault: undefined,
  };
}
