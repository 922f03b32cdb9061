/** Who holds a run, and whether a delivery may (pipeline.md §3). */
import type { RowRecord, RunRecord, RunStatus } from '../stores/records.ts';
import { type AdmissionKind, type AdmissionState, admit } from './admission.ts';
import type { WorkflowInfo } from './catalog.ts';
import type { Chain } from './hop.ts';
import { isExceptionOf } from './library/exceptions.ts';
import { EngineAbort, ExceptionValue } from './library/values.ts';
import { refusal } from './refusals.ts';
import type { UnitOfWork } from './unit.ts';

/** `RaiseOutcome`. */
export const Raised = { done: 0, pendingRetry: 1, queued: 2 } as const;

export function isNetworkFault(error: unknown): error is ExceptionValue {
  return error instanceof ExceptionValue && isExceptionOf(error, 'NetworkException');
}

/** The newest run of a workflow on a row. @throws WorkflowException `Instance:100017` */
export function runOn(unit: UnitOfWork, workflow: WorkflowInfo, row: RowRecord): RunRecord {
  const runs = unit.tx.runsOf(row);
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i] as RunRecord;
    if (run.workflow === workflow.key) return run;
  }
  throw refusal('Instance:100017', `${row.entity} ${row.id} has no run of ${workflow.key}.`);
}

/** A run whose version the engine does not have is never run on other code (pipeline.md §10). */
export function checkVersion(workflow: WorkflowInfo, run: RunRecord): void {
  if (run.version !== workflow.model.version) throw versionRefusal(workflow, run);
}

export function versionRefusal(workflow: WorkflowInfo, run: RunRecord): ExceptionValue {
  const [started, here] = [run.version, workflow.model.version].map((version) => version.slice(0, 12));
  return refusal(
    'Instance:100017',
    `Run ${run.id} of ${workflow.key} was started on version ${started}, which this engine does not have (it has ${here}).`,
  );
}

/**
 * Somebody else holds the run: a delivery its Busy flag, another unit of work an uncommitted change, or its client, who has
 * to acknowledge first.
 */
export function isHeld(unit: UnitOfWork, run: RunRecord, by: number, kind?: AdmissionKind): boolean {
  if (run.status === 'B' && run.owner !== 0 && run.owner !== by) return true;
  return (run.waiting !== null && kind !== 'resume') || unit.tx.heldElsewhere(run);
}

/** What admission has to know of a run (pipeline.md §3). @param by the delivery that asks */
export function admissionState(unit: UnitOfWork, run: RunRecord, by: number, kind: AdmissionKind): AdmissionState {
  return { status: run.status, held: isHeld(unit, run, by, kind), starting: isStarting(unit, run, by) };
}

/** Its start waits for another attempt. While one is at work, its own bodies may raise on it. */
function isStarting(unit: UnitOfWork, run: RunRecord, by: number): boolean {
  if (run.started || run.status !== 'B' || run.owner === 0 || run.owner === by) return false;
  for (let chain = unit.host.chain; chain !== undefined; chain = chain.outer) if (chain.id === run.owner) return false;
  for (const delivery of unit.tx.deliveries(run.id)) if (delivery.seq === run.owner) return true;
  return false;
}

/** Admission inside a transaction. @throws WorkflowException with the code of the refusal */
export function admitChain(chain: Chain, kind: AdmissionKind): void {
  const { run, unit } = chain;
  const admission = admit(kind, admissionState(unit, run, chain.id, kind));
  if (!admission.admitted) throw refusal(admission.code, refusalText(admission.code, chain.workflow, run));
  if (admission.flip === 'none') return;
  takeBusy(chain);
}

export function takeBusy(chain: Chain): void {
  const { run, unit } = chain;
  unit.tx.touch(run);
  run.status = 'B';
  run.owner = chain.id;
  chain.owns = true;
}

export function refusalText(
  code: string,
  workflow: WorkflowInfo,
  run: { readonly status: RunStatus; readonly state: string },
): string {
  switch (code) {
    case 'Instance:100018':
      return `The run of ${workflow.key} has finished in '${run.state}'.`;
    case 'Instance:100031':
      return `The run of ${workflow.key} is busy.`;
    default:
      return `The run of ${workflow.key} is faulted in '${run.state}'; retry or cancel it first.`;
  }
}

/** JavaScript's own stack gave out before the depth limit did. */
export function asOutcome(unit: UnitOfWork, error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  unit.host.aborted = true;
  return new EngineAbort('depth', 'calls are nested too deeply');
}
