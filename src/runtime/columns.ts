/** How members of rows lie in a database: a column for each, typed so that SQL can compare and sort it. */
import type { IrType } from '../ir/ir.ts';
import type { EnumModel } from '../ir/model.ts';
import { parseIrType } from '../ir/types.ts';
import { type Cell, type ColumnSchema, StoreError } from '../stores/contract.ts';
import { readValue, writeValue } from './codec.ts';
import { utc } from './library/date-format.ts';
import { DateOnlyValue } from './library/dateonly.ts';
import { DateTimeValue } from './library/dates.ts';
import { Decimal } from './library/decimal.ts';
import { GuidValue } from './library/guid.ts';
import { TimeOnlyValue } from './library/timeonly.ts';
import { TimeSpanValue } from './library/timespan.ts';
import { comparability } from './query/comparability.ts';

interface Converters extends Pick<ColumnSchema, 'affinity' | 'toCell' | 'fromCell'> {
  /** Whether what a cell gave is a value of the type: a database may have been changed by hand. */
  readonly isValue?: (value: unknown) => boolean;
}

const same = (value: unknown): Cell => value as Cell;
const numbers = (cell: Cell): unknown => (typeof cell === 'bigint' ? Number(cell) : cell);

/** SQLite has neither NaN nor lone surrogates; both travel as JSON text behind a NUL. */
const escapeMark = '\u0000json:';
const escaped = (value: unknown): string => escapeMark + writeValue(value);
const noRows = { row: () => null, classInfo: () => undefined };
const unescaped = (cell: Cell): unknown =>
  typeof cell === 'string' && cell.startsWith(escapeMark) ? readValue(cell.slice(escapeMark.length), noRows) : cell;

const text: Converters = {
  affinity: 'TEXT',
  toCell: (value) => {
    const s = value as string;
    return loneSurrogate.test(s) || s.startsWith(escapeMark) ? escaped(s) : s;
  },
  fromCell: unescaped,
  isValue: (value) => typeof value === 'string',
};
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const integer: Converters = { affinity: 'INTEGER', toCell: same, fromCell: numbers, isValue: Number.isInteger };
const anything: Converters = {
  affinity: 'TEXT',
  toCell: writeValue,
  fromCell: (cell) => readValue(cell as string, noRows),
};

const byType: Readonly<Record<string, Converters>> = {
  int: integer,
  char: integer,
  long: { affinity: 'INTEGER', toCell: same, fromCell: (cell) => BigInt(cell as bigint | number) },
  double: {
    affinity: 'REAL',
    toCell: (value) => (Number.isFinite(value) && !Object.is(value, -0) ? (value as number) : escaped(value)),
    fromCell: (cell) => numbers(unescaped(cell) as Cell),
    isValue: (value) => typeof value === 'number',
  },
  bool: { affinity: 'INTEGER', toCell: (value) => (value === true ? 1 : 0), fromCell: (cell) => Number(cell) === 1 },
  string: text,
  decimal: {
    affinity: 'TEXT',
    toCell: (value) => (value as Decimal).toString(),
    fromCell: (cell) => Decimal.parse(cell as string),
    isValue: (value) => value instanceof Decimal,
  },
  // Ticks, for instants in UTC; the others carry their kind and are text.
  DateTime: {
    affinity: 'INTEGER',
    toCell: (value) => ((value as DateTimeValue).kind === utc ? (value as DateTimeValue).toTicks() : escaped(value)),
    fromCell: (cell) =>
      typeof cell === 'string' ? unescaped(cell) : DateTimeValue.ofTicks(BigInt(cell as bigint), utc),
    isValue: (value) => value instanceof DateTimeValue && value.toTicks() >= 0n && value.toTicks() <= lastTick,
  },
  Guid: {
    affinity: 'TEXT',
    toCell: (value) => (value as GuidValue).hex,
    fromCell: (cell) => GuidValue.parse(cell as string),
    isValue: (value) => value instanceof GuidValue,
  },
  TimeSpan: {
    affinity: 'INTEGER',
    toCell: (value) => (value as TimeSpanValue).toTicks(),
    fromCell: (cell) => TimeSpanValue.ofTicks(BigInt(cell as bigint)),
  },
  DateOnly: {
    affinity: 'INTEGER',
    toCell: (value) => (value as DateOnlyValue).dayNumber,
    fromCell: (cell) => new DateOnlyValue(Number(cell)),
    isValue: (value) => isWithin((value as DateOnlyValue).dayNumber, lastDay),
  },
  TimeOnly: {
    affinity: 'INTEGER',
    toCell: (value) => (value as TimeOnlyValue).ticks,
    fromCell: (cell) => new TimeOnlyValue(Number(cell)),
    isValue: (value) => isWithin((value as TimeOnlyValue).ticks, ticksOfDay - 1),
  },
};

const isWithin = (n: number, most: number): boolean => Number.isInteger(n) && n >= 0 && n <= most;
const lastTick = 3_155_378_975_999_999_999n;
const lastDay = 3_652_058;
const ticksOfDay = 864_000_000_000;

/** Members of an enum lie by name: their numbers may change from one version of the app to the next. */
function named(model: EnumModel): Converters {
  const names = new Map(model.members.map((m) => [m.value, m.name]));
  const values = new Map(model.members.map((m) => [m.name, m.value]));
  return {
    affinity: 'TEXT',
    toCell: (value) => names.get(value as number) ?? String(value),
    fromCell: (cell) => {
      const value = values.get(cell as string) ?? Number(cell);
      if (Number.isInteger(value)) return value;
      throw new StoreError(
        'other-app',
        `the database holds '${cell}' of enum '${model.name}', which the app does not have`,
      );
    },
  };
}

const damagedMember = (name: string): string =>
  `the database is damaged: what it holds for '${name}' is no value of its type`;

/** @param lookup `live`: by an index of the live rows too; `sought`: by one of the database alone */
export function columnOf(
  name: string,
  t: IrType,
  lookup: 'live' | 'sought' | undefined,
  enums: ReadonlyMap<string, EnumModel>,
  entities: ReadonlyMap<string, unknown>,
  initial: unknown = null,
): ColumnSchema {
  const shape = parseIrType(t);
  const plain = shape.kind === 'named' && shape.args.length === 0 ? shape.name : '';
  const model = enums.get(plain);
  const found = entities.has(plain) ? text : model === undefined ? (byType[plain] ?? anything) : named(model);
  const compares = comparability(name, plain, shape.kind === 'named' && shape.nullable, enums, entities);
  return {
    name,
    indexed: lookup === 'live',
    ...(lookup === 'sought' ? { sought: true } : {}),
    ...(compares === undefined ? {} : { compares }),
    ...(initial === null || initial === undefined ? {} : { initial: found.toCell(initial) }),
    affinity: found.affinity,
    toCell: (value) => (value === null || value === undefined ? null : found.toCell(value)),
    fromCell: (cell) => {
      if (cell === null) return null;
      const value = found.fromCell(cell);
      if (found.isValue?.(value) === false) throw new StoreError('broken', damagedMember(name));
      return value;
    },
  };
}
