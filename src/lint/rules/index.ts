/** Every finding that lint looks for. */
import type { Finding } from '../finding.ts';
import { shadowingArms } from './arm-shadows-workflow-arm.ts';
import { unboundedReads } from './cost-unbounded-read.ts';
import { unansweredDeadlines } from './deadline-unanswered.ts';
import { repeatedEffects } from './effect-repeats-on-retry.ts';
import { emptyCatches } from './empty-catch.ts';
import { unheardEvents } from './event-never-heard.ts';
import { unraisedEvents } from './event-never-raised.ts';
import { slowFirstStep } from './first-step-waits.ts';
import { postponedDeadlines } from './goto-self-postpones-deadline.ts';
import { heldLocks } from './lock-without-release.ts';
import { networkAnswers } from './network-answer-unchecked.ts';
import { networkEscapes } from './network-escapes.ts';
import { redirectCycles } from './possible-redirect-cycle.ts';
import { lateReminders } from './reminder-after-deadline.ts';
import { earlySets } from './set-before-act.ts';
import { unansweredSlots } from './slot-never-answered.ts';
import { deadEnds } from './state-without-exit.ts';
import { terminalExits } from './terminal-exit-never-runs.ts';
import { unreachableStates } from './unreachable-state.ts';
import { unusedFunctions } from './unused-function.ts';

export const findings: readonly Finding[] = [
  networkEscapes,
  networkAnswers,
  slowFirstStep,
  repeatedEffects,
  unreachableStates,
  deadEnds,
  terminalExits,
  redirectCycles,
  unheardEvents,
  unansweredSlots,
  unraisedEvents,
  shadowingArms,
  postponedDeadlines,
  lateReminders,
  unansweredDeadlines,
  emptyCatches,
  heldLocks,
  earlySets,
  unboundedReads,
  unusedFunctions,
];
