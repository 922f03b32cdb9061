/** The rules of writing (language.md §5), asked where a delivery ends and where a unit of work commits. */
import type { FieldRule } from '../ir/model.ts';
import { Mark, RowRecord, type StoreRecord, UniqueRecord } from '../stores/records.ts';
import { writeValue, writeValues } from './codec.ts';
import type { EntityInfo, FieldInfo, UniqueRule } from './entities.ts';
import { exception } from './library/exceptions.ts';
import { RegexValue } from './library/regex.ts';
import type { ExceptionValue, LibraryHost, Value } from './library/values.ts';
import { compareValues, lengthOf, withinPrecision } from './measures.ts';
import type { UnitOfWork } from './unit.ts';

/**
 * Checks what was written since `from` (an index of the transaction's changed records), stamps `ModifiedAt`, and lets
 * go of what belonged to deleted rows.
 * @throws ValidationException naming entity, field, rule and value
 */
export function checkWrites(unit: UnitOfWork, from: number): void {
  const { changed } = unit.tx;
  let uniques = false;
  let pending = false;
  for (let i = from; i < changed.length; i++) {
    const record = changed[i] as StoreRecord;
    if (record.table !== 'rows') continue;
    const row = record as RowRecord;
    if (row.mark === Mark.deleted) unit.afterDelete(row);
    else if (isUnchecked(row)) {
      pending = true;
      if (unit.engine.entities.of(row).uniques.length > 0) uniques = true;
    }
  }
  if (!pending) return;
  // Values that are given up first, so that two rows may exchange theirs.
  if (uniques) for (let i = from; i < changed.length; i++) releaseUniques(unit, changed[i]);
  for (let i = from; i < changed.length; i++) {
    const record = changed[i] as StoreRecord;
    if (record.table === 'rows') checkRow(unit, record as RowRecord);
  }
}

function isUnchecked(row: RowRecord): boolean {
  return row.mark < Mark.deleted && (row.pending !== 0 || isFresh(row));
}

/** Created and never checked. */
function isFresh(row: RowRecord): boolean {
  return row.mark === Mark.created && row.v['ModifiedAt'] === null;
}

export function checkRow(unit: UnitOfWork, row: RowRecord): void {
  if (!isUnchecked(row)) return;
  const info = unit.engine.entities.of(row);
  if (!info.lawless) checkLaws(unit, row, info);
  unit.stamp(row);
  unit.tx.setPending(row, 0);
}

function checkLaws(unit: UnitOfWork, row: RowRecord, info: EntityInfo): void {
  const { pending } = row;
  const fresh = isFresh(row);
  for (const field of info.fields) {
    if (fresh || (pending & field.bit) !== 0) checkField(unit.host, info, field, row.v[field.name]);
  }
  for (const rule of info.uniques) if (fresh || (pending & rule.bits) !== 0) takeUnique(unit, row, info, rule);
  for (const { condition, message } of info.invariants) {
    if (unit.host.onRow(row, () => condition(unit.host, row)) === true) continue;
    const text = String(unit.host.onRow(row, () => message(unit.host, row)) ?? '');
    throw refused(info.name, '', 'invariant', null, text);
  }
}

function checkField(host: LibraryHost, entity: EntityInfo, field: FieldInfo, value: Value): void {
  if (value === null || value === undefined) {
    if (!field.model.required) return;
    const rule = field.model.rules.find((r) => r.rule === 'Required');
    throw refused(entity.name, field.name, 'Required', null, rule?.message);
  }
  for (const rule of field.model.rules) {
    if (!obeys(host, rule, value)) {
      const args = rule.args.length === 0 ? '' : `(${rule.args.join(', ')})`;
      throw refused(entity.name, field.name, `${rule.rule}${args}`, value, rule.message);
    }
  }
}

