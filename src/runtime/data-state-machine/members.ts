/** `DataStateMachine.*` and `StateRecord` as bodies see them. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import type { StateRecord } from '../../stores/contract.ts';
import type { Host } from '../host.ts';
import { utc } from '../library/date-format.ts';
import { DateTimeValue } from '../library/dates.ts';
import { raiseArgumentNull } from '../library/exceptions.ts';
import { fromJson, toJson } from '../library/json.ts';
import { ListValue } from '../library/list.ts';
import type { Value } from '../library/values.ts';
import type { ItemKeys } from './context.ts';
import { machineOf } from './factory.ts';
import { itemKeys } from './machine.ts';
import { keptOrLocked, releaseAfter } from './once.ts';
import { IdempotencyStatus } from './status.ts';

export class StateRecordValue {
  readonly typeName = 'StateRecord';
  readonly record: StateRecord;
  constructor(record: StateRecord) {
    this.record = record;
  }
}

type Implementation = (host: Host, ...args: Value[]) => Value;

export const stateMachineMembers: Readonly<Record<LibraryKey, Implementation>> = {
  'DataStateMachine.Exists(string,string,string,string)': (host, item, entity, sub, subEntity) =>
    machineOf(host).exists(keyOf(item, entity, sub, subEntity)),
  'DataStateMachine.TryAcquireLock(string,string,string,string)': (host, item, entity, sub, subEntity) =>
    machineOf(host).tryAcquireLock(keyOf(item, entity, sub, subEntity)),
  'DataStateMachine.Set(string,string,IdempotencyStatus,object,string,string)': (
    host,
    item,
    entity,
    status,
    data,
    sub,
    subEntity,
  ) => void machineOf(host).set(keyOf(item, entity, sub, subEntity), status as IdempotencyStatus, jsonOf(host, data)),
  'DataStateMachine.Set(string,string,string,string,IdempotencyStatus,object)': (
    host,
    item,
    entity,
    sub,
    subEntity,
    status,
    data,
  ) => void machineOf(host).set(keyOf(item, entity, sub, subEntity), status as IdempotencyStatus, jsonOf(host, data)),
  'DataStateMachine.Upsert(string,string,object)': (host, item, entity, data) =>
    void machineOf(host).upsert(keyOf(item, entity), jsonOf(host, data)),
  'DataStateMachine.Upsert(string,string,string,string,object)': (host, item, entity, sub, subEntity, data) =>
    void machineOf(host).upsert(keyOf(item, entity, sub, subEntity), jsonOf(host, data)),
  'DataStateMachine.ReleaseLockAsFailed(string,string,string)': (host, item, entity, message) =>
    void machineOf(host).releaseLockAsFailed(keyOf(item, entity), message as string | null),
  'DataStateMachine.ReleaseLockAsFailed(string,string,string,string,string)': (
    host,
    item,
    entity,
    sub,
    subEntity,
    message,
  ) => void machineOf(host).releaseLockAsFailed(keyOf(item, entity, sub, subEntity), message as string | null),
  'DataStateMachine.Get(string,string,string,string)': (host, item, entity, sub, subEntity) => {
    const found = machineOf(host).get(keyOf(item, entity, sub, subEntity));
    return found === undefined ? null : new StateRecordValue(found);
  },
  'DataStateMachine.Query(string,IdempotencyStatus?,DateTime?,int)': (host, entity, status, since, take) => {
    const from = since instanceof DateTimeValue ? since.toTicks() : null;
    const query = { status: status as IdempotencyStatus | null, since: from, take: take as number };
    const found = machineOf(host).query(text(entity), query);
    return new ListValue(found.map((r) => new StateRecordValue(r)));
  },
  'DataStateMachine.Once(string,string,Func<T>,object)': (host, item, entity, act, payload, types) =>
    once(host, keyOf(item, entity), act as () => Value, payload, (types as readonly IrType[])[0] ?? 'object'),
  'DataStateMachine.Once(string,string,Action,object)': (host, item, entity, act, payload) =>
    once(host, keyOf(item, entity), act as () => Value, payload, undefined),
  ...Object.fromEntries(
    Object.entries(recordMembers()).map(([name, read]) => [
      `StateRecord.${name}`,
      (_host: Host, record: Value) => read((record as StateRecordValue).record),
    ]),
  ),
};

function recordMembers(): Readonly<Record<string, (record: StateRecord) => Value>> {
  const instant = (ticks: bigint): DateTimeValue => DateTimeValue.ofTicks(ticks, utc);
  return {
    Status: (r) => r.status,
    Data: (r) => r.data,
    Message: (r) => r.message,
    Attempts: (r) => r.attempts,
    CreatedAt: (r) => instant(r.createdAt),
    UpdatedAt: (r) => instant(r.updatedAt),
    LockedUntil: (r) => (r.lockedUntil === null ? null : instant(r.lockedUntil)),
    Token: (r) => BigInt(r.token),
    ItemKey: (r) => r.itemKey,
    ItemEntityKey: (r) => r.itemEntityKey,
    SubItemKey: (r) => r.subItemKey,
    SubItemEntityKey: (r) => r.subItemEntityKey,
  };
}

function keyOf(item: Value, itemEntity: Value, subItem: Value = '', subItemEntity: Value = ''): ItemKeys {
  if (typeof item !== 'string') raiseArgumentNull('itemKey');
  return itemKeys(item, text(itemEntity), text(subItem), text(subItemEntity));
}

const text = (value: Value): string => (typeof value === 'string' ? value : '');

function jsonOf(host: Host, data: Value): string | null {
  return data === null || data === undefined ? null : toJson(data, 'object', host);
}

/**
 * What was done is not done again, and its result is kept. `type` is that of the result; undefined where there is none.
 * @throws ConflictException another payload was given for the key, or another delivery is at it
 */
function once(host: Host, keys: ItemKeys, act: () => Value, payload: Value, type: IrType | undefined): Value {
  const machine = machineOf(host);
  const kept = keptOrLocked(machine, keys, jsonOf(host, payload));
  if (kept !== undefined) return type === undefined || kept.data === null ? null : fromJson(kept.data, type, host);
  try {
    const result = act() ?? null;
    const data = type === undefined || result === null ? null : toJson(result, type, host);
    machine.set(keys, IdempotencyStatus.Processed, data);
    return result;
  } catch (error) {
    releaseAfter(machine, keys, error);
    throw error;
  }
}
