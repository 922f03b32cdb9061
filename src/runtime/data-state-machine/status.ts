/** The seven statuses of a record, with the seed's numbers (data-state-machine.md, "Statuses"). */
export const IdempotencyStatus = {
  /** There is no record. */
  None: 0,
  Processed: 1,
  /** A lock: it lapses after `LockFor`. */
  Processing: 2,
  /** May be processed again. */
  Failed: 3,
  Skipped: 4,
  /** Replaced by `Upsert`. */
  Superseded: 5,
  /** Past `KeepFor`. */
  Expired: 6,
} as const;
export type IdempotencyStatus = (typeof IdempotencyStatus)[keyof typeof IdempotencyStatus];

/** Nothing more is done for the item; `Failed` is not among them. */
export function isTerminal(status: IdempotencyStatus): boolean {
  return status === 1 || status >= 4;
}
