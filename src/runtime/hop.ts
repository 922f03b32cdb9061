import type { RunRecord, Ticks, TransitionRecord } from '../stores/records.ts';
import type { BodyInfo, SlotInfo, StateInfo, TransitionInfo, WorkflowInfo } from './catalog.ts';
import type { DataStateMachine } from './data-state-machine/machine.ts';
import type { Row } from './interpreter/host.ts';
import type { ExceptionValue, Value } from './library/values.ts';
import { noDirectives, type PlanDirectives } from './plan.ts';
import type { Trigger } from './profiles.ts';
import type { StepCommits } from './stepwise/commits.ts';
import type { UnitOfWork } from './unit.ts';

/** A delivery at work: the inbound transition and the hops that follow it (pipeline.md §4). */
export class Chain {
  readonly unit: UnitOfWork;
  readonly id: number;
  /** `raise`, or a queued delivery's kind. */
  readonly kind: string;
  readonly workflow: WorkflowInfo;
  readonly run: RunRecord;
  readonly actor: Row | null;
  /** The delivery in whose body it was raised. */
  readonly outer: Chain | undefined;
  /** The one instant of the delivery. */
  readonly now: Ticks;
  readonly attempt: number;
  /** It holds the run's Busy flag, and gives it back where it settles. */
  owns = false;
  /** Hops begun, the inbound one included. */
  hops = 0;
  /** The number of the outermost delivery's first attempt. */
  origin: number;
  /** The fencing tokens that the outermost delivery holds, by key. */
  readonly tokens: Map<string, number>;
  /** The memory of the node that it is in, once a body has asked for it; of this visit alone. */
  machine: { readonly state: string; readonly visit: number; readonly machine: DataStateMachine } | undefined;
  /** The key that makes a second copy a duplicate. */
  key: string | null = null;
  /** Of a perStep workflow: keeps each step as it is done. */
  commits: StepCommits | undefined;
  /** Where it was when it failed, for the incident. */
  at: { readonly transition: string; readonly step: string; readonly body: string } = nowhere;

  constructor(
    unit: UnitOfWork,
    id: number,
    kind: string,
    workflow: WorkflowInfo,
    run: RunRecord,
    actor: Row | null,
    now: Ticks,
    attempt: number,
  ) {
    this.unit = unit;
    this.id = id;
    this.kind = kind;
    this.workflow = workflow;
    this.run = run;
    this.actor = actor;
    this.now = now;
    this.attempt = attempt;
    const outer = unit.host.chain;
    this.outer = outer;
    this.origin = outer?.origin ?? id;
    this.tokens = outer?.tokens ?? new Map();
  }
}

const nowhere = { transition: '', step: '', body: '' };

/** What a hop is asked to do. */
export interface HopSeed {
  readonly transition: TransitionInfo;
  readonly trigger: Trigger;
  /** `+Self` from the start: updateData, a reminder, an assignment. */
  readonly self: boolean;
  /** The arm's arguments. */
  readonly args: readonly Value[];
  /** The event's arguments, for a slot's requirements and milestones. */
  readonly eventArgs: readonly Value[];
  readonly slot: SlotInfo | undefined;
  /** Why it follows the hop before. */
  readonly reason: 'auto' | 'redirect' | 'errorBoundary' | undefined;
  /** The step at which a resumed run takes up (pipeline.md §7). */
  readonly resumeAt: number;
  /** A milestone of the slot that the delivery brings about. */
  readonly milestone: 'answered' | 'assigned' | undefined;
  /** Of an assignment. */
  readonly person: Row | null;
  readonly fault: ExceptionValue | undefined;
}

export const noArgs: readonly Value[] = [];

export const plainSeed = {
  self: false,
  args: noArgs,
  eventArgs: noArgs,
  slot: undefined,
  reason: undefined,
  resumeAt: 0,
  milestone: undefined,
  person: null,
  fault: undefined,
} as const;

/** The context of one run of the pipeline: fresh for every hop, read and written by its steps. */
export class Hop {
  readonly chain: Chain;
  readonly unit: UnitOfWork;
  readonly run: RunRecord;
  readonly workflow: WorkflowInfo;
  readonly seed: HopSeed;
  readonly transition: TransitionInfo;
  /** The state that the run was in when the hop began. */
  from: StateInfo;
  /** What the arm decided: a state's name, `self`, or nothing. */
  decided: string | undefined;
  target: StateInfo | undefined;
  /** NextTransition of pipeline.md. */
  next: HopSeed | undefined;
  directives: PlanDirectives = noDirectives;
  record: TransitionRecord | undefined;
  /** For the trace: the body that the present step ran, and what it decided. */
  body: BodyInfo | undefined;
  note: string | undefined;

  constructor(chain: Chain, seed: HopSeed) {
    this.chain = chain;
    this.unit = chain.unit;
    this.run = chain.run;
    this.workflow = chain.workflow;
    this.seed = seed;
    this.transition = seed.transition;
    this.from = chain.workflow.state(chain.run.state);
    this.decided = seed.transition.target;
  }

  /** Nothing is left and nothing entered: the lifecycle steps are skipped. */
  get stays(): boolean {
    return this.seed.self || this.directives.stay;
  }

  execute(body: BodyInfo, args: readonly Value[]): string | undefined {
    this.body = body;
    const outcome = body.run(this.unit.host, args);
    if (outcome.goto === undefined) return undefined;
    this.note = `goto ${outcome.goto} (line ${outcome.line})`;
    return outcome.goto;
  }
}
