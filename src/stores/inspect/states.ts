import type { StateRecord, StateStatus } from '../contract.ts';
import type { Raw } from '../sqlite/readers.ts';

export interface StateLine extends StateRecord {
  /** The record that counts for its key; others are history. */
  readonly live: boolean;
}

export function stateLineOf(raw: Raw): StateLine {
  const instant = (name: string): bigint | null => (raw[name] === null ? null : BigInt(raw[name] as bigint));
  return {
    seq: Number(raw['seq']),
    scope: raw['scope'] as string,
    item: raw['item'] as string,
    itemEntity: raw['item_entity'] as string,
    subItem: raw['sub_item'] as string,
    subItemEntity: raw['sub_item_entity'] as string,
    status: Number(raw['status']) as StateStatus,
    data: raw['data'] as string | null,
    message: raw['message'] as string | null,
    fingerprint: raw['fingerprint'] as string | null,
    attempts: Number(raw['attempts']),
    createdAt: BigInt(raw['created_at'] as bigint),
    updatedAt: BigInt(raw['updated_at'] as bigint),
    lockedUntil: instant('locked_until'),
    expiresAt: instant('expires_at'),
    token: Number(raw['token']),
    holder: raw['holder'] as string | null,
    live: Number(raw['live']) === 1,
  };
}