function obeys(host: LibraryHost, rule: FieldRule, value: Value): boolean {
  const [first = 0, second = 0] = rule.args;
  switch (rule.rule) {
    case 'MaxLength':
      return lengthOf(value) <= Number(first);
    case 'MinLength':
      return lengthOf(value) >= Number(first);
    case 'Min':
      return compareValues(value, first) >= 0;
    case 'Max':
      return compareValues(value, first) <= 0;
    case 'Pattern':
      return typeof value !== 'string' || wholePattern(String(first)).match(host, value, 0).success;
    case 'Precision':
      return withinPrecision(value, Number(first), Number(second));
    case 'Required':
    case 'Unique':
    case 'Immutable':
      return true;
  }
}

/**
 * The pattern must match the whole value. It is .NET's syntax, as everywhere, and its search is paid for.
 * @throws ArgumentException for a pattern that is none
 */
function wholePattern(source: string): RegexValue {
  return new RegexValue(`\\A(?:${source})\\z`, 0);
}

/** @param message the rule's own, where the app gave one */
export function refused(
  entity: string,
  field: string,
  rule: string,
  value: Value,
  message: string | undefined,
): ExceptionValue {
  const where = field === '' ? entity : `${entity}.${field}`;
  const shown = value === null || value === undefined ? 'null' : describeValue(value);
  const detail = rule === 'invariant' ? `${where}: invariant` : `${where}: ${rule} refuses ${shown}`;
  const text = message === undefined || message === '' ? `${detail}.` : `${message} (${detail})`;
  return exception('ValidationException', text, null, { Entity: entity, Field: field, Rule: rule, Value: shown });
}

function describeValue(value: Value): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : `${value instanceof RowRecord ? value.id : value}`;
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

// ---------------------------------------------------------------- uniqueness

/** A value of a rule with a null among its members is no value: nulls never clash, as in SQL. */
function uniqueKey(row: RowRecord, rule: UniqueRule): string | undefined {
  const values = rule.fields.map((f) => row.v[f] ?? null);
  if (values.includes(null)) return undefined;
  return `${rule.name}${writeValues(values.map(comparable))}`;
}

/** `1.0m` and `1.00m` are one value. */
function comparable(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const kept = value as { readonly key?: () => string };
  return typeof kept.key === 'function' ? kept.key() : writeValue(value);
}

/** The key under which a row is entered for a rule now. */
function heldBy(unit: UnitOfWork, row: RowRecord, rule: UniqueRule): string | undefined {
  return unit.tx.uniquesOf(row.id).find((u) => u.key.startsWith(`${rule.name}[`))?.key;
}

function releaseUniques(unit: UnitOfWork, record: unknown): void {
  if (!(record instanceof RowRecord) || record.mark === Mark.created || record.mark === Mark.absent) return;
  const info = unit.engine.entities.get(record.entity);
  for (const rule of info.uniques) {
    if (record.mark !== Mark.deleted && (record.pending & rule.bits) === 0) continue;
    const held = heldBy(unit, record, rule);
    if (held !== undefined && (record.mark === Mark.deleted || held !== uniqueKey(record, rule))) {
      const found = unit.tx.unique(held);
      if (found !== undefined && found.row === record.id) unit.tx.remove(found);
    }
  }
}

function takeUnique(unit: UnitOfWork, row: RowRecord, info: EntityInfo, rule: UniqueRule): void {
  const { tx } = unit;
  const key = uniqueKey(row, rule);
  const held = heldBy(unit, row, rule);
  if (key === held) return;
  if (held !== undefined) {
    const old = tx.unique(held);
    if (old !== undefined && old.row === row.id) tx.remove(old);
  }
  if (key === undefined) return;
  const owner = tx.unique(key);
  if (owner !== undefined && owner.row !== row.id) {
    const shown = rule.fields.map((f) => row.v[f]);
    throw refused(
      info.name,
      rule.fields.join(','),
      'Unique',
      shown.length === 1 ? shown[0] : writeValues(shown),
      rule.message,
    );
  }
  if (owner === undefined) tx.insert(new UniqueRecord(key, tx.next('seq'), row.id));
}
