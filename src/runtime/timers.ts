/** Arming and cancelling (pipeline.md §6, language.md §8). */

import type { Due, Transaction } from '../stores/contract.ts';
import { type RunRecord, type StateTime, type Ticks, type TimerKind, TimerRecord } from '../stores/records.ts';
import type { BodyInfo, StateInfo, TimerInfo, WorkflowInfo } from './catalog.ts';
import { type Hop, noArgs } from './hop.ts';
import { raiseInvalidOperation } from './library/exceptions.ts';
import { TimeSpanValue } from './library/timespan.ts';
import type { Value } from './library/values.ts';

const noTimers: readonly TimerRecord[] = [];
/** The last instant of the year 9999: what lies beyond it never comes. */
const endOfTime = 3_155_378_975_999_999_999n;

/** Arms a state's timers for the present visit, in the order of the source. Bounds are read now. */
export function armStateTimers(hop: Hop, state: StateInfo): void {
  const { run, chain } = hop;
  // What was imported counts from its own beginning (language.md §7.2).
  const base = chain.kind === 'start' && !run.started ? run.startedAt : chain.now;
  for (const timer of state.timers) {
    if (timer.model.slot !== undefined && !waitsFor(run, timer)) continue;
    hop.body = timer.within;
    const span = timer.within.value(hop.unit.host, noArgs);
    const due = dueAfter(hop.workflow, hop.unit.engine, base, span, timer.model.accrues);
    arm(hop, timer.model.key, timer.model.kind, timer.model.slot ?? null, due, 0);
  }
}

function waitsFor(run: RunRecord, timer: TimerInfo): boolean {
  const slot = run.slots.find((s) => s.slot === timer.model.slot);
  if (slot === undefined) return true;
  return !slot.answered && (timer.model.kind !== 'assigned' || slot.person === null);
}

/** A timeout is armed once, at the start, for the whole run. */
export function armDeadline(hop: Hop): void {
  const { deadline } = hop.workflow;
  if (deadline === undefined || hop.chain.kind !== 'start' || hop.run.started) return;
  if (hop.run.timers.some((t) => t.kind === 'deadline')) return;
  const span = deadline.within.value(hop.unit.host, noArgs);
  const due = dueAfter(hop.workflow, hop.unit.engine, hop.run.startedAt, span, deadline.accrues);
  arm(hop, 'Deadline', 'deadline', null, due, 0);
}

export function armAcknowledgement(hop: Hop, after: BodyInfo | undefined): void {
  if (after === undefined) return;
  const due = dueAfter(hop.workflow, hop.unit.engine, hop.chain.now, after.value(hop.unit.host, noArgs), false);
  arm(hop, 'Acknowledge', 'acknowledge', null, due, 0);
}

/** The next round of a reminder counts from the round that was due, so that each missed one fires. */
export function armNextRound(hop: Hop, fired: TimerRecord, timer: TimerInfo): void {
  if (timer.thenEvery === undefined || hop.run.visit !== fired.visit || hop.run.status === 'C') return;
  const span = timer.thenEvery.value(hop.unit.host, noArgs);
  const due = dueAfter(hop.workflow, hop.unit.engine, fired.due, span, timer.model.accrues);
  // A round that does not move on would fire for ever.
  if (due <= fired.due) raiseInvalidOperation(`The ThenEvery of '${fired.key}' must be longer than zero.`);
  arm(hop, fired.key, 'remind', fired.slot, due, fired.round + 1);
}

function arm(hop: Hop, key: string, kind: TimerKind, slot: string | null, due: Ticks, round: number): void {
  const { tx } = hop.unit;
  const { run } = hop;
  const seq = tx.next('seq');
  const timer = new TimerRecord({ seq, run, key, kind, slot, visit: run.visit, armedAt: hop.chain.now, due, round });
  tx.insert(timer);
  tx.touch(run);
  run.timers = run.timers.length === 0 ? [timer] : [...run.timers, timer];
  if (hop.unit.engine.trace !== undefined) hop.note = hop.note === undefined ? `arms ${key}` : `${hop.note}, ${key}`;
}

function dueAfter(
  workflow: WorkflowInfo,
  engine: { readonly calendar: (workflow: WorkflowInfo) => AccrualCalendar },
  base: Ticks,
  span: Value,
  accrues: boolean,
): Ticks {
  const ticks = span instanceof TimeSpanValue ? span.toTicks() : 0n;
  const due =
    accrues && ticks > 0n && workflow.model.serviceHours !== undefined
      ? engine.calendar(workflow).after(base, ticks)
      : base + ticks;
  return due > endOfTime ? endOfTime : due;
}

/** Service hours as instants: where `ticks` of open time after `from` end. */
export interface AccrualCalendar {
  after(from: Ticks, ticks: Ticks): Ticks;
}

/** All but the run's own deadline. */
export function cancelStateTimers(tx: Transaction, run: RunRecord): void {
  const { timers } = run;
  if (timers.length === 0) return;
  let kept = noTimers;
  for (const timer of timers) {
    if (timer.kind === 'deadline') kept = [timer];
    else tx.remove(timer);
  }
  tx.touch(run);
  run.timers = kept;
}

export function cancelTimers(tx: Transaction, run: RunRecord, which: (timer: TimerRecord) => boolean): void {
  if (!run.timers.some(which)) return;
  const kept = run.timers.filter((t) => !which(t));
  for (const timer of run.timers) if (!kept.includes(timer)) tx.remove(timer);
  tx.touch(run);
  run.timers = kept;
}

/** The time spent in the state being left is recorded before `exit` sees it (language.md §8). */
export function stopClocks(hop: Hop): void {
  const { run, from, chain } = hop;
  hop.unit.tx.touch(run);
  const spent = chain.now > run.stateSince ? chain.now - run.stateSince : 0n;
  const { times } = run;
  const at = indexOfState(times, from.name);
  const was = times[at];
  const now: StateTime = {
    state: from.name,
    stays: (was?.stays ?? 0) + 1,
    ticks: (was?.ticks ?? 0n) + spent,
  };
  const list = times.slice();
  if (at < 0) list.push(now);
  else list[at] = now;
  run.times = list;
  // Counted; what may come before the next state is entered (a perStep retry) is not counted again.
  run.stateSince = chain.now;
}

function indexOfState(times: readonly StateTime[], state: string): number {
  for (let i = 0; i < times.length; i++) if ((times[i] as StateTime).state === state) return i;
  return -1;
}

/** Due work that its run cannot take now (busy, or faulted) waits for it. */
export function parkWork(tx: Transaction, run: RunRecord, due: Due): void {
  tx.touch(run);
  run.parked++;
  tx.setParked(due, true);
}

/** What waited is put back in the queue. */
export function unparkWork(tx: Transaction, run: RunRecord): void {
  if (run.parked === 0) return;
  tx.touch(run);
  run.parked = 0;
  for (const timer of run.timers) if (timer.parked) tx.setParked(timer, false);
  for (const delivery of tx.deliveries(run.id)) if (delivery.parked) tx.setParked(delivery, false);
}
