/** Sizes and comparisons that the rules of writing need. */
import { DateTimeValue } from './library/dates.ts';
import { Decimal } from './library/decimal.ts';
import { TimeSpanValue } from './library/timespan.ts';
import type { Value } from './library/values.ts';

/** Characters of a text, elements of a collection. */
export function lengthOf(value: Value): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  const sized = value as { readonly length?: unknown; readonly size?: unknown; readonly items?: unknown };
  if (typeof sized.length === 'number') return sized.length;
  if (typeof sized.size === 'number') return sized.size;
  return Array.isArray(sized.items) ? sized.items.length : 0;
}

/** Compares a member's value with a rule's constant; 0 where they cannot be compared. */
export function compareValues(value: Value, bound: number | string): number {
  if (typeof value === 'number') return Math.sign(value - Number(bound));
  if (typeof value === 'bigint') return compareDecimals(Decimal.ofBig(value), bound);
  if (value instanceof Decimal) return compareDecimals(value, bound);
  if (typeof value === 'string') return value < String(bound) ? -1 : value > String(bound) ? 1 : 0;
  if (value instanceof TimeSpanValue) return Math.sign(value.toNumber() - Number(bound));
  if (value instanceof DateTimeValue) return Math.sign(Number(value.toTicks()) - Number(bound));
  return 0;
}

function compareDecimals(value: Decimal, bound: number | string): number {
  return value.compareTo(typeof bound === 'number' ? Decimal.ofDouble(bound) : Decimal.parse(bound));
}

/** At most `digits` significant digits, `scale` of them after the point; trailing zeros do not count. */
export function withinPrecision(value: Value, digits: number, scale: number): boolean {
  if (!(value instanceof Decimal)) return true;
  const text = value.toString().replace('-', '');
  const [whole = '', rest = ''] = text.split('.');
  const fraction = rest.replace(/0+$/, '');
  return fraction.length <= scale && whole.replace(/^0+/, '').length <= digits - scale;
}
