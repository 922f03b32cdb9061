/** State records as SQLite and PostgreSQL keep them: table `states`, the same names in both (data-state-machine.md). */

import type { Cell, StateDraft, StateRecord, StateStatus } from './contract.ts';
import { int, text, textOrNull, ticks, ticksOrNull } from './sql/reading.ts';

/** A record read from outside, with its history. */
export interface StateLine extends StateRecord {
  /** The record that counts for its key; others are history. */
  readonly live: boolean;
}

/** The columns that a draft fills, in the order of `stateCells`; `seq` and `live` are the store's. */
export const stateColumns = [
  'scope',
  'item',
  'item_entity',
  'sub_item',
  'sub_item_entity',
  'status',
  'data',
  'message',
  'fingerprint',
  'attempts',
  'created_at',
  'updated_at',
  'locked_until',
  'expires_at',
  'token',
  'holder',
] as const;

/** The five columns of a key, of which one record is live. */
export const stateKeyColumns = stateColumns.slice(0, 5);

export function stateCells(r: StateDraft): readonly Cell[] {
  return [
    r.scope,
    r.itemKey,
    r.itemEntityKey,
    r.subItemKey,
    r.subItemEntityKey,
    r.status,
    r.data,
    r.message,
    r.fingerprint,
    r.attempts,
    r.createdAt,
    r.updatedAt,
    r.lockedUntil,
    r.expiresAt,
    r.token,
    r.holder,
  ];
}

/**
 * Whether the lock of a record may be taken: after a failure, when it has lapsed, or by its holder.
 * @param holder SQL for who asks
 * @param now SQL for the present instant
 */
export const isFree = (holder: string, now: string): string =>
  `(states.status IN (0, 3) OR (states.status = 2
    AND (states.holder = ${holder} OR states.locked_until IS NULL OR states.locked_until <= ${now})))`;

export type RawState = Readonly<Record<string, unknown>>;

export function stateLineOf(raw: RawState): StateLine {
  return { ...stateOf(raw), live: int(raw, 'live') === 1 };
}

export function stateOf(raw: RawState): StateRecord {
  return {
    seq: int(raw, 'seq'),
    scope: text(raw, 'scope'),
    itemKey: text(raw, 'item'),
    itemEntityKey: text(raw, 'item_entity'),
    subItemKey: text(raw, 'sub_item'),
    subItemEntityKey: text(raw, 'sub_item_entity'),
    status: int(raw, 'status') as StateStatus,
    data: textOrNull(raw, 'data'),
    message: textOrNull(raw, 'message'),
    fingerprint: textOrNull(raw, 'fingerprint'),
    attempts: int(raw, 'attempts'),
    createdAt: ticks(raw, 'created_at'),
    updatedAt: ticks(raw, 'updated_at'),
    lockedUntil: ticksOrNull(raw, 'locked_until'),
    expiresAt: ticksOrNull(raw, 'expires_at'),
    token: int(raw, 'token'),
    holder: textOrNull(raw, 'holder'),
  };
}
