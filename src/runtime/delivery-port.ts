import type { DeliveryRecord } from '../stores/records.ts';
import type { Job, RunJob } from './job.ts';
import type { UnitOfWork } from './unit.ts';

/** What the courier does for one delivery, in a unit of work of its own. */
export interface DeliveryPort {
  readonly unit: UnitOfWork;
  commit(): void;
  rollback(): void;
  /** Takes the job out of the store and gives back what it held; a reason is told as a warning. */
  drop(job: Job, why: string): void;
  /** Lets the job wait until its run can take it. */
  park(job: RunJob): void;
  /** Delivers again what another process came in between of. */
  redeliver(record: DeliveryRecord): void;
}
