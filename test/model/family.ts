/**
 * The sequential model of `family-races.test.ts`: a parent, its child, and what was accepted and is not delivered yet, told
 * from pipeline.md §3 and §7 alone.
 */
import type { Answer } from './sequential.ts';

const minute = 600_000_000n;
/** A child waits as long for its payment. */
export const patience = 10n * minute;

type Target = 'trip' | 'bill';

interface Accepted {
  readonly id: number;
  readonly target: Target;
  readonly event: string;
  /** Which child it was accepted for, where it was raised on one. */
  readonly child: number;
}

export class Family {
  now: bigint;
  trip: 'Plan' | 'Pay' | 'Off' = 'Plan';
  /** Of the open child: until when it waits. */
  due: bigint | undefined;
  /** How many children there were. */
  children = 0;
  tripTrace = '';
  billTrace = '';
  #accepted: readonly Accepted[] = [];
  /** The accept that holds the trip, or its child. */
  #tripHeld = 0;
  #billHeld = 0;
  #ids = 0;

  constructor(now: bigint) {
    this.now = now;
  }

  get tripStatus(): string {
    return this.trip === 'Off' ? 'C' : this.trip === 'Pay' || this.#tripHeld > 0 ? 'B' : 'A';
  }

  get billStatus(): string | undefined {
    if (this.children === 0) return undefined;
    return this.due === undefined ? 'C' : this.#billHeld > 0 ? 'B' : 'A';
  }

  raise(target: Target, event: string): Answer {
    const refusal = this.#refusal(target, event, 0);
    if (refusal !== undefined) return refusal;
    this.#handle(target, event);
    return 'ok';
  }

  accept(target: Target, event: string): Answer {
    const refusal = this.#refusal(target, event, 0);
    if (refusal !== undefined) return refusal;
    const id = ++this.#ids;
    this.#accepted = [...this.#accepted, { id, target, event, child: this.children }];
    if (event === 'Note') return 'ok';
    // A parent's event is its leaf's, which is Busy before the answer is given.
    if (target === 'bill' || this.trip === 'Pay') this.#billHeld = id;
    else this.#tripHeld = id;
    return 'ok';
  }

  /** Waits for nobody. */
  cancel(target: Target): Answer {
    if (target === 'trip') {
      if (this.trip === 'Off') return 'Instance:100018';
      this.tripTrace += 'drop ';
      this.#tripHeld = 0;
      this.trip = 'Off';
      if (this.due !== undefined) this.#endBill('cancel ');
      return 'ok';
    }
    if (this.children === 0) return 'none';
    if (this.due === undefined) return 'Instance:100018';
    this.#endBill('cancel ');
    this.#hear('void ');
    return 'ok';
  }

  settle(): void {
    for (const accepted of this.#accepted) this.#deliver(accepted);
    this.#accepted = [];
  }

  advance(by: bigint): void {
    this.settle();
    const until = this.now + by;
    if (this.due !== undefined && this.due <= until) {
      this.#endBill('late ');
      this.#hear('void ');
    }
    this.now = until;
  }

  #deliver({ id, target, event, child }: Accepted): void {
    if (this.#tripHeld === id) this.#tripHeld = 0;
    if (this.#billHeld === id) this.#billHeld = 0;
    if (target === 'bill' && child !== this.children) return;
    // What it was accepted for is gone, or another accept holds its leaf: it is dropped.
    if (this.#refusal(target, event, id) === undefined) this.#handle(target, event);
  }

  #refusal(target: Target, event: string, by: number): Answer | undefined {
    const leafBusy = this.#billHeld > 0 && this.#billHeld !== by ? 'Instance:100031' : undefined;
    if (target === 'bill') {
      if (this.children === 0) return 'Instance:100017';
      return this.due === undefined ? 'Instance:100018' : leafBusy;
    }
    if (this.trip === 'Off') return 'Instance:100018';
    if (event === 'Note') return undefined;
    if (this.trip === 'Pay') return event === 'Pay' ? leafBusy : 'Transition:100020';
    if (event !== 'Book') return 'Transition:100020';
    return this.#tripHeld > 0 && this.#tripHeld !== by ? 'Instance:100031' : undefined;
  }

  #handle(target: Target, event: string): void {
    if (event === 'Note') this.tripTrace += 'note ';
    else if (event === 'Book') {
      this.tripTrace += 'book ';
      this.trip = 'Pay';
      this.children++;
      this.billTrace += '+Due ';
      this.due = this.now + patience;
    } else if (target === 'bill' || this.trip === 'Pay') {
      this.#endBill('pay ');
      this.#hear('paid ');
    }
  }

  #endBill(how: string): void {
    this.billTrace += how;
    this.due = undefined;
    this.#billHeld = 0;
  }

  /** The parent hears of its child's end, once, and goes back to planning. */
  #hear(outcome: string): void {
    this.tripTrace += outcome;
    this.trip = 'Plan';
  }
}
