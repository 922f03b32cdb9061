/** The steps of the pipeline by name; the definition's table says which run and in which order. */
import type { StepName } from '../../definition/document.ts';
import { applyTimeoutState } from './apply-timeout-state.ts';
import { auto } from './auto.ts';
import { cancelScheduledJobs } from './cancel-scheduled-jobs.ts';
import { changeState } from './change-state.ts';
import { clearBusyOnResume } from './clear-busy-on-resume.ts';
import { createTransition } from './create-transition.ts';
import { finalize } from './finalize.ts';
import { finish } from './finish.ts';
import { forwardToActiveSubflow } from './forward-to-active-subflow.ts';
import { longPollTermination } from './long-poll-termination.ts';
import { onEntry } from './on-entry.ts';
import { onExecute } from './on-execute.ts';
import { onExit } from './on-exit.ts';
import { parentUpdateDataOnly } from './parent-update-data-only.ts';
import { preflight } from './preflight.ts';
import { resolveAvailable } from './resolve-available.ts';
import { resourceLock } from './resource-lock.ts';
import { schedule } from './schedule.ts';
import { setBusy } from './set-busy.ts';
import type { Step } from './step.ts';
import { subFlow } from './sub-flow.ts';

export const steps: Readonly<Record<StepName, Step>> = {
  Preflight: preflight,
  ForwardToActiveSubflow: forwardToActiveSubflow,
  SetBusy: setBusy,
  CreateTransition: createTransition,
  ParentUpdateDataOnly: parentUpdateDataOnly,
  ResourceLock: resourceLock,
  OnExecute: onExecute,
  ApplyTimeoutState: applyTimeoutState,
  CancelScheduledJobs: cancelScheduledJobs,
  OnExit: onExit,
  ChangeState: changeState,
  OnEntry: onEntry,
  SubFlow: subFlow,
  LongPollTermination: longPollTermination,
  ClearBusyOnResume: clearBusyOnResume,
  Auto: auto,
  Schedule: schedule,
  Finish: finish,
  Finalize: finalize,
  ResolveAvailable: resolveAvailable,
};
