import { StoreRecord, type Ticks } from './record.ts';
import type { RunRecord } from './run.ts';

export type TimerKind = 'expire' | 'assigned' | 'finished' | 'remind' | 'deadline' | 'acknowledge';

export interface TimerSeed {
  readonly seq: number;
  readonly run: RunRecord;
  /** The timer's key in the definition; `Deadline` for the run's own. */
  readonly key: string;
  readonly kind: TimerKind;
  readonly slot: string | null;
  readonly visit: number;
  readonly armedAt: Ticks;
  readonly due: Ticks;
  /** Of a reminder: how many rounds have fired. */
  readonly round: number;
}

/** An armed timer. Never changed but for `parked`: a timer that is armed again is another one. */
export class TimerRecord extends StoreRecord {
  readonly table = 'timers';
  readonly seq: number;
  readonly run: RunRecord;
  readonly key: string;
  readonly kind: TimerKind;
  readonly slot: string | null;
  readonly visit: number;
  readonly armedAt: Ticks;
  readonly due: Ticks;
  readonly round: number;
  /** Out of the queue of due work while its run cannot take it (busy or faulted). `Transaction.setParked` writes it. */
  parked = false;
  constructor(seed: TimerSeed) {
    super();
    this.seq = seed.seq;
    this.run = seed.run;
    this.key = seed.key;
    this.kind = seed.kind;
    this.slot = seed.slot;
    this.visit = seed.visit;
    this.armedAt = seed.armedAt;
    this.due = seed.due;
    this.round = seed.round;
  }
  override exchange(image: boolean | undefined): boolean {
    const was = this.parked;
    if (image !== undefined) this.parked = image;
    return was;
  }
  override fields(): Readonly<Record<string, unknown>> {
    return {
      seq: this.seq,
      run: this.run.id,
      key: this.key,
      kind: this.kind,
      slot: this.slot,
      visit: this.visit,
      armedAt: this.armedAt,
      due: this.due,
      round: this.round,
      parked: this.parked,
    };
  }
}
