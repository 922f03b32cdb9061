/** How far a delivery of a perStep workflow has come: what the records of its hops tell (pipeline.md §5). */
import type { TransitionRecord } from '../../stores/records.ts';
import type { AdmissionKind } from '../admission.ts';
import { argumentsOf, type SlotInfo, type WorkflowInfo } from '../catalog.ts';
import type { ChildEnd } from '../children.ts';
import { readPayload, readValues } from '../codec.ts';
import { hear } from '../hearing.ts';
import { type HopSeed, noArgs, plainSeed } from '../hop.ts';
import type { Row } from '../interpreter/host.ts';
import type { FiredTimer, RunJob } from '../job.ts';
import { childFailure } from '../job-plan.ts';
import type { ExceptionValue, Value } from '../library/values.ts';
import type { Trigger } from '../profiles.ts';
import type { UnitOfWork } from '../unit.ts';

/** The place in step 30 between the milestone that a slot reaches and the arm: what ran before it is not run again. */
export const milestoneReached = 29;

/** The hops that a delivery has begun, from its first attempt on: retries and redeliveries share its `origin`. */
export class Progress {
  readonly #hops = new Map<number, TransitionRecord>();

  static of(unit: UnitOfWork, job: RunJob): Progress {
    const progress = new Progress();
    for (const record of unit.tx.transitions(job.run.id)) {
      if (record.delivery === job.seed.origin) progress.add(record);
    }
    return progress;
  }

  get begun(): boolean {
    return this.#hops.size > 0;
  }

  hop(number: number): TransitionRecord | undefined {
    return this.#hops.get(number);
  }

  add(record: TransitionRecord): void {
    this.#hops.set(record.hop, record);
  }

  /** The hop to go on with: the first that has not ended, else the last. */
  get current(): TransitionRecord | undefined {
    let last: TransitionRecord | undefined;
    for (const record of [...this.#hops.values()].sort((a, b) => a.hop - b.hop)) {
      last = record;
      if (record.endedAt === null) break;
    }
    return last;
  }
}

/** The state that the run is in where the record's hop goes on. */
export function stateReached(record: TransitionRecord): string {
  return record.step >= 50 && record.to !== null ? record.to : record.from;
}

/** What the hop of a record was asked to do, from the step on that comes next. */
export function seedOf(unit: UnitOfWork, job: RunJob, record: TransitionRecord): HopSeed {
  return record.hop === 1 ? inboundSeed(unit, job, record) : followingSeed(job.workflow, record);
}

/** A hop after the first: `complete when`, or a redirect. */
export function followingSeed(workflow: WorkflowInfo, record: TransitionRecord): HopSeed {
  const known = workflow.transitions.get(record.key);
  return {
    ...plainSeed,
    transition: known ?? workflow.redirect(record.from, record.to as string),
    trigger: 'automatic',
    reason: known === undefined ? 'redirect' : 'auto',
    resumeAt: positionAfter(record),
  };
}

function positionAfter(record: TransitionRecord): number {
  return record.step === 0 ? 0 : record.step + 1;
}

function inboundSeed(unit: UnitOfWork, job: RunJob, record: TransitionRecord): HopSeed {
  const { seed, workflow } = job;
  const trigger = triggerOf(job);
  const kind = record.kind as AdmissionKind;
  const transition =
    kind === 'start'
      ? workflow.start
      : (workflow.transitions.get(record.key) ?? workflow.quiet(record.key, kind, trigger));
  const given = argumentsGiven(unit, job);
  const isAnswer = seed.kind === 'event' || seed.kind === 'forward';
  const slot = isAnswer || seed.kind === 'assign' ? slotOf(unit, job, record) : undefined;
  return {
    ...plainSeed,
    transition,
    trigger,
    self: kind === 'updateData' || isReminder(job),
    args: seed.kind === 'assign' ? noArgs : argumentsOf(transition, given),
    eventArgs: isAnswer ? given : noArgs,
    slot,
    reason: seed.kind === 'step' ? 'errorBoundary' : undefined,
    resumeAt: positionAfter(record),
    milestone: slot === undefined ? undefined : isAnswer ? 'answered' : 'assigned',
    person: seed.kind === 'assign' ? ((given[0] ?? null) as Row | null) : null,
    fault: seed.kind === 'step' ? (given[0] as ExceptionValue) : undefined,
  };
}

function triggerOf({ seed }: RunJob): Trigger {
  switch (seed.kind) {
    case 'timer':
      return readPayload<FiredTimer>(seed.payload).kind === 'acknowledge' ? 'event' : 'scheduled';
    case 'childOutcome':
      return 'event';
    case 'step':
      return 'errorBoundary';
    default:
      return 'manual';
  }
}

function isReminder({ seed }: RunJob): boolean {
  return seed.kind === 'timer' && readPayload<FiredTimer>(seed.payload).kind === 'remind';
}

function argumentsGiven(unit: UnitOfWork, { seed }: RunJob): readonly Value[] {
  switch (seed.kind) {
    case 'event':
    case 'forward':
    case 'assign':
    case 'step':
      return readValues(seed.payload, unit.engine.world(unit.tx));
    case 'childOutcome': {
      const end = readPayload<ChildEnd>(seed.payload);
      return end.outcome === 'failed' ? [childFailure(unit, seed.name, end)] : noArgs;
    }
    default:
      return noArgs;
  }
}

/** The slot that the hop answers or assigns; one that was answered meanwhile is still the one. */
function slotOf(unit: UnitOfWork, { run, seed, workflow }: RunJob, record: TransitionRecord): SlotInfo | undefined {
  const state = workflow.state(record.from);
  if (seed.kind === 'assign') return state.slots.find((s) => s.name === seed.name);
  const named = state.slots.find((s) => s.arm?.key === record.key || `${state.name}/${s.name}` === record.key);
  if (named !== undefined || record.step >= milestoneReached) return named;
  return hear(workflow, state, run, seed.name, unit.engine.principalRow(unit.tx, seed.actor))?.slot;
}
