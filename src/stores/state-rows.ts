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
 * What happens where a lock is asked for and its key has a live record: the statement after `ON CONFLICT … DO`. The record's
 * own columns are `states.…`, what was to be inserted is `excluded.…`; both databases read it alike. Nothing is changed, and
 * no row returned, where the lock is not to be had: a terminal record, or another's live lock.
 */
export const takeOver = `UPDATE SET seq = excluded.seq, status = 2, data = NULL, fingerprint = excluded.fingerprint,
  attempts = states.attempts + 1, updated_at = excluded.updated_at, locked_until = excluded.locked_until,
  expires_at = NULL, token = states.token + 1, holder = excluded.holder
  WHERE states.status IN (0, 3) OR (states.status = 2 AND (states.holder = excluded.holder
    OR states.locked_until IS NULL OR states.locked_until <= excluded.updated_at))
  RETURNING token`;

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
