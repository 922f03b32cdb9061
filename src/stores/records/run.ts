import { StoreRecord, type Ticks } from './record.ts';
import type { RowRecord } from './row.ts';
import type { TimerRecord } from './timer.ts';

/** A active, B busy, P passive, C completed, F faulted (pipeline.md §3). */
export type RunStatus = 'A' | 'B' | 'P' | 'C' | 'F';
export type RunOutcome = 'success' | 'cancel' | 'error';

/** Who was assigned to a slot of the present visit and whether it was answered. */
export interface SlotState {
  readonly slot: string;
  readonly person: string | null;
  readonly answered: boolean;
}

/** How long a run has been in a state, over all its stays, the present one not counted. */
export interface StateTime {
  readonly state: string;
  readonly stays: number;
  readonly ticks: Ticks;
}

export interface ParentLink {
  readonly run: number;
  /** The parent's visit in which the child was started: an outcome for another visit comes too late. */
  readonly visit: number;
  /** The child's name in the parent's state. */
  readonly name: string;
}

interface RunImage {
  readonly state: string;
  readonly status: RunStatus;
  readonly owner: number;
  readonly outcome: RunOutcome | null;
  readonly message: string | null;
  readonly visit: number;
  readonly stateSince: Ticks;
  readonly startedAt: Ticks;
  readonly handledAt: Ticks;
  readonly times: readonly StateTime[];
  readonly slots: readonly SlotState[];
  readonly timers: readonly TimerRecord[];
  readonly child: number;
  readonly waiting: string | null;
  readonly started: boolean;
  readonly parked: number;
  readonly parent: ParentLink | null;
}

export interface RunSeed {
  readonly id: number;
  readonly workflow: string;
  readonly version: string;
  readonly row: RowRecord;
  readonly state: string;
  readonly at: Ticks;
  readonly parent: ParentLink | null;
}

export class RunRecord extends StoreRecord {
  readonly table = 'runs';
  readonly id: number;
  readonly workflow: string;
  readonly version: string;
  readonly row: RowRecord;
  readonly createdAt: Ticks;
  state: string;
  status: RunStatus = 'B';
  /** The delivery that holds the Busy flag; 0: nobody does. */
  owner = 0;
  outcome: RunOutcome | null = null;
  message: string | null = null;
  /** Counts the states entered; timers and children belong to one visit. */
  visit = 0;
  stateSince: Ticks;
  startedAt: Ticks;
  /** The instant of the last handled delivery (language.md §7.2, `at:`). */
  handledAt: Ticks;
  times: readonly StateTime[] = [];
  slots: readonly SlotState[] = [];
  /** Its armed timers, in arming order. Replaced, never changed. */
  timers: readonly TimerRecord[] = [];
  /** The open blocking child's run; 0: none. */
  child = 0;
  /** `acknowledgement` while the client has to acknowledge (step 75). */
  waiting: string | null = null;
  /** Its start transition has come to rest. */
  started = false;
  /** How much due work waits for the run to be free or mended. */
  parked = 0;
  parent: ParentLink | null;
  constructor(seed: RunSeed) {
    super();
    this.id = seed.id;
    this.workflow = seed.workflow;
    this.version = seed.version;
    this.row = seed.row;
    this.createdAt = seed.at;
    this.state = seed.state;
    this.stateSince = seed.at;
    this.startedAt = seed.at;
    this.handledAt = seed.at;
    this.parent = seed.parent;
  }
  get seq(): number {
    return this.id;
  }
  get open(): boolean {
    return this.status !== 'C';
  }
  override exchange(image: RunImage | undefined): RunImage {
    const was: RunImage = {
      state: this.state,
      status: this.status,
      owner: this.owner,
      outcome: this.outcome,
      message: this.message,
      visit: this.visit,
      stateSince: this.stateSince,
      startedAt: this.startedAt,
      handledAt: this.handledAt,
      times: this.times,
      slots: this.slots,
      timers: this.timers,
      child: this.child,
      waiting: this.waiting,
      started: this.started,
      parked: this.parked,
      parent: this.parent,
    };
    if (image !== undefined) {
      this.state = image.state;
      this.status = image.status;
      this.owner = image.owner;
      this.outcome = image.outcome;
      this.message = image.message;
      this.visit = image.visit;
      this.stateSince = image.stateSince;
      this.startedAt = image.startedAt;
      this.handledAt = image.handledAt;
      this.times = image.times;
      this.slots = image.slots;
      this.timers = image.timers;
      this.child = image.child;
      this.waiting = image.waiting;
      this.started = image.started;
      this.parked = image.parked;
      this.parent = image.parent;
    }
    return was;
  }
  override fields(): Readonly<Record<string, unknown>> {
    const { timers, ...rest } = this.exchange(undefined);
    return {
      id: this.id,
      workflow: this.workflow,
      version: this.version,
      row: this.row.id,
      createdAt: this.createdAt,
      ...rest,
      timers: timers.map((t) => t.seq),
    };
  }
}
