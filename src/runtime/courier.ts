/** Delivers what nobody waits for, each job in transactions of its own (pipeline.md §3, §5). */

import { type Due, StoreConflict, StoreError, type Transaction } from '../stores/contract.ts';
import { DeliveryRecord, type IncidentRecord, type RunRecord, type Ticks } from '../stores/records.ts';
import { accept, type EventRequest } from './accept.ts';
import { admit } from './admission.ts';
import {
  type Attempt,
  afterFailedStart,
  afterFailure,
  attempt,
  endChild,
  isRefusal,
  isUnstubbed,
  retryStart,
  takeOut,
  traceAborted,
} from './attempt.ts';
import { deliverChildStart } from './child-start.ts';
import type { DeliveryPort } from './delivery-port.ts';
import type { Engine } from './engine.ts';
import { giveBack } from './give-back.ts';
import { admissionState, checkVersion, versionRefusal } from './holding.ts';
import { firstBefore } from './inline-timers.ts';
import type { Row } from './interpreter/host.ts';
import { acknowledgement, type Job, jobOf, type RunJob, seedOf } from './job.ts';
import { planJob } from './job-plan.ts';
import { resumeSteps, runSteps } from './stepwise/delivery.ts';
import { Progress } from './stepwise/progress.ts';
import { parkWork } from './timers.ts';
import { UnitOfWork } from './unit.ts';

