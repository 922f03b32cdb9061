import { StoreRecord, type Ticks } from './record.ts';

interface TransitionImage {
  readonly to: string | null;
  readonly endedAt: Ticks | null;
  readonly step: number;
}

export interface TransitionSeed {
  readonly seq: number;
  readonly run: number;
  readonly delivery: number;
  readonly hop: number;
  readonly key: string;
  readonly kind: string;
  readonly from: string;
  readonly attempt: number;
  readonly at: Ticks;
}

/** The record of one attempt of a transition (step 20), completed at step 110. */
export class TransitionRecord extends StoreRecord {
  readonly table = 'transitions';
  readonly seq: number;
  readonly run: number;
  readonly delivery: number;
  readonly hop: number;
  readonly key: string;
  readonly kind: string;
  readonly from: string;
  readonly attempt: number;
  readonly at: Ticks;
  to: string | null = null;
  endedAt: Ticks | null = null;
  /** The last step whose work is committed (perStep). */
  step = 0;
  constructor(seed: TransitionSeed) {
    super();
    this.seq = seed.seq;
    this.run = seed.run;
    this.delivery = seed.delivery;
    this.hop = seed.hop;
    this.key = seed.key;
    this.kind = seed.kind;
    this.from = seed.from;
    this.attempt = seed.attempt;
    this.at = seed.at;
  }
  override exchange(image: TransitionImage | undefined): TransitionImage {
    const was = { to: this.to, endedAt: this.endedAt, step: this.step };
    if (image !== undefined) {
      this.to = image.to;
      this.endedAt = image.endedAt;
      this.step = image.step;
    }
    return was;
  }
  override fields(): Readonly<Record<string, unknown>> {
    const { rev: _rev, mark: _mark, epoch: _epoch, table: _table, ...rest } = this;
    return rest;
  }
}

export interface IncidentSeed {
  readonly seq: number;
  readonly run: number;
  readonly transition: string;
  readonly step: string;
  /** The body that threw, as `file:line`. */
  readonly body: string;
  readonly type: string;
  readonly message: string;
  /** Osy frames, innermost first. */
  readonly stack: readonly string[];
  readonly at: Ticks;
  /** The delivery that failed, to run it again: a `DeliverySeed` as JSON. */
  readonly delivery: string;
}

export class IncidentRecord extends StoreRecord {
  readonly table = 'incidents';
  readonly seq: number;
  readonly run: number;
  readonly transition: string;
  readonly step: string;
  readonly body: string;
  readonly type: string;
  readonly message: string;
  readonly stack: readonly string[];
  readonly at: Ticks;
  readonly delivery: string;
  resolvedAt: Ticks | null = null;
  constructor(seed: IncidentSeed) {
    super();
    this.seq = seed.seq;
    this.run = seed.run;
    this.transition = seed.transition;
    this.step = seed.step;
    this.body = seed.body;
    this.type = seed.type;
    this.message = seed.message;
    this.stack = seed.stack;
    this.at = seed.at;
    this.delivery = seed.delivery;
  }
  override exchange(image: { readonly resolvedAt: Ticks | null } | undefined): { readonly resolvedAt: Ticks | null } {
    const was = { resolvedAt: this.resolvedAt };
    if (image !== undefined) this.resolvedAt = image.resolvedAt;
    return was;
  }
  override fields(): Readonly<Record<string, unknown>> {
    const { rev: _rev, mark: _mark, epoch: _epoch, table: _table, ...rest } = this;
    return rest;
  }
}
