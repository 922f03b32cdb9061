/** What a job asks of its run, if it still meets the run that it was meant for. */
import type { AdmissionKind } from './admission.ts';
import { assignmentSeed } from './assignment.ts';
import { argumentsOf, type StateInfo, type TimerInfo } from './catalog.ts';
import type { ChildEnd } from './children.ts';
import { readPayload, readValue, readValues } from './codec.ts';
import { eventSeed } from './event-seed.ts';
import { hear } from './hearing.ts';
import { type Chain, type HopSeed, noArgs, plainSeed } from './hop.ts';
import type { Row } from './interpreter/host.ts';
import type { FiredTimer, RunJob } from './job.ts';
import { exception } from './library/exceptions.ts';
import type { ExceptionValue } from './library/values.ts';
import type { UnitOfWork } from './unit.ts';

export type JobPlan =
  | { readonly kind: 'drop'; readonly why: string }
  | {
      readonly kind: 'run';
      readonly admission: AdmissionKind;
      readonly seed: (chain: Chain) => HopSeed;
      /** After the chain: a reminder's next round. */
      readonly reminder?: TimerInfo;
      /** No arm answers: the fault goes to the error boundary at once. */
      readonly fault?: ExceptionValue;
    };

const drop = (why: string): JobPlan => ({ kind: 'drop', why });

export function planJob(unit: UnitOfWork, job: RunJob): JobPlan {
  const { run, seed, workflow } = job;
  // A parent that has ended or moved on has cancelled its child: what comes of that is no news.
  const late = (why: string): JobPlan => drop(seed.kind === 'childOutcome' ? '' : why);
  if (run.status === 'C') return late('the run has finished');
  if (seed.visit >= 0 && seed.visit !== run.visit) return late('the run has moved on');
  const state = workflow.state(run.state);
  switch (seed.kind) {
    case 'timer':
      return planTimer(job, state);
    case 'event':
    case 'forward':
      return planEvent(unit, job, state);
    case 'childOutcome':
      return planOutcome(unit, job, state);
    case 'cancel': {
      const arm = workflow.cancelArm;
      if (arm === undefined) return drop('');
      return { kind: 'run', admission: 'cancel', seed: () => ({ ...plainSeed, transition: arm, trigger: 'manual' }) };
    }
    case 'assign': {
      const slot = state.slots.find((s) => s.name === seed.name);
      if (slot === undefined) return drop('the run has moved on');
      const [person] = readValues(seed.payload, unit.engine.world(unit.tx));
      return {
        kind: 'run',
        admission: 'updateData',
        seed: () => assignmentSeed(workflow, state, slot, person as Row | null),
      };
    }
    case 'start':
      return {
        kind: 'run',
        admission: 'start',
        seed: () => ({ ...plainSeed, transition: workflow.start, trigger: 'manual' }),
      };
    case 'step':
      return planBoundary(unit, job);
    case 'childStart':
      throw new Error('a child that is to be started has no run yet');
  }
}

/** An arm of `on fault` of a perStep workflow, given what it answers (stepwise/failure.ts). */
function planBoundary(unit: UnitOfWork, { seed, workflow }: RunJob): JobPlan {
  const arm = workflow.transitions.get(seed.name);
  if (arm === undefined) return drop(`the workflow has no '${seed.name}'`);
  const fault = readValues(seed.payload, unit.engine.world(unit.tx))[0] as ExceptionValue;
  const reason = 'errorBoundary';
  return {
    kind: 'run',
    admission: reason,
    seed: () => ({
      ...plainSeed,
      transition: arm,
      trigger: reason,
      args: argumentsOf(arm, [fault]),
      fault,
      reason,
    }),
  };
}

function planTimer(job: RunJob, state: StateInfo): JobPlan {
  const { workflow, seed } = job;
  const fired = readPayload<FiredTimer>(seed.payload);
  if (fired.kind === 'acknowledge') {
    const transition = workflow.quiet('acknowledged', 'resume', 'event');
    return {
      kind: 'run',
      admission: 'resume',
      seed: () => ({ ...plainSeed, transition, trigger: 'event', resumeAt: 79 }),
    };
  }
  const timer = fired.kind === 'deadline' ? undefined : workflow.timers.get(seed.name);
  const transition = fired.kind === 'deadline' ? workflow.deadline?.transition : timer?.transition;
  if (fired.kind === 'remind' && timer !== undefined) {
    const quiet = transition ?? workflow.quiet(`${state.name}/${seed.name}`, 'updateData', 'scheduled');
    return {
      kind: 'run',
      admission: 'updateData',
      reminder: timer,
      seed: () => ({ ...plainSeed, transition: quiet, trigger: 'scheduled', self: true }),
    };
  }
  if (transition === undefined) return drop('');
  return {
    kind: 'run',
    admission: transition.kind,
    seed: () => ({ ...plainSeed, transition, trigger: 'scheduled', self: transition.kind === 'updateData' }),
  };
}

function planEvent(unit: UnitOfWork, job: RunJob, state: StateInfo): JobPlan {
  const { run, seed, workflow } = job;
  const actor = unit.engine.principalRow(unit.tx, seed.actor);
  const hearing = hear(workflow, state, run, seed.name, actor);
  if (hearing === undefined && run.child === 0) return drop(`'${seed.name}' is not heard in '${run.state}'`);
  return {
    kind: 'run',
    admission: hearing?.transition.kind ?? 'updateData',
    seed: (chain) => eventSeed(chain, state, seed.name, readValues(seed.payload, unit.engine.world(unit.tx))),
  };
}

function planOutcome(unit: UnitOfWork, job: RunJob, state: StateInfo): JobPlan {
  const { run, seed, workflow } = job;
  const end = readPayload<ChildEnd>(seed.payload);
  const { child } = state;
  if (child === undefined || child.name !== seed.name) return drop('the run has moved on');
  // A retry of an outcome that had failed finds the child closed.
  if (run.child > 0 && run.child !== end.child) return drop('another child is open');
  const arm = child.outcomes.get(end.outcome);
  const failure = end.outcome === 'failed' ? childFailure(unit, seed.name, end) : undefined;
  if (arm !== undefined) {
    const args = failure === undefined ? noArgs : argumentsOf(arm, [failure]);
    return {
      kind: 'run',
      admission: 'resume',
      seed: () => ({ ...plainSeed, transition: arm, trigger: 'event', args }),
    };
  }
  const transition = workflow.quiet(`${state.name}/${child.name} ${end.outcome}`, 'resume', 'event');
  const resume = (): HopSeed => ({ ...plainSeed, transition, trigger: 'event', resumeAt: 79 });
  return { kind: 'run', admission: 'resume', seed: resume, ...(failure === undefined ? {} : { fault: failure }) };
}

/** What an arm for a failed child is given. */
export function childFailure(unit: UnitOfWork, name: string, end: ChildEnd): ExceptionValue {
  const cause = end.cause === null ? null : (readValue(end.cause, unit.engine.world(unit.tx)) as ExceptionValue);
  return exception('ChildFailedException', end.message ?? cause?.message ?? `The child '${name}' failed.`, cause);
}
