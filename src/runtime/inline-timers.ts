/** Timers due before the instant of a raise with `at:`, fired inside its unit of work (language.md §7.2). */
import type { RunRecord, Ticks, TimerRecord } from '../stores/records.ts';
import { afterFailure, attempt, takeOut } from './attempt.ts';
import { jobOf, type RunJob } from './job.ts';
import { planJob } from './job-plan.ts';
import { EngineAbort } from './library/values.ts';
import type { UnitOfWork } from './unit.ts';

export function fireUntil(unit: UnitOfWork, run: RunRecord, until: Ticks): void {
  const { tx, engine } = unit;
  for (;;) {
    const timer = firstBefore(run, until);
    if (timer === undefined || run.status === 'C') return;
    const job: RunJob = { ...jobOf(timer), workflow: engine.workflow(run.workflow), run };
    const plan = planJob(unit, job);
    if (plan.kind === 'drop') {
      takeOut(unit, job);
      continue;
    }
    const savepoint = tx.savepoint();
    const queued = unit.queued;
    const what = { job, plan, now: timer.due };
    try {
      attempt(unit, what);
    } catch (error) {
      tx.rollbackTo(savepoint);
      unit.forgetQueued(queued);
      if (error instanceof EngineAbort && error.reason === 'unstubbed') throw error;
      afterFailure(unit, what, error);
    }
  }
}

/** The first of its timers that is due before an instant. */
export function firstBefore(run: RunRecord, until: Ticks): TimerRecord | undefined {
  let first: TimerRecord | undefined;
  for (const timer of run.timers) {
    if (timer.due < until && (first === undefined || timer.due < first.due)) first = timer;
  }
  return first;
}
