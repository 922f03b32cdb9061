import type { Ticks } from '../stores/records.ts';

/** Where instants come from, in ticks of 100 ns since 0001-01-01T00:00:00Z. */
export interface Clock {
  now(): Ticks;
}

const unixEpoch = 621_355_968_000_000_000n;
export const ticksPerMillisecond = 10_000n;
export const ticksPerSecond = 10_000_000n;

/** Time as the machine has it, never running backwards. */
export class RealClock implements Clock {
  #last = 0n;
  now(): Ticks {
    const at = ticksOfDate(new Date());
    if (at > this.#last) this.#last = at;
    return this.#last;
  }
}

/** Time that moves only when it is told to (language.md §13). */
export class VirtualClock implements Clock {
  #now: Ticks;
  constructor(start: Ticks) {
    this.#now = start;
  }
  now(): Ticks {
    return this.#now;
  }
  set(at: Ticks): void {
    this.#now = at;
  }
}

export function ticksOfDate(date: Date): Ticks {
  return unixEpoch + BigInt(date.getTime()) * ticksPerMillisecond;
}

/** Rounded down to the millisecond. */
export function dateOfTicks(ticks: Ticks): Date {
  return new Date(Number((ticks - unixEpoch) / ticksPerMillisecond));
}

/** ISO 8601 with seven digits and `Z`, without trailing zeros: `2026-03-02T08:00:00Z`. */
export function isoOfTicks(ticks: Ticks): string {
  const date = dateOfTicks(ticks).toISOString().slice(0, 19);
  const rest = (ticks - unixEpoch) % ticksPerSecond;
  const fraction = (rest < 0n ? rest + ticksPerSecond : rest).toString().padStart(7, '0').replace(/0+$/, '');
  return fraction === '' ? `${date}Z` : `${date}.${fraction}Z`;
}
