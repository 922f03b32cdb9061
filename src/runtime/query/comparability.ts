/** Which members SQL compares as bodies do, and by which cells a value is sought there. */
import type { EnumModel } from '../../ir/model.ts';
import type { Cell, Comparability } from '../../stores/query.ts';
import { RowRecord } from '../../stores/records.ts';
import { DateOnlyValue } from '../library/dateonly.ts';
import { DateTimeValue } from '../library/dates.ts';
import { Decimal } from '../library/decimal.ts';
import { GuidValue } from '../library/guid.ts';
import { TimeOnlyValue } from '../library/timeonly.ts';
import { TimeSpanValue } from '../library/timespan.ts';

/** A null's cell is sought by other means (`is: 'null'`). */
type Sought = (value: unknown) => Cell | undefined;

const ordered = (sought: Sought, more: Partial<Comparability> = {}): Comparability => ({
  by: 'order',
  escapes: false,
  sought: one(sought),
  ...more,
});

const one =
  (sought: Sought): Comparability['sought'] =>
  (value) => {
    const cell = sought(value);
    return cell === undefined ? undefined : [cell];
  };

const wholeNumber: Sought = (v) => (typeof v === 'bigint' || Number.isSafeInteger(v) ? (v as number) : undefined);

/** No number is the same as NaN; SQL's infinities are its own affair; -0 is 0. */
const number: Sought = (v) => (typeof v === 'number' && Number.isFinite(v) ? v + 0 : undefined);

/** What databases hold as it is: well-formed, and without the NUL that their text functions stop at. */
export function isPlainText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)
  );
}

const guid = (v: unknown): GuidValue | undefined => (v instanceof GuidValue ? v : undefined);

const byType: Readonly<Record<string, Comparability>> = {
  int: ordered(wholeNumber, { sums: true }),
  char: ordered(wholeNumber),
  long: ordered(wholeNumber),
  double: ordered(number, { escapes: true }),
  bool: ordered((v) => (typeof v === 'boolean' ? Number(v) : undefined)),
  // Ordered by the invariant culture, which no database has.
  string: { by: 'equality', escapes: true, sought: one((v) => (isPlainText(v) ? v : undefined)) },
  decimal: {
    by: 'decimal',
    escapes: false,
    sought: one((v) => (v instanceof Decimal ? v.toString() : undefined)),
    key: decimalKey,
  },
  // Instants are compared by their ticks, whatever their kind; those that are not in UTC are escapes.
  DateTime: ordered((v) => (v instanceof DateTimeValue ? v.toTicks() : undefined), { escapes: true }),
  Guid: ordered((v) => guid(v)?.hex),
  TimeSpan: ordered((v) => (v instanceof TimeSpanValue ? v.toTicks() : undefined)),
  DateOnly: ordered((v) => (v instanceof DateOnlyValue ? v.dayNumber : undefined)),
  TimeOnly: ordered((v) => (v instanceof TimeOnlyValue ? v.ticks : undefined)),
};

const references: Comparability = {
  by: 'equality',
  escapes: false,
  sought: one((v) => (v instanceof RowRecord ? v.id : undefined)),
};

/** The row's own id, which the database keeps with its hyphens. */
const ids: Comparability = { by: 'equality', escapes: false, sought: one((v) => guid(v)?.toString()) };

/** Members lie by name, and an older version of the app may have given a value another name, or none. */
function named(model: EnumModel): Comparability {
  return {
    by: 'equality',
    escapes: false,
    sought: (value) => {
      if (typeof value !== 'number') return undefined;
      return [...model.members.filter((m) => m.value === value).map((m) => m.name), String(value)];
    },
  };
}

/** Of a member with that type; undefined when SQL cannot compare it at all. */
export function comparability(
  member: string,
  type: string,
  nullable: boolean,
  enums: ReadonlyMap<string, EnumModel>,
  entities: ReadonlyMap<string, unknown>,
): Comparability | undefined {
  if (member === 'Id') return ids;
  if (entities.has(type)) return references;
  const model = enums.get(type);
  if (model !== undefined) return named(model);
  const found = byType[type];
  return found !== undefined && !nullable && defaulted.has(type) ? { ...found, defaults: true } : found;
}

/** Structs without a zero: a required member is null until it is given a value, and reads as the default. */
const defaulted: ReadonlySet<string> = new Set(['DateTime', 'DateOnly', 'TimeOnly', 'Guid']);

/** Places before and behind the point that a decimal may have. */
const wholeDigits = 29;
const fractionDigits = 28;

/** A text that is ordered as the decimal is: a sign, then all its places; of what is below zero, their complement. */
export function decimalKey(cell: Cell): string | null {
  if (typeof cell !== 'string') return null;
  const negative = cell.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? cell.slice(1) : cell).split('.');
  const digits = whole.padStart(wholeDigits, '0') + fraction.padEnd(fractionDigits, '0');
  if (!negative || /^0*$/.test(digits)) return `1${digits}`;
  return `0${digits.replaceAll(/\d/g, (d) => String(9 - Number(d)))}`;
}
