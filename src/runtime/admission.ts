/** Admission (pipeline.md §3): who may start a delivery on a run, as a table and a pure decision. */
import type { TransitionKind } from '../ir/model.ts';
import type { RunStatus } from '../stores/records.ts';
import type { RefusalCode } from './refusals.ts';

export type AdmissionKind = TransitionKind | 'start' | 'resume';

/** `flip`: A becomes B. `takeOver`: B whoever held it. `continue`: the hop goes on under the Busy that is there. */
export type Flip = 'flip' | 'takeOver' | 'continue' | 'none';

interface AdmissionRow {
  readonly takesLock: boolean;
  readonly busyRefused: boolean;
  readonly flip: Flip;
}

export const admissionTable: Readonly<Record<AdmissionKind, AdmissionRow>> = {
  stateTransition: { takesLock: true, busyRefused: true, flip: 'flip' },
  sharedTransition: { takesLock: true, busyRefused: true, flip: 'flip' },
  scheduled: { takesLock: true, busyRefused: true, flip: 'flip' },
  automatic: { takesLock: true, busyRefused: true, flip: 'flip' },
  cancel: { takesLock: true, busyRefused: false, flip: 'takeOver' },
  exit: { takesLock: true, busyRefused: false, flip: 'takeOver' },
  timeout: { takesLock: true, busyRefused: false, flip: 'takeOver' },
  updateData: { takesLock: false, busyRefused: false, flip: 'none' },
  errorBoundary: { takesLock: true, busyRefused: false, flip: 'continue' },
  start: { takesLock: true, busyRefused: false, flip: 'takeOver' },
  /** A child's outcome, an acknowledgement: waits for who is at work on the run. */
  resume: { takesLock: true, busyRefused: true, flip: 'takeOver' },
};

export type Admission =
  | { readonly admitted: true; readonly flip: Flip }
  | { readonly admitted: false; readonly code: RefusalCode };

/** What is known of the run when the request arrives. */
export interface AdmissionState {
  readonly status: RunStatus;
  /** A delivery holds the Busy flag, or another unit of work has an uncommitted change of the run. */
  readonly held: boolean;
  /** Its start failed and is to be tried again (language.md §10): Busy for everything but its end. */
  readonly starting?: boolean;
}

const admitted: Readonly<Record<Flip, Admission>> = {
  flip: { admitted: true, flip: 'flip' },
  takeOver: { admitted: true, flip: 'takeOver' },
  continue: { admitted: true, flip: 'continue' },
  none: { admitted: true, flip: 'none' },
};

/** What does not wait for a start. */
const ends: ReadonlySet<AdmissionKind> = new Set(['cancel', 'exit', 'start', 'errorBoundary']);

/**
 * A Busy that no delivery holds (an open child's parent, a run parked because every way out of its state is automatic)
 * refuses a transition only where it has to be made by the run itself; an unowned Busy is taken over.
 */
export function admit(kind: AdmissionKind, state: AdmissionState): Admission {
  const row = admissionTable[kind];
  if (state.status === 'C') return { admitted: false, code: 'Instance:100018' };
  if (state.status === 'F') {
    if (kind === 'updateData') return { admitted: false, code: 'Transition:100024' };
    if (kind === 'sharedTransition') return { admitted: false, code: 'Transition:100021' };
    if (row.busyRefused) return { admitted: false, code: 'Transition:100020' };
  }
  if (state.starting === true && !ends.has(kind)) return { admitted: false, code: 'Instance:100031' };
  if (state.held && row.busyRefused) return { admitted: false, code: 'Instance:100031' };
  return admitted[row.flip === 'flip' && state.status === 'B' ? 'takeOver' : row.flip];
}
