import { StoreRecord, type Ticks } from './record.ts';

/** What a queued delivery brings. */
export type DeliveryKind =
  | 'event'
  | 'start'
  | 'timer'
  | 'childStart'
  | 'childOutcome'
  | 'forward'
  | 'cancel'
  | 'assign'
  | 'step';

export interface DeliverySeed {
  readonly seq: number;
  readonly kind: DeliveryKind;
  readonly workflow: string;
  /** The run it goes to; 0 for one that is still to be found or made. */
  readonly run: number;
  /** Root entity and id of the row it is about. */
  readonly entity: string;
  readonly row: string;
  /** Event, slot, timer key or child name. */
  readonly name: string;
  /** Arguments and whatever else the kind needs, as the engine's codec wrote them. */
  readonly payload: string;
  /** The acting principal's row id, kept for every attempt (language.md §10). */
  readonly actor: string | null;
  /** 1 for the first. */
  readonly attempt: number;
  readonly due: Ticks;
  /** The visit that it must still meet; -1: any. */
  readonly visit: number;
  /** What makes a second copy of it a duplicate; null: its own number. */
  readonly key: string | null;
  /** The number of its first attempt: who holds a state record's lock (data-state-machine.md). */
  readonly origin: number;
  readonly createdAt: Ticks;
  /** Why it is here again. */
  readonly error: string | null;
}

/** A delivery in the outbox (pipeline.md §5). */
export class DeliveryRecord extends StoreRecord implements DeliverySeed {
  readonly table = 'deliveries';
  readonly seq: number;
  readonly kind: DeliveryKind;
  readonly workflow: string;
  readonly run: number;
  readonly entity: string;
  readonly row: string;
  readonly name: string;
  readonly payload: string;
  readonly actor: string | null;
  readonly attempt: number;
  readonly due: Ticks;
  readonly visit: number;
  readonly key: string | null;
  readonly origin: number;
  readonly createdAt: Ticks;
  readonly error: string | null;
  /** As a timer's: waits for its run. */
  parked = false;
  constructor(seed: DeliverySeed) {
    super();
    this.seq = seed.seq;
    this.kind = seed.kind;
    this.workflow = seed.workflow;
    this.run = seed.run;
    this.entity = seed.entity;
    this.row = seed.row;
    this.name = seed.name;
    this.payload = seed.payload;
    this.actor = seed.actor;
    this.attempt = seed.attempt;
    this.due = seed.due;
    this.visit = seed.visit;
    this.key = seed.key;
    this.origin = seed.origin;
    this.createdAt = seed.createdAt;
    this.error = seed.error;
  }
  override exchange(image: boolean | undefined): boolean {
    const was = this.parked;
    if (image !== undefined) this.parked = image;
    return was;
  }
  override fields(): Readonly<Record<string, unknown>> {
    const { rev: _rev, mark: _mark, epoch: _epoch, table: _table, ...rest } = this;
    return rest;
  }
}