export class Courier {
  readonly #engine: Engine;
  readonly #unit: UnitOfWork;
  readonly #waiting: DeliveryRecord[] = [];
  /** Numbers of due work whose run another unit of work had changed and not committed. */
  readonly #behind = new Set<number>();
  #delivering = false;
  /** Runs of other versions that have been told of. */
  readonly #otherVersions = new Set<number>();
  readonly #port: DeliveryPort;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#unit = new UnitOfWork(engine, engine.store.begin(), null);
    this.#port = {
      unit: this.#unit,
      commit: () => this.#commit(),
      rollback: () => this.#rollback(),
      drop: (job, why) => this.#drop(job, why),
      park: (job) => this.#park(job),
      redeliver: (record) => void this.#waiting.push(record),
    };
  }

  /** Delivers what a commit queued, and what that queues, in order. */
  deliverAll(records: readonly DeliveryRecord[]): void {
    this.#waiting.push(...records);
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        this.#unit.tx.enter();
        if (!this.#unit.tx.alive(next) || next.parked || next.due > this.#engine.clock.now()) continue;
        if (!this.#hasVersion(next)) continue;
        this.#deliver(next);
      }
    } finally {
      this.#delivering = false;
      this.#waiting.length = 0;
    }
  }

  /** The first timer or delivery that is due. */
  firstDue(until: Ticks, where?: (due: Due) => boolean): Due | undefined {
    this.#unit.tx.enter();
    return this.#unit.tx.firstDue(
      until,
      (due) => where?.(due) !== false && !this.#isBehind(due) && this.#hasVersion(due),
    );
  }

  /** Another unit of work still holds its run uncommitted: passed over until that one commits or gives up. */
  #isBehind(due: Due): boolean {
    if (!this.#behind.has(due.seq)) return false;
    const { tx } = this.#unit;
    const run = due.table === 'timers' ? due.run : tx.run(due.run);
    if (run !== undefined && tx.heldElsewhere(run)) return true;
    this.#behind.delete(due.seq);
    return false;
  }

  /**
   * A run is never run on other code than it was started on: its work stays where it is, for an engine that has that
   * version (pipeline.md §10). Told once for each run.
   */
  #hasVersion(due: Due): boolean {
    const run = due.table === 'timers' ? due.run : this.#unit.tx.run(due.run);
    const workflow = run === undefined ? undefined : this.#engine.findWorkflow(run.workflow);
    if (run === undefined || workflow === undefined || run.version === workflow.model.version) return true;
    if (!this.#otherVersions.has(run.id)) {
      this.#otherVersions.add(run.id);
      const { message } = versionRefusal(workflow, run);
      this.#engine.tell({ level: 'warning', template: message, message: `${message} What it waits for is kept.` }, 0);
    }
    return false;
  }

  /** Whether due work is of a run on the row, or of a child below one. */
  concerns(due: Due, row: Row): boolean {
    const { tx } = this.#unit;
    let run = due.table === 'timers' ? due.run : tx.run(due.run);
    if (due.table === 'deliveries' && due.row === row.id) return true;
    for (; run !== undefined; run = run.parent === null ? undefined : tx.run(run.parent.run)) {
      if (run.row === row) return true;
    }
    return false;
  }

  /** Asks the store, seeing what is committed. */
  ask<T>(question: (tx: Transaction) => T): T {
    this.#unit.tx.enter();
    return question(this.#unit.tx);
  }

  /** Delivers one job and what it queues. */
  deliver(due: Due): void {
    if (this.#delivering) return this.#deliver(due);
    this.#delivering = true;
    try {
      this.#deliver(due);
    } finally {
      this.#delivering = false;
    }
    this.deliverAll([]);
  }

  /** Runs a faulted run's failed delivery again. @returns whether the run is faulted no more */
  retry(run: RunRecord, incident: IncidentRecord): boolean {
    const { tx } = this.#unit;
    tx.enter();
    const now = this.#engine.clock.now();
    tx.touch(incident);
    incident.resolvedAt = now;
    // Its key is in the inbox already.
    const again = { row: run.row, key: null, due: now, attempt: 1, visit: -1, error: null };
    const record = this.#unit.enqueue({ ...seedOf(incident.delivery), ...again });
    tx.touch(run);
    run.status = 'B';
    run.owner = record.seq;
    this.#commit();
    this.deliverAll([]);
    return (run.status as RunRecord['status']) !== 'F';
  }

  /** Takes a request in, to be delivered by the next settle. @returns the number of its delivery */
  accept(request: EventRequest): number {
    const { tx, host } = this.#unit;
    tx.enter();
    host.refill();
    try {
      const delivery = accept(this.#unit, request);
      tx.commit();
      return delivery;
    } catch (error) {
      this.#rollback();
      throw error;
    } finally {
      this.#unit.forgetQueued(0);
    }
  }

  /** Resumes a run that waited for its client (pipeline.md §1, step 75). */
  acknowledge(run: RunRecord): void {
    const { tx, host } = this.#unit;
    tx.enter();
    host.refill();
    const timer = run.timers.find((t) => t.kind === 'acknowledge');
    const now = this.#engine.clock.now();
    const seed = acknowledgement(run, timer?.seq ?? tx.next('seq'), now);
    const workflow = this.#engine.workflow(run.workflow);
    this.#deliverTo({ seed, record: timer, workflow, run }, now);
    this.deliverAll([]);
  }

  #commit(): void {
    this.#unit.tx.commit();
    this.#waiting.push(...this.#unit.takeOutbox());
  }

  #rollback(): void {
    this.#unit.tx.enter();
    this.#unit.forget();
  }

  /** Delivers one job, if no other process has it; what it could not finish is free for others again. */
  #deliver(due: Due): void {
    const { tx } = this.#unit;
    tx.enter();
    if (!tx.claim(due)) return;
    try {
      // Between the question what is due and now another process may have delivered it.
      if (tx.alive(due)) this.#deliverClaimed(due);
    } catch (error) {
      // Another process was there first: what is left to do is in the store.
      if (!(error instanceof StoreConflict)) throw error;
      this.#rollback();
    } finally {
      tx.release(due);
    }
  }

  #deliverClaimed(due: Due): void {
    const { tx, host } = this.#unit;
    host.refill();
    const job = jobOf(due);
    const { seed } = job;
    const now = seed.due;
    if (seed.kind === 'childStart') return deliverChildStart(this.#port, job);
    const run = tx.run(seed.run);
    if (run === undefined) return this.#drop(job, 'its run is gone');
    const workflow = this.#engine.findWorkflow(run.workflow);
    if (workflow === undefined) return this.#drop(job, `the definition has no workflow '${run.workflow}'`);
    this.#deliverTo({ ...job, workflow, run }, later(now, run.handledAt));
  }

  #deliverTo(job: RunJob, now: Ticks): void {
    const { record, run, seed, workflow } = job;
    const unit = this.#unit;
    checkVersion(workflow, run);
    const perStep = workflow.model.commit === 'perStep';
    if (perStep) {
      const progress = Progress.of(unit, job);
      if (progress.begun) return resumeSteps(this.#port, job, progress, now);
      if (seed.kind === 'event' && this.#firesFirst(job)) return;
    } else if (seed.kind === 'start') return this.#start(job, now);
    const plan = planJob(unit, job);
    if (plan.kind === 'drop') {
      if (seed.kind === 'cancel' && run.status !== 'C') {
        endChild(unit, job, now);
        return this.#commit();
      }
      return this.#drop(job, plan.why);
    }
    const admission = admit(plan.admission, admissionState(unit, run, seed.seq, plan.admission));
    if (!admission.admitted) {
      if (admission.code === 'Instance:100018') return this.#drop(job, 'the run has finished');
      return this.#park(job);
    }
    if (perStep && !(record instanceof DeliveryRecord)) {
      // A timer goes when its state is left; what its steps have done is told by a delivery, which stays to the end.
      takeOut(unit, job);
      unit.enqueue({ ...seed, row: run.row });
      return this.#commit();
    }
    // A request from outside commits its flip first, so that everybody sees Busy at once.
    if (admission.flip !== 'none' && unit.tx.casStatus(run, 'A', 'B', seed.seq)) this.#commit();
    if (perStep) runSteps(this.#port, { job, plan, now });
    else this.#attempt({ job, plan, now });
  }

  /** An event that is handled as of the past waits for the timers that were due before (language.md §7.2, `at:`). */
  #firesFirst({ run, seed, record }: RunJob): boolean {
    const timer = firstBefore(run, seed.due);
    if (timer === undefined || timer.parked || !(record instanceof DeliveryRecord)) return false;
    this.#deliver(timer);
    this.#waiting.push(record);
    return true;
  }

  #attempt(what: Attempt): void {
    const unit = this.#unit;
    try {
      attempt(unit, what);
      this.#commit();
    } catch (error) {
      this.#rollback();
      this.#recover(what, error);
    }
  }

  #recover(what: Attempt, error: unknown): void {
    const unit = this.#unit;
    const { run, seed } = what.job;
    // Without its store nothing can be said of the delivery: it stays what it was, to be delivered again.
    if (error instanceof StoreError) throw error;
    // Another process may have carried the run on meanwhile.
    unit.tx.alive(run);
    // A Busy that bears this delivery's number: its own flip, also of a process that died in it, or its accept's.
    giveBack(unit, run, seed.seq);
    if (error instanceof StoreConflict || isUnstubbed(error)) {
      traceAborted(unit, what, 'undone', error);
      this.#commit();
      if (error instanceof StoreConflict) return;
      throw error;
    }
    if (isRefusal(error)) {
      traceAborted(unit, what, 'dropped', error);
      return this.#drop(what.job, error.message);
    }
    try {
      afterFailure(unit, what, error);
      this.#commit();
    } catch (fatal) {
      this.#rollback();
      throw fatal;
    }
  }

  #start(job: RunJob, now: Ticks): void {
    if (job.run.status === 'C') return this.#drop(job, 'the run has finished');
    try {
      retryStart(this.#unit, job, now);
      this.#commit();
    } catch (error) {
      this.#rollback();
      if (error instanceof StoreConflict) return;
      if (error instanceof StoreError) throw error;
      if (isUnstubbed(error)) throw error;
      afterFailedStart(this.#unit, job, now, error);
      this.#commit();
    }
  }

  /** Work that its run cannot take now waits for it. */
  #park(job: RunJob): void {
    const { record, run } = job;
    if (record === undefined) return;
    const { tx } = this.#unit;
    // To write that it waits would be a change of the run, with which the unit of work that holds it could not commit;
    // and should that one give up, nothing would ever put the work back in the queue.
    if (tx.heldElsewhere(run)) this.#behind.add(record.seq);
    else parkWork(tx, run, record);
    this.#commit();
  }

  #drop(job: Job, why: string): void {
    const { tx } = this.#unit;
    const run = tx.run(job.seed.run);
    if (run !== undefined) giveBack(this.#unit, run, job.seed.seq);
    takeOut(this.#unit, job);
    this.#commit();
    if (why !== '') {
      const what = job.seed.kind === 'timer' ? 'timer' : job.seed.kind;
      this.#unit.host.warn(`${what} '${job.seed.name}' of ${job.seed.workflow} was dropped: ${why}`);
    }
  }
}

function later(a: Ticks, b: Ticks): Ticks {
  return a > b ? a : b;
}
