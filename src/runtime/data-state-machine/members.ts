/** `DataStateMachine.*` and `StateRecord` as bodies see them. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import type { StateRecord, StateStatus } from '../../stores/contract.ts';
import type { Host } from '../host.ts';
import { utc } from '../library/date-format.ts';
import { DateTimeValue } from '../library/dates.ts';
import { exception, raiseArgumentNull } from '../library/exceptions.ts';
import { fromJson, toJson } from '../library/json.ts';
import { ListValue } from '../library/list.ts';
import { ExceptionValue, type Value } from '../library/values.ts';
import { machineOf } from './factory.ts';
import { fingerprintOf, type ItemKey, Status } from './machine.ts';

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
  ) => void machineOf(host).set(keyOf(item, entity, sub, subEntity), status as StateStatus, jsonOf(host, data)),
  'DataStateMachine.Set(string,string,string,string,IdempotencyStatus,object)': (
    host,
    item,
    entity,
    sub,
    subEntity,
    status,
    data,
  ) => void machineOf(host).set(keyOf(item, entity, sub, subEntity), status as StateStatus, jsonOf(host, data)),
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
    const found = machineOf(host).query(entity as string, status as StateStatus | null, from, take as number);
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
    ItemKey: (r) => r.item,
    ItemEntityKey: (r) => r.itemEntity,
    SubItemKey: (r) => r.subItem,
    SubItemEntityKey: (r) => r.subItemEntity,
  };
}

function keyOf(item: Value, itemEntity: Value, subItem: Value = '', subItemEntity: Value = ''): ItemKey {
  if (typeof item !== 'string') raiseArgumentNull('itemKey');
  return {
    item,
    itemEntity: text(itemEntity),
    subItem: text(subItem),
    subItemEntity: text(subItemEntity),
  };
}

const text = (value: Value): string => (typeof value === 'string' ? value : '');

function jsonOf(host: Host, data: Value): string | null {
  return data === null || data === undefined ? null : toJson(data, 'object', host);
}

/**
 * The pattern in one call: what was done is not done again, and its result is kept.
 * @throws ConflictException another payload was given for the key, or another delivery is at it
 */
function once(host: Host, key: ItemKey, act: () => Value, payload: Value, type: IrType | undefined): Value {
  const machine = machineOf(host);
  const json = jsonOf(host, payload);
  const fingerprint = json === null ? null : fingerprintOf(json);
  const known = machine.get(key);
  const alive = known !== undefined && known.status !== Status.expired;
  if (alive && known.fingerprint !== fingerprint && (known.fingerprint !== null || fingerprint !== null)) {
    throw exception('ConflictException', `'${key.item}' (${key.itemEntity}) was done with another payload.`);
  }
  if (alive && (known.status === Status.processed || known.status === Status.skipped)) {
    return type === undefined || known.data === null ? null : fromJson(known.data, type, host);
  }
  if (!machine.tryAcquireLock(key, fingerprint)) {
    throw exception('ConflictException', `'${key.item}' (${key.itemEntity}) is being done by another delivery.`);
  }
  let result: Value;
  try {
    result = act() ?? null;
    machine.set(key, Status.processed, type === undefined || result === null ? null : toJson(result, type, host));
  } catch (error) {
    const held = machine.get(key);
    if (held?.status === Status.processing) {
      machine.releaseLockAsFailed(key, error instanceof ExceptionValue ? error.message : String(error));
    }
    throw error;
  }
  return result;
}
